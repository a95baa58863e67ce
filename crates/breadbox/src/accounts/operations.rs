//! Accounts for the outside.

use belay_core::money::{Amount, Currency};
use belay_core::{Ctx, Error, Operation};
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::Listed;
use super::service;
use crate::list::All;

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::read("list_accounts", list_accounts)
            .title("List accounts")
            .about(
                "List the bank accounts, cards and loans with their balances, or those of one member. On credit accounts a \
                 balance above zero is money owed. Do not add balances of different currencies. Not for single \
                 payments: use query_transactions.",
            )
            .rest(Method::GET, "/accounts")
            .example(json!({})),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Which {
    /// Only accounts of this household member, by an id from `list_users`. Leave out for all.
    user_id: Option<String>,
}

/// An account with its balances.
#[derive(Debug, Serialize, JsonSchema)]
struct AccountRow {
    /// Its identifier, for `account_id`.
    id: String,
    /// Its name.
    name: String,
    /// depository, credit, loan, investment or other.
    r#type: String,
    /// A finer kind, such as checking.
    subtype: Option<String>,
    /// The last digits of its number.
    mask: Option<String>,
    /// What is in it; on credit accounts, what is owed.
    balance_current: Option<Amount>,
    /// What can be spent.
    balance_available: Option<Amount>,
    /// How far it may be drawn.
    balance_limit: Option<Amount>,
    /// The ISO 4217 code of its currency.
    iso_currency_code: Option<Currency>,
    /// The bank.
    institution_name: Option<String>,
    /// The member it belongs to.
    user_id: Option<String>,
    /// That member's name.
    user_name: Option<String>,
}

impl From<Listed> for AccountRow {
    fn from(Listed { account, institution_name, member }: Listed) -> Self {
        let (user_id, user_name) = member.map(|(id, name)| (id.to_string(), name)).unzip();
        Self {
            id: account.id.to_string(),
            name: account.name,
            r#type: account.kind,
            subtype: account.subtype,
            mask: account.mask,
            balance_current: account.balance_current,
            balance_available: account.balance_available,
            balance_limit: account.balance_limit,
            iso_currency_code: account.currency,
            institution_name,
            user_id,
            user_name,
        }
    }
}

async fn list_accounts(cx: Ctx, which: Which) -> Result<All<AccountRow>, Error> {
    let accounts = service::list(&cx, which.user_id.as_deref()).await?;
    Ok(All { data: accounts.into_iter().map(AccountRow::from).collect() })
}
