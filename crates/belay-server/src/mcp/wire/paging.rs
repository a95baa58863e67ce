//! Pages of lists.

use belay_core::cursor::Cursor;
use serde_json::Value;

use super::fault::Fault;

/// The page of a list that a cursor asks for, and the cursor of the next one. A page of 0 entries holds all.
///
/// # Errors
/// -32602 for a cursor that was not made for this list.
pub(crate) fn page<T>(
    list: &str,
    entries: Vec<T>,
    size: usize,
    cursor: Option<&Value>,
) -> Result<(Vec<T>, Option<String>), Fault> {
    let start = match cursor {
        None | Some(Value::Null) => 0,
        Some(cursor) => place(list, cursor)?,
    };
    if start > 0 && start >= entries.len() {
        return Ok((Vec::new(), None));
    }
    let size = if size == 0 { usize::MAX } else { size };
    let end = start.saturating_add(size);
    let next = (end < entries.len()).then(|| Cursor { key: vec![end.into()] }.encode(list));
    Ok((entries.into_iter().skip(start).take(size).collect(), next))
}

fn place(list: &str, cursor: &Value) -> Result<usize, Fault> {
    let bad = || Fault::invalid_params("Invalid or expired pagination cursor; start again without one");
    let cursor = Cursor::decode(cursor.as_str().ok_or_else(bad)?, list).map_err(|_| bad())?;
    match cursor.key.as_slice() {
        [place] => place.as_u64().and_then(|place| usize::try_from(place).ok()).ok_or_else(bad),
        _ => Err(bad()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn following_the_cursors_gives_every_entry_once() {
        for size in [0, 1, 3, 7, 10] {
            let (mut seen, mut cursor) = (Vec::new(), None);
            loop {
                let (entries, next) = page("tools", (0..7).collect(), size, cursor.as_ref()).unwrap();
                seen.extend(entries);
                let Some(next) = next else { break };
                cursor = Some(json!(next));
            }
            assert_eq!(seen, (0..7).collect::<Vec<_>>(), "{size}");
        }
    }

    #[test]
    fn a_cursor_of_another_list_or_a_made_up_one_is_refused() {
        let (_, next) = page("tools", vec![1, 2], 1, None).unwrap();
        for cursor in [json!(next), json!("zzz"), json!(""), json!(5)] {
            assert_eq!(page("prompts", vec![1, 2], 1, Some(&cursor)).unwrap_err().code, -32602, "{cursor}");
        }
    }
}
