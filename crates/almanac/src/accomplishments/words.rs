//! Accomplishments in words, in the person's units.

use serde_json::Value;

use super::model::{Code, Earned};
use crate::numerals::grouped;
use crate::profile::model::Units;
use crate::reckoning::lifting::to_five;
use crate::reckoning::round::whole;

/// What to tell the person of one.
pub(crate) fn message(earned: &Earned, units: Units) -> String {
    let value = earned.reached.value;
    let number = |field: &str| earned.whole(field).unwrap_or_default();
    let kg = |field: &str| earned.reached.details.get(field).and_then(Value::as_f64).unwrap_or_default();
    let text = |field: &str| {
        earned.reached.details.get(field).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    match earned.reached.code {
        Code::WeighInStreak => format!("{} days of weigh-ins in a row", whole(value)),
        Code::WorkoutConsistency => format!("Trained in each of {} weeks in a row", whole(value)),
        Code::TargetAdherenceStreak => format!("{} days on target in a row", whole(value)),
        Code::WeightMilestone => {
            let way = if text("phase_type") == "bulk" { "gained" } else { "lost" };
            format!(
                "{} {way} in this phase, from {} to {}",
                units.weight(value),
                units.weight(kg("start_trend_kg")),
                units.weight(kg("current_trend_kg"))
            )
        }
        Code::TdeeMeasured => {
            format!("Daily energy is now measured from your own data: about {} kcal", number("kcal"))
        }
        Code::StrengthPr => {
            let (told, unit) = (to_five(units.kg(value)), units.of_weight());
            format!(
                "Personal record in {}: {} for {}, about {told:.0} {unit} once",
                text("exercise_name"),
                units.weight(kg("weight_kg")),
                number("reps")
            )
        }
        Code::PhaseComplete => {
            let (from, to) = (kg("start_trend_kg"), kg("end_trend_kg"));
            let (name, weeks) = (text("phase_name"), number("weeks"));
            let weeks = if weeks == 1 { "1 week".to_owned() } else { format!("{weeks} weeks") };
            format!("{name} completed: from {} to {} in {weeks}", units.weight(from), units.weight(to))
        }
        Code::PhaseHalfway => {
            format!(
                "Half way through {}: day {} of {}",
                text("phase_name"),
                number("days_in"),
                number("planned_days")
            )
        }
        Code::WorkoutTotal => format!("{} workouts logged", grouped(whole(value))),
        Code::VolumeTotal => {
            format!("{} {} lifted in all", grouped(whole(units.kg(value))), units.of_weight())
        }
        Code::MealTotal => format!("{} meals logged", grouped(whole(value))),
        Code::WeighInTotal => format!("{} weigh-ins logged", grouped(whole(value))),
        Code::SleepRecovery if text("kind") == "density" => {
            format!(
                "{} of the last {} nights with enough sleep",
                number("good_nights"),
                number("window_nights")
            )
        }
        Code::SleepRecovery => "No sleep is owed any more".to_owned(),
    }
}

/// How often something was accomplished, as a sentence.
pub(crate) fn tally(by_type: &[(Code, i64)]) -> String {
    let total: i64 = by_type.iter().map(|(_, number)| number).sum();
    let mut most: Vec<(Code, i64)> = by_type.iter().copied().filter(|(_, number)| *number > 0).collect();
    most.sort_by_key(|(_, number)| -number);
    let named: Vec<String> = most
        .iter()
        .take(3)
        .map(|(code, number)| format!("{number} {}", code.name().replace('_', " ")))
        .collect();
    match total {
        0 => "Nothing yet".to_owned(),
        _ => format!("{total} in all, most of them {}", named.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use serde_json::{Map, json};

    use super::super::model::Reached;
    use super::*;

    fn earned(code: Code, value: f64, details: &Value) -> Earned {
        let details: Map<String, Value> = details.as_object().cloned().unwrap();
        let reached = Reached { code, earned_on: date(2026, 3, 1), value, key: "k".to_owned(), details };
        Earned { id: 1, reached }
    }

    #[test]
    fn weights_are_told_in_the_persons_unit() {
        let record = earned(
            Code::StrengthPr,
            116.5,
            &json!({ "exercise_name": "Squat", "weight_kg": 100.0, "reps": 5 }),
        );
        assert_eq!(
            message(&record, Units::Metric),
            "Personal record in Squat: 100.0 kg for 5, about 115 kg once"
        );
        assert_eq!(
            message(&record, Units::Imperial),
            "Personal record in Squat: 220.5 lb for 5, about 255 lb once"
        );
        let volume = earned(Code::VolumeTotal, 100_000.0, &json!({}));
        assert_eq!(message(&volume, Units::Imperial), "220,462 lb lifted in all");
    }

    #[test]
    fn the_tally_names_the_most_frequent_first() {
        assert_eq!(tally(&[(Code::MealTotal, 0)]), "Nothing yet");
        assert_eq!(
            tally(&[(Code::MealTotal, 1), (Code::StrengthPr, 4)]),
            "5 in all, most of them 4 strength pr, 1 meal total"
        );
    }
}
