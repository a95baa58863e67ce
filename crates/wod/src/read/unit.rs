//! Units as they are written.

use crate::model::{DistanceUnit, HeightUnit, WeightUnit};
use crate::scan::{Kind, Tokens};

/// What a number counts, as far as the number's own text tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    None,
    Weight(WeightUnit),
    Inches,
    Centimetres,
    Feet,
    Distance(DistanceUnit),
    Calories,
    Seconds,
    Percent,
    Bodyweight,
    Reps,
    /// `'`: minutes or feet.
    OneMark,
    /// `"` or `''`: inches or seconds.
    TwoMarks,
}

impl Unit {
    pub(crate) fn height(self) -> Option<HeightUnit> {
        match self {
            Self::Inches | Self::TwoMarks => Some(HeightUnit::In),
            Self::Centimetres => Some(HeightUnit::Cm),
            Self::Feet | Self::OneMark | Self::Distance(DistanceUnit::Ft) => Some(HeightUnit::Ft),
            _ => None,
        }
    }
}

/// A unit at a place, with a factor for its numbers and the place behind it. A hyphen may stand before it.
pub(crate) fn unit_at(t: Tokens<'_>, at: usize) -> Option<(Unit, f64, usize)> {
    let hyphen = t.is_sign(at, '-') && t.is_word(at + 1) && t.glued(at) && t.glued(at + 1);
    let at = if hyphen { at + 1 } else { at };
    if t.is_sign(at, '\'') {
        return Some(if t.is_sign(at + 1, '\'') && t.glued(at + 1) {
            (Unit::TwoMarks, 1.0, at + 2)
        } else {
            (Unit::OneMark, 1.0, at + 1)
        });
    }
    let may = t.get(at).is_some_and(|token| match token.kind {
        Kind::Word => true,
        Kind::Sign(sign) => matches!(sign, '"' | '%' | '#' | 'x'),
        _ => false,
    });
    if !may {
        return None;
    }
    let plain = |unit| Some((unit, 1.0, at + 1));
    let weight = |unit| Some((Unit::Weight(unit), 1.0, dotted(t, at + 1)));
    let distance = |unit| Some((Unit::Distance(unit), 1.0, dotted(t, at + 1)));
    match t.word(at) {
        "\"" => plain(Unit::TwoMarks),
        "%" => plain(Unit::Percent),
        "percent" => plain(Unit::Percent),
        "kg" | "kgs" | "kilo" | "kilos" | "kilogram" | "kilograms" => weight(WeightUnit::Kg),
        "lb" | "lbs" | "pound" | "pounds" => weight(WeightUnit::Lb),
        "#" if t.glued(at) => plain(Unit::Weight(WeightUnit::Lb)),
        "pood" | "poods" => weight(WeightUnit::Pood),
        "inch" | "inches" if !t.one_of(at + 1, &["worm", "worms"]) => plain(Unit::Inches),
        "in" if in_is_inches(t, at, hyphen) => Some((Unit::Inches, 1.0, dotted(t, at + 1))),
        "cm" | "cms" => plain(Unit::Centimetres),
        "feet" if t.one_of(at + 1, &["elevated", "up", "together"]) => None,
        "ft" | "feet" | "foot" => Some((Unit::Feet, 1.0, dotted(t, at + 1))),
        "m" | "meter" | "meters" | "metre" | "metres" | "mtr" | "mtrs" | "mt" => distance(DistanceUnit::M),
        "km" | "kms" | "k" | "kilometer" | "kilometers" | "kilometre" | "kilometres" => {
            distance(DistanceUnit::Km)
        }
        "mi" | "mile" | "miles" => distance(DistanceUnit::Mi),
        "yd" | "yds" | "yard" | "yards" => distance(DistanceUnit::Yd),
        "cal" | "cals" | "calorie" | "calories" | "kcal" | "kcals" => {
            Some((Unit::Calories, 1.0, dotted(t, at + 1)))
        }
        "s" | "sec" | "secs" | "second" | "seconds" => Some((Unit::Seconds, 1.0, dotted(t, at + 1))),
        "min" | "mins" | "minute" | "minutes" | "mins'" => Some((Unit::Seconds, 60.0, dotted(t, at + 1))),
        "hr" if t.one_of(at + 1, &["push", "pushup", "pushups", "pu"]) => None,
        "h" | "hr" | "hrs" | "hour" | "hours" => Some((Unit::Seconds, 3600.0, at + 1)),
        "bw" | "bodyweight" => plain(Unit::Bodyweight),
        "body" if t.is(at + 1, "weight") => Some((Unit::Bodyweight, 1.0, at + 2)),
        "x" if t.one_of(at + 1, &["bw", "bodyweight"]) => Some((Unit::Bodyweight, 1.0, at + 2)),
        "x" if t.phrase(at + 1, &["body", "weight"]) => Some((Unit::Bodyweight, 1.0, at + 3)),
        "times" if t.one_of(at + 1, &["bw", "bodyweight"]) => Some((Unit::Bodyweight, 1.0, at + 2)),
        "rep" | "reps" | "repetitions" => Some((Unit::Reps, 1.0, dotted(t, at + 1))),
        _ => None,
    }
}

/// `in` is a unit only where no time or noun follows it.
fn in_is_inches(t: Tokens<'_>, at: usize, hyphen: bool) -> bool {
    let stops = t.is_number_like(at + 1)
        || t.one_of(
            at + 1,
            &[
                "the", "a", "an", "as", "each", "under", "any", "total", "pairs", "teams", "one", "this",
                "less", "your",
            ],
        );
    hyphen || t.glued(at) || !stops
}

/// Behind the point of an abbreviation.
fn dotted(t: Tokens<'_>, at: usize) -> usize {
    let point = t.is_sign(at, '.') && t.glued(at) && !t.is_sign(at + 1, '.');
    if point && t.get(at + 1).is_some() { at + 1 } else { at }
}
