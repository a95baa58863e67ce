//! Serves Belay applications: over the Model Context Protocol, as REST routes, on the command line and as pages.
//!
//! Whatever the door, a call runs through one path, [`call::call`]; a door only reads its input and words its
//! outcome. [`cli::run`] is a whole program; [`serve::router`] is the doors alone, for a program of one's own.

pub mod backups;
pub(crate) mod body;
pub mod call;
pub(crate) mod call_log;
pub mod changes;
pub mod cli;
pub mod config;
mod docs;
pub mod entrance;
pub mod entropy;
pub mod gate;
pub mod gates;
pub mod mcp;
pub mod open;
pub mod outbound;
pub mod rest;
pub mod serve;
pub mod served;
pub mod telemetry;
mod told;
pub(crate) mod web;

pub use served::Served;
