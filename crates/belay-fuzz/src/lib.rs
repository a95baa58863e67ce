//! Fuzzing on stable Rust: made-up inputs for whatever reads what strangers send, and the rules that must hold for each.
//!
//! A [`Target`] runs an input, panics where a rule is broken, and otherwise tells in a number what kind of thing
//! happened. That number takes the place of a compiler's coverage: an input with a number not seen before is kept, and
//! later inputs are made from those that were kept ([`mutate`]). Run with `cargo xtask fuzz`.
//!
//! Every target runs in a process of its own ([`worker`]), which writes down each input before it runs it. So the one
//! that looks on ([`overseer`]) has the input in hand however that process ended: by a panic, by an overflowing stack or
//! never.

pub mod chance;
pub mod corpus;
pub mod crash;
pub mod fuzz;
pub mod minimise;
pub mod mutate;
pub mod overseer;
pub mod target;
pub mod targets;
pub mod worker;

pub use fuzz::{Failure, Fuzz};
pub use target::{Signature, Target};
