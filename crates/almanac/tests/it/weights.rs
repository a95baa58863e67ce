//! Weigh-ins and their trend.

use belay_testkit::TestApp;
use serde_json::{Value, json};

use crate::journal::{call, empty, refused};

async fn log(app: &TestApp, on: &str, kg: f64) -> Value {
    call(app, "log_weight", json!({ "measured_on": on, "weight_kg": kg })).await
}

async fn points(app: &TestApp, from: &str) -> Vec<f64> {
    let course = call(app, "get_weight_trend", json!({ "from": from, "to": "2026-03-15" })).await;
    course["points"].as_array().unwrap().iter().map(|point| point["trend_kg"].as_f64().unwrap()).collect()
}

#[tokio::test]
async fn the_same_date_is_overwritten_back_and_forth() {
    let app = empty().await;
    for kg in [80.0, 81.0, 80.0] {
        log(&app, "2026-03-14", kg).await;
    }
    let listed = call(&app, "get_weights", json!({})).await;
    assert_eq!((&listed["count"], &listed["body_weights"][0]["weight_kg"]), (&json!(1), &json!(80.0)));
    assert_eq!(listed["body_weights"][0]["id"], 1);
}

#[tokio::test]
async fn the_trend_of_a_day_does_not_depend_on_where_a_question_begins() {
    let app = empty().await;
    for (on, kg) in [("2026-03-10", 80.0), ("2026-03-11", 79.6), ("2026-03-13", 79.2)] {
        log(&app, on, kg).await;
    }
    assert_eq!(points(&app, "2026-03-10").await, [80.0, 79.973, 79.973, 79.921]);
    assert_eq!(points(&app, "2026-03-12").await, [79.973, 79.921]);
}

#[tokio::test]
async fn a_weigh_in_that_comes_late_changes_the_trend_of_the_days_after_it() {
    let app = empty().await;
    for (on, kg) in [("2026-03-13", 79.2), ("2026-03-10", 80.0), ("2026-03-11", 79.9)] {
        log(&app, on, kg).await;
    }
    call(&app, "update_weight", json!({ "id": 3, "weight_kg": 79.6 })).await;
    assert_eq!(points(&app, "2026-03-10").await, [80.0, 79.973, 79.973, 79.921]);
    call(&app, "delete_weight", json!({ "weight_id": 2, "confirm": true })).await;
    assert_eq!(points(&app, "2026-03-01").await, [79.6, 79.6, 79.573]);
}

#[tokio::test]
async fn summaries_speak_the_persons_units() {
    let app = empty().await;
    call(&app, "update_user_profile", json!({ "preferred_unit_system": "imperial" })).await;
    let logged = log(&app, "2026-03-14", 80.0).await;
    assert_eq!(logged["summary"], "Logged 176.4 lb for 2026-03-14; trend 176.4 lb");
}

#[tokio::test]
async fn impossible_dates_and_weights_are_refused() {
    let app = empty().await;
    for (on, kg) in [("2026-13-45", 80.0), ("2026-03-17", 80.0), ("2026-03-14", 0.0), ("2026-03-14", 900.0)] {
        refused(&app, "log_weight", json!({ "measured_on": on, "weight_kg": kg })).await;
    }
    let text = refused(&app, "update_weight", json!({ "id": 4, "weight_kg": 80 })).await;
    assert!(text.contains("weight_not_found"), "{text}");
}
