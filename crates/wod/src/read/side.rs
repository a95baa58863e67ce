//! What stands behind a number: sides, a plus.

use super::measure::{Measure, Numbers};
use super::unit::{Unit, unit_at};
use crate::scan::{Kind, Tokens};

/// `/side`, `each leg`, `L`, `+`, and a second number for the other side.
pub(super) fn suffixes(t: Tokens<'_>, result: &mut Measure) {
    if result.unit == Unit::None
        && let Some((unit, factor, next)) = unit_at(t, result.to)
    {
        result.unit = unit;
        result.scale(factor);
        result.to = next;
    }
    let at = result.to;
    if t.is_sign(at, '+')
        && t.glued(at)
        && !(t.glued(at + 1) && (t.is_number_like(at + 1) || t.is_word(at + 1)))
        && !t.is_number_like(at + 1)
    {
        let joins_a_name =
            t.is_word(at + 1) && matches!(result.unit, Unit::None) && !t.one_of(at + 1, &["reps", "rep"]);
        if !joins_a_name || t.glued(at) {
            result.or_more = true;
            result.to = at + 1;
            if let Some((Unit::Reps, _, next)) = unit_at(t, result.to) {
                result.to = next;
            }
        }
    }
    // `10e`, `10 R + 10 L`
    if t.one_of(result.to, &["e", "es"]) && t.glued(result.to) && t.is_word(result.to + 1) {
        result.per_side = true;
        result.to += 1;
    } else if let Some(end) = side_at(t, result.to) {
        result.per_side = true;
        result.to = end;
    } else if t.one_of(result.to, &["l", "left", "r", "right"]) {
        let slash = usize::from(t.one_of(result.to + 1, &["/", "and", "+", ",", "&"]));
        let other = result.to + 1 + slash;
        let sides: &[&str] =
            if t.one_of(result.to, &["l", "left"]) { &["r", "right"] } else { &["l", "left"] };
        if t.is_number_like(other) && t.one_of(other + 1, sides) {
            result.per_side = true;
            result.to = other + 2;
        } else if slash == 1 && t.one_of(other, sides) {
            result.per_side = true;
            result.to = other + 1;
        }
    }
    if let Numbers::Pair(one, other) = result.numbers
        && (one - other).abs() < f64::EPSILON
        && !result.labelled
    {
        result.numbers = Numbers::One(one);
        let counts = !matches!(
            result.unit,
            Unit::Weight(_)
                | Unit::Inches
                | Unit::Centimetres
                | Unit::Feet
                | Unit::Percent
                | Unit::Bodyweight
                | Unit::TwoMarks
        );
        result.per_side |= counts;
    }
    if let Some(Kind::Sign('x')) = t.get(result.to).map(|token| token.kind)
        && t.is_word(result.to + 1)
        && result.unit == Unit::None
        && unit_at(t, result.to).is_none()
    {
        result.to += 1;
    }
}

const SIDES: &[&str] = &[
    "side",
    "sides",
    "leg",
    "legs",
    "arm",
    "arms",
    "hand",
    "direction",
    "way",
    "s",
    "foot",
    "knee",
    "hip",
    "l",
    "shoulder",
];

/// `each side`, `per leg`, `/arm`, `e/s`, `each way`: the place behind it.
pub(crate) fn side_at(t: Tokens<'_>, at: usize) -> Option<usize> {
    if !(t.is_sign(at, '(') || t.is_sign(at, '/') || t.is_word(at)) {
        return None;
    }
    let open = usize::from(t.is_sign(at, '('));
    let inner = at + open;
    let short = t.one_of(inner + 1, &["s", "e", "l"]) && !t.is_word(inner + 2);
    let end = if t.is_sign(inner, '/') && (short || t.one_of(inner + 1, SIDES)) {
        inner + 2
    } else if t.one_of(inner, &["each", "per", "ea", "p", "ea.", "e"])
        && (t.one_of(inner + 1, SIDES) || t.is_sign(inner + 1, '/') || t.is_sign(inner + 1, '.'))
    {
        let noun = if t.is_word(inner + 1) { inner + 1 } else { inner + 2 };
        if !t.one_of(noun, SIDES) {
            return None;
        }
        noun + 1
    } else if t.phrase(inner, &["on", "each", "side"]) || t.phrase(inner, &["on", "each", "leg"]) {
        inner + 3
    } else if t.one_of(inner, &["both"]) && t.one_of(inner + 1, &["sides", "legs", "arms"]) {
        inner + 2
    } else if t.is(inner, "ea") {
        inner + 1
    } else {
        return None;
    };
    match (open, t.is_sign(end, ')')) {
        (1, true) => Some(end + 1),
        (1, false) => None,
        _ => Some(end),
    }
}
