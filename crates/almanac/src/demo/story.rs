//! The days that the story covers, and what is special about some of them.

use jiff::Timestamp;
use jiff::civil::{Date, Weekday};

use crate::day::{Days, after, days_between, each};

/// How many days the story has, today included.
const LENGTH: i64 = 120;
/// Days on which the person forgot to log what they ate.
const FORGOTTEN: [i64; 2] = [17, 71];
/// The holiday, on which nothing was tracked: its first and last day.
const HOLIDAY: (i64, i64) = (48, 52);
/// The day on which the cut begins: five weeks are enough to know what the person spends.
const CUT: i64 = 35;

/// The story's days, up to an instant.
#[derive(Debug, Clone)]
pub(super) struct Story {
    pub(super) days: Days,
    pub(super) now: Timestamp,
    pub(super) first: Date,
    pub(super) today: Date,
}

impl Story {
    pub(super) fn up_to(days: Days, now: Timestamp) -> Self {
        let today = days.of(now);
        Self { days, now, first: after(today, 1 - LENGTH), today }
    }

    /// Every day, the oldest first.
    pub(super) fn each(&self) -> impl Iterator<Item = Date> + use<> {
        each(self.first, self.today)
    }

    /// How many days a day lies into the story.
    pub(super) fn number(&self, day: Date) -> i64 {
        days_between(self.first, day)
    }

    /// The holiday's first and last day.
    pub(super) fn holiday(&self) -> (Date, Date) {
        (after(self.first, HOLIDAY.0), after(self.first, HOLIDAY.1))
    }

    pub(super) fn is_holiday(&self, day: Date) -> bool {
        (HOLIDAY.0..=HOLIDAY.1).contains(&self.number(day))
    }

    /// Whether meals of a day were logged.
    pub(super) fn is_logged(&self, day: Date) -> bool {
        !self.is_holiday(day) && !FORGOTTEN.contains(&self.number(day))
    }

    /// The day on which the cut begins.
    pub(super) fn cut(&self) -> Date {
        after(self.first, CUT)
    }

    /// Days of the cut that lie behind at a day's end; none before it.
    pub(super) fn cutting(&self, day: Date) -> i64 {
        (self.number(day) - CUT + 1).max(0)
    }

    pub(super) fn trains(&self, day: Date) -> bool {
        let weekday = matches!(day.weekday(), Weekday::Monday | Weekday::Wednesday | Weekday::Friday);
        weekday && !self.is_holiday(day)
    }

    /// An instant of a day on the person's clock, so many minutes after midnight. None where it lies ahead.
    pub(super) fn at(&self, day: Date, minute: i64) -> Option<Timestamp> {
        let text = format!("{day}T{:02}:{:02}", minute / 60, minute % 60);
        self.days.parse(&text).filter(|instant| *instant <= self.now)
    }
}
