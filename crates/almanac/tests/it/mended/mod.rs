//! Weak points that journals of this kind are known for, a test for each, by its number: how it is here instead.

mod admission;
mod answers;
mod doors;
mod evenings;
mod figures;
mod follows;
mod journals;
mod outside;
mod past;
mod statements;
mod tokens;

use belay_core::Access;
use belay_testkit::{Client, Reply, TestApp};
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

/// What an address of the whole server answers.
pub(super) async fn routed(client: &Client, place: &str) -> Reply {
    client.send(Request::get(place).body(axum::body::Body::empty()).unwrap()).await
}

pub(super) async fn token(app: &TestApp, email: &str) -> String {
    let person = app.person(email, "correct horse battery staple").await;
    app.token(&person, Access::Full, None).await
}

/// Each number has a test that says it whole or in part, and all of them are of a number that there is.
#[test]
fn every_weak_point_has_its_test() {
    let text = [
        include_str!("admission.rs"),
        include_str!("answers.rs"),
        include_str!("doors.rs"),
        include_str!("evenings.rs"),
        include_str!("figures.rs"),
        include_str!("follows.rs"),
        include_str!("journals.rs"),
        include_str!("outside.rs"),
        include_str!("past.rs"),
        include_str!("tokens.rs"),
    ]
    .concat();
    let numbers = |mark: &str| -> Vec<u8> {
        text.split(mark).skip(1).filter_map(|rest| rest.get(..2)?.parse().ok()).collect()
    };
    let (tests, all) = (numbers("\nasync fn defect_"), text.matches("#[tokio::test]").count());
    assert_eq!(tests.len(), all, "each test here is of a number");
    // Two of them are one thing: a past day is told by what held on it.
    let and = numbers("_and_");
    for number in 1..=36 {
        assert!(tests.contains(&number) || and.contains(&number), "{number}");
    }
    assert!(tests.iter().all(|number| (1..=36).contains(number)), "{tests:?}");
}
