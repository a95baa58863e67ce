//! What follows from rows follows every edit of them, at once.

use belay_testkit::TestApp;
use serde_json::{Value, json};

use super::{eat, phase, weigh};
use crate::journal::{call, empty};
use crate::workouts::gym;

async fn net(app: &TestApp, date: &str) -> Value {
    call(app, "get_macros_for_date", json!({ "date": date })).await["net_kcal"].clone()
}

async fn earned(app: &TestApp) -> Vec<(String, String)> {
    let told = call(app, "get_accomplishment_history", json!({ "limit": 500 })).await;
    let text = |one: &Value, field: &str| one[field].as_str().unwrap().to_owned();
    let all = told["accomplishments"].as_array().unwrap();
    let mut all: Vec<_> = all.iter().map(|one| (text(one, "code"), text(one, "earned_on"))).collect();
    all.sort();
    all
}

fn one(code: &str, on: &str) -> (String, String) {
    (code.to_owned(), on.to_owned())
}

/// Of a man of 80 kg, 175 cm and 30 years whose movement is light: 2,405 kcal by formula.
async fn known_man(app: &TestApp) {
    let profile = json!({ "sex": "male", "dob": "1996-01-15", "height_cm": 175, "activity_level": "light" });
    call(app, "update_user_profile", profile).await;
    weigh(app, "2026-03-01", 80.0).await;
}

#[tokio::test]
async fn defect_28_the_net_of_a_past_day_is_right_after_a_weigh_in_that_comes_late_and_after_it_is_gone() {
    let app = empty().await;
    known_man(&app).await;
    eat(&app, "2026-03-10T12:00", 2_000).await;
    assert_eq!(net(&app, "2026-03-10").await, -405);
    weigh(&app, "2026-03-09", 90.0).await;
    assert_eq!(net(&app, "2026-03-10").await, -542, "ten kilograms more are 137.5 kcal");
    call(&app, "update_weight", json!({ "id": 2, "weight_kg": 80 })).await;
    assert_eq!(net(&app, "2026-03-10").await, -405);
    call(&app, "update_weight", json!({ "id": 2, "weight_kg": 100 })).await;
    call(&app, "delete_weight", json!({ "weight_id": 2, "confirm": true })).await;
    assert_eq!(net(&app, "2026-03-10").await, -405);
}

#[tokio::test]
async fn defect_28_the_net_of_a_past_day_is_right_after_an_edit_of_the_profile() {
    let app = empty().await;
    known_man(&app).await;
    eat(&app, "2026-03-10T12:00", 2_000).await;
    for (change, expected) in [
        (json!({ "activity_level": "moderate" }), -711),
        (json!({ "activity_level": "sedentary" }), -99),
        (json!({ "activity_level": "light", "sex": "female" }), -176),
        (json!({ "sex": "male" }), -405),
    ] {
        call(&app, "update_user_profile", change.clone()).await;
        assert_eq!(net(&app, "2026-03-10").await, expected, "{change}");
    }
}

#[tokio::test]
async fn defect_28_the_net_moves_with_its_meals_when_the_zone_changes() {
    let app = empty().await;
    known_man(&app).await;
    eat(&app, "2026-03-10T23:00", 2_000).await;
    let both = async || [net(&app, "2026-03-10").await, net(&app, "2026-03-11").await];
    assert_eq!(both().await, [json!(-405), Value::Null]);
    call(&app, "update_user_profile", json!({ "timezone": "Asia/Tokyo" })).await;
    assert_eq!(both().await, [Value::Null, json!(-405)], "eight in the morning there");
    call(&app, "update_user_profile", json!({ "timezone": "UTC", "day_start_hour": 0 })).await;
    assert_eq!(both().await, [json!(-405), Value::Null]);
}

#[tokio::test]
async fn defect_28_the_net_is_right_after_days_are_said_to_be_untracked_and_after_that_is_taken_back() {
    let app = empty().await;
    for day in 15..=42_i64 {
        let on = format!("2026-{:02}-{:02}", 2 + (day - 1) / 28, 1 + (day - 1) % 28);
        weigh(&app, &on, 80.0).await;
        eat(&app, &format!("{on}T12:00"), if day > 37 { 4_800 } else { 2_000 }).await;
    }
    eat(&app, "2026-03-15T08:00", 1_500).await;
    // Five feasts among 28 days come to 2,500 kcal a day.
    assert_eq!(net(&app, "2026-03-15").await, -1_000);
    let away = json!({ "started_on": "2026-03-10", "ended_on": "2026-03-14", "reason": "vacation" });
    call(&app, "create_untracked_period", away).await;
    assert_eq!(net(&app, "2026-03-15").await, -500);
    call(&app, "delete_untracked_period", json!({ "period_id": 1, "confirm": true })).await;
    assert_eq!(net(&app, "2026-03-15").await, -1_000);
}

#[tokio::test]
async fn defect_28_a_record_goes_with_the_edit_or_the_delete_that_unmakes_it() {
    let app = gym().await;
    for (on, kg) in [("2026-03-10", 100), ("2026-03-12", 110), ("2026-03-14", 120)] {
        let exercises = json!([{ "exercise_id": 2, "display_order": 0, "planned_sets": 1,
            "sets": [{ "reps": 5, "weight_kg": kg }] }]);
        call(
            &app,
            "log_workout",
            json!({ "started_at": format!("{on}T18:00"), "rpe": 8, "exercises": exercises }),
        )
        .await;
    }
    let (second, third) = (one("strength_pr", "2026-03-12"), one("strength_pr", "2026-03-14"));
    assert_eq!(earned(&app).await, [second.clone(), third.clone()]);
    call(&app, "update_set", json!({ "id": 3, "weight_kg": 105 })).await;
    assert_eq!(earned(&app).await, std::slice::from_ref(&second), "it no longer beats the one before");
    call(&app, "delete_workout", json!({ "workout_id": 2, "confirm": true })).await;
    assert_eq!(earned(&app).await, [third], "with the one before gone it does");
    call(&app, "delete_workout", json!({ "workout_id": 3, "confirm": true })).await;
    assert_eq!(earned(&app).await, []);
}

#[tokio::test]
async fn defect_28_a_streak_is_noticed_each_time_it_is_reached_and_goes_with_a_day_of_it() {
    let app = empty().await;
    for day in (1..=7).chain(9..=15) {
        app.clock.set(format!("2026-03-{day:02}T12:00:00Z").parse().unwrap());
        weigh(&app, &format!("2026-03-{day:02}"), 80.0).await;
    }
    let (first, again) = (one("weigh_in_streak", "2026-03-07"), one("weigh_in_streak", "2026-03-15"));
    assert_eq!(earned(&app).await, [first.clone(), again]);
    call(&app, "delete_weight", json!({ "weight_id": 10, "confirm": true })).await;
    assert_eq!(earned(&app).await, [first]);
}

#[tokio::test]
async fn defect_28_a_bulk_counts_kilograms_gained_and_never_celebrates_a_loss() {
    for (kind, deficit, toward) in [("bulk", 400, 1.0), ("cut", -400, -1.0), ("maintenance", 0, 1.0)] {
        let app = empty().await;
        weigh(&app, "2026-03-01", 80.0).await;
        call(&app, "start_nutrition_phase", phase(kind, deficit, "2026-03-02")).await;
        for day in 3..=9 {
            weigh(&app, &format!("2026-03-{day:02}"), 80.0 - 4.0 * toward).await;
        }
        let milestones =
            async || earned(&app).await.into_iter().filter(|one| one.0 == "weight_milestone").count();
        assert_eq!(milestones().await, 0, "{kind}: the wrong way");
        for day in 10..=15 {
            weigh(&app, &format!("2026-03-{day:02}"), 80.0 + 10.0 * toward).await;
        }
        assert_eq!(milestones().await > 0, kind != "maintenance", "{kind}: the right way");
        for id in 9..=14 {
            call(&app, "delete_weight", json!({ "weight_id": id, "confirm": true })).await;
        }
        assert_eq!(milestones().await, 0, "{kind}: taken back");
    }
}
