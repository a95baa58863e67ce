//! What is offered, and how a call is taken.

use std::collections::BTreeSet;

use belay_core::app::Setup;
use http::{Method, StatusCode};
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{greeted, meal, parsed, phase, tools};
use crate::apart::fill;
use crate::journal::{call, empty, refused};
use crate::workouts::gym;

#[tokio::test]
async fn promise_01_the_server_advertises_tools_and_resources() {
    let told = greeted(&empty().await).await;
    assert_eq!(told["serverInfo"]["name"], "almanac");
    assert!(
        told["capabilities"]["tools"].is_object() && told["capabilities"]["resources"].is_object(),
        "{told}"
    );
}

#[tokio::test]
async fn promise_02_instructions_are_short_and_speak_of_every_topic() {
    let told = greeted(&empty().await).await;
    let text = told["instructions"].as_str().unwrap();
    assert!(text.chars().count() < 2_000, "{}", text.len());
    for topic in [
        "local time",
        "user's own days",
        "sent again",
        "log_workout",
        "estimate_warning",
        "warn and concern",
        "invent kcal",
        "without confirmation",
        "medical advice",
        "get_next_best_action",
    ] {
        assert!(text.contains(topic), "{topic}");
    }
    // What is retried is told as it is: the original called log_workout safe.
    assert!(text.contains("every log tool but log_workout"));
}

#[tokio::test]
async fn promise_03_each_tool_has_a_text_a_schema_and_hints() {
    for tool in tools(&empty().await).await {
        let name = tool["name"].as_str().unwrap();
        assert!(tool["description"].as_str().unwrap().len() > 20 && tool["title"].is_string(), "{name}");
        assert_eq!(tool["inputSchema"]["type"], "object", "{name}");
        assert!(tool["annotations"].is_object(), "{name}");
        if name == "log_meal" {
            assert!(tool["description"].as_str().unwrap().contains("Not for alcohol"));
            let eaten_at = &tool["inputSchema"]["properties"]["eaten_at"]["description"];
            assert!(eaten_at.as_str().unwrap().contains("Z or an offset only if"), "{eaten_at}");
        }
    }
    // Every field is described where it is declared; a list leaves out only what a name says as well.
    let app = almanac::app(&Setup::default()).unwrap();
    for operation in &app.operations {
        for (field, schema) in
            operation.input.portable.value()["properties"].as_object().into_iter().flatten()
        {
            assert!(schema.get("description").is_some(), "{} {field}", operation.name);
        }
    }
}

#[tokio::test]
async fn promise_04_the_catalog_maps_everything() {
    let app = empty().await;
    let catalog = call(&app, "get_capabilities", json!({})).await;
    let entities = catalog["entities"].as_array().unwrap();
    let meal = entities.iter().find(|entity| entity["entity"] == "meal").unwrap();
    assert_eq!(meal["create"], json!(["log_meal", "log_meal_from_stored"]));
    assert_eq!((&meal["update"], &meal["delete"]), (&json!(["update_meal"]), &json!(["delete_meal"])));
    for convention in [
        "timezone_handling",
        "date_format",
        "timestamp_format",
        "weights_unit",
        "food_weights",
        "idempotency",
    ] {
        assert!(catalog["conventions"][convention].is_string(), "{convention}");
    }
    assert_eq!(catalog["recommended_entrypoint"], "get_next_best_action");
    let recipes: BTreeSet<&str> = catalog["common_workflows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    for recipe in ["new_user_onboarding", "log a meal the user described", "delete a duplicate workout"] {
        assert!(recipes.contains(recipe), "{recipe}");
    }
}

#[tokio::test]
async fn promise_05_from_the_catalog_over_the_next_action_to_hints_at_what_follows() {
    let app = empty().await;
    let entry = call(&app, "get_capabilities", json!({})).await["recommended_entrypoint"].clone();
    let next = call(&app, entry.as_str().unwrap(), json!({})).await;
    assert_eq!(next["actions"][0]["suggested_tool"], "update_user_profile");
    let hinting: Vec<String> = tools(&app)
        .await
        .iter()
        .filter(|tool| tool["description"].as_str().unwrap().contains("get_next_best_action"))
        .map(|tool| tool["name"].as_str().unwrap().to_owned())
        .collect();
    for tool in ["update_user_profile", "log_weight", "start_nutrition_phase"] {
        assert!(hinting.iter().any(|name| name == tool), "{tool}");
    }
}

#[tokio::test]
async fn promise_06_five_resources_stand_at_their_addresses() {
    let app = empty().await;
    let listed = app.owner().ask("resources/list", json!({})).await["result"]["resources"].clone();
    let uris: Vec<&str> = listed.as_array().unwrap().iter().map(|one| one["uri"].as_str().unwrap()).collect();
    let expected = [
        "almanac://today",
        "almanac://phase/current",
        "almanac://stim-states",
        "almanac://templates",
        "almanac://exercises",
    ];
    assert_eq!(uris, expected);
    for uri in expected {
        let read = app.owner().ask("resources/read", json!({ "uri": uri })).await;
        let content = &read["result"]["contents"][0];
        assert_eq!(content["mimeType"], "application/json", "{read}");
        parsed(content["text"].as_str().unwrap());
    }
}

#[tokio::test]
async fn promise_07_hints_tell_reads_deletes_and_what_may_be_repeated() {
    for tool in tools(&empty().await).await {
        let (name, hints) = (tool["name"].as_str().unwrap(), &tool["annotations"]);
        let hint = |which: &str| hints.get(which).and_then(Value::as_bool);
        let reads = name.starts_with("get_")
            || name.starts_with("list_")
            || ["ping", "search_meals", "admin_list_users"].contains(&name);
        assert_eq!(hint("openWorldHint"), Some(false), "{name}");
        assert_eq!(hint("readOnlyHint") == Some(true), reads, "{name}");
        let deletes = name.starts_with("delete_") || name == "remove_exercise_from_workout";
        assert_eq!(hint("destructiveHint"), if reads { None } else { Some(deletes) }, "{name}");
        let logs = name.starts_with("log_") && name != "log_workout";
        let once = ["log_workout", "start_nutrition_phase", "update_meal", "create_untracked_period"]
            .contains(&name);
        if reads || logs || deletes {
            assert_eq!(hint("idempotentHint"), Some(true), "{name}");
        }
        assert!(!once || hint("idempotentHint") != Some(true), "{name}");
    }
}

#[tokio::test]
async fn promise_08_a_call_passes_schema_rules_authority_and_the_journal_and_comes_back_stamped() {
    let app = empty().await;
    assert!(refused(&app, "log_meal", json!({ "kcal": "x" })).await.contains("kcal: Expected number"));
    let unconfirmed = refused(&app, "delete_meal", json!({ "meal_id": 1 })).await;
    assert!(unconfirmed.contains("confirm"), "{unconfirmed}");
    assert_eq!(app.nobody().mcp("log_meal", meal()).await.status, StatusCode::UNAUTHORIZED);
    let mut late = meal();
    late["eaten_at"] = json!("2026-09-15T11:30");
    assert!(refused(&app, "log_meal", late).await.contains("eaten_at"));
    let logged = call(&app, "log_meal", meal()).await;
    assert_eq!((&logged["id"], &logged["_meta"]["user_tz"]), (&json!(1), &json!("UTC")));
}

#[tokio::test]
async fn promise_09_a_logged_meal_answers_with_its_day_and_target_in_one_call() {
    let app = empty().await;
    call(&app, "start_nutrition_phase", phase("cut", -400)).await;
    let logged = call(&app, "log_meal", meal()).await;
    assert_eq!(
        (&logged["id"], &logged["day"], &logged["day_totals"]["kcal"]),
        (&json!(1), &json!("2026-03-15"), &json!(500))
    );
    assert_eq!(logged["day_target"]["target"]["kcal"], 2_000);
    assert_eq!(call(&app, "log_meal", meal()).await["id"], 1, "the same payload is the same meal");
}

#[tokio::test]
async fn promise_10_a_summary_tells_the_meal_and_how_far_the_day_is() {
    let app = empty().await;
    call(&app, "start_nutrition_phase", phase("cut", -400)).await;
    let summary = call(&app, "log_meal", meal()).await["summary"].clone();
    assert_eq!(summary, "500 kcal logged for 2026-03-15 (25 P / 50 C / 18 F); day total 500/2000 (25%)");
}

#[tokio::test]
async fn promise_11_every_failing_field_is_told_with_its_path_on_every_door() {
    let app = empty().await;
    let wrong = json!({ "eaten_at": "2026-03-15T11:30", "kcal": "many", "carb_g": 1, "fat_g": -1 });
    assert_eq!(
        refused(&app, "log_meal", wrong.clone()).await,
        "tool log_meal input validation failed \u{2014} kcal: Expected number, received string; protein_g: Required; \
         fat_g: Must be at least 0.0"
    );
    let rest = app.owner().rest(Method::POST, "/api/v1/meals", Some(wrong)).await;
    assert_eq!((rest.status, rest.json()["issues"].as_array().unwrap().len()), (StatusCode::BAD_REQUEST, 3));
}

#[tokio::test]
async fn promise_12_a_refusal_is_the_same_object_on_every_door() {
    let app = empty().await;
    let start = phase("cut", 400);
    let over_mcp = parsed(&refused(&app, "start_nutrition_phase", start.clone()).await);
    let rest = app.owner().rest(Method::POST, "/api/v1/nutrition-phases", Some(start)).await;
    assert_eq!((over_mcp.clone(), rest.status.is_client_error()), (rest.json(), true));
    assert!(over_mcp["error"].is_string() && over_mcp["message"].is_string(), "{over_mcp}");
}

#[tokio::test]
async fn promise_13_a_phase_without_a_weight_says_what_to_do() {
    let app = empty().await;
    let mut start = phase("cut", -400);
    start.as_object_mut().unwrap().remove("tdee_override");
    let told = parsed(&refused(&app, "start_nutrition_phase", start).await);
    assert_eq!(
        (&told["error"], &told["required_action"]),
        (&json!("tdee_unavailable"), &json!("log_weight"))
    );
    assert_eq!(told["hints"]["missing_profile_fields"], json!(["weight_kg"]));
}

#[tokio::test]
async fn promise_14_no_delete_goes_without_confirm_true() {
    let app = empty().await;
    fill(&app.owner()).await;
    let mut tried = 0;
    for tool in tools(&app).await {
        let name = tool["name"].as_str().unwrap();
        if tool["annotations"]["destructiveHint"] != true {
            continue;
        }
        tried += 1;
        let required = tool["inputSchema"]["required"].as_array().unwrap();
        assert!(required.contains(&json!("confirm")), "{name}");
        let id = required.iter().find(|field| **field != json!("confirm")).unwrap().as_str().unwrap();
        for confirm in
            [json!({ id: 1 }), json!({ id: 1, "confirm": false }), json!({ id: 1, "confirm": "yes" })]
        {
            refused(&app, name, confirm).await;
        }
    }
    assert_eq!(tried, 13);
    assert_eq!(call(&app, "get_meals", json!({})).await["count"], 1);
}

#[tokio::test]
async fn promise_15_a_phase_stays_coherent_under_every_patch() {
    let app = empty().await;
    call(&app, "start_nutrition_phase", phase("cut", -400)).await;
    let code = |text: String| parsed(&text)["error"].clone();
    let lone = json!({ "phase_id": 1, "daily_kcal_target": 1_900 });
    assert_eq!(code(refused(&app, "update_phase", lone).await), "ambiguous_patch");
    let odd = json!({ "phase_id": 1, "tdee_at_phase_start": 2_400, "deficit_kcal": -300, "daily_kcal_target": 1_900 });
    assert_eq!(code(refused(&app, "update_phase", odd).await), "inconsistent_patch");
    // The kind alone breaks what the numbers say: the original let it through.
    let kind =
        refused(&app, "update_phase", json!({ "phase_id": 1, "phase_type": "bulk", "intent": "bulk" })).await;
    assert_eq!(parsed(&kind)["error"], "validation_failed", "{kind}");
    let both = json!({ "phase_id": 1, "tdee_at_phase_start": 2_400, "deficit_kcal": -500 });
    assert_eq!(call(&app, "update_phase", both).await["phase"]["daily_kcal_target"], 1_900);
}

#[tokio::test]
async fn promise_16_a_workout_is_either_done_or_deviates_from_a_template() {
    let app = gym().await;
    let sets = json!([{ "exercise_id": 1, "display_order": 0, "planned_sets": 1, "sets": [{ "reps": 5 }] }]);
    let both = json!({ "started_at": "2026-03-14T18:00", "rpe": 8, "template_id": 1, "exercises": sets,
        "deviations": [{ "op": "skip", "exercise_id": 1 }] });
    refused(&app, "log_workout", both).await;
    refused(&app, "log_workout", json!({ "started_at": "2026-03-14T18:00", "rpe": 8 })).await;
    call(&app, "log_workout", json!({ "started_at": "2026-03-14T18:00", "rpe": 8, "template_id": 1 })).await;
}

#[tokio::test]
async fn promise_17_every_log_but_a_workout_counts_once_for_24_hours() {
    let app = gym().await;
    let logs = [
        ("log_meal", meal()),
        ("log_weight", json!({ "measured_on": "2026-03-15", "weight_kg": 80 })),
        ("log_sleep", json!({ "slept_on": "2026-03-15", "hours": 7 })),
        ("log_steps", json!({ "on_date": "2026-03-15", "steps": 9_000 })),
        ("log_cardio", json!({ "started_at": "2026-03-15T08:00", "est_kcal": 300 })),
        ("log_alcohol", json!({ "started_at": "2026-03-14T20:00", "drinks_count": 1, "est_kcal": 120 })),
    ];
    for (tool, input) in &logs {
        let first = call(&app, tool, input.clone()).await;
        assert_eq!(call(&app, tool, input.clone()).await["id"], first["id"], "{tool}");
    }
    let workout = json!({ "started_at": "2026-03-14T18:00", "rpe": 8, "template_id": 1 });
    call(&app, "log_workout", workout.clone()).await;
    call(&app, "log_workout", workout).await;
    assert_eq!(call(&app, "get_recent_workouts", json!({})).await["count"], 2);
    app.clock.advance(SignedDuration::from_hours(24));
    let later = call(&app, "log_meal", meal()).await;
    assert_eq!(later["id"], 2, "the same after a day is another meal");
}
