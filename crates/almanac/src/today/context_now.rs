//! Putting the context of a day together.

use belay_core::{Ctx, Error};
use belay_store::Tx;

use super::context::{
    Adherence, Balance, Change, Context, Drunk, InPhase, Moved, Muscle, Slept, SoFar, Trained, TrendNow,
    Walked, Weighed, Who,
};
use super::service::{Moment, Standing, standing};
use crate::day::{after, days_between};
use crate::phases::model::Phase;
use crate::reckoning::phase::Verdict;
use crate::reckoning::round::{decimals, mean, real, whole};
use crate::reckoning::tdee::{Confidence, Tdee};
use crate::wire::{At, On};
use crate::{energy, totals, training, untracked};

/// Today's energy.
pub(crate) async fn balance(
    cx: &Ctx,
    tx: &mut Tx,
    standing: &Standing,
    tdee: &Tdee,
) -> Result<Balance, Error> {
    let movement = totals::service::movement(cx, tx, standing.facts.today).await?;
    let totals = standing.record.of(standing.facts.today);
    Ok(Balance {
        food_in: totals.food_kcal,
        alcohol_in: totals.alcohol_kcal,
        total_in: totals.kcal(),
        tdee_baseline: tdee.kcal,
        cardio_out: movement.cardio_kcal,
        workout_out: movement.workout_kcal,
        steps_out: movement.steps_kcal,
        net: totals.kcal() - tdee.kcal,
    })
}

/// The whole context of a moment.
pub(crate) async fn context(cx: &Ctx, tx: &mut Tx, moment: Moment) -> Result<Context, Error> {
    let standing = standing(cx, tx, moment).await?;
    let Moment { at, today, calendar, last, .. } = moment;
    let tdee = energy::service::known(cx, tx, (today, calendar), None).await?;
    let balance = balance(cx, tx, &standing, &tdee).await?;
    let states = training::service::gym_at(cx, tx, at, (today, last)).await?.states();
    let phase_adherence = match &standing.phase {
        Some(phase) => Some(adherence(cx, tx, phase, today).await?),
        None => None,
    };
    Ok(Context {
        now: At(at),
        today_date: On(today),
        week_to_date: standing.week(cx, tx).await?,
        unexplained_gap: standing.gap(cx, tx).await?,
        trend_weight: trend(&standing),
        today: so_far(&standing, balance),
        profile_complete: standing.facts.profile_complete,
        stim_states: states
            .into_iter()
            .map(|state| Muscle {
                group_id: state.group_id,
                group_name: state.group_name,
                level: state.level,
                trainable_capacity: state.trainable_capacity,
                phase: state.phase,
                recommendation: state.advice.recommendation,
            })
            .collect(),
        phase: standing.phase.map(|phase| InPhase {
            days_in: days_between(phase.started_on.0, today).max(0),
            days_remaining: phase.planned_end_on.map(|end| days_between(today, end.0)),
            phase,
        }),
        about_me: standing.record.profile.about_me.clone(),
        user: Who {
            name: standing.record.profile.name,
            timezone: standing.record.profile.timezone,
            preferred_unit_system: standing.record.profile.preferred_unit_system,
            activity_level: standing.record.profile.activity_level,
        },
        tdee,
        phase_adherence,
    })
}

fn so_far(standing: &Standing, energy_balance: Balance) -> SoFar {
    let today = standing.facts.today;
    let totals = standing.record.of(today);
    let last = standing.last_weight.as_ref();
    let cardio = standing.cardio.iter().map(|judged| &judged.session);
    SoFar {
        intake: totals.shown(),
        meals_logged_today: totals.meals,
        target: standing.target.as_ref().map(|day| day.target.clone()),
        maintenance: standing.target.as_ref().map(|day| day.maintenance.clone()),
        observed: standing.target.as_ref().map(|day| day.observed.clone()),
        body_weight_kg: last.filter(|weight| weight.measured_on.0 >= today).map(|weight| weight.weight_kg),
        most_recent_weight: last
            .map(|weight| Weighed { value_kg: weight.weight_kg, on_date: weight.measured_on }),
        sleep: standing.slept.as_ref().map(|night| Slept { hours: night.hours, quality: night.quality }),
        steps: standing.steps.as_ref().map(|count| Walked {
            id: count.id,
            count: count.steps,
            est_kcal: count.est_kcal,
        }),
        workouts: standing
            .workouts
            .iter()
            .filter(|workout| workout.day.0 == today)
            .map(|workout| Trained { id: workout.id, template_id: workout.template_id, rpe: workout.rpe })
            .collect(),
        cardio: cardio
            .filter(|session| session.day.0 == today)
            .map(|session| Moved {
                id: session.id,
                modality: session.modality.clone(),
                duration_min: session.duration_min,
                est_kcal: session.est_kcal,
            })
            .collect(),
        alcohol: standing
            .alcohol
            .iter()
            .filter(|session| session.day.0 == today)
            .map(|session| Drunk {
                id: session.id,
                drinks_count: session.drinks_count,
                est_kcal: session.est_kcal,
            })
            .collect(),
        energy_balance,
    }
}

/// Days over which a change of weight is told, and from which on it is sure.
const CHANGE_DAYS: i64 = 30;

fn trend(standing: &Standing) -> TrendNow {
    let last = standing.last_weight.as_ref();
    let weight_change = last.and_then(|last| {
        let on = last.measured_on.0;
        let weights = standing.record.weights.iter();
        let first = weights.clone().find(|(day, _)| *day >= after(on, -CHANGE_DAYS) && *day < on)?;
        let over_days = days_between(first.0, on);
        let sure = over_days >= CHANGE_DAYS;
        Some(Change {
            value_kg: decimals(last.weight_kg - first.1, 2),
            over_days,
            confidence: if sure { Confidence::Established } else { Confidence::Early },
        })
    });
    TrendNow {
        current_kg: last.map(|weight| decimals(weight.trend_kg, 2)),
        as_of: last.map(|weight| weight.measured_on),
        weight_change,
    }
}

/// Days of a phase that its adherence looks back over: a phase without end must not cost more each year.
const LONGEST: i64 = 366;

/// How a phase was kept to on its completed days.
async fn adherence(
    cx: &Ctx,
    tx: &mut Tx,
    phase: &Phase,
    today: jiff::civil::Date,
) -> Result<Adherence, Error> {
    let span = (phase.started_on.0.max(after(today, -LONGEST)), after(today, -1));
    let away = untracked::service::between(cx, tx, span).await?;
    let days = totals::service::range(cx, tx, span).await?;
    let counted: Vec<i64> = days
        .into_iter()
        .filter(|(day, totals)| totals.meals > 0 && !away.iter().any(|period| period.holds(*day)))
        .map(|(_, totals)| totals.kcal())
        .collect();
    let on_track = counted.iter().filter(|kcal| phase.numbers().verdict(**kcal) == Verdict::OnTrack).count();
    let delta = mean(counted.iter().map(|kcal| real(kcal - phase.tdee_at_phase_start)));
    let number = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
    Ok(Adherence {
        logged_days: number(counted.len()),
        on_track_days: number(on_track),
        avg_delta_kcal: delta.map(whole),
    })
}
