//! How the person stands today, and what the workouts say.

use belay_testkit::TestApp;
use serde_json::{Value, json};

use crate::journal::{call, empty};
use crate::workouts::gym;

async fn codes(app: &TestApp) -> Vec<String> {
    let next = call(app, "get_next_best_action", json!({})).await;
    next["actions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|action| action["code"].as_str().unwrap().to_owned())
        .collect()
}

async fn set_up(app: &TestApp) {
    let profile = json!({ "dob": "1990-01-01", "height_cm": 180, "sex": "male", "activity_level": "light" });
    call(app, "update_user_profile", profile).await;
    call(app, "log_weight", json!({ "measured_on": "2026-03-15", "weight_kg": 80 })).await;
    let phase = json!({ "name": "Level", "phase_type": "maintenance", "deficit_kcal": 0, "base_protein_g": 150,
                        "base_carb_g": 250, "base_fat_g": 80, "started_on": "2026-03-01" });
    call(app, "start_nutrition_phase", phase).await;
}

#[tokio::test]
async fn a_new_person_is_led_from_nothing_to_all_clear_without_ever_training() {
    let app = empty().await;
    assert_eq!(codes(&app).await, ["complete_profile", "log_initial_weight", "start_nutrition_phase"]);
    set_up(&app).await;
    let next = call(&app, "get_next_best_action", json!({})).await;
    assert_eq!((&next["onboarding_complete"], &next["all_clear"]), (&json!(true), &json!(false)));
    assert_eq!(
        next["actions"][0]["suggested_args"],
        json!({ "slept_on": "2026-03-15" }),
        "last night is today's row"
    );
    assert_eq!(codes(&app).await, ["log_yesterday_sleep", "log_yesterday_steps"]);
    call(&app, "log_sleep", json!({ "slept_on": "2026-03-15", "hours": 7 })).await;
    call(&app, "log_steps", json!({ "on_date": "2026-03-14", "steps": 8000 })).await;
    let next = call(&app, "get_next_best_action", json!({})).await;
    assert_eq!(
        (&next["all_clear"], &next["headline"], &next["actions"]),
        (&json!(true), &Value::Null, &json!([]))
    );
}

#[tokio::test]
async fn who_trains_is_asked_for_a_template() {
    let app = empty().await;
    set_up(&app).await;
    call(&app, "define_exercise_group", json!({ "name": "Back" })).await;
    call(&app, "define_exercise", json!({ "group_id": 1, "name": "Row" })).await;
    assert_eq!(codes(&app).await, ["create_workout_templates"]);
}

#[tokio::test]
async fn the_hour_rules_go_on_after_midnight() {
    let app = empty().await;
    set_up(&app).await;
    for day in 8..15 {
        let meal = json!({ "eaten_at": format!("2026-03-{day:02}T12:00"), "kcal": 2400, "protein_g": 1, "carb_g": 1, "fat_g": 1 });
        call(&app, "log_meal", meal).await;
    }
    let snack =
        json!({ "eaten_at": "2026-03-15T11:00", "kcal": 300, "protein_g": 1, "carb_g": 1, "fat_g": 1 });
    call(&app, "log_meal", snack).await;
    let has = async |code: &str| {
        let status = call(&app, "get_day_status", json!({})).await;
        status["nudges"].as_array().unwrap().iter().any(|nudge| nudge["code"] == code)
    };
    assert!(!has("low_intake_today").await, "at noon there is time left");
    app.clock.set("2026-03-16T00:30:00Z".parse().unwrap());
    assert!(has("low_intake_today").await, "half past midnight is still the same day");
    app.clock.set("2026-03-16T04:30:00Z".parse().unwrap());
    assert!(!has("low_intake_today").await, "a new day");
}

#[tokio::test]
async fn the_context_holds_the_day_the_week_and_the_body_in_few_bytes() {
    let app = gym().await;
    set_up(&app).await;
    call(&app, "log_workout", json!({ "started_at": "2026-03-14T18:00", "rpe": 8, "template_id": 1 })).await;
    let meal = |day: &str| json!({ "eaten_at": format!("{day}T12:00"), "kcal": 2400, "protein_g": 150, "carb_g": 1, "fat_g": 1 });
    call(&app, "log_meal", meal("2026-03-14")).await;
    call(&app, "log_meal", meal("2026-03-15")).await;
    call(
        &app,
        "log_alcohol",
        json!({ "started_at": "2026-03-14T21:00", "drinks_count": 1, "est_kcal": 100 }),
    )
    .await;
    let context = call(&app, "get_today_context", json!({})).await;
    assert_eq!((&context["today_date"], &context["phase"]["days_in"]), (&json!("2026-03-15"), &json!(14)));
    let week = &context["week_to_date"];
    assert_eq!(
        (&week["avg_kcal_in"]["value"], &week["workouts_count"]["value"]),
        (&json!(2500.0), &json!(1.0))
    );
    assert_eq!(
        (&week["avg_kcal_in"]["window_days"], &week["avg_kcal_in"]["days_with_data"]),
        (&json!(7), &json!(1))
    );
    assert_eq!(context["phase_adherence"]["logged_days"], 1, "today is not over");
    assert_eq!(
        (&context["stim_states"][0]["phase"], &context["stim_states"][0]["trainable_capacity"]),
        (&json!("too_soon"), &json!("depleted"))
    );
    assert_eq!(context["today"]["energy_balance"]["total_in"], 2400);
    assert!(context.to_string().len() < 6_000, "{}", context.to_string().len());
}

#[tokio::test]
async fn skipped_exercises_and_those_without_sets_train_nothing() {
    let app = gym().await;
    let deviations =
        json!([{ "op": "skip", "exercise_id": 1 }, { "op": "override_sets", "exercise_id": 2, "sets": [] }]);
    let log =
        json!({ "started_at": "2026-03-15T10:00", "rpe": 8, "template_id": 1, "deviations": deviations });
    call(&app, "log_workout", log).await;
    let states = call(&app, "get_stim_state", json!({})).await["stim_states"].clone();
    assert!(states.as_array().unwrap().iter().all(|state| state["last_hit_at"] == Value::Null), "{states}");
    let best = call(&app, "get_recommended_template", json!({})).await["recommendations"][0].clone();
    assert_eq!((&best["template_name"], &best["confidence"]), (&json!("Full"), &json!("low")));
}

#[tokio::test]
async fn a_month_shows_workouts_without_a_template_too_and_proposes_days_to_come() {
    let app = gym().await;
    call(&app, "log_workout", json!({ "started_at": "2026-03-14T18:00", "rpe": 8, "template_id": 1 })).await;
    let free = json!([{ "exercise_id": 1, "display_order": 0, "planned_sets": 1, "sets": [{ "reps": 5 }] }]);
    call(&app, "log_workout", json!({ "started_at": "2026-03-10T18:00", "rpe": 8, "exercises": free })).await;
    let month = call(&app, "get_calendar", json!({ "month": "2026-03" })).await;
    assert_eq!(
        (&month["tally"]["total"], &month["past_sessions"][0]["template_name"]),
        (&json!(2), &json!("Unlabeled"))
    );
    let segments = month["pill_segments"][0]["segments"].as_array().unwrap();
    let proposed: Vec<&Value> = segments.iter().filter(|one| one["is_proposed"] == true).collect();
    assert_eq!((proposed.len(), &proposed[0]["date"]), (1, &json!("2026-03-18")));
    assert_eq!(call(&app, "get_calendar", json!({ "month": "2026-02" })).await["pill_segments"], json!([]));
    assert!(app.owner().mcp("get_calendar", json!({ "month": "2026-13" })).await.is_error);
    let patterns = call(&app, "get_training_history", json!({})).await;
    assert_eq!((&patterns["sessions"], patterns["by_split"].as_array().unwrap().len()), (&json!(2), 2));
}

#[tokio::test]
async fn drinks_before_a_workout_are_told_by_how_long_before() {
    let app = gym().await;
    call(&app, "log_workout", json!({ "started_at": "2026-03-15T10:00", "rpe": 8, "template_id": 1 })).await;
    for (at, drinks) in [
        ("2026-03-15T08:00", 1.0),
        ("2026-03-14T20:00", 2.0),
        ("2026-03-13T20:00", 0.5),
        ("2026-03-12T20:00", 9.0),
    ] {
        call(&app, "log_alcohol", json!({ "started_at": at, "drinks_count": drinks, "est_kcal": 100 })).await;
    }
    let overlay = call(&app, "get_alcohol_overlay", json!({ "workout_id": 1 })).await;
    let zones =
        ["drinks_peak_mps_zone", "drinks_sleep_zone", "drinks_recovered_zone", "total_drinks_in_window"];
    assert_eq!(zones.map(|zone| overlay[zone].as_f64().unwrap()), [1.0, 2.0, 0.5, 3.5]);
    assert_eq!(overlay["est_kcal_in_window"], 300);
}
