//! A whole journal as a document: what leaves with its person, and what comes back in.
//!
//! `tables` says of which kinds of rows a journal consists, and holds each row to the limits of its field. `document` and
//! `sheets` are the two forms in which a journal leaves. What comes in, whichever file it was read from, becomes `draft`s;
//! `plan` compares them with what is there and says what is new, what is there already and what is refused and why.

pub(crate) mod document;
pub(crate) mod draft;
pub(crate) mod matching;
pub(crate) mod model;
pub(crate) mod operations;
pub(crate) mod plan;
pub(crate) mod refusal;
pub(crate) mod report;
pub(crate) mod service;
pub(crate) mod sheets;
pub(crate) mod sql;
pub(crate) mod store;
pub(crate) mod tables;
