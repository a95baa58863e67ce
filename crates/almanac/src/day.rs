//! The person's day: where it begins and ends, which day an instant falls in, and how times that people write are read.
//!
//! A day begins at an hour of the person's choice (four in the morning unless they say otherwise), so that a snack at
//! two belongs to the evening before. Nothing else in this application may turn an instant into a date or a date into
//! instants: totals, windows, "today" and the rules that look at the hour all come from here.

use belay_core::{Error, Issue};
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

/// The hour at which a day begins unless the person says otherwise.
pub(crate) const DAY_START_HOUR: i8 = 4;
/// Hours that a day may begin at: later ones would put most of a morning into the day before.
pub(crate) const START_HOURS: std::ops::RangeInclusive<i8> = 0..=12;

/// A person's days: their time zone and the hour at which a day begins.
#[derive(Debug, Clone)]
pub(crate) struct Days {
    zone: TimeZone,
    start_hour: i8,
}

impl Default for Days {
    fn default() -> Self {
        Self { zone: TimeZone::UTC, start_hour: DAY_START_HOUR }
    }
}

impl Days {
    /// The days in a zone of the IANA database; none where there is no such zone.
    pub(crate) fn new(zone: &str, start_hour: i8) -> Option<Self> {
        let zone = TimeZone::get(zone).ok()?;
        START_HOURS.contains(&start_hour).then_some(Self { zone, start_hour })
    }

    /// The instant at which a day begins. In a gap of the clock it is the instant after it; where the hour comes twice,
    /// it is the first.
    pub(crate) fn start(&self, date: Date) -> Timestamp {
        let wall = date.at(self.start_hour, 0, 0, 0);
        self.instant(wall).unwrap_or(Timestamp::MAX)
    }

    /// A day's first instant, and the first that belongs to the next.
    #[cfg_attr(not(test), expect(dead_code, reason = "the property that days tile time is stated with it"))]
    pub(crate) fn window(&self, date: Date) -> (Timestamp, Timestamp) {
        (self.start(date), self.start(after(date, 1)))
    }

    /// The day that an instant falls in.
    pub(crate) fn of(&self, instant: Timestamp) -> Date {
        let calendar = self.calendar(instant);
        // The hours of a day are those of its window, also when the clock is set in them.
        if instant < self.start(calendar) {
            after(calendar, -1)
        } else if instant >= self.start(after(calendar, 1)) {
            after(calendar, 1)
        } else {
            calendar
        }
    }

    /// The date on the wall calendar, which after midnight runs ahead of the person's day.
    pub(crate) fn calendar(&self, instant: Timestamp) -> Date {
        self.local(instant).date()
    }

    /// How many hours of the wall clock lie behind since midnight of the person's day: 20 at eight in the evening, 25 at
    /// one in the morning, which is still the same day.
    pub(crate) fn hour(&self, instant: Timestamp) -> i32 {
        let local = self.local(instant);
        let ahead = days_between(self.of(instant), local.date());
        i32::from(local.hour()) + 24 * i32::try_from(ahead).unwrap_or_default()
    }

    /// An instant on the person's clock.
    pub(crate) fn local(&self, instant: Timestamp) -> DateTime {
        self.zone.to_datetime(instant)
    }

    /// An instant as people and programs read it, with the zone's offset.
    pub(crate) fn text(&self, instant: Timestamp) -> String {
        instant.to_zoned_datetime(self.zone.clone()).strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
    }

    /// Reads an instant as models write it. With `Z` or an offset it is that instant; a bare date and time is meant on
    /// the person's clock; a bare date is noon of that day.
    pub(crate) fn parse(&self, text: &str) -> Option<Timestamp> {
        let text = text.trim();
        if let Ok(date) = text.parse::<Date>()
            && text.len() == 10
        {
            return self.instant(date.at(12, 0, 0, 0));
        }
        if text.len() < 16 || !matches!(text.as_bytes().get(10), Some(b'T' | b't' | b' ')) {
            return None;
        }
        if has_offset(text) {
            return text.parse::<Timestamp>().ok();
        }
        self.instant(text.parse::<DateTime>().ok()?)
    }

    fn instant(&self, wall: DateTime) -> Option<Timestamp> {
        self.zone.to_ambiguous_timestamp(wall).compatible().ok()
    }

    /// Reads the time of something that happened. It may be up to a day ahead, since clocks and zones are set wrongly.
    ///
    /// # Errors
    /// An issue of the field for what is no time, or lies in the future.
    pub(crate) fn happened(&self, field: &str, text: &str, now: Timestamp) -> Result<Timestamp, Error> {
        let wrong = |message: &str| Error::invalid(vec![Issue::custom(field, message)]);
        let instant = self.parse(text).ok_or_else(|| {
            wrong(
                "Expected a time such as 2026-05-25T12:30, with Z or an offset only where the user gave one",
            )
        })?;
        if instant > now.saturating_add(SignedDuration::from_hours(24)).unwrap_or(now) {
            return Err(wrong("That time is in the future; log what has happened"));
        }
        if instant < EARLIEST {
            return Err(wrong("That time is before 1970"));
        }
        Ok(instant)
    }

    /// Reads the day of something that happened: today at the latest, by the calendar on the wall.
    ///
    /// # Errors
    /// An issue of the field for what is no date, or lies in the future.
    pub(crate) fn past(&self, field: &str, text: &str, now: Timestamp) -> Result<Date, Error> {
        let date = date(field, text)?;
        if date > self.calendar(now) {
            let issue = Issue::custom(field, "That day is in the future; log what has happened");
            return Err(Error::invalid(vec![issue]));
        }
        Ok(date)
    }
}

/// Nothing that a person logs lies before this.
const EARLIEST: Timestamp = Timestamp::UNIX_EPOCH;

/// Reads a date. One that no calendar has is refused.
///
/// # Errors
/// An issue of the field.
pub(crate) fn date(field: &str, text: &str) -> Result<Date, Error> {
    let text = text.trim();
    let shaped = text.len() == 10;
    let read = text.parse::<Date>().ok().filter(|date| shaped && (1900..=2200).contains(&date.year()));
    read.ok_or_else(|| {
        let issue = Issue::custom(field, "Expected a date of the calendar as YYYY-MM-DD");
        Error::invalid(vec![issue])
    })
}

/// The date so many days later, or earlier where the number is below zero.
pub(crate) fn after(date: Date, days: i64) -> Date {
    date.saturating_add(
        SignedDuration::from_hours(24).saturating_mul(i32::try_from(days).unwrap_or(i32::MAX)),
    )
}

/// How many days lie between two dates; below zero where the second is earlier.
pub(crate) fn days_between(from: Date, to: Date) -> i64 {
    from.duration_until(to).as_hours() / 24
}

/// The dates from one to another, both included.
pub(crate) fn each(from: Date, to: Date) -> impl Iterator<Item = Date> {
    (0..=days_between(from, to)).map(move |at| after(from, at))
}

fn has_offset(text: &str) -> bool {
    let time = text.get(11..).unwrap_or_default();
    time.ends_with(['Z', 'z']) || time.contains(['+', '-'])
}

#[cfg(test)]
mod tests;
