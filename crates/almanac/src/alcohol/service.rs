//! What can be done with drinks.

use belay_core::{Ctx, Error};
use belay_store::Tx;

use super::error::AlcoholRefusal;
use super::model::Session;
use super::store;
use crate::span::Span;
use crate::undo::note::{self, Kind};
use crate::wire::On;
use crate::{numbering, profile, totals};

/// Logs an occasion. It comes without a number and a day, and gets both.
pub(crate) async fn log(cx: &Ctx, tx: &mut Tx, mut session: Session) -> Result<Session, Error> {
    session.id = numbering::service::next(cx, tx, "alcohol").await?;
    session.day = On(profile::service::load(cx, tx).await?.days().of(session.started_at.0));
    note::new(cx, Kind::Alcohol, session.id);
    store::put(cx, tx, &session).await?;
    totals::service::refresh(cx, tx, session.day.0).await?;
    cx.made(entity(session.id));
    cx.audit(entity(session.id), None, None);
    Ok(session)
}

/// The occasion of a number.
pub(crate) async fn get(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<Session, Error> {
    Ok(store::get(tx, cx.tenant(), id).await?.ok_or(AlcoholRefusal::NotFound(id))?)
}

/// The occasions of a stretch, the newest first.
pub(crate) async fn list(cx: &Ctx, tx: &mut Tx, span: &Span) -> Result<Vec<Session>, Error> {
    Ok(store::list(tx, cx.tenant(), span).await?)
}

/// Keeps a changed occasion, and the sums of the day it was on and of the one it is on.
pub(crate) async fn update(cx: &Ctx, tx: &mut Tx, mut session: Session) -> Result<Session, Error> {
    let days = profile::service::load(cx, tx).await?.days();
    let before = std::mem::replace(&mut session.day, On(days.of(session.started_at.0)));
    note::changed(cx, tx, Kind::Alcohol, session.id).await?;
    store::put(cx, tx, &session).await?;
    totals::service::refresh(cx, tx, session.day.0).await?;
    if before != session.day {
        totals::service::refresh(cx, tx, before.0).await?;
    }
    cx.unmade(entity(session.id));
    cx.audit(entity(session.id), None, None);
    Ok(session)
}

/// Takes an occasion away.
pub(crate) async fn delete(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<(), Error> {
    let session = get(cx, tx, id).await?;
    note::changed(cx, tx, Kind::Alcohol, id).await?;
    store::delete(tx, cx.tenant(), id).await?;
    totals::service::refresh(cx, tx, session.day.0).await?;
    cx.unmade(entity(id));
    cx.audit(entity(id), None, None);
    Ok(())
}

fn entity(id: i64) -> String {
    format!("alcohol:{id}")
}
