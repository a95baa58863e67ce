//! Personal access tokens: limited, expiring, and whose they are.

use belay_core::Access;
use belay_testkit::TestApp;
use serde_json::json;

use super::studio;
use super::world::PASSWORD;
use crate::demo_app::app;

#[tokio::test]
async fn a_token_does_no_more_than_it_was_made_for_whatever_its_person_may() {
    let app = TestApp::start(app()).await;
    let person = app.person("anna@example.org", PASSWORD).await;
    for (access, scopes, listed, called) in [
        (Access::Full, None, true, 200),
        (Access::Read, None, false, 200),
        (Access::Full, Some(&["read"][..]), false, 200),
        (Access::Full, Some(&["write"][..]), true, 200),
    ] {
        let client = app.with_key(&app.token(&person, access, scopes).await);
        let tools = client.tools().await;
        assert_eq!(tools.contains(&"keep".to_owned()), listed, "{access:?} {scopes:?}");
        assert!(tools.contains(&"notes".to_owned()));
        assert_eq!(client.mcp("notes", json!({})).await.status.as_u16(), called);
        let kept = client.mcp("keep", json!({ "text": "x" })).await;
        assert_eq!(
            kept.protocol_error,
            (!listed).then_some(-32602),
            "hidden is unknown, without a word on scopes"
        );
    }
}

#[tokio::test]
async fn a_token_follows_its_persons_role_at_every_call() {
    let app = TestApp::start(studio::app()).await;
    let org = app.organization("Anvil").await;
    let person = app.person("anna@example.org", PASSWORD).await;
    app.join(&org, &person, "owner").await;
    let client = app.with_key(&app.token(&person, Access::Full, None).await);
    for (role, tools) in [("owner", 6), ("coach", 5), ("desk", 3)] {
        app.join(&org, &person, role).await;
        assert_eq!(client.tools().await.len(), tools, "{role}");
    }
}

#[tokio::test]
async fn the_trail_names_the_person_and_the_credential() {
    let app = TestApp::start(app()).await;
    let person = app.person("anna@example.org", PASSWORD).await;
    let client = app.with_key(&app.token(&person, Access::Full, None).await);
    client.mcp("keep", json!({ "text": "x" })).await;
    let tenant = app.operator().await.tenant.unwrap();
    let trail = belay_access::audit::newest(app.db(), &tenant, 10).await.unwrap();
    let entry = trail.first().unwrap();
    assert_eq!((entry.operation.as_str(), entry.origin.as_str()), ("keep", "token"));
    assert_eq!(entry.actor_id, person);
    assert!(entry.credential_id.as_ref().is_some_and(|id| id.starts_with("key_")), "{entry:?}");
}
