//! Why something about another user is refused.

use belay_core::{Kind, Refusal};

/// A refusal about a user.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum UserRefusal {
    /// Nobody has that id.
    #[error("There is no user `{0}`; admin_list_users shows their ids")]
    NotFound(String),
    /// They have no journal yet.
    #[error("User `{0}` has not opened Almanac yet; there is nothing to decide until then")]
    NoJournal(String),
}

impl Refusal for UserRefusal {
    fn kind(&self) -> Kind {
        match self {
            Self::NotFound(_) => Kind::NotFound,
            Self::NoJournal(_) => Kind::Conflict,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NotFound(_) => "user_not_found",
            Self::NoJournal(_) => "user_without_journal",
        }
    }
}
