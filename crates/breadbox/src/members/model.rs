//! A member of the household.

use belay_core::{Entity, Id};

/// A member of the household: a label for ownership, no login.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub(crate) id: Id<Member>,
    pub(crate) name: String,
    pub(crate) email: Option<String>,
}

impl Entity for Member {
    const PREFIX: &'static str = "usr";
}
