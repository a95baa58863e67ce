//! Personal records.

use belay_core::Error;
use serde_json::{Map, json};

use super::super::model::{Code, Earned, Reached};
use super::super::store::{self, Lift};
use super::Finder;
use crate::reckoning::lifting::{one_rep_max, to_half_kg};

/// Makes the records of an exercise those of the present history.
pub(super) async fn records(finder: &mut Finder<'_>, exercise: i64) -> Result<(), Error> {
    let lifts = store::lifts(finder.tx, finder.cx.tenant(), exercise).await?;
    let found = beaten(exercise, &lifts);
    let of_exercise = |earned: &Earned| earned.whole("exercise_id") == Some(exercise);
    let mut kept = finder.kept(Code::StrengthPr).await?;
    kept.retain(of_exercise);
    finder.replace(&kept, &found).await
}

/// The sessions whose best set beat every one before. The first session beats nothing.
fn beaten(exercise: i64, lifts: &[Lift]) -> Vec<Reached> {
    let mut best: Option<f64> = None;
    let mut found: Vec<Reached> = Vec::new();
    for session in lifts.chunk_by(|one, other| one.workout == other.workout) {
        let sets = session.iter().filter_map(|set| Some((set, one_rep_max(set.weight_kg, set.reps)?)));
        let Some((set, now)) = sets.max_by(|one, other| one.1.total_cmp(&other.1)) else { continue };
        if let Some(before) = best.filter(|before| now > *before) {
            let value = to_half_kg(now);
            let key = format!("{exercise}:{value}");
            if !found.iter().any(|known| known.key == key) {
                found.push(Reached {
                    code: Code::StrengthPr,
                    earned_on: set.on,
                    value,
                    key,
                    details: Map::from_iter([
                        ("exercise_id".to_owned(), json!(exercise)),
                        ("exercise_name".to_owned(), json!(set.exercise)),
                        ("weight_kg".to_owned(), json!(set.weight_kg)),
                        ("reps".to_owned(), json!(set.reps)),
                        ("prior_e1rm".to_owned(), json!(to_half_kg(before))),
                    ]),
                });
            }
        }
        best = Some(best.map_or(now, |before| before.max(now)));
    }
    found
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn lift(workout: i64, weight_kg: f64, reps: i64) -> Lift {
        let day = i8::try_from(workout).unwrap();
        Lift { workout, on: date(2026, 3, day), weight_kg, reps, exercise: "Squat".to_owned() }
    }

    #[test]
    fn a_record_must_beat_the_best_before_and_the_first_session_beats_nothing() {
        let lifts = [
            lift(1, 100.0, 5),
            lift(2, 100.0, 5),
            lift(3, 90.0, 3),
            lift(3, 102.5, 5),
            lift(4, 100.0, 6),
            lift(5, 105.0, 5),
        ];
        let told: Vec<_> =
            beaten(7, &lifts).iter().map(|new| (new.key.clone(), new.earned_on.day())).collect();
        assert_eq!(told, [("7:119.5".to_owned(), 3), ("7:120".to_owned(), 4), ("7:122.5".to_owned(), 5)]);
    }
}
