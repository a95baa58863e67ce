//! Labels of minutes and numbers before lines.

use super::facts::count;
use crate::scan::Tokens;

/// `Min 1:`, `Odd minutes -`, `Station 2`, `1.`: slots from 1, and the place behind.
pub(super) fn slot(t: Tokens<'_>, at: usize) -> Option<(Vec<usize>, usize)> {
    let named = t.one_of(at, &["min", "minute", "mins", "minutes", "station", "interval", "m", "min."]);
    let mut slots = Vec::new();
    let mut end;
    // `M1:`, `Min2 -`, `St3)`: glued to its number.
    if let Some(number) = glued_number(t.word(at)).filter(|_| t.one_of(at + 1, &[":", "-", ")", ".", "="])) {
        push(&mut slots, number)?;
        return Some((slots, at + 2));
    }
    if named {
        end = at + 1;
        if t.is_sign(end, '.') || t.is_sign(end, '#') {
            end += 1;
        }
        if t.is(at, "m") {
            return None;
        }
        let first = t.number(end)?;
        push(&mut slots, first)?;
        end += 1;
        while t.one_of(end, &["&", "and", ",", "/", "+"])
            && t.number(end + 1).is_some()
            && !super::split_unit(t, end + 2)
        {
            push(&mut slots, t.number(end + 1)?)?;
            end += 2;
        }
        if t.is_sign(end, '-')
            && let Some(last) = t.number(end + 1)
            && last > first
            && last - first < 12.0
            // `Min 1 - 4-6 pull-ups`: the dash is none of the numbers'.
            && !(t.is_sign(end + 2, '-') && t.glued(end + 2))
            && t.one_of(end + 2, &[":", ")", "", "-", "."])
        {
            let mut next = first + 1.0;
            while next <= last {
                push(&mut slots, next)?;
                next += 1.0;
            }
            end += 2;
        }
    } else if t.one_of(at, &["odd", "odds", "even", "evens"]) {
        slots.push(if t.word(at).starts_with("odd") { 1 } else { 2 });
        end = at + 1;
        while t.one_of(end, &["minutes", "minute", "min", "mins"]) {
            end += 1;
        }
    } else {
        let suffix = t.one_of(at + 1, &["st", "nd", "rd", "th"]);
        let minute = t.one_of(at + 2, &["min", "minute"]);
        let number = t.number(at).filter(|_| suffix && minute)?;
        push(&mut slots, number)?;
        end = at + 3;
    }
    while t.one_of(end, &[":", ")", "-", ".", "/", "|", "="]) {
        end += 1;
    }
    Some((slots, end))
}

fn glued_number(word: &str) -> Option<f64> {
    let digits = word.trim_start_matches(|sign: char| sign.is_ascii_alphabetic());
    let name = word.get(..word.len() - digits.len())?;
    let named = matches!(name, "m" | "min" | "minute" | "st" | "station" | "stn");
    digits.parse().ok().filter(|_| named && digits.len() < 3)
}

fn push(slots: &mut Vec<usize>, number: f64) -> Option<()> {
    let number = super::facts::whole(number).filter(|number| *number <= 60)?;
    slots.push(usize::try_from(number).ok()?);
    Some(())
}

/// `1.` or `2)` at the start of a line.
pub(super) fn numbering(t: Tokens<'_>, clocked: bool) -> Option<(usize, usize)> {
    let number = count(t, 0).filter(|number| *number <= 20)?;
    // `8 - 10 burpees` is how many; nobody turns over so many minutes without saying so.
    let range = t.is_sign(1, '-') && !t.glued(1) && t.is_number_like(2) && number > 6;
    let dashed = t.one_of(1, &["-", ":"]) && !t.glued(2) && !range;
    if clocked && number <= 12 && dashed && t.get(2).is_some() {
        return Some((usize::try_from(number).unwrap_or(1), 2));
    }
    let marked = t.is_sign(1, '.') && t.glued(1) && !t.glued(2) || t.is_sign(1, ')') && t.glued(1);
    (marked && t.get(2).is_some()).then_some((usize::try_from(number).unwrap_or(1), 2))
}

/// `1)` or `2.` and nothing else.
pub(super) fn lone_number(t: Tokens<'_>) -> Option<char> {
    let number = count(t, 0).filter(|number| *number <= 9)?;
    let marked = t.len() == 2 && t.one_of(1, &[")", "."]) && t.glued(1);
    char::from_digit(number, 10).filter(|_| marked)
}
