//! Blocks of lines under headings of their own: counted ones, named ones, and such as only tell.

use super::begins::name_at;
use super::item::{Read, What};
use super::label::shouts;
use super::layout::{Kept, NEAR, to_prose};
use super::phrase::Setting;
use crate::scan::{Line, Tokens};

/// Words of headings below which nothing is done.
const TOLD: &[&str] = &[
    "note",
    "notes",
    "goal",
    "goals",
    "stimulus",
    "strategy",
    "equipment",
    "tips",
    "cues",
    "standards",
    "score",
    "scoring",
    "reminder",
    "reminders",
    "announcements",
    "logistics",
];

/// `Cluster 1`, `Cluster 2`: a word with a number, again and again at the beginning of blocks.
pub(super) fn enumerated<'a>(kept: &Kept, view: impl Fn(usize) -> Tokens<'a>) -> Vec<usize> {
    const OTHERS: &[&str] = &[
        "round", "rounds", "set", "sets", "min", "minute", "minutes", "station", "interval", "level",
        "option", "rx", "amrap", "emom", "every", "tabata", "for", "x", "rest", "cap", "odd", "even", "l",
    ];
    let numbered = |t: Tokens<'a>| {
        let end = if t.is_sign(t.len().saturating_sub(1), ':') { t.len() - 1 } else { t.len() };
        let number = t.number(1).filter(|number| (1.0..=12.0).contains(number) && number.fract() == 0.0)?;
        (end == 2 && t.is_word(0) && !t.glued(1) && !OTHERS.contains(&t.word(0))).then(|| (t.word(0), number))
    };
    let all: Vec<(usize, &str, f64)> = (0..kept.0.len())
        .filter(|place| kept.begins(*place) && kept.below(*place).is_some())
        .filter_map(|place| {
            let at = kept.0.get(place)?.0;
            numbered(view(at)).map(|(word, number)| (at, word, number))
        })
        .take(40)
        .collect();
    let again = |(at, word, number): &(usize, &str, f64)| {
        all.iter().any(|(other, same, count)| other != at && same == word && (count - number).abs() > 0.5)
    };
    all.iter().filter(|one| again(one)).map(|(at, ..)| *at).collect()
}

/// Whether a heading is for what is told.
pub(super) fn tells(title: &str) -> bool {
    let title = title.to_ascii_lowercase();
    title.split_whitespace().count() <= 2 && title.split_whitespace().any(|word| TOLD.contains(&word))
}

/// Below a heading for notes, scores or standards all lines of the block are told.
pub(super) fn told_below<'a>(read: &mut [Read], kept: &Kept, view: impl Fn(usize) -> Tokens<'a>) {
    let mut told = false;
    for (place, (at, _)) in kept.0.iter().enumerate() {
        let Some(line) = read.get(*at) else { continue };
        if let Some(What::Heading { title, .. }) = line.items.first().map(|item| &item.what) {
            told = line.items.len() == 1 && tells(title);
            continue;
        }
        let formatted = line.items.iter().any(|item| match &item.what {
            What::Facts(found) => found.is_format(),
            What::Level { .. } | What::Slots(_) => true,
            _ => false,
        });
        told &= !formatted && (place == 0 || !kept.begins(place));
        if told {
            to_prose(read, *at, view(*at));
        }
    }
}

/// `SNATCH` or `// Run //` above work that has names of its own, in a text with headings: one more of them.
pub(super) fn names_a_block(
    lines: &[Line],
    read: &[Read],
    (kept, place): (&Kept, usize),
    (at, t): (usize, Tokens<'_>),
    setting: Setting<'_>,
) -> bool {
    let (Some(line), Some(own)) = (lines.get(at), read.get(at)) else { return false };
    let end = if t.is_sign(t.len().saturating_sub(1), ':') { t.len() - 1 } else { t.len() };
    let shown = (line.framed || shouts(t)) && !line.bullet && !line.starred;
    let [item] = own.items.as_slice() else { return false };
    if !shown
        || !kept.begins(place)
        || !matches!(item.what, What::Phrases(_))
        || name_at(t, 0, setting).is_none_or(|(_, to)| to < end)
    {
        return false;
    }
    let below = kept.0.iter().skip(place + 1).take(NEAR).enumerate();
    let below = below.take_while(|(step, (_, blank))| *step == 0 && kept.below(place).is_some() || !blank);
    let first =
        below.filter_map(|(_, (at, _))| read.get(*at)).flat_map(|line| &line.items).find_map(|item| {
            match &item.what {
                What::Phrases(list) => list.first(),
                _ => None,
            }
        });
    first.is_some_and(|first| first.exercise.is_some() && first.measured())
}
