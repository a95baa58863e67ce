use jiff::civil::date;
use proptest::prelude::*;

use super::*;

fn days(zone: &str, hour: i8) -> Days {
    Days::new(zone, hour).unwrap()
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

#[test]
fn a_snack_after_midnight_belongs_to_the_evening_before() {
    let days = days("America/Toronto", 4);
    assert_eq!(days.of(at("2026-05-26T05:30:00Z")), date(2026, 5, 25));
    assert_eq!(days.of(at("2026-05-26T07:59:59Z")), date(2026, 5, 25));
    assert_eq!(days.of(at("2026-05-26T08:00:00Z")), date(2026, 5, 26));
    assert_eq!(days.hour(at("2026-05-26T05:30:00Z")), 25);
    assert_eq!(days.hour(at("2026-05-26T08:00:00Z")), 4);
    assert_eq!(days.hour(at("2026-05-26T04:00:00Z")), 24);
}

#[test]
fn a_shift_worker_s_day_begins_when_they_say() {
    let days = days("Europe/Oslo", 12);
    assert_eq!(days.of(at("2026-03-15T10:59:00Z")), date(2026, 3, 14));
    assert_eq!(days.of(at("2026-03-15T11:00:00Z")), date(2026, 3, 15));
    assert!(Days::new("Europe/Oslo", 13).is_none() && Days::new("Mars/Olympus", 4).is_none());
}

#[test]
fn days_with_a_change_of_the_clock_have_23_and_25_hours() {
    let days = days("Europe/Berlin", 4);
    let hours = |date: Date| {
        let (from, to) = days.window(date);
        to.duration_since(from).as_hours()
    };
    // The clock is set at two or three in the morning, which still is the day before.
    assert_eq!((hours(date(2026, 3, 28)), hours(date(2026, 3, 29))), (23, 24));
    assert_eq!((hours(date(2026, 10, 24)), hours(date(2026, 10, 25))), (25, 24));
}

#[test]
fn times_are_read_as_people_mean_them() {
    let days = days("America/Toronto", 4);
    for (text, expected) in [
        ("2026-05-25T12:30:00", "2026-05-25T16:30:00Z"),
        ("2026-05-25T12:30", "2026-05-25T16:30:00Z"),
        ("2026-05-25 12:30", "2026-05-25T16:30:00Z"),
        ("2026-05-25T12:30:00Z", "2026-05-25T12:30:00Z"),
        ("2026-05-25T12:30:00+02:00", "2026-05-25T10:30:00Z"),
        // A bare date falls into that day, not the one before.
        ("2026-05-25", "2026-05-25T16:00:00Z"),
        // In a gap the clock goes on, and of an hour that comes twice it is the first.
        ("2026-03-08T02:30", "2026-03-08T07:30:00Z"),
        ("2026-11-01T01:30", "2026-11-01T05:30:00Z"),
    ] {
        assert_eq!(days.parse(text), Some(at(expected)), "{text}");
    }
    for text in
        ["", "noon", "2026-13-45", "2026-02-30T10:00", "2026-05-25T25:00", "2026-05-25T12", "20260525"]
    {
        assert_eq!(days.parse(text), None, "{text}");
    }
}

#[test]
fn what_lies_ahead_cannot_have_happened() {
    let days = days("Europe/Oslo", 4);
    let now = at("2026-03-15T01:30:00Z");
    assert!(days.happened("eaten_at", "2026-03-15T09:00", now).is_ok());
    assert!(days.happened("eaten_at", "2026-03-17T09:00", now).is_err());
    assert!(days.happened("eaten_at", "1969-03-17T09:00", now).is_err());
    // At half past two the wall calendar is a day ahead of the person's; both dates can be meant.
    assert!(days.past("measured_on", "2026-03-15", now).is_ok());
    assert!(days.past("measured_on", "2026-03-16", now).is_err());
    assert!(days.past("measured_on", "2026-02-29", now).is_err());
}

#[test]
fn numbers_of_days_are_counted_on_the_calendar() {
    assert_eq!(days_between(date(2026, 2, 27), date(2026, 3, 2)), 3);
    assert_eq!(days_between(date(2026, 3, 2), date(2026, 2, 27)), -3);
    assert_eq!(after(date(2024, 2, 28), 2), date(2024, 3, 1));
    assert_eq!(each(date(2026, 1, 30), date(2026, 2, 2)).count(), 4);
    assert_eq!(each(date(2026, 2, 2), date(2026, 1, 30)).count(), 0);
}

/// Every zone of the database, with every day of eleven years: each window ends where the next begins, and the instants
/// at its edges belong to it.
#[test]
fn windows_tile_time_in_every_zone_from_2020_to_2030() {
    let mut zones = 0;
    for name in jiff::tz::db().available() {
        let Some(days) = Days::new(name.as_str(), DAY_START_HOUR) else { continue };
        zones += 1;
        let mut begins = days.start(date(2020, 1, 1));
        for day in each(date(2020, 1, 1), date(2030, 12, 31)) {
            let (from, to) = days.window(day);
            assert_eq!(from, begins, "{} {day}", name.as_str());
            assert!(from < to, "{} {day}", name.as_str());
            // Where no clock is set one day a week will do: the others differ from it in nothing.
            if to.duration_since(from).as_hours() != 24 || day.weekday() == jiff::civil::Weekday::Sunday {
                let last = to.checked_sub(SignedDuration::from_micros(1)).unwrap();
                assert_eq!((days.of(from), days.of(last)), (day, day), "{} {day}", name.as_str());
            }
            begins = to;
        }
    }
    assert!(zones > 400, "{zones}");
}

proptest! {
    #[test]
    fn every_instant_lies_in_the_window_of_its_day(
        zone in 0_usize..10_000, hour in START_HOURS, seconds in 1_577_836_800_i64..1_924_992_000,
    ) {
        let names: Vec<String> = jiff::tz::db().available().map(|name| name.as_str().to_owned()).collect();
        let Some(days) = Days::new(&names[zone % names.len()], hour) else { return Ok(()) };
        let instant = Timestamp::from_second(seconds).unwrap();
        let (from, to) = days.window(days.of(instant));
        prop_assert!(from <= instant && instant < to);
    }
}
