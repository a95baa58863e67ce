//! What can be done with phases.

use belay_core::{Ctx, Error};
use belay_store::Tx;
use jiff::civil::Date;

use super::error::{PhaseRefusal, tdee_unavailable};
use super::model::Phase;
use super::store;
use crate::accomplishments::touched::{Area, touch};
use crate::day::after;
use crate::reckoning::phase::day_before;
use crate::reckoning::tdee::Source;
use crate::undo::note::{self, Kind};
use crate::wire::On;
use crate::{energy, numbering, profile, weights};

/// How far ahead or back a phase may begin, in days.
const FARTHEST: i64 = 3660;

/// The phase of a number.
pub(crate) async fn get(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<Phase, Error> {
    Ok(store::get(tx, cx.tenant(), id).await?.ok_or(PhaseRefusal::NotFound(id))?)
}

/// All phases, the one that began last first.
pub(crate) async fn list(cx: &Ctx, tx: &mut Tx) -> Result<Vec<Phase>, Error> {
    Ok(store::list(tx, cx.tenant()).await?)
}

/// The phase that was in force on a day: a past day is judged by what held then.
pub(crate) async fn on(cx: &Ctx, tx: &mut Tx, day: Date) -> Result<Option<Phase>, Error> {
    Ok(store::in_force(tx, cx.tenant(), (day, day)).await?.into_iter().next())
}

/// The phases that have a day between two, the one that began last first.
pub(crate) async fn between(cx: &Ctx, tx: &mut Tx, span: (Date, Date)) -> Result<Vec<Phase>, Error> {
    Ok(store::in_force(tx, cx.tenant(), span).await?)
}

/// The phase that goes on.
pub(crate) async fn active(cx: &Ctx, tx: &mut Tx) -> Result<Option<Phase>, Error> {
    Ok(store::active(tx, cx.tenant()).await?)
}

/// The daily energy that a new phase begins with.
pub(crate) async fn energy_now(cx: &Ctx, tx: &mut Tx, asserted: Option<i64>) -> Result<(i64, Source), Error> {
    if let Some(kcal) = asserted {
        return Ok((kcal, Source::UserAsserted));
    }
    let today = profile::service::load(cx, tx).await?.days().calendar(cx.now());
    if weights::service::up_to(cx, tx, today).await?.is_none() {
        return Err(tdee_unavailable());
    }
    let tdee = energy::service::now(cx, tx, None).await?;
    Ok((tdee.kcal, tdee.source))
}

/// Starts a phase; the active one ends the day before. The phase comes without a number and gets one.
pub(crate) async fn start(cx: &Ctx, tx: &mut Tx, mut phase: Phase) -> Result<Phase, Error> {
    checked(cx, tx, &phase).await?;
    for mut other in store::list(tx, cx.tenant()).await?.into_iter().filter(|other| other.overlaps(&phase)) {
        // A phase that goes on, or that ended on the very day, gives its last day up.
        let yields = other.last() == Date::MAX || other.last() == phase.started_on.0;
        if !yields || other.started_on >= phase.started_on {
            return Err(PhaseRefusal::Overlap(other.id).into());
        }
        other.ended_on = Some(On(day_before(phase.started_on.0)));
        note::changed(cx, tx, Kind::Phase, other.id).await?;
        store::put(cx, tx, &other).await?;
    }
    phase.id = numbering::service::next(cx, tx, "phase").await?;
    note::changed(cx, tx, Kind::Phase, phase.id).await?;
    store::put(cx, tx, &phase).await?;
    touch(cx, Area::Phase(phase.started_on.0));
    cx.made(entity(phase.id));
    cx.audit(entity(phase.id), None, None);
    Ok(phase)
}

/// Keeps a changed phase, if everything about it holds, whichever field was changed.
pub(crate) async fn update(cx: &Ctx, tx: &mut Tx, phase: Phase) -> Result<Phase, Error> {
    checked(cx, tx, &phase).await?;
    let before = get(cx, tx, phase.id).await?;
    for other in store::list(tx, cx.tenant()).await?.into_iter().filter(|other| other.id != phase.id) {
        if phase.ended_on.is_none() && other.ended_on.is_none() {
            return Err(PhaseRefusal::AnotherActive(other.id).into());
        }
        if other.overlaps(&phase) {
            return Err(PhaseRefusal::Overlap(other.id).into());
        }
    }
    touch(cx, Area::Phase(before.started_on.min(phase.started_on).0));
    note::changed(cx, tx, Kind::Phase, phase.id).await?;
    store::put(cx, tx, &phase).await?;
    cx.unmade(entity(phase.id));
    cx.audit(entity(phase.id), None, None);
    Ok(phase)
}

/// Takes a phase away; its days are judged by none.
pub(crate) async fn delete(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<(), Error> {
    let phase = get(cx, tx, id).await?;
    note::changed(cx, tx, Kind::Phase, id).await?;
    store::delete(tx, cx.tenant(), id).await?;
    touch(cx, Area::Phase(phase.started_on.0));
    cx.unmade(entity(id));
    cx.audit(entity(id), None, None);
    Ok(())
}

/// Makes sure that a phase's numbers, aims and dates go together.
async fn checked(cx: &Ctx, tx: &mut Tx, phase: &Phase) -> Result<(), Error> {
    let incoherent = |text: &str| Err(PhaseRefusal::Incoherent(text.to_owned()).into());
    if let Some(fault) = phase.numbers().fault() {
        return Err(PhaseRefusal::Incoherent(fault).into());
    }
    if !phase.intent.fits(phase.phase_type) {
        return incoherent(
            "intent and phase_type disagree; recomp goes with maintenance, the others with their like",
        );
    }
    if phase.planned_end_on.is_some_and(|planned| planned < phase.started_on) {
        return incoherent("planned_end_on lies before started_on");
    }
    if phase.ended_on.is_some_and(|ended| ended < phase.started_on) {
        return incoherent("ended_on lies before started_on");
    }
    let today = profile::service::load(cx, tx).await?.days().of(cx.now());
    if phase.started_on.0 > after(today, FARTHEST) || phase.started_on.0 < after(today, -10 * FARTHEST) {
        return incoherent("started_on lies too far away");
    }
    Ok(())
}

fn entity(id: i64) -> String {
    format!("phase:{id}")
}
