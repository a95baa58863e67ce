//! From lines of tokens to what each line says.

mod amount;
mod attribute;
mod begins;
mod behind;
mod beside;
mod blocks;
mod cap;
mod clock;
mod comma;
mod dated;
mod facts;
mod filler;
mod heading;
mod item;
mod label;
mod layout;
mod lead;
mod level_label;
mod level_list;
mod line;
mod lines;
mod marked;
mod measure;
mod names;
mod percent;
mod phrase;
mod pieces;
mod place;
mod prose;
mod set_list;
mod settle;
mod side;
mod slot_label;
mod special;
mod split;
mod strength;
mod table;
mod tail;
mod tempo;
mod unit;
mod window;
mod work;
mod work_rest;

pub(crate) use dated::begins_with_day;
pub(crate) use facts::{Facts, Named, whole};
pub(crate) use item::{Read, What};
pub(crate) use label::kind_of;
pub(crate) use layout::by_place;
pub(crate) use level_list::legend;
pub(crate) use lines::read_lines;
pub(crate) use names::Names;
pub(crate) use phrase::{Implement, Join, Phrase, Setting, by_size};

use crate::scan::Tokens;

/// Sentences part nothing: a blank line before one counts for the line behind it.
pub(crate) fn through_prose(mut lines: Vec<Read>) -> Vec<Read> {
    let mut blank = false;
    for line in &mut lines {
        if line.is_prose() {
            blank |= line.blank_before;
        } else {
            line.blank_before |= std::mem::take(&mut blank);
        }
    }
    lines
}

/// Whether a unit stands at a place.
fn split_unit(t: Tokens<'_>, at: usize) -> bool {
    unit::unit_at(t, at).is_some()
}

/// A list of a section for a line that has none of its own.
pub(crate) fn listed_of(
    values: &[f64],
    open: bool,
    unit: Option<crate::model::Counted>,
) -> crate::model::Reps {
    amount::listed(values, open, unit)
}
