//! Drinks, nights, steps and cardio.

use serde_json::{Value, json};

use crate::journal::{call, empty, refused};

#[tokio::test]
async fn drinks_count_for_the_day_s_kcal_and_no_macros() {
    let app = empty().await;
    let drinks = json!({ "started_at": "2026-03-14T22:00", "ended_at": "2026-03-15T01:00", "drinks_count": 2.5, "est_kcal": 350 });
    call(&app, "log_alcohol", drinks).await;
    let totals =
        call(&app, "get_macros_for_date", json!({ "date": "2026-03-14" })).await["day_totals"].clone();
    assert_eq!(
        (&totals["kcal"], &totals["kcal_from_food"], &totals["carb_g"]),
        (&json!(350), &json!(0), &json!(0.0))
    );
    let backwards = json!({ "id": 1, "ended_at": "2026-03-14T21:00" });
    assert!(refused(&app, "update_alcohol", backwards).await.contains("ended_at"));
    call(&app, "update_alcohol", json!({ "id": 1, "est_kcal": 300, "ended_at": null })).await;
    let listed = call(&app, "get_alcohol_recent", json!({})).await["alcohol_sessions"][0].clone();
    assert_eq!(
        (&listed["est_kcal"], &listed["ended_at"], &listed["day"]),
        (&json!(300), &Value::Null, &json!("2026-03-14"))
    );
    call(&app, "delete_alcohol", json!({ "alcohol_id": 1, "confirm": true })).await;
    assert_eq!(call(&app, "get_macros_today", json!({})).await["kcal_in"], 0);
}

#[tokio::test]
async fn a_night_is_logged_under_either_date_and_never_both() {
    let app = empty().await;
    let logged =
        call(&app, "log_sleep", json!({ "night_of": "2026-03-14", "hours": 6.5, "quality": 3 })).await;
    assert_eq!(logged["summary"], "Night of 2026-03-14, woke 2026-03-15: 6.5 h, 3/5");
    call(&app, "log_sleep", json!({ "slept_on": "2026-03-15", "hours": 7 })).await;
    let listed = call(&app, "get_sleep_recent", json!({})).await;
    assert_eq!((&listed["count"], &listed["sleep_logs"][0]["hours"]), (&json!(1), &json!(7.0)));
    for wrong in [
        json!({ "hours": 7 }),
        json!({ "hours": 7, "slept_on": "2026-03-15", "night_of": "2026-03-14" }),
        json!({ "hours": 25, "slept_on": "2026-03-15" }),
        json!({ "hours": 7, "night_of": "2026-03-15" }),
    ] {
        refused(&app, "log_sleep", wrong).await;
    }
}

#[tokio::test]
async fn the_debt_leaves_untracked_nights_out() {
    let app = empty().await;
    for (on, hours) in [("2026-03-15", 6.0), ("2026-03-14", 5.0), ("2026-03-13", 9.0)] {
        call(&app, "log_sleep", json!({ "slept_on": on, "hours": hours })).await;
    }
    assert_eq!(call(&app, "get_sleep_debt", json!({})).await["debt_hours"], 5.0);
    assert_eq!(call(&app, "get_sleep_debt", json!({ "window_days": 1 })).await["debt_hours"], 2.0);
    let sick = json!({ "started_on": "2026-03-14", "ended_on": "2026-03-14", "reason": "sick" });
    call(&app, "create_untracked_period", sick).await;
    assert_eq!(call(&app, "get_sleep_debt", json!({})).await["debt_hours"], 2.0);
}

#[tokio::test]
async fn steps_bring_kcal_by_the_weight_of_their_day() {
    let app = empty().await;
    call(&app, "log_weight", json!({ "measured_on": "2026-03-10", "weight_kg": 82.4 })).await;
    call(&app, "log_weight", json!({ "measured_on": "2026-03-15", "weight_kg": 70 })).await;
    let logged = call(&app, "log_steps", json!({ "on_date": "2026-03-14", "steps": 10_000 })).await;
    assert_eq!(logged["summary"], "Logged 10,000 steps for 2026-03-14, ~412 kcal");
    let kcal = async |change: Value| call(&app, "update_steps", change).await["step_log"]["est_kcal"].clone();
    assert_eq!(kcal(json!({ "id": 1, "steps": 20_000 })).await, 824);
    assert_eq!(kcal(json!({ "id": 1, "steps": 5_000, "est_kcal": 99 })).await, 99);
    assert_eq!(kcal(json!({ "id": 1, "est_kcal": null })).await, Value::Null);
    let day = app.owner().get("/step-logs/by-date/2026-03-14").await.json();
    assert_eq!(day["step_log"]["steps"], 5_000);
    assert_eq!(app.owner().get("/step-logs/by-date/2026-03-13").await.status.as_u16(), 404);
}

#[tokio::test]
async fn cardio_tells_what_heart_rate_says_and_keeps_the_users_figure() {
    let app = empty().await;
    call(&app, "update_user_profile", json!({ "sex": "male", "dob": "1996-01-15" })).await;
    call(&app, "log_weight", json!({ "measured_on": "2026-03-10", "weight_kg": 80 })).await;
    let session =
        json!({ "started_at": "2026-03-14T18:00", "est_kcal": 700, "duration_min": 30, "avg_hr": 150 });
    let logged = call(&app, "log_cardio", session).await;
    assert_eq!((&logged["est_kcal"], &logged["kcal_estimate"]["est_kcal_hr"]), (&json!(700), &json!(346)));
    assert_eq!(logged["estimate_warning"]["delta_pct"], 102.3);
    // A later weight changes nothing about it.
    call(&app, "log_weight", json!({ "measured_on": "2026-03-15", "weight_kg": 120 })).await;
    let listed = call(&app, "get_cardio_recent", json!({})).await["cardio_sessions"][0].clone();
    assert_eq!((&listed["kcal_estimate"]["est_kcal_hr"], &listed["id"]), (&json!(346), &json!(1)));
    let calm =
        call(&app, "update_cardio", json!({ "id": 1, "est_kcal": 340, "avg_hr": null })).await["cardio"]
            .clone();
    assert_eq!((&calm["kcal_estimate"], &calm["estimate_warning"]), (&Value::Null, &Value::Null));
    call(&app, "delete_cardio", json!({ "cardio_id": 1, "confirm": true })).await;
}

#[tokio::test]
async fn movement_is_shown_beside_the_target_and_never_taken_off() {
    let app = empty().await;
    let phase = json!({ "name": "Level", "phase_type": "maintenance", "deficit_kcal": 0, "tdee_override": 2400, "base_protein_g": 150,
                        "base_carb_g": 250, "base_fat_g": 80, "started_on": "2026-03-01" });
    call(&app, "start_nutrition_phase", phase).await;
    call(&app, "log_cardio", json!({ "started_at": "2026-03-14T18:00", "est_kcal": 300 })).await;
    call(&app, "log_steps", json!({ "on_date": "2026-03-13", "steps": 10_000, "est_kcal": 410 })).await;
    let range = json!({ "from_date": "2026-03-13", "to_date": "2026-03-14" });
    let days = call(&app, "get_macros_range", range).await["days"].clone();
    let observed = |at: usize, field: &str| days[at]["day_target"]["observed"][field].clone();
    assert_eq!((observed(0, "steps_kcal"), observed(1, "steps_kcal")), (json!(410), Value::Null));
    assert_eq!((observed(0, "cardio_kcal"), observed(1, "cardio_kcal")), (json!(0), json!(300)));
    assert_eq!(observed(1, "vs_target"), -2400);
}
