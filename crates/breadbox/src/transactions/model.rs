//! A transaction, and what can be asked about transactions.

use belay_core::money::{Amount, Currency};
use belay_core::{Entity, Id};
use jiff::civil::Date;
use serde_json::Value;

use crate::accounts::model::Account;

/// Money that went out of an account (above zero) or came in (below zero).
#[derive(Debug, Clone)]
pub(crate) struct Transaction {
    pub(crate) id: Id<Transaction>,
    pub(crate) account_id: Id<Account>,
    pub(crate) amount: Amount,
    pub(crate) currency: Option<Currency>,
    /// The day it was posted, as the bank says it.
    pub(crate) date: Date,
    /// The day it was made, where the bank says so.
    pub(crate) authorized_date: Option<Date>,
    /// The bank's own text.
    pub(crate) name: String,
    pub(crate) merchant_name: Option<String>,
    pub(crate) category_primary: Option<String>,
    pub(crate) category_detailed: Option<String>,
    /// `in store`, `online` or `other`.
    pub(crate) payment_channel: String,
    /// Whether it can still change.
    pub(crate) pending: bool,
}

impl Entity for Transaction {
    const PREFIX: &'static str = "txn";
}

/// A transaction with the names a reader needs.
#[derive(Debug, Clone)]
pub(crate) struct Listed {
    pub(crate) transaction: Transaction,
    pub(crate) account_name: String,
    pub(crate) user_id: Option<String>,
    pub(crate) user_name: Option<String>,
    /// What it is sorted by, besides its identifier.
    pub(crate) sort_value: Value,
}

/// A transaction on its way in, with what makes it the same one when it comes again.
#[derive(Debug, Clone)]
pub(crate) struct Arrival {
    pub(crate) transaction: Transaction,
    /// The provider's identifier, or a digest of a file's row.
    pub(crate) source_key: String,
}

/// Which transactions are asked for. Everything given must hold.
#[derive(Debug, Clone, Default)]
pub(crate) struct Filter {
    /// On this day or later.
    pub(crate) start: Option<Date>,
    /// On this day or earlier.
    pub(crate) end: Option<Date>,
    pub(crate) account: Option<Id<Account>>,
    pub(crate) member: Option<String>,
    /// The primary code, in lower case.
    pub(crate) category: Option<String>,
    /// The detailed code, to the letter.
    pub(crate) category_detailed: Option<String>,
    /// The code of a category that stands for its whole group.
    pub(crate) category_group: Option<String>,
    /// No smaller than this, whichever way the money went, in the row's own currency.
    pub(crate) min_amount: Option<Amount>,
    /// No larger than this, whichever way the money went, in the row's own currency.
    pub(crate) max_amount: Option<Amount>,
    pub(crate) pending: Option<bool>,
    /// Words in lower case that must all stand in the name or the merchant.
    pub(crate) words: Vec<String>,
}

/// What a list is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum SortBy {
    /// The day it was posted.
    #[default]
    Date,
    /// The amount with its sign, whatever the currency.
    Amount,
    /// The bank's text, without regard to case.
    Name,
}

/// Which end of a list comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Order {
    /// The newest, largest or last.
    #[default]
    Descending,
    /// The oldest, smallest or first.
    Ascending,
}

/// The place in a sorted list after which to go on.
#[derive(Debug, Clone)]
pub(crate) struct After {
    pub(crate) value: Value,
    pub(crate) id: Id<Transaction>,
}

/// Text as it is compared: in lower case.
pub(crate) fn folded(text: &str) -> String {
    text.to_lowercase()
}
