//! Headings by a mark of their own: a number, a sign or a picture that only lines at the beginning of blocks have, and
//! lines that stand alone.

use std::collections::BTreeMap;

use super::begins::name_at;
use super::facts::{count, facts};
use super::item::{Read, What};
use super::layout::{Kept, works_below};
use super::level_label::level_code;
use super::phrase::Setting;
use crate::scan::{Kind, Line, Tokens};

/// The most words of a heading.
const WORDS: usize = 6;

/// What stands before a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark<'a> {
    /// `1.`, `[2]`, `(3)`, `IV.`
    Number,
    /// `STEP ONE |`, by its word.
    Word(&'a str),
    /// `~`, `>>`
    Sign(char),
    /// A picture: each line has another.
    Picture,
}

/// Lines with marks, in order, and the tokens that the marks take.
pub(super) fn marked<'a>(
    lines: &[Line],
    read: &[Read],
    kept: &Kept,
    view: impl Fn(usize) -> Tokens<'a>,
    setting: Setting<'_>,
) -> Vec<(usize, usize)> {
    struct One<'a> {
        at: usize,
        mark: Mark<'a>,
        number: u32,
        tokens: usize,
        is_name: bool,
    }
    let mut all: Vec<One<'a>> = Vec::new();
    for (place, (at, _)) in kept.0.iter().enumerate() {
        let (Some(line), Some(own)) = (lines.get(*at), read.get(*at)) else { continue };
        if !kept.begins(place) || kept.0.get(place + 1).is_none() || is_label(own) {
            continue;
        }
        let t = view(*at);
        for (mark, number, tokens) in marks(line, t) {
            let title = t.slice(tokens, t.len());
            if !is_title(title) || level_code(title, 0).is_some() {
                continue;
            }
            let end =
                if title.is_sign(title.len().saturating_sub(1), ':') { title.len() - 1 } else { title.len() };
            let is_name = name_at(title, 0, setting).is_some_and(|(_, to)| to >= end);
            all.push(One { at: *at, mark, number, tokens, is_name });
        }
    }
    let mut families: BTreeMap<Mark<'a>, Family> = BTreeMap::new();
    for one in &all {
        let family = families.entry(one.mark).or_insert(Family { rises: true, ..Family::default() });
        // Numbers begin at one or two and rise.
        if matches!(one.mark, Mark::Number | Mark::Word(_)) {
            family.rises &= if family.count == 0 { one.number <= 2 } else { family.last < one.number };
        }
        family.last = one.number;
        family.count += 1;
        family.plain += usize::from(!one.is_name);
    }
    // A sign that other lines have too is a list mark.
    for (place, (at, _)) in kept.0.iter().enumerate().filter(|(place, _)| !kept.begins(*place)) {
        let Some(line) = lines.get(*at) else { continue };
        let first = view(*at).text.get(line.start..).and_then(|text| text.chars().next());
        for mark in [first.map(Mark::Sign), line.picture.then_some(Mark::Picture)].into_iter().flatten() {
            if let Some(family) = families.get_mut(&mark).filter(|_| place > 0) {
                family.shared = true;
            }
        }
    }
    let mut found: Vec<(usize, usize)> = Vec::new();
    for one in &all {
        let heads = families.get(&one.mark).is_some_and(|family| {
            family.count > 1 && family.plain * 2 >= family.count && family.rises && !family.shared
        });
        // Of several marks of a line the first one counts.
        if heads && found.last().is_none_or(|(at, _)| *at != one.at) {
            found.push((one.at, one.tokens));
        }
    }
    found
}

/// Lines with the same mark.
#[derive(Default)]
struct Family {
    count: usize,
    /// So many are no movement's name.
    plain: usize,
    last: u32,
    rises: bool,
    /// Lines inside blocks have the mark too.
    shared: bool,
}

/// Lines that say which level, slot or rest follows are no headings.
fn is_label(line: &Read) -> bool {
    line.items.iter().any(|item| {
        matches!(
            item.what,
            What::Level { .. } | What::Slots(_) | What::RestWord | What::Remark { .. } | What::Link(_)
        )
    })
}

/// What may be the mark of a line, with its number and its length in tokens.
fn marks<'a>(line: &Line, t: Tokens<'a>) -> Vec<(Mark<'a>, u32, usize)> {
    const ROMAN: &[&str] = &["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];
    const NAMED: &[&str] = &["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    const OTHERS: &[&str] = &[
        "round", "set", "min", "minute", "level", "option", "rx", "week", "day", "every", "for", "rest",
        "emom",
    ];
    let mut found = Vec::new();
    let place = |words: &[&str], at: usize| {
        words.iter().position(|word| t.is(at, word)).and_then(|place| u32::try_from(place + 1).ok())
    };
    let number = |at: usize| count(t, at).filter(|number| *number <= 15);
    let ends = |at: usize| t.one_of(at, &[".", ")", ":", "|"]) || t.is_sign(at, '-') && !t.glued(at + 1);
    if t.one_of(0, &["[", "("])
        && let Some(number) = number(1).or_else(|| place(ROMAN, 1))
        && t.one_of(2, &["]", ")"])
    {
        found.push((Mark::Number, number, 3));
    } else if let Some(number) = number(0).or_else(|| place(ROMAN, 0))
        && ends(1)
    {
        found.push((Mark::Number, number, 2));
    } else if t.is_word(0)
        && !OTHERS.contains(&t.word(0))
        && let Some(number) = number(1).or_else(|| place(NAMED, 1))
        && ends(2)
    {
        found.push((Mark::Word(t.word(0)), number, 3));
    }
    let first = t.text.get(line.start..line.end).and_then(|text| text.chars().next()).unwrap_or(' ');
    let signs =
        (0..t.len()).take_while(|at| matches!(t.get(*at).map(|one| one.kind), Some(Kind::Sign(_)))).count();
    if matches!(first, '~' | '>' | '=' | '^' | '%' | '\u{bb}' | '\u{25a0}'..='\u{25ff}') {
        found.push((Mark::Sign(first), 0, signs));
    }
    if line.picture {
        found.push((Mark::Picture, 0, signs));
    }
    found
}

/// A few words with no number and no format.
fn is_title(t: Tokens<'_>) -> bool {
    let words = t.list.iter().filter(|token| token.kind == Kind::Word).count();
    let plain = t.list.iter().enumerate().all(|(at, token)| match token.kind {
        Kind::Word => true,
        // `Second half`
        Kind::Number(_) => t.word(at).starts_with(|sign: char| sign.is_ascii_alphabetic()),
        Kind::Sign(sign) => matches!(sign, ':' | '-' | '&' | '+' | ',' | '\'' | '/' | '(' | ')' | '!'),
        _ => false,
    });
    (1..=WORDS).contains(&words)
        && plain
        && t.is_word(0)
        && !facts(t).0.is_format()
        && !t.one_of(0, &["rest", "then"])
}

/// Whether the headings of a text stand alone, a blank line below each: then other such lines are headings too.
pub(super) fn stand_alone(read: &[Read], kept: &Kept) -> bool {
    let mut known = (0..kept.0.len()).filter(|place| {
        kept.0.get(*place).and_then(|(at, _)| read.get(*at)).is_some_and(|line| {
            matches!(line.items.as_slice(), [item] if matches!(item.what, What::Heading { letter: None, .. }))
        }) && kept.0.get(place + 1).is_some()
    });
    let mut any = false;
    known.all(|place| {
        any = true;
        kept.below(place).is_none()
    }) && any
}

/// Lines of a few words, alone between blank lines, with work below.
pub(super) fn alone<'a>(
    read: &[Read],
    kept: &Kept,
    view: impl Fn(usize) -> Tokens<'a>,
    open: impl Fn(usize, usize) -> bool,
) -> Vec<usize> {
    (0..kept.0.len())
        .filter_map(|place| Some((place, kept.0.get(place)?.0)))
        .filter(|(place, at)| {
            kept.begins(*place)
                && kept.below(*place).is_none()
                && read.get(*at).is_some_and(|line| !is_label(line))
                && is_title(view(*at))
                && view(*at).raw(0, 1).starts_with(char::is_uppercase)
                && open(*place, *at)
                && works_below(read, kept, *place)
        })
        .map(|(_, at)| at)
        .collect()
}
