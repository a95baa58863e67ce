//! Almanac over every wire, on a real database.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic")]

mod accomplishments;
mod account;
mod any_journal;
mod apart;
mod declarations;
mod demo;
mod exports;
mod farewell;
mod held;
mod imports;
mod in_step;
mod journal;
mod logs;
mod meals;
mod mended;
mod offered;
mod phases;
mod profile;
mod promises;
mod recipes;
mod report;
mod several;
mod store;
mod today;
mod undo;
mod weights;
mod workouts;
