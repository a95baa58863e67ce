//! Lines that only their neighbours explain: a name above a format in a list, a sentence that goes on, a link's label.

use super::item::{Read, What};
use super::layout::to_prose;
use crate::scan::{Line, Tokens};

/// So many lines above a link's label are looked at.
const NEAR: usize = 60;

/// The fewest words of a sentence that goes on in the next line.
const SENTENCE: usize = 8;

/// Reads lines again by those beside them.
pub(super) fn by_neighbours<'a>(lines: &[Line], read: &mut [Read], view: impl Fn(usize) -> Tokens<'a>) {
    for at in 0..read.len() {
        if goes_on(lines, read, at, &view) || labels_a_link(read, at) {
            to_prose(read, at, view(at));
        }
        if above_a_format(read, at)
            && let Some(own) = read.get_mut(at)
        {
            own.bullet = false;
            own.blank_before = true;
        }
    }
}

/// The lines below one, without sentences.
fn below(read: &[Read], at: usize) -> impl Iterator<Item = &Read> {
    read.iter().skip(at + 1).take(4).filter(|line| !line.is_prose())
}

/// `Power clean`, below it `Every 90 seconds for 12 minutes`, below that `3 reps @ 60 kg`: the name begins something.
fn above_a_format(read: &[Read], at: usize) -> bool {
    let bare = matches!(read.get(at).map(|line| line.items.as_slice()), Some([item])
        if matches!(&item.what, What::Phrases(list)
            if matches!(list.as_slice(), [one] if one.exercise.is_some() && one.exact && !one.measured())));
    let mut below = below(read, at);
    let format = matches!(below.next().map(|line| line.items.as_slice()), Some([item])
        if matches!(&item.what, What::Facts(found) if found.is_format()));
    let numbers = matches!(below.next().map(|line| line.items.as_slice()), Some([item])
        if matches!(&item.what, What::Phrases(list)
            if list.first().is_some_and(|first| !first.named() && first.measured())));
    bare && format && numbers
}

/// `... keep the 15`, below it `in max 2 sets`: the end of a sentence, whatever stands in it.
fn goes_on<'a>(lines: &[Line], read: &[Read], at: usize, view: &impl Fn(usize) -> Tokens<'a>) -> bool {
    let Some(before) = at.checked_sub(1) else { return false };
    let (Some(line), Some(above)) = (lines.get(at), read.get(before)) else { return false };
    let (t, last) = (view(at), view(before));
    let open = !last.is_sign(last.len().saturating_sub(1), '.')
        && !last.one_of(last.len().saturating_sub(1), &["!", "?", ":", ")"]);
    let words = (0..last.len()).filter(|place| last.is_word(*place)).count();
    const JOINS: &[&str] = &[
        "and", "as", "at", "because", "but", "for", "from", "if", "in", "of", "on", "or", "so", "than",
        "that", "the", "to", "until", "when", "with", "you", "your",
    ];
    above.is_prose()
        && open
        && words >= SENTENCE
        && !line.blank_before
        && !line.bullet
        && !line.starred
        && t.one_of(0, JOINS)
        && t.raw(0, 1).starts_with(char::is_lowercase)
}

/// `The Dumbbell Snatch` above its link, where the work has been said.
fn labels_a_link(read: &[Read], at: usize) -> bool {
    let Some([item]) = read.get(at).map(|line| line.items.as_slice()) else { return false };
    let What::Phrases(list) = &item.what else { return false };
    let [one] = list.as_slice() else { return false };
    let linked = below(read, at).next().is_some_and(|next| {
        !next.blank_before && matches!(next.items.as_slice(), [item] if matches!(item.what, What::Link(_)))
    });
    if !linked || one.exercise.is_none() || one.measured() {
        return false;
    }
    read.iter().take(at).rev().take(NEAR).flat_map(|line| &line.items).any(|item| {
        matches!(&item.what, What::Phrases(list)
            if list.iter().any(|other| other.exercise == one.exercise && other.reps.is_some()))
    })
}
