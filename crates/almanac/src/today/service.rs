//! Reading how the person stands today, once for every answer about it.

use belay_core::{Ctx, Error};
use belay_store::Tx;
use jiff::Timestamp;
use jiff::civil::Date;

use super::gap::{self, Gap};
use super::model::Facts;
use super::week::{Day, WeekToDate};
use crate::day::{after, each};
use crate::energy::model::{DayTarget, Record};
use crate::phases::model::Phase;
use crate::reckoning::round::{mean, real};
use crate::span::Span;
use crate::weights::model::Weight;
use crate::{
    alcohol, cardio, energy, exercises, phases, profile, sleep, steps, templates, totals, weights, workouts,
};

/// Days that a week has.
const WEEK: i64 = 7;
/// Rows of one week.
const MOST: i64 = 500;

/// How the person stands today.
pub(crate) struct Standing {
    pub(crate) facts: Facts,
    pub(crate) record: Record,
    pub(crate) phase: Option<Phase>,
    pub(crate) target: Option<DayTarget>,
    pub(crate) last_weight: Option<Weight>,
    pub(crate) alcohol: Vec<alcohol::model::Session>,
    pub(crate) cardio: Vec<cardio::model::Judged>,
    pub(crate) workouts: Vec<workouts::model::Workout>,
    pub(crate) slept: Option<sleep::model::Night>,
    pub(crate) steps: Option<steps::model::Count>,
}

/// Reads it.
pub(crate) async fn standing(cx: &Ctx, tx: &mut Tx) -> Result<Standing, Error> {
    let days = profile::service::load(cx, tx).await?.days();
    let (today, calendar) = (days.of(cx.now()), days.calendar(cx.now()));
    let yesterday = after(today, -1);
    let record = energy::service::record(cx, tx, (after(today, -WEEK), calendar)).await?;
    let week = Span {
        first: after(today, -WEEK),
        last: Date::MAX,
        from: Timestamp::MIN,
        to: Timestamp::MAX,
        limit: MOST,
    };
    let last = Span { first: Date::MIN, limit: 1, ..week };
    let last_workout = workouts::service::list(cx, tx, &last, None).await?.pop();
    let slept = sleep::service::list(cx, tx, (Date::MIN, Date::MAX), 1).await?.pop();
    let steps = steps::service::on_day(cx, tx, today).await?;
    let last_weight = weights::service::up_to(cx, tx, calendar).await?;
    let phase = phases::service::active(cx, tx).await?;
    let (templates, exercises) =
        (templates::service::list(cx, tx).await?, exercises::service::list(cx, tx).await?);
    let totals = record.of(today);
    let usual = each(after(today, -WEEK), yesterday)
        .filter(|day| !record.is_untracked(*day))
        .map(|day| record.of(day))
        .filter(|totals| totals.meals > 0)
        .map(|totals| real(totals.kcal()));
    let facts = Facts {
        today,
        hour: days.hour(cx.now()),
        untracked: each(Record::reach(today), today).filter(|day| record.is_untracked(*day)).collect(),
        meals_today: totals.meals,
        kcal_today: totals.kcal(),
        usual_kcal: mean(usual),
        phase_type: phase.as_ref().map(|phase| phase.phase_type),
        profile_complete: record.profile.is_complete(),
        last_workout: last_workout.as_ref().map(|workout| workout.day.0),
        last_weight: last_weight.as_ref().map(|weight| weight.measured_on.0),
        last_sleep: slept.as_ref().map(|night| night.slept_on.0),
        slept_today: slept.as_ref().is_some_and(|night| night.slept_on.0 >= today),
        steps_today: steps.is_some(),
        steps_yesterday: steps::service::on_day(cx, tx, yesterday).await?.is_some(),
        trains: last_workout.is_some() || !exercises.is_empty(),
        has_template: templates.iter().any(|template| template.archived_at.is_none()),
    };
    Ok(Standing {
        facts,
        target: energy::service::standing(cx, tx, today).await?,
        alcohol: alcohol::service::list(cx, tx, &week).await?,
        cardio: cardio::service::list(cx, tx, &week).await?,
        workouts: workouts::service::list(cx, tx, &week, None).await?,
        slept: slept.filter(|night| night.slept_on.0 >= today),
        record,
        phase,
        last_weight,
        steps,
    })
}

impl Standing {
    /// The seven completed days before today.
    pub(crate) async fn week(&self, cx: &Ctx, tx: &mut Tx) -> Result<WeekToDate, Error> {
        let today = self.facts.today;
        let day = |day: Date| {
            let totals = self.record.of(day);
            let cardio = self.cardio.iter().map(|judged| &judged.session).filter(|one| one.day.0 == day);
            let number = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
            Day {
                tracked: !self.record.is_untracked(day),
                meals: totals.meals,
                kcal: totals.kcal(),
                protein_g: totals.protein_g,
                drinks: totals.drinks,
                alcohol_kcal: totals.alcohol_kcal,
                workouts: number(self.workouts.iter().filter(|workout| workout.day.0 == day).count()),
                cardio_sessions: number(cardio.clone().count()),
                cardio_minutes: cardio.clone().filter_map(|one| one.duration_min).sum(),
                cardio_kcal: cardio.map(|one| one.est_kcal).sum(),
            }
        };
        let days: Vec<Day> = each(after(today, -WEEK), after(today, -1)).map(day).collect();
        Ok(WeekToDate::new(&days, sleep::service::owed(cx, tx, today, WEEK).await?))
    }

    /// Days in a row without a log and without a reason.
    pub(crate) async fn gap(&self, cx: &Ctx, tx: &mut Tx) -> Result<Option<Gap>, Error> {
        let today = self.facts.today;
        let logged = totals::service::logged(cx, tx, (after(today, -gap::BACK), today)).await?;
        Ok(gap::find(today, &logged, &|day| self.record.is_untracked(day)))
    }
}
