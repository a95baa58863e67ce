//! Labels of levels.

use super::facts::count;
use crate::scan::Tokens;

/// A level's label: code, label, the place behind.
pub(super) fn level(t: Tokens<'_>) -> Option<(String, String, usize)> {
    let (code, mut end) = level_code(t, 0)?;
    // `Elite/RX`: the first names it.
    if t.is_sign(end, '/')
        && let Some((_, next)) = level_code(t, end + 1)
    {
        end = next;
    }
    while t.one_of(
        end,
        &[
            "option",
            "options",
            "version",
            "variation",
            "variations",
            "athletes",
            "division",
            "level",
            "weights",
            "weight",
            "teams",
            "team",
            "pairs",
            "s",
        ],
    ) {
        end += 1;
    }
    // `Int. 22.5/15`: the full stop is the abbreviation's.
    let short = t.one_of(end.saturating_sub(1), &["int", "inter", "beg", "sc", "perf", "fit"]);
    if short && t.is_sign(end, '.') && t.is_number_like(end + 1) {
        return Some((code, t.raw(0, end).to_owned(), end + 1));
    }
    let label = t.raw(0, end).to_owned();
    let marked = t.one_of(end, &[":", "-", "=", "|"]) || t.is_sign(end, '.') && !t.is_number_like(end + 1);
    let open = t.get(end).is_none()
        || t.is_sign(end, '(')
        || t.is_number_like(end)
        || t.is_sign(end, '@')
        || t.one_of(end, &["\u{2640}", "\u{2642}"]);
    if !marked && !open {
        return None;
    }
    // `Foundations 20/15 kg`: a weight behind it, or a pair that is none.
    let weight = super::measure::measure(t, end).is_some_and(|read| {
        matches!(read.unit, super::unit::Unit::Weight(_))
            || matches!(read.numbers, super::measure::Numbers::Pair(..))
                && read.unit == super::unit::Unit::None
    });
    if t.is_number_like(end) && !marked && !weight && !matches!(code.as_str(), "rx" | "rx_plus" | "scaled") {
        return None;
    }
    Some((code, label, end + usize::from(marked)))
}

pub(super) fn level_code(t: Tokens<'_>, at: usize) -> Option<(String, usize)> {
    let plain = |code: &str| Some((code.to_owned(), at + 1));
    let numbered = |prefix: &str, place: usize| {
        let place = if t.is_sign(place, '#') { place + 1 } else { place };
        let number = match t.word(place) {
            "i" => 1,
            "ii" => 2,
            "iii" => 3,
            "a" if prefix == "option" => 1,
            "b" if prefix == "option" => 2,
            "c" if prefix == "option" => 3,
            _ => count(t, place)?,
        };
        Some((format!("{prefix}_{number}"), place + 1))
    };
    match t.word(at) {
        "rx" | "rx'd" | "rxd" if t.is_sign(at + 1, '+') => {
            let end = if t.is_sign(at + 2, '+') { at + 3 } else { at + 2 };
            Some(("rx_plus".to_owned(), end))
        }
        "rx" if t.is(at + 1, "plus") => Some(("rx_plus".to_owned(), at + 2)),
        "rxplus" => plain("rx_plus"),
        "rx" | "rx'd" | "rxd" => plain("rx"),
        "scaled" | "sc" | "scale" | "scaling"
            if !t.one_of(at + 1, &["load", "the", "to", "as", "up", "down", "reps"]) =>
        {
            plain("scaled")
        }
        "scale" | "scaled" if t.is(at + 1, "to") && (t.is_sign(at + 2, ':') || t.get(at + 2).is_none()) => {
            Some(("scaled".to_owned(), at + 2))
        }
        // Other words for it, where a mark shows that they are labels.
        "modified" | "mod" | "mods" | "modification" | "modifications" | "regression" | "regressions"
        | "substitutions" | "subs"
            if t.one_of(at + 1, &[":", "="]) || t.get(at + 1).is_none() && at == 0 =>
        {
            plain("scaled")
        }
        "intermediate" | "int" | "inter" => plain("intermediate"),
        "beginner" | "beg" | "beginners" | "novice" => plain("beginner"),
        "foundations" | "foundation" | "fundamentals" => plain("foundations"),
        "performance" => plain("performance"),
        "fitness" => plain("fitness"),
        "masters" | "master" => {
            let end = if t.number(at + 1).is_some() {
                at + 2 + usize::from(t.is_sign(at + 2, '+'))
            } else {
                at + 1
            };
            Some(("masters".to_owned(), end))
        }
        "elite" | "advanced" | "pro" => plain("elite"),
        "option" | "opt" => numbered("option", at + 1),
        "level" | "lvl" => numbered("level", at + 1),
        "l1" => plain("level_1"),
        "l2" => plain("level_2"),
        "l3" => plain("level_3"),
        "l4" => plain("level_4"),
        "li" => plain("level_1"),
        "lii" => plain("level_2"),
        "liii" => plain("level_3"),
        _ => None,
    }
}
