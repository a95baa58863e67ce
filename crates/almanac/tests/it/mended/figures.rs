//! Figures that a model reckons with: the daily energy, and how trained a group of muscles is.

use belay_testkit::TestApp;
use jiff::SignedDuration;
use jiff::civil::date;
use serde_json::{Value, json};

use super::{eat, weigh};
use crate::journal::{call, empty};
use crate::workouts::gym;

/// So many days up to yesterday with 2,000 kcal each, over which the weight falls by 50 g a day. Some mornings are missed.
async fn steady(app: &TestApp, days: i32, missed: impl Fn(i32) -> bool) {
    for back in (1..=days).rev() {
        let on = date(2026, 3, 15).saturating_sub(SignedDuration::from_hours(24) * back);
        if !missed(back) {
            weigh(app, &on.to_string(), 80.0 + 0.05 * f64::from(back)).await;
        }
        eat(app, &format!("{on}T12:00"), 2_000).await;
    }
}

/// 50 g a day are 385 kcal of 7,700 a kilogram.
fn is_right(tdee: &Value) {
    let kcal = tdee["kcal"].as_i64().unwrap();
    assert!((kcal - 2_385).abs() <= 25, "{tdee}");
    assert_eq!((&tdee["source"], &tdee["basis"]), (&json!("measured"), &json!("measured_intake")));
}

#[tokio::test]
async fn defect_22_twenty_eight_and_sixty_weigh_ins_of_a_steady_loss_give_the_same_right_figure() {
    for (days, confidence) in [(28, "early"), (60, "established")] {
        let app = empty().await;
        steady(&app, days, |_| false).await;
        let tdee = call(&app, "get_tdee", json!({})).await;
        is_right(&tdee);
        assert_eq!(
            (&tdee["days_of_data"], &tdee["confidence"]),
            (&json!(days), &json!(confidence)),
            "{tdee}"
        );
        // What the two ends are apart, not what a lagging series says of them.
        let change = tdee["components"]["trend_weight_change_kg"].as_f64().unwrap();
        assert!((change + 0.05 * tdee["window_days"].as_f64().unwrap()).abs() < 0.02, "{tdee}");
    }
}

#[tokio::test]
async fn defect_22_a_morning_missed_each_week_neither_bends_the_figure_nor_keeps_it_early() {
    let app = empty().await;
    steady(&app, 61, |back| back % 7 == 3).await;
    let tdee = call(&app, "get_tdee", json!({})).await;
    is_right(&tdee);
    assert_eq!((&tdee["days_of_data"], &tdee["confidence"]), (&json!(52), &json!("established")), "{tdee}");
    assert_eq!(call(&app, "get_today_context", json!({})).await["tdee"]["confidence"], "established");
}

/// Trains the back: so many repetitions with 100 kg.
async fn row(app: &TestApp, at: &str, reps: i64) {
    let exercises = json!([{ "exercise_id": 1, "display_order": 0, "planned_sets": 1,
        "sets": [{ "reps": reps, "weight_kg": 100 }] }]);
    call(app, "log_workout", json!({ "started_at": at, "rpe": 8, "exercises": exercises })).await;
}

async fn back(app: &TestApp) -> Value {
    call(app, "get_stim_state", json!({})).await["stim_states"][0].clone()
}

/// Mondays and Fridays of four weeks.
const TRAINED: [&str; 8] = [
    "2026-02-16",
    "2026-02-20",
    "2026-02-23",
    "2026-02-27",
    "2026-03-02",
    "2026-03-06",
    "2026-03-09",
    "2026-03-13",
];

#[tokio::test]
async fn defect_25_steady_training_is_a_full_level_on_every_day_of_the_week() {
    let mut last = gym().await;
    // Whichever day it is, a whole week lies behind and is compared with weeks: never a half with a whole.
    for now in [
        "2026-03-09T19:00:00Z",
        "2026-03-10T12:00:00Z",
        "2026-03-11T12:00:00Z",
        "2026-03-12T12:00:00Z",
        "2026-03-13T17:00:00Z",
        "2026-03-13T19:00:00Z",
        "2026-03-15T12:00:00Z",
    ] {
        let app = gym().await;
        app.clock.set(now.parse().unwrap());
        for on in TRAINED.iter().filter(|on| format!("{on}T18:00:00Z").as_str() < now) {
            row(&app, &format!("{on}T18:00"), 30).await;
        }
        assert_eq!(back(&app).await["level"], 100.0, "{now}");
        last = app;
    }
    // Half the work of the weeks before is half a level.
    last.clock.set("2026-03-20T19:00:00Z".parse().unwrap());
    for on in ["2026-03-16", "2026-03-20"] {
        row(&last, &format!("{on}T18:00"), 15).await;
    }
    assert_eq!(back(&last).await["level"], 50.0);
}

#[tokio::test]
async fn defect_25_after_a_lay_off_a_group_is_fresh_and_its_phase_says_what_it_lost() {
    let app = gym().await;
    row(&app, "2026-03-14T12:00", 50).await;
    for (now, capacity, phase) in [
        ("2026-03-14T20:00:00Z", "depleted", "too_soon"),
        ("2026-03-15T20:00:00Z", "recovering", "too_soon"),
        ("2026-03-18T12:00:00Z", "fresh", "prime"),
        ("2026-03-24T12:00:00Z", "fresh", "fading"),
        ("2026-04-10T12:00:00Z", "fresh", "detrained"),
        ("2027-03-14T12:00:00Z", "fresh", "detrained"),
    ] {
        app.clock.set(now.parse().unwrap());
        let state = back(&app).await;
        assert_eq!(
            (&state["trainable_capacity"], &state["phase"]),
            (&json!(capacity), &json!(phase)),
            "{now}"
        );
    }
    let best = call(&app, "get_recommended_template", json!({})).await["recommendations"][0].clone();
    assert_eq!(best["confidence"], "low", "after a lay-off: {best}");
}

#[tokio::test]
async fn defect_25_what_was_planned_or_skipped_without_a_set_hit_nothing() {
    let app = gym().await;
    row(&app, "2026-03-09T12:00", 50).await;
    let before = back(&app).await;
    let none = json!([{ "exercise_id": 1, "display_order": 0, "planned_sets": 3, "sets": [] }]);
    let deviations = json!([{ "op": "skip", "exercise_id": 1 }]);
    call(&app, "log_workout", json!({ "started_at": "2026-03-15T08:00", "rpe": 8, "exercises": none })).await;
    let skipped =
        json!({ "started_at": "2026-03-15T09:00", "rpe": 8, "template_id": 1, "deviations": deviations });
    call(&app, "log_workout", skipped).await;
    assert_eq!(back(&app).await, before, "the back was last trained on the 9th");
    let states = call(&app, "get_stim_state", json!({})).await["stim_states"].clone();
    assert_eq!(states[1]["last_hit_at"], "2026-03-15T09:00:00Z", "the legs of the same workout were");
    let context = call(&app, "get_today_context", json!({})).await["stim_states"].clone();
    assert_eq!((&context[0]["phase"], &context[1]["phase"]), (&json!("in_window"), &json!("too_soon")));
}
