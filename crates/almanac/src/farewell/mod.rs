//! The end of an account: a person takes everything away that is kept of them.

pub(crate) mod error;
pub(crate) mod operations;
pub(crate) mod service;
