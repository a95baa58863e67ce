//! Why something about a person is refused.

use belay_core::{Kind, Refusal};

/// A refusal about a person.
#[derive(Debug, Clone, Copy, thiserror::Error)]
pub enum PersonRefusal {
    /// The address is somebody's.
    #[error("There is a person with that e-mail address already")]
    Taken,
    /// The text cannot be an address.
    #[error("That is no e-mail address; write it like anna@example.org")]
    NoAddress,
    /// Nobody is known by that.
    #[error("There is no person with that e-mail address; `belay user list` shows who there is")]
    Unknown,
    /// Nobody else manages the server.
    #[error("That is the last administrator of this server; make somebody else one first")]
    LastAdmin,
    /// The password is too short or too long.
    #[error("A password has 12 to 256 characters; a few words in a row are easy to remember")]
    Password,
    /// The address or the password is wrong, or there were too many tries.
    #[error("That e-mail address and password do not belong together")]
    SignIn,
    /// Too many tries.
    #[error("There were too many tries; wait a few minutes and try again")]
    Throttled,
    /// The person may not come in.
    #[error("That account may not sign in here; ask whoever runs this server to let the address in")]
    NotAllowed,
}

impl Refusal for PersonRefusal {
    fn kind(&self) -> Kind {
        match self {
            Self::Taken | Self::LastAdmin => Kind::Conflict,
            Self::NoAddress | Self::Password => Kind::Invalid,
            Self::Unknown => Kind::NotFound,
            Self::SignIn => Kind::Unauthenticated,
            Self::Throttled => Kind::TooMany,
            Self::NotAllowed => Kind::Forbidden,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Taken => "email_taken",
            Self::NoAddress => "invalid_email",
            Self::Unknown => "unknown_person",
            Self::LastAdmin => "last_administrator",
            Self::Password => "weak_password",
            Self::SignIn => "sign_in_failed",
            Self::Throttled => "too_many_sign_ins",
            Self::NotAllowed => "not_allowed",
        }
    }
}
