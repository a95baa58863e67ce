//! What the operator can switch.

use belay_access::policy::Rules;
use belay_server::config::{AppConfig, KEYS};
use belay_testkit::TestApp;
use serde_json::json;

use crate::demo_app::app;

#[tokio::test]
async fn in_read_only_mode_nothing_that_changes_exists() {
    let config = AppConfig { rules: Rules { read_only: true, ..Rules::default() }, ..AppConfig::default() };
    let app = TestApp::start_with(app(), config).await;
    assert!(!app.owner().tools().await.contains(&"keep".to_owned()));
    assert_eq!(app.owner().mcp("keep", json!({ "text": "x" })).await.protocol_error, Some(-32602));
    let post = app.owner().rest(http::Method::POST, "/api/v1/notes", Some(json!({ "text": "x" }))).await;
    assert_eq!(post.status, 404);
    assert_eq!(app.stdio().await.call("keep", json!({ "text": "x" })).await.protocol_error, Some(-32602));
    assert_eq!(app.owner().get("/notes").await.status, 200);
}

#[tokio::test]
async fn a_disabled_operation_does_not_exist_for_its_owner_either() {
    let rules = Rules { disabled: ["notes".to_owned()].into(), ..Rules::default() };
    let app = TestApp::start_with(app(), AppConfig { rules, ..AppConfig::default() }).await;
    assert!(!app.owner().tools().await.contains(&"notes".to_owned()));
    assert_eq!(app.owner().get("/notes").await.status, 404);
}

#[test]
fn a_disabled_operation_that_does_not_exist_is_a_mistake() {
    let rules = Rules { disabled: ["note".to_owned()].into(), ..Rules::default() };
    let app = app();
    let shared = belay_server::open::shared(&app, None);
    let error = belay_server::open::served(app, None, shared, &AppConfig { rules, ..AppConfig::default() })
        .err()
        .unwrap();
    assert!(error.to_string().contains("demo.disabled_operations: there is no operation `note`"), "{error}");
}

#[tokio::test]
async fn the_operators_instructions_replace_the_built_in_ones() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("instructions.md");
    std::fs::write(&file, "Ask before you write.").unwrap();
    let config = AppConfig { instructions_file: Some(file), ..AppConfig::default() };
    let app = TestApp::start_with(app(), config).await;
    assert_eq!(app.stdio().await.greeting["result"]["instructions"], "Ask before you write.");
}

#[tokio::test]
async fn the_size_of_results_can_be_set() {
    let config = AppConfig { result_bytes: Some(5_000), ..AppConfig::default() };
    let app = TestApp::start_with(app(), config).await;
    let page = app.owner().mcp("list", json!({ "rows": 50 })).await;
    assert!(page.body.len() <= 5_000 && page.json()["has_more"] == true, "{}", page.body.len());
}

#[test]
fn every_setting_is_explained() {
    for key in KEYS {
        assert!(key.about.ends_with('.') && !key.default.is_empty(), "{}", key.name);
    }
}
