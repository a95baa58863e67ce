//! What a level changes, written in a line: parts between commas, and levels in parentheses behind a movement.

use super::item::What;
use super::level_label::{level, level_code};
use super::line::Reader;
use super::phrase::{Phrase, Setting};
use super::split::phrases;
use crate::library::Parameter;
use crate::model::SpanKind;
use crate::scan::{Kind, Line, Tokens};

/// The most levels in one pair of parentheses.
const LEVELS: usize = 6;

/// Movements, amounts and weights between commas. A weight behind a name is that movement's.
pub(super) fn parts(t: Tokens<'_>, setting: Setting<'_>) -> Vec<Phrase> {
    let mut found: Vec<Phrase> = Vec::new();
    for (from, to) in commas(t) {
        let mut list = phrases(t.slice(from, to), setting);
        let takes = |last: &Phrase| {
            let parameter =
                last.exercise.and_then(|at| setting.library.exercise(at)).map(|own| own.parameter);
            parameter.is_some_and(|own| own != Parameter::None)
                && last.load.is_none()
                && last.height.is_none()
        };
        if let [one] = list.as_slice()
            && !one.named()
            && one.implement.is_none()
            && one.reps.is_none()
            && let Some(last) = found.last_mut().filter(|last| last.named() && takes(last))
        {
            last.load.clone_from(&one.load);
            last.height = one.height;
            last.end = one.end;
            continue;
        }
        found.append(&mut list);
    }
    found
}

/// `All loads are written RX / Intermediate / Beginner`: the levels of the first line that lists three or more, or two
/// that it says are the weights'.
pub(crate) fn legend(lines: &[Line], all: Tokens<'_>) -> Vec<(String, String)> {
    let row = |t: Tokens<'_>, from: usize| {
        let (mut row, mut at) = (Vec::new(), from);
        while let Some((code, end)) = level_code(t, at) {
            row.push((code, t.raw(at, end).to_owned()));
            if !t.is_sign(end, '/') {
                break;
            }
            at = end + 1;
        }
        row
    };
    for line in lines {
        let t = all.slice(line.from, line.to);
        let weights = (0..t.len()).any(|at| t.one_of(at, &["loads", "weights", "load", "weight"]));
        let numbers = (0..t.len()).any(|at| t.is_number_like(at));
        let longest = (0..t.len().min(24)).map(|at| row(t, at)).max_by_key(Vec::len).unwrap_or_default();
        if !numbers && (longest.len() > 2 || longest.len() == 2 && weights) {
            return longest;
        }
    }
    Vec::new()
}

/// Runs of tokens between commas and semicolons that stand in no parentheses.
fn commas(t: Tokens<'_>) -> Vec<(usize, usize)> {
    let (mut runs, mut from, mut depth) = (Vec::new(), 0, 0_i32);
    for at in 0..t.len() {
        match t.get(at).map(|token| token.kind) {
            Some(Kind::Sign('(')) => depth += 1,
            Some(Kind::Sign(')')) => depth -= 1,
            Some(Kind::Sign(',' | ';')) if depth <= 0 => {
                runs.push((from, at));
                from = at + 1;
            }
            _ => {}
        }
    }
    runs.push((from, t.len()));
    runs.retain(|(from, to)| from < to);
    runs
}

/// What stands between parentheses that enclose the whole line.
pub(super) fn enclosed(t: Tokens<'_>) -> Option<Tokens<'_>> {
    let last = t.len().checked_sub(1).filter(|last| *last > 1)?;
    let inner = t.slice(1, last);
    let within = inner.list.iter().any(|token| matches!(token.kind, Kind::Sign('(' | ')')));
    (t.is_sign(0, '(') && t.is_sign(last, ')') && !within).then_some(inner)
}

impl Reader<'_> {
    /// `KB swings 53/35 (L2 44/26, L1 35/18)`, `(Int. 35/25, pull-ups)`: levels that are said in passing.
    pub(super) fn in_passing(&mut self, at: usize, t: Tokens<'_>) -> bool {
        let Some(open) = (0..t.len()).find(|place| {
            t.is_sign(*place, '(') && level_code(t, place + 1).is_some_and(|(_, end)| end < t.len())
        }) else {
            return false;
        };
        let close = t.len() - 1;
        let Some(inner) = enclosed(t.slice(open, close + 1)) else { return false };
        let levels = self.levels_of(inner);
        if levels.is_empty() {
            return false;
        }
        if open > 0 {
            self.body_of(at, at + open);
        }
        let own = self.items.last().and_then(|item| match &item.what {
            What::Phrases(list) if open > 0 => list.last().cloned(),
            _ => None,
        });
        for (from, code, label, mut list) in levels {
            for phrase in list.iter_mut().filter(|phrase| !phrase.named() && phrase.implement.is_none()) {
                if let Some(own) = &own {
                    phrase.mention.clone_from(&own.mention);
                    phrase.exercise = own.exercise;
                    phrase.confidence = own.confidence;
                    phrase.exact = own.exact;
                    super::settle::weigh(phrase, self.setting);
                }
            }
            self.push(at + open + 1 + from, SpanKind::Level, What::Aside { code, label, phrases: list });
        }
        true
    }

    /// The levels of a run of tokens, each with its place, where all of it is levels.
    fn levels_of(&self, t: Tokens<'_>) -> Vec<(usize, String, String, Vec<Phrase>)> {
        let starts: Vec<usize> = (0..t.len())
            .filter(|place| {
                (*place == 0 || t.one_of(place - 1, &[",", ";", "/", "|"])) && level_code(t, *place).is_some()
            })
            .take(LEVELS)
            .collect();
        let mut found = Vec::new();
        for (index, start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).map_or(t.len(), |next| next - 1);
            let one = t.slice(*start, end);
            let (code, label, next) = match level(one) {
                Some(found) => found,
                None => match level_code(one, 0) {
                    Some((code, next)) => (code, one.raw(0, next).to_owned(), next),
                    None => return Vec::new(),
                },
            };
            let list = parts(one.slice(next, one.len()), self.setting);
            let says = list.iter().any(|phrase| phrase.measured() || phrase.exercise.is_some());
            if next >= one.len() || !says {
                return Vec::new();
            }
            found.push((*start, code, label, list));
        }
        found
    }
}
