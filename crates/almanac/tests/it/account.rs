//! Accounts, tokens and what administrators decide.

use belay_core::Access;
use belay_testkit::{Client, TestApp};
use http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::journal::empty;

async fn get(client: &Client, path: &str) -> (StatusCode, Value) {
    let reply = client.rest(Method::GET, path, None).await;
    (reply.status, reply.json())
}

async fn person(app: &TestApp, email: &str) -> (String, Client) {
    let person = app.person(email, "correct horse battery staple").await;
    let token = app.token(&person, Access::Full, None).await;
    (person, app.with_key(&token))
}

#[tokio::test]
async fn a_person_makes_and_ends_their_own_tokens_and_sees_the_secret_once() {
    let app = empty().await;
    let (id, ada) = person(&app, "ada@example.org").await;
    let (_, who) = get(&ada, "/api/v1/auth/whoami").await;
    assert_eq!(
        (&who["id"], &who["email"], &who["llm_available"]),
        (&json!(id), &json!("ada@example.org"), &json!(false))
    );
    let made = ada.rest(Method::POST, "/api/v1/auth/tokens", Some(json!({ "name": "Tablet" }))).await;
    assert_eq!(made.status, StatusCode::CREATED);
    let (secret, token) = (made.json()["token"].as_str().unwrap().to_owned(), made.json()["id"].clone());
    let tablet = app.with_key(&secret);
    let (_, listed) = get(&tablet, "/api/v1/auth/tokens").await;
    assert_eq!(listed["tokens"].as_array().unwrap().len(), 2);
    assert!(!listed.to_string().contains(&secret), "the secret is told once");
    let (_, bob) = person(&app, "bob@example.org").await;
    let path = format!("/api/v1/auth/tokens/{}", token.as_str().unwrap());
    assert_eq!(bob.rest(Method::DELETE, &path, None).await.status, StatusCode::NO_CONTENT);
    assert_eq!(get(&tablet, "/api/v1/auth/whoami").await.0, StatusCode::OK, "another person ends nothing");
    assert_eq!(ada.rest(Method::DELETE, &path, None).await.status, StatusCode::NO_CONTENT);
    assert_eq!(get(&tablet, "/api/v1/auth/whoami").await.0, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_limited_token_cannot_make_an_unlimited_one() {
    let app = empty().await;
    let id = app.person("ada@example.org", "correct horse battery staple").await;
    let narrow = app.with_key(&app.token(&id, Access::Full, Some(&["write"])).await);
    let refused = narrow.rest(Method::POST, "/api/v1/auth/tokens", Some(json!({ "name": "More" }))).await;
    assert_eq!(
        (refused.status, &refused.json()["error"]),
        (StatusCode::FORBIDDEN, &json!("limited_credential"))
    );
}

#[tokio::test]
async fn administrators_decide_over_users_and_nobody_else_knows_of_it() {
    let app = empty().await;
    let admin = app.with_key(&app.administrator().await);
    let (bob_id, bob) = person(&app, "bob@example.org").await;
    let decide = json!({ "user_id": bob_id, "enabled": true });
    let without = admin.mcp("admin_set_user_llm_access", decide.clone()).await;
    assert!(without.body.contains("user_without_journal"), "{}", without.body);
    let tools = bob.tools().await;
    assert!(!tools.iter().any(|tool| tool.starts_with("admin_")), "{tools:?}");
    assert_eq!(get(&bob, "/api/v1/auth/whoami").await.1["llm_logging_enabled"], false);
    assert!(!admin.mcp("admin_set_user_llm_access", decide).await.is_error);
    let limit = json!({ "user_id": bob_id, "daily_token_limit": 5_000 });
    assert!(!admin.mcp("admin_set_user_daily_limit", limit).await.is_error);
    let users = admin.mcp("admin_list_users", json!({})).await.json()["users"].clone();
    let shown = users.as_array().unwrap().iter().find(|user| user["id"] == json!(bob_id)).unwrap().clone();
    assert_eq!(
        (&shown["llm_logging_enabled"], &shown["llm_daily_token_limit"], &shown["is_admin"]),
        (&json!(true), &json!(5_000), &json!(false))
    );
    assert_eq!(get(&bob, "/api/v1/users/me").await.1["user"]["llm_logging_enabled"], true);
    let path = format!("/api/v1/admin/users/{bob_id}");
    let patch = json!({ "is_admin": 1, "llm_daily_token_limit": null });
    let promoted = admin.rest(Method::PATCH, &path, Some(patch)).await;
    assert_eq!(promoted.json()["user"]["llm_daily_token_limit"], Value::Null, "{}", promoted.body);
    assert_eq!(get(&bob, "/api/v1/admin/users").await.0, StatusCode::OK);
    let nobody = admin.mcp("admin_set_user_admin", json!({ "user_id": "per_none", "is_admin": true })).await;
    assert!(nobody.body.contains("user_not_found"), "{}", nobody.body);
}

#[tokio::test]
async fn the_last_administrator_stays_one() {
    let app = empty().await;
    let admin = app.with_key(&app.administrator().await);
    let users = admin.mcp("admin_list_users", json!({})).await.json()["users"].clone();
    let admins: Vec<Value> =
        users.as_array().unwrap().iter().filter(|user| user["is_admin"] == true).cloned().collect();
    assert_eq!(admins.len(), 1, "{users}");
    let demote = json!({ "user_id": admins[0]["id"], "is_admin": false });
    let refused = admin.mcp("admin_set_user_admin", demote).await;
    assert!(refused.body.contains("last_administrator"), "{}", refused.body);
    assert!(!admin.mcp("admin_list_users", json!({})).await.is_error);
}

/// An assistant that logs meals for an administrator holds no power over users.
#[tokio::test]
async fn a_token_of_an_administrator_administers_only_where_it_was_made_for_it() {
    let app = empty().await;
    let id = app.person("ada@example.org", "correct horse battery staple").await;
    app.make_administrator(&id).await;
    for (scopes, sees) in [(&["write"][..], false), (&["read", "write"], false), (&["write", "admin"], true)]
    {
        let token = app.token(&id, Access::Full, Some(scopes)).await;
        let tools = app.with_key(&token).tools().await;
        assert_eq!(tools.iter().any(|tool| tool == "admin_list_users"), sees, "{scopes:?}");
    }
}

#[tokio::test]
async fn the_routes_of_language_models_say_that_they_are_off() {
    let app = empty().await;
    let message = Some(json!({ "message": "hello" }));
    for (method, path, body) in [
        (Method::POST, "/api/v1/llm/meal-chat", message.clone()),
        (Method::POST, "/api/v1/llm/insights-chat", message),
        (Method::GET, "/api/v1/llm/usage", None),
        (Method::GET, "/api/v1/llm/insights-chat/history", None),
        (Method::DELETE, "/api/v1/llm/insights-chat/history", None),
        (Method::GET, "/api/v1/llm/insights-chat/days", None),
    ] {
        let reply = app.owner().rest(method.clone(), path, body).await;
        assert_eq!(
            (reply.status, &reply.json()["error"]),
            (StatusCode::FORBIDDEN, &json!("llm_disabled")),
            "{method} {path}"
        );
    }
}

#[tokio::test]
async fn health_and_version_answer() {
    let app = empty().await;
    let (_, health) = get(&app.owner(), "/api/v1/health").await;
    assert_eq!((&health["ok"], &health["migrations_applied"]), (&json!(true), &json!(2)));
    assert_eq!(get(&app.owner(), "/api/v1/version").await.1["version"], env!("CARGO_PKG_VERSION"));
}
