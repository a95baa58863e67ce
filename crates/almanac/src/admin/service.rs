//! What administrators can do with users.

use belay_access::people;
use belay_core::{Ctx, Error};
use belay_store::Tx;

use super::error::UserRefusal;
use super::model::User;
use super::store;

/// Everybody who may act here.
pub(super) async fn list(tx: &mut Tx) -> Result<Vec<User>, Error> {
    Ok(store::list(tx).await?)
}

/// What to change about a user.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Decision {
    pub(super) llm: Option<bool>,
    pub(super) admin: Option<bool>,
    /// A limit, or none of their own.
    pub(super) limit: Option<Option<i64>>,
}

/// Decides something about a user.
pub(super) async fn decide(cx: &Ctx, tx: &mut Tx, id: &str, decision: Decision) -> Result<User, Error> {
    let found = store::get(tx, id).await?;
    let (mut user, journal) = found.ok_or_else(|| UserRefusal::NotFound(id.to_owned()))?;
    if let Some(admin) = decision.admin.filter(|admin| *admin != user.is_admin) {
        people::set_admin(tx, id, admin).await?;
        user.is_admin = admin;
    }
    if decision.llm.is_some() || decision.limit.is_some() {
        let journal = journal.ok_or_else(|| UserRefusal::NoJournal(id.to_owned()))?;
        user.llm_logging_enabled = decision.llm.unwrap_or(user.llm_logging_enabled);
        user.llm_daily_token_limit = decision.limit.unwrap_or(user.llm_daily_token_limit);
        store::decide(cx, tx, &journal, &user).await?;
    }
    cx.audit(format!("user:{id}"), None, None);
    Ok(user)
}
