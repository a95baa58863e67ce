//! Several logs in one call.

use serde_json::{Value, json};

use crate::journal::{call, empty, refused};

fn logs() -> Value {
    json!({ "logs": [
        { "tool": "log_meal", "eaten_at": "2026-03-15T08:00", "kcal": 400, "protein_g": 20, "carb_g": 40, "fat_g": 15 },
        { "tool": "log_weight", "measured_on": "2026-03-15", "weight_kg": 80 },
        { "tool": "log_sleep", "slept_on": "2026-03-15", "hours": 7.5 },
    ] })
}

#[tokio::test]
async fn all_of_it_is_logged_once_however_often_it_is_sent() {
    let app = empty().await;
    let first = call(&app, "log_several", logs()).await;
    assert_eq!(first["count"], 3);
    assert_eq!(first["logged"][1]["tool"], "log_weight");
    assert_eq!((&first["logged"][0]["id"], &first["logged"][2]["id"]), (&json!(1), &json!(1)));
    call(&app, "log_several", logs()).await;
    assert_eq!(call(&app, "get_meals", json!({})).await["count"], 1);
    assert_eq!(call(&app, "get_macros_today", json!({})).await["kcal_in"], 400);
}

#[tokio::test]
async fn one_that_is_wrong_keeps_all_of_it_out_and_every_fault_is_told() {
    let app = empty().await;
    let mut wrong = logs();
    wrong["logs"][0]["kcal"] = json!(-1);
    wrong["logs"][1]["weight_kg"] = json!(9_000);
    wrong["logs"][2]["kcal"] = json!(5);
    let text = refused(&app, "log_several", wrong).await;
    for path in ["logs[0].kcal", "logs[1].weight_kg", "logs[2].kcal"] {
        assert!(text.contains(path), "{path}: {text}");
    }
    assert_eq!(call(&app, "get_meals", json!({})).await["count"], 0);
    assert_eq!(call(&app, "get_sleep_recent", json!({})).await["count"], 0);
}

#[tokio::test]
async fn one_that_is_refused_says_which_it_was() {
    let app = empty().await;
    let mut wrong = logs();
    wrong["logs"][2] =
        json!({ "tool": "log_meal_from_stored", "stored_meal_id": 7, "eaten_at": "2026-03-15T09:00" });
    let told: Value = serde_json::from_str(&refused(&app, "log_several", wrong).await).unwrap();
    assert_eq!((&told["error"], &told["logs_index"]), (&json!("stored_meal_not_found"), &json!(2)));
    assert_eq!(call(&app, "get_weights", json!({})).await["count"], 0);
}

#[tokio::test]
async fn a_log_that_is_deleted_can_be_sent_again() {
    let app = empty().await;
    call(&app, "log_several", logs()).await;
    call(&app, "delete_meal", json!({ "meal_id": 1, "confirm": true })).await;
    call(&app, "log_several", logs()).await;
    assert_eq!(call(&app, "get_meals", json!({})).await["count"], 1);
}
