//! An import that was made.

use belay_core::{Entity, Id};

use crate::accounts::model::Account;

/// A file that came in.
#[derive(Debug)]
pub(crate) struct Import {
    pub(crate) id: Id<Import>,
    pub(crate) account_id: Id<Account>,
    pub(crate) file_name: Option<String>,
    pub(crate) template: Option<String>,
    /// Rows that became transactions.
    pub(crate) added: u64,
    /// Rows that were there from an earlier import.
    pub(crate) already_there: u64,
    /// Rows that are no transactions.
    pub(crate) skipped: u64,
}

impl Entity for Import {
    const PREFIX: &'static str = "imp";
}
