//! Credentials: who is let in, and what each may do.

use axum::body::Body;
use belay_access::keys;
use belay_core::{Access, Clock};
use belay_testkit::{TestApp, authority};
use http::Request;
use jiff::SignedDuration;
use serde_json::json;

use crate::demo_app::app;

#[tokio::test]
async fn every_operation_is_closed_to_who_may_not_call_it() {
    let app = TestApp::start(app()).await;
    let wrong = authority(&app).await;
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[tokio::test]
async fn a_stranger_reaches_only_its_own_data() {
    let app = TestApp::start(app()).await;
    app.owner().mcp("keep", json!({ "text": "ours" })).await;
    assert_eq!(app.stranger().mcp("notes", json!({})).await.json(), json!([]));
    app.stranger().mcp("keep", json!({ "text": "theirs" })).await;
    assert_eq!(app.owner().mcp("notes", json!({})).await.json(), json!(["ours"]));
}

#[tokio::test]
async fn without_an_accepted_key_nothing_is_read_not_even_a_bad_message() {
    let app = TestApp::start(app()).await;
    for (client, code) in
        [(app.nobody(), "missing_credentials"), (app.with_key("dm_nobodys"), "invalid_api_key")]
    {
        let reply = client.post_text("{bad", &[]).await;
        assert_eq!((reply.status.as_u16(), reply.json()["code"].as_str()), (401, Some(code)));
        assert!(reply.headers.contains_key("www-authenticate"));
        assert_eq!(client.get("/notes").await.status, 401);
    }
    let owner_key = app.key(&app.operator().await.tenant.unwrap(), Access::Full).await;
    let request =
        Request::get(format!("/demo/api/v1/notes?api_key={owner_key}")).body(Body::empty()).unwrap();
    assert_eq!(app.nobody().send(request).await.status, 401, "a key in a query string ends up in logs");
}

#[tokio::test]
async fn a_bearer_token_is_as_good_as_the_header() {
    let app = TestApp::start(app()).await;
    let key = app.key(&app.operator().await.tenant.unwrap(), Access::Read).await;
    let request = Request::get("/demo/api/v1/notes").header("authorization", format!("Bearer {key}"));
    assert_eq!(app.nobody().send(request.body(Body::empty()).unwrap()).await.status, 200);
}

#[tokio::test]
async fn a_revoked_key_fails_on_the_next_request() {
    let app = TestApp::start(app()).await;
    let key = app.key(&app.operator().await.tenant.unwrap(), Access::Full).await;
    let client = app.with_key(&key);
    assert_eq!(client.get("/notes").await.status, 200);
    let prefix: String = key.chars().take(11).collect();
    let mut tx = app.db().write().await.unwrap();
    assert!(keys::revoke(&mut tx, "demo", &prefix, app.clock.now()).await.unwrap());
    assert!(!keys::revoke(&mut tx, "demo", &prefix, app.clock.now()).await.unwrap());
    tx.commit().await.unwrap();
    let reply = client.get("/notes").await;
    assert_eq!((reply.status.as_u16(), reply.json()["code"].clone()), (401, json!("revoked_api_key")));
}

#[tokio::test]
async fn the_last_use_of_a_key_is_noted_once_a_minute_and_its_secret_is_kept_nowhere() {
    let app = TestApp::start(app()).await;
    let key = app.key(&app.operator().await.tenant.unwrap(), Access::Full).await;
    let used = async || {
        let all = keys::list(app.db(), "demo").await.unwrap();
        assert!(!format!("{all:?}").contains(&key));
        all.into_iter().find(|known| key.starts_with(&known.prefix)).unwrap().last_used_at
    };
    assert_eq!(used().await, None);
    let first = app.clock.now();
    app.with_key(&key).get("/notes").await;
    settled(&used, Some(first)).await;
    app.clock.advance(SignedDuration::from_secs(20));
    app.with_key(&key).get("/notes").await;
    assert_eq!(used().await, Some(first));
    app.clock.advance(SignedDuration::from_secs(60));
    app.with_key(&key).get("/notes").await;
    settled(&used, Some(app.clock.now())).await;
}

/// The last use is noted off the path of the call, so a test looks until it is there.
async fn settled<F: Future<Output = Option<jiff::Timestamp>>>(
    look: impl Fn() -> F,
    expected: Option<jiff::Timestamp>,
) {
    let looking = async {
        while look().await != expected {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(5), looking).await.unwrap();
}
