//! belay-core

pub mod money;
