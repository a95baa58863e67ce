//! Why something about an account is refused.

use belay_core::{Kind, Refusal};

/// A refusal about an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AccountRefusal {
    /// The credential is nobody's own.
    #[error("This credential belongs to no person; sign in, or use a token of your own")]
    NoPerson,
    /// The credential may do less than the token would.
    #[error("This credential is limited, so it cannot make one that is not; use one without limits")]
    Limited,
}

impl Refusal for AccountRefusal {
    fn kind(&self) -> Kind {
        Kind::Forbidden
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NoPerson => "no_person",
            Self::Limited => "limited_credential",
        }
    }
}
