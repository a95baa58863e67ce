use super::*;
use crate::archive::refusal::FileRefusal;
use crate::importers::{hevy, strong};

const SETS: &[&str] = &["set_number", "reps", "weight_kg", "notes"];

const HEVY: &str = "\u{feff}\"title\",\"start_time\",\"end_time\",\"description\",\"exercise_title\",\"superset_id\",\"exercise_notes\",\"set_index\",\"set_type\",\"weight_kg\",\"reps\",\"distance_km\",\"duration_seconds\",\"rpe\"\r\n\
\"Push\",\"28 Feb 2026, 17:29\",\"28 Feb 2026, 18:31\",\"felt\nstrong\",\"Bench Press (Barbell)\",,\"pause\",0,\"warmup\",40,10,,,\r\n\
\"Push\",\"28 Feb 2026, 17:29\",\"28 Feb 2026, 18:31\",\"felt\nstrong\",\"Bench Press (Barbell)\",,\"pause\",1,\"normal\",80.5,8,,,8\r\n\
\"Push\",\"28 Feb 2026, 17:29\",\"28 Feb 2026, 18:31\",\"felt\nstrong\",\"Plank\",,\"\",0,\"normal\",,,,60,9\r\n\
\"Push\",\"28 Feb 2026, 17:29\",\"28 Feb 2026, 18:31\",\"felt\nstrong\",\"Bench Press (Barbell)\",1,\"\",0,\"dropset\",60,12,,,\r\n\
\"Run\",\"1 Mar 2026, 07:00\",\"1 Mar 2026, 07:30\",\"\",\"Running\",,\"\",0,\"normal\",,,5.2,1800,\r\n";

#[test]
fn a_workout_of_hevy_keeps_its_exercises_sets_and_everything_said_of_them() {
    let reading = hevy::read(HEVY.as_bytes(), &setting()).unwrap();
    assert_eq!(problems(&reading), Vec::<String>::new());
    let workouts = rows(&reading, Table::Workouts, &["started_at", "duration_min", "rpe", "notes"]);
    assert_eq!(
        workouts,
        [
            ["2026-02-28T16:29:00Z", "62", "8.5", "Push; felt\nstrong"],
            ["2026-03-01T06:00:00Z", "30", "7", "Run"]
        ]
    );
    let names = rows(&reading, Table::Exercises, &["name"]).concat();
    assert_eq!(names, ["Bench Press (Barbell)", "Plank", "Running"]);
    assert_eq!(
        rows(&reading, Table::WorkoutExercises, &["display_order", "planned_sets", "notes"]),
        [["0", "2", "pause"], ["1", "1", "-"], ["2", "1", "superset 1"], ["0", "1", "-"]],
        "an exercise that is begun anew is one of its own"
    );
    assert_eq!(
        rows(&reading, Table::WorkoutSets, SETS),
        [
            ["1", "10", "40", "warm-up"],
            ["2", "8", "80.5", "-"],
            ["1", "0", "-", "60 s"],
            ["1", "12", "60", "drop set"],
            ["1", "0", "-", "5.2 km; 1800 s"]
        ]
    );
}

#[test]
fn pounds_become_kilograms_by_the_name_of_the_column() {
    let file = HEVY.replace("weight_kg", "weight_lbs").replace("distance_km", "distance_miles");
    let reading = hevy::read(file.as_bytes(), &setting()).unwrap();
    assert_eq!(rows(&reading, Table::WorkoutSets, &["weight_kg"]).concat()[..2], ["18.14", "36.51"]);
    assert_eq!(rows(&reading, Table::WorkoutSets, &["notes"]).concat()[4], "5.2 mi; 1800 s");
}

#[test]
fn every_row_that_cannot_be_read_is_told_with_its_line_and_the_others_stay() {
    let file = format!(
        "{HEVY}\"Beine\",\"25 Juli 2025, 14:21\",,\"\",\"Squat\",,\"\",0,\"normal\",80,5,,,\r\n\
         short,row\r\n\
         \"Legs\",\"2 Mar 2026, 07:00\",,\"\",\"Squat\",,\"\",0,\"normal\",heavy,5,,,\r\n\
         \"Legs\",\"2 Mar 2026, 07:00\",,\"\",\"Squat\",,\"\",1,\"normal\",9999,5,,,\r\n\
         \"Legs\",\"2 Mar 2036, 07:00\",,\"\",\"Squat\",,\"\",1,\"normal\",99,5,,,\r\n\
         \"Legs\",\"2 Mar 2026, 07:00\",,\"\",\"Sq"
    );
    let reading = hevy::read(file.as_bytes(), &setting()).unwrap();
    assert_eq!(
        problems(&reading),
        [
            "line 12: The row has 2 columns where the header has 14",
            "line 16: A quotation mark is opened here and never closed; nothing from here on could be read",
            "line 11: start_time: Expected a time such as `28 Mar 2025, 17:29`; set the app to English and export again",
            "line 13: weight_kg: Expected a number",
            "line 14: weight_kg: Expected a number from 0 to 2000",
            "line 15: started_at: That time is in the future, or before 1970",
        ]
    );
    assert_eq!(rows(&reading, Table::Workouts, &["notes"]).concat(), ["Push; felt\nstrong", "Run", "Legs"]);
}

const OLD: &str = "Date,Workout Name,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE\n\
2019-01-11 12:31:54,\"Leg\",\"Deadlift (Barbell)\",1,225,5,0,0,\"\",\"good\",\n\
2019-01-11 12:31:54,\"Leg\",\"Deadlift (Barbell)\",2,225,4,0,0,\"belt\",\"good\",9\n";

#[test]
fn the_oldest_form_of_strong_needs_to_be_told_its_unit() {
    assert_eq!(strong::read(OLD.as_bytes(), &setting()).unwrap_err(), FileRefusal::NoUnit);
    for (unit, kg) in [(Unit::Lb, "102.06"), (Unit::Kg, "225")] {
        let reading = strong::read(OLD.as_bytes(), &in_unit(unit)).unwrap();
        assert_eq!(rows(&reading, Table::WorkoutSets, SETS)[0], ["1", "5", kg, "-"]);
        assert_eq!(rows(&reading, Table::WorkoutExercises, &["notes"]).concat(), ["belt"]);
        assert_eq!(rows(&reading, Table::Workouts, &["rpe", "notes"]), [["9", "Leg; good"]]);
    }
}

#[test]
fn a_column_of_units_a_duration_in_words_and_the_clock_of_twelve_hours_are_read() {
    let file = "Date;Workout Name;Duration;Exercise Name;Set Order;Weight;Weight Unit;Reps;RPE;Distance;Distance Unit;Seconds;Notes;Workout Notes\n\
2025-01-11 6:31:54\u{202f}PM;\"Mixed\";1h 5m;\"Bench Press\";1;62,5;lbs;10;8,5;;;0;;\n\
2025-01-11 6:31:54\u{202f}PM;\"Mixed\";1h 5m;Bench Press;2;60;kg;8;;;;0;;\n\
2025-01-11 6:31:54\u{202f}PM;\"Mixed\";1h 5m;Running;1;0;;0;;2,5;km;900;;\n";
    let reading = strong::read(file.as_bytes(), &setting()).unwrap();
    assert_eq!(problems(&reading), Vec::<String>::new());
    assert_eq!(
        rows(&reading, Table::Workouts, &["started_at", "duration_min", "rpe"]),
        [["2025-01-11T17:31:54Z", "65", "8.5"]]
    );
    assert_eq!(
        rows(&reading, Table::WorkoutSets, SETS),
        [["1", "10", "28.35", "-"], ["2", "8", "60", "-"], ["1", "0", "-", "2.5 km; 900 s"]]
    );
}

#[test]
fn the_latest_form_of_strong_has_its_units_in_its_columns_and_rest_timers_between_its_sets() {
    let file = "Workout #;Date;Workout Name;Duration (sec);Exercise Name;Set Order;Weight (kg);Reps;RPE;Distance (meters);Seconds;Notes;Workout Notes\n\
1;2025-08-10 18:00:00;Push day;3600;Bench Press (Barbell);W;40;10;;;;;\n\
1;2025-08-10 18:00:00;Push day;3600;Bench Press (Barbell);1;80;8;8;;;;\n\
1;2025-08-10 18:00:00;Push day;3600;Bench Press (Barbell);Rest Timer;;;;;90;;\n\
1;2025-08-10 18:00:00;Push day;3600;Bench Press (Barbell);F;80;7;;;;;\n\
1;2025-08-10 18:00:00;Push day;3600;Bench Press (Barbell);Note;;;;;;Wide grip;\n\
1;2025-08-10 18:00:00;Push day;3600;Bench Press (Barbell);X;80;7;;;;;\n";
    let reading = strong::read(file.as_bytes(), &setting()).unwrap();
    assert_eq!(problems(&reading), ["line 7: set order: Expected a number, W, D or F"]);
    assert_eq!(reading.passed_over["rest timers"], 1);
    assert_eq!(rows(&reading, Table::WorkoutExercises, &["planned_sets", "notes"]), [["3", "Wide grip"]]);
    assert_eq!(
        rows(&reading, Table::WorkoutSets, SETS),
        [["1", "10", "40", "warm-up"], ["2", "8", "80", "-"], ["3", "7", "80", "failure"]]
    );
}
