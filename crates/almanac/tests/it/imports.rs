//! What other programs exported comes in once, on real databases.

use std::io::{self, Read};
use std::sync::Arc;

use belay_core::upload::{Content, Source, Upload};
use belay_server::call::Outcome;
use belay_testkit::TestApp;
use serde_json::{Value, json};

use crate::exports::{OWNER, actor, export, import, try_import};
use crate::journal::{call, empty, refused};

const HEVY: &str = "title,start_time,end_time,exercise_title,set_index,set_type,weight_kg,reps,rpe\n\
    Push,\"28 Feb 2026, 17:29\",\"28 Feb 2026, 18:31\",Bench Press,0,normal,80,8,8\n\
    Push,\"28 Feb 2026, 17:29\",\"28 Feb 2026, 18:31\",Bench Press,1,normal,80,7,9\n\
    Push,\"28 Feb 2026, 17:29\",\"28 Feb 2026, 18:31\",Dip,0,normal,,12,\n\
    Pull,\"2 Mar 2026, 17:29\",\"2 Mar 2026, 18:31\",Row,0,normal,60,2000,\n";

const STRONG: &str = "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps\n\
    2026-02-01 10:00:00,A,45m,Squat,1,225,5\n2026-02-01 10:00:00,A,45m,Squat,2,225,5\n";

const MEALS: &str = "Date,Meal,Calories,Fat (g),Carbohydrates (g),Protein (g),Note\n\
    2026-03-01,Lunch,500,10,60,40,\n2026-03-01,Snacks,150,5,20,5,\n2026-03-01,Snacks,150,5,20,5,\n2026-03-32,Lunch,500,10,60,40,\n";

fn health(steps: u32) -> String {
    let record = |kind: &str, at: &str, value: &str| {
        format!(
            "<Record type=\"HK{kind}\" sourceName=\"Phone\" startDate=\"{at}\" endDate=\"{at}\" {value}/>\n"
        )
    };
    format!(
        "<HealthData>\n{}{}{}{}<Workout workoutActivityType=\"HKWorkoutActivityTypeWalking\" duration=\"60\" \
         durationUnit=\"min\" startDate=\"2026-03-10 18:00:00 +0000\" endDate=\"2026-03-10 19:00:00 +0000\"/>\n</HealthData>",
        record(
            "QuantityTypeIdentifierStepCount",
            "2026-03-10 10:00:00 +0000",
            &format!("unit=\"count\" value=\"{steps}\"")
        ),
        record("QuantityTypeIdentifierBodyMass", "2026-03-10 07:00:00 +0000", "unit=\"kg\" value=\"90\""),
        record(
            "QuantityTypeIdentifierDietaryEnergyConsumed",
            "2026-03-10 12:00:00 +0000",
            "unit=\"kcal\" value=\"700\""
        ),
        "<Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" value=\"HKCategoryValueSleepAnalysisAsleep\" \
         startDate=\"2026-03-09 23:00:00 +0000\" endDate=\"2026-03-10 06:30:00 +0000\"/>\n",
    )
}

fn sums(report: &Value) -> [u64; 4] {
    ["new", "duplicate", "changed", "refused"].map(|field| report[field].as_u64().unwrap())
}

/// The document of an export without its counters.
async fn rows(app: &TestApp) -> Value {
    serde_json::from_str(&export(&app.owner()).await).unwrap()
}

#[tokio::test]
async fn whatever_the_file_a_dry_run_keeps_nothing_and_a_second_run_changes_nothing() {
    for (from, file, input) in [
        ("hevy", HEVY.to_owned(), json!({})),
        ("strong", STRONG.to_owned(), json!({ "unit": "lb" })),
        ("myfitnesspal", MEALS.to_owned(), json!({})),
        ("apple-health", health(8_000), json!({})),
    ] {
        let app = empty().await;
        let nothing = export(&app.owner()).await;
        let mut asked = input;
        asked["from"] = from.into();
        let mut dry = asked.clone();
        dry["dry_run"] = true.into();
        let told = try_import(&app, OWNER, file.as_bytes(), dry).await.unwrap();
        assert_eq!(export(&app.owner()).await, nothing, "{from}");
        let first = try_import(&app, OWNER, file.as_bytes(), asked.clone()).await.unwrap();
        assert_eq!(sums(&told), sums(&first), "{from}: a dry run tells what then happens");
        let [new, duplicate, changed, refused] = sums(&first);
        assert!(new > 0 && duplicate == 0 && changed == 0, "{from}: {first:#}");
        let before = export(&app.owner()).await;
        let second = try_import(&app, OWNER, file.as_bytes(), asked).await.unwrap();
        assert_eq!(sums(&second), [0, new, 0, refused], "{from}: {second:#}");
        assert_eq!(export(&app.owner()).await, before, "{from}");
    }
}

#[tokio::test]
async fn workouts_use_the_exercises_that_are_there_and_make_only_those_that_are_not() {
    let app = empty().await;
    call(&app, "define_exercise_group", json!({ "name": "Chest" })).await;
    call(&app, "define_exercise", json!({ "group_id": 1, "name": "bench press" })).await;
    let report = import(&app, OWNER, HEVY.as_bytes(), "hevy").await;
    let exercises = call(&app, "list_exercises", json!({})).await;
    let named: Vec<(&str, i64)> = exercises["exercises"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["name"].as_str().unwrap(), one["group_id"].as_i64().unwrap()))
        .collect();
    assert_eq!(named, [("bench press", 1), ("Dip", 2), ("Row", 2)], "{report:#}");
    let workout = call(&app, "get_workout", json!({ "id": 1 })).await;
    assert_eq!(workout["workout"]["rpe"], 8.5);
    assert_eq!(workout["workout"]["exercises"][0]["exercise_id"], 1);
    assert_eq!(workout["workout"]["exercises"][1]["sets"][0]["weight_kg"], Value::Null);
    let problem = &report["problems"][0];
    assert_eq!((&problem["at"], &problem["entity"]), (&json!("line 5"), &json!("workout_sets")));
    assert_eq!(problem["reason"], "reps: Expected a number from 0 to 1000");
    let heavier = "Push,\"12 Mar 2026, 17:29\",\"12 Mar 2026, 18:31\",Bench Press,0,normal,90,8,8\n";
    import(&app, OWNER, format!("{HEVY}{heavier}").as_bytes(), "hevy").await;
    let won = call(&app, "get_accomplishments", json!({})).await;
    let codes: Vec<&Value> =
        won["accomplishments"].as_array().unwrap().iter().map(|one| &one["code"]).collect();
    assert!(codes.contains(&&json!("strength_pr")), "a record that came in from a file counts: {won:#}");
}

#[tokio::test]
async fn twins_in_a_file_are_both_kept_and_a_meal_that_was_corrected_since_is_not_doubled() {
    let app = empty().await;
    assert_eq!(sums(&import(&app, OWNER, MEALS.as_bytes(), "myfitnesspal").await), [3, 0, 0, 1]);
    let day = call(&app, "get_macros_for_date", json!({ "date": "2026-03-01" })).await;
    assert_eq!(day["day_totals"]["kcal"], 800);
    call(&app, "update_meal", json!({ "id": 1, "kcal": 480 })).await;
    let report = import(&app, OWNER, MEALS.as_bytes(), "myfitnesspal").await;
    assert_eq!(sums(&report), [0, 2, 0, 2]);
    assert_eq!(report["problems"][1]["reason"], "One of that time is there with other figures, which stay");
}

#[tokio::test]
async fn a_later_count_of_the_same_day_replaces_an_imported_one_and_never_one_that_was_logged() {
    let app = empty().await;
    import(&app, OWNER, health(3_000).as_bytes(), "apple-health").await;
    let steps = |value: Value| {
        let row = &value["step_logs"][0];
        (row["steps"].as_i64().unwrap(), row["est_kcal"].as_i64().unwrap(), row["source"].clone())
    };
    let before = steps(rows(&app).await);
    let report = import(&app, OWNER, health(9_000).as_bytes(), "apple-health").await;
    assert_eq!(sums(&report)[2], 1, "{report:#}");
    let after = steps(rows(&app).await);
    assert_eq!((after.0, after.1, after.2), (9_000, before.1 * 3, json!("import")));
    call(&app, "log_steps", json!({ "on_date": "2026-03-10", "steps": 10_000 })).await;
    let report = import(&app, OWNER, health(11_000).as_bytes(), "apple-health").await;
    assert_eq!((sums(&report)[2], sums(&report)[3]), (0, 1), "{report:#}");
    assert_eq!(steps(rows(&app).await).0, 10_000);
}

#[tokio::test]
async fn what_a_phone_counted_is_in_the_answers_of_the_day_with_what_follows_from_it() {
    let app = empty().await;
    import(&app, OWNER, health(8_000).as_bytes(), "apple-health").await;
    let walk = &rows(&app).await["cardio_sessions"][0];
    // 3.5 metabolic equivalents, an hour, 90 kg.
    assert_eq!((&walk["modality"], &walk["est_kcal"]), (&json!("walking"), &json!(331)));
    let trend = call(&app, "get_weight_trend", json!({})).await;
    assert_eq!(trend["points"][0]["trend_kg"], 90.0);
    let night = call(&app, "get_sleep_recent", json!({})).await;
    assert_eq!(
        (&night["sleep_logs"][0]["slept_on"], &night["sleep_logs"][0]["hours"]),
        (&json!("2026-03-10"), &json!(7.5))
    );
    let day = call(&app, "get_macros_for_date", json!({ "date": "2026-03-10" })).await;
    assert_eq!(day["day_totals"]["kcal"], 700);
}

#[tokio::test]
async fn an_import_is_one_row_of_the_audit_trail_and_a_dry_run_is_none() {
    let app = empty().await;
    let dry = json!({ "from": "myfitnesspal", "dry_run": true });
    try_import(&app, OWNER, MEALS.as_bytes(), dry).await.unwrap();
    import(&app, OWNER, MEALS.as_bytes(), "myfitnesspal").await;
    let tenant = actor(&app, OWNER).await.tenant.unwrap();
    let trail = belay_access::audit::newest(app.db(), &tenant, 10).await.unwrap();
    assert_eq!(trail.len(), 1);
    assert_eq!(trail[0].summary.as_deref(), Some("3 new, 0 already there, 0 changed, 1 refused"));
    let unknown = refused(&app, "import_data", json!({ "from": "hevy" })).await;
    assert!(unknown.contains("unknown tool"), "{unknown}");
}

/// A file on a disk that is made as it is read.
#[derive(Debug)]
struct Made(u32);

impl Source for Made {
    fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        let day = |at: u32| {
            let date = format!("2025-{:02}-{:02}", at / 28 % 12 + 1, at % 28 + 1);
            let at = format!("{date} 10:00:00 +0000");
            format!(
                "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"Phone\" unit=\"count\" startDate=\"{at}\" endDate=\"{at}\" value=\"2\"/>\n"
            )
        };
        let body = (0..self.0).map(day);
        let all =
            std::iter::once("<HealthData>\n".to_owned()).chain(body).chain(["</HealthData>".to_owned()]);
        Ok(Box::new(Lines(all, Vec::new())))
    }

    fn length(&self) -> u64 {
        1
    }
}

struct Lines<I>(I, Vec<u8>);

impl<I: Iterator<Item = String>> Read for Lines<I> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.next().unwrap_or_default().into_bytes();
        }
        let length = self.1.len().min(into.len());
        into[..length].copy_from_slice(&self.1[..length]);
        self.1.drain(..length);
        Ok(length)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_on_the_disk_is_read_as_it_comes_through_the_whole_call() {
    let app = empty().await;
    let upload = Upload { name: None, content: Content::Source(Arc::new(Made(28 * 12 * 20))) };
    let input = json!({ "from": "apple-health" });
    let outcome = app.owner().command(actor(&app, OWNER).await, "import_data", input, Some(upload)).await;
    let Outcome::Done { value, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!(sums(&value), [28 * 12, 0, 0, 0]);
    assert_eq!(rows(&app).await["step_logs"][0]["steps"], 40);
}
