//! A journal leaves whole, and comes back as it was.

use std::collections::{BTreeMap, BTreeSet};

use axum::body::Body;
use belay_core::upload::Upload;
use belay_core::{Actor, Error};
use belay_server::call::Outcome;
use belay_server::open;
use belay_store::{Engine, args};
use belay_testkit::{Client, TestApp};
use http::{Method, Request, StatusCode};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use crate::demo::demo;
use crate::in_step::{step, take};
use crate::journal::{call, empty};

pub(crate) const OWNER: &str = "owner@testkit.example";
pub(crate) const STRANGER: &str = "stranger@testkit.example";

pub(crate) async fn actor(app: &TestApp, email: &str) -> Actor {
    open::local_person(&app.served, (email, None)).await.unwrap()
}

/// Imports a file as somebody, on the command line.
pub(crate) async fn try_import(
    app: &TestApp,
    email: &str,
    bytes: &[u8],
    input: Value,
) -> Result<Value, Error> {
    let upload = Upload::new(Some("a file".into()), bytes.to_vec());
    let actor = actor(app, email).await;
    match app.owner().command(actor, "import_data", input, Some(upload)).await {
        Outcome::Done { value, .. } => Ok(value),
        Outcome::Refused(error) | Outcome::Fault(error) => Err(error),
        other => unreachable!("{other:?}"),
    }
}

pub(crate) async fn import(app: &TestApp, email: &str, bytes: &[u8], from: &str) -> Value {
    try_import(app, email, bytes, json!({ "from": from })).await.unwrap()
}

/// The export of somebody, as the text of its document.
pub(crate) async fn export(client: &Client) -> String {
    let reply = client.rest(Method::GET, "/api/v1/export", None).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.body);
    reply.json()["document"].to_string()
}

fn sums(report: &Value) -> [u64; 4] {
    ["new", "duplicate", "changed", "refused"].map(|field| report[field].as_u64().unwrap())
}

/// A journal with gaps in its numbers and things out of use, on top of the demonstration.
async fn lived_in() -> TestApp {
    let app = demo().await;
    for (tool, input) in [
        ("delete_meal", json!({ "meal_id": 7, "confirm": true })),
        ("delete_weight", json!({ "weight_id": 3, "confirm": true })),
        ("archive_exercise", json!({ "exercise_id": 2 })),
        (
            "define_exercise",
            json!({ "group_id": 1, "name": "barbell BENCH press (paused)", "notes": "\"slowly\"\nwith a pause, 2 s" }),
        ),
        ("archive_workout_template", json!({ "id": 1 })),
        ("update_meal", json!({ "id": 12, "notes": "Größe: ½ 🍲" })),
    ] {
        call(&app, tool, input).await;
    }
    app
}

#[tokio::test]
async fn an_export_comes_to_the_same_export_in_an_empty_account_byte_for_byte() {
    let app = lived_in().await;
    let before = export(&app.owner()).await;
    let dry = json!({ "from": "almanac", "dry_run": true });
    let report = try_import(&app, STRANGER, before.as_bytes(), dry).await.unwrap();
    let [new, duplicate, changed, refused] = sums(&report);
    assert!(new > 1_900 && (duplicate, changed, refused) == (0, 0, 0), "{report:#}");
    assert_ne!(export(&app.stranger()).await, before, "a dry run keeps nothing");
    let report = import(&app, STRANGER, before.as_bytes(), "almanac").await;
    assert_eq!(sums(&report), [new, 0, 0, 0], "{report:#}");
    assert_eq!(export(&app.stranger()).await, before);
    assert_eq!(export(&app.owner()).await, before, "and the one it came from is as it was");
}

#[tokio::test]
async fn what_follows_from_the_rows_is_worked_out_anew() {
    let app = lived_in().await;
    import(&app, STRANGER, export(&app.owner()).await.as_bytes(), "almanac").await;
    for (tool, input) in [
        ("get_today_context", json!({})),
        ("get_weights", json!({ "from_days_ago": 60, "limit": 200 })),
        ("get_macros_range", json!({ "from_date": "2026-01-01", "to_date": "2026-03-14" })),
        ("search_meals", json!({ "text": "größe" })),
        ("get_stim_state", json!({})),
    ] {
        let (mine, theirs) =
            (app.owner().mcp(tool, input.clone()).await, app.stranger().mcp(tool, input).await);
        assert_eq!(mine.json(), theirs.json(), "{tool}");
    }
    let meal = json!({ "eaten_at": "2026-03-15T09:00", "kcal": 1, "protein_g": 0, "carb_g": 0, "fat_g": 0 });
    let next = [app.owner(), app.stranger()].map(|client| (client, meal.clone()));
    let mut ids = Vec::new();
    for (client, meal) in next {
        ids.push(client.mcp("log_meal", meal).await.json()["id"].clone());
    }
    assert_eq!(ids[0], ids[1], "numbers go on where they stood, and none is given twice");
}

#[tokio::test]
async fn the_same_file_again_changes_nothing_and_a_row_that_is_new_gets_a_number_of_its_own() {
    let app = lived_in().await;
    let before = export(&app.owner()).await;
    let report = import(&app, OWNER, before.as_bytes(), "almanac").await;
    let [new, duplicate, changed, refused] = sums(&report);
    assert_eq!((new, changed, refused), (0, 0, 0), "{report:#}");
    assert!(duplicate > 1_900);
    assert_eq!(export(&app.owner()).await, before);
    let mut whole: Value = serde_json::from_str(&before).unwrap();
    let mut meal = whole["meals"][0].clone();
    (meal["id"], meal["kcal"], meal["name"]) = (json!(90_000), json!(333), json!("Something else"));
    whole["meals"].as_array_mut().unwrap().push(meal);
    let report = import(&app, OWNER, whole.to_string().as_bytes(), "almanac").await;
    assert_eq!(sums(&report), [1, duplicate, 0, 0]);
    let last = whole["counters"]["meal"].as_i64().unwrap();
    let found = call(&app, "search_meals", json!({ "text": "something else" })).await;
    assert_eq!((&found["meals"][0]["id"], &found["meals"][0]["kcal"]), (&json!(last + 1), &json!(333)));
}

#[tokio::test]
async fn a_journal_put_into_one_that_is_in_use_keeps_what_belongs_together() {
    let app = lived_in().await;
    let stranger = app.stranger();
    for (tool, input) in [
        ("define_exercise_group", json!({ "name": "legs" })),
        ("define_exercise", json!({ "group_id": 1, "name": "BACK SQUAT" })),
        ("log_weight", json!({ "measured_on": "2026-03-14", "weight_kg": 99 })),
    ] {
        let reply = stranger.mcp(tool, input).await;
        assert!(!reply.is_error, "{}", reply.body);
    }
    let report = import(&app, STRANGER, export(&app.owner()).await.as_bytes(), "almanac").await;
    let of = |entity: &str| {
        let all = report["entities"].as_array().unwrap();
        sums(all.iter().find(|one| one["entity"] == entity).unwrap())
    };
    assert_eq!((of("exercises")[1], of("exercise_groups")[1]), (1, 1), "{report:#}");
    assert_eq!(of("body_weights")[3], 1, "the weigh-in of that day stays as it is");
    let mine = app.owner().mcp("get_workout", json!({ "id": 20 })).await.json();
    let recent =
        stranger.mcp("get_recent_workouts", json!({ "from_days_ago": 200, "limit": 200 })).await.json();
    let same = recent["workouts"].as_array().unwrap().iter();
    let same = same.clone().find(|one| one["started_at"] == mine["workout"]["started_at"]).unwrap();
    let theirs = stranger.mcp("get_workout", json!({ "id": same["id"] })).await.json();
    let told = |whole: &Value| -> Vec<(String, Vec<Value>)> {
        let exercise = |one: &Value| {
            let sets = one["sets"].as_array().unwrap().iter().map(|set| set["weight_kg"].clone());
            (one["exercise_name"].as_str().unwrap().to_lowercase(), sets.collect())
        };
        whole["workout"]["exercises"].as_array().unwrap().iter().map(exercise).collect()
    };
    assert_eq!(told(&mine), told(&theirs));
    let again = import(&app, STRANGER, export(&app.owner()).await.as_bytes(), "almanac").await;
    assert_eq!((again["new"].clone(), again["refused"].clone()), (json!(0), json!(1)), "{again:#}");
}

#[tokio::test]
async fn what_is_wrong_is_told_with_its_path_and_the_rest_goes_in() {
    let app = empty().await;
    let document = json!({
        "format": "almanac-journal", "version": 1, "recipes": [{}, {}],
        "body_weights": [
            { "id": 1, "measured_on": "2026-03-01", "weight_kg": 80, "created_at": "2026-03-01T08:00:00Z" },
            { "id": 2, "measured_on": "2026-03-32", "weight_kg": "heavy", "created_at": "2026-03-01T08:00:00Z" },
            { "id": 3, "measured_on": "2026-03-03", "weight_kg": 5_000, "created_at": "2026-03-01T08:00:00Z" },
            { "id": 4, "measured_on": "2027-03-03", "weight_kg": 80, "created_at": "2026-03-01T08:00:00Z" },
            { "id": 5, "measured_on": "2026-03-01", "weight_kg": 81, "created_at": "2026-03-01T08:00:00Z" },
        ],
        "workout_sets": [{ "id": 1, "instance_id": 9, "set_number": 1, "reps": 5 }],
        "untracked_periods": [
            { "id": 1, "started_on": "2026-02-03", "ended_on": "2026-02-01", "reason": "sick", "created_at": "2026-03-01T08:00:00Z" },
        ],
        "meals": "none",
    });
    let report = import(&app, OWNER, document.to_string().as_bytes(), "almanac").await;
    assert_eq!(sums(&report), [1, 0, 0, 7], "{report:#}");
    let told: Vec<String> = report["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| format!("{}: {}", one["at"].as_str().unwrap(), one["reason"].as_str().unwrap()))
        .collect();
    for expected in [
        "body_weights[1]: measured_on: Expected a date of the calendar as YYYY-MM-DD",
        "body_weights[1]: weight_kg: Expected a number",
        "body_weights[2]: weight_kg: Expected a number from 20 to 500",
        "body_weights[3]: measured_on: That day is in the future, or too far back",
        "body_weights[4]: Another one is there in its place, and stays; delete it first to import this one",
        "workout_sets[0]: instance_id: The file has no such row",
        "untracked_periods[0]: ended_on lies before started_on",
        "meals: Expected a list",
    ] {
        assert!(told.iter().any(|one| one == expected), "{expected}: {told:#?}");
    }
    assert_eq!(report["passed_over"][0]["count"], 2);
    assert_eq!(call(&app, "get_weights", json!({})).await["count"], 1);
}

#[tokio::test]
async fn what_is_no_export_is_refused_with_a_way_out() {
    let app = empty().await;
    for (bytes, from, code) in [
        (&b"PK\x03\x04 zip"[..], "apple-health", "not_that_export"),
        (b"<html></html>", "apple-health", "not_that_export"),
        (b"[]", "almanac", "not_that_export"),
        (b"{\"format\": \"almanac-journal\", \"version\": 2}", "almanac", "newer_version"),
        (b"a,b\n1,2\n", "hevy", "not_that_export"),
        (b"", "myfitnesspal", "not_that_export"),
        (b"Date,Workout Name,Exercise Name,Set Order,Weight,Reps\n", "strong", "no_weight_unit"),
    ] {
        let error = try_import(&app, OWNER, bytes, json!({ "from": from })).await.unwrap_err();
        assert_eq!(error.code(), code, "{from}: {error}");
    }
    let nothing =
        app.owner().command(actor(&app, OWNER).await, "import_data", json!({ "from": "hevy" }), None).await;
    let Outcome::Refused(error) = nothing else { panic!("{nothing:?}") };
    assert_eq!(error.code(), "no_file");
}

#[tokio::test]
async fn a_table_for_each_kind_of_row_has_all_of_them() {
    let app = lived_in().await;
    let reply = app.owner().rest(Method::GET, "/api/v1/export?format=csv", None).await.json();
    let whole: Value = serde_json::from_str(&export(&app.owner()).await).unwrap();
    let files = reply["files"].as_array().unwrap();
    assert_eq!(files.len(), 18);
    for file in files {
        let name = file["name"].as_str().unwrap().strip_suffix(".csv").unwrap();
        let text = file["content"].as_str().unwrap();
        let rows = csv::Reader::from_reader(text.as_bytes()).into_records().map(Result::unwrap).count();
        let expected = whole[name].as_array().map_or(1, Vec::len);
        assert_eq!(rows, expected, "{name}");
    }
}

#[tokio::test]
async fn a_file_comes_in_as_a_form_too_and_models_are_shown_none_of_it() {
    let app = demo().await;
    let tools = app.owner().tools().await;
    for hidden in ["export_data", "import_data", "delete_account"] {
        assert!(!tools.iter().any(|tool| tool == hidden), "{hidden}");
    }
    let form = format!(
        "--b\r\nContent-Disposition: form-data; name=\"from\"\r\n\r\nalmanac\r\n--b\r\nContent-Disposition: form-data; \
         name=\"file\"; filename=\"a.json\"\r\n\r\n{}\r\n--b--\r\n",
        export(&app.owner()).await
    );
    let request =
        Request::post("/almanac/api/v1/import").header("content-type", "multipart/form-data; boundary=b");
    let reply = app.stranger().send(request.body(Body::from(form)).unwrap()).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.body);
    assert!(reply.json()["new"].as_u64().unwrap() > 1_900);
    assert_eq!(export(&app.stranger()).await, export(&app.owner()).await);
}

/// Columns that leave under no name of their own: whose row it is, what follows from other columns, and what an
/// administrator decides.
const FOLLOWS: [&str; 9] = [
    "tenant_id",
    "on_date of a row with an instant",
    "folded_name",
    "folded_text",
    "trend_kg",
    "llm_logging_enabled",
    "is_admin",
    "llm_daily_token_limit",
    "created_at of the profile",
];

/// Tables that are sums of others, the counters, which leave in a form of their own, and what can be taken back, which is
/// only kept for a day.
const SUMS: [&str; 3] = ["almanac_day_total", "almanac_counter", "almanac_undo"];

#[tokio::test]
async fn no_column_of_any_table_is_forgotten() {
    let app = lived_in().await;
    let text = match app.db().engine() {
        Engine::Sqlite => {
            "select m.name as relation, p.name as named from sqlite_master m, pragma_table_info(m.name) p
             where m.type = 'table' and m.name like 'almanac%'"
        }
        Engine::Postgres => {
            "select cast(table_name as text) as relation, cast(column_name as text) as named
             from information_schema.columns where table_name like 'almanac%'"
        }
    };
    let mut tables: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in app.db().read().await.unwrap().all(text, args![]).await.unwrap() {
        tables.entry(row.get("relation").unwrap()).or_default().insert(row.get("named").unwrap());
    }
    let reply = app.owner().rest(Method::GET, "/api/v1/export?format=csv", None).await.json();
    let mut left: Vec<BTreeSet<String>> = Vec::new();
    for file in reply["files"].as_array().unwrap() {
        let header = file["content"].as_str().unwrap().lines().next().unwrap();
        left.push(header.split(',').map(str::to_owned).collect());
    }
    let follows = |table: &str, column: &str, own: &BTreeSet<String>| {
        FOLLOWS.contains(&column)
            || column == "on_date" && (own.contains("eaten_at") || own.contains("started_at"))
            || table == "almanac_profile" && column == "created_at"
    };
    for (table, columns) in tables.iter().filter(|(table, _)| !SUMS.contains(&table.as_str())) {
        let expected: BTreeSet<String> =
            columns.iter().filter(|column| !follows(table, column, columns)).cloned().collect();
        assert!(left.contains(&expected), "{table} leaves without some of {expected:?}");
    }
    assert_eq!(tables.len(), left.len() + SUMS.len());
}

#[test]
fn whatever_was_logged_comes_back_as_it_was() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut runner =
        TestRunner::new(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() });
    let result = runner.run(&proptest::collection::vec(step(), 1..40), |steps| {
        runtime.block_on(async {
            let app = empty().await;
            for step in &steps {
                take(&app, step).await;
            }
            let before = export(&app.owner()).await;
            import(&app, STRANGER, before.as_bytes(), "almanac").await;
            assert_eq!(export(&app.stranger()).await, before);
            let again = import(&app, STRANGER, before.as_bytes(), "almanac").await;
            assert_eq!((&again["new"], &again["refused"]), (&json!(0), &json!(0)), "{again:#}");
        });
        Ok(())
    });
    result.unwrap();
}
