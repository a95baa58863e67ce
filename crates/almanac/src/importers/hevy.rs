//! Hevy's export of workouts: a row a set, with the workout repeated on each.

use std::io::Read;

use jiff::Timestamp;
use jiff::civil::DateTime;

use super::gym::{self, Diary, Lift, Session, Set};
use super::model::{Setting, Unit};
use super::spreadsheet::{Line, Spreadsheet};
use crate::archive::draft::Reading;
use crate::archive::refusal::FileRefusal;
use crate::archive::tables::Table;

const NAME: &str = "Hevy";
/// Columns that every such file has.
const NEEDS: &[&[&str]] = &[&["start_time"], &["exercise_title"], &["weight_kg", "weight_lbs"], &["reps"]];

/// Where the columns are.
struct Columns {
    title: Option<usize>,
    start: Option<usize>,
    end: Option<usize>,
    description: Option<usize>,
    exercise: Option<usize>,
    superset: Option<usize>,
    notes: Option<usize>,
    index: Option<usize>,
    kind: Option<usize>,
    weight: Option<usize>,
    unit: Unit,
    reps: Option<usize>,
    distance: Option<usize>,
    distance_unit: &'static str,
    seconds: Option<usize>,
    rpe: Option<usize>,
}

impl Columns {
    fn of(sheet: &Spreadsheet) -> Self {
        let at = |name: &str| sheet.column(&[name]);
        let pounds = at("weight_kg").is_none();
        let miles = at("distance_km").is_none();
        Self {
            title: at("title"),
            start: at("start_time"),
            end: at("end_time"),
            description: at("description"),
            exercise: at("exercise_title"),
            superset: at("superset_id"),
            notes: at("exercise_notes"),
            index: at("set_index"),
            kind: at("set_type"),
            weight: at(if pounds { "weight_lbs" } else { "weight_kg" }),
            unit: if pounds { Unit::Lb } else { Unit::Kg },
            reps: at("reps"),
            distance: at(if miles { "distance_miles" } else { "distance_km" }),
            distance_unit: if miles { "mi" } else { "km" },
            seconds: at("duration_seconds"),
            rpe: at("rpe"),
        }
    }
}

/// Reads the file.
///
/// # Errors
/// [`FileRefusal`] for what is no such file at all.
pub(crate) fn read(file: impl Read, setting: &Setting) -> Result<Reading, FileRefusal> {
    let mut reading = Reading::new(setting.now);
    let sheet = Spreadsheet::read(file, NAME, NEEDS, &mut reading)?;
    let columns = Columns::of(&sheet);
    let mut diary = Diary::default();
    for line in sheet.rows() {
        if let Err(problem) = row(&sheet, &columns, line, &mut diary, setting) {
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
    let started_at = instant(line.text(columns.start), setting).ok_or(
        "start_time: Expected a time such as `28 Mar 2025, 17:29`; set the app to English and export again",
    )?;
    let name = line.some(columns.exercise).ok_or("exercise_title: Required")?.to_owned();
    let set = set(sheet, columns, line)?;
    let title = line.text(columns.title).to_owned();
    let ended_at = instant(line.text(columns.end), setting);
    let session = diary.session((started_at, title.clone()), || Session {
        line: line.number,
        started_at,
        minutes: ended_at.and_then(|end| gym::minutes(end.duration_since(started_at).as_secs_f64())),
        notes: vec![title, line.text(columns.description).to_owned()],
        lifts: Vec::new(),
    });
    let Some(session) = session else { return Ok(()) };
    // The same exercise once more, begun anew, is an exercise of its own.
    let goes_on =
        |lift: &&Lift| lift.name == name && (line.text(columns.index) != "0" || lift.sets.is_empty());
    if session.lifts.last().filter(goes_on).is_none() {
        let mut notes = line.some(columns.notes).map(str::to_owned);
        if let Some(superset) = line.some(columns.superset) {
            notes =
                Some([notes.unwrap_or_default(), format!("superset {superset}")].join(" ").trim().to_owned());
        }
        session.lifts.push(Lift { line: line.number, name, notes, sets: Vec::new() });
    }
    if let Some(lift) = session.lifts.last_mut() {
        lift.sets.push(set);
    }
    Ok(())
}

fn set(sheet: &Spreadsheet, columns: &Columns, line: &Line) -> Result<Set, String> {
    let number = |column| sheet.number(line, column);
    let distance = number(columns.distance)?.map(|length| (length, columns.distance_unit));
    let mut notes = gym::extent(number(columns.seconds)?, distance);
    match line.text(columns.kind) {
        "" | "normal" => {}
        "warmup" => notes.push("warm-up".to_owned()),
        "dropset" => notes.push("drop set".to_owned()),
        other => notes.push(gym::cut(other, 40)),
    }
    Ok(Set {
        line: line.number,
        reps: gym::whole("reps", number(columns.reps)?.unwrap_or(0.0))?,
        weight_kg: number(columns.weight)?.map(|weight| columns.unit.kg(weight)),
        rpe: number(columns.rpe)?.filter(|rpe| (1.0..=10.0).contains(rpe)),
        notes,
    })
}

/// A time on the person's clock.
fn instant(text: &str, setting: &Setting) -> Option<Timestamp> {
    let formats = ["%d %b %Y, %H:%M", "%d %B %Y, %H:%M", "%Y-%m-%d %H:%M:%S", "%b %d, %Y, %I:%M %p"];
    let wall = formats.iter().find_map(|format| DateTime::strptime(format, text).ok())?;
    setting.days.parse(&wall.to_string())
}
