//! Numbers and names of one movement as a coach writes them.

use crate::expect::words::{clock, counted, number};
use crate::model::{Amount, Bound, Counted, Height, Load, Movement, Reps, Rest, RestKind, Role};

/// An amount with each number written by `one`. Women's numbers that are larger are labelled.
fn amount_with(amount: &Amount, one: impl Fn(f64) -> String) -> String {
    match *amount {
        Amount::One { value } => one(value),
        Amount::Range { min, max } => format!("{}-{}", one(min), one(max)),
        Amount::BySex { by_sex } => format!("{}/{}", one(by_sex.male), one(by_sex.female)),
    }
}

pub(super) fn amount(found: &Amount) -> String {
    amount_with(found, number)
}

/// Seconds, or a pair or range of them.
pub(super) fn seconds(found: &Amount) -> String {
    amount_with(found, clock)
}

/// Whether women's number is larger, so that the pair needs its labels.
fn turned(found: &Amount) -> bool {
    matches!(found, Amount::BySex { by_sex } if by_sex.male <= by_sex.female)
}

/// An amount with its unit: `60/40 kg`, or `M 40 / F 60 kg` where the order tells nothing.
pub(super) fn with_unit(found: &Amount, unit: &str) -> String {
    if let (true, Amount::BySex { by_sex }) = (turned(found), found) {
        return format!("{} {unit} men / {} {unit} women", number(by_sex.male), number(by_sex.female));
    }
    format!("{} {unit}", amount(found))
}

/// The count before a name, with a blank behind it; empty where there is none.
pub(super) fn reps(found: &Reps) -> String {
    let unit = |unit: &Option<Counted>| unit.map_or_else(String::new, |unit| format!("{} ", counted(unit)));
    match found {
        Reps::Fixed { amount: found, .. } if turned(found) => format!("{} ", with_unit(found, "reps")),
        Reps::Fixed { amount: found, or_more } => {
            format!("{}{} ", amount(found), if *or_more { "+" } else { "" })
        }
        Reps::Range { min, max } => format!("{}-{} ", number(*min), number(*max)),
        Reps::Scheme { values, unit: own } if values.is_empty() => unit(own),
        Reps::Scheme { values, unit: Some(Counted::Seconds) } => {
            let list: Vec<String> = values.iter().map(|value| clock(*value)).collect();
            format!("{} ", list.join("-"))
        }
        Reps::Scheme { values, unit: own } => {
            let list: Vec<String> = values.iter().map(|value| number(*value)).collect();
            format!("{} {}", list.join("-"), unit(own))
        }
        Reps::Ladder { start, step, unit: own, .. } => {
            let list: Vec<String> = [0.0, 1.0, 2.0].iter().map(|at| number(start + step * at)).collect();
            format!("{}-... {}", list.join("-"), unit(own))
        }
        Reps::Max { unit: own, seconds } => {
            let time = seconds.map_or_else(String::new, |seconds| format!("{} ", clock(seconds)));
            format!("{time}max {}", unit(own))
        }
        Reps::Calories { amount: found } => format!("{} ", with_unit(found, "cal")),
        Reps::Distance { amount: found, unit } => format!("{} ", with_unit(found, unit.symbol())),
        Reps::Duration { amount: found } => format!("{} ", seconds(found)),
        Reps::PercentOfMax { amount: found } => format!("{}% of max reps ", amount(found)),
        Reps::Unspecified => String::new(),
    }
}

/// A load behind a name, with what stands before it; empty for one load a set, which has lines of its own.
pub(super) fn load(found: &Load) -> String {
    match found {
        Load::Absolute { amount: found, unit, implement_count } => {
            let count = implement_count.map_or_else(String::new, |count| format!("{count}x"));
            format!(" ({count}{})", with_unit(found, unit.symbol()))
        }
        Load::PercentOneRm { amount: found, exercise, bound } => {
            let of = exercise.as_ref().map_or_else(String::new, |name| format!(" of 1RM {name}"));
            percent(found, *bound, &of)
        }
        Load::PercentReference { amount: found, reference, bound } => {
            let of = match (reference.n_rm, &reference.exercise) {
                (Some(rm), Some(name)) => format!(" of {rm}RM {name}"),
                (Some(rm), None) => format!(" of {rm}RM"),
                (None, _) => format!(" of {}", reference.label),
            };
            percent(found, *bound, &of)
        }
        Load::Bodyweight { amount: found } => format!(" @ {} bodyweight", amount(found)),
        Load::WeightIndex { index } => format!(", weight {index}"),
        Load::Descriptive { word } => match word.as_str() {
            "ahap" => ", AHAP".to_owned(),
            "pick" => ", pick load".to_owned(),
            "empty_bar" => ", empty bar".to_owned(),
            other => format!(" ({other})"),
        },
        Load::PerSet { .. } => String::new(),
    }
}

fn percent(found: &Amount, bound: Option<Bound>, of: &str) -> String {
    match bound {
        Some(Bound::AtLeast) => format!(" @ {}%+{of}", amount(found)),
        Some(Bound::UpTo) => format!(", up to {}%{of}", amount(found)),
        Some(Bound::StartingAt) => format!(", starting at {}%{of}", amount(found)),
        None => format!(" @ {}%{of}", amount(found)),
    }
}

fn height(found: &Height) -> String {
    with_unit(&found.amount, found.unit.symbol())
}

/// The whole line of a movement, its role and what stands behind the name included.
pub(super) fn line(movement: &Movement, bare_ladder: bool) -> String {
    let name = movement.name.as_deref().unwrap_or(&movement.mention);
    let mut text = match movement.role {
        Role::BuyIn => "Buy-in: ".to_owned(),
        Role::CashOut => "Cash-out: ".to_owned(),
        Role::EachRound => "*".to_owned(),
        Role::Work | Role::Rest => String::new(),
    };
    if !bare_ladder {
        text.push_str(&reps(&movement.reps));
    }
    let lower = name.to_ascii_lowercase();
    for modifier in
        movement.modifiers.iter().filter(|word| movement.name.is_some() && !lower.contains(word.as_str()))
    {
        text.push_str(modifier);
        text.push(' ');
    }
    text.push_str(name);
    if movement.per_side {
        text.push_str(" each side");
    }
    if let Some(shared) = &movement.shared {
        text.push_str(&format!(" ({shared})"));
    }
    if let Some(found) = &movement.load {
        text.push_str(&load(found));
    }
    if let Some(found) = &movement.height {
        text.push_str(&format!(" ({})", height(found)));
    }
    if let Some(found) = &movement.target {
        text.push_str(&format!(" to {}", height(found)));
    }
    if let Some(tempo) = &movement.tempo {
        text.push_str(&format!(", tempo {tempo}"));
    }
    if let Some(effort) = &movement.effort {
        text.push_str(&format!(" @ RPE {}", crate::expect::words::range(effort.min, effort.max)));
    }
    if movement.unbroken {
        text.push_str(", unbroken");
    }
    if let Some(vest) = &movement.vest {
        let weight = vest.weight.map_or_else(String::new, |weight| {
            format!("{} ", with_unit(&weight.amount, weight.unit.symbol()))
        });
        text.push_str(&format!(" with a {weight}vest"));
    }
    if movement.role == Role::EachRound {
        text.push_str(" after each round");
    }
    text
}

/// A pause.
pub(super) fn rest(found: &Rest) -> String {
    use crate::model::Between;
    let what = match (found.kind, &found.seconds) {
        (RestKind::Timed, Some(found)) => format!("Rest {}", seconds(found)),
        (RestKind::UntilClock, Some(found)) => format!("Rest until {}", seconds(found)),
        (RestKind::RemainingOfInterval, _) => "Rest the remaining time".to_owned(),
        (RestKind::AsLongAsWork, _) => "Rest as long as the work took".to_owned(),
        _ => "Rest as needed".to_owned(),
    };
    match found.between {
        Some(Between::Rounds) => format!("{what} between rounds"),
        Some(Between::Sets) => format!("{what} between sets"),
        Some(Between::Movements) => format!("{what} between movements"),
        None => what,
    }
}
