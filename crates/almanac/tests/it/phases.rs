//! Phases, the daily energy, and how days are judged.

use belay_testkit::TestApp;
use serde_json::{Value, json};

use crate::journal::{call, empty, refused};

fn phase(phase_type: &str, deficit: i64, started_on: &str) -> Value {
    json!({ "name": "A phase", "phase_type": phase_type, "deficit_kcal": deficit, "tdee_override": 2400,
            "base_protein_g": 180, "base_carb_g": 160, "base_fat_g": 60, "started_on": started_on })
}

async fn eat(app: &TestApp, at: &str, kcal: i64) -> Value {
    call(app, "log_meal", json!({ "eaten_at": at, "kcal": kcal, "protein_g": 1, "carb_g": 1, "fat_g": 1 }))
        .await
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[tokio::test]
async fn without_a_weight_a_phase_says_what_it_needs() {
    let app = empty().await;
    let mut start = phase("cut", -450, "2026-03-15");
    start.as_object_mut().unwrap().remove("tdee_override");
    let told = parsed(&refused(&app, "start_nutrition_phase", start.clone()).await);
    assert_eq!(
        (&told["error"], &told["required_action"]),
        (&json!("tdee_unavailable"), &json!("log_weight"))
    );
    assert_eq!(told["hints"]["missing_profile_fields"], json!(["weight_kg"]));
    call(&app, "log_weight", json!({ "measured_on": "2026-03-15", "weight_kg": 80 })).await;
    let started = call(&app, "start_nutrition_phase", start).await;
    assert_eq!(
        (&started["phase"]["tdee_source"], &started["phase"]["tdee_at_phase_start"]),
        (&json!("formula"), &json!(2448))
    );
    assert_eq!(started["phase"]["daily_kcal_target"], 1998);
}

#[tokio::test]
async fn a_day_is_told_against_its_target_as_the_meal_is_logged() {
    let app = empty().await;
    call(&app, "start_nutrition_phase", phase("maintenance", 0, "2026-03-15")).await;
    let logged = eat(&app, "2026-03-15T11:00", 1200).await;
    let summary = logged["summary"].as_str().unwrap();
    assert!(
        summary.ends_with("day total 1200/2400 (50%)") && summary.starts_with("1200 kcal logged"),
        "{summary}"
    );
    let observed = &logged["day_target"]["observed"];
    assert_eq!((&observed["vs_target"], &observed["status"]), (&json!(-1200), &json!("off_track")));
    assert_eq!(call(&app, "get_macros_today", json!({})).await["pct"], 50);
}

#[tokio::test]
async fn a_new_phase_ends_the_one_before_and_past_days_keep_theirs() {
    let app = empty().await;
    call(&app, "start_nutrition_phase", phase("cut", -500, "2026-03-01")).await;
    eat(&app, "2026-03-10T12:00", 2300).await;
    call(&app, "start_nutrition_phase", phase("bulk", 300, "2026-03-14")).await;
    let phases = call(&app, "get_phase_history", json!({})).await["phases"].clone();
    assert_eq!((&phases[0]["ended_on"], &phases[1]["ended_on"]), (&json!(null), &json!("2026-03-13")));
    let past = call(&app, "get_macros_for_date", json!({ "date": "2026-03-10" })).await["day_target"].clone();
    assert_eq!((&past["target"]["kcal"], &past["observed"]["status"]), (&json!(1900), &json!("at_risk")));
    let empty_day =
        call(&app, "get_macros_for_date", json!({ "date": "2026-03-11" })).await["day_target"].clone();
    assert_eq!(empty_day["observed"]["status"], Value::Null, "a day without food is no success");
    let before = call(&app, "get_macros_for_date", json!({ "date": "2026-02-11" })).await;
    assert_eq!(before["day_target"], Value::Null);
    let early = parsed(&refused(&app, "start_nutrition_phase", phase("cut", -500, "2026-03-05")).await);
    assert_eq!(early["error"], "phase_overlap");
}

#[tokio::test]
async fn a_patch_that_leaves_numbers_open_or_breaks_the_phase_is_refused_over_every_door() {
    let app = empty().await;
    call(&app, "start_nutrition_phase", phase("cut", -500, "2026-03-01")).await;
    for (change, code, detail) in [
        (json!({ "daily_kcal_target": 2000 }), "ambiguous_patch", Some(("field", "daily_kcal_target"))),
        (json!({ "deficit_kcal": -400 }), "ambiguous_patch", Some(("field", "deficit_kcal"))),
        (
            json!({ "deficit_kcal": -400, "daily_kcal_target": 2000 }),
            "ambiguous_patch",
            Some(("missing_field", "tdee_at_phase_start")),
        ),
        (
            json!({ "tdee_at_phase_start": 2400, "deficit_kcal": -400, "daily_kcal_target": 1900 }),
            "inconsistent_patch",
            None,
        ),
        (json!({ "tdee_at_phase_start": 2400, "deficit_kcal": -120 }), "validation_failed", None),
        (json!({ "phase_type": "bulk" }), "validation_failed", None),
        (json!({ "phase_type": "maintenance", "name": "Level" }), "validation_failed", None),
        (json!({ "intent": "bulk" }), "validation_failed", None),
        (json!({ "planned_end_on": "2026-02-01" }), "validation_failed", None),
        (json!({ "ended_on": "2026-02-28" }), "validation_failed", None),
    ] {
        let mut input = change.clone();
        input["phase_id"] = json!(1);
        let told = parsed(&refused(&app, "update_phase", input).await);
        assert_eq!(told["error"], code, "{change}");
        let path = "/api/v1/nutrition-phases/1";
        let rest = app.owner().rest(http::Method::PATCH, path, Some(change.clone())).await;
        assert_eq!((rest.status.as_u16(), &rest.json()["error"]), (400, &json!(code)), "{change}");
        if let Some((key, field)) = detail {
            assert_eq!(told[key], field, "{change}");
        }
    }
    let change = json!({ "phase_id": 1, "tdee_at_phase_start": 2500, "deficit_kcal": -400 });
    assert_eq!(call(&app, "update_phase", change).await["phase"]["daily_kcal_target"], 2100);
    let renamed = call(&app, "update_phase", json!({ "phase_id": 1, "name": "Spring" })).await;
    assert_eq!(renamed["phase"]["name"], "Spring");
}

#[tokio::test]
async fn one_phase_is_active_at_a_time() {
    let app = empty().await;
    assert_eq!(call(&app, "get_active_phase", json!({})).await["phase"], Value::Null);
    call(&app, "start_nutrition_phase", phase("cut", -500, "2026-03-01")).await;
    call(&app, "end_phase", json!({ "phase_id": 1, "ended_on": "2026-03-10" })).await;
    assert_eq!(call(&app, "get_active_phase", json!({})).await["phase"], Value::Null);
    call(&app, "start_nutrition_phase", phase("bulk", 300, "2026-03-10")).await;
    let first = call(&app, "get_phase_history", json!({})).await["phases"][1].clone();
    assert_eq!(first["ended_on"], "2026-03-09", "the shared day is the new phase's");
    let told = parsed(&refused(&app, "update_phase", json!({ "phase_id": 1, "ended_on": null })).await);
    assert_eq!(told["error"], "conflict_active_phase");
    call(&app, "delete_phase", json!({ "phase_id": 2, "confirm": true })).await;
    call(&app, "update_phase", json!({ "phase_id": 1, "ended_on": null })).await;
    assert_eq!(call(&app, "get_active_phase", json!({})).await["phase"]["id"], 1);
}

#[tokio::test]
async fn macros_that_miss_the_target_are_noted() {
    let app = empty().await;
    let mut start = phase("cut", -500, "2026-03-01");
    start["base_carb_g"] = json!(0);
    let started = call(&app, "start_nutrition_phase", start).await;
    assert!(started["note"].as_str().unwrap().contains("1260"), "{started}");
}

#[tokio::test]
async fn untracked_periods_do_not_overlap_and_those_to_come_are_listed() {
    let app = empty().await;
    let period = |from: &str, to: &str| json!({ "started_on": from, "ended_on": to, "reason": "vacation" });
    call(&app, "create_untracked_period", period("2026-06-01", "2026-06-10")).await;
    let told = parsed(&refused(&app, "create_untracked_period", period("2026-06-10", "2026-06-12")).await);
    assert_eq!((&told["error"], &told["conflicting_period"]["id"]), (&json!("period_overlap"), &json!(1)));
    refused(&app, "create_untracked_period", period("2026-07-10", "2026-07-09")).await;
    assert_eq!(call(&app, "list_untracked_periods", json!({})).await["count"], 1);
    call(&app, "delete_untracked_period", json!({ "period_id": 1, "confirm": true })).await;
    refused(&app, "delete_untracked_period", json!({ "period_id": 1, "confirm": true })).await;
}

#[tokio::test]
async fn a_steady_loss_is_measured_and_the_net_follows_any_edit() {
    let app = empty().await;
    for back in 1..=28_i8 {
        let on = jiff::civil::date(2026, 3, 15)
            .checked_sub(jiff::SignedDuration::from_hours(24 * i64::from(back)))
            .unwrap();
        let kg = 80.0 + 0.05 * f64::from(back);
        call(&app, "log_weight", json!({ "measured_on": on.to_string(), "weight_kg": kg })).await;
        eat(&app, &format!("{on}T12:00"), 2000).await;
    }
    eat(&app, "2026-03-15T11:00", 1000).await;
    let tdee = call(&app, "get_tdee", json!({})).await;
    assert_eq!((&tdee["kcal"], &tdee["basis"]), (&json!(2385), &json!("measured_intake")));
    assert_eq!(call(&app, "get_tdee", json!({ "window_days": 14 })).await["window_days"], 14);
    assert_eq!(call(&app, "get_macros_today", json!({})).await["net_kcal"], -1385);
    // 28 days with 280 kcal less on one of them: ten kcal less a day.
    call(&app, "update_meal", json!({ "id": 5, "kcal": 1720 })).await;
    assert_eq!(call(&app, "get_macros_today", json!({})).await["net_kcal"], -1375);
}
