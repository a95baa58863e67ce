//! Identifiers: small whole numbers, counted for each person and kind of row, short for a model to repeat. A number that
//! was given once is never given again.

pub(crate) mod service;
pub(crate) mod sql;
pub(crate) mod store;
