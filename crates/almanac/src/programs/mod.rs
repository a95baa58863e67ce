//! Programs to begin training with: templates with their exercises and groups, made where they are missing.

pub(crate) mod model;
pub(crate) mod operations;
pub(crate) mod service;
