//! What can be done with transactions.

use belay_core::cursor::{Cursor, InvalidCursor};
use belay_core::{Ctx, Error, Id, Page};
use belay_store::{CtxStore, Tx};

use super::error::TransactionRefusal;
use super::model::{After, Arrival, Filter, Listed, Order, SortBy};
use super::store;
use crate::categories;

/// How many rows a page has when nobody says.
const USUAL: usize = 100;
/// How many it has at the most.
const MOST: usize = 500;

/// One page of transactions, asked for.
#[derive(Debug, Default)]
pub(crate) struct PageOf {
    pub(crate) by: SortBy,
    pub(crate) order: Order,
    pub(crate) limit: Option<i64>,
    pub(crate) cursor: Option<String>,
    /// What the cursors of this list are bound to.
    pub(crate) query: String,
}

/// The transactions that a filter lets through, a page at a time.
///
/// # Errors
/// [`InvalidCursor`] for a cursor of another list; [`TransactionRefusal`] for a filter that nothing can satisfy.
pub(crate) async fn query<T: From<Listed>>(cx: &Ctx, asked: Asked, page: PageOf) -> Result<Page<T>, Error> {
    let after = page.cursor.as_deref().map(|cursor| place(cursor, &page.query, page.by)).transpose()?;
    let limit = match page.limit.map(usize::try_from) {
        Some(Ok(limit @ 1..)) => limit.min(MOST),
        _ => USUAL,
    };
    let mut tx = cx.read().await?;
    let Some(filter) = resolve(cx, &mut tx, asked).await? else {
        return Ok(Page::new(cx, page.query, limit, Vec::new(), cursor_of));
    };
    let sort = (page.by, page.order, after.as_ref());
    let rows = store::list(&mut tx, cx.tenant(), &filter, sort, limit + 1).await?;
    Ok(Page::new(cx, page.query, limit, rows, cursor_of))
}

/// How many transactions a filter lets through.
///
/// # Errors
/// [`TransactionRefusal`] for a filter that nothing can satisfy.
pub(crate) async fn count(cx: &Ctx, asked: Asked) -> Result<i64, Error> {
    let mut tx = cx.read().await?;
    match resolve(cx, &mut tx, asked).await? {
        Some(filter) => Ok(store::count(&mut tx, cx.tenant(), &filter).await?),
        None => Ok(0),
    }
}

/// Takes transactions in, in one trip. Says for each whether it was new to its account.
pub(crate) async fn receive(cx: &Ctx, tx: &mut Tx, arrivals: Vec<Arrival>) -> Result<Vec<bool>, Error> {
    Ok(store::insert(cx, tx, arrivals).await?)
}

/// A filter as it was asked for, with what must be looked up still in its own words.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    pub(crate) filter: Filter,
    pub(crate) account_id: Option<String>,
    pub(crate) user_id: Option<String>,
    pub(crate) category_slug: Option<String>,
}

/// Looks up what a filter names. Nothing, when it names an account or member that cannot exist: such a list is empty.
async fn resolve(cx: &Ctx, tx: &mut Tx, asked: Asked) -> Result<Option<Filter>, Error> {
    let Asked { mut filter, account_id, user_id, category_slug } = asked;
    if filter.start.zip(filter.end).is_some_and(|(start, end)| start > end) {
        return Err(TransactionRefusal::EmptyRange.into());
    }
    if filter.min_amount.zip(filter.max_amount).is_some_and(|(min, max)| min > max) {
        return Err(TransactionRefusal::EmptyAmounts.into());
    }
    if let Some(slug) = category_slug {
        let known = categories::service::by_slug(cx, tx, &slug.to_lowercase()).await?;
        let category = known.ok_or(TransactionRefusal::UnknownCategory)?;
        filter.category_group = Some(categories::model::code(&category.slug));
    }
    if let Some(text) = account_id {
        let Some(id) = Id::parse(&text) else { return Ok(None) };
        filter.account = Some(id);
    }
    filter.member = user_id;
    Ok(Some(filter))
}

fn place(cursor: &str, query: &str, by: SortBy) -> Result<After, InvalidCursor> {
    let key = Cursor::decode(cursor, query)?.key;
    let [value, id] = key.as_slice() else { return Err(InvalidCursor) };
    if value.is_i64() != (by == SortBy::Amount) {
        return Err(InvalidCursor);
    }
    let id = id.as_str().and_then(Id::parse).ok_or(InvalidCursor)?;
    Ok(After { value: value.clone(), id })
}

fn cursor_of(row: &Listed) -> Cursor {
    Cursor { key: vec![row.sort_value.clone(), row.transaction.id.as_str().into()] }
}
