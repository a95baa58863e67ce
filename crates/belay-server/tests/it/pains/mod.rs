//! What users of other servers suffer from, and what this one does instead. Each test begins with the pain's number.

mod calls;
mod memory;
mod schemas;
mod shutdown;
mod texts;
mod transport;
