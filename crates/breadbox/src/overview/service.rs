//! The household at a glance, from every area.

use belay_core::{Ctx, Error};
use belay_store::{CtxStore, args};
use jiff::{SignedDuration, Timestamp};

use super::sql;
use crate::members::model::Member;
use crate::members::service as members;

/// What there is and how fresh it is.
#[derive(Debug)]
pub(crate) struct Overview {
    pub(crate) members: Vec<Member>,
    pub(crate) transactions: i64,
    pub(crate) accounts: i64,
    pub(crate) categories: i64,
    pub(crate) earliest: Option<String>,
    pub(crate) latest: Option<String>,
    pub(crate) last_sync_at: Option<Timestamp>,
    pub(crate) errored_connections: i64,
    pub(crate) pending: i64,
    pub(crate) added_last_day: i64,
    pub(crate) added_last_week: i64,
    pub(crate) without_category: i64,
}

/// What there is and how fresh it is.
pub(crate) async fn overview(cx: &Ctx) -> Result<Overview, Error> {
    let members = members::list(cx).await?;
    let (day, week) = (SignedDuration::from_hours(24), SignedDuration::from_hours(7 * 24));
    let mut tx = cx.read().await?;
    let rows = tx.one(sql::TRANSACTIONS, args![cx.tenant(), cx.now() - day, cx.now() - week]).await?;
    let around = tx.one(sql::AROUND, args![cx.tenant()]).await?;
    Ok(Overview {
        members,
        transactions: rows.get("transactions")?,
        accounts: around.get("accounts")?,
        categories: around.get("categories")?,
        earliest: rows.get("earliest")?,
        latest: rows.get("latest")?,
        last_sync_at: around.get("last_sync_at")?,
        errored_connections: around.get("errored")?,
        pending: rows.get("pending")?,
        added_last_day: rows.get("last_day")?,
        added_last_week: rows.get("last_week")?,
        without_category: rows.get("without_category")?,
    })
}
