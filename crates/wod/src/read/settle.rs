//! Measures into a prescription, now that the name is known.

use super::measure::{Measure, Numbers};
use super::phrase::{Implement, Phrase, Setting, by_size};
use super::split::{Draft, Seen};
use super::unit::Unit;
use crate::library::{Exercise, Parameter};
use crate::model::{
    Amount, Code, Counted, DistanceUnit, Height, HeightUnit, Load, Reps, Vest, Weight, WeightUnit,
};

/// How far two ways of writing one amount may lie apart.
const VIEWS: f64 = 0.06;

/// Puts everything in its place.
pub(super) fn settle(mut draft: Draft, setting: Setting<'_>) -> Phrase {
    let mut phrase = std::mem::take(&mut draft.phrase);
    name(&mut phrase, &mut draft);
    let exercise = phrase.exercise.and_then(|at| setting.library.exercise(at)).cloned();
    merge_sexes(&mut draft.seen);
    let seen = std::mem::take(&mut draft.seen);
    for one in &seen {
        if one.measure.mended {
            phrase.codes.push(Code::TypoNormalized);
        }
        place(&mut phrase, one, exercise.as_ref(), (&draft, setting));
    }
    if draft.bodyweight {
        let factor = match (&phrase.reps, seen.first()) {
            // `1 1/2 bodyweight` was read with its unit; a bare word is once.
            (_, _) => 1.0,
        };
        if phrase.load.is_none() && exercise.as_ref().is_none_or(|one| one.parameter != Parameter::None) {
            phrase.load = Some(Load::Bodyweight { amount: Amount::one(factor) });
        }
    }
    mentioned_modifiers(&mut phrase, exercise.as_ref());
    descriptive(&mut phrase, exercise.as_ref());
    maximum(&mut phrase, &draft);
    phrase
}

/// The mention and how exact it is.
fn name(phrase: &mut Phrase, draft: &mut Draft) {
    phrase.exact = true;
    if phrase.exercise.is_some() {
        if !draft.before.is_empty() {
            let implements_only =
                draft.before.iter().all(|word| Implement::of(&word.to_ascii_lowercase()).is_some());
            phrase.exact = false;
            if !implements_only || !draft.before.is_empty() {
                phrase.mention = format!("{} {}", draft.before.join(" "), phrase.mention);
            }
        }
        if !draft.behind.is_empty() {
            phrase.exact = false;
            phrase.mention = format!("{} {}", phrase.mention, draft.behind.join(" "));
        }
        return;
    }
    if let [word] = draft.before.as_slice()
        && let Some(implement) = Implement::of(&word.to_ascii_lowercase())
    {
        phrase.implement = Some(implement);
        return;
    }
    phrase.mention = draft.before.join(" ");
    phrase.exact = false;
}

/// `W: 12 cal / M: 15 cal` into one pair.
fn merge_sexes(seen: &mut Vec<Seen>) {
    let mut at = 0;
    while at + 1 < seen.len() {
        let pair = match (seen.get(at), seen.get(at + 1)) {
            (Some(one), Some(other)) => {
                match (one.sex, other.sex, one.measure.single(), other.measure.single()) {
                    (Some(first), Some(second), Some(a), Some(b)) if first != second => {
                        Some(if first { (a, b) } else { (b, a) })
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        if let Some((male, female)) = pair {
            let unit = seen.get(at + 1).map_or(Unit::None, |one| one.measure.unit);
            seen.remove(at + 1);
            if let Some(one) = seen.get_mut(at) {
                one.measure.numbers = Numbers::Pair(male, female);
                one.measure.labelled = true;
                if one.measure.unit == Unit::None {
                    one.measure.unit = unit;
                }
            }
        }
        at += 1;
    }
}

fn amount(read: &Measure, phrase: &mut Phrase, setting: Setting<'_>) -> Option<Amount> {
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

/// One measure into the phrase.
fn place(
    phrase: &mut Phrase,
    one: &Seen,
    exercise: Option<&Exercise>,
    (draft, setting): (&Draft, Setting<'_>),
) {
    let read = &one.measure;
    phrase.per_side |= read.per_side;
    let noun = Implement::of(&one.noun);
    if noun.is_some() && phrase.implement.is_none() && exercise.is_none() {
        phrase.implement = noun;
    }
    let rope = exercise.is_some_and(|found| found.needs("climbing_rope"));
    let covers = exercise.is_some_and(|found| found.quantities.contains('d'));
    match read.unit {
        Unit::Weight(unit) => weight(phrase, one, unit, setting),
        Unit::Bodyweight => {
            if let Some(amount) = amount(read, phrase, setting) {
                phrase.load = Some(Load::Bodyweight { amount });
            }
        }
        Unit::Percent => {}
        Unit::Inches | Unit::Centimetres => height(phrase, one, setting),
        Unit::TwoMarks => {
            let timed = exercise
                .is_some_and(|found| found.quantities.contains('t') && found.parameter != Parameter::Height);
            if timed && phrase.reps.is_none() {
                duration(phrase, read, 1.0, setting)
            } else {
                height(phrase, one, setting)
            }
        }
        Unit::OneMark => {
            let parameter = exercise.map_or(Parameter::None, |found| found.parameter);
            if rope || one.to || noun == Some(Implement::Target) || parameter == Parameter::Both {
                height(phrase, one, setting);
            } else if covers && exercise.is_none_or(|found| !found.quantities.contains('t')) {
                distance(phrase, read, DistanceUnit::Ft, (one, setting));
            } else if phrase.reps.is_none() {
                duration(phrase, read, 60.0, setting);
            } else {
                phrase.codes.push(Code::MarkAmbiguous);
            }
        }
        Unit::Feet => {
            let target = one.to
                || noun == Some(Implement::Target)
                || exercise.is_some_and(|found| found.parameter == Parameter::Both);
            if target || rope || exercise.is_some_and(|found| found.parameter == Parameter::Height) {
                height(phrase, one, setting);
            } else {
                distance(phrase, read, DistanceUnit::Ft, (one, setting));
            }
        }
        Unit::Distance(unit) => {
            if rope && phrase.reps.is_some() {
                if let Some(amount) = amount(read, phrase, setting) {
                    phrase.height = Some(Height { amount, unit: HeightUnit::M });
                }
            } else {
                distance(phrase, read, unit, (one, setting));
            }
        }
        Unit::Calories => calories(phrase, read, setting),
        Unit::Seconds => duration(phrase, read, 1.0, setting),
        Unit::Reps => repetitions(phrase, read, setting),
        Unit::None => bare(phrase, one, exercise, (draft, setting)),
    }
}

fn weight(phrase: &mut Phrase, one: &Seen, unit: WeightUnit, setting: Setting<'_>) {
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
        Some(Load::Absolute { .. }) => phrase.note.push(one.raw.clone()),
        _ => phrase.load = Some(Load::Absolute { amount, unit, implement_count }),
    }
}

fn height(phrase: &mut Phrase, one: &Seen, setting: Setting<'_>) {
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

fn distance(phrase: &mut Phrase, read: &Measure, unit: DistanceUnit, (one, setting): (&Seen, Setting<'_>)) {
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

fn calories(phrase: &mut Phrase, read: &Measure, setting: Setting<'_>) {
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

fn duration(phrase: &mut Phrase, read: &Measure, factor: f64, setting: Setting<'_>) {
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

fn repetitions(phrase: &mut Phrase, read: &Measure, setting: Setting<'_>) {
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

/// A number without a unit: repetitions, or a weight or height where repetitions are there already.
fn bare(
    phrase: &mut Phrase,
    one: &Seen,
    exercise: Option<&Exercise>,
    (draft, setting): (&Draft, Setting<'_>),
) {
    let read = &one.measure;
    let parameter = exercise.map_or(Parameter::None, |found| found.parameter);
    let counted = phrase.reps.is_some() || draft.max;
    if let (Some(times), Numbers::One(_) | Numbers::Range(..)) = (read.times, &read.numbers)
        && phrase.sets.is_none()
        && !one.in_parens
    {
        phrase.sets = super::facts::whole(times);
        repetitions(phrase, &Measure { times: None, ..read.clone() }, setting);
        return;
    }
    if one.to && read.unit == Unit::None && parameter == Parameter::Both && phrase.load.is_some() {
        height(
            phrase,
            &Seen { measure: Measure { unit: Unit::Feet, ..read.clone() }, ..one.clone() },
            setting,
        );
        return;
    }
    let extra = one.in_parens || one.at_sign || counted;
    if extra
        && (parameter != Parameter::None || phrase.implement.is_some() || exercise.is_none())
        && load_like(read)
    {
        let noun = Implement::of(&one.noun).or(phrase.implement);
        if parameter == Parameter::Height || noun == Some(Implement::Box) {
            let measure = Measure { unit: Unit::Inches, ..read.clone() };
            phrase.codes.push(Code::UnitAssumed);
            height(phrase, &Seen { measure, ..one.clone() }, setting);
        } else if one.at_sign
            && read.single().is_some_and(|value| value <= 10.0)
            && parameter == Parameter::Load
            && exercise.is_some_and(|found| found.needs("barbell"))
        {
            let value = read.single().unwrap_or_default();
            phrase.effort = Some(crate::model::Effort { min: value, max: value });
        } else if phrase.load.is_none() && (parameter != Parameter::None || one.at_sign || noun.is_some()) {
            phrase.codes.push(Code::UnitAssumed);
            let unit = by_implement(read, exercise).unwrap_or(setting.unit);
            weight(phrase, one, unit, setting);
        } else if counted {
            phrase.note.push(one.raw.clone());
        } else {
            repetitions(phrase, read, setting);
        }
        return;
    }
    if counted || one.in_parens && parameter != Parameter::None {
        phrase.note.push(one.raw.clone());
        return;
    }
    repetitions(phrase, read, setting);
}

/// The unit that the sizes an implement is made in tell: balls of 14 and kettlebells of 53 are pounds.
fn by_implement(read: &Measure, exercise: Option<&Exercise>) -> Option<WeightUnit> {
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
fn load_like(read: &Measure) -> bool {
    match &read.numbers {
        Numbers::One(value) => *value >= 2.0 && !read.per_side,
        Numbers::Pair(one, other) => one.min(*other) >= 2.0,
        Numbers::Range(min, _) => *min >= 8.0,
        Numbers::List(_) => false,
    }
}

/// Modifiers that a longer alias swallowed: `alt DB snatch` is an alias, and alternating all the same.
fn mentioned_modifiers(phrase: &mut Phrase, exercise: Option<&Exercise>) {
    let Some(exercise) = exercise else { return };
    let name = exercise.name.to_ascii_lowercase();
    let lower = phrase.mention.to_ascii_lowercase();
    for word in lower.split([' ', '-']) {
        let word = crate::library::canonical(word).0;
        let known = phrase.modifiers.iter().any(|known| known == word);
        if crate::library::is_modifier(word) && !name.contains(word) && !known {
            phrase.modifiers.push(word.to_owned());
        }
    }
}

/// `heavy` and the like before a loaded movement's name.
fn descriptive(phrase: &mut Phrase, exercise: Option<&Exercise>) {
    let loaded = exercise.is_some_and(|found| matches!(found.parameter, Parameter::Load | Parameter::Both));
    if !loaded {
        return;
    }
    if let Some(at) =
        phrase.modifiers.iter().position(|word| matches!(word.as_str(), "heavy" | "light" | "moderate"))
    {
        let word = phrase.modifiers.remove(at);
        phrase.load.get_or_insert(Load::Descriptive { word });
    }
}

/// `max` before or behind the name.
fn maximum(phrase: &mut Phrase, draft: &Draft) {
    phrase.modifiers.retain(|word| word != "max");
    if !draft.max {
        return;
    }
    let unit = phrase.counted;
    phrase.reps = match phrase.reps.take() {
        None => Some(Reps::Max { unit, seconds: None }),
        Some(Reps::Duration { amount: Amount::One { value } }) => {
            Some(Reps::Max { unit, seconds: Some(value) })
        }
        // `50% max` and `3 x max` keep the maximum; a plain count stands.
        Some(other) => Some(other),
    };
}
