//! How the person stands today: the whole context in one answer, what is worth saying, and what to do next. It has no
//! rows of its own.

pub(crate) mod context;
pub(crate) mod context_now;
pub(crate) mod gap;
pub(crate) mod model;
pub(crate) mod operations;
pub(crate) mod service;
pub(crate) mod week;
