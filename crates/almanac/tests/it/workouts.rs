//! Exercises, templates and workouts.

use belay_testkit::TestApp;
use serde_json::{Value, json};

use crate::journal::{call, empty, refused};

/// Two groups with an exercise each, and a template of both.
pub(crate) async fn gym() -> TestApp {
    let app = empty().await;
    for name in ["Back", "Legs"] {
        call(&app, "define_exercise_group", json!({ "name": name })).await;
    }
    for (group, name) in [(1, "Barbell row"), (2, "Back squat"), (2, "Leg press")] {
        call(&app, "define_exercise", json!({ "group_id": group, "name": name })).await;
    }
    let items = json!([
        { "exercise_id": 1, "display_order": 0, "default_sets": 3, "default_reps": 5, "default_weight_kg": 60 },
        { "exercise_id": 2, "display_order": 1, "default_sets": 2, "default_reps": 8 },
    ]);
    call(&app, "define_workout_template", json!({ "name": "Full", "items": items })).await;
    app
}

fn code(text: &str) -> Value {
    serde_json::from_str::<Value>(text).unwrap()["error"].clone()
}

#[tokio::test]
async fn a_workout_is_logged_as_done_and_twice_is_two() {
    let app = gym().await;
    let sets = json!([{ "count": 2, "reps": 5, "weight_kg": 60 }, { "reps": 4, "weight_kg": 62.5 }]);
    let exercises = json!([{ "exercise_id": 1, "display_order": 0, "planned_sets": 3, "sets": sets }]);
    let log = json!({ "started_at": "2026-03-14T18:00", "rpe": 8, "exercises": exercises });
    let first = call(&app, "log_workout", log.clone()).await;
    assert_eq!(first["summary"], "Logged a workout for 2026-03-14: RPE 8, 1/1 exercises");
    assert_eq!(call(&app, "log_workout", log).await["id"], 2);
    let workout = call(&app, "get_workout", json!({ "id": 1 })).await["workout"].clone();
    let reps: Vec<i64> = workout["exercises"][0]["sets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|set| set["reps"].as_i64().unwrap())
        .collect();
    assert_eq!((reps, &workout["exercises"][0]["exercise_name"]), (vec![5, 5, 4], &json!("Barbell row")));
    assert_eq!(call(&app, "get_recent_workouts", json!({})).await["count"], 2);
    let day = call(&app, "get_workout_for_day", json!({ "date": "2026-03-14" })).await["workouts"].clone();
    assert_eq!(
        (day.as_array().unwrap().len(), &day[0]["exercises"][0]["sets"][2]["weight_kg"]),
        (2, &json!(62.5))
    );
}

#[tokio::test]
async fn sets_that_are_all_alike_may_be_one_object() {
    let app = gym().await;
    let exercises = json!([{ "exercise_id": 1, "display_order": 0, "planned_sets": 3,
        "sets": { "count": 3, "reps": 5, "weight_kg": 60 } }]);
    call(&app, "log_workout", json!({ "started_at": "2026-03-14T18:00", "rpe": 8, "exercises": exercises }))
        .await;
    let workout = call(&app, "get_workout", json!({ "id": 1 })).await["workout"].clone();
    let sets = workout["exercises"][0]["sets"].as_array().unwrap().clone();
    assert_eq!(sets.len(), 3);
    assert!(sets.iter().all(|set| set["reps"] == 5 && set["weight_kg"] == json!(60.0)), "{sets:?}");
}

#[tokio::test]
async fn deviations_change_a_template_and_the_rest_is_done_as_planned() {
    let app = gym().await;
    let deviations = json!([
        { "op": "skip", "exercise_id": 1 },
        { "op": "add", "exercise_id": 3, "planned_sets": 1, "sets": [{ "reps": 12, "weight_kg": 100 }] },
    ]);
    let log =
        json!({ "started_at": "2026-03-14T18:00", "rpe": 7, "template_id": 1, "deviations": deviations });
    let logged = call(&app, "log_workout", log).await;
    assert_eq!(logged["summary"], "Logged a workout for 2026-03-14: RPE 7, 2/3 exercises (1 skipped)");
    let done = logged["workout"]["exercises"].clone();
    assert_eq!(
        (&done[0]["skipped_at"], done[0]["sets"].as_array().unwrap().len()),
        (&json!("2026-03-14T18:00:00Z"), 0)
    );
    assert_eq!((done[1]["sets"].as_array().unwrap().len(), &done[2]["display_order"]), (2, &json!(2)));
    for (deviation, expected) in [
        (json!({ "op": "skip", "exercise_id": 3 }), "deviation_not_in_template"),
        (json!({ "op": "add", "exercise_id": 1, "planned_sets": 1, "sets": [] }), "deviation_in_template"),
    ] {
        let log = json!({ "started_at": "2026-03-14T18:00", "rpe": 7, "template_id": 1, "deviations": [deviation] });
        assert_eq!(code(&refused(&app, "log_workout", log).await), expected);
    }
}

#[tokio::test]
async fn a_workout_needs_one_shape_and_an_effort() {
    let app = gym().await;
    for wrong in [
        json!({ "started_at": "2026-03-14T18:00", "rpe": 7 }),
        json!({ "started_at": "2026-03-14T18:00", "rpe": 7, "template_id": 1, "exercises": [], "deviations": [] }),
        json!({ "started_at": "2026-03-14T18:00", "rpe": 11, "template_id": 1 }),
        json!({ "started_at": "2026-03-14T18:00", "template_id": 1 }),
    ] {
        let text = refused(&app, "log_workout", wrong).await;
        assert!(text.starts_with("tool log_workout input validation failed"), "{text}");
    }
}

#[tokio::test]
async fn what_is_unknown_taken_or_in_use_is_a_refusal_with_a_name_and_never_a_fault() {
    let app = gym().await;
    let exercises =
        |id: i64| json!([{ "exercise_id": id, "display_order": 0, "planned_sets": 1, "sets": [] }]);
    for (tool, input, expected) in [
        ("define_exercise", json!({ "group_id": 9, "name": "X" }), "exercise_group_not_found"),
        ("define_exercise", json!({ "group_id": 1, "name": "BARBELL ROW" }), "exercise_name_taken"),
        ("define_exercise_group", json!({ "name": "back" }), "exercise_group_name_taken"),
        ("delete_exercise_group", json!({ "group_id": 1, "confirm": true }), "exercise_group_in_use"),
        ("define_workout_template", json!({ "name": "full", "items": [] }), "template_name_taken"),
        (
            "log_workout",
            json!({ "started_at": "2026-03-14T18:00", "rpe": 7, "exercises": exercises(77) }),
            "unknown_exercise",
        ),
        (
            "log_workout",
            json!({ "started_at": "2026-03-14T18:00", "rpe": 7, "template_id": 9 }),
            "template_not_found",
        ),
        ("get_workout", json!({ "id": 9 }), "workout_not_found"),
        ("update_set", json!({ "id": 9, "reps": 1 }), "set_not_found"),
        ("remove_exercise_from_workout", json!({ "instance_id": 9, "confirm": true }), "instance_not_found"),
    ] {
        assert_eq!(code(&refused(&app, tool, input).await), expected, "{tool}");
    }
    let twice = json!([{ "exercise_id": 1, "display_order": 0, "default_sets": 1 }, { "exercise_id": 2, "display_order": 0, "default_sets": 1 }]);
    let text =
        refused(&app, "update_workout_template", json!({ "id": 1, "name": "New", "items": twice })).await;
    assert_eq!(code(&text), "duplicate_display_order");
    let kept = call(&app, "list_workout_templates", json!({})).await["workout_templates"][0].clone();
    assert_eq!(
        (&kept["name"], kept["items"].as_array().unwrap().len()),
        (&json!("Full"), 2),
        "all or nothing"
    );
}

#[tokio::test]
async fn another_person_s_exercises_and_templates_cannot_be_used() {
    let app = gym().await;
    let stranger = app.stranger();
    let exercises = json!([{ "exercise_id": 1, "display_order": 0, "planned_sets": 1, "sets": [] }]);
    for (tool, input) in [
        ("log_workout", json!({ "started_at": "2026-03-14T18:00", "rpe": 7, "exercises": exercises })),
        ("log_workout", json!({ "started_at": "2026-03-14T18:00", "rpe": 7, "template_id": 1 })),
        ("define_exercise", json!({ "group_id": 1, "name": "Row" })),
        ("archive_exercise", json!({ "exercise_id": 1 })),
        ("archive_workout_template", json!({ "id": 1 })),
    ] {
        assert!(stranger.mcp(tool, input).await.is_error, "{tool}");
    }
}

#[tokio::test]
async fn archived_things_leave_the_lists_and_come_back() {
    let app = gym().await;
    let names = async |archived: bool| {
        let input = json!({ "include_archived": archived, "group_id": 2 });
        call(&app, "list_exercises", input).await["exercises"].as_array().unwrap().len()
    };
    call(&app, "archive_exercise", json!({ "exercise_id": 2 })).await;
    assert_eq!((names(false).await, names(true).await), (1, 2));
    let rest = app.owner().get("/exercises?include_archived=false&group_id=2").await.json();
    assert_eq!(rest["exercises"].as_array().unwrap().len(), 1);
    call(&app, "define_exercise", json!({ "group_id": 2, "name": "Back squat" })).await;
    let text = refused(&app, "unarchive_exercise", json!({ "exercise_id": 2 })).await;
    assert_eq!(code(&text), "exercise_name_taken");
    call(&app, "archive_workout_template", json!({ "id": 1 })).await;
    assert_eq!(call(&app, "list_workout_templates", json!({})).await["workout_templates"], json!([]));
    call(&app, "unarchive_workout_template", json!({ "id": 1 })).await;
}

#[tokio::test]
async fn sets_and_exercises_of_a_workout_can_be_corrected() {
    let app = gym().await;
    call(&app, "log_workout", json!({ "started_at": "2026-03-14T18:00", "rpe": 7, "template_id": 1 })).await;
    call(&app, "update_set", json!({ "id": 1, "reps": 6, "weight_kg": null })).await;
    call(&app, "delete_set", json!({ "set_id": 2, "confirm": true })).await;
    let added = json!({ "workout_id": 1, "exercise_id": 3, "display_order": 5, "planned_sets": 1, "sets": [{ "reps": 10 }] });
    assert_eq!(
        call(&app, "add_exercise_to_workout", added.clone()).await["exercise_instance"]["exercise_name"],
        "Leg press"
    );
    assert_eq!(code(&refused(&app, "add_exercise_to_workout", added).await), "duplicate_display_order");
    call(&app, "remove_exercise_from_workout", json!({ "instance_id": 2, "confirm": true })).await;
    let workout = call(&app, "get_workout", json!({ "id": 1 })).await["workout"].clone();
    let done = workout["exercises"].as_array().unwrap();
    assert_eq!((done.len(), done[0]["sets"].as_array().unwrap().len()), (2, 2));
    assert_eq!(
        (&done[0]["sets"][0]["weight_kg"], &done[0]["sets"][1]["set_number"]),
        (&Value::Null, &json!(3))
    );
    call(&app, "update_workout", json!({ "id": 1, "started_at": "2026-03-13T18:00", "template_id": null }))
        .await;
    assert_eq!(call(&app, "get_recent_workouts", json!({})).await["workouts"][0]["day"], "2026-03-13");
    call(&app, "delete_workout", json!({ "workout_id": 1, "confirm": true })).await;
    assert_eq!(call(&app, "get_recent_workouts", json!({})).await["count"], 0);
}

#[tokio::test]
async fn a_starter_program_makes_what_is_missing_and_once_only() {
    let app = gym().await;
    let made =
        call(&app, "apply_starter_program", json!({ "preset": "ppl" })).await["workout_templates"].clone();
    let names: Vec<&str> = made.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Push", "Pull", "Legs"]);
    assert_eq!(made[1]["items"][0]["exercise_id"], 1, "the row that was there is used");
    assert_eq!(
        (&made[0]["items"][0]["default_reps"], &made[0]["items"][4]["default_reps"]),
        (&json!(5), &json!(10))
    );
    let again = call(&app, "apply_starter_program", json!({ "preset": "ppl" })).await;
    assert_eq!(again["workout_templates"], json!([]));
    call(&app, "apply_starter_program", json!({ "preset": "upper_lower" })).await;
    assert_eq!(call(&app, "list_exercises", json!({})).await["exercises"].as_array().unwrap().len(), 14);
    assert_eq!(
        call(&app, "list_exercise_groups", json!({})).await["exercise_groups"].as_array().unwrap().len(),
        5
    );
}
