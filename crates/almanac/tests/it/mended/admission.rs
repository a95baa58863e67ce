//! Who is let in, and what a caller is told who is not.

use std::sync::{Arc, Mutex};

use belay_access::allowlist::Allowlist;
use belay_access::identity::Identity;
use belay_server::gate::Entrance;
use belay_testkit::{Browser, Client, LEGACY, Message};
use http::{Method, Request, StatusCode};
use serde_json::json;

use super::routed;
use crate::exports::{OWNER, actor};
use crate::journal::empty;

pub(super) const PASSWORD: &str = "correct horse battery staple";

pub(super) async fn asked(client: &Client) -> StatusCode {
    client.mcp("ping", json!({})).await.status
}

/// The status of a reading route for whoever shows a token.
pub(super) async fn whoami(client: &Client) -> StatusCode {
    client.rest(Method::GET, "/api/v1/auth/whoami", None).await.status
}

pub(super) fn listed(list: &str) -> Entrance {
    let identity = Identity { allowlist: Some(Allowlist::new(list)), ..Identity::default() };
    Entrance { identity: Arc::new(identity), ..Entrance::default() }
}

#[tokio::test]
async fn defect_13_a_list_is_read_in_any_case_and_one_that_cannot_be_read_lets_nobody_in() {
    let mut app = empty().await;
    for (list, status) in [
        ("bob@example.org, OWNER@Testkit.Example", StatusCode::OK),
        ("/nowhere/allowed.txt", StatusCode::FORBIDDEN),
        (OWNER, StatusCode::OK),
    ] {
        app.enter_by(listed(list));
        assert_eq!(asked(&app.owner()).await, status, "{list}");
    }
}

#[tokio::test]
async fn defect_13_whoever_is_taken_off_the_list_loses_every_credential_for_good() {
    let mut app = empty().await;
    let person = actor(&app, OWNER).await.person.unwrap();
    let program = app.granted(&person, &["read", "write"]).await;
    let session = app.owner().say(&Message::initialize(LEGACY, json!({}))).await;
    app.enter_by(listed("bob@example.org"));
    assert_eq!(asked(&app.owner()).await, StatusCode::FORBIDDEN);
    app.enter_by(listed(OWNER));
    for client in [app.owner(), app.with_key(&program)] {
        assert_eq!(
            (asked(&client).await, whoami(&client).await),
            (StatusCode::UNAUTHORIZED, StatusCode::UNAUTHORIZED)
        );
    }
    let kept = Message::legacy(LEGACY, "tools/list", json!({})).session(session.header("mcp-session-id"));
    assert_eq!(app.owner().say(&kept).await.status, StatusCode::UNAUTHORIZED, "nor does a session help");
}

#[tokio::test]
async fn defect_13_whoever_is_removed_is_signed_out_and_cannot_sign_in_however_the_address_is_written() {
    let app = empty().await;
    let person = app.person("Ada@Example.org", PASSWORD).await;
    let program = app.with_key(&app.granted(&person, &["read"]).await);
    let mut browser = Browser::new(&app);
    browser.sign_in("aDA@example.ORG", PASSWORD).await;
    let is_in =
        async |browser: &mut Browser| browser.get("/account/tokens").await.body.contains("A new token");
    assert!(is_in(&mut browser).await && asked(&program).await == StatusCode::OK);
    let mut tx = app.db().write().await.unwrap();
    belay_access::people::disable(&mut tx, &person, "2026-03-15T12:00:00Z".parse().unwrap()).await.unwrap();
    tx.commit().await.unwrap();
    assert!(!is_in(&mut browser).await, "the open browser is signed out");
    browser.sign_in("ada@example.org", PASSWORD).await;
    assert!(!is_in(&mut browser).await);
    assert_eq!(asked(&program).await, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn defect_13_the_last_administrator_is_not_demoted_over_any_door_and_one_of_two_is() {
    let app = empty().await;
    let admin = app.with_key(&app.administrator().await);
    let own = actor(&app, "administrator@testkit.example").await.person.unwrap();
    let path = format!("/api/v1/admin/users/{own}");
    let over_mcp = admin.mcp("admin_set_user_admin", json!({ "user_id": &*own, "is_admin": false })).await;
    assert!(over_mcp.is_error && over_mcp.body.contains("last_administrator"), "{}", over_mcp.body);
    let over_rest = admin.rest(Method::PATCH, &path, Some(json!({ "is_admin": 0 }))).await;
    assert_eq!(
        (over_rest.status, &over_rest.json()["error"]),
        (StatusCode::CONFLICT, &json!("last_administrator"))
    );
    let other = actor(&app, OWNER).await.person.unwrap();
    let promote = json!({ "user_id": &*other, "is_admin": true });
    assert!(!admin.mcp("admin_set_user_admin", promote).await.is_error, "it still administers");
    assert_eq!(admin.rest(Method::PATCH, &path, Some(json!({ "is_admin": 0 }))).await.status, StatusCode::OK);
    assert!(!admin.tools().await.iter().any(|tool| tool.starts_with("admin_")));
}

#[tokio::test]
async fn defect_15_every_refusal_of_a_credential_says_where_its_authority_is_described() {
    let mut app = empty().await;
    app.enter_by(Entrance { oauth: true, ..Entrance::default() });
    let unknown = app.with_key("alm_invented");
    for (client, wrong) in [(app.nobody(), false), (unknown, true)] {
        for reply in
            [client.mcp("ping", json!({})).await, client.rest(Method::GET, "/api/v1/users/me", None).await]
        {
            assert_eq!(reply.status, StatusCode::UNAUTHORIZED);
            let challenge = reply.header("www-authenticate");
            let named = "resource_metadata=\"http://127.0.0.1:8080/.well-known/oauth-protected-resource/almanac/mcp\"";
            assert!(challenge.starts_with("Bearer ") && challenge.contains(named), "{challenge}");
            assert_eq!(challenge.contains("error=\"invalid_token\""), wrong, "{challenge}");
        }
    }
    let described = routed(&app.nobody(), "/.well-known/oauth-protected-resource/almanac/mcp").await.json();
    assert_eq!(described["authorization_servers"], json!(["http://127.0.0.1:8080"]), "{described}");
}

/// What is logged on this thread, as it is written.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn defect_15_no_log_line_names_the_address_of_whoever_calls() {
    let app = empty().await;
    let person = app.person("ada@example.org", PASSWORD).await;
    let client = app.with_key(&app.token(&person, belay_core::Access::Full, None).await);
    let log = Log::default();
    let writer = log.clone();
    let lines =
        tracing_subscriber::fmt().with_env_filter("debug").with_writer(move || writer.clone()).finish();
    let guard = tracing::subscriber::set_default(lines);
    assert_eq!((asked(&client).await, whoami(&client).await), (StatusCode::OK, StatusCode::OK));
    client.mcp("log_meal", super::meal()).await;
    Browser::new(&app).sign_in("ada@example.org", PASSWORD).await;
    drop(guard);
    let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(text.contains("log_meal"), "{text}");
    assert!(!text.to_lowercase().contains("ada@example.org"), "{text}");
}

#[tokio::test]
async fn defect_15_pages_of_other_sites_and_names_that_were_bound_anew_reach_nothing() {
    let app = empty().await;
    for (host, origin, status) in [
        ("127.0.0.1:8080", None, StatusCode::OK),
        ("127.0.0.1:8080", Some("http://127.0.0.1:8080"), StatusCode::OK),
        ("127.0.0.1:8080", Some("https://evil.example"), StatusCode::FORBIDDEN),
        ("127.0.0.1:8080", Some("null"), StatusCode::FORBIDDEN),
        // A name of the page's own site that leads to this machine since a moment ago.
        ("evil.example:8080", Some("http://evil.example:8080"), StatusCode::FORBIDDEN),
        ("evil.example:8080", None, StatusCode::FORBIDDEN),
    ] {
        for place in ["/almanac/api/v1/users/me", "/almanac/mcp", "/signin"] {
            let mut request = Request::get(place).header("host", host);
            if let Some(origin) = origin {
                request = request.header("origin", origin);
            }
            let reply = app.owner().send(request.body(axum::body::Body::empty()).unwrap()).await;
            assert_eq!(
                reply.status == StatusCode::FORBIDDEN,
                status == StatusCode::FORBIDDEN,
                "{host} {origin:?} {place}"
            );
        }
    }
}

#[tokio::test]
async fn defect_15_a_code_is_worth_nothing_at_another_address_and_nobody_registers_without_end() {
    const BACK: &str = "http://localhost:3000/back";
    let mut app = empty().await;
    app.person("ada@example.org", PASSWORD).await;
    app.enter_by(Entrance { oauth: true, ..Entrance::default() });
    let register = async |name: String| {
        let body = json!({ "client_name": name, "redirect_uris": [BACK, "http://localhost:4000/other"] });
        let request = Request::post("/register").header("content-type", "application/json");
        app.nobody().send(request.body(axum::body::Body::from(body.to_string())).unwrap()).await
    };
    let client = register("A program".to_owned()).await.json()["client_id"].as_str().unwrap().to_owned();
    let ask = [
        ("response_type", "code"),
        ("client_id", &client),
        ("redirect_uri", BACK),
        ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
        ("code_challenge_method", "S256"),
    ];
    let mut browser = Browser::new(&app);
    browser.sign_in("ada@example.org", PASSWORD).await;
    let consent = browser.get(&format!("/authorize?{}", belay_testkit::encoded(&ask))).await;
    let sent = browser.fill(&consent, "/oauth/authorize", &[("decision", "allow")]).await;
    let code = sent.sent_with("code").unwrap();
    let exchange = [
        ("grant_type", "authorization_code"),
        ("client_id", &client),
        ("code", &code),
        ("redirect_uri", "http://localhost:4000/other"),
        ("code_verifier", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
    ];
    let refused = Browser::new(&app).post("/token", &exchange).await;
    assert!(
        refused.status == StatusCode::BAD_REQUEST && refused.body.contains("invalid_grant"),
        "{}",
        refused.body
    );
    let mut statuses = Vec::new();
    for number in 0..40 {
        statuses.push(register(format!("Program {number}")).await.status);
    }
    assert!(statuses.contains(&StatusCode::TOO_MANY_REQUESTS), "{statuses:?}");
}
