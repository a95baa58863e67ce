//! The overview's numbers from the database.

use belay_store::{StoreError, Tx, args};
use jiff::Timestamp;

use super::sql;

/// How many transactions there are, over which days, and how many arrived since two instants.
#[derive(Debug)]
pub(crate) struct Transactions {
    pub(crate) all: i64,
    pub(crate) earliest: Option<String>,
    pub(crate) latest: Option<String>,
    pub(crate) pending: i64,
    pub(crate) last_day: i64,
    pub(crate) last_week: i64,
    pub(crate) without_category: i64,
}

pub(crate) async fn transactions(
    tx: &mut Tx,
    tenant: &str,
    since_day: Timestamp,
    since_week: Timestamp,
) -> Result<Transactions, StoreError> {
    let row = tx.one(sql::TRANSACTIONS, args![tenant, since_day, since_week]).await?;
    Ok(Transactions {
        all: row.get("transactions")?,
        earliest: row.get("earliest")?,
        latest: row.get("latest")?,
        pending: row.get("pending")?,
        last_day: row.get("last_day")?,
        last_week: row.get("last_week")?,
        without_category: row.get("without_category")?,
    })
}

/// How many accounts and categories there are, and how the connections are doing.
#[derive(Debug)]
pub(crate) struct Around {
    pub(crate) accounts: i64,
    pub(crate) categories: i64,
    pub(crate) errored_connections: i64,
    pub(crate) last_sync_at: Option<Timestamp>,
}

pub(crate) async fn around(tx: &mut Tx, tenant: &str) -> Result<Around, StoreError> {
    let row = tx.one(sql::AROUND, args![tenant]).await?;
    Ok(Around {
        accounts: row.get("accounts")?,
        categories: row.get("categories")?,
        errored_connections: row.get("errored")?,
        last_sync_at: row.get("last_sync_at")?,
    })
}
