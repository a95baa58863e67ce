//! What a person reached, found after writes and taken back by them.

use belay_testkit::TestApp;
use serde_json::{Value, json};

use crate::journal::{call, empty};
use crate::workouts::gym;

async fn codes(app: &TestApp) -> Vec<(String, f64, String)> {
    let told = call(app, "get_accomplishment_history", json!({ "limit": 500 })).await;
    let all = told["accomplishments"].as_array().unwrap();
    assert_eq!(told["total"].as_u64().unwrap(), all.len() as u64);
    let one = |one: &Value| {
        let text = |field: &str| one[field].as_str().unwrap().to_owned();
        (text("code"), one["value"].as_f64().unwrap(), text("earned_on"))
    };
    let mut codes: Vec<_> = all.iter().map(one).collect();
    codes.sort_by(|one, other| one.partial_cmp(other).unwrap());
    codes
}

fn earned(code: &str, value: f64, on: &str) -> (String, f64, String) {
    (code.to_owned(), value, on.to_owned())
}

async fn weigh(app: &TestApp, on: &str, kg: f64) -> Value {
    call(app, "log_weight", json!({ "measured_on": on, "weight_kg": kg })).await
}

async fn eat(app: &TestApp, on: &str, kcal: i64) -> Value {
    let meal =
        json!({ "eaten_at": format!("{on}T12:00"), "kcal": kcal, "protein_g": 1, "carb_g": 1, "fat_g": 1 });
    call(app, "log_meal", meal).await
}

fn day(of_march: i64) -> String {
    format!("2026-03-{of_march:02}")
}

#[tokio::test]
async fn a_streak_of_weigh_ins_is_noticed_once_and_again_after_a_break() {
    let app = empty().await;
    for of_march in 9..=15 {
        weigh(&app, &day(of_march), 80.0).await;
    }
    let first = earned("weigh_in_streak", 7.0, "2026-03-15");
    assert_eq!(codes(&app).await, std::slice::from_ref(&first));
    app.clock.set("2026-03-16T12:00:00Z".parse().unwrap());
    weigh(&app, "2026-03-16", 80.0).await;
    assert_eq!(codes(&app).await, std::slice::from_ref(&first), "the eighth day is the same streak");
    // The 17th is left out; the next streak counts from the 18th.
    app.clock.set("2026-03-24T12:00:00Z".parse().unwrap());
    for of_march in 18..=24 {
        weigh(&app, &day(of_march), 80.0).await;
    }
    assert_eq!(codes(&app).await, [first, earned("weigh_in_streak", 7.0, "2026-03-24")]);
}

#[tokio::test]
async fn a_delete_takes_back_what_no_longer_holds_and_nothing_else() {
    let app = empty().await;
    for of_march in 9..=15 {
        weigh(&app, &day(of_march), 80.0).await;
    }
    app.clock.set("2026-03-20T12:00:00Z".parse().unwrap());
    weigh(&app, "2026-03-20", 80.0).await;
    assert_eq!(codes(&app).await.len(), 1);
    call(&app, "delete_weight", json!({ "weight_id": 8, "confirm": true })).await;
    assert_eq!(codes(&app).await.len(), 1, "a later weigh-in is no part of the streak");
    call(&app, "delete_weight", json!({ "weight_id": 3, "confirm": true })).await;
    assert_eq!(codes(&app).await, []);
}

#[tokio::test]
async fn days_on_target_count_without_today_over_untracked_days_and_by_the_phase_of_their_time() {
    let app = empty().await;
    weigh(&app, "2026-03-01", 80.0).await;
    let phase = json!({
        "name": "Hold", "intent": "maintenance", "phase_type": "maintenance", "tdee_override": 2000,
        "daily_kcal_target": 2000, "base_protein_g": 150, "base_carb_g": 200, "base_fat_g": 67,
        "started_on": "2026-03-01",
    });
    call(&app, "start_nutrition_phase", phase).await;
    let away = json!({ "started_on": "2026-03-10", "ended_on": "2026-03-11", "reason": "sick" });
    call(&app, "create_untracked_period", away).await;
    for of_march in [6, 7, 8, 9, 12, 13, 15] {
        eat(&app, &day(of_march), 2000).await;
    }
    assert_eq!(codes(&app).await, [], "the 14th is missing, and today is not over");
    let meal = eat(&app, "2026-03-14", 2000).await;
    let seven = earned("target_adherence_streak", 7.0, "2026-03-14");
    assert_eq!(codes(&app).await, [seven]);
    call(&app, "update_meal", json!({ "id": meal["id"], "kcal": 3000 })).await;
    assert_eq!(codes(&app).await, []);
}

#[tokio::test]
async fn a_kilogram_lost_counts_in_a_cut_and_not_in_a_bulk() {
    for (kind, deficit, number) in [("cut", -400, 1), ("bulk", 400, 0)] {
        let app = empty().await;
        weigh(&app, "2026-03-01", 80.0).await;
        let phase = json!({
            "name": "Spring", "intent": kind, "phase_type": kind, "tdee_override": 2400, "deficit_kcal": deficit,
            "base_protein_g": 150, "base_carb_g": 200, "base_fat_g": 60, "started_on": "2026-03-02",
        });
        call(&app, "start_nutrition_phase", phase).await;
        for of_march in 3..=12 {
            weigh(&app, &day(of_march), 77.0).await;
        }
        let found = codes(&app).await;
        let milestones = found.iter().filter(|one| one.0 == "weight_milestone").count();
        assert_eq!(milestones, number, "{found:?}");
    }
}

#[tokio::test]
async fn a_record_must_be_beaten_and_goes_with_the_set_that_made_it() {
    let app = gym().await;
    let lift = async |on: &str, kg: f64| {
        let sets = json!([{ "reps": 5, "weight_kg": kg }]);
        let exercises = json!([{ "exercise_id": 2, "display_order": 0, "planned_sets": 1, "sets": sets }]);
        let log = json!({ "started_at": format!("{on}T18:00"), "rpe": 8, "exercises": exercises });
        call(&app, "log_workout", log).await
    };
    lift("2026-03-10", 100.0).await;
    assert_eq!(codes(&app).await, []);
    lift("2026-03-12", 105.0).await;
    assert_eq!(codes(&app).await, [earned("strength_pr", 122.5, "2026-03-12")]);
    let recent = call(&app, "get_accomplishments", json!({})).await;
    assert_eq!(
        recent["summary_lines"],
        json!(["2026-03-12: Personal record in Back squat: 105.0 kg for 5, about 120 kg once"])
    );
    call(&app, "update_user_profile", json!({ "preferred_unit_system": "imperial" })).await;
    let recent = call(&app, "get_accomplishments", json!({})).await;
    assert_eq!(
        recent["accomplishments"][0]["message"],
        "Personal record in Back squat: 231.5 lb for 5, about 270 lb once"
    );
    call(&app, "update_set", json!({ "id": 2, "weight_kg": 95 })).await;
    assert_eq!(codes(&app).await, []);
}

#[tokio::test]
async fn totals_are_of_the_day_that_reached_them() {
    let app = empty().await;
    for number in 0..50_i64 {
        let on = format!("2026-0{}-{:02}", 1 + number / 28, 1 + number % 28);
        weigh(&app, &on, 80.0).await;
    }
    let found = codes(&app).await;
    assert!(found.contains(&earned("weigh_in_total", 50.0, "2026-02-22")), "{found:?}");
    call(&app, "delete_weight", json!({ "weight_id": 1, "confirm": true })).await;
    assert!(!codes(&app).await.iter().any(|one| one.0 == "weigh_in_total"));
}

#[tokio::test]
async fn sleep_recovers_on_the_night_that_makes_the_difference() {
    let app = empty().await;
    for (of_march, hours) in [(10, 6.0), (12, 8.5), (13, 8.0), (14, 8.0), (15, 9.0)] {
        call(&app, "log_sleep", json!({ "slept_on": day(of_march), "hours": hours })).await;
    }
    assert_eq!(codes(&app).await, [earned("sleep_recovery", 4.0, "2026-03-15")]);
    call(&app, "update_sleep", json!({ "id": 5, "hours": 7 })).await;
    assert_eq!(codes(&app).await, []);
}

#[tokio::test]
async fn a_phase_that_went_the_right_way_is_completed_when_it_ends() {
    let app = empty().await;
    weigh(&app, "2026-02-01", 82.0).await;
    let phase = json!({
        "name": "Winter cut", "intent": "cut", "phase_type": "cut", "tdee_override": 2400, "deficit_kcal": -400,
        "base_protein_g": 150, "base_carb_g": 200, "base_fat_g": 60, "started_on": "2026-02-01",
        "planned_end_on": "2026-04-15",
    });
    call(&app, "start_nutrition_phase", phase).await;
    assert_eq!(codes(&app).await.len(), 1, "half way through");
    weigh(&app, "2026-03-10", 80.0).await;
    call(&app, "end_phase", json!({ "phase_id": 1, "ended_on": "2026-03-14" })).await;
    let found: Vec<_> = codes(&app).await.into_iter().map(|one| one.0).collect();
    assert_eq!(found, ["phase_complete", "phase_halfway"]);
    call(&app, "update_phase", json!({ "phase_id": 1, "ended_on": null })).await;
    let found: Vec<_> = codes(&app).await.into_iter().map(|one| one.0).collect();
    assert_eq!(found, ["phase_halfway"]);
}

#[tokio::test]
async fn the_history_counts_every_kind_and_names_the_best() {
    let app = gym().await;
    let empty = call(&app, "get_accomplishment_history", json!({})).await;
    assert_eq!(empty["by_type"].as_object().unwrap().len(), 13);
    assert_eq!(empty["aggregates_summary"], "Nothing yet");
    for of_march in 2..=15 {
        weigh(&app, &day(of_march), 80.0).await;
    }
    let told = call(&app, "get_accomplishment_history", json!({})).await;
    assert_eq!(told["by_type"]["weigh_in_streak"], 2);
    assert_eq!(told["best_by_type"]["weigh_in_streak"]["value"], 14.0);
    assert_eq!(told["best_by_type"]["strength_pr"], Value::Null);
    assert_eq!(told["accomplishments"][0]["value"], 14.0);
    assert_eq!(
        told["accomplishments"][0]["prior_best"],
        json!({ "earned_on": "2026-03-14", "value": 7.0 }),
        "the first week was full on the day before, when this morning's weigh-in was still to come"
    );
}
