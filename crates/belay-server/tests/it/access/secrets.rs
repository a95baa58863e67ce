//! Secrets of people and programs: where they are kept, and where they never show.

use belay_core::Access;
use belay_store::args;
use belay_testkit::Browser;
use serde_json::json;

use super::world::*;
use crate::demo_app::app;
use crate::lines::Lines;

const BACK: &str = "http://127.0.0.1:3000/callback";
/// Every text that the identity tables hold.
const KEPT: &[&str] = &[
    "select name || prefix || digest as text from access_key",
    "select email || name || coalesce(password, '') as text from access_person",
    "select digest || person_id as text from access_session",
    "select digest as text from access_setup",
    "select id || name || redirect_uris || coalesce(secret_digest, '') || metadata as text from access_client",
    "select id || client_id || resource || scopes as text from access_grant",
    "select digest || coalesce(challenge, '') as text from access_issued",
    "select operation || actor_id || actor_name || coalesce(summary, '') || coalesce(arguments, '') as text from access_audit",
];

#[tokio::test]
async fn p31_no_secret_of_a_person_or_a_program_shows_in_logs_rows_or_pages() {
    let (app, _) = with_oauth(app()).await;
    let (lines, _guard) = Lines::record("trace");
    let person = app.person("anna@example.org", PASSWORD).await;
    let token = app.token(&person, Access::Full, None).await;
    let asked = json!({ "redirect_uris": [BACK], "token_endpoint_auth_method": "client_secret_post" });
    let (_, program) = post_json(&app, "/oauth/register", asked).await;
    let (id, secret) = (program["client_id"].as_str().unwrap(), program["client_secret"].as_str().unwrap());
    let mut browser = Browser::new(&app);
    let wrong = browser.sign_in("anna@example.org", "a canary of a password").await;
    let sent = allowed(&mut browser, &asking(id, BACK, &[])).await;
    let code = sent.sent_with("code").unwrap();
    let exchange = [
        ("grant_type", "authorization_code"),
        ("client_id", id),
        ("client_secret", secret),
        ("code", &code),
        ("redirect_uri", BACK),
        ("code_verifier", VERIFIER),
    ];
    let (status, held) = post_form(&app, "/oauth/token", &exchange).await;
    assert_eq!(status, 200, "{held}");
    let access = held["access_token"].as_str().unwrap();
    let refresh = held["refresh_token"].as_str().unwrap();
    let mut told = vec![wrong.body];
    for caller in [app.with_key(&token), app.with_key(access), app.with_key("canary_of_a_token")] {
        told.push(caller.mcp("keep", json!({ "text": "x", "then": "panic" })).await.body);
        told.push(caller.mcp("notes", json!({ "canary_of_a_field": 1 })).await.body);
        told.push(caller.get("/notes").await.body);
    }
    let mut again = exchange;
    again[3].1 = "canary_of_a_code";
    told.push(post_form(&app, "/oauth/token", &again).await.1.to_string());
    told.push(browser.get(&asking("cli_canary", BACK, &[("state", "canary_of_a_state")])).await.body);
    let session = browser.cookie("belay").unwrap();
    let mut rows = String::new();
    for sql in KEPT {
        for row in app.db().all(*sql, args![]).await.unwrap() {
            rows += &row.get::<Option<String>>("text").unwrap().unwrap_or_default();
        }
    }
    let (log, told) = (lines.text(), told.join("\n"));
    assert!(log.contains("was not let in"), "the log was caught: {log}");
    for secret in [&token, access, refresh, secret, &code, session, PASSWORD, VERIFIER] {
        assert!(!rows.contains(secret), "{secret} is kept as it is");
        assert!(!log.contains(secret), "{secret} is in the log");
        assert!(!told.contains(secret), "{secret} is told");
    }
    for canary in ["a canary of a password", "canary_of_a_token", "canary_of_a_code", "canary_of_a_state"] {
        assert!(!rows.contains(canary) && !log.contains(canary) && !told.contains(canary), "{canary}");
    }
}
