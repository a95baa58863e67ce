//! Files of other programs, read into what a journal has a place for.
//!
//! Each reader turns a file into drafts and never writes anything; what becomes of them is the business of `archive`. A
//! reader loses nothing silently: what it cannot read is a problem with its line, what a journal has no place for is counted.

pub(crate) mod apple;
pub(crate) mod gym;
pub(crate) mod health;
pub(crate) mod hevy;
pub(crate) mod meter;
pub(crate) mod model;
pub(crate) mod myfitnesspal;
pub(crate) mod operations;
pub(crate) mod service;
pub(crate) mod spreadsheet;
pub(crate) mod strong;

#[cfg(test)]
mod tests;
