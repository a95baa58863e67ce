//! Measures into amounts, each in its place of a phrase.

use super::measure::{Measure, Numbers};
use super::phrase::{Implement, Phrase, Setting, by_size};
use super::split::Seen;
use crate::library::Exercise;
use crate::model::{
    Amount, Code, Counted, DistanceUnit, Height, HeightUnit, Load, Reps, Vest, Weight, WeightUnit,
};

/// How far two ways of writing one amount may lie apart.
const VIEWS: f64 = 0.06;

pub(super) fn amount(read: &Measure, phrase: &mut Phrase, setting: Setting<'_>) -> Option<Amount> {
    Some(match read.numbers {
        Numbers::One(value) => Amount::one(value),
        Numbers::Range(min, max) => Amount::Range { min, max },
        Numbers::Pair(one, other) => {
            let (amount, inferred) = by_size(one, other, read.labelled, setting.male_first);
            if inferred {
                phrase.codes.push(Code::SexOrderInferred);
            }
            amount
        }
        Numbers::List(_) => return None,
    })
}

pub(super) fn weight(phrase: &mut Phrase, one: &Seen, unit: WeightUnit, setting: Setting<'_>) {
    let read = &one.measure;
    if one.noun == "vest"
        || one.noun == "weight" && phrase.vest.is_some()
        || phrase.vest.is_some_and(|vest| vest.weight.is_none())
    {
        let weight = amount(read, phrase, setting).map(|amount| Weight { amount, unit });
        phrase.vest = Some(Vest { weight, optional: false });
        return;
    }
    if let Numbers::List(values) = &read.numbers {
        let of = |value: &f64| Load::Absolute { amount: Amount::one(*value), unit, implement_count: None };
        phrase.load = Some(Load::PerSet { sets: values.iter().map(of).collect() });
        return;
    }
    let Some(amount) = amount(read, phrase, setting) else { return };
    let implement_count = read.times.and_then(super::facts::whole).filter(|count| *count <= 4);
    // `5 x 60 kg` with no count said: five repetitions at that weight.
    if implement_count.is_none() && phrase.reps.is_none() {
        phrase.reps = read.times.map(Reps::fixed);
    }
    match &phrase.load {
        Some(Load::Absolute { amount: first, unit: other, .. }) if *other != unit => {
            let (a, b) = (first.largest() * other.kilograms(), amount.largest() * unit.kilograms());
            if (a - b).abs() > VIEWS * a.max(b) {
                phrase.codes.push(Code::UnitConflict);
            }
            phrase.also.push(one.raw.clone());
        }
        // `95 lb. (65 lb.)`: the second is for women.
        Some(Load::Absolute { amount: Amount::One { value: first }, implement_count: count, .. })
            if one.in_parens
                && read.single().is_some_and(|second| second < *first && second * 2.0 > *first) =>
        {
            let amount = Amount::by_sex(*first, read.single().unwrap_or_default());
            phrase.load = Some(Load::Absolute { amount, unit, implement_count: *count });
        }
        Some(Load::Absolute { .. }) => phrase.note.push(one.raw.clone()),
        _ => phrase.load = Some(Load::Absolute { amount, unit, implement_count }),
    }
}

pub(super) fn height(phrase: &mut Phrase, one: &Seen, setting: Setting<'_>) {
    let Some(unit) = one.measure.unit.height() else { return };
    let Some(amount) = amount(&one.measure, phrase, setting) else { return };
    let found = Height { amount, unit };
    let target = unit == HeightUnit::Ft
        && (one.to
            || one.noun == "target"
            || phrase.load.is_some()
            || phrase.implement == Some(Implement::Ball))
        && phrase.exercise.is_none_or(|at| {
            setting
                .library
                .exercise(at)
                .is_some_and(|found| !found.needs("climbing_rope") && !found.needs("box"))
        });
    let slot = if target { &mut phrase.target } else { &mut phrase.height };
    match slot {
        Some(first) if first.unit != unit => {
            let (a, b) = (first.amount.largest() * first.unit.metres(), amount.largest() * unit.metres());
            if (a - b).abs() > VIEWS * a.max(b) {
                phrase.codes.push(Code::UnitConflict);
            }
            phrase.also.push(one.raw.clone());
        }
        Some(_) => phrase.note.push(one.raw.clone()),
        None => *slot = Some(found),
    }
}

pub(super) fn distance(
    phrase: &mut Phrase,
    read: &Measure,
    unit: DistanceUnit,
    (one, setting): (&Seen, Setting<'_>),
) {
    if let Some(Reps::Distance { amount: first, unit: other }) = &phrase.reps {
        if let Some(second) = amount(read, &mut Phrase::default(), setting) {
            let (a, b) = (first.largest() * other.metres(), second.largest() * unit.metres());
            if *other != unit && (a - b).abs() > VIEWS * a.max(b) {
                phrase.codes.push(Code::UnitConflict);
            }
        }
        phrase.also.push(one.raw.clone());
        return;
    }
    if phrase.reps.is_some() {
        // `10 shuttle runs of 10 m`: how long each is.
        phrase.note.push(one.raw.clone());
        return;
    }
    if let Numbers::List(values) = &read.numbers {
        phrase.reps = Some(Reps::Scheme { values: values.clone(), unit: Some(unit.into()) });
        return;
    }
    if let Some(times) = read.times {
        phrase.sets = super::facts::whole(times);
    }
    phrase.reps = amount(read, phrase, setting).map(|amount| Reps::Distance { amount, unit });
}

pub(super) fn calories(phrase: &mut Phrase, read: &Measure, setting: Setting<'_>) {
    if phrase.reps.is_some() {
        return;
    }
    if let Some(times) = read.times {
        phrase.sets = super::facts::whole(times);
    }
    phrase.reps = match &read.numbers {
        Numbers::List(values) => Some(listed(values, read.open, Some(Counted::Calories))),
        _ => amount(read, phrase, setting).map(|amount| Reps::Calories { amount }),
    };
}

pub(super) fn duration(phrase: &mut Phrase, read: &Measure, factor: f64, setting: Setting<'_>) {
    if phrase.reps.is_some() {
        let seconds = read.single().unwrap_or_default() * factor;
        phrase.note.push(format!("{seconds} s"));
        return;
    }
    if let Some(times) = read.times {
        phrase.sets = super::facts::whole(times);
    }
    phrase.reps = match &read.numbers {
        Numbers::List(values) => {
            let values = values.iter().map(|value| value * factor).collect();
            Some(Reps::Scheme { values, unit: Some(Counted::Seconds) })
        }
        _ => amount(read, phrase, setting)
            .map(|amount| Reps::Duration { amount: amount.map(|value| value * factor) }),
    };
}

pub(super) fn repetitions(phrase: &mut Phrase, read: &Measure, setting: Setting<'_>) {
    if let Some(times) = read.times {
        phrase.sets = super::facts::whole(times);
    }
    phrase.reps = match &read.numbers {
        Numbers::List(values) => Some(listed(values, read.open, None)),
        Numbers::Range(min, max) => Some(Reps::Range { min: *min, max: *max }),
        _ => amount(read, phrase, setting).map(|amount| Reps::Fixed { amount, or_more: read.or_more }),
    };
}

/// A dash list: a ladder where it goes on, else one number for each round.
pub(crate) fn listed(values: &[f64], open: bool, unit: Option<Counted>) -> Reps {
    if let ([first, second, ..], true) = (values, open) {
        return Reps::Ladder { start: *first, step: second - first, end: None, unit };
    }
    Reps::Scheme { values: values.to_vec(), unit }
}

/// The unit that the sizes an implement is made in tell: balls of 14 and kettlebells of 53 are pounds.
pub(super) fn by_implement(read: &Measure, exercise: Option<&Exercise>) -> Option<WeightUnit> {
    let values: Vec<f64> = match &read.numbers {
        Numbers::One(value) => vec![*value],
        Numbers::Pair(one, other) | Numbers::Range(one, other) => vec![*one, *other],
        Numbers::List(values) => values.clone(),
    };
    let exercise = exercise?;
    let all = |sizes: &[f64]| values.iter().all(|value| sizes.contains(value));
    if exercise.needs("ball") {
        let heaviest = values.iter().copied().fold(0.0, f64::max);
        return Some(if exercise.name == "Wall Ball" && heaviest >= 14.0 {
            WeightUnit::Lb
        } else if heaviest <= 10.0 && exercise.name == "Wall Ball" {
            WeightUnit::Kg
        } else {
            return None;
        });
    }
    if exercise.needs("kettlebell") && all(&[18.0, 26.0, 35.0, 44.0, 53.0, 62.0, 70.0, 88.0]) {
        return Some(WeightUnit::Lb);
    }
    if exercise.needs("kettlebell") && all(&[8.0, 12.0, 16.0, 24.0, 32.0]) {
        return Some(WeightUnit::Kg);
    }
    None
}

/// Numbers that may be a weight: at least 2 of whatever unit, and no list.
pub(super) fn load_like(read: &Measure) -> bool {
    match &read.numbers {
        Numbers::One(value) => *value >= 2.0 && !read.per_side,
        Numbers::Pair(one, other) => one.min(*other) >= 2.0,
        Numbers::Range(min, _) => *min >= 8.0,
        Numbers::List(_) => false,
    }
}
