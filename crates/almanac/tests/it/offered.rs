//! What models are shown: the list of tools, the catalog, resources and prompts.

use std::collections::BTreeSet;

use belay_core::app::Setup;
use serde_json::{Value, json};

use crate::journal::{call, empty};
use crate::workouts::gym;

#[tokio::test]
async fn every_tool_is_in_the_catalog_and_every_name_in_it_is_a_tool() {
    let app = empty().await;
    let tools: BTreeSet<String> = app.owner().tools().await.into_iter().collect();
    let catalog = call(&app, "get_capabilities", json!({})).await;
    let mut named = BTreeSet::new();
    for entity in catalog["entities"].as_array().unwrap() {
        for list in ["create", "read", "update", "delete"] {
            named.extend(
                entity[list].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()),
            );
        }
    }
    assert_eq!(named, tools);
    for step in catalog["common_workflows"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|recipe| recipe["steps"].as_array().unwrap())
    {
        assert!(tools.contains(step.as_str().unwrap()), "{step}");
    }
    assert_eq!(catalog["recommended_entrypoint"], "get_next_best_action");
}

/// What came to Almanac beside its first 76 tools.
const MORE: [&str; 17] = [
    "apply_starter_program",
    "archive_exercise",
    "archive_workout_template",
    "delete_exercise_group",
    "delete_phase",
    "get_alcohol_overlay",
    "get_phase_estimate",
    "get_report",
    "get_sleep_debt",
    "get_weights",
    "log_several",
    "remove_exercise_from_workout",
    "search_meals",
    "unarchive_exercise",
    "unarchive_workout_template",
    "undo_last_write",
    "update_exercise_group",
];

/// A model reads the list in every conversation. An administrator's is the longest.
#[tokio::test]
async fn the_list_of_tools_stays_small() {
    let app = empty().await;
    let administrator = app.with_key(&app.administrator().await);
    let list = administrator.ask("tools/list", json!({})).await;
    assert_eq!(list["result"].get("nextCursor"), None);
    let tools = list["result"]["tools"].as_array().unwrap();
    let bytes =
        |tools: &mut dyn Iterator<Item = &Value>| tools.map(|tool| tool.to_string().len() + 1).sum::<usize>();
    let first = |tool: &&Value| !MORE.contains(&tool["name"].as_str().unwrap());
    assert_eq!(tools.iter().filter(first).count(), 76);
    let (of_first, of_all) = (bytes(&mut tools.iter().filter(first)), bytes(&mut tools.iter()));
    assert!(of_first <= 45_000 && of_all <= 58_000, "{of_first} and {of_all} bytes");
}

#[test]
fn the_instructions_name_only_tools_that_exist() {
    let app = almanac::app(&Setup::default()).unwrap();
    let known: Vec<&str> = app.operations.iter().map(|operation| operation.name).collect();
    for text in app.operations.iter().map(|operation| operation.about).chain([app.instructions]) {
        for word in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            let verb = ["get_", "list_", "log_", "search_", "update_", "delete_", "define_", "start_"]
                .iter()
                .any(|verb| word.starts_with(verb) && word.len() > verb.len());
            assert!(!verb || known.contains(&word), "`{word}` is no operation");
        }
    }
}

#[tokio::test]
async fn resources_are_the_answers_of_tools_without_what_stands_around_them() {
    let app = gym().await;
    let read = async |uri: &str| -> Value {
        let reply = app.owner().ask("resources/read", json!({ "uri": uri })).await;
        serde_json::from_str(reply["result"]["contents"][0]["text"].as_str().unwrap()).unwrap()
    };
    assert_eq!(read("almanac://phase/current").await, Value::Null);
    assert_eq!(read("almanac://exercises").await.as_array().unwrap().len(), 3);
    assert_eq!(read("almanac://templates").await[0]["name"], "Full");
    assert_eq!(read("almanac://stim-states").await[0]["group_name"], "Back");
    let today = read("almanac://today").await;
    assert_eq!((&today["today_date"], today.get("_meta")), (&json!("2026-03-15"), None));
    assert_eq!(read("almanac://day/2026-03-14").await["macros"]["day_totals"]["kcal"], 0);
    call(&app, "log_workout", json!({ "started_at": "2026-03-14T18:00", "rpe": 8, "template_id": 1 })).await;
    assert_eq!(read("almanac://workout/1").await["workout"]["rpe"], 8.0);
}

#[tokio::test]
async fn prompts_can_be_had() {
    let app = empty().await;
    for name in ["log_my_day", "weekly_review", "plan_a_phase"] {
        let reply = app.owner().ask("prompts/get", json!({ "name": name })).await;
        assert!(reply["result"]["messages"][0]["content"]["text"].is_string(), "{reply}");
    }
}
