//! An account.

use belay_core::money::{Amount, Currency};
use belay_core::{Entity, Id};

use crate::connections::model::Connection;
use crate::members::model::Member;

/// A bank account, a card or a loan.
#[derive(Debug, Clone)]
pub(crate) struct Account {
    pub(crate) id: Id<Account>,
    pub(crate) connection_id: Option<Id<Connection>>,
    /// The member it belongs to, where that differs from the connection's.
    pub(crate) owner_id: Option<Id<Member>>,
    /// The folded name by which a file import finds it again.
    pub(crate) import_key: Option<String>,
    pub(crate) name: String,
    /// depository, credit, loan, investment or other.
    pub(crate) kind: String,
    pub(crate) subtype: Option<String>,
    pub(crate) mask: Option<String>,
    /// On credit accounts, above zero is money owed.
    pub(crate) balance_current: Option<Amount>,
    pub(crate) balance_available: Option<Amount>,
    pub(crate) balance_limit: Option<Amount>,
    pub(crate) currency: Option<Currency>,
}

impl Entity for Account {
    const PREFIX: &'static str = "acc";
}

/// An account with the names a reader needs.
#[derive(Debug)]
pub(crate) struct Listed {
    pub(crate) account: Account,
    pub(crate) institution_name: Option<String>,
    pub(crate) member: Option<(Id<Member>, String)>,
}
