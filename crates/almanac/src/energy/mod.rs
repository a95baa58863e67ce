//! What a person spends and eats: daily energy, targets and verdicts, and the net of a day. It has no rows of its own.

pub(crate) mod model;
pub(crate) mod operations;
pub(crate) mod service;
