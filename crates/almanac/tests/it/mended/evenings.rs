//! Evenings west of Greenwich, which are tomorrow by the world's clock and today by the person's.

use belay_testkit::TestApp;
use jiff::SignedDuration;
use jiff::civil::date;
use serde_json::{Value, json};

use super::{eat, weigh};
use crate::journal::{call, empty};
use crate::workouts::gym;

/// Half past eight in the evening of 14 March in Los Angeles.
const EVENING: &str = "2026-03-15T03:30:00Z";

async fn in_los_angeles(app: &TestApp, now: &str) {
    call(app, "update_user_profile", json!({ "timezone": "America/Los_Angeles" })).await;
    app.clock.set(now.parse().unwrap());
}

/// Four weeks up to 14 March with one meal a day, in the evening; the last one is large.
async fn weeks_of_dinners(app: &TestApp) {
    for back in 0..28 {
        let on = date(2026, 3, 14).saturating_sub(SignedDuration::from_hours(24 * back));
        weigh(app, &on.to_string(), 80.0).await;
        eat(app, &format!("{on}T20:30"), if back == 0 { 4_800 } else { 2_000 }).await;
    }
}

#[tokio::test]
async fn defect_18_the_daily_energy_holds_the_last_evenings_dinner_and_not_tonights() {
    let app = empty().await;
    in_los_angeles(&app, "2026-03-15T19:00:00Z").await;
    weeks_of_dinners(&app).await;
    // 27 dinners of 2,000 kcal and one of 4,800 come to 2,100 a day; without the last they would to 2,000.
    for now in ["2026-03-15T19:00:00Z", "2026-03-16T03:30:00Z"] {
        app.clock.set(now.parse().unwrap());
        eat(&app, "2026-03-15T11:30", 300).await;
        let tdee = call(&app, "get_tdee", json!({})).await;
        assert_eq!((&tdee["kcal"], &tdee["source"]), (&json!(2_100), &json!("measured")), "{now}: {tdee}");
        assert_eq!(tdee["components"]["avg_kcal_in"]["days_with_data"], 28, "{now}");
        let estimate = call(&app, "get_phase_estimate", json!({})).await;
        assert_eq!((&estimate["tdee"], &estimate["source"]), (&json!(2_100), &json!("measured")), "{now}");
        assert_eq!(call(&app, "get_today_context", json!({})).await["tdee"]["kcal"], 2_100, "{now}");
    }
    let dinner = call(&app, "get_macros_for_date", json!({ "date": "2026-03-14" })).await;
    assert_eq!(dinner["day_totals"]["kcal"], 4_800);
}

#[tokio::test]
async fn defect_18_a_phase_that_begins_in_the_evening_begins_today() {
    let app = empty().await;
    in_los_angeles(&app, EVENING).await;
    weigh(&app, "2026-03-14", 80.0).await;
    let mut phase = super::phase("cut", -400, "2026-03-14");
    phase.as_object_mut().unwrap().remove("tdee_override");
    let started = call(&app, "start_nutrition_phase", phase).await;
    assert_eq!(started["phase"]["tdee_at_phase_start"], 2_448, "the weight of today is known");
    eat(&app, "2026-03-14T20:15", 900).await;
    let context = call(&app, "get_today_context", json!({})).await;
    assert_eq!((&context["today_date"], &context["phase"]["days_in"]), (&json!("2026-03-14"), &json!(0)));
    assert_eq!(context["today"]["intake"]["kcal"], 900);
}

#[tokio::test]
async fn defect_18_a_gap_begins_after_the_evening_of_the_last_log() {
    for (last, gap) in [
        ("2026-03-10T20:30", json!({ "from": "2026-03-11", "to": "2026-03-14", "days": 4 })),
        ("2026-03-11T20:30", Value::Null),
    ] {
        let app = empty().await;
        in_los_angeles(&app, EVENING).await;
        eat(&app, last, 700).await;
        let context = call(&app, "get_today_context", json!({})).await;
        assert_eq!(context["unexplained_gap"], gap, "{last}");
    }
}

#[tokio::test]
async fn defect_18_an_evenings_training_counts_that_evening() {
    let app = gym().await;
    in_los_angeles(&app, EVENING).await;
    // The first of the fourteen days is 1 March; the evening of 28 February is 1 March by the world's clock.
    for at in ["2026-02-28T20:30", "2026-03-01T20:30", "2026-03-14T20:00"] {
        call(&app, "log_workout", json!({ "started_at": at, "rpe": 8, "template_id": 1 })).await;
    }
    let states = call(&app, "get_stim_state", json!({})).await["stim_states"].clone();
    for state in states.as_array().unwrap() {
        assert_eq!(
            (&state["hours_since_last_hit"], &state["trainable_capacity"], &state["phase"]),
            (&json!(0.5), &json!("depleted"), &json!("too_soon")),
            "{state}"
        );
        assert_eq!(state["contributing_sessions"].as_array().unwrap().len(), 1);
    }
    let patterns = call(&app, "get_training_history", json!({ "days": 14 })).await;
    assert_eq!(
        (&patterns["sessions"], &patterns["by_split"][0]["last_trained"]),
        (&json!(2), &json!("2026-03-14"))
    );
    let context = call(&app, "get_today_context", json!({})).await;
    assert_eq!(context["today"]["workouts"].as_array().unwrap().len(), 1);
    assert!(call(&app, "get_day_status", json!({})).await["summary"]["workout_done"] == true);
    let month = call(&app, "get_calendar", json!({ "month": "2026-03" })).await;
    let dates: Vec<&str> =
        month["past_sessions"].as_array().unwrap().iter().map(|one| one["date"].as_str().unwrap()).collect();
    assert!(dates.len() == 2 && dates.contains(&"2026-03-01") && dates.contains(&"2026-03-14"), "{dates:?}");
}

#[tokio::test]
async fn defect_18_sleep_debt_and_untracked_days_are_counted_from_the_persons_today() {
    let app = empty().await;
    in_los_angeles(&app, EVENING).await;
    // Seven nights up to the 14th begin with the 8th.
    for (on, hours) in [("2026-03-07", 1), ("2026-03-08", 5)] {
        call(&app, "log_sleep", json!({ "slept_on": on, "hours": hours })).await;
    }
    let debt = call(&app, "get_sleep_debt", json!({})).await;
    assert_eq!((&debt["debt_hours"], &debt["nights_logged"]), (&json!(3.0), &json!(1)));
    // Ninety days before the 14th of March is the 14th of December.
    for (from, to) in [("2025-12-01", "2025-12-13"), ("2025-12-14", "2025-12-14")] {
        let away = json!({ "started_on": from, "ended_on": to, "reason": "sick" });
        call(&app, "create_untracked_period", away).await;
    }
    let listed = call(&app, "list_untracked_periods", json!({})).await;
    assert_eq!((&listed["count"], &listed["periods"][0]["started_on"]), (&json!(1), &json!("2025-12-14")));
}

#[tokio::test]
async fn defect_18_a_cardio_session_is_judged_by_the_age_of_its_own_day() {
    let app = empty().await;
    in_los_angeles(&app, "2026-03-15T22:00:00Z").await;
    call(&app, "update_user_profile", json!({ "sex": "male", "dob": "1996-03-14" })).await;
    weigh(&app, "2026-03-01", 80.0).await;
    let mut told = Vec::new();
    for at in ["2026-03-14T12:00", "2026-03-14T20:30", "2026-03-15T12:00"] {
        let session = json!({ "started_at": at, "est_kcal": 440, "duration_min": 180, "avg_hr": 150, "modality": "run" });
        let logged = call(&app, "log_cardio", session).await;
        told.push(logged["kcal_estimate"]["est_kcal_hr"].clone());
    }
    assert_eq!(told[0], told[1], "the evening before they are thirty years of 365.25 days");
    assert_ne!(told[1], told[2], "and the day on which they are");
    let listed = call(&app, "get_cardio_recent", json!({})).await["cardio_sessions"].clone();
    let days: Vec<&str> = listed.as_array().unwrap().iter().map(|one| one["day"].as_str().unwrap()).collect();
    assert_eq!(days, ["2026-03-15", "2026-03-14", "2026-03-14"]);
}
