//! Taking the last write back.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::apart::{fill, whole};
use crate::journal::{call, empty, refused};

/// A call of every operation that writes to a journal, on one with one of everything.
fn writes() -> Vec<(&'static str, Value)> {
    let food =
        json!({ "eaten_at": "2026-03-15T08:00", "kcal": 400, "protein_g": 20, "carb_g": 40, "fat_g": 15 });
    let item = json!([{ "exercise_id": 1, "display_order": 0, "default_sets": 1 }]);
    let sets = json!([{ "reps": 3, "weight_kg": 80 }, { "reps": 2 }]);
    let exercises = json!([{ "exercise_id": 1, "display_order": 0, "planned_sets": 1, "sets": sets }]);
    let confirmed = |field: &str| json!({ field: 1, "confirm": true });
    vec![
        ("log_meal", food.clone()),
        ("log_meal_from_stored", json!({ "stored_meal_id": 1, "eaten_at": "2026-03-13T12:00" })),
        ("update_meal", json!({ "id": 1, "eaten_at": "2026-03-10T12:00", "kcal": 1, "name": null })),
        ("delete_meal", confirmed("meal_id")),
        (
            "define_stored_meal",
            json!({ "name": "porridge", "kcal": 1, "protein_g": 1, "carb_g": 1, "fat_g": 1 }),
        ),
        ("update_stored_meal", json!({ "stored_meal_id": 1, "name": "Gruel" })),
        ("delete_stored_meal", confirmed("stored_meal_id")),
        ("log_alcohol", json!({ "started_at": "2026-03-15T01:00", "drinks_count": 2, "est_kcal": 250 })),
        ("update_alcohol", json!({ "id": 1, "est_kcal": 1 })),
        ("delete_alcohol", confirmed("alcohol_id")),
        ("log_weight", json!({ "measured_on": "2026-03-10", "weight_kg": 82 })),
        ("log_weight", json!({ "measured_on": "2026-03-14", "weight_kg": 70 })),
        ("update_weight", json!({ "id": 1, "weight_kg": 70 })),
        ("delete_weight", confirmed("weight_id")),
        ("log_sleep", json!({ "slept_on": "2026-03-14", "hours": 4 })),
        ("update_sleep", json!({ "id": 1, "hours": 4 })),
        ("delete_sleep", confirmed("sleep_id")),
        ("log_steps", json!({ "on_date": "2026-03-15", "steps": 500 })),
        ("update_steps", json!({ "id": 1, "steps": 500 })),
        ("delete_steps", confirmed("step_id")),
        ("log_cardio", json!({ "started_at": "2026-03-15T08:00", "est_kcal": 100 })),
        ("update_cardio", json!({ "id": 1, "est_kcal": 1 })),
        ("delete_cardio", confirmed("cardio_id")),
        (
            "start_nutrition_phase",
            json!({ "name": "Hold", "phase_type": "maintenance", "daily_kcal_target": 2_400, "tdee_override": 2_400,
                "base_protein_g": 150, "base_carb_g": 200, "base_fat_g": 60, "started_on": "2026-03-15" }),
        ),
        ("update_phase", json!({ "phase_id": 1, "name": "Mine" })),
        ("end_phase", json!({ "phase_id": 1, "ended_on": "2026-03-14" })),
        ("delete_phase", confirmed("phase_id")),
        ("define_exercise_group", json!({ "name": "Legs" })),
        ("update_exercise_group", json!({ "group_id": 1, "name": "Lats" })),
        ("define_exercise", json!({ "group_id": 1, "name": "Pull-up" })),
        ("update_exercise", json!({ "exercise_id": 1, "name": "Seated row" })),
        ("archive_exercise", json!({ "exercise_id": 1 })),
        ("define_workout_template", json!({ "name": "Half", "items": item })),
        ("update_workout_template", json!({ "id": 1, "items": item })),
        ("archive_workout_template", json!({ "id": 1 })),
        ("apply_starter_program", json!({ "preset": "ppl" })),
        ("log_workout", json!({ "started_at": "2026-03-15T10:00", "rpe": 5, "exercises": exercises })),
        ("update_workout", json!({ "id": 1, "rpe": 1, "started_at": "2026-03-12T10:00" })),
        (
            "add_exercise_to_workout",
            json!({ "workout_id": 1, "exercise_id": 1, "display_order": 7, "planned_sets": 1, "sets": sets }),
        ),
        ("update_set", json!({ "id": 1, "reps": 1 })),
        ("delete_set", confirmed("set_id")),
        ("remove_exercise_from_workout", confirmed("instance_id")),
        ("delete_workout", confirmed("workout_id")),
        (
            "create_untracked_period",
            json!({ "started_on": "2026-03-01", "ended_on": "2026-03-03", "reason": "sick" }),
        ),
        ("delete_untracked_period", confirmed("period_id")),
        ("update_user_profile", json!({ "timezone": "Asia/Tokyo", "dob": "1990-01-01", "sex": "female" })),
        (
            "log_several",
            json!({ "logs": [
                { "tool": "log_weight", "measured_on": "2026-03-14", "weight_kg": 60 },
                { "tool": "log_weight", "measured_on": "2026-03-14", "weight_kg": 61 },
                { "tool": "log_sleep", "slept_on": "2026-03-15", "hours": 9 },
            ] }),
        ),
    ]
}

#[tokio::test]
async fn every_write_can_be_taken_back_and_everything_is_as_it_was() {
    let app = empty().await;
    fill(&app.owner()).await;
    let before = whole(&app.owner()).await;
    for (tool, input) in writes() {
        call(&app, tool, input.clone()).await;
        if tool != "delete_workout" {
            assert!(whole(&app.owner()).await != before, "{tool} changed nothing");
        }
        let undone = call(&app, "undo_last_write", json!({ "operation": tool })).await;
        assert_eq!(undone["undone"], tool);
        for (now, then) in whole(&app.owner()).await.iter().zip(&before) {
            assert_eq!(now, then, "{tool} {input}");
        }
    }
}

#[tokio::test]
async fn a_group_that_was_deleted_comes_back() {
    let app = empty().await;
    let made =
        call(&app, "define_exercise_group", json!({ "name": "Spare" })).await["exercise_group"]["id"].clone();
    let before = call(&app, "list_exercise_groups", json!({})).await;
    call(&app, "delete_exercise_group", json!({ "group_id": made, "confirm": true })).await;
    call(&app, "undo_last_write", json!({ "operation": "delete_exercise_group" })).await;
    assert_eq!(call(&app, "list_exercise_groups", json!({})).await, before);
}

#[tokio::test]
async fn every_operation_that_writes_to_a_journal_can_be_taken_back() {
    let app = empty().await;
    let tried: Vec<&str> = writes().into_iter().map(|(tool, _)| tool).collect();
    // Bringing back follows archiving, a group has a test of its own; the others take a whole journal.
    let besides = [
        "delete_exercise_group",
        "unarchive_exercise",
        "unarchive_workout_template",
        "undo_last_write",
        "import_data",
        "delete_account",
    ];
    let server = ["create_token", "revoke_token", "meal_chat", "insights_chat", "delete_insights_history"];
    for operation in &app.served.app.operations {
        let name = operation.name;
        let reads = operation.effect == belay_core::operation::Effect::Read;
        let known = tried.contains(&name) || besides.contains(&name) || server.contains(&name);
        assert!(reads || known || operation.administration, "{name}");
    }
}

#[tokio::test]
async fn writes_are_taken_back_one_after_the_other_and_taking_back_is_none() {
    let app = empty().await;
    for kg in [80, 81, 82] {
        call(&app, "log_weight", json!({ "measured_on": "2026-03-14", "weight_kg": kg })).await;
    }
    let kg = async || call(&app, "get_weights", json!({})).await["body_weights"][0]["weight_kg"].clone();
    assert_eq!(call(&app, "undo_last_write", json!({})).await["more"], true);
    assert_eq!(kg().await, 81.0);
    call(&app, "undo_last_write", json!({})).await;
    assert_eq!(kg().await, 80.0);
    assert_eq!(call(&app, "undo_last_write", json!({})).await["more"], false);
    assert_eq!(call(&app, "get_weights", json!({})).await["count"], 0);
    assert!(refused(&app, "undo_last_write", json!({})).await.contains("nothing_to_undo"));
}

#[tokio::test]
async fn another_write_than_the_one_that_is_named_stays() {
    let app = empty().await;
    call(&app, "log_weight", json!({ "measured_on": "2026-03-14", "weight_kg": 80 })).await;
    let text = refused(&app, "undo_last_write", json!({ "operation": "log_meal" })).await;
    assert!(text.contains("other_write") && text.contains("log_weight"), "{text}");
    assert_eq!(call(&app, "get_weights", json!({})).await["count"], 1);
}

#[tokio::test]
async fn what_was_taken_back_can_be_logged_again_and_a_day_later_nothing_is_taken_back() {
    let app = empty().await;
    let meal =
        json!({ "eaten_at": "2026-03-15T08:00", "kcal": 400, "protein_g": 20, "carb_g": 40, "fat_g": 15 });
    call(&app, "log_meal", meal.clone()).await;
    call(&app, "undo_last_write", json!({ "operation": "log_meal" })).await;
    call(&app, "log_meal", meal).await;
    assert_eq!(call(&app, "get_meals", json!({})).await["count"], 1);
    app.clock.advance(SignedDuration::from_hours(24));
    assert!(refused(&app, "undo_last_write", json!({})).await.contains("nothing_to_undo"));
    app.clock.advance(SignedDuration::from_secs(1));
    call(&app, "log_steps", json!({ "on_date": "2026-03-16", "steps": 500 })).await;
    let kept = app
        .db()
        .read()
        .await
        .unwrap()
        .all("select id from almanac_undo", belay_store::args![])
        .await
        .unwrap();
    assert_eq!(kept.len(), 1, "what can no longer be taken back is not kept either");
}

#[tokio::test]
async fn an_accomplishment_goes_with_the_write_that_made_it() {
    let app = empty().await;
    for day in 9..=15 {
        call(&app, "log_weight", json!({ "measured_on": format!("2026-03-{day:02}"), "weight_kg": 80 }))
            .await;
    }
    assert_eq!(call(&app, "get_accomplishments", json!({})).await["count"], 1);
    call(&app, "undo_last_write", json!({})).await;
    assert_eq!(call(&app, "get_accomplishments", json!({})).await["count"], 0);
}

#[tokio::test]
async fn one_persons_writes_are_not_anothers_to_take_back() {
    let app = empty().await;
    call(&app, "log_weight", json!({ "measured_on": "2026-03-14", "weight_kg": 80 })).await;
    let reply = app.stranger().mcp("undo_last_write", json!({})).await;
    assert!(reply.body.contains("nothing_to_undo"), "{}", reply.body);
}
