//! The caller's account: who they are, and the tokens with which programs act for them.

mod error;
pub(crate) mod operations;
