//! Values in the notation's words, one spelling for each.

use crate::model::{
    Amount, Between, Bound, Calc, Counted, Height, Load, Reps, Rest, RestKind, Scheme, ScoreType, Scoring,
    Team, TeamMode, Vest, Weights,
};

/// A number without needless zeros.
pub(crate) fn number(value: f64) -> String {
    let rounded = (value * 1e5).round() / 1e5;
    format!("{rounded}")
}

/// Seconds as `m:ss`.
pub(crate) fn clock(seconds: f64) -> String {
    let whole = seconds.round().clamp(0.0, 1e9);
    let minutes = (whole / 60.0).floor();
    format!("{minutes}:{:02}", whole - minutes * 60.0)
}

fn amount_with(amount: &Amount, one: impl Fn(f64) -> String) -> String {
    match *amount {
        Amount::One { value } => one(value),
        Amount::Range { min, max } => format!("{}-{}", one(min), one(max)),
        Amount::BySex { by_sex } => format!("{}/{}", one(by_sex.male), one(by_sex.female)),
    }
}

pub(crate) fn amount(amount: &Amount) -> String {
    amount_with(amount, number)
}

pub(crate) fn times(amount: &Amount) -> String {
    amount_with(amount, clock)
}

pub(crate) fn range(min: f64, max: f64) -> String {
    if (min - max).abs() < f64::EPSILON { number(min) } else { format!("{}-{}", number(min), number(max)) }
}

pub(crate) fn height(height: &Height) -> String {
    format!("{} {}", amount(&height.amount), height.unit.symbol())
}

pub(crate) fn vest(vest: &Vest) -> String {
    vest.weight
        .map_or_else(String::new, |weight| format!("{} {}", amount(&weight.amount), weight.unit.symbol()))
}

pub(crate) fn counted(unit: Counted) -> &'static str {
    match unit {
        Counted::Calories => "cal",
        Counted::M => "m",
        Counted::Km => "km",
        Counted::Mi => "mi",
        Counted::Ft => "ft",
        Counted::Yd => "yd",
        Counted::Seconds => "s",
    }
}

fn list(values: &[f64]) -> String {
    values.iter().map(|value| number(*value)).collect::<Vec<_>>().join("-")
}

fn with_unit(text: String, unit: Option<Counted>) -> String {
    match unit {
        Some(unit) => format!("{text} {}", counted(unit)),
        None => text,
    }
}

/// Reps in the notation.
pub(crate) fn reps(reps: &Reps) -> String {
    match reps {
        Reps::Fixed { amount: found, or_more } => {
            format!("{}{}", amount(found), if *or_more { "+" } else { "" })
        }
        Reps::Range { min, max } => range(*min, *max),
        Reps::Scheme { values, unit } if values.is_empty() => with_unit("~".to_owned(), *unit),
        Reps::Scheme { values, unit: Some(Counted::Seconds) } => {
            values.iter().map(|value| clock(*value)).collect::<Vec<_>>().join("-")
        }
        Reps::Scheme { values, unit } => with_unit(list(values), *unit),
        Reps::Ladder { start, step, end, unit } => {
            let sign = if *step < 0.0 { "" } else { "+" };
            let end = end.map_or_else(String::new, |end| format!("..{}", number(end)));
            with_unit(format!("ladder {}{sign}{}{end}", number(*start), number(*step)), *unit)
        }
        Reps::Max { unit, seconds } => {
            let time = seconds.map_or_else(String::new, |seconds| format!("{} ", clock(seconds)));
            with_unit(format!("{time}max"), *unit)
        }
        Reps::Calories { amount: found } => format!("{} cal", amount(found)),
        Reps::Distance { amount: found, unit } => format!("{} {}", amount(found), unit.symbol()),
        Reps::Duration { amount: found } => times(found),
        Reps::PercentOfMax { amount: found } => format!("{}% max", amount(found)),
        Reps::Unspecified => "-".to_owned(),
    }
}

/// A load in the notation.
pub(crate) fn load(load: &Load) -> String {
    match load {
        Load::Absolute { amount: found, unit, implement_count } => {
            let count = implement_count.map_or_else(String::new, |count| format!("{count}x"));
            format!("{count}{} {}", amount(found), unit.symbol())
        }
        Load::PercentOneRm { amount: found, exercise, bound } => {
            let of = exercise.as_ref().map_or_else(String::new, |name| format!(" of {name}"));
            format!("{}%{}{of}", amount(found), bound_sign(*bound))
        }
        Load::PercentReference { amount: found, reference, bound } => {
            let of = match (reference.n_rm, &reference.exercise) {
                (Some(rm), Some(name)) => format!("{rm}RM {name}"),
                (Some(rm), None) => format!("{rm}RM"),
                (None, Some(name)) => name.clone(),
                (None, None) => format!("\"{}\"", reference.label),
            };
            format!("{}%{} of {of}", amount(found), bound_sign(*bound))
        }
        Load::Bodyweight { amount: found } => format!("{} bw", amount(found)),
        Load::WeightIndex { index } => format!("#{index}"),
        Load::Descriptive { word } => word.clone(),
        Load::PerSet { sets } => sets.iter().map(self::load).collect::<Vec<_>>().join(", "),
    }
}

const fn bound_sign(bound: Option<Bound>) -> &'static str {
    match bound {
        Some(Bound::AtLeast) => "+",
        _ => "",
    }
}

/// A pause in the notation.
pub(crate) fn rest(rest: &Rest) -> String {
    let what = match (rest.kind, &rest.seconds) {
        (RestKind::Timed, Some(seconds)) => times(seconds),
        (RestKind::UntilClock, Some(seconds)) => format!("until {}", times(seconds)),
        (RestKind::RemainingOfInterval, _) => "remaining".to_owned(),
        (RestKind::AsLongAsWork, _) => "as_long_as_work".to_owned(),
        _ => "as_needed".to_owned(),
    };
    match rest.between {
        Some(Between::Rounds) => format!("{what} between rounds"),
        Some(Between::Sets) => format!("{what} between sets"),
        Some(Between::Movements) => format!("{what} between movements"),
        None => what,
    }
}

/// A scoring in the notation.
pub(crate) fn scoring(scoring: &Scoring) -> String {
    let mut text = score_type(scoring.kind).to_owned();
    if let Some(sets) = scoring.sets {
        text.push_str(&format!(" sets {sets}"));
    }
    if let Some(calc) = scoring.calc {
        text.push_str(match calc {
            Calc::Max => " calc max",
            Calc::Min => " calc min",
            Calc::Sum => " calc sum",
            Calc::Avg => " calc avg",
            Calc::Last => " calc last",
            Calc::Each => " calc each",
        });
    }
    text
}

const fn score_type(kind: ScoreType) -> &'static str {
    match kind {
        ScoreType::Time => "time",
        ScoreType::RoundsReps => "rounds_reps",
        ScoreType::Reps => "reps",
        ScoreType::Load => "load",
        ScoreType::Calories => "calories",
        ScoreType::Distance => "distance",
        ScoreType::Height => "height",
        ScoreType::Points => "points",
        ScoreType::Checkbox => "checkbox",
        ScoreType::Rating => "rating",
        ScoreType::None => "none",
    }
}

/// A team in the notation.
pub(crate) fn team(team: &Team) -> String {
    let mode = match team.mode {
        Some(TeamMode::Shared) => " shared",
        Some(TeamMode::YouGoIGo) => " you_go_i_go",
        Some(TeamMode::Synchro) => " synchro",
        Some(TeamMode::Simultaneous) => " simultaneous",
        Some(TeamMode::Relay) => " relay",
        Some(TeamMode::Each) => " each",
        None => "",
    };
    format!("{}{mode}", team.size)
}

/// Listed weights in the notation.
pub(crate) fn weights(weights: &Weights) -> String {
    let side = |values: &[f64]| values.iter().map(|value| number(*value)).collect::<Vec<_>>().join(",");
    format!("{}/{} {}", side(&weights.by_sex.male), side(&weights.by_sex.female), weights.unit.symbol())
}

/// A scheme in the notation.
pub(crate) fn scheme(scheme: &Scheme) -> String {
    let count = |prefix: &str, value: &Option<u32>| {
        value.map_or_else(String::new, |value| format!("{prefix}{value}"))
    };
    let time = |value: &Option<f64>| value.map_or_else(String::new, |value| format!(" {}", clock(value)));
    match scheme {
        Scheme::Sets { sets } => format!("sets{}", count(" ", sets)),
        Scheme::Rounds { rounds } => format!("rounds{}", count(" ", rounds)),
        Scheme::ForTime { rounds, rep_scheme } if rep_scheme.is_empty() => {
            format!("for_time{}", count(" rounds ", rounds))
        }
        Scheme::ForTime { rep_scheme, .. } => format!("for_time {}", list(rep_scheme)),
        Scheme::Amrap { duration_seconds, repeats, rest_seconds, carry_over } => format!(
            "amrap{}{}{}{}",
            time(duration_seconds),
            count(" x", repeats),
            rest_seconds.map_or_else(String::new, |rest| format!(" rest {}", clock(rest))),
            if *carry_over { " carry" } else { "" }
        ),
        Scheme::Emom { total_seconds, rounds, .. } => {
            format!("emom{}{}", time(total_seconds), count(" x", rounds))
        }
        Scheme::Interval { interval_seconds, interval_seconds_max, rounds, total_seconds } => format!(
            "interval {}{}{}{}",
            clock(*interval_seconds),
            interval_seconds_max.map_or_else(String::new, |max| format!("-{}", clock(max))),
            count(" x", rounds),
            total_seconds.map_or_else(String::new, |total| format!(" total {}", clock(total)))
        ),
        Scheme::Intervals { work_seconds, rest_seconds, rounds } => {
            format!("intervals {}/{}{}", clock(*work_seconds), clock(*rest_seconds), count(" x", rounds))
        }
        Scheme::Tabata { work_seconds, rest_seconds, rounds } => {
            if (*work_seconds, *rest_seconds, *rounds) == (20.0, 10.0, 8) {
                return "tabata".to_owned();
            }
            format!("tabata {}/{} x{rounds}", clock(*work_seconds), clock(*rest_seconds))
        }
        Scheme::DeathBy { .. } => "death_by".to_owned(),
        Scheme::MaxLoad { rm, window_seconds } => {
            format!(
                "max_load {rm}{}",
                window_seconds.map_or_else(String::new, |window| format!(" in {}", clock(window)))
            )
        }
        Scheme::ForDistance { duration_seconds } => format!("for_distance{}", time(duration_seconds)),
        Scheme::ForReps { duration_seconds } => format!("for_reps{}", time(duration_seconds)),
        Scheme::Steady { duration_seconds } => format!("steady {}", clock(*duration_seconds)),
        Scheme::Freeform => "freeform".to_owned(),
    }
}
