//! Several logs in one call.

pub(crate) mod operations;
