//! The days that the household's story covers.

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

/// How far back the story goes.
const MONTHS: i64 = 14;

/// The first and the last day of the story, both told.
#[derive(Debug, Clone, Copy)]
pub(super) struct Calendar {
    pub(super) start: Date,
    pub(super) today: Date,
}

impl Calendar {
    pub(super) fn up_to(today: Date) -> Self {
        Self { start: today.saturating_sub(MONTHS.months()), today }
    }

    /// Every day, the oldest first.
    pub(super) fn days(self) -> impl Iterator<Item = Date> {
        self.start.series(1.day()).take_while(move |day| *day <= self.today)
    }

    /// How many times the month changed from the first day to this one.
    pub(super) fn month(self, day: Date) -> i64 {
        let months = |date: Date| i64::from(date.year()) * 12 + i64::from(date.month());
        months(day) - months(self.start)
    }

    /// The day so many days into the story.
    pub(super) fn day(self, number: i64) -> Date {
        later(self.start, number)
    }
}

/// The day so many days after another, or before it.
pub(super) fn later(day: Date, days: i64) -> Date {
    day.saturating_add(days.days())
}

pub(super) fn is_day_off(day: Date) -> bool {
    matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday)
}

/// The day itself, or the Monday after its weekend: banks post on working days.
pub(super) fn posting_day(day: Date) -> Date {
    match day.weekday() {
        Weekday::Saturday => later(day, 2),
        Weekday::Sunday => later(day, 1),
        _ => day,
    }
}

/// The day itself, or the Friday before its weekend: employers pay no later than promised.
pub(super) fn pay_day(day: Date) -> Date {
    match day.weekday() {
        Weekday::Saturday => later(day, -1),
        Weekday::Sunday => later(day, -2),
        _ => day,
    }
}
