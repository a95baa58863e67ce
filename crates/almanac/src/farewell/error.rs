//! What can be refused about the end of an account.

use belay_core::{Kind, Refusal};

/// A refusal of this area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum FarewellRefusal {
    /// The credential stands for no person.
    #[error("Only the person whose account it is can delete it, with a credential of their own")]
    NobodysAccount,
    /// The address is not that of the account.
    #[error("The address is not that of this account; nothing was deleted")]
    OtherAddress,
}

impl Refusal for FarewellRefusal {
    fn kind(&self) -> Kind {
        match self {
            Self::NobodysAccount => Kind::Forbidden,
            Self::OtherAddress => Kind::Invalid,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NobodysAccount => "not_the_owner",
            Self::OtherAddress => "other_address",
        }
    }

    fn hint(&self) -> Option<String> {
        let shown = "get_user_profile shows it as email; where there is none, give the name it shows.";
        (*self == Self::OtherAddress).then(|| shown.to_owned())
    }
}
