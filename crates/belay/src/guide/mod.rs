//! How to do each thing, one page a topic. Every example is run as a test.
//!
//! Start with [`tools`]. What a client can be given besides: [`resources`], [`prompts`]. What stands around a call:
//! [`schemas`], [`authority`], [`gates`], [`context`], [`errors`], [`timeouts`], [`progress`], [`asking`], [`tasks`], [`news`],
//! [`observing`]. How it is served: [`transports`], [`revisions`]. How to keep it in order: [`organizing`], [`testing`].

pub mod asking;
pub mod authority;
pub mod context;
pub mod errors;
pub mod gates;
pub mod news;
pub mod observing;
pub mod organizing;
pub mod progress;
pub mod prompts;
pub mod resources;
pub mod revisions;
pub mod schemas;
pub mod tasks;
pub mod testing;
pub mod timeouts;
pub mod tools;
pub mod transports;
