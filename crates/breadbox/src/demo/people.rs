//! Who the household is, and where it banks.

use belay_core::money::{Amount, Currency};
use belay_core::{Error, Id};
use jiff::{SignedDuration, Timestamp};

use super::chance::Chance;
use crate::accounts::model::Account;
use crate::connections::model::{Connection, Status};
use crate::members::model::Member;

/// One of the household's accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holding {
    Checking,
    Savings,
    Card,
    Brokerage,
    Euro,
}

impl Holding {
    pub(super) const ALL: [Self; 5] =
        [Self::Checking, Self::Savings, Self::Card, Self::Brokerage, Self::Euro];

    /// How many days ago its connection delivered last.
    pub(super) fn days_behind(self) -> i64 {
        match self {
            Self::Checking | Self::Savings => 0,
            Self::Card | Self::Brokerage => 2,
            Self::Euro => 6,
        }
    }

    /// What was on it (on the card: owed) before the story began, in cents.
    pub(super) fn opening(self) -> i64 {
        match self {
            Self::Checking => 8_912_37,
            Self::Savings => 14_250_00,
            Self::Card => 1_904_18,
            Self::Brokerage => 38_417_52,
            Self::Euro => 2_630_45,
        }
    }

    /// The most that may be owed, in cents.
    pub(super) fn limit(self) -> Option<i64> {
        (self == Self::Card).then_some(15_000_00)
    }

    pub(super) fn currency(self) -> Result<Currency, Error> {
        let code = if self == Self::Euro { "EUR" } else { "USD" };
        Currency::parse(code).map_err(|_| Error::internal("a made-up currency is none"))
    }

    fn label(self) -> (&'static str, &'static str, &'static str, &'static str) {
        match self {
            Self::Checking => ("Everyday Checking", "depository", "checking", "4417"),
            Self::Savings => ("Rainy Day Savings", "depository", "savings", "9026"),
            Self::Card => ("Trailhead Rewards Card", "credit", "credit card", "1183"),
            Self::Brokerage => ("Brokerage", "investment", "brokerage", "7750"),
            Self::Euro => ("Girokonto", "depository", "checking", "3502"),
        }
    }
}

/// The people, their connections, and the identifiers that the accounts refer to.
pub(super) struct People {
    pub(super) members: Vec<Member>,
    pub(super) connections: Vec<Connection>,
    nora: Id<Member>,
    zoe: Id<Member>,
    harbor: Id<Connection>,
    northwind: Id<Connection>,
    lindental: Id<Connection>,
}

impl People {
    pub(super) fn new(now: Timestamp, chance: &Chance) -> Self {
        let ago = |hours: i64| now - SignedDuration::from_hours(hours);
        // Identifiers that were made one after another keep the lists in this order.
        let at = |place: i64| ago(1) + SignedDuration::from_secs(place);
        let (nora, zoe) = (Id::new(at(0), chance.entropy()), Id::new(at(1), chance.entropy()));
        let [harbor, northwind, lindental] =
            [2, 3, 4].map(|place| Id::<Connection>::new(at(place), chance.entropy()));
        let member = |id: &Id<Member>, name: &str, email: &str| {
            let (name, email) = (name.to_owned(), Some(email.to_owned()));
            Member { id: id.clone(), name, email }
        };
        let connection =
            |id: &Id<Connection>, owner: &Id<Member>, provider: &str, name: &str, hours: i64| Connection {
                id: id.clone(),
                member_id: Some(owner.clone()),
                provider: provider.to_owned(),
                institution_name: name.to_owned(),
                status: Status::Active,
                error_message: None,
                last_synced_at: Some(ago(hours)),
            };
        let asks = "The bank wants Zoë to sign in again: its 90-day consent ran out.".to_owned();
        let connections = vec![
            connection(&harbor, &nora, "plaid", "Harbor & Pine Bank", 2),
            connection(&northwind, &nora, "simplefin", "Northwind Financial", 49),
            Connection {
                status: Status::PendingReauth,
                error_message: Some(asks),
                ..connection(&lindental, &zoe, "gocardless", "Sparbank Lindental", 6 * 24)
            },
        ];
        let members = vec![
            member(&nora, "Nora Whitfield", "nora@example.com"),
            member(&zoe, "Zoë Lindqvist", "zoe@example.com"),
        ];
        Self { members, connections, nora, zoe, harbor, northwind, lindental }
    }

    /// An account with what is on it now and what of that is free to use.
    pub(super) fn account(
        &self,
        holding: Holding,
        id: Id<Account>,
        current: Amount,
        free: Amount,
    ) -> Result<Account, Error> {
        let (name, kind, subtype, mask) = holding.label();
        let (connection, member) = match holding {
            Holding::Checking | Holding::Savings => (&self.harbor, &self.nora),
            Holding::Card | Holding::Brokerage => (&self.northwind, &self.nora),
            Holding::Euro => (&self.lindental, &self.zoe),
        };
        // The brokerage account came with Nora's sign-in but is Zoë's.
        let owner = if holding == Holding::Brokerage { &self.zoe } else { member };
        Ok(Account {
            id,
            connection_id: Some(connection.clone()),
            owner_id: Some(owner.clone()).filter(|owner| owner != member),
            import_key: None,
            name: name.to_owned(),
            kind: kind.to_owned(),
            subtype: Some(subtype.to_owned()),
            mask: Some(mask.to_owned()),
            balance_current: Some(current),
            balance_available: Some(free).filter(|_| holding != Holding::Brokerage),
            balance_limit: holding.limit().map(super::household::amount).transpose()?,
            currency: Some(holding.currency()?),
        })
    }
}
