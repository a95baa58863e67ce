//! The scheme and the scoring of a section from what its lines said.

use super::draft::SectionDraft;
use crate::model::{Amount, Calc, Code, Counted, Reps, Scheme, ScoreType, Scoring, SectionKind, Sort};
use crate::read::{Named, Setting, whole};

/// Seconds of work from which one thing alone is steady work.
pub(super) const STEADY: f64 = 600.0;

/// The scheme, with what had to be decided.
pub(super) fn scheme(section: &mut SectionDraft, setting: Setting<'_>, codes: &mut Vec<Code>) -> Scheme {
    let facts = section.facts.clone();
    match facts.named {
        Some(Named::Amrap) => amrap(section),
        Some(Named::Emom | Named::Every) => interval(section, codes),
        Some(Named::Tabata) => {
            let (work_seconds, rest_seconds) = facts.work_rest.unwrap_or((20.0, 10.0));
            Scheme::Tabata {
                work_seconds,
                rest_seconds,
                rounds: facts.times.or(facts.rounds).or(facts.sets).unwrap_or(8),
            }
        }
        Some(Named::DeathBy) => Scheme::DeathBy { interval_seconds: 60.0 },
        Some(Named::MaxLoad) => {
            let window = section.facts.window.and_then(|(from, to)| to.map(|to| to - from));
            Scheme::MaxLoad { rm: facts.max_rm.unwrap_or(1), window_seconds: facts.duration.or(window) }
        }
        Some(Named::WorkRest) => {
            let (work_seconds, rest_seconds) = facts.work_rest.unwrap_or((20.0, 10.0));
            Scheme::Intervals {
                work_seconds,
                rest_seconds,
                rounds: facts.times.or(facts.rounds).or(facts.sets),
            }
        }
        Some(Named::MaxInTime) => in_time(section, facts.duration),
        Some(Named::Freeform) => alone(section, setting),
        None => counted(section, setting),
    }
}

fn in_time(section: &SectionDraft, duration_seconds: Option<f64>) -> Scheme {
    let far = section.steps.iter().any(|step| {
        step.phrase.counted.is_some_and(|unit| unit != Counted::Calories && unit != Counted::Seconds)
            || matches!(
                &step.phrase.reps,
                Some(Reps::Max { unit: Some(Counted::M | Counted::Km | Counted::Mi), .. })
            )
    });
    if far { Scheme::ForDistance { duration_seconds } } else { Scheme::ForReps { duration_seconds } }
}

fn amrap(section: &SectionDraft) -> Scheme {
    let facts = &section.facts;
    let window = facts.window.and_then(|(from, to)| to.map(|to| to - from));
    let repeats = facts.times.or(facts.rounds).or(facts.sets).filter(|times| *times > 1);
    let rest_seconds = repeats.and_then(|_| {
        section
            .steps
            .iter()
            .filter_map(|step| step.rest.as_ref())
            .find_map(|rest| rest.seconds)
            .map(|seconds| seconds.largest())
    });
    Scheme::Amrap {
        duration_seconds: facts.duration.or(window),
        repeats,
        rest_seconds,
        carry_over: facts.carry,
    }
}

fn interval(section: &mut SectionDraft, codes: &mut Vec<Code>) -> Scheme {
    let facts = &section.facts;
    let interval_seconds = facts.interval.unwrap_or(60.0);
    let mut total_seconds = facts.total;
    let mut rounds = facts.times.or(facts.rounds).or(facts.sets);
    if let Some(bare) = facts.bare_total {
        let minutes = bare * 60.0;
        let fits = (minutes / interval_seconds).fract().abs() < 1e-9;
        if facts.named == Some(Named::Emom) || fits {
            total_seconds = total_seconds.or(Some(minutes));
        } else {
            rounds = rounds.or_else(|| whole(bare));
            codes.push(Code::IntervalTotalAmbiguous);
        }
        if facts.bare_total_max.is_some() || facts.named == Some(Named::Every) && fits {
            codes.push(Code::IntervalTotalAmbiguous);
        }
    }
    if let Some((from, Some(to))) = facts.window
        && total_seconds.is_none()
        && rounds.is_none()
    {
        total_seconds = Some(to - from);
    }
    if facts.named == Some(Named::Emom) {
        return Scheme::Emom { interval_seconds, total_seconds, rounds };
    }
    Scheme::Interval { interval_seconds, interval_seconds_max: facts.interval_max, rounds, total_seconds }
}

/// Schemes that no word of a clock names.
fn counted(section: &mut SectionDraft, setting: Setting<'_>) -> Scheme {
    let facts = section.facts.clone();
    // What is done between the sets leaves them what they are.
    let works = section.steps.iter().filter(|step| !step.is_rest() && !step.each_round).count();
    let lift = section
        .steps
        .iter()
        .filter(|step| !step.is_rest() && !step.each_round)
        .filter_map(|step| step.phrase.exercise)
        .all(|at| {
            setting.library.exercise(at).is_some_and(|found| found.family == crate::library::Family::Loaded)
        });
    if facts.each_for_time {
        return Scheme::ForTime { rounds: facts.rounds.or(facts.sets), rep_scheme: facts.list };
    }
    if !facts.list.is_empty() {
        if !facts.for_time && (works == 1 && lift || section.groups.len() == 1) && !facts.open_list {
            return Scheme::Sets { sets: u32::try_from(facts.list.len()).ok() };
        }
        let rep_scheme = if facts.open_list { Vec::new() } else { facts.list };
        return Scheme::ForTime { rounds: facts.rounds, rep_scheme };
    }
    if facts.for_time {
        return Scheme::ForTime { rounds: facts.rounds.or(facts.sets), rep_scheme: Vec::new() };
    }
    if let Some(rounds) = facts.rounds {
        if facts.quality && facts.duration.is_some() {
            return Scheme::Amrap {
                duration_seconds: facts.duration,
                repeats: None,
                rest_seconds: None,
                carry_over: false,
            };
        }
        return Scheme::Rounds { rounds: Some(rounds) };
    }
    if facts.sets.is_some() {
        return Scheme::Sets { sets: facts.sets };
    }
    let found = alone(section, setting);
    capped(found, section)
}

/// A section whose movements alone tell how it runs.
fn alone(section: &mut SectionDraft, setting: Setting<'_>) -> Scheme {
    let facts = section.facts.clone();
    let window = facts.window.and_then(|(from, to)| to.map(|to| to - from));
    let timed_quality = facts.duration.filter(|_| facts.quality);
    if let Some(seconds) = timed_quality {
        return Scheme::Amrap {
            duration_seconds: Some(seconds),
            repeats: None,
            rest_seconds: None,
            carry_over: false,
        };
    }
    let works: Vec<usize> = (0..section.steps.len())
        .filter(|at| section.steps.get(*at).is_some_and(|step| !step.is_rest() && !step.each_round))
        .collect();
    let [only] = works.as_slice() else { return Scheme::Freeform };
    let far = section.steps.get(*only).is_some_and(|step| step.phrase.counted == Some(Counted::M));
    let Some(step) = section.steps.get_mut(*only) else { return Scheme::Freeform };
    let exercise = step.phrase.exercise.and_then(|at| setting.library.exercise(at));
    match &mut step.phrase.reps {
        Some(Reps::Max { seconds, unit })
            if seconds.is_some_and(|seconds| seconds >= 60.0) || window.is_some() =>
        {
            let duration_seconds = seconds.take().or(window);
            let distance = far || matches!(unit, Some(Counted::M | Counted::Km | Counted::Mi));
            if distance {
                Scheme::ForDistance { duration_seconds }
            } else {
                Scheme::ForReps { duration_seconds }
            }
        }
        Some(Reps::Duration { amount })
            if amount.smallest() >= STEADY
                && exercise.is_some_and(|found| found.family == crate::library::Family::Monostructural) =>
        {
            Scheme::Steady { duration_seconds: amount.largest() }
        }
        Some(Reps::Scheme { values, unit: None })
            if values.len() > 1
                && exercise.is_some_and(|found| found.family == crate::library::Family::Loaded) =>
        {
            Scheme::Sets { sets: u32::try_from(values.len()).ok() }
        }
        _ => Scheme::Freeform,
    }
}

/// A list with a cap is for time.
fn capped(scheme: Scheme, section: &SectionDraft) -> Scheme {
    if scheme == Scheme::Freeform && section.facts.cap.is_some() && section.works() > 0 {
        return Scheme::ForTime { rounds: None, rep_scheme: Vec::new() };
    }
    scheme
}

/// How it is scored: as said, else by the scheme.
pub(super) fn scoring(section: &SectionDraft, scheme: &Scheme, codes: &mut Vec<Code>) -> Option<Scoring> {
    let facts = &section.facts;
    let quiet = facts.quality
        || matches!(section.kind, SectionKind::Warmup | SectionKind::Cooldown | SectionKind::Skill);
    let maxed = section.steps.iter().any(|step| matches!(step.phrase.reps, Some(Reps::Max { .. })));
    let timed =
        section.steps.iter().any(|step| matches!(step.phrase.reps, Some(Reps::Max { seconds: Some(_), .. })));
    let kind = match (facts.score, scheme) {
        (Some(kind), _) => kind,
        _ if facts.quality => ScoreType::None,
        (None, Scheme::ForTime { .. }) => ScoreType::Time,
        (None, Scheme::Amrap { .. }) if facts.max_reps => ScoreType::Reps,
        (None, Scheme::Amrap { .. }) if quiet => ScoreType::None,
        (None, Scheme::Amrap { .. }) => ScoreType::RoundsReps,
        (None, Scheme::Sets { .. }) if quiet => ScoreType::None,
        (None, Scheme::Sets { .. } | Scheme::MaxLoad { .. }) => ScoreType::Load,
        (None, Scheme::Tabata { .. } | Scheme::ForReps { .. } | Scheme::DeathBy { .. }) => ScoreType::Reps,
        (None, Scheme::ForDistance { .. }) => ScoreType::Distance,
        (None, Scheme::Rounds { .. } | Scheme::Intervals { .. }) if facts.max_reps || maxed || timed => {
            ScoreType::Reps
        }
        (None, Scheme::Rounds { .. }) if !quiet => {
            codes.push(Code::ScoringAssumed);
            ScoreType::Time
        }
        _ => ScoreType::None,
    };
    let several = facts.each_for_time || facts.calc == Some(Calc::Each);
    let sets = match scheme {
        Scheme::ForTime { rounds, .. } if several || facts.calc.is_some() => *rounds,
        Scheme::Sets { sets } => *sets,
        Scheme::Amrap { repeats, .. } if !facts.carry => *repeats,
        Scheme::Interval { rounds, .. } if facts.score.is_some() => *rounds,
        Scheme::ForTime { rep_scheme, .. } if several => u32::try_from(rep_scheme.len()).ok(),
        _ => None,
    };
    let calc = facts.calc.or(match kind {
        ScoreType::Load => Some(Calc::Max),
        ScoreType::Time if several => Some(Calc::Sum),
        ScoreType::RoundsReps | ScoreType::Reps if sets.is_some() => Some(Calc::Sum),
        _ => None,
    });
    let sort = match kind {
        ScoreType::None => None,
        ScoreType::Time => Some(Sort::Asc),
        _ => Some(Sort::Desc),
    };
    Some(Scoring { kind, sets: if kind == ScoreType::None { None } else { sets }, calc, sort })
}

/// What a score line says.
pub(super) fn remark_scoring(section: &mut SectionDraft) {
    let texts: Vec<String> = section
        .remarks
        .iter()
        .filter(|remark| remark.kind == crate::model::NoteKind::Score)
        .map(|remark| remark.text.to_ascii_lowercase())
        .collect();
    for text in texts {
        let has = |word: &str| text.contains(word);
        let facts = &mut section.facts;
        if has("slowest") {
            facts.calc = Some(Calc::Max);
        } else if has("fastest") || has("lowest") {
            facts.calc = Some(Calc::Min);
        } else if has("average") {
            facts.calc = Some(Calc::Avg);
        } else if has("each ") {
            facts.calc = Some(Calc::Each);
        } else if has("total") || has("sum") || has("combined") {
            facts.calc = Some(Calc::Sum);
        }
        if has("slowest") || has("fastest") || has("time") {
            facts.score = Some(ScoreType::Time);
        } else if has("rounds") {
            facts.score = Some(ScoreType::RoundsReps);
        } else if has("cal") {
            facts.score = Some(ScoreType::Calories);
        } else if has("rep") {
            facts.score = Some(ScoreType::Reps);
        } else if has("load") || has("weight") || has("heaviest") {
            facts.score = Some(ScoreType::Load);
        } else if has("meter") || has("metre") || has("distance") {
            facts.score = Some(ScoreType::Distance);
        } else if has("point") {
            facts.score = Some(ScoreType::Points);
        }
    }
}

/// Counts that no line gives: the section's list, as many as possible, or the maximum's.
pub(super) fn fill_reps(section: &mut SectionDraft, scheme: &Scheme) {
    let facts = section.facts.clone();
    let alone = section.works() == 1;
    let section_kind = section.kind;
    let slots = section.steps.iter().any(|step| !step.slots.is_empty());
    // `Death by 10 m shuttle runs`: the distance is of each.
    if matches!(scheme, Scheme::DeathBy { .. }) {
        for step in section.steps.iter_mut().filter(|step| !step.is_rest()) {
            if matches!(step.phrase.reps, Some(Reps::Distance { .. })) {
                step.phrase.reps = None;
            }
        }
    }
    for step in section.steps.iter_mut().filter(|step| !step.is_rest()) {
        let unit = step.phrase.counted;
        let once = matches!(step.phrase.role, Some(crate::model::Role::BuyIn | crate::model::Role::CashOut));
        if step.phrase.reps.is_some() {
            continue;
        }
        let reps = match scheme {
            _ if facts.station.is_some()
                && matches!(section_kind, SectionKind::Warmup | SectionKind::Cooldown) =>
            {
                Reps::Duration { amount: Amount::one(facts.station.unwrap_or(60.0)) }
            }
            _ if facts.station.is_some() => Reps::Max { unit, seconds: facts.station },
            _ if !facts.list.is_empty() && facts.open_list && !once => {
                crate::read::listed_of(&facts.list, true, unit)
            }
            Scheme::ForTime { rep_scheme, .. } if !rep_scheme.is_empty() && !once => {
                Reps::Scheme { values: Vec::new(), unit }
            }
            Scheme::Sets { .. } | Scheme::Amrap { .. } | Scheme::Interval { .. } | Scheme::Emom { .. }
                if !facts.list.is_empty() =>
            {
                Reps::Scheme { values: facts.list.clone(), unit }
            }
            Scheme::MaxLoad { rm, .. } => Reps::fixed(f64::from(*rm)),
            Scheme::DeathBy { .. } => Reps::Ladder { start: 1.0, step: 1.0, end: None, unit },
            Scheme::Tabata { .. } | Scheme::Intervals { .. } | Scheme::ForReps { .. } => {
                Reps::Max { unit, seconds: None }
            }
            Scheme::ForDistance { .. } => Reps::Max { unit: unit.or(Some(Counted::M)), seconds: None },
            Scheme::Rounds { .. } | Scheme::Sets { .. } if facts.max_reps => {
                Reps::Max { unit, seconds: None }
            }
            Scheme::Emom { .. } | Scheme::Interval { .. } if slots || alone => {
                step.phrase.codes.push(Code::RepsMissing);
                Reps::Max { unit, seconds: None }
            }
            Scheme::Amrap { .. } if alone => Reps::Max { unit, seconds: None },
            _ => {
                if step.phrase.exercise.is_some() && !matches!(scheme, Scheme::Freeform) {
                    step.phrase.codes.push(Code::RepsMissing);
                }
                Reps::Unspecified
            }
        };
        step.phrase.reps = Some(reps);
    }
    if let Scheme::ForReps { duration_seconds: Some(total) } = scheme {
        for step in &mut section.steps {
            if matches!(&step.phrase.reps, Some(Reps::Duration { amount: Amount::One { value } }) if (value - total).abs() < 1.0)
            {
                step.phrase.reps = Some(Reps::Max { unit: step.phrase.counted, seconds: None });
            }
        }
    }
}
