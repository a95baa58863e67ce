//! Administration for the outside.

use belay_core::request::Door;
use belay_core::{Ctx, Error, Issue, Operation, Patch};
use belay_store::CtxStore;
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::User;
use super::service::{self, Decision};
use crate::text::nothing_to_change;

pub(crate) fn all() -> Vec<Operation> {
    let one = |operation: Operation| operation.administration();
    vec![
        one(Operation::read("admin_list_users", admin_list_users))
            .title("List users")
            .about("Administrators only: list the users of this server with their ids.")
            .rest(Method::GET, "/admin/users")
            .example(json!({})),
        one(Operation::write("admin_set_user_llm_access", admin_set_user_llm_access))
            .title("Set model access")
            .about("Administrators only: let language models on this server log for a user, or not.")
            .repeatable()
            .example(json!({ "user_id": "per_1", "enabled": false })),
        one(Operation::write("admin_set_user_daily_limit", admin_set_user_daily_limit))
            .title("Set a daily limit")
            .about("Administrators only: limit the tokens a day of a user; null for the server's limit.")
            .repeatable()
            .example(json!({ "user_id": "per_1", "daily_token_limit": 50000 })),
        one(Operation::write("admin_set_user_admin", admin_set_user_admin))
            .title("Set an administrator")
            .about("Administrators only: make a user an administrator, with power over all users, or take it back. Ask first.")
            .repeatable()
            .example(json!({ "user_id": "per_1", "is_admin": true })),
        one(Operation::write("admin_update_user", admin_update_user))
            .title("Update a user")
            .about("Administrators only: change what was decided about a user.")
            .not_on(Door::Mcp)
            .not_on(Door::Stdio)
            .rest(Method::PATCH, "/admin/users/{user_id}")
            .example(json!({ "user_id": "per_1", "llm_logging_enabled": 1 })),
    ]
}

/// Users.
#[derive(Debug, Serialize, JsonSchema)]
struct Users {
    /// In the order of their coming.
    users: Vec<User>,
}

async fn admin_list_users(cx: Ctx, (): ()) -> Result<Users, Error> {
    Ok(Users { users: service::list(&mut cx.read().await?).await? })
}

/// A user.
#[derive(Debug, Serialize, JsonSchema)]
struct One {
    /// The user.
    user: User,
}

async fn decide(cx: &Ctx, user: &str, decision: Decision) -> Result<One, Error> {
    Ok(One { user: service::decide(cx, &mut *cx.tx().await?, user, decision).await? })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct ModelAccess {
    /// Id from admin_list_users.
    user_id: String,
    /// Whether they may.
    enabled: bool,
}

async fn admin_set_user_llm_access(cx: Ctx, access: ModelAccess) -> Result<One, Error> {
    decide(&cx, &access.user_id, Decision { llm: Some(access.enabled), ..Decision::default() }).await
}

#[derive(Debug, Deserialize, JsonSchema)]
struct DailyLimit {
    /// Id from admin_list_users.
    user_id: String,
    /// Tokens a day; null for the server's limit.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    daily_token_limit: Patch<i64>,
}

async fn admin_set_user_daily_limit(cx: Ctx, limit: DailyLimit) -> Result<One, Error> {
    let decision = Decision { limit: Some(limit.daily_token_limit.set().copied()), ..Decision::default() };
    decide(&cx, &limit.user_id, decision).await
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Administrator {
    /// Id from admin_list_users.
    user_id: String,
    /// Whether they are one.
    is_admin: bool,
}

async fn admin_set_user_admin(cx: Ctx, one: Administrator) -> Result<One, Error> {
    decide(&cx, &one.user_id, Decision { admin: Some(one.is_admin), ..Decision::default() }).await
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Change {
    /// The user.
    user_id: String,
    /// Whether language models may log for them: 0 or 1.
    #[schemars(range(min = 0, max = 1))]
    llm_logging_enabled: Option<i64>,
    /// Whether they administer this server: 0 or 1.
    #[schemars(range(min = 0, max = 1))]
    is_admin: Option<i64>,
    /// Tokens a day; null for the server's limit.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1_000_000_000))]
    llm_daily_token_limit: Patch<i64>,
}

async fn admin_update_user(cx: Ctx, change: Change) -> Result<One, Error> {
    let limit = change.llm_daily_token_limit;
    let (llm, admin) = (change.llm_logging_enabled.map(is_one), change.is_admin.map(is_one));
    let decision = Decision { llm, admin, limit: (!limit.keeps()).then(|| limit.set().copied()) };
    if llm.is_none() && admin.is_none() && decision.limit.is_none() {
        return Err(nothing_to_change());
    }
    if change.user_id.is_empty() {
        return Err(Error::invalid(vec![Issue::custom("user_id", "Required")]));
    }
    decide(&cx, &change.user_id, decision).await
}

fn is_one(number: i64) -> bool {
    number == 1
}
