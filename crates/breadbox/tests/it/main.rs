//! Breadbox over every wire, on a real database.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic")]

mod contract;
mod declarations;
mod doors;
mod household;
mod imports;
mod pages;
mod queries;
mod store;
