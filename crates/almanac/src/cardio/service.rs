//! What can be done with cardio sessions.

use belay_core::{Ctx, Error};
use belay_store::Tx;

use super::error::CardioRefusal;
use super::model::{Judged, Session};
use super::store;
use crate::reckoning::cardio::{Athlete, warning};
use crate::reckoning::energy::age;
use crate::span::Span;
use crate::undo::note::{self, Kind};
use crate::wire::On;
use crate::{numbering, profile, weights};

/// Logs a session. It comes without a number and a day, and gets both.
pub(crate) async fn log(cx: &Ctx, tx: &mut Tx, mut session: Session) -> Result<Judged, Error> {
    session.id = numbering::service::next(cx, tx, "cardio").await?;
    cx.made(entity(session.id));
    keep(cx, tx, session).await
}

/// The session of a number.
pub(crate) async fn get(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<Session, Error> {
    Ok(store::get(tx, cx.tenant(), id).await?.ok_or(CardioRefusal::NotFound(id))?)
}

/// The sessions of a stretch, the newest first.
pub(crate) async fn list(cx: &Ctx, tx: &mut Tx, span: &Span) -> Result<Vec<Judged>, Error> {
    let mut judged = Vec::new();
    for session in store::list(tx, cx.tenant(), span).await? {
        judged.push(judge(cx, tx, session).await?);
    }
    Ok(judged)
}

/// Keeps a changed session.
pub(crate) async fn update(cx: &Ctx, tx: &mut Tx, session: Session) -> Result<Judged, Error> {
    cx.unmade(entity(session.id));
    keep(cx, tx, session).await
}

async fn keep(cx: &Ctx, tx: &mut Tx, mut session: Session) -> Result<Judged, Error> {
    session.day = On(profile::service::load(cx, tx).await?.days().of(session.started_at.0));
    note::changed(cx, tx, Kind::Cardio, session.id).await?;
    store::put(cx, tx, &session).await?;
    cx.audit(entity(session.id), None, None);
    judge(cx, tx, session).await
}

/// A session with what heart rate says of it, by the weight and age of its day: later weigh-ins change nothing.
pub(crate) async fn judge(cx: &Ctx, tx: &mut Tx, session: Session) -> Result<Judged, Error> {
    let kcal_estimate = match session.effort() {
        None => None,
        Some(effort) => {
            let person = profile::service::load(cx, tx).await?;
            let weight_kg = weights::service::kg_on(cx, tx, session.day.0).await?;
            let age = person.dob.map(|born| age(born, session.day.0));
            Some(effort.estimate(Athlete { sex: person.sex, weight_kg, age }))
        }
    };
    let estimate_warning = kcal_estimate.as_ref().and_then(|estimate| warning(session.est_kcal, estimate));
    Ok(Judged { session, kcal_estimate, estimate_warning })
}

/// Takes a session away.
pub(crate) async fn delete(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<(), Error> {
    get(cx, tx, id).await?;
    note::changed(cx, tx, Kind::Cardio, id).await?;
    store::delete(tx, cx.tenant(), id).await?;
    cx.unmade(entity(id));
    cx.audit(entity(id), None, None);
    Ok(())
}

fn entity(id: i64) -> String {
    format!("cardio:{id}")
}
