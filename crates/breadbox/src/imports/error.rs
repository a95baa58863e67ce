//! What can be refused about an import, besides what is wrong with the file itself.

use belay_core::{Kind, Refusal};

/// A refusal of this area.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ImportRefusal {
    /// No file came with the call.
    #[error(
        "no file came with the call; over MCP send its bytes as base64 in content_base64, over REST as the part `file` \
         of a multipart form, on the command line name the file"
    )]
    NoFile,
    /// The account would be new, and nothing says its currency.
    #[error(
        "nothing tells the currency of these amounts; pass --currency with an ISO 4217 code such as USD or EUR \
         (input field currency)"
    )]
    NoCurrency,
    /// The currency is none.
    #[error("currency must be an ISO 4217 code such as USD or EUR (--currency on the command line)")]
    UnknownCurrency,
    /// The account has another currency.
    #[error(
        "the account is kept in {account}, not in the currency given; leave out --currency (input field currency) or name another account"
    )]
    OtherCurrency {
        /// The account's currency.
        account: String,
    },
    /// An account identifier that no account has.
    #[error("there is no account with that id; list_accounts has them, and a plain name makes a new account")]
    UnknownAccount,
    /// Several accounts have the name.
    #[error("{0} accounts have that name; give the id of the one that is meant, from list_accounts")]
    AmbiguousAccount(usize),
    /// Another process made the account a moment ago.
    #[error("another import has just made that account; try again")]
    AccountJustMade,
    /// An account needs a name.
    #[error("account must be the id of an account or the name for one (--account on the command line)")]
    NoAccount,
}

impl Refusal for ImportRefusal {
    fn kind(&self) -> Kind {
        match self {
            Self::UnknownAccount => Kind::NotFound,
            Self::AmbiguousAccount(_) | Self::AccountJustMade | Self::OtherCurrency { .. } => Kind::Conflict,
            _ => Kind::Invalid,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NoFile => "no_file",
            Self::NoCurrency => "no_currency",
            Self::UnknownCurrency => "unknown_currency",
            Self::OtherCurrency { .. } => "other_currency",
            Self::UnknownAccount => "account_not_found",
            Self::AmbiguousAccount(_) => "ambiguous_account",
            Self::AccountJustMade => "account_just_made",
            Self::NoAccount => "no_account",
        }
    }
}
