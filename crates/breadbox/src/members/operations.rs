//! Members for the outside.

use belay_core::{Ctx, Error, Operation};
use http::Method;
use schemars::JsonSchema;
use serde::Serialize;

use super::model::Member;
use super::service;
use crate::list::All;

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::read("list_users", list_users)
            .title("List household members")
            .about(
                "List the members of the household. They label who owns an account and are no logins. Use their ids as \
                 user_id in list_accounts and query_transactions.",
            )
            .rest(Method::GET, "/users")
            .example(serde_json::json!({})),
    ]
}

/// A member of the household.
#[derive(Debug, Serialize, JsonSchema)]
struct User {
    /// Its identifier, for `user_id`.
    id: String,
    /// The name.
    name: String,
    /// The e-mail address, if known.
    email: Option<String>,
}

impl From<Member> for User {
    fn from(member: Member) -> Self {
        Self { id: member.id.to_string(), name: member.name, email: member.email }
    }
}

async fn list_users(cx: Ctx, (): ()) -> Result<All<User>, Error> {
    let members = service::list(&cx).await?;
    Ok(All { data: members.into_iter().map(User::from).collect() })
}
