//! Days, figures, and what the tools say and offer.

use http::{Method, StatusCode};
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{code, eat, meal, phase, weigh};
use crate::journal::{call, empty, refused};
use crate::workouts::gym;

#[tokio::test]
async fn defect_18_an_evening_west_of_greenwich_counts_for_its_own_day() {
    let app = empty().await;
    call(&app, "update_user_profile", json!({ "timezone": "America/Los_Angeles" })).await;
    // Half past nine in the evening there is half past four of the next day in UTC.
    eat(&app, "2026-03-14T21:30", 700).await;
    let day = call(&app, "get_macros_for_date", json!({ "date": "2026-03-14" })).await;
    assert_eq!(day["day_totals"]["kcal"], 700);
    call(&app, "log_sleep", json!({ "slept_on": "2026-03-15", "hours": 5 })).await;
    assert_eq!(call(&app, "get_sleep_debt", json!({})).await["debt_hours"], 3.0);
}

#[tokio::test]
async fn defect_19_and_20_a_past_day_is_told_by_what_held_on_it() {
    let app = empty().await;
    call(&app, "start_nutrition_phase", phase("cut", -500, "2026-03-01")).await;
    eat(&app, "2026-03-05T12:00", 1_900).await;
    let before =
        call(&app, "get_macros_for_date", json!({ "date": "2026-03-05" })).await["day_target"].clone();
    call(&app, "start_nutrition_phase", phase("bulk", 300, "2026-03-10")).await;
    call(&app, "end_phase", json!({ "phase_id": 2, "ended_on": "2026-03-14" })).await;
    weigh(&app, "2026-03-14", 90.0).await;
    let after =
        call(&app, "get_macros_for_date", json!({ "date": "2026-03-05" })).await["day_target"].clone();
    assert_eq!((before["observed"]["status"].clone(), before), (json!("on_track"), after));
}

#[tokio::test]
async fn defect_21_the_day_begins_when_its_person_says_and_the_evening_lasts_past_midnight() {
    let app = empty().await;
    call(&app, "update_user_profile", json!({ "day_start_hour": 11 })).await;
    assert_eq!(eat(&app, "2026-03-15T10:00", 300).await["day"], "2026-03-14");
    call(&app, "start_nutrition_phase", phase("cut", -400, "2026-03-10")).await;
    app.clock.set("2026-03-16T00:30:00Z".parse().unwrap());
    let nudges = call(&app, "get_day_status", json!({})).await["nudges"].clone();
    assert!(nudges.as_array().unwrap().iter().any(|nudge| nudge["code"] == "unlogged_steps"), "{nudges}");
}

#[tokio::test]
async fn defect_22_a_steady_loss_is_measured_as_the_energy_balance_has_it() {
    let app = empty().await;
    for day in 0..28_i64 {
        let on = jiff::civil::date(2026, 2, 15)
            .saturating_add(SignedDuration::from_hours(24).saturating_mul(i32::try_from(day).unwrap()));
        weigh(&app, &on.to_string(), 80.0 - 0.05 * day as f64).await;
        eat(&app, &format!("{on}T08:00"), 2_000).await;
    }
    let kcal = call(&app, "get_tdee", json!({})).await["kcal"].as_i64().unwrap();
    assert!((kcal - 2_385).abs() <= 25, "{kcal}");
}

#[tokio::test]
async fn defect_23_the_trend_does_not_depend_on_the_question() {
    let app = empty().await;
    for (day, kg) in [(1, 82.0), (5, 80.0), (9, 81.0), (13, 79.0)] {
        weigh(&app, &format!("2026-03-{day:02}"), kg).await;
    }
    let last = async |from: &str| {
        let points = call(&app, "get_weight_trend", json!({ "from": from })).await["points"].clone();
        points.as_array().unwrap().last().unwrap()["trend_kg"].clone()
    };
    assert_eq!(last("2026-03-01").await, last("2026-03-13").await);
}

#[tokio::test]
async fn defect_24_modalities_differ() {
    let app = empty().await;
    call(&app, "update_user_profile", json!({ "sex": "male", "dob": "1996-01-15" })).await;
    weigh(&app, "2026-03-10", 80.0).await;
    let mut figures = Vec::new();
    for modality in ["run", "walk"] {
        let session = json!({ "started_at": "2026-03-14T18:00", "est_kcal": 300, "duration_min": 30, "avg_hr": 150, "modality": modality });
        figures.push(call(&app, "log_cardio", session).await["kcal_estimate"]["est_kcal_hr"].clone());
    }
    assert_ne!(figures[0], figures[1]);
}

#[tokio::test]
async fn defect_25_an_exercise_without_sets_trains_nothing_and_rest_makes_fresh() {
    let app = gym().await;
    let empty_sets = json!([{ "exercise_id": 1, "display_order": 0, "planned_sets": 3, "sets": [] }]);
    call(&app, "log_workout", json!({ "started_at": "2026-03-15T08:00", "rpe": 8, "exercises": empty_sets }))
        .await;
    let states = call(&app, "get_stim_state", json!({})).await["stim_states"].clone();
    assert!(
        states.as_array().unwrap().iter().all(|state| state["trainable_capacity"] == "fresh"),
        "{states}"
    );
}

#[tokio::test]
async fn defect_26_the_score_decides_what_to_train() {
    let app = gym().await;
    let item =
        |id: i64| json!([{ "exercise_id": id, "display_order": 0, "default_sets": 1, "default_reps": 5 }]);
    call(&app, "define_workout_template", json!({ "name": "Back only", "items": item(1) })).await;
    call(&app, "define_workout_template", json!({ "name": "Legs only", "items": item(2) })).await;
    // The back is in its window; legs were never trained, which alone is no advantage.
    call(&app, "log_workout", json!({ "started_at": "2026-03-09T20:00", "rpe": 8, "template_id": 2 })).await;
    let all = call(&app, "get_recommended_template", json!({ "top_n": 3 })).await["recommendations"].clone();
    let names: Vec<&str> =
        all.as_array().unwrap().iter().map(|one| one["template_name"].as_str().unwrap()).collect();
    let place = |name: &str| names.iter().position(|known| *known == name).unwrap();
    assert!(place("Back only") < place("Legs only"), "{names:?}");
}

#[tokio::test]
async fn defect_27_who_only_eats_is_done_with_setting_up_and_last_night_is_last_night() {
    let app = empty().await;
    let profile =
        json!({ "dob": "1990-01-01", "height_cm": 175, "sex": "female", "activity_level": "light" });
    call(&app, "update_user_profile", profile).await;
    weigh(&app, "2026-03-15", 70.0).await;
    call(&app, "start_nutrition_phase", phase("cut", -400, "2026-03-15")).await;
    let next = call(&app, "get_next_best_action", json!({})).await;
    assert_eq!(next["onboarding_complete"], true, "{next}");
    let sleep = next["actions"]
        .as_array()
        .unwrap()
        .iter()
        .find(|action| action["suggested_tool"] == "log_sleep")
        .cloned();
    assert_eq!(sleep.map(|action| action["suggested_args"]["slept_on"].clone()), Some(json!("2026-03-15")));
}

#[tokio::test]
async fn defect_28_what_follows_from_rows_follows_their_edits() {
    let app = empty().await;
    for day in 9..=15 {
        weigh(&app, &format!("2026-03-{day:02}"), 80.0).await;
    }
    assert_eq!(call(&app, "get_accomplishments", json!({})).await["count"], 1);
    call(&app, "delete_weight", json!({ "weight_id": 4, "confirm": true })).await;
    assert_eq!(call(&app, "get_accomplishments", json!({})).await["count"], 0);
}

#[tokio::test]
async fn defect_29_drinks_count_in_every_mean_and_target() {
    let app = empty().await;
    call(&app, "start_nutrition_phase", phase("maintenance", 0, "2026-03-01")).await;
    eat(&app, "2026-03-14T12:00", 1_000).await;
    let drinks = json!({ "started_at": "2026-03-14T20:00", "drinks_count": 2, "est_kcal": 300 });
    call(&app, "log_alcohol", drinks).await;
    let context = call(&app, "get_today_context", json!({})).await;
    assert_eq!(context["week_to_date"]["avg_kcal_in"]["value"], 1_300.0);
    let target =
        app.owner().rest(Method::GET, "/api/v1/signals/daily-target?date=2026-03-14", None).await.json();
    assert_eq!(target["intake"]["kcal"], 1_300);
}

#[tokio::test]
async fn defect_30_what_was_missing_is_there() {
    let tools = empty().await.owner().tools().await;
    for tool in [
        "archive_exercise",
        "unarchive_workout_template",
        "delete_phase",
        "delete_exercise_group",
        "update_exercise_group",
        "remove_exercise_from_workout",
        "get_weights",
        "get_sleep_debt",
        "get_alcohol_overlay",
        "get_report",
        "get_phase_estimate",
        "apply_starter_program",
        "undo_last_write",
        "log_several",
        "search_meals",
    ] {
        assert!(tools.iter().any(|known| known == tool), "{tool}");
    }
}

#[tokio::test]
async fn defect_31_texts_say_what_the_code_does() {
    let app = empty().await;
    for day in 10..=15 {
        call(&app, "log_steps", json!({ "on_date": format!("2026-03-{day}"), "steps": 5_000 })).await;
    }
    let until = json!({ "from_date": "2026-03-11", "to_date": "2026-03-13" });
    assert_eq!(call(&app, "get_steps_recent", until).await["count"], 3, "the last day is included");
    call(&app, "log_steps", json!({ "on_date": "2025-12-01", "steps": 5_000 })).await;
    let open = call(&app, "get_steps_recent", json!({ "to_date": "2026-03-13" })).await;
    assert_eq!(open["count"], 4, "an end alone keeps the usual span");
    for day in 0..30_i8 {
        let on = format!("2026-{:02}-{:02}", 2 + day / 28, 1 + day % 28);
        weigh(&app, &on, 80.0).await;
        eat(&app, &format!("{on}T12:00"), 2_000).await;
    }
    let window =
        async |days: i64| call(&app, "get_tdee", json!({ "window_days": days })).await["window_days"].clone();
    assert_ne!(window(14).await, window(28).await, "the window that is asked for is the one that is used");
}

#[tokio::test]
async fn defect_32_refusals_are_objects_and_nothing_there_is_no_success() {
    let app = empty().await;
    assert_eq!(code(&refused(&app, "get_workout", json!({ "id": 9 })).await), "workout_not_found");
    assert_eq!(
        code(&refused(&app, "delete_meal", json!({ "meal_id": 9, "confirm": true })).await),
        "meal_not_found"
    );
    assert_eq!(call(&app, "get_active_phase", json!({})).await["phase"], Value::Null);
}

#[tokio::test]
async fn defect_33_summaries_speak_pounds_where_they_should_and_answers_stay_small() {
    let app = empty().await;
    call(&app, "update_user_profile", json!({ "preferred_unit_system": "imperial" })).await;
    let told = weigh(&app, "2026-03-15", 80.0).await["summary"].clone();
    assert!(told.as_str().unwrap().contains("176.4 lb"), "{told}");
    let context = app.owner().mcp("get_today_context", json!({})).await.body;
    assert!(context.len() < 6_000, "{}", context.len());
}

#[tokio::test]
async fn defect_34_a_template_is_changed_whole_or_not_at_all() {
    let app = gym().await;
    let items = json!([{ "exercise_id": 99, "display_order": 0, "default_sets": 1 }]);
    refused(&app, "update_workout_template", json!({ "id": 1, "name": "New", "items": items })).await;
    let kept = call(&app, "list_workout_templates", json!({})).await["workout_templates"][0].clone();
    assert_eq!((&kept["name"], kept["items"].as_array().unwrap().len()), (&json!("Full"), 2));
}

#[tokio::test]
async fn defect_35_data_leaves_comes_back_and_is_described() {
    let app = empty().await;
    call(&app, "log_meal", meal()).await;
    let document = app.owner().rest(Method::GET, "/api/v1/export", None).await.json();
    assert_eq!(document["document"]["meals"].as_array().unwrap().len(), 1);
    let openapi = app.owner().rest(Method::GET, "/api/v1/openapi.json", None).await.json();
    assert!(openapi["openapi"].as_str().unwrap().starts_with("3.1"));
}

/// That one program serves all of it, with a local sign-in, is tried with the built program.
#[tokio::test]
async fn defect_36_one_program_answers_mcp_and_rest_alike() {
    let app = empty().await;
    call(&app, "log_meal", meal()).await;
    let over_rest = app.owner().rest(Method::GET, "/api/v1/meals/1", None).await;
    assert_eq!((over_rest.status, &over_rest.json()["meal"]["kcal"]), (StatusCode::OK, &json!(500)));
}
