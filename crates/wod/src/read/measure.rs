//! Numbers with their units: `43/30 kg`, `21-15-9`, `3-6-9-...`, `2x22.5 kg`, `:30/side`, `1 1/2 pood`.

use super::side::suffixes;
use super::unit::{Unit, unit_at};
use crate::scan::Tokens;

/// The numbers of a measure.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Numbers {
    One(f64),
    Pair(f64, f64),
    Range(f64, f64),
    List(Vec<f64>),
}

/// Numbers with a unit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Measure {
    pub(crate) numbers: Numbers,
    pub(crate) unit: Unit,
    /// `2x` before it.
    pub(crate) times: Option<f64>,
    /// A plus behind it.
    pub(crate) or_more: bool,
    /// The list goes on.
    pub(crate) open: bool,
    pub(crate) per_side: bool,
    /// The pair's order is said; it is stored male first.
    pub(crate) labelled: bool,
    /// A letter was read as a digit.
    pub(crate) mended: bool,
    /// Behind the last token.
    pub(crate) to: usize,
}

impl Measure {
    fn of(numbers: Numbers, unit: Unit, to: usize) -> Self {
        Self {
            numbers,
            unit,
            times: None,
            or_more: false,
            open: false,
            per_side: false,
            labelled: false,
            mended: false,
            to,
        }
    }

    /// The number, where there is only one.
    pub(crate) fn single(&self) -> Option<f64> {
        match self.numbers {
            Numbers::One(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn scale(&mut self, factor: f64) {
        let numbers = &mut self.numbers;
        match numbers {
            Numbers::One(value) => *value *= factor,
            Numbers::Pair(one, other) | Numbers::Range(one, other) => {
                *one *= factor;
                *other *= factor;
            }
            Numbers::List(values) => values.iter_mut().for_each(|value| *value *= factor),
        }
    }
}

/// Which sex a word names.
pub(crate) fn sex_word(word: &str) -> Option<bool> {
    match word {
        "men" | "male" | "males" | "guys" | "gents" | "men's" | "mens" | "\u{2642}" | "boys" => Some(true),
        "women" | "female" | "females" | "girls" | "ladies" | "women's" | "womens" | "\u{2640}" => {
            Some(false)
        }
        _ => None,
    }
}

/// One value with what is glued to it: a fraction behind a whole number, marks for minutes and seconds.
fn value(t: Tokens<'_>, at: usize) -> Option<(f64, Unit, usize)> {
    if let Some(seconds) = t.time(at) {
        return Some((seconds, Unit::Seconds, at + 1));
    }
    let whole = t.number(at)?;
    if let (Some(top), true, Some(bottom)) = (t.number(at + 1), t.is_sign(at + 2, '/'), t.number(at + 3))
        && !t.glued(at + 1)
        && top < bottom
        && bottom <= 4.0
    {
        return Some((whole + top / bottom, Unit::None, at + 4));
    }
    if t.is_sign(at + 1, '/')
        && let Some(bottom) = t.number(at + 2)
        && whole < bottom
        && bottom <= 4.0
        && fraction_follows(t, at + 3)
    {
        return Some((whole / bottom, Unit::None, at + 3));
    }
    // `2'30"` and `2 min 30 sec`
    if t.is_sign(at + 1, '\'')
        && !t.is_sign(at + 2, '\'')
        && let Some(seconds) = t.number(at + 2)
        && t.glued(at + 2)
    {
        let end = if t.is_sign(at + 3, '"') { at + 4 } else { at + 3 };
        return Some((whole * 60.0 + seconds, Unit::Seconds, end));
    }
    if let Some((Unit::Seconds, factor, next)) = unit_at(t, at + 1)
        && factor > 1.0
    {
        let next = if t.is(next, "and") { next + 1 } else { next };
        if let Some(seconds) = t.number(next)
            && let Some((Unit::Seconds, small, end)) = unit_at(t, next + 1)
            && small < factor
        {
            return Some((whole * factor + seconds * small, Unit::Seconds, end));
        }
    }
    Some((whole, Unit::None, at + 1))
}

/// After `1/2`: a word that makes a fraction of it.
fn fraction_follows(t: Tokens<'_>, at: usize) -> bool {
    let at = if t.is_sign(at, '-') { at + 1 } else { at };
    t.one_of(at, &["mile", "miles", "mi", "bodyweight", "bw", "body", "pood", "poods", "km", "x", "marathon"])
}

/// The measure that begins at a token.
pub(crate) fn measure(t: Tokens<'_>, at: usize) -> Option<Measure> {
    let (first, first_unit, next) = value(t, at)?;
    if let Some(end) = t.is_sign(next, 'x').then_some(next + 1)
        && first_unit == Unit::None
        && t.is_number_like(end)
        && unit_at(t, next).is_none()
    {
        let mut inner = plain(t, end)?;
        inner.times = Some(first);
        return Some(inner);
    }
    plain(t, at)
}

/// A measure with no `2x` before it.
fn plain(t: Tokens<'_>, at: usize) -> Option<Measure> {
    let (first, first_unit, mut next) = value(t, at)?;
    let mut unit = first_unit;
    let mut factor = 1.0;
    if unit == Unit::None
        && let Some((found, scale, end)) = unit_at(t, next)
    {
        (unit, factor, next) = (found, scale, end);
    }
    let mut result = Measure::of(Numbers::One(first * factor), unit, next);
    // Inside a list the numbers before have been read already.
    let inside = at > 1 && t.one_of(at - 1, &["-", "/", ","]) && t.is_number_like(at - 2) && t.glued(at);
    if !inside {
        extend(t, &mut result, (first, factor));
    }
    result.mended = (at..result.to).any(|place| t.get(place).is_some_and(|token| token.mended));
    suffixes(t, &mut result);
    Some(result)
}

/// Goes on with the second number of a pair, range or list.
fn extend(t: Tokens<'_>, result: &mut Measure, (first, factor): (f64, f64)) {
    let sex = label(t, result.to, result.unit);
    let after_label = sex.map_or(result.to, |(_, next)| next);
    if t.is_sign(after_label, '/') && t.is_number_like(after_label + 1) {
        pair(t, result, (first, factor), (sex, after_label + 1));
        return;
    }
    // `10 reps - 43/30 kg`: a dash between two things.
    let apart = result.unit == Unit::Reps && !t.glued(result.to);
    let dash = t.is_sign(result.to, '-') && t.is_number_like(result.to + 1) && !apart;
    if dash {
        run(t, result, (first, factor));
        return;
    }
    if t.is(result.to, "to") && t.is_number_like(result.to + 1) {
        let own = result.unit;
        if let Some((second, unit, next)) = single(t, result.to + 1)
            && (unit == own || own == Unit::None || unit == Unit::None)
            && second.1 > first
            && !t.is_sign(next, '/')
        {
            let factor = factor.max(second.2);
            result.numbers = Numbers::Range(first * factor, second.1 * second.2.max(factor));
            result.unit = if own == Unit::None { unit } else { own };
            result.to = next;
        }
        return;
    }
    super::comma::comma_list(t, result);
}

/// One value with its unit: (unit known, value, factor).
fn single(t: Tokens<'_>, at: usize) -> Option<((bool, f64, f64), Unit, usize)> {
    let (number, unit, next) = value(t, at)?;
    if unit != Unit::None {
        return Some(((true, number, 1.0), unit, next));
    }
    match unit_at(t, next) {
        Some((unit, factor, next)) => Some(((true, number, factor), unit, next)),
        None => Some(((false, number, 1.0), Unit::None, next)),
    }
}

/// `M` or `women` behind a number that has its unit already.
fn label(t: Tokens<'_>, at: usize, unit: Unit) -> Option<(bool, usize)> {
    let (open, inner) = if t.is_sign(at, '(') { (true, at + 1) } else { (false, at) };
    let letter = match t.word(inner) {
        "m" if unit != Unit::None && unit != Unit::Reps => Some(true),
        "f" | "w" => Some(false),
        word => sex_word(word),
    }?;
    match (open, t.is_sign(inner + 1, ')')) {
        (true, true) => Some((letter, inner + 2)),
        (false, _) => Some((letter, inner + 1)),
        (true, false) => None,
    }
}

fn pair(t: Tokens<'_>, result: &mut Measure, first: (f64, f64), (sex, at): (Option<(bool, usize)>, usize)) {
    // `2x22.5/2x15 kg`: the count is said twice.
    let at = if t.number(at).is_some() && t.is_sign(at + 1, 'x') && t.is_number_like(at + 2) {
        at + 2
    } else {
        at
    };
    let Some((second, unit, mut next)) = single(t, at) else { return };
    let mut factor = first.1;
    if result.unit == Unit::None {
        result.unit = unit;
        factor = second.2;
    } else if unit != Unit::None && unit != result.unit {
        // Two measures, not a pair.
        return;
    }
    // `800 m / 50 thrusters`: the second number is another movement's.
    let other = result.unit != Unit::None
        && unit == Unit::None
        && !t.glued(at)
        && t.is_word(next)
        && sex_word(t.word(next)).is_none()
        && !t.one_of(next, &["m", "w", "f", "or", "and", "on", "in", "at", "each"]);
    if other {
        return;
    }
    let (a, b) = (first.0 * factor, second.1 * if second.0 { second.2 } else { factor });
    // `35/25 lb / 800 m`, `155/105 / 24/20`
    let apart = (result.unit != Unit::None || t.glued(at)) && !t.glued(next) && !t.glued(next + 1);
    if t.is_sign(next, '/') && t.is_number_like(next + 1) && !apart {
        let mut values = vec![a, b];
        while t.is_sign(next, '/')
            && let Some((more, unit, end)) = single(t, next + 1)
        {
            if unit != Unit::None {
                result.unit = unit;
            }
            values.push(more.1 * factor);
            next = end;
        }
        result.numbers = Numbers::List(values);
        result.open = t.is_sign(next, '.') && t.is_sign(next + 1, '.');
        result.to =
            next + if result.open { (next..t.len()).take_while(|at| t.is_sign(*at, '.')).count() } else { 0 };
        return;
    }
    result.numbers = Numbers::Pair(a, b);
    result.to = next;
    let second_label = label(t, next, unit);
    if let Some((_, end)) = second_label {
        result.to = end;
    }
    match (sex, second_label) {
        (Some((true, _)), _) | (None, Some((false, _))) => result.labelled = true,
        (Some((false, _)), _) | (None, Some((true, _))) => {
            result.labelled = true;
            result.numbers = Numbers::Pair(b, a);
        }
        (None, None) => {}
    }
    if let Some(end) = order_label(t, result.to) {
        result.labelled = true;
        result.to = end.1;
        if !end.0 {
            result.numbers = Numbers::Pair(b, a);
        }
    }
}

/// `M/F` or `(women/men)` behind a pair: whether men come first, and the place behind.
fn order_label(t: Tokens<'_>, at: usize) -> Option<(bool, usize)> {
    let open = usize::from(t.is_sign(at, '('));
    let sex = |place: usize| match t.word(place) {
        "m" => Some(true),
        "f" | "w" => Some(false),
        word => sex_word(word),
    };
    let first = sex(at + open)?;
    let second = sex(at + open + 2).filter(|_| t.is_sign(at + open + 1, '/'))?;
    if first == second {
        return None;
    }
    Some((first, at + open + 3 + usize::from(open == 1 && t.is_sign(at + 4, ')'))))
}

/// `8-10`, `21-15-9`, `2-4-6-...`.
fn run(t: Tokens<'_>, result: &mut Measure, (first, mut factor): (f64, f64)) {
    let mut values = vec![first];
    let mut next = result.to;
    while t.is_sign(next, '-')
        && let Some((more, unit, end)) = single(t, next + 1)
    {
        // `1-30 sec` is a range of one number and a time only where both count the same.
        if unit != Unit::None && result.unit != Unit::None && unit != result.unit {
            break;
        }
        if unit != Unit::None && result.unit == Unit::None {
            (result.unit, factor) = (unit, more.2);
        }
        if t.time(next + 1).is_some()
            && t.number(next - 1).is_some()
            && values.len() == 1
            && result.to == next
        {
            // `2-2:30`: the first is minutes.
            values = vec![first * 60.0];
            factor = 1.0;
        }
        values.push(more.1);
        next = end;
    }
    let dots = usize::from(t.is_sign(next, '-'));
    if t.is_sign(next + dots, '.') && t.is_sign(next + dots + 1, '.') {
        next += dots + 2;
        while t.is_sign(next, '.') {
            next += 1;
        }
        result.open = true;
    } else if t.one_of(next + dots, &["etc"]) {
        next += dots + 1;
        result.open = true;
    } else if t.is_sign(next, ',') && t.is(next + 1, "etc") {
        next += 2;
        result.open = true;
    }
    result.to = next;
    result.numbers = match values.as_slice() {
        [one, other] if !result.open && other > one => Numbers::Range(one * factor, other * factor),
        [_] => Numbers::One(first * factor),
        _ => Numbers::List(values.iter().map(|value| value * factor).collect()),
    };
}
