//! The form of messages and the rules of each revision: pure functions over bytes, JSON and headers.

pub(crate) mod downgrade;
pub(crate) mod era;
pub(crate) mod fault;
pub(crate) mod headers;
pub(crate) mod message;
pub(crate) mod meta;
pub(crate) mod paging;
pub(crate) mod revision;

pub(crate) use era::Era;
pub(crate) use fault::Fault;
pub(crate) use message::{Body, Id, Message, Request};
pub(crate) use revision::Revision;
