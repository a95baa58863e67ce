//! Workouts with sets, whichever program logged them.

use std::collections::HashMap;

use jiff::Timestamp;

use crate::archive::draft::{Place, Reading};
use crate::archive::model::Cell;
use crate::archive::tables::Table;
use crate::reckoning::round::{mean, real};
use crate::text::{NAME, NOTES, folded};

/// The group of exercises that come from a file: nothing in it says which muscles they train.
const GROUP: &str = "Imported";
/// The place of that group in lists: after the person's own.
const GROUP_ORDER: i64 = 900;

/// A set.
#[derive(Debug, Clone, Default)]
pub(super) struct Set {
    pub(super) line: u64,
    pub(super) reps: i64,
    pub(super) weight_kg: Option<f64>,
    pub(super) rpe: Option<f64>,
    /// What a journal has no column for, such as its time.
    pub(super) notes: Vec<String>,
}

/// An exercise within a workout.
#[derive(Debug, Clone)]
pub(super) struct Lift {
    pub(super) line: u64,
    pub(super) name: String,
    pub(super) notes: Option<String>,
    pub(super) sets: Vec<Set>,
}

/// A workout.
#[derive(Debug, Clone)]
pub(super) struct Session {
    pub(super) line: u64,
    pub(super) started_at: Timestamp,
    pub(super) minutes: Option<i64>,
    pub(super) notes: Vec<String>,
    pub(super) lifts: Vec<Lift>,
}

/// The workouts of a file, in the order in which they come.
#[derive(Debug, Default)]
pub(super) struct Diary {
    sessions: Vec<Session>,
    places: HashMap<(Timestamp, String), usize>,
}

impl Diary {
    /// The workout of an instant and a title, begun by what is given where it is new.
    pub(super) fn session(
        &mut self,
        key: (Timestamp, String),
        new: impl FnOnce() -> Session,
    ) -> Option<&mut Session> {
        let at = *self.places.entry(key).or_insert_with(|| {
            self.sessions.push(new());
            self.sessions.len() - 1
        });
        self.sessions.get_mut(at)
    }

    /// Turns all of them into drafts. `rpe` is the effort of those whose sets say none.
    pub(super) fn keep(self, reading: &mut Reading, rpe: f64) {
        let mut exercises: HashMap<String, i64> = HashMap::new();
        let mut group = None;
        for session in self.sessions {
            let place = Place::Line(session.line);
            let workout = reading.number();
            let efforts = session.lifts.iter().flat_map(|lift| &lift.sets).filter_map(|set| set.rpe);
            let effort = mean(efforts).map_or(rpe, |mean| (mean * 2.0).round() / 2.0);
            let kept = reading.take(
                Table::Workouts,
                place,
                &[
                    ("id", Cell::Int(workout)),
                    ("started_at", Cell::At(session.started_at)),
                    ("duration_min", session.minutes.map_or(Cell::Null, Cell::Int)),
                    ("rpe", Cell::Real(effort.clamp(1.0, 10.0))),
                    ("notes", notes(&session.notes)),
                ],
            );
            for (order, lift) in (0..).zip(&session.lifts).filter(|_| kept) {
                let group = *group.get_or_insert_with(|| group_of(reading, place));
                let folded_name = folded(&lift.name);
                let exercise = match exercises.get(&folded_name) {
                    Some(known) => *known,
                    None => {
                        let number = exercise_of(reading, lift, group);
                        exercises.insert(folded_name, number);
                        number
                    }
                };
                keep_lift(reading, lift, (workout, exercise, order));
            }
        }
    }
}

fn group_of(reading: &mut Reading, place: Place) -> i64 {
    let number = reading.number();
    let values = [
        ("id", Cell::Int(number)),
        ("name", Cell::Text(GROUP.to_owned())),
        ("display_order", Cell::Int(GROUP_ORDER)),
    ];
    reading.imply(Table::Groups, place, &values);
    number
}

fn exercise_of(reading: &mut Reading, lift: &Lift, group: i64) -> i64 {
    let number = reading.number();
    let values = [
        ("id", Cell::Int(number)),
        ("group_id", Cell::Int(group)),
        ("name", Cell::Text(cut(&lift.name, NAME))),
    ];
    reading.imply(Table::Exercises, Place::Line(lift.line), &values);
    number
}

fn keep_lift(reading: &mut Reading, lift: &Lift, (workout, exercise, order): (i64, i64, i64)) {
    let instance = reading.number();
    let planned = i64::try_from(lift.sets.len()).unwrap_or(100).min(100);
    let kept = reading.take(
        Table::WorkoutExercises,
        Place::Line(lift.line),
        &[
            ("id", Cell::Int(instance)),
            ("workout_id", Cell::Int(workout)),
            ("exercise_id", Cell::Int(exercise)),
            ("display_order", Cell::Int(order)),
            ("planned_sets", Cell::Int(planned)),
            ("notes", notes(lift.notes.as_slice())),
        ],
    );
    for (number, set) in (1..).zip(&lift.sets).filter(|_| kept) {
        reading.take(
            Table::WorkoutSets,
            Place::Line(set.line),
            &[
                ("instance_id", Cell::Int(instance)),
                ("set_number", Cell::Int(number)),
                ("reps", Cell::Int(set.reps)),
                ("weight_kg", set.weight_kg.map_or(Cell::Null, Cell::Real)),
                ("notes", notes(&set.notes)),
            ],
        );
    }
}

/// Remarks as one text.
fn notes(parts: &[String]) -> Cell {
    let text: Vec<&str> = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty()).collect();
    if text.is_empty() { Cell::Null } else { Cell::Text(cut(&text.join("; "), NOTES)) }
}

/// A text without what exceeds the most characters it may have.
pub(super) fn cut(text: &str, most: u32) -> String {
    text.chars().filter(|c| *c != '\0').take(usize::try_from(most).unwrap_or(usize::MAX)).collect()
}

/// A whole number, if it is one.
///
/// # Errors
/// A sentence where it has a fraction or is out of all proportion.
pub(super) fn whole(name: &str, number: f64) -> Result<i64, String> {
    if number.fract().abs() > 0.0 || number.abs() > 1e9 {
        return Err(format!("{name}: Expected a whole number"));
    }
    Ok(crate::reckoning::round::whole(number))
}

/// What a set without repetitions was: its time and distance in words.
pub(super) fn extent(seconds: Option<f64>, distance: Option<(f64, &str)>) -> Vec<String> {
    let seconds = seconds.filter(|seconds| *seconds > 0.0).map(|seconds| format!("{seconds} s"));
    let distance =
        distance.filter(|(length, _)| *length > 0.0).map(|(length, unit)| format!("{length} {unit}"));
    [distance, seconds].into_iter().flatten().collect()
}

/// Minutes of some seconds, none where there are none.
pub(super) fn minutes(seconds: f64) -> Option<i64> {
    let minutes = crate::reckoning::round::whole(seconds / 60.0);
    (minutes > 0 && real(minutes) < 1e6).then_some(minutes)
}
