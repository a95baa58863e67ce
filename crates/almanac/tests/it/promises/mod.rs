//! What Almanac promises to the assistants that use it, a test for each promise, by its number.

mod answers;
mod offer;

use belay_testkit::{LEGACY, Message, TestApp};
use serde_json::{Value, json};

pub(super) fn meal() -> Value {
    json!({ "eaten_at": "2026-03-15T11:30", "kcal": 500, "protein_g": 25, "carb_g": 50, "fat_g": 18 })
}

pub(super) fn phase(kind: &str, deficit: i64) -> Value {
    json!({ "name": "A phase", "phase_type": kind, "deficit_kcal": deficit, "tdee_override": 2_400,
            "base_protein_g": 180, "base_carb_g": 160, "base_fat_g": 60, "started_on": "2026-03-15" })
}

pub(super) fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

pub(super) async fn tools(app: &TestApp) -> Vec<Value> {
    let administrator = app.with_key(&app.administrator().await);
    administrator.ask("tools/list", json!({})).await["result"]["tools"].as_array().unwrap().clone()
}

pub(super) async fn greeted(app: &TestApp) -> Value {
    app.owner().say(&Message::initialize(LEGACY, json!({}))).await.json()["result"].clone()
}

#[test]
fn every_promise_has_its_test() {
    let text = [include_str!("offer.rs"), include_str!("answers.rs")].concat();
    for number in 1..=30 {
        assert_eq!(text.matches(&format!("\nasync fn promise_{number:02}_")).count(), 1, "{number}");
    }
}
