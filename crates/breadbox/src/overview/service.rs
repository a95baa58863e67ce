//! The household at a glance, from every area.

use belay_core::{Ctx, Error};
use belay_store::CtxStore;
use jiff::SignedDuration;

use super::store::{self, Around, Transactions};
use crate::members::model::Member;
use crate::members::service as members;

/// What there is and how fresh it is.
#[derive(Debug)]
pub(crate) struct Overview {
    pub(crate) members: Vec<Member>,
    pub(crate) transactions: Transactions,
    pub(crate) around: Around,
}

/// What there is and how fresh it is.
pub(crate) async fn overview(cx: &Ctx) -> Result<Overview, Error> {
    let members = members::list(cx).await?;
    let (day, week) = (SignedDuration::from_hours(24), SignedDuration::from_hours(7 * 24));
    let mut tx = cx.read().await?;
    let transactions = store::transactions(&mut tx, cx.tenant(), cx.now() - day, cx.now() - week).await?;
    let around = store::around(&mut tx, cx.tenant()).await?;
    Ok(Overview { members, transactions, around })
}
