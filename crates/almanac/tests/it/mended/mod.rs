//! Weak points that journals of this kind are known for, a test for each, by its number: how it is here instead.

mod doors;
mod journals;

use belay_core::Access;
use belay_testkit::TestApp;
use http::{Request, StatusCode};
use serde_json::{Value, json};

use crate::journal::call;

pub(super) fn meal() -> Value {
    json!({ "eaten_at": "2026-03-15T08:00", "kcal": 500, "protein_g": 25, "carb_g": 50, "fat_g": 18 })
}

pub(super) fn phase(kind: &str, deficit: i64, started_on: &str) -> Value {
    json!({ "name": "A phase", "phase_type": kind, "deficit_kcal": deficit, "tdee_override": 2_400,
            "base_protein_g": 180, "base_carb_g": 160, "base_fat_g": 60, "started_on": started_on })
}

pub(super) async fn eat(app: &TestApp, at: &str, kcal: i64) -> Value {
    call(app, "log_meal", json!({ "eaten_at": at, "kcal": kcal, "protein_g": 1, "carb_g": 1, "fat_g": 1 }))
        .await
}

pub(super) async fn weigh(app: &TestApp, on: &str, kg: f64) -> Value {
    call(app, "log_weight", json!({ "measured_on": on, "weight_kg": kg })).await
}

pub(super) fn code(text: &str) -> Value {
    serde_json::from_str::<Value>(text).unwrap()["error"].clone()
}

/// A call of a route under an idempotency key.
pub(super) async fn keyed(
    app: &TestApp,
    secret: Option<&str>,
    key: &str,
    body: &Value,
) -> (StatusCode, String, Value) {
    let mut request = Request::post("/almanac/api/v1/meals")
        .header("content-type", "application/json")
        .header("idempotency-key", key);
    if let Some(secret) = secret {
        request = request.header("authorization", format!("Bearer {secret}"));
    }
    let reply = app.nobody().send(request.body(axum::body::Body::from(body.to_string())).unwrap()).await;
    (
        reply.status,
        reply.header("idempotency-replayed").to_owned(),
        serde_json::from_str(&reply.body).unwrap_or_default(),
    )
}

pub(super) async fn token(app: &TestApp, email: &str) -> String {
    let person = app.person(email, "correct horse battery staple").await;
    app.token(&person, Access::Full, None).await
}

/// Each number has its test, and none is there twice.
#[test]
fn every_weak_point_has_its_test() {
    let text = [include_str!("doors.rs"), include_str!("journals.rs")].concat();
    for number in 1..=36 {
        let tests = text.matches(&format!("\nasync fn defect_{number:02}_")).count();
        // These two are one thing: a past day is told by what held on it.
        assert_eq!(tests + text.matches(&format!("_and_{number}_")).count(), 1, "{number}");
    }
}
