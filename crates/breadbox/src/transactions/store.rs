//! Transactions in the database.

use belay_core::Ctx;
use belay_store::{Arg, Filter as Conditions, Row, StoreError, Tx, args};
use serde_json::Value;

use super::model::{After, Arrival, Filter, Listed, Order, SortBy, Transaction, folded};
use super::sql;

/// The rows that a filter lets through, in order, at most `limit`, after a place.
pub(crate) async fn list(
    tx: &mut Tx,
    tenant: &str,
    filter: &Filter,
    (by, order, after): (SortBy, Order, Option<&After>),
    limit: usize,
) -> Result<Vec<Listed>, StoreError> {
    let mut conditions = conditions(tenant, filter);
    if let Some(after) = after {
        let value = match &after.value {
            Value::Number(number) => Arg::from(number.as_i64()),
            other => Arg::from(other.as_str()),
        };
        conditions = conditions.and_all(sql::after(by, order), args![value, &after.id]);
    }
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let (text, args) = conditions.select(sql::ROWS, sql::page(by, order), args![limit]);
    tx.all(text, args).await?.iter().map(|row| listed(row, by)).collect()
}

/// How many rows a filter lets through.
pub(crate) async fn count(tx: &mut Tx, tenant: &str, filter: &Filter) -> Result<i64, StoreError> {
    let (text, args) = conditions(tenant, filter).select(sql::COUNT, "", args![]);
    tx.one(text, args).await?.get("count")
}

fn conditions(tenant: &str, filter: &Filter) -> Conditions {
    let mut conditions = Conditions::new()
        .and(sql::OF_TENANT, tenant)
        .and_if(filter.start, sql::FROM_DAY)
        .and_if(filter.end, sql::TO_DAY)
        .and_if(filter.account.as_ref(), sql::OF_ACCOUNT)
        .and_if(filter.member.as_deref(), sql::OF_MEMBER)
        .and_if(filter.category.as_deref(), sql::OF_CATEGORY)
        .and_if(filter.category_detailed.as_deref(), sql::OF_DETAILED)
        .and_if(filter.category_group.as_deref(), sql::OF_GROUP)
        .and_if(filter.min_amount, sql::AT_LEAST)
        .and_if(filter.max_amount, sql::AT_MOST)
        .and_if(filter.pending, sql::IS_PENDING);
    for word in &filter.words {
        conditions = conditions.and(sql::HAS_WORD, pattern(word));
    }
    conditions
}

/// A pattern that finds a word anywhere, taken to the letter.
fn pattern(word: &str) -> String {
    let escaped = word.replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("%{escaped}%")
}

/// Adds transactions in one trip. Says for each whether it was new to its account.
pub(crate) async fn insert(cx: &Ctx, tx: &mut Tx, arrivals: Vec<Arrival>) -> Result<Vec<bool>, StoreError> {
    let (tenant, now) = (cx.tenant(), cx.now());
    let row = |Arrival { transaction, source_key }: Arrival| {
        let folded_name = folded(&transaction.name);
        let folded_merchant = transaction.merchant_name.as_deref().map(folded);
        let folded_category = transaction.category_primary.as_deref().map(folded);
        args![
            transaction.id,
            tenant,
            transaction.account_id,
            source_key,
            transaction.amount,
            transaction.currency,
            transaction.date,
            transaction.authorized_date,
            transaction.name,
            transaction.merchant_name,
            folded_name,
            folded_merchant,
            transaction.category_primary,
            transaction.category_detailed,
            folded_category,
            transaction.payment_channel,
            transaction.pending,
            now
        ]
    };
    let changed = tx.batch(sql::INSERT, arrivals.into_iter().map(row).collect()).await?;
    Ok(changed.into_iter().map(|rows| rows > 0).collect())
}

fn listed(row: &Row, by: SortBy) -> Result<Listed, StoreError> {
    let transaction = Transaction {
        id: row.get("id")?,
        account_id: row.get("account_id")?,
        amount: row.get("amount")?,
        currency: row.get("currency")?,
        date: row.get("date")?,
        authorized_date: row.get("authorized_date")?,
        name: row.get("name")?,
        merchant_name: row.get("merchant_name")?,
        category_primary: row.get("category_primary")?,
        category_detailed: row.get("category_detailed")?,
        payment_channel: row.get("payment_channel")?,
        pending: row.get("pending")?,
    };
    let sort_value = match by {
        SortBy::Date => transaction.date.to_string().into(),
        SortBy::Amount => transaction.amount.units().into(),
        SortBy::Name => row.get::<String>("folded_name")?.into(),
    };
    Ok(Listed {
        transaction,
        account_name: row.get("account_name")?,
        user_id: row.get("user_id")?,
        user_name: row.get("user_name")?,
        sort_value,
    })
}
