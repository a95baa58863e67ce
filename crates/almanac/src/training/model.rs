//! Recovery of groups, and patterns of training, from workouts with what was done in them.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use crate::exercises::model::Exercise;
use crate::groups::model::Group;
use crate::reckoning::history::{self, Effort, Load};
use crate::reckoning::lifting::volume;
use crate::reckoning::recommend;
use crate::reckoning::round::{decimals, mean};
use crate::reckoning::stimulus::{Advice, BODY_KG, Capacity, Phase, Work, level};
use crate::templates::model::Template;
use crate::wire::{At, On};
use crate::workouts::model::{Instance, Whole};

/// A session that counts for a group.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Contribution {
    /// The workout.
    pub(crate) workout_id: i64,
    /// When it began.
    pub(crate) started_at: At,
    /// Volume times effort.
    pub(crate) quality_volume: f64,
}

/// How recovered and how trained a group is.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct StimState {
    /// The group.
    pub(crate) group_id: i64,
    /// Its name.
    pub(crate) group_name: String,
    /// From 0 to 100: the last week against the mean of the two before it.
    pub(crate) level: f64,
    /// How much it can be asked for.
    pub(crate) trainable_capacity: Capacity,
    /// Where it is between too soon and too late.
    pub(crate) phase: Phase,
    /// When it was last trained.
    pub(crate) last_hit_at: Option<At>,
    /// Hours since.
    pub(crate) hours_since_last_hit: Option<f64>,
    /// What to do.
    pub(crate) advice: Advice,
    /// Sessions of the last week.
    pub(crate) contributing_sessions: Vec<Contribution>,
}

/// Everything that recovery depends on.
#[derive(Debug)]
pub(crate) struct Gym {
    pub(crate) now: Timestamp,
    pub(crate) workouts: Vec<Whole>,
    pub(crate) groups: Vec<Group>,
    pub(crate) exercises: Vec<Exercise>,
    pub(crate) body_kg: Option<f64>,
}

/// Whether an exercise was done: it has sets and was not skipped.
pub(crate) fn was_done(instance: &Instance) -> bool {
    instance.skipped_at.is_none() && !instance.sets.is_empty()
}

impl Gym {
    /// Hours from an instant to now.
    fn hours(&self, at: Timestamp) -> f64 {
        self.now.duration_since(at).as_secs_f64() / 3600.0
    }

    fn group_of(&self, exercise: i64) -> Option<i64> {
        self.exercises.iter().find(|known| known.id == exercise).map(|known| known.group_id)
    }

    /// The sessions that trained a group, the newest first.
    fn sessions(&self, group: i64) -> Vec<Contribution> {
        let worked = |whole: &Whole| {
            let own = whole
                .exercises
                .iter()
                .filter(|one| was_done(one) && self.group_of(one.exercise_id) == Some(group))
                .collect::<Vec<_>>();
            let kg = self.body_kg.unwrap_or(BODY_KG);
            let moved: f64 = own
                .iter()
                .flat_map(|one| &one.sets)
                .map(|set| volume(set.reps, set.weight_kg.unwrap_or(kg)))
                .sum();
            (!own.is_empty()).then(|| Contribution {
                workout_id: whole.workout.id,
                started_at: whole.workout.started_at,
                quality_volume: decimals(moved * whole.workout.rpe / 10.0, 1),
            })
        };
        self.workouts.iter().filter_map(worked).collect()
    }

    /// Hours since a group was last trained.
    fn rested(&self, group: i64) -> Option<f64> {
        self.sessions(group).first().map(|session| self.hours(session.started_at.0))
    }

    /// How recovered and how trained each group is.
    pub(crate) fn states(&self) -> Vec<StimState> {
        self.groups.iter().map(|group| self.state(group)).collect()
    }

    fn state(&self, group: &Group) -> StimState {
        let sessions = self.sessions(group.id);
        let works: Vec<Work> = sessions
            .iter()
            .map(|session| Work {
                hours: self.hours(session.started_at.0),
                quality_volume: session.quality_volume,
            })
            .collect();
        let hours = works.first().map(|work| work.hours);
        let phase = Phase::after(hours);
        StimState {
            group_id: group.id,
            group_name: group.name.clone(),
            level: level(&works),
            trainable_capacity: Capacity::after(hours),
            phase,
            last_hit_at: sessions.first().map(|session| session.started_at),
            hours_since_last_hit: hours.map(|hours| decimals(hours, 1)),
            advice: phase.advice(),
            contributing_sessions: sessions
                .into_iter()
                .filter(|session| self.hours(session.started_at.0) < 168.0)
                .collect(),
        }
    }

    /// What speaks for each template, the best first.
    pub(crate) fn recommend(&self, templates: &[Template]) -> Vec<recommend::Recommendation> {
        let mut all: Vec<recommend::Recommendation> = templates
            .iter()
            .map(|template| {
                let mut hit: Vec<i64> =
                    template.items.iter().filter_map(|item| self.group_of(item.exercise_id)).collect();
                hit.sort_unstable();
                hit.dedup();
                let named = |id: &i64| {
                    let name = self.groups.iter().find(|group| group.id == *id)?.name.clone();
                    Some(recommend::Group { name, hours: self.rested(*id) })
                };
                let groups: Vec<recommend::Group> = hit.iter().filter_map(named).collect();
                recommend::weigh(template.id, template.name.clone(), &groups)
            })
            .collect();
        recommend::rank(&mut all);
        all
    }
}

/// A template's sessions over a window.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Split {
    /// The template; Unlabeled without one.
    pub(crate) template_name: String,
    /// Sessions.
    pub(crate) sessions: usize,
    /// The last one's day.
    pub(crate) last_trained: On,
    /// Mean effort.
    pub(crate) avg_rpe: f64,
    /// How effort moves; null below three sessions.
    pub(crate) rpe_vs_baseline: Option<Effort>,
    /// The share of sessions in which something was skipped.
    pub(crate) deviation_rate: f64,
    /// The lift that is skipped often.
    pub(crate) notable_deviation: Option<String>,
}

/// How an exercise's top set moves.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Progress {
    /// The exercise.
    pub(crate) exercise_name: String,
    /// Sessions with weight.
    pub(crate) sessions: usize,
    /// How it moves.
    pub(crate) trend: Load,
    /// Top set at first, in kg.
    pub(crate) from_kg: f64,
    /// Top set at last, in kg.
    pub(crate) to_kg: f64,
}

/// Patterns of a few weeks.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct History {
    /// Days looked at.
    pub(crate) window_days: i64,
    /// Workouts in them.
    pub(crate) sessions: usize,
    /// By template, the most trained first.
    pub(crate) by_split: Vec<Split>,
    /// The exercises that were done most.
    pub(crate) load_progression: Vec<Progress>,
    /// Where one template is trained far more than another.
    pub(crate) frequency_note: Option<String>,
}

/// Patterns of some workouts, which come with the newest first.
pub(crate) fn history(window_days: i64, workouts: &[Whole], templates: &[Template]) -> History {
    let mut by_name: BTreeMap<String, Vec<&Whole>> = BTreeMap::new();
    for whole in workouts {
        let named = |id| templates.iter().find(|template| template.id == id).map(|one| one.name.clone());
        let name = whole.workout.template_id.and_then(named).unwrap_or_else(|| "Unlabeled".to_owned());
        by_name.entry(name).or_default().push(whole);
    }
    let mut by_split: Vec<Split> = by_name.into_iter().filter_map(split).collect();
    by_split.sort_by_key(|split| std::cmp::Reverse(split.sessions));
    let frequency_note = by_split.first().zip(by_split.last()).and_then(|(most, least)| {
        let uneven = most.sessions >= 2 * least.sessions && most.sessions - least.sessions >= 2;
        uneven.then(|| {
            let (name, other) = (&most.template_name, &least.template_name);
            format!("{name} was trained {} times, {other} {}", most.sessions, least.sessions)
        })
    });
    let load_progression = progression(workouts);
    History { window_days, sessions: workouts.len(), by_split, load_progression, frequency_note }
}

fn split((template_name, own): (String, Vec<&Whole>)) -> Option<Split> {
    let rpes: Vec<f64> = own.iter().rev().map(|whole| whole.workout.rpe).collect();
    let skipped = |whole: &&&Whole| whole.exercises.iter().any(|one| one.skipped_at.is_some());
    let with_skips = own.iter().filter(skipped).count();
    let deviation_rate = history::deviation_rate(own.len(), with_skips);
    let mut skips: BTreeMap<&str, usize> = BTreeMap::new();
    for one in own.iter().flat_map(|whole| &whole.exercises).filter(|one| one.skipped_at.is_some()) {
        *skips.entry(&one.exercise_name).or_default() += 1;
    }
    let most = skips.into_iter().max_by_key(|(_, times)| *times).filter(|_| deviation_rate >= 0.4);
    Some(Split {
        template_name,
        sessions: own.len(),
        last_trained: own.first()?.workout.day,
        avg_rpe: decimals(mean(rpes.iter().copied())?, 1),
        rpe_vs_baseline: history::effort(&rpes),
        deviation_rate,
        notable_deviation: most.map(|(name, times)| format!("{name} was skipped {times} times")),
    })
}

/// Exercises in the list of progress.
const PROGRESSIONS: usize = 5;

fn progression(workouts: &[Whole]) -> Vec<Progress> {
    let mut tops: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for one in workouts.iter().rev().flat_map(|whole| &whole.exercises).filter(|one| was_done(one)) {
        let top = one.sets.iter().filter_map(|set| set.weight_kg).reduce(f64::max);
        if let Some(top) = top {
            tops.entry(&one.exercise_name).or_default().push(top);
        }
    }
    let mut all: Vec<Progress> = tops
        .into_iter()
        .filter_map(|(name, tops)| {
            let (from_kg, to_kg) = (*tops.first()?, *tops.last()?);
            let (exercise_name, trend) = (name.to_owned(), history::load(from_kg, to_kg));
            (tops.len() > 1).then_some(Progress {
                exercise_name,
                sessions: tops.len(),
                trend,
                from_kg,
                to_kg,
            })
        })
        .collect();
    all.sort_by_key(|one| std::cmp::Reverse(one.sessions));
    all.truncate(PROGRESSIONS);
    all
}

/// A day of drinks before a workout.
pub(crate) fn first_day(today: Date, days: i64) -> Date {
    crate::day::after(today, 1 - days)
}
