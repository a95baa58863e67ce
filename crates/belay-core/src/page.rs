//! Lists that come in pages.

use schemars::JsonSchema;
use serde::Serialize;

use crate::Ctx;
use crate::cursor::Cursor;

/// One page of a list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Page<T> {
    /// The rows of this page.
    pub data: Vec<T>,
    /// Give this as `cursor` to get the next page; null on the last one.
    pub next_cursor: Option<String>,
    /// Whether there are more rows after this page.
    pub has_more: bool,
}

/// Gives the cursor that continues after the row with an index, so that a list can end early.
pub struct Pager(Box<dyn Fn(usize) -> String + Send>);

impl Pager {
    /// The cursor that continues after row `index` of the page.
    #[must_use]
    pub fn after(&self, index: usize) -> String {
        (self.0)(index)
    }
}

impl<T> Page<T> {
    /// A page from up to `limit + 1` rows in order: the extra one only proves that there are more.
    ///
    /// `query` is the text the cursors are bound to and `place` gives a row's sort key. The context keeps
    /// the keys, so that the call path can end the page early when it is larger than the budget.
    pub fn new<R>(cx: &Ctx, query: String, limit: usize, rows: Vec<R>, place: impl Fn(&R) -> Cursor) -> Self
    where
        T: From<R>,
    {
        let has_more = rows.len() > limit;
        let places: Vec<Cursor> = rows.iter().take(limit).map(place).collect();
        let data = rows.into_iter().take(limit).map(T::from).collect();
        let next_cursor = places.last().filter(|_| has_more).map(|last| last.encode(&query));
        cx.set_pager(Pager(Box::new(move |index| {
            places.get(index).map(|place| place.encode(&query)).unwrap_or_default()
        })));
        Self { data, next_cursor, has_more }
    }
}
