//! The file export.xml of Apple Health, read element by element: however long it is, only what it comes to is kept.

use std::io::Read;

use jiff::Timestamp;
use jiff::fmt::strtime;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::health::{Eaten, Health, Moved, Nutrient, Span};
use super::meter::Meter;
use super::model::{KG_IN_LB, Setting};
use crate::archive::draft::{Place, Reading};
use crate::archive::refusal::FileRefusal;
use crate::archive::tables::Table;

const NAME: &str = "Apple Health";
/// Bytes between two signs of progress.
const STRIDE: u64 = 4 * 1024 * 1024;

/// Reads the file. `progress` is told how many bytes of it have been read.
///
/// # Errors
/// [`FileRefusal`] for what is no such file at all.
pub(crate) fn read(
    file: impl Read,
    setting: &Setting,
    progress: &mut dyn FnMut(u64),
) -> Result<Reading, FileRefusal> {
    let mut reader = Reader::from_reader(Meter::new(file));
    let mut walk = Walk {
        reading: Reading::new(setting.now),
        health: Health::new(setting),
        depth: 0,
        meal: None,
        moved: None,
    };
    let (mut buffer, mut told, mut begun) = (Vec::new(), 0, false);
    loop {
        buffer.clear();
        reader.get_mut().begin();
        let line = reader.get_ref().line();
        if reader.get_ref().bytes() >= told + STRIDE {
            told = reader.get_ref().bytes();
            progress(told);
        }
        match reader.read_event_into(&mut buffer) {
            Ok(Event::Start(element)) => {
                begun = begun || opens(&element)?;
                walk.start(&element, line);
                walk.depth += 1;
            }
            Ok(Event::Empty(element)) => {
                begun = begun || opens(&element)?;
                walk.start(&element, line);
                walk.end(element.name().0, walk.depth);
            }
            Ok(Event::End(element)) => {
                walk.depth = walk.depth.saturating_sub(1);
                walk.end(element.name().0, walk.depth);
            }
            Ok(Event::Eof) if walk.depth > 0 => {
                walk.reading.refuse(Place::Line(line), None, CUT_OFF);
                break;
            }
            Ok(Event::Eof) => break,
            Ok(_) => {}
            Err(quick_xml::Error::Io(error)) if error.kind() != std::io::ErrorKind::FileTooLarge => {
                return Err(FileRefusal::Unreadable);
            }
            Err(_) if begun => {
                walk.reading.refuse(Place::Line(line), None, BROKEN);
                break;
            }
            Err(_) => break,
        }
    }
    if !begun {
        return Err(not_that(
            "it is no XML with the root element HealthData; unpack export.zip and give export.xml",
        ));
    }
    walk.health.finish(&mut walk.reading);
    Ok(walk.reading)
}

const CUT_OFF: &str = "The file ends in the middle; export it again";
const BROKEN: &str = "The XML is broken here; nothing from here on could be read";

fn not_that(problem: &str) -> FileRefusal {
    FileRefusal::NotThat { source_name: NAME, problem: problem.to_owned() }
}

/// Whether the first element is the one that such a file has.
fn opens(element: &BytesStart<'_>) -> Result<bool, FileRefusal> {
    if element.name().0 == "HealthData" {
        return Ok(true);
    }
    Err(not_that("its root element is not HealthData; unpack export.zip and give export.xml"))
}

/// Where the reader is.
struct Walk {
    reading: Reading,
    health: Health,
    depth: usize,
    /// The meal whose record is open.
    meal: Option<(Timestamp, u16)>,
    /// The workout that is open.
    moved: Option<(u64, Result<Moved, String>)>,
}

impl Walk {
    fn start(&mut self, element: &BytesStart<'_>, line: u64) {
        match (element.name().0, self.depth) {
            // A record within a correlation stands in the file once more by itself.
            ("Record", 1) => self.record(element, line),
            ("Workout", 1) => self.moved = Some((line, moved(&mut self.health, element, line))),
            ("WorkoutStatistics", 2) => {
                if let Some((_, Ok(moved))) = &mut self.moved {
                    statistics(moved, element);
                }
            }
            ("MetadataEntry", 2) => {
                let food = attribute(element, "key").filter(|key| key == "HKFoodType");
                if let (Some(meal), Some(name)) = (self.meal, food.and_then(|_| attribute(element, "value")))
                {
                    self.health.name(meal, &name);
                }
            }
            (_, 1) if !["ExportDate", "Me"].contains(&element.name().0) => {
                self.reading.pass_over(element.name().0);
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str, depth: usize) {
        if depth != 1 {
            return;
        }
        if name == "Record" {
            self.meal = None;
        }
        match self.moved.take().filter(|_| name == "Workout") {
            Some((_, Ok(moved))) => self.health.moved(moved),
            Some((line, Err(problem))) => {
                self.reading.refuse(Place::Line(line), Some(Table::Cardio), problem);
            }
            None => {}
        }
    }

    fn record(&mut self, element: &BytesStart<'_>, line: u64) {
        let kind = attribute(element, "type").unwrap_or_default();
        let short = kind
            .trim_start_matches("HKQuantityTypeIdentifier")
            .trim_start_matches("HKCategoryTypeIdentifier");
        let (table, kept) = match short {
            "StepCount" => (Table::Steps, self.steps(element, line)),
            "BodyMass" => (Table::Weights, self.weight(element, line)),
            "SleepAnalysis" => (Table::Sleep, self.sleep(element, line)),
            "DietaryEnergyConsumed" => (Table::Meals, self.eaten(element, line, Nutrient::Energy)),
            "DietaryProtein" => (Table::Meals, self.eaten(element, line, Nutrient::Protein)),
            "DietaryCarbohydrates" => (Table::Meals, self.eaten(element, line, Nutrient::Carbohydrate)),
            "DietaryFatTotal" => (Table::Meals, self.eaten(element, line, Nutrient::Fat)),
            other => {
                self.reading.pass_over(other);
                return;
            }
        };
        if let Err(problem) = kept {
            self.reading.refuse(Place::Line(line), Some(table), problem);
        }
    }

    fn steps(&mut self, element: &BytesStart<'_>, line: u64) -> Result<(), String> {
        let (span, count) = (span(element)?, number(element, "value")?);
        let source = self.health.source(attribute(element, "sourceName"));
        self.health.steps(span, source, count, line)
    }

    fn weight(&mut self, element: &BytesStart<'_>, line: u64) -> Result<(), String> {
        let factor = match attribute(element, "unit").as_deref() {
            Some("kg") => 1.0,
            Some("lb") => KG_IN_LB,
            Some("st") => 14.0 * KG_IN_LB,
            Some("g") => 0.001,
            _ => return Err("unit: Expected kg, lb, st or g".to_owned()),
        };
        let kg = number(element, "value")? * factor;
        self.health.weight(instant(element, "startDate")?, kg, line);
        Ok(())
    }

    fn sleep(&mut self, element: &BytesStart<'_>, line: u64) -> Result<(), String> {
        let stage = attribute(element, "value").unwrap_or_default();
        match stage.trim_start_matches("HKCategoryValueSleepAnalysis") {
            // Until 2022 there was one stage, by the first name.
            "Asleep" | "AsleepUnspecified" | "AsleepCore" | "AsleepDeep" | "AsleepREM" => {
                self.health.asleep(span(element)?, line);
            }
            "InBed" => self.reading.pass_over("time in bed, which is not sleep"),
            "Awake" => self.reading.pass_over("time awake at night"),
            _ => return Err("value: Expected a stage of sleep".to_owned()),
        }
        Ok(())
    }

    fn eaten(&mut self, element: &BytesStart<'_>, line: u64, nutrient: Nutrient) -> Result<(), String> {
        let (amount, unit) = (number(element, "value")?, attribute(element, "unit").unwrap_or_default());
        let factor = match (nutrient, unit.as_str()) {
            (Nutrient::Energy, unit) => kcal_in(unit)?,
            (_, "g") => 1.0,
            (_, "mg") => 0.001,
            (_, "oz") => KG_IN_LB * 1_000.0 / 16.0,
            _ => return Err("unit: Expected g, mg or oz".to_owned()),
        };
        let source = self.health.source(attribute(element, "sourceName"));
        let key = (instant(element, "startDate")?, source);
        self.health.eaten(key, Eaten { nutrient, amount: amount * factor, line });
        self.meal = Some(key);
        Ok(())
    }
}

fn moved(health: &mut Health, element: &BytesStart<'_>, line: u64) -> Result<Moved, String> {
    let span = span(element)?;
    let activity = attribute(element, "workoutActivityType").unwrap_or_default();
    let minutes = match (number(element, "duration"), attribute(element, "durationUnit").as_deref()) {
        (Ok(duration), Some("min")) => Some(duration),
        (Ok(duration), Some("hr")) => Some(duration * 60.0),
        (Ok(duration), Some("s" | "sec")) => Some(duration / 60.0),
        _ => None,
    };
    let mut moved = Moved {
        line,
        span,
        source: health.source(attribute(element, "sourceName")),
        activity: words(activity.trim_start_matches("HKWorkoutActivityType")),
        minutes,
        km: None,
        kcal: None,
        hr: None,
    };
    if let (Ok(length), Some(unit)) =
        (number(element, "totalDistance"), attribute(element, "totalDistanceUnit"))
    {
        moved.km = km_in(&unit).map(|km| km * length);
    }
    if let (Ok(energy), Some(unit)) =
        (number(element, "totalEnergyBurned"), attribute(element, "totalEnergyBurnedUnit"))
    {
        moved.kcal = kcal_in(&unit).ok().map(|kcal| kcal * energy);
    }
    Ok(moved)
}

/// What newer files say of a workout in elements of their own, perhaps in several pieces.
fn statistics(moved: &mut Moved, element: &BytesStart<'_>) {
    let kind = attribute(element, "type").unwrap_or_default();
    let unit = attribute(element, "unit").unwrap_or_default();
    let sum = number(element, "sum").ok();
    match kind.trim_start_matches("HKQuantityTypeIdentifier") {
        "ActiveEnergyBurned" => {
            let kcal = sum.and_then(|sum| Some(sum * kcal_in(&unit).ok()?));
            moved.kcal = add(moved.kcal, kcal);
        }
        "HeartRate" if unit == "count/min" => {
            moved.hr = number(element, "average").ok().or(moved.hr);
        }
        kind if kind.starts_with("Distance") => {
            let km = sum.and_then(|sum| Some(sum * km_in(&unit)?));
            moved.km = add(moved.km, km);
        }
        _ => {}
    }
}

fn add(before: Option<f64>, more: Option<f64>) -> Option<f64> {
    more.map(|more| before.unwrap_or(0.0) + more).or(before)
}

fn kcal_in(unit: &str) -> Result<f64, String> {
    match unit {
        "kcal" | "Cal" => Ok(1.0),
        "kJ" => Ok(1.0 / 4.184),
        "J" => Ok(1.0 / 4_184.0),
        "cal" => Ok(0.001),
        _ => Err("unit: Expected kcal, Cal or kJ".to_owned()),
    }
}

fn km_in(unit: &str) -> Option<f64> {
    match unit {
        "km" => Some(1.0),
        "m" => Some(0.001),
        "mi" => Some(1.609_344),
        "yd" => Some(0.000_914_4),
        _ => None,
    }
}

/// A name such as `FunctionalStrengthTraining` in words.
fn words(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars().take(100) {
        if c.is_uppercase() && !text.is_empty() {
            text.push(' ');
        }
        text.extend(c.to_lowercase());
    }
    text
}

fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = element.attributes().with_checks(false).flatten().find(|one| one.key.0 == name)?;
    attribute.normalized_value(XmlVersion::Implicit1_0).ok().map(std::borrow::Cow::into_owned)
}

fn number(element: &BytesStart<'_>, name: &str) -> Result<f64, String> {
    let number = attribute(element, name).and_then(|text| text.trim().parse::<f64>().ok());
    let sound = number.filter(|number| number.is_finite() && (0.0..1e9).contains(number));
    sound.ok_or_else(|| format!("{name}: Expected a number from 0 on"))
}

fn instant(element: &BytesStart<'_>, name: &str) -> Result<Timestamp, String> {
    let text = attribute(element, name).unwrap_or_default();
    let parsed = strtime::parse("%Y-%m-%d %H:%M:%S %z", &text).and_then(|time| time.to_timestamp());
    parsed.map_err(|_| format!("{name}: Expected a time such as `2025-03-28 17:29:00 +0100`"))
}

fn span(element: &BytesStart<'_>) -> Result<Span, String> {
    let (start, end) = (instant(element, "startDate")?, instant(element, "endDate")?);
    let length = end.duration_since(start);
    if length.is_negative() || length.as_hours() >= 48 {
        return Err("endDate: Expected a time within two days from startDate on".to_owned());
    }
    Ok(Span { start, end })
}
