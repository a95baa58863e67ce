//! Reading how the person stands on a day, once for every answer about it.

use belay_core::{Ctx, Error, Issue};
use belay_store::Tx;
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};

use super::gap::{self, Gap};
use super::model::Facts;
use super::week::{Day, WeekToDate};
use crate::day::{after, date, each};
use crate::energy::model::{DayTarget, Record};
use crate::phases::model::Phase;
use crate::reckoning::round::{mean, real};
use crate::span::Span;
use crate::weights::model::Weight;
use crate::wire::On;
use crate::{
    alcohol, cardio, energy, exercises, phases, profile, sleep, steps, templates, totals, weights, workouts,
};

/// Days that a week has.
const WEEK: i64 = 7;
/// Rows of one week.
const MOST: i64 = 500;

/// The moment that an answer is of, the present one or the end of a day that is over, with what is looked at from it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment {
    /// The instant.
    pub(crate) at: Timestamp,
    /// The person's day.
    pub(crate) today: Date,
    /// The date on the wall.
    pub(crate) calendar: Date,
    /// The last day whose rows count; without one everything does, also what is dated ahead.
    pub(crate) last: Date,
    /// Hours since midnight of the person's day.
    pub(crate) hour: i32,
    is_over: bool,
}

impl Moment {
    /// The present.
    pub(crate) async fn now(cx: &Ctx, tx: &mut Tx) -> Result<Self, Error> {
        let (days, at) = (profile::service::load(cx, tx).await?.days(), cx.now());
        let (today, calendar) = (days.of(at), days.calendar(at));
        Ok(Self { at, today, calendar, last: Date::MAX, hour: days.hour(at), is_over: false })
    }

    /// The present, or the end of a day that is over.
    ///
    /// # Errors
    /// An issue of the field for what is no date, or lies ahead.
    pub(crate) async fn of(cx: &Ctx, tx: &mut Tx, field: &str, text: Option<&str>) -> Result<Self, Error> {
        let now = Self::now(cx, tx).await?;
        let Some(text) = text else { return Ok(now) };
        let day = date(field, text)?;
        if day > now.today {
            return Err(Error::invalid(vec![Issue::custom(field, "That day is still to come")]));
        }
        if day == now.today {
            return Ok(now);
        }
        let days = profile::service::load(cx, tx).await?.days();
        let at = days.start(after(day, 1)).saturating_sub(SignedDuration::from_secs(1)).unwrap_or(now.at);
        Ok(Self { at, today: day, calendar: day, last: day, hour: days.hour(at), is_over: true })
    }

    /// The phase that goes on: on a day that is over the one that was in force, not known to end later.
    pub(crate) async fn phase(&self, cx: &Ctx, tx: &mut Tx) -> Result<Option<Phase>, Error> {
        if !self.is_over {
            return phases::service::active(cx, tx).await;
        }
        let mut phase = phases::service::on(cx, tx, self.today).await?;
        if let Some(phase) = &mut phase {
            phase.ended_on = phase.ended_on.filter(|end: &On| end.0 <= self.today);
        }
        Ok(phase)
    }
}

/// How the person stands.
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

/// Reads it as it is at a moment: what came later is not known then.
pub(crate) async fn standing(cx: &Ctx, tx: &mut Tx, moment: Moment) -> Result<Standing, Error> {
    let Moment { today, calendar, last, .. } = moment;
    let yesterday = after(today, -1);
    let record = energy::service::record(cx, tx, (after(today, -WEEK), calendar)).await?;
    let week =
        Span { first: after(today, -WEEK), last, from: Timestamp::MIN, to: Timestamp::MAX, limit: MOST };
    let latest = Span { first: Date::MIN, limit: 1, ..week };
    let last_workout = workouts::service::list(cx, tx, &latest, None).await?.pop();
    let slept = sleep::service::list(cx, tx, (Date::MIN, last), 1).await?.pop();
    let steps = steps::service::on_day(cx, tx, today).await?;
    let last_weight = weights::service::up_to(cx, tx, calendar).await?;
    let phase = moment.phase(cx, tx).await?;
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
        hour: moment.hour,
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
