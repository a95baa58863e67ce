//! A proposal as text again: in one canonical way, on a board, on a clock, in other units.

mod board;
mod canonical;
mod prescription;
mod timeline;
mod units;

pub use board::{View, board};
pub use canonical::canonical;
pub use timeline::{Segment, Timeline, timeline};
pub use units::{Plates, convert, plates};
