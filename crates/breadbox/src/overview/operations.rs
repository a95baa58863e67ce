//! The overview for the outside.

use belay_core::{Ctx, Error, Operation};
use http::Method;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::service;

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::read("get_overview", get_overview)
            .title("Get overview")
            .about(
                "The household at a glance: members, how many accounts and transactions over which days, how fresh the data \
                 is. Call it first. It holds no totals of money: use query_transactions for those.",
            )
            .rest(Method::GET, "/overview")
            .example(json!({})),
    ]
}

/// The household at a glance.
#[derive(Debug, Serialize, JsonSchema)]
struct Glance {
    /// What there is.
    data: Overview,
}

/// What there is and how fresh it is.
#[derive(Debug, Serialize, JsonSchema)]
struct Overview {
    /// The members of the household.
    users: Vec<User>,
    /// How much there is.
    scope: Scope,
    /// How fresh it is.
    freshness: Freshness,
    /// What waits to be looked at.
    backlog: Backlog,
}

/// A member of the household.
#[derive(Debug, Serialize, JsonSchema)]
struct User {
    /// Its identifier, for `user_id`.
    id: String,
    /// The name.
    name: String,
}

/// How much there is.
#[derive(Debug, Serialize, JsonSchema)]
struct Scope {
    /// Transactions.
    transaction_count: i64,
    /// Accounts.
    account_count: i64,
    /// Categories.
    category_count: i64,
    /// The day of the first transaction, YYYY-MM-DD.
    earliest_transaction_date: Option<String>,
    /// The day of the last transaction, YYYY-MM-DD.
    latest_transaction_date: Option<String>,
}

/// How fresh it is.
#[derive(Debug, Serialize, JsonSchema)]
struct Freshness {
    /// When data last came in, RFC 3339 in UTC.
    last_sync_at: Option<String>,
    /// Connections that failed or want a new sign-in.
    errored_connection_count: i64,
    /// Transactions that can still change.
    pending_transaction_count: i64,
    /// Transactions that came in within 24 hours.
    transactions_added_last_24h: i64,
    /// Transactions that came in within 7 days.
    transactions_added_last_7d: i64,
}

/// What waits to be looked at.
#[derive(Debug, Serialize, JsonSchema)]
struct Backlog {
    /// Transactions without a category.
    unmapped_transaction_count: i64,
}

async fn get_overview(cx: Ctx, (): ()) -> Result<Glance, Error> {
    let service::Overview { members, transactions, around } = service::overview(&cx).await?;
    let users = members.into_iter().map(|member| User { id: member.id.to_string(), name: member.name });
    Ok(Glance {
        data: Overview {
            users: users.collect(),
            scope: Scope {
                transaction_count: transactions.all,
                account_count: around.accounts,
                category_count: around.categories,
                earliest_transaction_date: transactions.earliest,
                latest_transaction_date: transactions.latest,
            },
            freshness: Freshness {
                last_sync_at: around.last_sync_at.map(|at| format!("{at:.0}")),
                errored_connection_count: around.errored_connections,
                pending_transaction_count: transactions.pending,
                transactions_added_last_24h: transactions.last_day,
                transactions_added_last_7d: transactions.last_week,
            },
            backlog: Backlog { unmapped_transaction_count: transactions.without_category },
        },
    })
}
