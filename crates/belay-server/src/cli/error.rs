//! How a command fails: a sentence on standard error and an exit code.

use std::process::ExitCode;

use belay_core::app::ConfigError;
use belay_core::error::chain;
use belay_core::{Error, Kind};
use belay_store::StoreError;

use crate::backups::BackupError;
use crate::config::ConfigErrors;
use crate::open::OpenError;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    #[error("{0}")]
    Usage(String),
    #[error(transparent)]
    Config(ConfigErrors),
    #[error(transparent)]
    Setting(#[from] ConfigError),
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("the database failed")]
    Store(#[from] StoreError),
    #[error("{0}")]
    Refused(Error),
    #[error(transparent)]
    Backup(#[from] BackupError),
    #[error("{path} could not be read")]
    File { path: String, source: std::io::Error },
    #[error("{path} could not be written; nothing that is there is written over")]
    Saving { path: String, source: std::io::Error },
    #[error("{address} cannot be listened on; choose another with --listen")]
    Listen { address: String, source: std::io::Error },
    #[error("standard output could not be written")]
    Output(#[source] std::io::Error),
    #[error(transparent)]
    Stdio(#[from] crate::mcp::stdio::StdioError),
}

impl CliError {
    pub(crate) fn usage(problem: String) -> Self {
        Self::Usage(problem)
    }

    /// Tells the error and gives the exit code, after the BSD `sysexits.h` ranges.
    pub(crate) fn report(&self) -> ExitCode {
        eprintln!("error: {}", chain(self));
        if let Self::Refused(error) = self
            && let Some(hint) = error.hint()
        {
            eprintln!("{hint}");
        }
        ExitCode::from(match self {
            Self::Usage(_) => 64,
            Self::Config(_)
            | Self::Setting(_)
            | Self::Open(OpenError::Setting(_) | OpenError::File { .. } | OpenError::Vault(_)) => 78,
            Self::Refused(error) => error.kind().exit_code(),
            Self::File { .. } => 66,
            Self::Listen { .. } | Self::Open(_) | Self::Store(_) | Self::Stdio(_) => {
                Kind::Unavailable.exit_code()
            }
            Self::Output(_) => 74,
            Self::Saving { .. } | Self::Backup(_) => 73,
        })
    }
}

impl From<Error> for CliError {
    fn from(error: Error) -> Self {
        Self::Refused(error)
    }
}
