//! Users in the database.

use belay_core::Ctx;
use belay_store::{Row, StoreError, Tx, args};

use super::model::User;
use super::sql;

pub(super) async fn list(tx: &mut Tx) -> Result<Vec<User>, StoreError> {
    tx.all(sql::USERS, args![]).await?.iter().map(user).collect()
}

/// Somebody with the number of their journal, if they have one.
pub(super) async fn get(tx: &mut Tx, id: &str) -> Result<Option<(User, Option<String>)>, StoreError> {
    let Some(row) = tx.opt(sql::USER, args![id]).await? else { return Ok(None) };
    Ok(Some((user(&row)?, row.get("tenant_id")?)))
}

/// Keeps what was decided over language models for a user.
pub(super) async fn decide(cx: &Ctx, tx: &mut Tx, journal: &str, user: &User) -> Result<(), StoreError> {
    let first_name = user.name.split('@').next().unwrap_or_default();
    let args = args![journal, first_name, user.llm_logging_enabled, user.llm_daily_token_limit, cx.now()];
    tx.exec(sql::DECIDE, args).await?;
    Ok(())
}

fn user(row: &Row) -> Result<User, StoreError> {
    Ok(User {
        id: row.get("id")?,
        name: row.get("name")?,
        email: row.get("email")?,
        is_admin: row.get("admin")?,
        llm_logging_enabled: row.get::<Option<bool>>("llm_logging_enabled")?.unwrap_or(false),
        llm_daily_token_limit: row.get("llm_daily_token_limit")?,
    })
}
