//! Numbers that can hardly be meant, missing units, totals that disagree.

use crate::model::{
    Amount, Code, DistanceUnit, HeightUnit, Load, Movement, Proposal, Reps, Role, Scheme, Section, Warning,
    WeightUnit,
};
use crate::{Exercise, Library};

/// The most that is done of anything in a minute at a plausible pace, as a multiple of the pace.
const FASTER: f64 = 1.6;

/// What deserves a second look. The reading's own warnings of units and totals are among it.
#[must_use]
pub fn lint(proposal: &Proposal, library: &Library) -> Vec<Warning> {
    let own = |warning: &&Warning| {
        matches!(
            warning.code,
            Code::UnitAssumed
                | Code::UnitConflict
                | Code::TotalConflict
                | Code::SchemeConflict
                | Code::MarkAmbiguous
        )
    };
    let mut found: Vec<Warning> = proposal.warnings.iter().filter(own).cloned().collect();
    for section in proposal.all_sections() {
        for movement in section.movements.iter().filter(|movement| movement.role != Role::Rest) {
            let exercise = movement.name.as_deref().and_then(|name| library.by_name(name));
            let reasons =
                [distance(movement, exercise), weight(movement, exercise), height(movement), count(movement)];
            for reason in reasons.into_iter().flatten() {
                found.push(implausible(movement, reason));
            }
        }
        if let Some((movement, reason)) = too_fast(section, library) {
            found.push(implausible(movement, reason));
        }
    }
    found.sort_by_key(|warning| (warning.span.start, warning.code));
    found
}

fn implausible(movement: &Movement, reason: String) -> Warning {
    Warning {
        code: Code::Implausible,
        span: movement.span,
        movement_key: Some(movement.key.clone()),
        fix: Some(reason),
    }
}

/// A run of a metre, a swim of a hundred kilometres.
fn distance(movement: &Movement, exercise: Option<&Exercise>) -> Option<String> {
    let Reps::Distance { amount, unit } = &movement.reps else { return None };
    let metres = (amount.smallest() * unit.metres(), amount.largest() * unit.metres());
    let machine = exercise.is_some_and(|found| {
        found.is_machine() || matches!(found.name.as_str(), "Run" | "Swim" | "Walk" | "Ruck")
    });
    if machine && metres.0 < 10.0 && *unit == DistanceUnit::M {
        return Some(format!("is a distance of {} m meant, or minutes, or km?", amount.smallest()));
    }
    (metres.1 > 60_000.0).then(|| "more than 60 km in one line".to_owned())
}

/// A dumbbell of a hundred kilograms, a ball of sixty.
fn weight(movement: &Movement, exercise: Option<&Exercise>) -> Option<String> {
    let Some(Load::Absolute { amount, unit, .. }) = &movement.load else {
        if let Some(Load::PercentOneRm { amount, .. }) = &movement.load
            && amount.largest() > 130.0
        {
            return Some("more than 130 % of a maximum".to_owned());
        }
        return None;
    };
    let kilograms = amount.largest() * unit.kilograms();
    let exercise = exercise?;
    let (what, most) = if exercise.needs("dumbbell") {
        ("dumbbell", 70.0)
    } else if exercise.needs("kettlebell") {
        ("kettlebell", 68.0)
    } else if exercise.name == "Wall Ball" {
        ("wall ball", 14.0)
    } else if exercise.needs("barbell") {
        ("barbell", 400.0)
    } else {
        ("load", 500.0)
    };
    if kilograms > most {
        let other = if *unit == WeightUnit::Kg { "; are pounds meant?" } else { "" };
        return Some(format!("a {what} of {kilograms:.0} kg{other}"));
    }
    (exercise.needs("barbell") && amount.smallest() * unit.kilograms() < 5.0)
        .then(|| "a barbell of less than 5 kg".to_owned())
}

/// A box of two metres.
fn height(movement: &Movement) -> Option<String> {
    let found = movement.height?;
    let metres = found.amount.largest() * found.unit.metres();
    let box_like = matches!(found.unit, HeightUnit::In | HeightUnit::Cm);
    (box_like && !(0.02..=1.5).contains(&metres)).then(|| format!("a height of {metres:.2} m"))
}

/// A thousand burpees in one line.
fn count(movement: &Movement) -> Option<String> {
    match &movement.reps {
        Reps::Fixed { amount, .. } if amount.largest() > 1000.0 => {
            Some("more than a thousand repetitions in one line".to_owned())
        }
        Reps::Calories { amount } if amount.largest() > 1000.0 => {
            Some("more than a thousand calories in one line".to_owned())
        }
        _ => None,
    }
}

/// More in a minute or an interval than anybody does.
fn too_fast<'a>(section: &'a Section, library: &Library) -> Option<(&'a Movement, String)> {
    let every = match &section.scheme {
        Scheme::Emom { interval_seconds, .. } | Scheme::Interval { interval_seconds, .. } => {
            *interval_seconds
        }
        _ => return None,
    };
    let slots = !section.slots.is_empty();
    let mut sum = 0.0;
    for movement in section.movements.iter().filter(|movement| movement.role != Role::Rest) {
        let Some(seconds) = seconds(movement, library) else { continue };
        sum = if slots { seconds } else { sum + seconds };
        if sum > every * FASTER {
            return Some((movement, format!("about {sum:.0} s of work in {every:.0} s")));
        }
    }
    None
}

/// How long a line takes at a usual pace.
fn seconds(movement: &Movement, library: &Library) -> Option<f64> {
    let exercise = movement.name.as_deref().and_then(|name| library.by_name(name))?;
    let pace = exercise.pace_seconds;
    Some(match &movement.reps {
        Reps::Fixed { amount, .. } => amount.largest() * pace * if movement.per_side { 2.0 } else { 1.0 },
        Reps::Range { max, .. } => max * pace,
        Reps::Calories { amount } => amount.largest() * 3.0,
        Reps::Distance { amount, unit } => amount.largest() * unit.metres() * pace,
        Reps::Duration { amount: Amount::One { value } } => *value,
        _ => return None,
    })
}

/// How long a section takes, about, in seconds; nothing where its work has no measure.
#[must_use]
pub fn estimate(section: &Section, library: &Library) -> Option<f64> {
    let clock = crate::render::timeline(section);
    if let Some(total) =
        clock.total_seconds.filter(|total| *total > 0.0 && !matches!(section.scheme, Scheme::ForTime { .. }))
    {
        return Some(total);
    }
    let rounds = match &section.scheme {
        Scheme::ForTime { rounds, rep_scheme } if rep_scheme.is_empty() => f64::from(rounds.unwrap_or(1)),
        Scheme::ForTime { rep_scheme, .. } => {
            let reps: f64 = rep_scheme.iter().sum();
            let paces = section
                .movements
                .iter()
                .filter_map(|movement| movement.name.as_deref().and_then(|name| library.by_name(name)));
            return Some(paces.map(|exercise| exercise.pace_seconds * reps).sum());
        }
        Scheme::Rounds { rounds } => f64::from(rounds.unwrap_or(1)),
        Scheme::Sets { sets } => f64::from(sets.unwrap_or(1)),
        _ => 1.0,
    };
    let one: f64 = section.movements.iter().filter_map(|movement| seconds(movement, library)).sum();
    (one > 0.0).then_some(one * rounds)
}
