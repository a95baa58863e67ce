//! What answers are made of: their units, their size, and their schemas where a client wants them.

use std::collections::BTreeMap;

use belay_core::app::Setup;
use belay_testkit::TestApp;
use serde_json::{Value, json};

use super::{meal, weigh};
use crate::apart::fill;
use crate::demo::{self, demo};
use crate::journal::{call, empty};

/// Calls of tools on a journal that is full, those that write among them.
fn calls() -> Vec<(&'static str, Value)> {
    let sets = json!([{ "reps": 5, "weight_kg": 140 }]);
    let exercises = json!([{ "exercise_id": 1, "display_order": 0, "planned_sets": 1, "sets": sets }]);
    vec![
        ("log_weight", json!({ "measured_on": "2026-03-15", "weight_kg": 80 })),
        (
            "log_several",
            json!({ "logs": [{ "tool": "log_weight", "measured_on": "2026-03-14", "weight_kg": 81 }] }),
        ),
        ("log_workout", json!({ "started_at": "2026-03-15T10:00", "rpe": 8, "exercises": exercises })),
        ("log_meal", meal()),
        ("log_sleep", json!({ "slept_on": "2026-03-15", "hours": 7 })),
        (
            "log_cardio",
            json!({ "started_at": "2026-03-15T08:00", "est_kcal": 900, "duration_min": 30, "avg_hr": 140 }),
        ),
        ("get_report", json!({})),
        ("get_accomplishments", json!({})),
        ("get_accomplishment_history", json!({ "limit": 500 })),
        ("get_next_best_action", json!({})),
        ("get_day_status", json!({})),
        ("get_today_context", json!({})),
        ("get_macros_today", json!({})),
        ("get_tdee", json!({})),
        ("get_weights", json!({})),
        ("get_weight_trend", json!({ "from": "2026-03-01" })),
        ("get_stim_state", json!({})),
        ("get_recommended_template", json!({ "top_n": 3 })),
        ("get_training_history", json!({})),
        ("get_calendar", json!({ "month": "2026-03" })),
        ("get_recent_workouts", json!({})),
        ("get_sleep_debt", json!({})),
        ("get_active_phase", json!({})),
        ("get_user_profile", json!({})),
        ("get_capabilities", json!({})),
        ("list_workout_templates", json!({})),
        ("undo_last_write", json!({})),
    ]
}

/// Every sentence in an answer.
fn texts<'a>(value: &'a Value, into: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => into.push(text),
        Value::Array(items) => items.iter().for_each(|item| texts(item, into)),
        Value::Object(fields) => fields.values().for_each(|field| texts(field, into)),
        _ => {}
    }
}

/// Whether a sentence tells a weight in a unit.
fn tells(text: &str, unit: &str) -> bool {
    text.match_indices(unit).any(|(at, _)| {
        let (before, after) = (text[..at].trim_end(), &text[at + unit.len()..]);
        before.ends_with(|c: char| c.is_ascii_digit()) && !after.starts_with(char::is_alphabetic)
    })
}

#[tokio::test]
async fn defect_33_every_sentence_with_a_weight_is_in_the_units_of_its_person() {
    for (units, own, other) in [("metric", "kg", "lb"), ("imperial", "lb", "kg")] {
        let app = demo().await;
        call(&app, "update_user_profile", json!({ "preferred_unit_system": units })).await;
        let mut telling = Vec::new();
        for (tool, input) in calls() {
            let answer = call(&app, tool, input).await;
            let mut all = Vec::new();
            texts(&answer, &mut all);
            let wrong: Vec<&&str> = all.iter().filter(|text| tells(text, other)).collect();
            assert!(wrong.is_empty(), "{units} {tool}: {wrong:?}");
            if all.iter().any(|text| tells(text, own)) {
                telling.push(tool);
            }
        }
        for tool in ["log_weight", "log_several", "get_report", "get_accomplishment_history"] {
            assert!(telling.contains(&tool), "{units} {tool} tells no weight: {telling:?}");
        }
    }
}

#[tokio::test]
async fn defect_33_answers_about_three_months_are_small_and_say_each_thing_once() {
    let app = demo().await;
    let groups = call(&app, "list_exercise_groups", json!({})).await["exercise_groups"].clone();
    let groups = groups.as_array().unwrap();
    assert!(groups.len() >= 4, "{groups:?}");
    for (tool, most) in [
        ("get_today_context", 6_000),
        ("get_stim_state", 6_000),
        ("get_day_status", 2_000),
        ("get_next_best_action", 2_000),
        ("get_tdee", 800),
        ("get_macros_today", 1_000),
        ("get_report", 8_000),
    ] {
        let params = json!({ "name": tool, "arguments": {} });
        let result = app.owner().ask("tools/call", params).await["result"].clone();
        assert_eq!(result["content"].as_array().unwrap().len(), 1, "{tool}: one text");
        assert!(
            result.get("structuredContent").is_none(),
            "{tool}: and nothing beside it that says it again"
        );
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.len() <= most, "{tool}: {} bytes", text.len());
        if ["get_today_context", "get_stim_state"].contains(&tool) {
            assert_eq!(text.matches("\"stim_states\"").count(), 1, "{tool}");
            for group in groups {
                let name = group["name"].as_str().unwrap();
                assert_eq!(text.matches(&format!("\"group_name\":\"{name}\"")).count(), 1, "{tool}: {name}");
            }
        }
    }
}

async fn structured() -> TestApp {
    let settings = [("structured_content".to_owned(), "true".to_owned())].into();
    TestApp::start(almanac::app(&Setup { settings }).unwrap()).await
}

#[tokio::test]
async fn defect_33_a_server_that_is_told_to_lists_the_schema_of_every_answer_and_keeps_to_it() {
    let app = structured().await;
    demo::fill(&app).await;
    let listed = app.owner().ask("tools/list", json!({})).await["result"]["tools"].clone();
    let schemas: BTreeMap<&str, &Value> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| (tool["name"].as_str().unwrap(), &tool["outputSchema"]))
        .collect();
    for (tool, schema) in &schemas {
        assert_eq!(schema["type"], "object", "{tool}");
        assert!(
            schema["properties"].as_object().is_some_and(|fields| !fields.is_empty()),
            "{tool}: {schema}"
        );
    }
    for (tool, input) in calls() {
        let result =
            app.owner().ask("tools/call", json!({ "name": tool, "arguments": input })).await["result"]
                .clone();
        let content = &result["structuredContent"];
        assert!(content.is_object(), "{tool}: {result}");
        let check = jsonschema::validator_for(schemas[tool]).unwrap();
        let wrong: Vec<String> = check.iter_errors(content).map(|error| error.to_string()).collect();
        assert!(wrong.is_empty(), "{tool}: {wrong:?}");
        let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(&text, content, "{tool}: the text for older clients says the same");
    }
}

#[tokio::test]
async fn defect_33_refusals_of_a_server_with_schemas_stay_texts_that_are_errors() {
    let app = structured().await;
    let params = json!({ "name": "get_workout", "arguments": { "id": 9 } });
    let result = app.owner().ask("tools/call", params).await["result"].clone();
    assert_eq!((&result["isError"], result.get("structuredContent")), (&json!(true), None), "{result}");
    assert!(result["content"][0]["text"].as_str().unwrap().contains("workout_not_found"), "{result}");
}

/// What was a round trip each to find out who asks, to write and to read the day is one call with one answer.
#[tokio::test]
async fn defect_33_a_logged_meal_comes_back_with_its_day_in_one_call() {
    let app = empty().await;
    fill(&app.owner()).await;
    weigh(&app, "2026-03-15", 80.0).await;
    let logged = call(&app, "log_meal", meal()).await;
    assert_eq!((&logged["day"], &logged["day_totals"]["kcal"]), (&json!("2026-03-15"), &json!(500)));
    assert_eq!(logged["day_target"]["target"]["kcal"], 2_000, "{logged}");
    assert_eq!(logged["_meta"]["user_tz"], "UTC");
}
