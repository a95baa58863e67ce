//! Streaks of weigh-ins, of weeks with training and of days on target.

use std::collections::HashSet;

use belay_core::Error;
use jiff::civil::Date;
use serde_json::{Map, json};

use super::super::model::{Code, Earned, Reached};
use super::super::streak::{Kept, Tiers, streak};
use super::Finder;
use crate::day::{after, days_between, each};
use crate::reckoning::phase::Verdict;
use crate::reckoning::round::real;
use crate::span::Span;
use crate::wire::On;
use crate::{phases, totals, untracked, weights, workouts};

/// Rows of any stretch that is looked at.
const ALL: i64 = 10_000;

/// Mornings in a row with a weigh-in.
pub(super) const WEIGH_INS: Kind = Kind {
    code: Code::WeighInStreak,
    tiers: Tiers { first: &[7, 14, 30, 60, 100], step: 100 },
    unit_days: 1,
    look_back: 120,
    length: "streak_days",
};

/// Blocks of seven days in a row with a workout.
pub(super) const TRAINING: Kind = Kind {
    code: Code::WorkoutConsistency,
    tiers: Tiers { first: &[4, 8, 12], step: 12 },
    unit_days: 7,
    look_back: 26,
    length: "weeks",
};

/// Days in a row on target. Today is not over, so it does not count yet.
pub(super) const ADHERENCE: Kind = Kind {
    code: Code::TargetAdherenceStreak,
    tiers: Tiers { first: &[7, 14, 30], step: 30 },
    unit_days: 1,
    look_back: 60,
    length: "streak_days",
};

/// A kind of streak.
pub(super) struct Kind {
    code: Code,
    tiers: Tiers,
    unit_days: i64,
    /// Units that are looked at: more than a step, so that within a long streak there is always one that was noticed and
    /// knows where the streak began.
    look_back: i64,
    /// The field of the details that holds the length.
    length: &'static str,
}

impl Kind {
    /// Takes back those from a day on that were broken, and adds the tiers that the present streak has reached.
    pub(super) async fn look(&self, finder: &mut Finder<'_>, day: Date) -> Result<(), Error> {
        let mut kept = Vec::new();
        for earned in finder.kept(self.code).await? {
            let on = earned.reached.earned_on;
            let from = earned.date("from").unwrap_or(on);
            if on >= day && self.units(finder, (from, on)).await?.contains(&Kept::No) {
                finder.take_back(&earned).await?;
            } else {
                kept.push(earned);
            }
        }
        let end = self.end(finder).await?;
        let units = self.units(finder, (after(end, 1 - self.look_back * self.unit_days), end)).await?;
        for new in self.reached(&kept, &units, end) {
            finder.add(&new).await?;
        }
        Ok(())
    }

    /// The tiers of the streak that ends on a day which are not kept yet.
    fn reached(&self, kept: &[Earned], units: &[Kept], end: Date) -> Vec<Reached> {
        let streak = streak(units);
        let back = i64::try_from(streak.back).unwrap_or_default();
        let mut from = after(end, 1 - (back + 1) * self.unit_days);
        let mut length = streak.length;
        let known = kept.iter().rfind(|earned| earned.reached.earned_on >= from);
        if let Some(known) = known.filter(|_| streak.open) {
            let since = days_between(known.reached.earned_on, end) / self.unit_days;
            let newer = units.iter().take(usize::try_from(since).unwrap_or_default());
            let more = newer.filter(|kept| **kept == Kept::Yes).count();
            length = known.whole(self.length).unwrap_or_default() + i64::try_from(more).unwrap_or_default();
            from = known.date("from").unwrap_or(from);
        }
        let missing = |tier: &i64| {
            !kept.iter().any(|earned| {
                earned.reached.earned_on >= from && (earned.reached.value - real(*tier)).abs() < 0.5
            })
        };
        let new = |tier: i64| {
            let details = Map::from_iter([
                (self.length.to_owned(), json!(length)),
                ("from".to_owned(), json!(On(from))),
            ]);
            let key = format!("{tier}:{from}");
            Reached { code: self.code, earned_on: end, value: real(tier), key, details }
        };
        self.tiers.reached(length).filter(missing).map(new).collect()
    }

    /// The day on which a present streak ends.
    async fn end(&self, finder: &mut Finder<'_>) -> Result<Date, Error> {
        Ok(match self.code {
            Code::WeighInStreak => {
                let last = weights::service::up_to(finder.cx, finder.tx, finder.calendar).await?;
                let weighed = last.is_some_and(|weight| weight.measured_on.0 == finder.calendar);
                if weighed { finder.calendar } else { after(finder.calendar, -1) }
            }
            Code::TargetAdherenceStreak => after(finder.today, -1),
            _ => finder.today,
        })
    }

    /// The units between two days, the newest first.
    async fn units(&self, finder: &mut Finder<'_>, span: (Date, Date)) -> Result<Vec<Kept>, Error> {
        if self.code == Code::TargetAdherenceStreak {
            return adhered(finder, span).await;
        }
        let (cx, tx) = (finder.cx, &mut *finder.tx);
        let days: HashSet<Date> = if self.code == Code::WeighInStreak {
            let rows = weights::service::list(cx, tx, span, ALL).await?;
            rows.into_iter().map(|weight| weight.measured_on.0).collect()
        } else {
            let span = Span::of_days(span.0, span.1, ALL);
            let rows = workouts::service::list(cx, tx, &span, None).await?;
            rows.into_iter().map(|workout| workout.day.0).collect()
        };
        let units = (days_between(span.0, span.1) + 1) / self.unit_days;
        let holds = |unit: i64| {
            let last = after(span.1, -unit * self.unit_days);
            each(after(last, 1 - self.unit_days), last).any(|day| days.contains(&day))
        };
        Ok((0..units).map(|unit| if holds(unit) { Kept::Yes } else { Kept::No }).collect())
    }
}

/// The days between two, the newest first: on target, not, or untracked. Each is judged by the phase in force on it.
async fn adhered(finder: &mut Finder<'_>, (from, to): (Date, Date)) -> Result<Vec<Kept>, Error> {
    let (cx, tx) = (finder.cx, &mut *finder.tx);
    let totals = totals::service::range(cx, tx, (from, to)).await?;
    let phases = phases::service::between(cx, tx, (from, to)).await?;
    let periods = untracked::service::between(cx, tx, (from, to)).await?;
    let day = |day: Date| {
        if periods.iter().any(|period| period.holds(day)) {
            return Kept::Skipped;
        }
        let phase = phases.iter().find(|phase| phase.started_on.0 <= day && day <= phase.last());
        let totals = totals.iter().find(|(on, totals)| *on == day && totals.meals > 0);
        let verdict = phase.zip(totals).map(|(phase, (_, totals))| phase.numbers().verdict(totals.kcal()));
        if verdict == Some(Verdict::OnTrack) { Kept::Yes } else { Kept::No }
    };
    let mut units: Vec<Kept> = each(from, to).map(day).collect();
    units.reverse();
    Ok(units)
}
