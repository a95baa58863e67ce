//! How far a token reaches, how long it lives, and how often it may call.

use belay_core::Access;
use belay_core::app::Setup;
use belay_core::operation::Rate;
use belay_server::config::AppConfig;
use belay_server::gate::Entrance;
use belay_testkit::{Browser, Client, TestApp};
use http::{Method, Request, StatusCode};
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::admission::{PASSWORD, asked, listed, whoami};
use super::meal;
use crate::exports::{OWNER, actor};
use crate::journal::empty;

/// A token as its person makes it over REST.
async fn made(client: &Client, input: Value) -> Value {
    let made = client.rest(Method::POST, "/api/v1/auth/tokens", Some(input)).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.body);
    made.json()
}

#[tokio::test]
async fn defect_16_a_token_ends_by_itself_on_the_day_it_was_given_or_after_a_year() {
    let app = empty().await;
    let short = made(&app.owner(), json!({ "name": "Tablet", "days": 2 })).await;
    let usual = made(&app.owner(), json!({ "name": "Phone" })).await;
    assert_eq!(
        (&short["expires_at"], &usual["expires_at"]),
        (&json!("2026-03-17T12:00:00Z"), &json!("2027-03-15T12:00:00Z"))
    );
    let listed = app.owner().rest(Method::GET, "/api/v1/auth/tokens", None).await.json();
    let ends = listed["tokens"].as_array().unwrap().iter().find(|one| one["id"] == short["id"]).unwrap();
    assert_eq!(ends["expires_at"], short["expires_at"]);
    let key = |token: &Value| app.with_key(token["token"].as_str().unwrap());
    app.clock.advance(SignedDuration::from_hours(48) - SignedDuration::from_secs(1));
    assert_eq!(asked(&key(&short)).await, StatusCode::OK);
    app.clock.advance(SignedDuration::from_secs(1));
    assert_eq!(
        (asked(&key(&short)).await, asked(&key(&usual)).await),
        (StatusCode::UNAUTHORIZED, StatusCode::OK)
    );
    app.clock.advance(SignedDuration::from_hours(24 * 363));
    assert_eq!(asked(&key(&usual)).await, StatusCode::UNAUTHORIZED, "none lives for ever unasked");
    for days in [0, 100_000] {
        let input = json!({ "name": "For ever", "days": days });
        let refused = app.owner().rest(Method::POST, "/api/v1/auth/tokens", Some(input)).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{days}");
    }
}

#[tokio::test]
async fn defect_16_a_token_from_the_page_reads_and_ends_unless_its_person_says_otherwise() {
    let app = empty().await;
    app.person("ada@example.org", PASSWORD).await;
    let mut browser = Browser::new(&app);
    browser.sign_in("ada@example.org", PASSWORD).await;
    let page = browser.get("/account/tokens").await;
    browser.fill(&page, "/account/tokens", &[("name", "Tablet"), ("app", "almanac")]).await;
    let shown = browser.get("/account/tokens").await;
    assert!(shown.body.contains("2026-06-13"), "ninety days from now: {}", shown.body);
    let listed: Value = serde_json::from_str(&browser.get("/almanac/api/v1/auth/tokens").await.body).unwrap();
    assert_eq!(listed["tokens"][0]["expires_at"], "2026-06-13T12:00:00Z");
    assert!(shown.body.contains("<td>read</td>"), "{}", shown.body);
}

#[tokio::test]
async fn defect_16_a_reading_token_of_an_administrator_neither_writes_nor_administers() {
    let app = empty().await;
    let admin = app.with_key(&app.administrator().await);
    let own = actor(&app, "administrator@testkit.example").await.person.unwrap();
    let limited = made(&admin, json!({ "name": "Assistant", "scopes": ["read"] })).await;
    let page = app.token(&own, Access::Read, None).await;
    let unlimited = made(&admin, json!({ "name": "Mine" })).await;
    for (secret, reads) in [
        (limited["token"].as_str().unwrap(), true),
        (&page, true),
        (unlimited["token"].as_str().unwrap(), false),
    ] {
        let client = app.with_key(secret);
        let tools = client.tools().await;
        assert!(tools.iter().any(|tool| tool == "get_meals"));
        for tool in ["log_meal", "delete_meal", "admin_list_users", "admin_set_user_admin"] {
            assert_eq!(tools.iter().any(|known| known == tool), !reads, "{tool}");
        }
        let users = client.mcp("admin_list_users", json!({})).await;
        assert_eq!(users.body.contains("unknown tool: admin_list_users"), reads, "{}", users.body);
        let route = client.rest(Method::GET, "/api/v1/admin/users", None).await.status;
        assert_eq!(route, if reads { StatusCode::NOT_FOUND } else { StatusCode::OK });
        let written = client.rest(Method::POST, "/api/v1/meals", Some(meal())).await.status;
        assert_eq!(written, if reads { StatusCode::NOT_FOUND } else { StatusCode::CREATED });
        let more = client.rest(Method::POST, "/api/v1/auth/tokens", Some(json!({ "name": "More" }))).await;
        assert_eq!(more.status == StatusCode::CREATED, !reads, "{}", more.body);
    }
}

#[tokio::test]
async fn defect_16_a_writing_token_of_an_administrator_logs_and_does_not_administer() {
    let app = empty().await;
    let admin = app.with_key(&app.administrator().await);
    for (scopes, administers) in [(json!(["write"]), false), (json!(["write", "admin"]), true)] {
        let token = made(&admin, json!({ "name": "Assistant", "scopes": scopes })).await;
        let client = app.with_key(token["token"].as_str().unwrap());
        assert!(!client.mcp("log_meal", meal()).await.is_error);
        assert_eq!(client.mcp("admin_list_users", json!({})).await.is_error, !administers, "{scopes}");
        let gone =
            client.rest(Method::DELETE, "/api/v1/account?address=administrator@testkit.example", None).await;
        assert_eq!(gone.status, StatusCode::NOT_FOUND, "{scopes}");
    }
}

#[tokio::test]
async fn defect_16_a_program_that_an_administrator_let_read_is_refused_and_told_what_it_lacks() {
    let mut app = empty().await;
    app.enter_by(Entrance { oauth: true, ..Entrance::default() });
    app.administrator().await;
    let own = actor(&app, "administrator@testkit.example").await.person.unwrap();
    let program = app.with_key(&app.granted(&own, &["read"]).await);
    assert_eq!(asked(&program).await, StatusCode::OK);
    for (tool, input, lacks) in
        [("log_meal", meal(), "almanac:write"), ("admin_list_users", json!({}), "almanac:admin")]
    {
        let refused = program.mcp(tool, input).await;
        let challenge = refused.header("www-authenticate");
        assert_eq!(refused.status, StatusCode::FORBIDDEN, "{tool}: {}", refused.body);
        assert!(challenge.contains("insufficient_scope") && challenge.contains(lacks), "{tool}: {challenge}");
    }
    assert_eq!(program.mcp("get_meals", json!({})).await.json()["count"], 0, "nothing was logged");
}

#[tokio::test]
async fn defect_16_a_flood_of_calls_is_told_when_to_come_back() {
    let config = AppConfig { rate: Some(Rate::per_minute(60).burst(3)), ..AppConfig::default() };
    let app = TestApp::start_with(almanac::app(&Setup::default()).unwrap(), config).await;
    for _ in 0..3 {
        assert_eq!(whoami(&app.owner()).await, StatusCode::OK);
    }
    for over in [
        app.owner().rest(Method::GET, "/api/v1/users/me", None).await,
        app.owner().rest(Method::POST, "/api/v1/meals", Some(meal())).await,
        app.owner().mcp("ping", json!({})).await,
    ] {
        assert_eq!((over.status, over.header("retry-after")), (StatusCode::TOO_MANY_REQUESTS, "1"));
    }
    assert_eq!(whoami(&app.stranger()).await, StatusCode::OK, "nobody else waits for it");
    app.clock.advance(SignedDuration::from_secs(1));
    assert_eq!(whoami(&app.owner()).await, StatusCode::OK);
}

#[tokio::test]
async fn defect_16_a_header_inside_the_network_makes_nobody_somebody_else() {
    let mut app = empty().await;
    let header = |name: &str| {
        let request = Request::get("/almanac/api/v1/auth/whoami").header(name, OWNER);
        request.body(axum::body::Body::empty()).unwrap()
    };
    let names = ["x-forwarded-email", "x-user-email", "x-user-id", "x-test-user-id", "remote-user"];
    for name in names {
        assert_eq!(app.nobody().send(header(name)).await.status, StatusCode::UNAUTHORIZED, "{name}");
    }
    // Where a proxy may vouch, it is that proxy alone, by the address it connects from.
    let proxies = vec!["10.0.0.7/32".parse().unwrap()];
    app.enter_by(Entrance { vouching: true, proxies, ..listed(OWNER) });
    let from = async |address: &str| {
        let mut request = header("x-forwarded-email");
        let address: std::net::SocketAddr = address.parse().unwrap();
        request.extensions_mut().insert(axum::extract::ConnectInfo(address));
        app.nobody().send(request).await.status
    };
    let statuses = [from("10.0.0.8:5000").await, from("127.0.0.1:5000").await, from("10.0.0.7:5000").await];
    assert_eq!(statuses, [StatusCode::UNAUTHORIZED, StatusCode::UNAUTHORIZED, StatusCode::OK]);
}
