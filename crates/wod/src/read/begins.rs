//! Where a movement begins: its name, or a quantity and its name.

use super::filler::{FILLERS, HARMLESS};
use super::measure::{Numbers, measure};
use super::phrase::Setting;
use super::unit::Unit;
use crate::library::Found as Name;
use crate::scan::Tokens;

/// The name at a place, with the place behind it.
pub(crate) fn name_at(t: Tokens<'_>, at: usize, setting: Setting<'_>) -> Option<(Name, usize)> {
    if !t.is_word(at) && !t.phrase(at, &["90", "/", "90"]) {
        return None;
    }
    // `split squats, DBs`: what is held.
    if t.one_of(at, &["dbs", "kbs"]) && !t.is_number_like(at.wrapping_sub(1)) && t.get(at + 1).is_none() {
        return None;
    }
    // The belly, not the bike; how something is gone over, or where one goes meanwhile.
    let elsewhere = &["back", "to", "through", "it", "them", "around", "out", "home", "away"];
    if t.is(at, "abs") || t.is(at, "walk") && t.one_of(at + 1, elsewhere) {
        return None;
    }
    let words = t.name_words(at);
    // `50 singles`, `30 doubles`: so many are skips of the rope; a few are lifts.
    let skips = match t.word(at) {
        "singles" => Some("single"),
        "doubles" => Some("double"),
        _ => None,
    };
    if let Some(first) = skips
        && at > 0
        && t.number(at - 1).is_some_and(|number| number >= 15.0)
        && !t.is_word(at + 1)
    {
        return setting.library.find(&[first, "under"]).map(|found| (found, at + 1));
    }
    let found = setting.names.find(setting.library, words.words())?;
    let end = words.behind(found.words)?;
    // Abbreviations that are also words: with a number before and nothing behind.
    if end == at + 1
        && t.one_of(at, &["as", "rd", "sc", "c", "b", "echo", "bear", "kick"])
        && t.word(at).len() != 1
    {
        let counted = at > 0 && t.is_number_like(at - 1)
            || at > 1 && t.one_of(at - 1, &["cal", "cals", "calorie", "m", "alt"]);
        let plain_word = t.one_of(at, &["as", "rd", "sc"]);
        if plain_word && (!counted || t.is_word(end) || t.is_number_like(end)) {
            return None;
        }
    }
    // Single letters are names in lists of lifts only.
    let letter = end == at + 1 && t.word(at).len() == 1;
    if letter
        && !(t.is_sign(end, '+')
            || at > 0 && t.is_sign(at - 1, '+')
            || t.is_number_like(at.wrapping_sub(1)) && at > 0)
    {
        return None;
    }
    Some((found, end))
}

/// Whether a movement begins here: a quantity with a known name behind it, or only a known name where that is enough.
pub(crate) fn begins_movement(t: Tokens<'_>, at: usize, bare: bool, setting: Setting<'_>) -> bool {
    let mut place = at;
    let mut counted = false;
    for _ in 0..3 {
        // `Swim 200 m (or row 1,000 m)`: the amount is the first one's.
        if t.is_sign(place, '(') && t.is(place + 1, "or") {
            return false;
        }
        while t.is_sign(place, '-') && t.glued(place) && t.glued(place + 1)
            || t.one_of(
                place,
                &[
                    "(", "of", "x", "a", "@", "total", "about", "max", "an", "or", "rep", "reps", "calories",
                    "cal", "calorie", "effort", "meter", "meters",
                ],
            )
        {
            counted |= t.is(place, "max");
            place += 1;
        }
        match measure(t, place) {
            Some(read) => {
                place = read.to;
                counted = true;
            }
            None => break,
        }
    }
    if !counted && !bare {
        return false;
    }
    name_at(t, place, setting).is_some()
}

/// Calories, a distance or a time that stands alone behind a comma: it is for another movement.
pub(super) fn amount_of_another(t: Tokens<'_>, at: usize, unloaded: bool) -> bool {
    let Some(read) = measure(t, at) else { return false };
    let amount = matches!(read.unit, Unit::Calories | Unit::Distance(_))
        || unloaded && read.unit == Unit::None && matches!(read.numbers, Numbers::Pair(..));
    amount && (t.get(read.to).is_none() || t.one_of(read.to, &[",", ";"]))
}

/// A count with a word behind it that is no unit: a movement that nobody knows.
pub(super) fn quantity_and_word(t: Tokens<'_>, at: usize) -> bool {
    let Some(read) = measure(t, at) else { return false };
    let counts = matches!(read.unit, Unit::None | Unit::Calories | Unit::Distance(_))
        && !matches!(read.numbers, Numbers::List(_));
    counts
        && t.is_word(read.to)
        && FILLERS.binary_search(&t.word(read.to)).is_err()
        && HARMLESS.binary_search(&t.word(read.to)).is_err()
}
