//! The map of everything that can be done: drawn from the operations themselves, with recipes by hand.

pub(crate) mod operations;

pub(crate) use operations::with_catalog;
