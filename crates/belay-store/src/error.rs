//! What can go wrong between a statement and its result.

use std::{error::Error as StdError, fmt};

use belay_core::{Kind, Refusal};

type Source = Box<dyn StdError + Send + Sync + 'static>;

/// A failure of the store, the same on both engines.
///
/// Its text never holds SQL or a value; the chain of sources and the debug output, which are for the operator,
/// may.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// A row with the same key exists.
    #[error("a row with the same {} exists in `{table}`", .columns.join(", "))]
    Unique {
        /// The table whose key it is.
        table: String,
        /// The columns of the key in their order; for a key over expressions, the name of its index alone.
        columns: Vec<String>,
        /// What the driver said.
        source: Source,
    },
    /// A row refers to one that is not there, or one that is referred to was to go.
    #[error("a reference between rows would be broken")]
    ForeignKey {
        /// The table that refers; SQLite does not say.
        table: Option<String>,
        /// What the driver said.
        source: Source,
    },
    /// A `not null` or `check` rule of a table was broken.
    #[error("a rule of a table was broken")]
    Check {
        /// What the driver said.
        source: Source,
    },
    /// Others hold what is needed and did not let go in time; trying again may succeed.
    #[error("the database is busy")]
    Busy {
        /// What the driver said.
        source: Source,
    },
    /// A statement of the transaction was given up while it ran; nothing of the transaction is kept.
    #[error("the transaction was cancelled")]
    Cancelled,
    /// The transaction was left idle for longer than allowed and was rolled back.
    #[error("the transaction was idle for too long and was rolled back")]
    TimedOut,
    /// An earlier statement of the transaction failed; nothing of the transaction is kept.
    #[error("an earlier statement of the transaction failed")]
    Poisoned,
    /// The database cannot be reached, opened or written.
    #[error("the database is unavailable")]
    Unavailable {
        /// What the driver said.
        source: Source,
    },
    /// Stored data makes no sense to the program that reads it.
    #[error("stored data makes no sense: {what} {detail}")]
    Inconsistent {
        /// The table, column or row it is about.
        what: String,
        /// What is wrong with it, without the value.
        detail: String,
    },
    /// A notice has more bytes than a database passes on; put what it is about into a table and name the row.
    #[error("a notice of {bytes} bytes is larger than the {most} bytes that are passed on")]
    TooLarge {
        /// The size of the notice as JSON.
        bytes: usize,
        /// The size it may have.
        most: usize,
    },
    /// The schema could not be brought up to date.
    #[error("{0}")]
    Migration(String, #[source] Option<Source>),
    /// The database refused a statement: a fault of the program.
    #[error("a statement was refused by the database")]
    Statement(#[source] StatementFault),
}

impl StoreError {
    /// A fault of the program that has no driver error behind it.
    pub(crate) fn fault(message: impl Into<String>) -> Self {
        Self::Statement(StatementFault { message: message.into(), sql: None, source: None })
    }

    pub(crate) fn unavailable(source: impl Into<Source>) -> Self {
        Self::Unavailable { source: source.into() }
    }

    pub(crate) fn migration(message: impl Into<String>) -> Self {
        Self::Migration(message.into(), None)
    }

    /// Notes the text of the statement that failed.
    pub(crate) fn with_sql(mut self, text: &str) -> Self {
        if let Self::Statement(fault) = &mut self {
            fault.sql.get_or_insert_with(|| text.to_owned());
        }
        self
    }
}

impl Refusal for StoreError {
    fn kind(&self) -> Kind {
        match self {
            Self::Unavailable { .. } | Self::Busy { .. } | Self::TimedOut => Kind::Unavailable,
            _ => Kind::Internal,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Unavailable { .. } => "database_unavailable",
            Self::Busy { .. } | Self::TimedOut => "database_busy",
            _ => "internal",
        }
    }

    /// Tables and columns are for the operator: the caller learns that it is not the caller's fault.
    fn message(&self) -> String {
        match self.kind() {
            Kind::Unavailable => "The database does not answer at the moment; try again shortly.",
            _ => "Something went wrong on this server; the operator's log has the cause.",
        }
        .to_owned()
    }
}

/// Why a statement was refused. Only its debug output holds the text of the statement.
pub struct StatementFault {
    pub(crate) message: String,
    pub(crate) sql: Option<String>,
    pub(crate) source: Option<Source>,
}

impl StatementFault {
    /// The text of the statement, for the operator's eyes.
    #[must_use]
    pub fn sql(&self) -> Option<&str> {
        self.sql.as_deref()
    }
}

impl fmt::Display for StatementFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for StatementFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        if let Some(sql) = &self.sql {
            write!(f, " in: {sql}")?;
        }
        match &self.source {
            Some(source) => write!(f, " ({source:?})"),
            None => Ok(()),
        }
    }
}

impl StdError for StatementFault {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.source.as_ref().map(|source| &**source as _)
    }
}
