//! Keeps an answer within the size a model can take: a list ends its page early, it never fails.

use belay_core::page::Pager;
use serde_json::Value;

/// The answer as compact JSON, at most `budget` bytes where a pager lets a list be shortened.
///
/// A list that is too long loses rows from its end and gets the cursor that continues there. At least one
/// row stays, so that following the cursors always comes to an end.
pub(crate) fn fit(value: &mut Value, budget: usize, pager: Option<Pager>) -> String {
    let text = compact(value);
    let (Some(pager), true) = (pager, text.len() > budget) else { return text };
    let Some(rows) = value.get_mut("data").and_then(Value::as_array_mut) else { return text };
    let around = text.len().saturating_sub(rows.iter().map(|row| row.to_string().len() + 1).sum());
    // The new cursor is longer than the null or cursor it replaces; a row's worth of room covers it.
    let mut room = budget.saturating_sub(around + 256);
    let mut kept = 0;
    for row in rows.iter() {
        let size = row.to_string().len() + 1;
        if kept > 0 && size > room {
            break;
        }
        room = room.saturating_sub(size);
        kept += 1;
    }
    if kept < rows.len() {
        rows.truncate(kept);
        if let Some(page) = value.as_object_mut() {
            page.insert("next_cursor".to_owned(), pager.after(kept - 1).into());
            page.insert("has_more".to_owned(), true.into());
        }
    }
    compact(value)
}

/// A value always has a text: its keys are texts and its numbers finite.
fn compact(value: &Value) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
