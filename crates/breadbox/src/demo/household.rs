//! The story put together: from what happened to rows as a provider delivers them.

use belay_core::money::Amount;
use belay_core::{Entropy, Error, Id};
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::calendar::Calendar;
use super::chance::Chance;
use super::ledger::{Entry, Ledger};
use super::people::{Holding, People};
use super::{bills, holiday, income, occasions, settling, spending};
use crate::accounts::model::Account;
use crate::connections::model::Connection;
use crate::members::model::Member;
use crate::transactions::model::{Arrival, Transaction};

/// Everything that goes into the database.
#[derive(Debug)]
pub(super) struct Household {
    pub(super) members: Vec<Member>,
    pub(super) connections: Vec<Connection>,
    pub(super) accounts: Vec<Account>,
    pub(super) arrivals: Vec<Arrival>,
}

impl Household {
    /// The household as it stands at an instant; its day is the day in UTC.
    ///
    /// # Errors
    /// A fault when an amount leaves the range of amounts, which no seed here does.
    pub(super) fn made_up(now: Timestamp) -> Result<Self, Error> {
        let chance = Chance::new();
        let calendar = Calendar::up_to(TimeZone::UTC.to_datetime(now).date());
        let people = People::new(now, &chance);
        let entries = story(calendar, &chance);
        let mut accounts = Vec::new();
        let mut arrivals = Vec::new();
        for (place, holding) in (10_i64..).zip(Holding::ALL) {
            let made = now - SignedDuration::from_hours(1) + SignedDuration::from_secs(place);
            let (current, free) = balances(holding, &entries)?;
            accounts.push(people.account(holding, Id::new(made, chance.entropy()), current, free)?);
        }
        for (number, entry) in (0_i64..).zip(entries) {
            let holder = Holding::ALL.iter().zip(&accounts).find(|(holding, _)| **holding == entry.event.on);
            let Some((_, account)) = holder else { continue };
            arrivals.push(arrival(number, entry, account, chance.entropy())?);
        }
        Ok(Self { members: people.members, connections: people.connections, accounts, arrivals })
    }
}

/// Everything that happened, as far as the banks have told it.
fn story(calendar: Calendar, chance: &Chance) -> Vec<Entry> {
    let mut ledger = Ledger::new(calendar.today);
    for day in calendar.days() {
        income::of_day(&mut ledger, calendar, day);
        bills::of_day(&mut ledger, calendar, chance, day);
        spending::of_day(&mut ledger, calendar, chance, day);
        holiday::of_day(&mut ledger, calendar, chance, day);
        occasions::of_day(&mut ledger, calendar, day);
    }
    settling::of_months(&mut ledger, calendar);
    ledger.finish()
}

/// What is on an account and what of it is free: pending rows are not on it yet but no longer free.
fn balances(holding: Holding, entries: &[Entry]) -> Result<(Amount, Amount), Error> {
    let sum = |pending: bool| -> i64 {
        let of = |entry: &&Entry| entry.event.on == holding && entry.pending == pending;
        entries.iter().filter(of).map(|entry| entry.event.cents).sum()
    };
    let (posted, waiting) = (sum(false), sum(true));
    let (current, free) = match holding.limit() {
        Some(limit) => {
            let owed = holding.opening() + posted;
            (owed, limit - owed - waiting)
        }
        None => {
            let there = holding.opening() - posted;
            (there, there - waiting)
        }
    };
    Ok((amount(current)?, amount(free)?))
}

/// Cents as an amount.
pub(super) fn amount(cents: i64) -> Result<Amount, Error> {
    let units = cents.checked_mul(100).and_then(Amount::from_units);
    units.ok_or_else(|| Error::internal("a made-up amount is too large"))
}

fn arrival(number: i64, entry: Entry, account: &Account, entropy: &dyn Entropy) -> Result<Arrival, Error> {
    let Entry { event, date, authorized, pending } = entry;
    Ok(Arrival {
        source_key: format!("demo-{number:05}"),
        transaction: Transaction {
            id: Id::new(moment(date, number)?, entropy),
            account_id: account.id.clone(),
            amount: amount(event.cents)?,
            currency: account.currency,
            date,
            authorized_date: authorized,
            name: event.name,
            merchant_name: event.merchant.map(str::to_owned),
            category_primary: event.category.map(|(primary, _)| primary.to_owned()),
            category_detailed: event.category.map(|(primary, rest)| format!("{primary}_{rest}")),
            payment_channel: event.channel.to_owned(),
            pending,
        },
    })
}

/// An instant on a day, later for later rows, so that identifiers keep the order of the story.
fn moment(date: Date, number: i64) -> Result<Timestamp, Error> {
    let midnight = TimeZone::UTC.to_timestamp(date.to_datetime(Time::midnight()));
    let midnight = midnight.map_err(|_| Error::internal("a made-up day is out of range"))?;
    Ok(midnight + SignedDuration::from_millis(number))
}
