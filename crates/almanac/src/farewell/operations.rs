//! The end of an account, for the outside.

use belay_core::operation::Command;
use belay_core::request::Door;
use belay_core::{Ctx, Error, Operation};
use belay_store::CtxStore;
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::service;

/// What a program must be allowed besides writing.
const SCOPE: &str = "account";

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::destructive("delete_account", delete_account)
            .title("Delete the account")
            .about("Delete everything that is kept of the user, for good. Nothing can bring it back: export_data first.")
            .confirm_literal()
            .scope(SCOPE)
            .not_on(Door::Mcp)
            .not_on(Door::Stdio)
            .rest(Method::DELETE, "/account")
            .command(Command {
                word: "delete-account",
                file: None,
                example: "delete-account --user anna@example.org --address anna@example.org",
            })
            .example(json!({ "address": "anna@example.org", "confirm": true })),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Delete {
    /// The account's own address, so that nobody deletes another by mistake; its name where it has no address.
    address: String,
}

/// What became of the account.
#[derive(Debug, Serialize, JsonSchema)]
struct Deleted {
    /// Always true: no table of the journal holds anything of it any more.
    deleted: bool,
    /// Whether the person can no longer sign in here either.
    person_removed: bool,
    /// What remains, and why.
    remains: Vec<&'static str>,
}

async fn delete_account(cx: Ctx, delete: Delete) -> Result<Deleted, Error> {
    let farewell = service::delete(&cx, &mut *cx.tx().await?, &delete.address).await?;
    let mut remains = vec![
        "The audit trail: that calls were made and by whom, without what was in them, until its time is over.",
    ];
    if !farewell.person_removed {
        remains.push(
            "The sign-in: this person manages the server or uses another application on it. The operator can end it with the command user disable.",
        );
    }
    Ok(Deleted { deleted: true, person_removed: farewell.person_removed, remains })
}
