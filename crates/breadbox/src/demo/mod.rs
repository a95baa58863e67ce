//! A made-up household for demonstrations: two people, five accounts, fourteen months, two currencies.
//!
//! Everything follows from the day it is made up on and a fixed seed. Rows are put together in memory first, so
//! that the write transaction never waits for the making-up.

#![expect(
    clippy::inconsistent_digit_grouping,
    reason = "amounts are in cents, and the last group is the cents"
)]

mod abroad;
mod bills;
mod calendar;
mod chance;
mod holiday;
mod home;
mod household;
mod income;
mod ledger;
mod occasions;
mod people;
mod settling;
mod spending;
#[cfg(test)]
mod tests;

use belay_core::{Ctx, Error};
use belay_store::CtxStore;

use crate::accounts::service as accounts;
use crate::connections::service as connections;
use crate::members::service as members;
use crate::transactions::service as transactions;
use household::Household;

/// Rows that go to the database in one trip.
const BATCH: usize = 1_000;

/// Fills the tenant of the call with the household, in the call's transaction.
///
/// # Errors
/// A fault when the database fails.
pub(crate) async fn fill(cx: Ctx) -> Result<(), Error> {
    let mut household = Household::made_up(cx.now())?;
    let mut tx = cx.tx().await?;
    for member in &household.members {
        members::add(&cx, &mut tx, member).await?;
    }
    for connection in &household.connections {
        connections::add(&cx, &mut tx, connection).await?;
    }
    for account in &household.accounts {
        accounts::add(&cx, &mut tx, account).await?;
    }
    while !household.arrivals.is_empty() {
        let rest = household.arrivals.split_off(BATCH.min(household.arrivals.len()));
        transactions::receive(&cx, &mut tx, std::mem::replace(&mut household.arrivals, rest)).await?;
    }
    Ok(())
}
