//! The example as its users meet it.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use belay::prelude::Setup;
use belay_testkit::{TestApp, authority, declarations};
use serde_json::{Value, json};

async fn start() -> TestApp {
    TestApp::start(tasks::app(&Setup::default()).unwrap()).await
}

#[tokio::test]
async fn its_declarations_are_sound_and_every_caller_may_do_what_the_key_says() {
    let app = start().await;
    assert_eq!(declarations(&app.served.app), Vec::<String>::new());
    assert_eq!(authority(&app).await, Vec::<String>::new());
}

#[tokio::test]
async fn every_statement_runs_on_the_database() {
    let app = start().await;
    let checked = belay::store::check::prepare_all(app.db(), &tasks::statements()).await;
    let failures: Vec<_> = checked.into_iter().filter(|one| one.failure.is_some()).collect();
    assert!(failures.is_empty(), "{failures:#?}");
}

#[tokio::test]
async fn a_task_is_made_found_listed_page_by_page_and_completed() {
    let app = start().await;
    let owner = app.owner();
    let mut made = Vec::new();
    for title in ["One", "Two", "Three"] {
        made.push(owner.mcp("task_create", json!({ "title": title })).await.json()["task_id"].clone());
        app.clock.advance(jiff::SignedDuration::from_secs(1));
    }
    let first = owner.mcp("task_list", json!({ "limit": 2 })).await.json();
    assert_eq!((first["data"].as_array().unwrap().len(), &first["has_more"]), (2, &json!(true)));
    let rest = owner.mcp("task_list", json!({ "limit": 2, "cursor": first["next_cursor"] })).await.json();
    assert_eq!(rest["data"][0]["title"], "Three");
    let done = owner.mcp("task_complete", json!({ "task_id": made[1] })).await;
    assert!(!done.is_error, "{}", done.body);
    assert!(owner.mcp("task_complete", json!({ "task_id": made[1] })).await.body.contains("already"));
    let open = owner.mcp("task_list", json!({ "status": "new" })).await.json();
    assert_eq!(open["data"].as_array().unwrap().len(), 2);
    let other = app.stranger().mcp("task_list", json!({})).await.json();
    assert_eq!(other["data"], json!([]));
}

#[tokio::test]
async fn tasks_are_read_as_resources_and_suggested_while_they_are_typed() {
    let app = start().await;
    let owner = app.owner();
    let made = owner.mcp("task_create", json!({ "title": "Paint the door" })).await.json();
    let id = made["task_id"].as_str().unwrap();
    let read = owner.ask("resources/read", json!({ "uri": format!("tasks://task/{id}") })).await;
    let text = read["result"]["contents"][0]["text"].as_str().unwrap();
    assert_eq!(serde_json::from_str::<Value>(text).unwrap()["title"], "Paint the door");
    let typed = json!({ "ref": { "type": "ref/resource", "uri": "tasks://task/{task_id}" },
        "argument": { "name": "task_id", "value": "tsk_" } });
    assert_eq!(owner.ask("completion/complete", typed).await["result"]["completion"]["values"], json!([id]));
    let plan = owner
        .ask("prompts/get", json!({ "name": "plan_day", "arguments": { "focus": "high", "hours": "3" } }))
        .await;
    let said = plan["result"]["messages"][0]["content"]["text"].as_str().unwrap();
    assert!(said.contains("my 1 open tasks") && said.contains("3 hours"), "{said}");
}

#[tokio::test]
async fn completed_tasks_are_removed_only_when_the_person_agrees() {
    let app = start().await;
    let owner = app.owner().offering(json!({ "elicitation": {} }));
    let made = owner.mcp("task_create", json!({ "title": "Done" })).await.json();
    owner.mcp("task_complete", json!({ "task_id": made["task_id"] })).await;
    let asked = owner.ask_modern("tools/call", json!({ "name": "task_clear" })).await;
    for (agree, said) in [(false, "Nothing was removed."), (true, "1 tasks removed.")] {
        let answered = owner
            .ask_modern(
                "tools/call",
                json!({ "name": "task_clear", "requestState": asked["result"]["requestState"],
                    "inputResponses": { "agreement": { "action": "accept", "content": { "agree": agree } } } }),
            )
            .await;
        assert_eq!(answered["result"]["content"][0]["text"], said);
    }
    let cannot = app.owner().ask_modern("tools/call", json!({ "name": "task_clear" })).await;
    assert_eq!(cannot["error"]["code"], -32021);
}

#[tokio::test]
async fn a_chart_is_a_picture_with_words_beside_it() {
    let app = start().await;
    app.owner().mcp("task_create", json!({ "title": "One" })).await;
    let shown = app.owner().ask_modern("tools/call", json!({ "name": "task_chart" })).await;
    let content = &shown["result"]["content"];
    assert_eq!(content[0]["text"], "new: 1, accepted: 0, completed: 0");
    assert_eq!(content[1]["mimeType"], "image/png");
}
