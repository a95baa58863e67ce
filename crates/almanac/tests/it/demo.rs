//! The made-up person: believable, whole, and the same each time.

use std::collections::BTreeMap;

use belay_server::{call as calls, open};
use belay_store::args;
use belay_testkit::TestApp;
use serde_json::{Value, json};

use crate::journal::{call, empty};

/// Fills the owner's journal with the demonstration.
pub(crate) async fn fill(app: &TestApp) {
    let owner = open::local_person(&app.served, ("owner@testkit.example", None)).await.unwrap();
    let demo = app.served.app.demo.clone().unwrap();
    calls::within(&app.served, &demo, owner).await.unwrap();
}

pub(crate) async fn demo() -> TestApp {
    let app = empty().await;
    fill(&app).await;
    app
}

/// How many rows each table has.
async fn counts(app: &TestApp) -> BTreeMap<String, i64> {
    let mut counts = BTreeMap::new();
    for table in TABLES {
        let text: &'static str =
            Box::leak(format!("select count(*) as number from almanac_{table}").into_boxed_str());
        let row = app.db().read().await.unwrap().one(text, args![]).await.unwrap();
        counts.insert(table.to_owned(), row.get::<i64>("number").unwrap());
    }
    counts
}

/// Everything that a person logs. Counters, sums of days and accomplishments follow from it.
const TABLES: [&str; 16] = [
    "profile",
    "weight",
    "stored_meal",
    "meal",
    "alcohol",
    "sleep",
    "steps",
    "cardio",
    "phase",
    "untracked",
    "exercise_group",
    "exercise",
    "template",
    "template_item",
    "workout",
    "workout_set",
];

#[tokio::test]
async fn every_kind_of_thing_has_rows_in_believable_numbers() {
    let app = demo().await;
    let counts = counts(&app).await;
    assert!(counts.values().all(|count| *count > 0), "{counts:?}");
    let between = |table: &str, low: i64, high: i64| {
        assert!((low..=high).contains(&counts[table]), "{table}: {}", counts[table]);
    };
    between("meal", 113 * 3, 113 * 5);
    between("weight", 95, 115);
    between("sleep", 98, 116);
    between("steps", 98, 115);
    between("workout", 44, 52);
    between("workout_set", 600, 1_100);
    between("alcohol", 10, 40);
    between("cardio", 12, 32);
}

#[tokio::test]
async fn the_day_of_a_made_up_person_reads_like_that_of_a_real_one_and_is_short() {
    let app = demo().await;
    let reply = app.owner().mcp("get_today_context", json!({})).await;
    assert!(reply.body.len() <= 6_000, "{}", reply.body.len());
    let today = reply.json();
    assert_eq!(today["phase"]["phase_type"], "cut", "{today:#}");
    assert_eq!(today["phase"]["tdee_source"], "measured");
    let tdee = today["phase"]["tdee_at_phase_start"].as_i64().unwrap();
    assert!((2_350..=2_950).contains(&tdee), "{tdee}");
    let next = call(&app, "get_next_best_action", json!({})).await;
    assert_eq!(next["onboarding_complete"], true, "{next:#}");
    let course = call(&app, "get_weight_trend", json!({ "from_days_ago": 84 })).await;
    let points = course["points"].as_array().unwrap();
    let kg = |point: &Value| point["trend_kg"].as_f64().unwrap();
    let lost = kg(&points[0]) - kg(&points[points.len() - 1]);
    assert!((3.0..6.5).contains(&lost), "{lost}");
    let now = call(&app, "get_tdee", json!({})).await;
    let kcal =
        now["kcal"].as_i64().or_else(|| now["tdee"]["kcal"].as_i64()).unwrap_or_else(|| panic!("{now:#}"));
    assert!((2_250..=3_050).contains(&kcal), "{kcal}");
}

#[tokio::test]
async fn nothing_lies_ahead_and_the_forgotten_and_the_untracked_days_have_no_meals() {
    let app = demo().await;
    let meals = call(&app, "get_meals", json!({ "from_days_ago": 1, "limit": 200 })).await;
    for meal in meals["meals"].as_array().unwrap() {
        assert!(meal["eaten_at"].as_str().unwrap() <= "2026-03-15T12:00:00Z", "{meal}");
    }
    let mut without = 0;
    for (from, to) in [("2025-11-16", "2026-01-14"), ("2026-01-15", "2026-03-14")] {
        let days = call(&app, "get_macros_range", json!({ "from_date": from, "to_date": to })).await;
        let days = days["days"].as_array().unwrap();
        without += days.iter().filter(|day| day["day_totals"]["kcal_from_food"] == 0).count();
    }
    assert_eq!(without, 7, "five days off and two forgotten");
}

#[tokio::test]
async fn one_instant_gives_one_person_to_the_letter() {
    let ever = json!({ "from_days_ago": 400, "limit": 200 });
    let mut told = Vec::new();
    for _ in 0..2 {
        let app = demo().await;
        let mut all = String::new();
        for (tool, input) in [
            ("get_meals", ever.clone()),
            ("get_weights", ever.clone()),
            ("get_recent_workouts", ever.clone()),
            ("get_cardio_recent", ever.clone()),
            ("get_phase_history", json!({})),
            ("get_workout", json!({ "id": 20 })),
        ] {
            all.push_str(&app.owner().mcp(tool, input).await.body);
        }
        told.push(all);
    }
    assert_eq!(told[0], told[1]);
}
