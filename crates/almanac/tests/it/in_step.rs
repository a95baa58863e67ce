//! What is kept in step with the writes equals what the rows say, under any order of logs, edits and deletes.

use belay_testkit::TestApp;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use crate::journal::empty;

#[derive(Debug, Clone)]
pub(crate) enum Step {
    Eat { day: u8, hour: u8, kcal: i64 },
    Drink { day: u8, hour: u8, kcal: i64 },
    MoveMeal { at: u8, day: u8, kcal: i64 },
    DeleteMeal { at: u8 },
    DeleteDrink { at: u8 },
    Weigh { day: u8, tenths: i32 },
    DeleteWeight { at: u8 },
    Zone { at: u8 },
}

const ZONES: [&str; 4] = ["UTC", "America/Los_Angeles", "Asia/Tokyo", "Pacific/Chatham"];

pub(crate) fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (1..14_u8, 0..24_u8, 0..3000_i64).prop_map(|(day, hour, kcal)| Step::Eat { day, hour, kcal }),
        2 => (1..14_u8, 0..24_u8, 0..900_i64).prop_map(|(day, hour, kcal)| Step::Drink { day, hour, kcal }),
        2 => (0..9_u8, 1..14_u8, 0..3000_i64).prop_map(|(at, day, kcal)| Step::MoveMeal { at, day, kcal }),
        1 => (0..9_u8).prop_map(|at| Step::DeleteMeal { at }),
        1 => (0..5_u8).prop_map(|at| Step::DeleteDrink { at }),
        3 => (1..14_u8, 700..900_i32).prop_map(|(day, tenths)| Step::Weigh { day, tenths }),
        1 => (0..6_u8).prop_map(|at| Step::DeleteWeight { at }),
        1 => (0..4_u8).prop_map(|at| Step::Zone { at }),
    ]
}

/// Takes a step. One that names a row that is not there is refused, which is as good.
pub(crate) async fn take(app: &TestApp, step: &Step) {
    let at = |day: u8, hour: u8| format!("2026-03-{day:02}T{hour:02}:30");
    let (tool, input) = match step {
        Step::Eat { day, hour, kcal } => (
            "log_meal",
            json!({ "eaten_at": at(*day, *hour), "kcal": kcal, "protein_g": 1.5, "carb_g": 2, "fat_g": 0.25 }),
        ),
        Step::Drink { day, hour, kcal } => {
            ("log_alcohol", json!({ "started_at": at(*day, *hour), "drinks_count": 1.5, "est_kcal": kcal }))
        }
        Step::MoveMeal { at: id, day, kcal } => {
            ("update_meal", json!({ "id": id, "eaten_at": at(*day, 3), "kcal": kcal }))
        }
        Step::DeleteMeal { at } => ("delete_meal", json!({ "meal_id": at, "confirm": true })),
        Step::DeleteDrink { at } => ("delete_alcohol", json!({ "alcohol_id": at, "confirm": true })),
        Step::Weigh { day, tenths } => (
            "log_weight",
            json!({ "measured_on": format!("2026-03-{day:02}"), "weight_kg": f64::from(*tenths) / 10.0 }),
        ),
        Step::DeleteWeight { at } => ("delete_weight", json!({ "weight_id": at, "confirm": true })),
        Step::Zone { at } => ("update_user_profile", json!({ "timezone": ZONES[usize::from(*at)] })),
    };
    let reply = app.owner().mcp(tool, input).await;
    assert!(reply.protocol_error.is_none(), "{step:?}: {}", reply.body);
}

async fn rows(app: &TestApp, tool: &str, list: &str) -> Vec<Value> {
    let input = json!({ "from_date": "2026-02-01", "limit": 200 });
    app.owner().mcp(tool, input).await.json()[list].as_array().unwrap().clone()
}

async fn check(app: &TestApp) {
    let (meals, drinks) =
        (rows(app, "get_meals", "meals").await, rows(app, "get_alcohol_recent", "alcohol_sessions").await);
    let range = json!({ "from_date": "2026-02-20", "to_date": "2026-03-20" });
    for day in app.owner().mcp("get_macros_range", range).await.json()["days"].as_array().unwrap() {
        let of = |rows: &[Value], field: &str| -> i64 {
            rows.iter().filter(|row| row["day"] == day["date"]).map(|row| row[field].as_i64().unwrap()).sum()
        };
        let grams: f64 = meals
            .iter()
            .filter(|row| row["day"] == day["date"])
            .map(|row| row["protein_g"].as_f64().unwrap())
            .sum();
        let totals = &day["day_totals"];
        assert_eq!(totals["kcal_from_food"], of(&meals, "kcal"), "{day}");
        assert_eq!(totals["kcal_from_alcohol"], of(&drinks, "est_kcal"), "{day}");
        assert!((totals["protein_g"].as_f64().unwrap() - grams).abs() < 0.051, "{day}");
    }
    let mut trend = None;
    let weights = app.owner().mcp("get_weights", json!({ "from_days_ago": 60, "limit": 200 })).await.json();
    for row in weights["body_weights"].as_array().unwrap().iter().rev() {
        let raw = row["weight_kg"].as_f64().unwrap();
        let alpha = 1.0 - 0.5_f64.powf(0.1);
        let now = trend.map_or(raw, |before: f64| alpha * raw + (1.0 - alpha) * before);
        assert!((row["trend_kg"].as_f64().unwrap() - now).abs() < 1e-9, "{row}");
        trend = Some(now);
    }
}

#[test]
fn totals_and_trend_equal_their_rows_after_any_steps() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut runner =
        TestRunner::new(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() });
    let steps = proptest::collection::vec(step(), 1..30);
    let result = runner.run(&steps, |steps| {
        runtime.block_on(async {
            let app = empty().await;
            for step in &steps {
                take(&app, step).await;
            }
            check(&app).await;
        });
        Ok(())
    });
    result.unwrap();
}
