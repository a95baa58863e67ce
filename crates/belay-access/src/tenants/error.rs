//! Why a request finds no tenant to act in.

use std::sync::Arc;

use belay_core::{Error, Kind, Refusal};
use serde_json::json;

/// A refusal about a tenant.
#[derive(Debug, Clone, thiserror::Error)]
pub enum TenantRefusal {
    /// The person belongs to several, and the request names none.
    #[error(
        "You belong to several organizations; add ?{parameter}= with the identifier of one to the address"
    )]
    Required {
        /// The parameter that names one.
        parameter: &'static str,
        /// Their identifiers and names.
        choices: Vec<(Arc<str>, Arc<str>)>,
    },
    /// None, or not this one.
    #[error("You may not act there; ask an owner to add you, or name another organization")]
    Forbidden,
    /// The application has no such role.
    #[error("There is no such role; there are {known}")]
    NoRole {
        /// Those there are.
        known: String,
    },
    /// The application keeps no organizations apart.
    #[error("There is no organization with that identifier; `belay org list` shows them")]
    Unknown,
}

impl TenantRefusal {
    /// The refusal with what there is to choose from.
    pub(crate) fn into_error(self) -> Error {
        let choices = match &self {
            Self::Required { choices, .. } => {
                let entry = |(id, name): &(Arc<str>, Arc<str>)| json!({ "id": **id, "name": **name });
                Some(choices.iter().map(entry).collect::<Vec<_>>())
            }
            _ => None,
        };
        let error = Error::from(self);
        match choices {
            Some(choices) => error.with_detail("organizations", choices),
            None => error,
        }
    }
}

impl Refusal for TenantRefusal {
    fn kind(&self) -> Kind {
        match self {
            Self::Required { .. } | Self::NoRole { .. } => Kind::Invalid,
            Self::Forbidden => Kind::Forbidden,
            Self::Unknown => Kind::NotFound,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Required { .. } => "organization_required",
            Self::Forbidden => "forbidden",
            Self::NoRole { .. } => "unknown_role",
            Self::Unknown => "unknown_organization",
        }
    }
}
