//! Numbers with commas between them: percentages, weights and counts of one set each.

use super::measure::{Measure, Numbers};
use super::unit::{Unit, unit_at};
use crate::scan::Tokens;

/// `70, 75, 80%`.
pub(super) fn comma_list(t: Tokens<'_>, result: &mut Measure) {
    let Numbers::One(first) = result.numbers else { return };
    if matches!(result.unit, Unit::Weight(_)) && t.is_sign(result.to, ',') {
        weights(t, result, first);
        return;
    }
    if !matches!(result.unit, Unit::None | Unit::Percent) || !t.is_sign(result.to, ',') {
        return;
    }
    // `4x8, 62.5%`: repetitions, then a percentage.
    let counted =
        first < 30.0 && result.to >= 3 && t.is_sign(result.to - 2, 'x') && t.is_number_like(result.to - 3);
    if counted {
        return;
    }
    let (mut values, mut next, mut percent) = (vec![first], result.to, result.unit == Unit::Percent);
    while t.is_sign(next, ',') || t.is_sign(next, ',') && t.is(next + 1, "and") {
        let at = if t.is(next + 1, "and") { next + 2 } else { next + 1 };
        let Some(value) = t.number(at).filter(|_| !t.one_of(at + 1, &["x", "@"])) else { break };
        let signed = t.is_sign(at + 1, '%');
        values.push(value);
        percent |= signed;
        next = at + 1 + usize::from(signed);
    }
    // `3,3,3,2,2` at the end: one number for each set.
    let dots = t.is_sign(next, '.') && t.is_sign(next + 1, '.');
    let ends = t.get(next).is_none() || dots || t.one_of(next, &["@", "(", "reps", ":"]);
    if !percent
        && ends
        && values.len() > 2
        && values.iter().all(|value| *value <= 30.0 && value.fract() == 0.0)
    {
        result.numbers = Numbers::List(values);
        result.open = dots;
        result.to = next + (next..t.len()).take_while(|at| t.is_sign(*at, '.')).count();
        return;
    }
    if percent && values.len() > 1 {
        result.numbers = Numbers::List(values);
        result.unit = Unit::Percent;
        result.to = next;
    }
}

/// `60 kg, 65 kg, 70 kg`: one for each set, where there are three or more.
fn weights(t: Tokens<'_>, result: &mut Measure, first: f64) {
    let (mut values, mut next) = (vec![first], result.to);
    while t.is_sign(next, ',')
        && let Some(value) = t.number(next + 1)
        && let Some((unit, factor, end)) = unit_at(t, next + 2)
        && unit == result.unit
    {
        values.push(value * factor);
        next = end;
    }
    if values.len() > 2 {
        result.numbers = Numbers::List(values);
        result.to = next;
    }
}
