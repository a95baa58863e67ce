//! A day that is over, told later as it was known at its end.

use belay_testkit::TestApp;
use http::{Method, StatusCode};
use serde_json::{Value, json};

use super::{eat, phase, weigh};
use crate::journal::{call, empty};
use crate::workouts::gym;

async fn told(app: &TestApp, date: &str) -> Value {
    let reply = app.owner().rest(Method::GET, &format!("/api/v1/signals/today?date={date}"), None).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.body);
    reply.json()
}

/// The first days of March, up to the fifth.
async fn first_days(app: &TestApp) {
    call(app, "start_nutrition_phase", phase("cut", -500, "2026-03-01")).await;
    for (on, kg, kcal, hours) in [("2026-03-03", 80.0, 1_900, 6), ("2026-03-05", 79.0, 2_000, 8)] {
        weigh(app, on, kg).await;
        eat(app, &format!("{on}T12:00"), kcal).await;
        call(app, "log_sleep", json!({ "slept_on": on, "hours": hours })).await;
        call(app, "log_steps", json!({ "on_date": on, "steps": 8_000 })).await;
    }
    call(app, "log_cardio", json!({ "started_at": "2026-03-05T08:00", "est_kcal": 250 })).await;
    call(app, "log_alcohol", json!({ "started_at": "2026-03-04T20:00", "drinks_count": 1, "est_kcal": 120 }))
        .await;
    call(app, "log_workout", json!({ "started_at": "2026-03-04T18:00", "rpe": 8, "template_id": 1 })).await;
}

/// What came after them, also within the days that averages of the fifth look at from now.
async fn later_days(app: &TestApp) {
    call(app, "start_nutrition_phase", phase("bulk", 300, "2026-03-10")).await;
    for (on, kg) in [("2026-03-06", 95.0), ("2026-03-12", 70.0), ("2026-03-15", 90.0)] {
        weigh(app, on, kg).await;
        eat(app, &format!("{on}T09:00"), 5_000).await;
        call(app, "log_sleep", json!({ "slept_on": on, "hours": 12 })).await;
        call(app, "log_steps", json!({ "on_date": on, "steps": 30_000 })).await;
        call(app, "log_cardio", json!({ "started_at": format!("{on}T08:00"), "est_kcal": 900 })).await;
        call(
            app,
            "log_alcohol",
            json!({ "started_at": format!("{on}T10:00"), "drinks_count": 5, "est_kcal": 600 }),
        )
        .await;
        call(app, "log_workout", json!({ "started_at": format!("{on}T07:00"), "rpe": 9, "template_id": 1 }))
            .await;
    }
}

#[tokio::test]
async fn defect_19_weight_trend_sleep_and_phase_of_a_past_day_are_those_of_that_day() {
    let app = gym().await;
    first_days(&app).await;
    later_days(&app).await;
    let day = told(&app, "2026-03-05").await;
    assert_eq!(day["today_date"], "2026-03-05");
    assert_eq!(day["today"]["most_recent_weight"], json!({ "value_kg": 79.0, "on_date": "2026-03-05" }));
    assert_eq!(day["today"]["body_weight_kg"], 79.0);
    // A fifteenth of the way from 80 to 79.
    assert_eq!(
        (&day["trend_weight"]["current_kg"], &day["trend_weight"]["as_of"]),
        (&json!(79.93), &json!("2026-03-05"))
    );
    assert_eq!(day["trend_weight"]["weight_change"]["value_kg"], -1.0);
    let week = &day["week_to_date"];
    assert_eq!(
        (&week["sleep_avg_hours"]["value"], &week["sleep_debt"]["debt_hours"]),
        (&json!(7.0), &json!(2.0))
    );
    assert_eq!(
        (&day["today"]["sleep"]["hours"], &day["today"]["steps"]["count"]),
        (&json!(8.0), &json!(8_000))
    );
    let of_phase = ["phase_type", "days_in", "ended_on"].map(|field| day["phase"][field].clone());
    assert_eq!(of_phase, [json!("cut"), json!(4), Value::Null], "it was not over yet");
    assert_eq!(
        (&day["today"]["target"]["kcal"], &day["today"]["intake"]["kcal"]),
        (&json!(1_900), &json!(2_000))
    );
    assert_eq!(day["phase_adherence"]["logged_days"], 1);
    let present = call(&app, "get_today_context", json!({})).await;
    assert_eq!(
        (&present["phase"]["phase_type"], &present["trend_weight"]["as_of"]),
        (&json!("bulk"), &json!("2026-03-15"))
    );
}

/// Whatever is in the answer: it is the one that was given late on the day itself.
#[tokio::test]
async fn defect_19_a_day_is_told_later_as_it_was_told_on_its_own_evening() {
    let app = gym().await;
    app.clock.set("2026-03-06T03:00:00Z".parse().unwrap());
    first_days(&app).await;
    let mut then = call(&app, "get_today_context", json!({})).await;
    app.clock.set("2026-03-15T12:00:00Z".parse().unwrap());
    later_days(&app).await;
    let mut now = told(&app, "2026-03-05").await;
    for answer in [&mut then, &mut now] {
        let fields = answer.as_object_mut().unwrap();
        assert!(fields.remove("now").is_some() && fields.remove("_meta").is_some());
    }
    assert_eq!(now, then);
}

#[tokio::test]
async fn defect_19_a_day_without_a_phase_or_a_weight_yet_has_none() {
    let app = gym().await;
    first_days(&app).await;
    later_days(&app).await;
    let day = told(&app, "2026-02-27").await;
    assert_eq!((&day["phase"], &day["today"]["target"]), (&Value::Null, &Value::Null));
    assert_eq!(
        (&day["today"]["most_recent_weight"], &day["trend_weight"]["current_kg"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(day["week_to_date"]["sleep_avg_hours"]["value"], Value::Null);
    let states = day["stim_states"].as_array().unwrap();
    assert!(states.iter().all(|state| state["phase"] == "detrained" && state["level"] == 0.0), "{states:?}");
}

#[tokio::test]
async fn defect_19_today_by_its_date_is_today_and_what_is_to_come_is_refused() {
    let app = empty().await;
    weigh(&app, "2026-03-14", 80.0).await;
    assert_eq!(told(&app, "2026-03-15").await, call(&app, "get_today_context", json!({})).await);
    for wrong in ["2026-03-16", "2026-13-45", "yesterday"] {
        let path = format!("/api/v1/signals/today?date={wrong}");
        let reply = app.owner().rest(Method::GET, &path, None).await;
        assert_eq!(reply.status, StatusCode::BAD_REQUEST, "{wrong}: {}", reply.body);
    }
}
