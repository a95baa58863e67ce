//! Two people beside each other: nothing of one journal is read, changed or even told from nothing by another.

use std::collections::BTreeSet;

use belay_core::request::Door;
use belay_testkit::{Client, TestApp};
use http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::journal::empty;

/// A journal with one of everything that has an id, and two sets in its workout. Everything has the id 1.
pub(crate) async fn fill(client: &Client) {
    let food = json!({ "kcal": 500, "protein_g": 30, "carb_g": 50, "fat_g": 15 });
    let with = |more: Value| {
        let mut all = food.clone();
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        all
    };
    let exercise = json!([{ "exercise_id": 1, "display_order": 0, "planned_sets": 2,
        "sets": [{ "reps": 5, "weight_kg": 60 }, { "reps": 4, "weight_kg": 60 }] }]);
    let items = json!([{ "exercise_id": 1, "display_order": 0, "default_sets": 2, "default_reps": 5 }]);
    for (tool, input) in [
        ("log_weight", json!({ "measured_on": "2026-03-14", "weight_kg": 80 })),
        ("log_meal", with(json!({ "eaten_at": "2026-03-14T12:00", "name": "Lunch" }))),
        ("define_stored_meal", with(json!({ "name": "Porridge" }))),
        ("log_alcohol", json!({ "started_at": "2026-03-14T20:00", "drinks_count": 1, "est_kcal": 120 })),
        ("log_sleep", json!({ "slept_on": "2026-03-14", "hours": 7 })),
        ("log_steps", json!({ "on_date": "2026-03-14", "steps": 9_000 })),
        ("log_cardio", json!({ "started_at": "2026-03-14T08:00", "est_kcal": 300 })),
        ("define_exercise_group", json!({ "name": "Back" })),
        ("define_exercise", json!({ "group_id": 1, "name": "Row" })),
        ("define_workout_template", json!({ "name": "Full", "items": items })),
        ("log_workout", json!({ "started_at": "2026-03-14T18:00", "rpe": 8, "exercises": exercise })),
        (
            "start_nutrition_phase",
            json!({ "name": "Cut", "phase_type": "cut", "deficit_kcal": -400, "tdee_override": 2_400,
                "base_protein_g": 150, "base_carb_g": 200, "base_fat_g": 60, "started_on": "2026-03-14" }),
        ),
        (
            "create_untracked_period",
            json!({ "started_on": "2026-02-01", "ended_on": "2026-02-03", "reason": "sick" }),
        ),
    ] {
        let reply = client.mcp(tool, input).await;
        assert!(!reply.is_error && reply.protocol_error.is_none(), "{tool}: {}", reply.body);
    }
}

/// Everything there is in a journal, as its person sees it.
pub(crate) async fn whole(client: &Client) -> Vec<String> {
    let ever = json!({ "from_days_ago": 36_500, "limit": 200 });
    let archived = json!({ "include_archived": true });
    let mut all = Vec::new();
    for (tool, input) in [
        ("get_meals", ever.clone()),
        ("list_stored_meals", json!({})),
        ("get_alcohol_recent", ever.clone()),
        ("get_weights", ever.clone()),
        ("get_sleep_recent", ever.clone()),
        ("get_steps_recent", ever.clone()),
        ("get_cardio_recent", ever.clone()),
        ("get_phase_history", json!({})),
        ("list_exercise_groups", json!({})),
        ("list_exercises", archived.clone()),
        ("list_workout_templates", archived),
        ("get_recent_workouts", ever),
        ("get_workout", json!({ "id": 1 })),
        ("list_untracked_periods", json!({})),
        ("get_user_profile", json!({})),
        ("get_today_context", json!({})),
        ("get_macros_for_date", json!({ "date": "2026-03-14" })),
    ] {
        let reply = client.mcp(tool, input).await;
        assert!(!reply.is_error, "{tool}: {}", reply.body);
        all.push(reply.body);
    }
    all
}

/// A call of each operation that names something by its id, with this one. Deletes stand last, parts before wholes.
fn named(id: i64) -> Vec<(&'static str, Value)> {
    let item = json!([{ "exercise_id": id, "display_order": 0, "default_sets": 1 }]);
    let sets = json!([{ "reps": 1 }]);
    let exercises = json!([{ "exercise_id": id, "display_order": 0, "planned_sets": 1, "sets": sets }]);
    let confirmed = |field: &str| json!({ field: id, "confirm": true });
    let started_at = "2026-03-13T18:00";
    vec![
        ("log_meal_from_stored", json!({ "stored_meal_id": id, "eaten_at": "2026-03-13T12:00" })),
        (
            "log_several",
            json!({ "logs": [{ "tool": "log_meal_from_stored", "stored_meal_id": id, "eaten_at": "2026-03-13T13:00" }] }),
        ),
        ("get_meal", json!({ "id": id })),
        ("update_meal", json!({ "id": id, "kcal": 1 })),
        ("get_stored_meal", json!({ "id": id })),
        ("update_stored_meal", json!({ "stored_meal_id": id, "kcal": 1 })),
        ("get_alcohol", json!({ "id": id })),
        ("update_alcohol", json!({ "id": id, "est_kcal": 1 })),
        ("get_weight", json!({ "id": id })),
        ("update_weight", json!({ "id": id, "weight_kg": 70 })),
        ("get_sleep", json!({ "id": id })),
        ("update_sleep", json!({ "id": id, "hours": 1 })),
        ("get_steps", json!({ "id": id })),
        ("update_steps", json!({ "id": id, "steps": 1 })),
        ("get_cardio", json!({ "id": id })),
        ("update_cardio", json!({ "id": id, "est_kcal": 1 })),
        ("get_phase", json!({ "id": id })),
        ("update_phase", json!({ "phase_id": id, "name": "Mine" })),
        ("end_phase", json!({ "phase_id": id, "ended_on": "2026-03-14" })),
        ("get_exercise_group", json!({ "id": id })),
        ("update_exercise_group", json!({ "group_id": id, "name": "Mine" })),
        ("define_exercise", json!({ "group_id": id, "name": "Mine" })),
        ("list_exercises", json!({ "group_id": id })),
        ("get_exercise", json!({ "exercise_id": id })),
        ("update_exercise", json!({ "exercise_id": id, "name": "Mine too" })),
        ("archive_exercise", json!({ "exercise_id": id })),
        ("unarchive_exercise", json!({ "exercise_id": id })),
        ("define_workout_template", json!({ "name": "Mine", "items": item })),
        ("get_workout_template", json!({ "id": id })),
        ("update_workout_template", json!({ "id": id, "name": "Mine too" })),
        ("archive_workout_template", json!({ "id": id })),
        ("unarchive_workout_template", json!({ "id": id })),
        ("log_workout", json!({ "started_at": started_at, "rpe": 5, "exercises": exercises })),
        ("log_workout", json!({ "started_at": started_at, "rpe": 5, "template_id": id })),
        ("get_workout", json!({ "id": id })),
        ("get_alcohol_overlay", json!({ "workout_id": id })),
        ("update_workout", json!({ "id": id, "rpe": 1 })),
        (
            "add_exercise_to_workout",
            json!({ "workout_id": id, "exercise_id": id, "display_order": 1, "planned_sets": 1, "sets": sets }),
        ),
        ("update_set", json!({ "id": id, "reps": 1 })),
        ("delete_set", confirmed("set_id")),
        ("remove_exercise_from_workout", confirmed("instance_id")),
        ("delete_workout", confirmed("workout_id")),
        ("delete_meal", confirmed("meal_id")),
        ("delete_stored_meal", confirmed("stored_meal_id")),
        ("delete_alcohol", confirmed("alcohol_id")),
        ("delete_weight", confirmed("weight_id")),
        ("delete_sleep", confirmed("sleep_id")),
        ("delete_steps", confirmed("step_id")),
        ("delete_cardio", confirmed("cardio_id")),
        ("delete_phase", confirmed("phase_id")),
        ("delete_exercise_group", confirmed("group_id")),
        ("delete_untracked_period", confirmed("period_id")),
    ]
}

/// Whether a schema has a field that names something by its id.
fn names_something(schema: &Value) -> bool {
    match schema {
        Value::Object(fields) => {
            let named = fields.get("properties").and_then(Value::as_object).is_some_and(|properties| {
                properties.keys().any(|name| name == "id" || name.ends_with("_id"))
            });
            named || fields.values().any(names_something)
        }
        Value::Array(items) => items.iter().any(names_something),
        _ => false,
    }
}

/// Calls an operation on the first door that it is offered on, and says whether it was done.
async fn through_its_door(app: &TestApp, client: &Client, tool: &str, input: Value) -> (bool, String) {
    let operation = app.served.app.operation(tool).unwrap();
    if !operation.closed_doors.contains(&Door::Mcp) {
        let reply = client.mcp(tool, input).await;
        return (!reply.is_error && reply.protocol_error.is_none(), reply.body);
    }
    let route = operation.routes.first().unwrap();
    assert_eq!(route.method, Method::GET, "{tool}");
    let (before, field) = route.path.split_once('{').unwrap();
    let id = &input[field.trim_end_matches('}')];
    let reply = client.rest(Method::GET, &format!("/api/v1{before}{id}"), None).await;
    (reply.status == StatusCode::OK, reply.body)
}

#[tokio::test]
async fn every_operation_that_names_something_by_its_id_is_tried_across_journals() {
    let app = empty().await;
    let operations = &app.served.app.operations;
    let names: BTreeSet<&str> = operations
        .iter()
        .filter(|operation| names_something(&operation.input.strict.value()))
        // These name people and credentials of the whole server; `credentials` has the tests of them.
        .filter(|operation| !operation.administration && operation.name != "revoke_token")
        .map(|operation| operation.name)
        .collect();
    assert_eq!(named(1).into_iter().map(|(tool, _)| tool).collect::<BTreeSet<_>>(), names);
}

#[tokio::test]
async fn what_is_in_another_journal_cannot_be_told_from_what_is_nowhere() {
    let app: TestApp = empty().await;
    fill(&app.owner()).await;
    let before = whole(&app.owner()).await;
    let stranger = app.stranger();
    for ((tool, foreign), (_, invented)) in named(1).into_iter().zip(named(4_242)) {
        let (done, there) = through_its_door(&app, &stranger, tool, foreign).await;
        let (_, nowhere) = through_its_door(&app, &stranger, tool, invented).await;
        assert_eq!(there.replace('1', "ID"), nowhere.replace("4242", "1").replace('1', "ID"), "{tool}");
        assert!(!done || tool == "list_exercises", "{tool}: {there}");
        assert!(!there.contains("unknown tool"), "{tool}: {there}");
    }
    assert_eq!(stranger.mcp("get_recent_workouts", json!({})).await.json()["count"], 0);
    assert_eq!(whole(&app.owner()).await, before);
}

#[tokio::test]
async fn the_same_ids_in_two_journals_are_two_things() {
    let app = empty().await;
    fill(&app.owner()).await;
    let before = whole(&app.owner()).await;
    let stranger = app.stranger();
    fill(&stranger).await;
    let mut refused = Vec::new();
    for (tool, input) in named(1) {
        let (done, told) = through_its_door(&app, &stranger, tool, input).await;
        if !done {
            refused.push((tool, told.contains("exercise_group_in_use")));
        }
    }
    // An exercise is archived, never deleted, and keeps its group. What the other calls did to the caller's own journal, they did not do to this one.
    assert_eq!(refused, [("delete_exercise_group", true)]);
    assert_eq!(whole(&app.owner()).await, before);
}
