use std::io::{self, Read};

use super::*;
use crate::archive::refusal::FileRefusal;
use crate::importers::{apple, meter};

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE HealthData [\n<!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>\n<!ATTLIST Record\n  type CDATA #REQUIRED\n>\n]>\n<HealthData locale=\"en_US\">\n <ExportDate value=\"2026-03-15 10:00:00 +0100\"/>\n <Me HKCharacteristicTypeIdentifierBloodType=\"HKBloodTypeNotSet\"/>\n";

fn file(body: &str) -> String {
    format!("{HEAD}{body}</HealthData>\n")
}

fn read(body: &str) -> Reading {
    apple::read(file(body).as_bytes(), &setting(), &mut |_| {}).unwrap()
}

fn record(kind: &str, source: &str, span: (&str, &str), value: &str) -> String {
    format!(
        " <Record type=\"HK{kind}\" sourceName=\"{source}\" creationDate=\"{0} +0100\" startDate=\"{0} +0100\" endDate=\"{1} +0100\" {value}/>\n",
        span.0, span.1
    )
}

fn steps(source: &str, span: (&str, &str), count: u32) -> String {
    record("QuantityTypeIdentifierStepCount", source, span, &format!("unit=\"count\" value=\"{count}\""))
}

fn slept(source: &str, span: (&str, &str), stage: &str) -> String {
    let value = format!("value=\"HKCategoryValueSleepAnalysis{stage}\"");
    record("CategoryTypeIdentifierSleepAnalysis", source, span, &value)
}

#[test]
fn steps_that_a_phone_and_a_watch_both_counted_count_once_hour_by_hour() {
    let body = [
        steps("Anna&apos;s iPhone", ("2026-03-10 09:00:00", "2026-03-10 09:10:00"), 900),
        steps("Anna&apos;s Watch", ("2026-03-10 09:05:00", "2026-03-10 09:20:00"), 1_000),
        // In the afternoon only the phone was carried, in the evening only the watch was worn.
        steps("Anna&apos;s iPhone", ("2026-03-10 15:30:00", "2026-03-10 16:30:00"), 2_000),
        steps("Anna&apos;s Watch", ("2026-03-10 21:00:00", "2026-03-10 21:30:00"), 500),
        // The person's day begins at four.
        steps("Anna&apos;s Watch", ("2026-03-11 03:50:00", "2026-03-11 04:10:00"), 200),
    ];
    let days = rows(&read(&body.concat()), Table::Steps, &["on_date", "steps", "source"]);
    assert_eq!(days, [["2026-03-10", "3600", "import"], ["2026-03-11", "100", "import"]]);
}

#[test]
fn a_night_is_the_time_asleep_under_its_day_of_waking_whoever_watched() {
    let body = [
        slept("Watch", ("2026-03-10 23:10:00", "2026-03-11 02:00:00"), "AsleepCore"),
        slept("Watch", ("2026-03-11 02:00:00", "2026-03-11 03:00:00"), "AsleepDeep"),
        slept("Watch", ("2026-03-11 03:00:00", "2026-03-11 03:20:00"), "Awake"),
        slept("Watch", ("2026-03-11 03:20:00", "2026-03-11 06:40:00"), "AsleepREM"),
        slept("iPhone", ("2026-03-10 22:50:00", "2026-03-11 06:45:00"), "InBed"),
        slept("Other app", ("2026-03-10 23:30:00", "2026-03-11 01:00:00"), "AsleepUnspecified"),
        // A nap counts with the night before it; one in the evening with the night that begins.
        slept("Watch", ("2026-03-12 13:00:00", "2026-03-12 13:30:00"), "Asleep"),
        slept("Watch", ("2026-03-12 18:30:00", "2026-03-12 19:00:00"), "Asleep"),
    ];
    let reading = read(&body.concat());
    let nights = rows(&reading, Table::Sleep, &["slept_on", "hours"]);
    assert_eq!(nights, [["2026-03-11", "7.17"], ["2026-03-12", "0.5"], ["2026-03-13", "0.5"]]);
    assert_eq!(reading.passed_over["time in bed, which is not sleep"], 1);
}

#[test]
fn the_first_weigh_in_of_a_day_counts_in_kilograms() {
    let weight = |at: &str, value: &str| record("QuantityTypeIdentifierBodyMass", "Scale", (at, at), value);
    let body = [
        weight("2026-03-10 20:00:00", "unit=\"kg\" value=\"81\""),
        weight("2026-03-10 07:00:00", "unit=\"lb\" value=\"176.4\""),
        weight("2026-03-11 07:00:00", "unit=\"st\" value=\"12.5\""),
        weight("2026-03-12 07:00:00", "unit=\"stone\" value=\"12.5\""),
        weight("2026-03-13 07:00:00", "unit=\"kg\" value=\"8\""),
    ];
    let reading = read(&body.concat());
    let days = rows(&reading, Table::Weights, &["measured_on", "weight_kg"]);
    assert_eq!(days, [["2026-03-10", "80.01"], ["2026-03-11", "79.38"]]);
    assert_eq!(
        problems(&reading),
        ["line 14: unit: Expected kg, lb, st or g", "line 15: weight_kg: Expected a number from 20 to 500"]
    );
}

#[test]
fn what_one_program_says_of_one_time_is_one_meal() {
    let food = |kind: &str, value: &str, inside: &str| {
        let open = record(
            &format!("QuantityTypeIdentifierDietary{kind}"),
            "Pal",
            ("2026-03-10 12:30:00", "2026-03-10 12:30:00"),
            value,
        );
        if inside.is_empty() {
            open
        } else {
            open.replace(
                "/>",
                &format!(">\n  <MetadataEntry key=\"HKFoodType\" value=\"{inside}\"/>\n </Record>"),
            )
        }
    };
    let body = [
        food("EnergyConsumed", "unit=\"Cal\" value=\"300.4\"", "Rice &amp; beans"),
        food("EnergyConsumed", "unit=\"kJ\" value=\"836.8\"", "Yoghurt"),
        food("Protein", "unit=\"g\" value=\"20\"", ""),
        food("Protein", "unit=\"mg\" value=\"5000\"", ""),
        food("FatTotal", "unit=\"g\" value=\"9\"", ""),
        food("Carbohydrates", "unit=\"g\" value=\"60.5\"", ""),
        food("Fiber", "unit=\"g\" value=\"7\"", ""),
        // In a correlation all of it stands once more.
        format!(
            " <Correlation type=\"HKCorrelationTypeIdentifierFood\">\n {} </Correlation>\n",
            food("Protein", "unit=\"g\" value=\"20\"", "")
        ),
    ];
    let reading = read(&body.concat());
    assert_eq!(
        rows(&reading, Table::Meals, &["eaten_at", "name", "kcal", "protein_g", "carb_g", "fat_g"]),
        [["2026-03-10T11:30:00Z", "Rice & beans, Yoghurt", "500", "25", "60.5", "9"]]
    );
    assert_eq!((reading.passed_over["DietaryFiber"], reading.passed_over["Correlation"]), (1, 1));
}

#[test]
fn a_workout_is_a_cardio_session_with_what_is_said_of_it() {
    let body = " <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"30.4\" durationUnit=\"min\" sourceName=\"Watch\" startDate=\"2026-03-10 07:00:00 +0100\" endDate=\"2026-03-10 07:31:00 +0100\">\n\
                   \x20 <WorkoutStatistics type=\"HKQuantityTypeIdentifierHeartRate\" average=\"148.6\" unit=\"count/min\"/>\n\
                   \x20 <WorkoutStatistics type=\"HKQuantityTypeIdentifierActiveEnergyBurned\" sum=\"1255.2\" unit=\"kJ\"/>\n\
                   \x20 <WorkoutStatistics type=\"HKQuantityTypeIdentifierDistanceWalkingRunning\" sum=\"2\" unit=\"mi\"/>\n\
                   \x20 <WorkoutStatistics type=\"HKQuantityTypeIdentifierDistanceWalkingRunning\" sum=\"1\" unit=\"km\"/>\n </Workout>\n\
                 <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"29\" durationUnit=\"min\" sourceName=\"Run app\" startDate=\"2026-03-10 07:01:00 +0100\" endDate=\"2026-03-10 07:30:00 +0100\"/>\n\
                 <Workout workoutActivityType=\"HKWorkoutActivityTypeTraditionalStrengthTraining\" duration=\"45\" durationUnit=\"min\" totalEnergyBurned=\"210\" totalEnergyBurnedUnit=\"kcal\" sourceName=\"Watch\" startDate=\"2026-03-11 18:00:00 +0100\" endDate=\"2026-03-11 18:45:00 +0100\"/>\n\
                 <Workout workoutActivityType=\"HKWorkoutActivityTypeYoga\" startDate=\"yesterday\" endDate=\"2026-03-11 18:45:00 +0100\"/>\n";
    let reading = read(body);
    assert_eq!(
        rows(
            &reading,
            Table::Cardio,
            &["started_at", "duration_min", "modality", "avg_hr", "distance_km", "est_kcal"]
        ),
        [
            ["2026-03-10T06:00:00Z", "30", "running", "149", "4.219", "300"],
            ["2026-03-11T17:00:00Z", "45", "traditional strength training", "-", "-", "210"]
        ]
    );
    assert_eq!(reading.passed_over["workouts that another program tells as well"], 1);
    assert_eq!(
        problems(&reading),
        ["line 19: startDate: Expected a time such as `2025-03-28 17:29:00 +0100`"]
    );
}

#[test]
fn a_file_that_ends_in_the_middle_or_breaks_says_so_and_gives_what_was_before() {
    let one = steps("Phone", ("2026-03-10 09:00:00", "2026-03-10 09:10:00"), 900);
    let broken = format!("{one}<Record type=</Nothing>\n{one}</HealthData>");
    for body in [format!("{HEAD}{one}"), format!("{HEAD}{one} <Rec"), format!("{HEAD}{broken}")] {
        let reading = apple::read(body.as_bytes(), &setting(), &mut |_| {}).unwrap();
        assert_eq!(rows(&reading, Table::Steps, &["steps"]).concat(), ["900"], "{body}");
        assert_eq!(problems(&reading).len(), 1, "{:?}", problems(&reading));
    }
}

/// A file of the size of a phone's that is made as it is read, and notes how far ahead of the reader it was read.
struct Phone {
    records: u32,
    at: u32,
    piece: Vec<u8>,
    given: u64,
}

impl Read for Phone {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.piece.is_empty() {
            let at = self.at;
            self.at += 1;
            let (day, minute) = (at / 1_000 % 28 + 1, at % 1_000);
            let time = |minute: u32| format!("2025-02-{day:02} {:02}:{:02}:00", minute / 60 + 5, minute % 60);
            let text = match at {
                0 => HEAD.to_owned(),
                at if at > self.records => return Ok(0),
                at if at == self.records => "</HealthData>".to_owned(),
                at if at % 3 == 0 => steps("Phone", (&time(minute), &time(minute)), 7),
                _ => record(
                    "QuantityTypeIdentifierHeartRate",
                    "Watch",
                    (&time(minute), &time(minute)),
                    "unit=\"count/min\" value=\"61\"",
                ),
            };
            self.piece = text.into_bytes();
        }
        let length = self.piece.len().min(into.len());
        into[..length].copy_from_slice(&self.piece[..length]);
        self.piece.drain(..length);
        self.given += length as u64;
        Ok(length)
    }
}

#[test]
fn a_long_file_is_never_in_memory_whole() {
    let mut phone = Phone { records: 120_000, at: 0, piece: Vec::new(), given: 0 };
    let (mut told, given) = (Vec::new(), std::rc::Rc::new(std::cell::Cell::new(0)));
    struct Counted<'a>(&'a mut Phone, std::rc::Rc<std::cell::Cell<u64>>);
    impl Read for Counted<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let read = self.0.read(into)?;
            self.1.set(self.0.given);
            Ok(read)
        }
    }
    let ahead = std::rc::Rc::clone(&given);
    let mut furthest = 0;
    let reading = apple::read(Counted(&mut phone, given), &setting(), &mut |done| {
        furthest = furthest.max(ahead.get() - done);
        told.push(done);
    });
    let reading = reading.unwrap();
    assert!(ahead.get() > 20_000_000, "{}", ahead.get());
    assert!(told.len() >= 5 && told.is_sorted(), "progress is told on the way: {told:?}");
    assert!(furthest <= meter::AHEAD as u64, "{furthest} bytes were read ahead");
    assert_eq!(reading.passed_over["HeartRate"], 80_000);
    assert_eq!(rows(&reading, Table::Steps, &["on_date"]).len(), 28);
    assert!(
        reading.drafts.len() < 60,
        "what is kept does not grow with the samples: {}",
        reading.drafts.len()
    );
}

#[test]
fn an_element_that_never_ends_is_given_up() {
    struct Endless(u64);
    impl Read for Endless {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let head = HEAD.as_bytes();
            let at = usize::try_from(self.0).unwrap();
            let given = if at < head.len() {
                let piece = &head[at..head.len().min(at + into.len())];
                into[..piece.len()].copy_from_slice(piece);
                piece.len()
            } else {
                into.fill(b'x');
                if at == head.len() {
                    into[..9].copy_from_slice(b"<Record y");
                }
                into.len()
            };
            self.0 += given as u64;
            assert!(self.0 < 4_000_000, "it was read on for ever");
            Ok(given)
        }
    }
    let reading = apple::read(Endless(0), &setting(), &mut |_| {}).unwrap();
    assert_eq!(problems(&reading), ["line 11: The XML is broken here; nothing from here on could be read"]);
}

#[test]
fn what_is_no_such_file_is_refused() {
    for other in ["", "PK\u{3}\u{4}", "<html/>", "{}", "<ClinicalDocument>"] {
        let refused = apple::read(other.as_bytes(), &setting(), &mut |_| {}).unwrap_err();
        assert!(matches!(refused, FileRefusal::NotThat { .. }), "{other}: {refused}");
    }
}

#[test]
fn a_file_with_nothing_but_faults_is_counted_without_being_kept() {
    let fault = " <Record type=\"HKQuantityTypeIdentifierStepCount\" value=\"many\"/>\n";
    let reading = read(&fault.repeat(60_000));
    assert_eq!((reading.problems.len(), reading.problems_left_off), (50_000, 10_000));
    assert_eq!(reading.refused[&Some(Table::Steps)], 60_000);
}

#[test]
fn sleep_is_the_same_however_often_its_stretches_are_joined_on_the_way() {
    let mut body = String::new();
    for at in 0..30_u32 {
        let (from, to) = (
            format!("2026-03-11 {:02}:{:02}:00", at / 6, at % 6 * 10),
            format!("2026-03-11 {:02}:{:02}:59", at / 6, at % 6 * 10 + 9),
        );
        body.push_str(&slept("Watch", (&from, &to), "AsleepCore"));
    }
    let apart = rows(&read(&body), Table::Sleep, &["slept_on", "hours"]);
    assert_eq!(apart, [["2026-03-11", "4.99"]]);
    assert_eq!(rows(&read(&body.repeat(7_000)), Table::Sleep, &["slept_on", "hours"]), apart);
}
