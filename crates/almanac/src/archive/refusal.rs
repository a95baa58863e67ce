//! What can be refused about a file as a whole.

use belay_core::{Kind, Refusal};

/// A refusal of this area.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum FileRefusal {
    /// No file came with the call.
    #[error(
        "No file came with the call. Over REST send it as the part `file` of a multipart form or as base64 in \
         content_base64; on the command line name it"
    )]
    NoFile,
    /// The file cannot be read to its end.
    #[error("The file could not be read to its end")]
    Unreadable,
    /// The file is no export of what it is said to come from.
    #[error("This is no export of {source_name}: {problem}")]
    NotThat {
        /// What it was said to come from.
        source_name: &'static str,
        /// Why it cannot be.
        problem: String,
    },
    /// The journal is written in a newer form.
    #[error(
        "This journal has format version {0}, and this server reads version 1. Import it with a newer version"
    )]
    NewerVersion(i64),
    /// The file does not say the unit of its weights.
    #[error(
        "The file does not say whether its weights are kilograms or pounds; say it with unit: kg or lb (--unit)"
    )]
    NoUnit,
}

impl Refusal for FileRefusal {
    fn kind(&self) -> Kind {
        Kind::Invalid
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NoFile => "no_file",
            Self::Unreadable => "unreadable_file",
            Self::NotThat { .. } => "not_that_export",
            Self::NewerVersion(_) => "newer_version",
            Self::NoUnit => "no_weight_unit",
        }
    }
}
