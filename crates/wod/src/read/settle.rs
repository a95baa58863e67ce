//! Measures into a prescription, now that the name is known.

use super::amount::{
    amount, by_implement, calories, distance, duration, height, load_like, repetitions, weight,
};
use super::measure::{Measure, Numbers};
use super::phrase::{Implement, Phrase, Setting};
use super::split::{Draft, Seen};
use super::unit::Unit;
use crate::library::{Exercise, Parameter};
use crate::model::{Amount, Code, DistanceUnit, Height, HeightUnit, Load, Reps};

/// Puts everything in its place.
pub(super) fn settle(mut draft: Draft, setting: Setting<'_>) -> Phrase {
    let mut phrase = std::mem::take(&mut draft.phrase);
    name(&mut phrase, &mut draft);
    let exercise = phrase.exercise.and_then(|at| setting.library.exercise(at));
    merge_sexes(&mut draft.seen);
    let seen = std::mem::take(&mut draft.seen);
    for one in &seen {
        if one.measure.mended {
            phrase.codes.push(Code::TypoNormalized);
        }
        place(&mut phrase, one, exercise, (&draft, setting));
    }
    if draft.bodyweight
        && phrase.load.is_none()
        && exercise.is_none_or(|one| one.parameter != Parameter::None)
    {
        phrase.load = Some(Load::Bodyweight { amount: Amount::one(1.0) });
    }
    mentioned_modifiers(&mut phrase, exercise);
    descriptive(&mut phrase, exercise);
    maximum(&mut phrase, &draft);
    far(&mut phrase, exercise);
    phrase
}

/// A pair without a unit is a weight or a height once it is known whose it is.
pub(super) fn weigh(phrase: &mut Phrase, setting: Setting<'_>) {
    let exercise = phrase.exercise.and_then(|at| setting.library.exercise(at));
    let Some(Reps::Fixed { amount: amount @ Amount::BySex { .. }, .. }) = phrase.reps else { return };
    match exercise.map(|found| found.parameter) {
        Some(Parameter::Load | Parameter::Both) => {
            phrase.reps = None;
            phrase.codes.push(Code::UnitAssumed);
            phrase.load = Some(Load::Absolute { amount, unit: setting.unit, implement_count: None });
        }
        Some(Parameter::Height) => {
            phrase.reps = None;
            phrase.codes.push(Code::UnitAssumed);
            let unit = if amount.smallest() >= 40.0 { HeightUnit::Cm } else { HeightUnit::In };
            phrase.height = Some(Height { amount, unit });
        }
        _ => {}
    }
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
        if draft.foreign && !draft.seen.is_empty() {
            phrase.note.append(&mut draft.behind);
        } else if !draft.behind.is_empty() {
            phrase.exact = false;
            phrase.mention = format!("{} {}", phrase.mention, draft.behind.join(" "));
        }
        return;
    }
    // `one DB at 10/7.5`, `all DB work with 10/6 kg`
    const AROUND: &[&str] =
        &["one", "single", "two", "both", "work", "weights", "weight", "loads", "same", "movements"];
    let words: Vec<&String> =
        draft.before.iter().filter(|word| !AROUND.contains(&word.to_ascii_lowercase().as_str())).collect();
    if let [word] = words.as_slice()
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

/// One measure into the phrase.
fn place(
    phrase: &mut Phrase,
    one: &Seen,
    exercise: Option<&Exercise>,
    (draft, setting): (&Draft, Setting<'_>),
) {
    let read = &one.measure;
    phrase.per_side |= read.per_side;
    if both_sides(phrase, one) {
        return;
    }
    let noun = Implement::of(&one.noun);
    if noun.is_some() && phrase.implement.is_none() && exercise.is_none() {
        phrase.implement = noun;
    }
    let rope = exercise.is_some_and(|found| found.needs("climbing_rope"));
    let covers = exercise.is_some_and(|found| found.quantities.contains('d'));
    match read.unit {
        Unit::Weight(unit) => weight(phrase, one, unit, setting),
        // `5 bodyweight deadlifts`: nobody lifts five times themselves.
        Unit::Bodyweight if phrase.reps.is_none() && read.single().is_some_and(|value| value >= 4.0) => {
            phrase.reps = read.single().map(Reps::fixed);
            phrase.load = Some(Load::Bodyweight { amount: Amount::one(1.0) });
        }
        Unit::Bodyweight => {
            if let Some(amount) = amount(read, phrase, setting) {
                phrase.load = Some(Load::Bodyweight { amount });
            }
        }
        Unit::Percent => {}
        Unit::Inches | Unit::Centimetres => height(phrase, one, setting),
        Unit::TwoMarks => {
            let timed = exercise.is_some_and(|found| found.parameter != Parameter::Height && !rope);
            if timed && phrase.reps.is_none() {
                duration(phrase, read, 1.0, setting);
            } else {
                height(phrase, one, setting);
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
        Unit::Seconds if phrase.reps.is_some() && pair_of_bells(one, exercise) => {
            phrase.codes.push(Code::UnitAssumed);
            weight(phrase, one, setting.unit, setting);
        }
        Unit::Seconds => duration(phrase, read, 1.0, setting),
        Unit::Reps => repetitions(phrase, read, setting),
        Unit::None => bare(phrase, one, exercise, (draft, setting)),
    }
}

/// `(50s/35s)` are a pair of dumbbells.
fn pair_of_bells(one: &Seen, exercise: Option<&Exercise>) -> bool {
    let pair = matches!(one.measure.numbers, Numbers::Pair(..));
    let held = exercise.is_some_and(|found| {
        found.needs("dumbbell") || found.needs("kettlebell") || found.parameter == Parameter::Load && pair
    });
    one.in_parens && held && (pair || one.measure.single().is_some()) && !one.raw.contains(':')
}

/// What stands alone in parentheses is the weight of what stands above, and behind a vest it is the vest's.
fn in_parentheses(phrase: &mut Phrase, one: &Seen, alone: bool, setting: Setting<'_>) -> bool {
    let above = alone && phrase.mention.is_empty() && matches!(one.measure.numbers, Numbers::Pair(..));
    let worn = phrase.vest.is_some_and(|vest| vest.weight.is_none()) && load_like(&one.measure);
    if !one.in_parens || !above && !worn {
        return false;
    }
    if above {
        phrase.codes.push(Code::UnitAssumed);
    }
    weight(phrase, one, setting.unit, setting);
    true
}

/// `80 box step-overs with a DB (22.5/15)`: the weight of what is held.
fn in_a_hand(phrase: &Phrase) -> bool {
    phrase.load.is_none()
        && phrase.note.iter().any(|word| {
            matches!(
                Implement::of(&word.to_ascii_lowercase()),
                Some(Implement::Dumbbell | Implement::Kettlebell)
            )
        })
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
    let alone = exercise.is_none() && draft.before.is_empty() && !counted && draft.seen.len() < 2;
    if in_parentheses(phrase, one, alone, setting) {
        return;
    }
    if in_hands(phrase, read, exercise) {
        phrase.codes.push(Code::UnitAssumed);
        weight(phrase, one, setting.unit, setting);
        return;
    }
    if let (Some(times), Numbers::One(_) | Numbers::Range(..)) = (read.times, &read.numbers)
        && phrase.sets.is_none()
        && (!one.in_parens || phrase.reps.is_none() && read.unit == Unit::None)
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
    let unknown_pair =
        exercise.is_none() && one.in_parens && matches!(read.numbers, Numbers::Pair(..)) && counted;
    // `one DB at 10/7.5`
    let held = exercise.is_none() && phrase.implement.is_some() && phrase.mention.is_empty();
    let extra = is_extra(one, exercise, counted) || held && matches!(read.numbers, Numbers::Pair(..));
    if extra
        && (parameter != Parameter::None || phrase.implement.is_some() || exercise.is_none())
        && load_like(read)
    {
        let noun = Implement::of(&one.noun).or(phrase.implement);
        if parameter == Parameter::Height && !in_a_hand(phrase) || noun == Some(Implement::Box) {
            // Nobody's box is 40 inches high.
            let tall = match read.numbers {
                Numbers::One(value) => value >= 40.0,
                Numbers::Pair(one, other) => one.min(other) >= 40.0,
                _ => false,
            };
            let unit = if tall { Unit::Centimetres } else { Unit::Inches };
            let measure = Measure { unit, ..read.clone() };
            phrase.codes.push(Code::UnitAssumed);
            height(phrase, &Seen { measure, ..one.clone() }, setting);
        } else if one.at_sign
            && read.single().is_some_and(|value| value <= 10.0)
            && parameter == Parameter::Load
            && exercise.is_some_and(|found| found.needs("barbell"))
        {
            let value = read.single().unwrap_or_default();
            phrase.effort = Some(crate::model::Effort { min: value, max: value });
        } else if phrase.load.is_none()
            && (parameter != Parameter::None || one.at_sign || noun.is_some() || unknown_pair)
        {
            phrase.codes.push(Code::UnitAssumed);
            let unit = by_implement(read, exercise).unwrap_or(setting.unit);
            weight(phrase, one, unit, setting);
        } else if counted || phrase.load.is_some() && one.in_parens {
            phrase.note.push(one.raw.clone());
        } else {
            repetitions(phrase, read, setting);
        }
        return;
    }
    // `Back Squat (5-5-5)`
    if !counted && one.in_parens && matches!(read.numbers, Numbers::List(_)) {
        repetitions(phrase, read, setting);
        return;
    }
    if counted || one.in_parens && parameter != Parameter::None {
        phrase.note.push(one.raw.clone());
        return;
    }
    repetitions(phrase, read, setting);
}

/// Modifiers that a longer alias swallowed: `alt DB snatch` is an alias, and alternating all the same.
fn mentioned_modifiers(phrase: &mut Phrase, exercise: Option<&Exercise>) {
    let Some(exercise) = exercise else { return };
    let name = exercise.name.to_ascii_lowercase();
    // `singles` is the name itself.
    phrase.modifiers.retain(|word| word != "single" || !name.contains("single"));
    let lower = phrase.mention.to_ascii_lowercase();
    for word in lower.split([' ', '-']) {
        let word = crate::library::canonical(word).0;
        let known = phrase.modifiers.iter().any(|known| known == word);
        if crate::library::is_modifier(word) && !name.contains(word) && !known {
            phrase.modifiers.push(word.to_owned());
        }
    }
}

/// `Row 500`, `400 run`, `cal row 15`: what is covered or counted is no repetition.
fn far(phrase: &mut Phrase, exercise: Option<&Exercise>) {
    let covers = exercise.is_some_and(|found| {
        found.quantities.starts_with('d') && found.family == crate::library::Family::Monostructural
    });
    let Some(Reps::Fixed { amount, or_more: false }) = &phrase.reps else { return };
    if !covers {
        return;
    }
    if phrase.counted == Some(crate::model::Counted::Calories) {
        phrase.reps = Some(Reps::Calories { amount: *amount });
    } else if amount.smallest() >= 100.0 {
        phrase.reps = Some(Reps::Distance { amount: *amount, unit: DistanceUnit::M });
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

/// `12 snatches (6/6)`: the count is of both sides.
fn both_sides(phrase: &mut Phrase, one: &Seen) -> bool {
    let halves = one.measure.per_side
        && one.in_parens
        && matches!((&phrase.reps, one.measure.single()),
            (Some(Reps::Fixed { amount: Amount::One { value }, .. }), Some(side))
                if (side * 2.0 - value).abs() < f64::EPSILON);
    if halves {
        phrase.reps = one.measure.single().map(Reps::fixed);
    }
    halves
}

/// Whether a number without a unit is a weight or a size by its place: no count.
fn is_extra(one: &Seen, exercise: Option<&Exercise>, counted: bool) -> bool {
    let read = &one.measure;
    let parameter = exercise.map_or(Parameter::None, |found| found.parameter);
    // `Thrusters 95/65`: a pair behind a name is no count.
    let pair_behind = one.behind_name
        && matches!(read.numbers, Numbers::Pair(one, other) if one.min(other) >= 14.0 || parameter == Parameter::Both);
    // `Scaled: 95/65 thrusters`: nobody does so many of a barbell, and not by sex.
    let pair_before = !counted
        && !one.behind_name
        && exercise.is_some_and(|found| found.needs("barbell") && found.parameter == Parameter::Load)
        && matches!(read.numbers, Numbers::Pair(one, other) if one.min(other) >= 20.0 && one.max(other) >= 30.0);
    // `30/24 box`, `20/14 ball` with no movement: sizes.
    let of_implement = exercise.is_none()
        && Implement::of(&one.noun).is_some_and(|noun| noun != Implement::Rope)
        && matches!(read.numbers, Numbers::Pair(..) | Numbers::One(_));
    one.in_parens
        || of_implement
        || one.at_sign
        || pair_before
        || pair_behind
        || counted && read.single().is_none_or(|value| value >= 20.0)
}

/// `10 thrusters 2x15`: two of them in the hands.
fn in_hands(phrase: &Phrase, read: &Measure, exercise: Option<&Exercise>) -> bool {
    read.times.is_some_and(|times| (times - 2.0).abs() < f64::EPSILON)
        && phrase.reps.is_some()
        && phrase.load.is_none()
        && exercise.is_none_or(|found| found.parameter == Parameter::Load)
}
