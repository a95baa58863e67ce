//! Transactions for the outside.

use std::borrow::Cow;
use std::collections::BTreeSet;

use belay_core::money::Amount;
use belay_core::{Ctx, Error, Operation, Page};
use http::Method;
use jiff::civil::Date;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, json};

use super::error::TransactionRefusal;
use super::model::{Filter, Order, SortBy, folded};
use super::row::{Fields, Row};
use super::service::{self, Asked, PageOf};

/// More words narrow nothing down, and each is a condition.
const MOST_WORDS: usize = 8;

pub(crate) fn all() -> Vec<Operation> {
    let count = Map::from_iter([("count_only".to_owned(), true.into())]);
    vec![
        Operation::read("query_transactions", query_transactions)
            .title("Query transactions")
            .about(
                "Search and filter transactions: by day, account, member, category, amount, text, pending or posted. Pages of \
                 100 rows, 500 at the most; go on with next_cursor. Call with count_only: true first when the size is \
                 unknown. An amount above zero is money out. Do not add amounts of different currencies.",
            )
            .rest(Method::GET, "/transactions")
            .rest_with(Method::GET, "/transactions/count", count)
            .example(json!({ "start_date": "2025-01-01", "end_date": "2025-01-31", "count_only": true }))
            .example(json!({ "category": "FOOD_AND_DRINK", "min_amount": 20, "sort_by": "amount", "limit": 25 })),
    ]
}

/// Filters, sort and page. Everything is optional; all filters given must hold.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct Query {
    /// Transactions on this day or later, as YYYY-MM-DD.
    start_date: Option<String>,
    /// Transactions on this day or earlier, as YYYY-MM-DD.
    end_date: Option<String>,
    /// Only this account, by an id from `list_accounts`.
    account_id: Option<String>,
    /// Only accounts of this household member, by an id from `list_users`.
    user_id: Option<String>,
    /// Only this primary category, such as `FOOD_AND_DRINK`, in any case.
    category: Option<String>,
    /// Only this detailed category, such as `FOOD_AND_DRINK_GROCERIES`, in capitals.
    category_detailed: Option<String>,
    /// Only this category by its code in lower case; a group such as `food_and_drink` includes all within it.
    category_slug: Option<String>,
    /// Amounts of at least this much, whichever way the money went, in each row's own currency.
    min_amount: Option<Amount>,
    /// Amounts of at most this much, whichever way the money went, in each row's own currency.
    max_amount: Option<Amount>,
    /// true: only pending ones; false: only posted ones. Leave out for both.
    pending: Option<bool>,
    /// Words that must all stand in the merchant's name or the description, in any case; at most eight.
    #[schemars(length(max = 200))]
    search: Option<String>,
    /// What to sort by: date unless given.
    sort_by: Option<SortField>,
    /// Which end comes first: desc unless given.
    sort_order: Option<SortOrder>,
    /// Rows a page: 100 unless given, 500 at the most.
    limit: Option<i64>,
    /// `next_cursor` of the page before, with the same filters and sort. Leave out for the first page.
    cursor: Option<String>,
    /// Answer only how many there are; cursor, limit, sort and fields are then ignored.
    count_only: Option<bool>,
    /// Only these fields of each row, separated by commas; minimal, core and category stand for several.
    fields: Option<String>,
}

/// What to sort by.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum SortField {
    Date,
    Amount,
    Name,
}

/// Which end comes first.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum SortOrder {
    Desc,
    Asc,
}

/// A page of rows, or their number.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Page(Page<Row>),
    Count { count: i64 },
}

/// The page's fields, or the count alone.
#[derive(Serialize, JsonSchema)]
struct Shape {
    /// The rows of this page.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    data: Vec<Row>,
    /// Give this as `cursor` to get the next page; null on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    /// Whether there are more rows after this page.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    has_more: bool,
    /// How many rows there are, where only that was asked.
    #[serde(skip_serializing_if = "is_nothing")]
    count: i64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference in")]
fn is_nothing(count: &i64) -> bool {
    *count == 0
}

impl JsonSchema for Answer {
    fn schema_name() -> Cow<'static, str> {
        "TransactionAnswer".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Shape::json_schema(generator)
    }
}

async fn query_transactions(cx: Ctx, query: Query) -> Result<Answer, Error> {
    let asked = asked(&query)?;
    if query.count_only == Some(true) {
        return Ok(Answer::Count { count: service::count(&cx, asked).await? });
    }
    let fields = query.fields.as_deref().map_or(Ok(Fields::ALL), Fields::parse)?;
    let page = PageOf {
        by: match query.sort_by {
            Some(SortField::Amount) => SortBy::Amount,
            Some(SortField::Name) => SortBy::Name,
            Some(SortField::Date) | None => SortBy::Date,
        },
        order: match query.sort_order {
            Some(SortOrder::Asc) => Order::Ascending,
            Some(SortOrder::Desc) | None => Order::Descending,
        },
        limit: query.limit,
        query: digest(&query),
        cursor: query.cursor,
    };
    let mut page: Page<Row> = service::query(&cx, asked, page).await?;
    for row in &mut page.data {
        row.fields = fields;
    }
    Ok(Answer::Page(page))
}

fn asked(query: &Query) -> Result<Asked, TransactionRefusal> {
    let words: BTreeSet<String> =
        query.search.as_deref().unwrap_or_default().split_whitespace().map(folded).collect();
    if words.len() > MOST_WORDS {
        return Err(TransactionRefusal::TooManyWords);
    }
    let filter = Filter {
        start: day("start_date", query.start_date.as_deref())?,
        end: day("end_date", query.end_date.as_deref())?,
        category: query.category.as_deref().map(folded),
        category_detailed: query.category_detailed.clone(),
        min_amount: query.min_amount,
        max_amount: query.max_amount,
        pending: query.pending,
        words: words.into_iter().collect(),
        ..Filter::default()
    };
    Ok(Asked {
        filter,
        account_id: query.account_id.clone(),
        user_id: query.user_id.clone(),
        category_slug: query.category_slug.clone(),
    })
}

fn day(field: &'static str, text: Option<&str>) -> Result<Option<Date>, TransactionRefusal> {
    let Some(text) = text else { return Ok(None) };
    let has_form = text.len() == 10 && text.is_ascii() && text.split('-').map(str::len).eq([4, 2, 2]);
    match text.parse() {
        Ok(day) if has_form => Ok(Some(day)),
        _ => Err(TransactionRefusal::BadDate(field)),
    }
}

/// Everything that decides which rows the list has and how they are sorted, as one text to bind cursors to.
fn digest(query: &Query) -> String {
    format!(
        "{:?}",
        (
            (&query.start_date, &query.end_date, &query.account_id, &query.user_id),
            (query.category.as_deref().map(folded), &query.category_detailed, &query.category_slug),
            (query.min_amount, query.max_amount, query.pending, query.search.as_deref().map(folded)),
            (query.sort_by.map(|by| format!("{by:?}")), query.sort_order.map(|order| format!("{order:?}"))),
        )
    )
}
