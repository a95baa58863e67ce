//! Strong's export of workouts: a row a set, in any of the forms it has had. The first had no units or a column for them,
//! the latest has them in the names of its columns.

use std::io::Read;

use jiff::Timestamp;
use jiff::civil::DateTime;

use super::gym::{self, Diary, Lift, Session, Set};
use super::model::{Setting, Unit};
use super::spreadsheet::{Line, Spreadsheet};
use crate::archive::draft::Reading;
use crate::archive::refusal::FileRefusal;
use crate::archive::tables::Table;

const NAME: &str = "Strong";
const WEIGHTS: &[&str] = &["weight", "weight (kg)", "weight (lb)", "weight (lbs)"];
/// Columns that every such file has.
const NEEDS: &[&[&str]] = &[&["date"], &["exercise name"], &["set order"], WEIGHTS, &["reps"]];

/// Where the columns are.
struct Columns {
    date: Option<usize>,
    workout: Option<usize>,
    duration: Option<usize>,
    exercise: Option<usize>,
    order: Option<usize>,
    weight: Option<usize>,
    weight_unit: Option<usize>,
    /// The unit of weights whose row names none.
    unit: Option<Unit>,
    reps: Option<usize>,
    rpe: Option<usize>,
    distance: Option<usize>,
    distance_unit: Option<usize>,
    is_metres: bool,
    seconds: Option<usize>,
    notes: Option<usize>,
    workout_notes: Option<usize>,
}

impl Columns {
    fn of(sheet: &Spreadsheet, setting: &Setting) -> Result<Self, FileRefusal> {
        let at = |name: &str| sheet.column(&[name]);
        let in_name = if at("weight (kg)").is_some() {
            Some(Unit::Kg)
        } else if sheet.column(&["weight (lb)", "weight (lbs)"]).is_some() {
            Some(Unit::Lb)
        } else {
            None
        };
        let weight_unit = at("weight unit");
        let unit = in_name.or(setting.unit);
        if unit.is_none() && weight_unit.is_none() {
            return Err(FileRefusal::NoUnit);
        }
        Ok(Self {
            date: at("date"),
            workout: at("workout name"),
            duration: sheet.column(&["duration (sec)", "duration", "workout duration"]),
            exercise: at("exercise name"),
            order: at("set order"),
            weight: sheet.column(WEIGHTS),
            weight_unit,
            unit,
            reps: at("reps"),
            rpe: at("rpe"),
            distance: sheet.column(&["distance (meters)", "distance"]),
            distance_unit: at("distance unit"),
            is_metres: at("distance (meters)").is_some(),
            seconds: at("seconds"),
            notes: at("notes"),
            workout_notes: at("workout notes"),
        })
    }
}

/// Reads the file.
///
/// # Errors
/// [`FileRefusal`] for what is no such file at all, and where nothing tells the unit of its weights.
pub(crate) fn read(file: impl Read, setting: &Setting) -> Result<Reading, FileRefusal> {
    let mut reading = Reading::new(setting.now);
    let sheet = Spreadsheet::read(file, NAME, NEEDS, &mut reading)?;
    let columns = Columns::of(&sheet, setting)?;
    let mut diary = Diary::default();
    for line in sheet.rows() {
        if line.text(columns.order) == "Rest Timer" {
            reading.pass_over("rest timers");
        } else if let Err(problem) = row(&sheet, &columns, line, &mut diary, setting) {
            reading.refuse(line.place(), Some(Table::WorkoutSets), problem);
        }
    }
    diary.keep(&mut reading, setting.rpe);
    Ok(reading)
}

fn row(
    sheet: &Spreadsheet,
    columns: &Columns,
    line: &Line,
    diary: &mut Diary,
    setting: &Setting,
) -> Result<(), String> {
    let started_at = instant(line.text(columns.date), setting)
        .ok_or("date: Expected a time such as `2025-03-28 17:29:00`")?;
    let name = line.some(columns.exercise).ok_or("exercise name: Required")?.to_owned();
    let is_note = line.text(columns.order) == "Note";
    let set = if is_note { None } else { Some(set(sheet, columns, line)?) };
    let title = line.text(columns.workout).to_owned();
    let session = diary.session((started_at, title.clone()), || Session {
        line: line.number,
        started_at,
        minutes: seconds(line.text(columns.duration)).and_then(gym::minutes),
        notes: vec![title, line.text(columns.workout_notes).to_owned()],
        lifts: Vec::new(),
    });
    let Some(session) = session else { return Ok(()) };
    let begins = line.text(columns.order) == "1";
    let counted = |lift: &Lift| lift.sets.iter().any(|set| set.notes.iter().all(|note| note != WARM_UP));
    let goes_on = session.lifts.last().is_some_and(|lift| lift.name == name && !(begins && counted(lift)));
    if !goes_on {
        session.lifts.push(Lift { line: line.number, name, notes: None, sets: Vec::new() });
    }
    let Some(lift) = session.lifts.last_mut() else { return Ok(()) };
    if let Some(note) = line.some(columns.notes) {
        let earlier = lift.notes.take().map(|earlier| format!("{earlier}; ")).unwrap_or_default();
        lift.notes = Some(format!("{earlier}{note}"));
    }
    lift.sets.extend(set);
    Ok(())
}

const WARM_UP: &str = "warm-up";

fn set(sheet: &Spreadsheet, columns: &Columns, line: &Line) -> Result<Set, String> {
    let number = |column| sheet.number(line, column);
    let unit = match line.text(columns.weight_unit).to_lowercase().as_str() {
        "kg" | "kgs" => Some(Unit::Kg),
        "lb" | "lbs" => Some(Unit::Lb),
        _ => columns.unit,
    };
    let weight = number(columns.weight)?.filter(|weight| *weight > 0.0);
    let weight_kg = match (weight, unit) {
        (Some(weight), Some(unit)) => Some(unit.kg(weight)),
        (Some(_), None) => return Err("weight unit: Expected kg or lb".to_owned()),
        (None, _) => None,
    };
    let length =
        if columns.is_metres { "m" } else { line.some(columns.distance_unit).unwrap_or("(no unit)") };
    let distance = number(columns.distance)?.map(|distance| (distance, length));
    let mut notes = gym::extent(number(columns.seconds)?, distance);
    match line.text(columns.order) {
        "W" => notes.push(WARM_UP.to_owned()),
        "D" => notes.push("drop set".to_owned()),
        "F" => notes.push("failure".to_owned()),
        order if order.parse::<u32>().is_ok() => {}
        _ => return Err("set order: Expected a number, W, D or F".to_owned()),
    }
    Ok(Set {
        line: line.number,
        reps: gym::whole("reps", number(columns.reps)?.unwrap_or(0.0))?,
        weight_kg,
        rpe: number(columns.rpe)?.filter(|rpe| (1.0..=10.0).contains(rpe)),
        notes,
    })
}

/// A time on the person's clock.
fn instant(text: &str, setting: &Setting) -> Option<Timestamp> {
    let plain = text.replace(['\u{202f}', '\u{a0}'], " ");
    let formats = ["%Y-%m-%d %H:%M:%S", "%Y-%m-%d %I:%M:%S %p", "%Y-%m-%d %H:%M"];
    let wall = formats.iter().find_map(|format| DateTime::strptime(format, &plain).ok())?;
    setting.days.parse(&wall.to_string())
}

/// Seconds of a duration such as `1h 5m` or `3600`.
fn seconds(text: &str) -> Option<f64> {
    if let Ok(seconds) = text.parse::<f64>() {
        return seconds.is_finite().then_some(seconds);
    }
    let mut sum = 0.0;
    for part in text.split_whitespace() {
        let unit = part.chars().next_back()?;
        let number: f64 = part.strip_suffix(unit)?.parse().ok()?;
        let length = match unit {
            'h' => 3_600.0,
            'm' => 60.0,
            's' => 1.0,
            _ => return None,
        };
        sum += number * length;
    }
    (sum > 0.0 && sum.is_finite()).then_some(sum)
}
