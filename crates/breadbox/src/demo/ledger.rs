//! What happened on the accounts, and how much of it their banks have told so far.

use jiff::civil::Date;

use super::calendar::{later, posting_day};
use super::people::Holding;

/// The code of a category's group, and the rest of the category's own code.
pub(super) type Category = (&'static str, &'static str);

/// Where money is spent, as banks tell it.
pub(super) const IN_STORE: &str = "in store";
pub(super) const ONLINE: &str = "online";
pub(super) const OTHER: &str = "other";

/// Something that happens on an account.
#[derive(Debug, Clone)]
pub(super) struct Event {
    pub(super) on: Holding,
    pub(super) day: Date,
    /// Above zero: money out of the account.
    pub(super) cents: i64,
    /// The bank's own text.
    pub(super) name: String,
    pub(super) merchant: Option<&'static str>,
    pub(super) category: Option<Category>,
    pub(super) channel: &'static str,
    /// How many days the bank takes to post it; with 0 it is never seen pending.
    pub(super) lag: i64,
}

impl Event {
    /// What a bank books by itself: no merchant, no delay.
    pub(super) fn booked(on: Holding, day: Date, cents: i64, name: &str) -> Self {
        let name = name.to_owned();
        Self { on, day, cents, name, merchant: None, category: None, channel: OTHER, lag: 0 }
    }

    pub(super) fn under(self, category: Category) -> Self {
        Self { category: Some(category), ..self }
    }

    pub(super) fn at(self, merchant: &'static str, channel: &'static str) -> Self {
        Self { merchant: Some(merchant).filter(|name| !name.is_empty()), channel, ..self }
    }

    pub(super) fn after(self, lag: i64) -> Self {
        Self { lag, ..self }
    }
}

/// An event as the bank tells it.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) event: Event,
    pub(super) date: Date,
    pub(super) authorized: Option<Date>,
    pub(super) pending: bool,
}

/// The entries of all accounts.
pub(super) struct Ledger {
    today: Date,
    entries: Vec<Entry>,
}

impl Ledger {
    pub(super) fn new(today: Date) -> Self {
        Self { today, entries: Vec::new() }
    }

    /// The last day that an account's connection has delivered.
    pub(super) fn through(&self, holding: Holding) -> Date {
        later(self.today, -holding.days_behind())
    }

    /// Enters an event. What the connection has not delivered yet is left out; what is made but not posted is
    /// pending. An event that was pending before is told once, as posted: that is how providers replace it.
    pub(super) fn add(&mut self, event: Event) {
        let through = self.through(event.on);
        if event.day > through {
            return;
        }
        let posted = if event.lag > 0 { posting_day(later(event.day, event.lag)) } else { event.day };
        let pending = posted > through;
        let date = if pending { event.day } else { posted };
        let authorized = (event.lag > 0).then_some(event.day);
        self.entries.push(Entry { event, date, authorized, pending });
    }

    /// Moves money between two own accounts: two entries of opposite amounts, or none while one of them is untold.
    pub(super) fn pair(&mut self, out: Event, (to, name, category): (Holding, &str, Category)) {
        if out.day > self.through(out.on).min(self.through(to)) {
            return;
        }
        let back = Event::booked(to, out.day, -out.cents, name).under(category);
        self.add(out);
        self.add(back);
    }

    /// The sum of what was posted on an account up to a day, in cents: money out less money in.
    pub(super) fn net_out(&self, holding: Holding, through: Date) -> i64 {
        let told = |entry: &&Entry| entry.event.on == holding && !entry.pending && entry.date <= through;
        self.entries.iter().filter(told).map(|entry| entry.event.cents).sum()
    }

    /// The entries, the oldest first.
    pub(super) fn finish(mut self) -> Vec<Entry> {
        self.entries.sort_by_key(|entry| entry.date);
        self.entries
    }
}
