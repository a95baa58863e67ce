//! A month of training: what was done, and when each template is due.

use jiff::Timestamp;
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use crate::day::{after, each};
use crate::reckoning::stimulus::Phase;
use crate::templates::model::Template;
use crate::untracked::model::{Period, Reason};
use crate::wire::{At, On};
use crate::workouts::model::Workout;

/// Workouts of a template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct OfTemplate {
    /// The template; null for workouts without one.
    pub(crate) template_id: Option<i64>,
    /// Its name.
    pub(crate) template_name: String,
    /// Workouts in the month.
    pub(crate) count: usize,
}

/// How often was trained.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Tally {
    /// Workouts in the month.
    pub(crate) total: usize,
    /// By template.
    pub(crate) by_template: Vec<OfTemplate>,
}

/// A workout of the month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Session {
    /// The day.
    pub(crate) date: On,
    /// The workout.
    pub(crate) workout_id: i64,
    /// The template; null without one.
    pub(crate) template_id: Option<i64>,
    /// Its name.
    pub(crate) template_name: String,
}

/// A day on which a template could be trained.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Segment {
    /// The day.
    pub(crate) date: On,
    /// Where its muscles are by then.
    pub(crate) phase: Phase,
    /// Whether it is the day to propose.
    pub(crate) is_proposed: bool,
}

/// The days that follow a template's last session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Pill {
    /// The template.
    pub(crate) template_id: i64,
    /// Its name.
    pub(crate) template_name: String,
    /// When it was last trained.
    pub(crate) last_hit_at: At,
    /// The days until it fades.
    pub(crate) segments: Vec<Segment>,
}

/// Days on which nothing was expected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Band {
    /// First day within the month.
    pub(crate) from: On,
    /// Last day within the month.
    pub(crate) to: On,
    /// Why.
    pub(crate) reason: Reason,
}

/// A month of training.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Calendar {
    /// How often was trained.
    pub(crate) tally: Tally,
    /// What was done.
    pub(crate) past_sessions: Vec<Session>,
    /// When each template is due; none in past months.
    pub(crate) pill_segments: Vec<Pill>,
    /// Days on which nothing was expected.
    pub(crate) untracked_bands: Vec<Band>,
}

/// What a month is made of.
pub(crate) struct Month<'a> {
    pub(crate) first: Date,
    pub(crate) last: Date,
    pub(crate) today: Date,
    pub(crate) now: Timestamp,
    /// Those of the month and the two weeks before it, the newest first.
    pub(crate) workouts: &'a [Workout],
    pub(crate) templates: &'a [Template],
    pub(crate) untracked: &'a [Period],
    /// The middle of a day, at which its phase is told.
    pub(crate) noon: &'a dyn Fn(Date) -> Timestamp,
}

impl Month<'_> {
    /// The month.
    pub(crate) fn calendar(&self) -> Calendar {
        let own = |workout: &&Workout| (self.first..=self.last).contains(&workout.day.0);
        let past_sessions: Vec<Session> = self
            .workouts
            .iter()
            .rev()
            .filter(own)
            .map(|workout| Session {
                date: workout.day,
                workout_id: workout.id,
                template_id: workout.template_id,
                template_name: self.name(workout.template_id),
            })
            .collect();
        let mut by_template: Vec<OfTemplate> = Vec::new();
        for session in &past_sessions {
            match by_template.iter_mut().find(|one| one.template_id == session.template_id) {
                Some(one) => one.count += 1,
                None => by_template.push(OfTemplate {
                    template_id: session.template_id,
                    template_name: session.template_name.clone(),
                    count: 1,
                }),
            }
        }
        let mut untracked_bands: Vec<Band> = self
            .untracked
            .iter()
            .map(|period| Band {
                from: On(period.started_on.0.max(self.first)),
                to: On(period.ended_on.0.min(self.last)),
                reason: period.reason,
            })
            .collect();
        untracked_bands.sort_by_key(|band| band.from);
        Calendar {
            tally: Tally { total: past_sessions.len(), by_template },
            past_sessions,
            pill_segments: self.pills(),
            untracked_bands,
        }
    }

    fn name(&self, template: Option<i64>) -> String {
        let named = self.templates.iter().find(|known| Some(known.id) == template);
        named.map_or_else(|| "Unlabeled".to_owned(), |known| known.name.clone())
    }

    fn pills(&self) -> Vec<Pill> {
        if self.last < self.today {
            return Vec::new();
        }
        let mut pills: Vec<Pill> = self
            .templates
            .iter()
            .filter(|template| template.archived_at.is_none())
            .filter_map(|template| self.pill(template))
            .collect();
        pills.sort_by(|a, b| a.template_name.cmp(&b.template_name));
        pills
    }

    fn pill(&self, template: &Template) -> Option<Pill> {
        let last = self.workouts.iter().find(|workout| workout.template_id == Some(template.id))?;
        let hours = |at: Timestamp| at.duration_since(last.started_at.0).as_secs_f64() / 3600.0;
        if matches!(Phase::after(Some(hours(self.now))), Phase::Fading | Phase::Detrained) {
            return None;
        }
        let mut proposed = false;
        let mut segments = Vec::new();
        for day in each(after(last.day.0, 1), after(last.day.0, 14)) {
            let phase = Phase::after(Some(hours((self.noon)(day))));
            if phase == Phase::Fading {
                break;
            }
            let is_proposed = phase == Phase::Prime && day >= self.today && !proposed;
            proposed |= is_proposed;
            if (self.first..=self.last).contains(&day) {
                segments.push(Segment { date: On(day), phase, is_proposed });
            }
        }
        let (template_id, template_name) = (template.id, template.name.clone());
        Some(Pill { template_id, template_name, last_hit_at: last.started_at, segments })
    }
}
