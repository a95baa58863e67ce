//! What stands before an operation: keys, confirmations, limits; and what is written down of it.

mod app;
mod confirmed;
mod limited;
mod once;
mod rounds;
mod trail;
