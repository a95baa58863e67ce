//! Pieces of the same length that a line announces: `3 blocks, 8 min each`, and below it `Block 1: ...`.

use super::facts::{Facts, Named, count, duration};
use super::item::{Item, Read, What};
use super::layout::{Kept, to_prose};
use crate::model::SpanKind;
use crate::scan::Tokens;

/// Gives each piece below such a line its clock: as many rounds of it as go in that time.
pub(super) fn pieces<'a>(read: &mut [Read], kept: &Kept, view: impl Fn(usize) -> Tokens<'a>) {
    let mut open: Option<(String, f64)> = None;
    for (at, _) in &kept.0 {
        if let Some((noun, seconds)) = announced(view(*at)) {
            to_prose(read, *at, view(*at));
            open = Some((noun, seconds));
            continue;
        }
        let (Some((noun, seconds)), Some(line)) = (&open, read.get_mut(*at)) else { continue };
        let titled = line.items.first().is_some_and(|item| match &item.what {
            What::Heading { title, .. } => title.to_ascii_lowercase().starts_with(noun.as_str()),
            _ => false,
        });
        let formatted =
            line.items.iter().any(|item| matches!(&item.what, What::Facts(found) if found.is_format()));
        if titled
            && !formatted
            && let Some(start) = line.items.get(1).map(|item| item.start)
        {
            let found = Facts { named: Some(Named::Amrap), duration: Some(*seconds), ..Facts::default() };
            line.items.insert(1, Item { what: What::Facts(Box::new(found)), kind: SpanKind::Format, start });
        }
    }
}

/// What the pieces are called, and their length in seconds.
fn announced(t: Tokens<'_>) -> Option<(String, f64)> {
    count(t, 0).filter(|pieces| (2..=10).contains(pieces))?;
    let noun =
        t.word(1).strip_suffix('s').filter(|noun| matches!(*noun, "block" | "piece" | "part" | "station"))?;
    let next = 2 + usize::from(t.one_of(2, &[",", "of", "x", "@", "-"]));
    let (seconds, end) = duration(t, next)?;
    t.is(end, "each").then(|| (noun.to_owned(), seconds))
}
