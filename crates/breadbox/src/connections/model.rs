//! A connection to a source of data.

use belay_core::{Entity, Id};
use jiff::Timestamp;

use crate::members::model::Member;

/// A source of accounts: a bank over a provider, or the files a person imports.
#[derive(Debug, Clone)]
pub(crate) struct Connection {
    pub(crate) id: Id<Connection>,
    pub(crate) member_id: Option<Id<Member>>,
    /// Who delivers the data: `csv` for imported files.
    pub(crate) provider: String,
    pub(crate) institution_name: String,
    pub(crate) status: Status,
    pub(crate) error_message: Option<String>,
    pub(crate) last_synced_at: Option<Timestamp>,
}

impl Entity for Connection {
    const PREFIX: &'static str = "conn";
}

/// How a connection is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// Data comes in.
    Active,
    /// The last try failed.
    Error,
    /// The bank wants the person to sign in again.
    PendingReauth,
    /// A person ended it.
    Disconnected,
}

impl Status {
    const ALL: [Self; 4] = [Self::Active, Self::Error, Self::PendingReauth, Self::Disconnected];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Error => "error",
            Self::PendingReauth => "pending_reauth",
            Self::Disconnected => "disconnected",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == name)
    }
}
