//! What comes back, and how clients find their way in.

use belay_core::Access;
use belay_core::app::Setup;
use belay_server::config::AppConfig;
use belay_server::gate::Entrance;
use belay_testkit::{LEGACY, Message, TestApp};
use http::{Method, Request, StatusCode};
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{meal, parsed, phase, tools};
use crate::journal::{call, empty, refused};
use crate::workouts::gym;

#[tokio::test]
async fn promise_18_every_success_and_no_error_is_stamped_with_the_persons_clock() {
    let app = empty().await;
    let stamp = call(&app, "get_meals", json!({})).await["_meta"].clone();
    assert_eq!(stamp, json!({ "server_now": "2026-03-15T12:00:00+00:00", "user_tz": "UTC" }));
    let changed = call(&app, "update_user_profile", json!({ "timezone": "America/Toronto" })).await;
    assert_eq!(
        changed["_meta"],
        json!({ "server_now": "2026-03-15T08:00:00-04:00", "user_tz": "America/Toronto" })
    );
    assert_eq!(parsed(&refused(&app, "get_workout", json!({ "id": 9 })).await).get("_meta"), None);
}

#[tokio::test]
async fn an_answer_given_again_is_stamped_with_the_time_of_its_answer() {
    let app = empty().await;
    let first = call(&app, "log_meal", meal()).await;
    app.clock.advance(SignedDuration::from_secs(90));
    let again = call(&app, "log_meal", meal()).await;
    assert_eq!(again["id"], first["id"], "the meal was logged once");
    assert_eq!(first["_meta"]["server_now"], "2026-03-15T12:00:00+00:00");
    assert_eq!(again["_meta"]["server_now"], "2026-03-15T12:01:30+00:00");
}

#[tokio::test]
async fn promise_19_an_unknown_tool_is_told_in_the_result() {
    assert_eq!(refused(&empty().await, "foo_bar", json!({})).await, "unknown tool: foo_bar");
}

#[tokio::test]
async fn promise_20_missing_authority_is_an_error_of_the_transport() {
    let app = empty().await;
    let nobody = app.nobody().mcp("get_meals", json!({})).await;
    assert_eq!(nobody.status, StatusCode::UNAUTHORIZED);
    assert!(nobody.header("www-authenticate").starts_with("Bearer"), "{}", nobody.header("www-authenticate"));
    let person = app.person("ada@example.org", "correct horse battery staple").await;
    let narrow = app.with_key(&app.granted(&person, &["read"]).await);
    let narrow = narrow.mcp("log_meal", meal()).await;
    assert_eq!(narrow.status, StatusCode::FORBIDDEN);
    assert!(narrow.header("www-authenticate").contains("insufficient_scope"));
}

#[tokio::test]
async fn promise_21_a_cardio_figure_far_from_the_heart_rate_is_warned_of() {
    let app = empty().await;
    call(&app, "update_user_profile", json!({ "sex": "male", "dob": "1996-01-15" })).await;
    call(&app, "log_weight", json!({ "measured_on": "2026-03-10", "weight_kg": 80 })).await;
    let session = |est: i64| json!({ "started_at": "2026-03-14T18:00", "est_kcal": est, "duration_min": 30, "avg_hr": 150 });
    let far = call(&app, "log_cardio", session(700)).await;
    assert_eq!(
        (&far["kcal_estimate"]["est_kcal_hr"], &far["estimate_warning"]["delta_pct"]),
        (&json!(346), &json!(102.3))
    );
    assert_eq!(far["est_kcal"], 700, "the user's figure stays");
    assert_eq!(call(&app, "log_cardio", session(360)).await["estimate_warning"], Value::Null);
}

#[tokio::test]
async fn promise_22_one_call_tells_the_whole_day() {
    let app = gym().await;
    call(&app, "start_nutrition_phase", phase("cut", -400)).await;
    let context = call(&app, "get_today_context", json!({})).await;
    for part in ["phase", "week_to_date", "tdee", "stim_states", "trend_weight", "user"] {
        assert!(!context[part].is_null(), "{part}");
    }
    assert!(context["today"]["intake"].is_object() && context["today"]["energy_balance"].is_object());
}

/// The variable ALMANAC_MCP_CLIENT_TOKEN itself is tried with the built program.
#[tokio::test]
async fn promise_23_one_token_is_one_person_on_every_request() {
    let app = empty().await;
    call(&app, "log_meal", meal()).await;
    for (email, meals) in [("ada@example.org", 0), ("bob@example.org", 0)] {
        let person = app.person(email, "correct horse battery staple").await;
        let client = app.with_key(&app.token(&person, Access::Full, None).await);
        assert_eq!(client.mcp("get_meals", json!({})).await.json()["count"], meals);
        assert_eq!(client.mcp("log_meal", meal()).await.json()["id"], 1);
    }
    assert_eq!(call(&app, "get_meals", json!({})).await["count"], 1);
}

async fn document(app: &TestApp, path: &str) -> (StatusCode, Value) {
    let request = Request::builder().uri(path).body(axum_body()).unwrap();
    let reply = app.nobody().send(request).await;
    (reply.status, serde_json::from_str(&reply.body).unwrap_or_default())
}

fn axum_body() -> axum::body::Body {
    axum::body::Body::empty()
}

fn with_oauth(app: &mut TestApp) {
    app.enter_by(Entrance { oauth: true, ..Entrance::default() });
}

#[tokio::test]
async fn promise_24_the_authorization_server_names_all_that_a_client_needs() {
    let mut app = empty().await;
    with_oauth(&mut app);
    let (status, told) = document(&app, "/.well-known/oauth-authorization-server").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(told["code_challenge_methods_supported"], json!(["S256"]));
    for endpoint in
        ["authorization_endpoint", "token_endpoint", "registration_endpoint", "revocation_endpoint"]
    {
        assert!(told[endpoint].is_string(), "{endpoint}: {told}");
    }
    // The original refused to refresh.
    assert!(told["grant_types_supported"].as_array().unwrap().contains(&json!("refresh_token")));
}

#[tokio::test]
async fn promise_25_a_token_outlives_the_server_and_a_stale_session_is_told_to_begin_anew() {
    let app = empty().await;
    let person = app.person("ada@example.org", "correct horse battery staple").await;
    let token = app.token(&person, Access::Full, None).await;
    app.with_key(&token).mcp("log_meal", meal()).await;
    let app = app.restart(almanac::app(&Setup::default()).unwrap(), AppConfig::default()).await;
    let client = app.with_key(&token);
    assert_eq!(client.mcp("get_meals", json!({})).await.json()["count"], 1);
    let stale =
        Message::legacy(LEGACY, "tools/list", json!({})).session("00000000-0000-4000-8000-000000000000");
    assert_eq!(client.say(&stale).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn promise_26_without_an_authorization_server_there_are_tokens_and_no_discovery() {
    let app = empty().await;
    for path in
        ["/.well-known/oauth-authorization-server", "/.well-known/oauth-protected-resource/almanac/mcp"]
    {
        assert_eq!(document(&app, path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    assert_eq!(call(&app, "ping", json!({})).await["ok"], true);
}

#[tokio::test]
async fn promise_27_discovery_leads_from_a_refused_call_to_the_authorization_server() {
    let mut app = empty().await;
    with_oauth(&mut app);
    let refused = app.nobody().mcp("get_meals", json!({})).await;
    let challenge = refused.header("www-authenticate").to_owned();
    let url = challenge.split("resource_metadata=\"").nth(1).unwrap().split('"').next().unwrap();
    let path = &url[url.find("/.well-known").unwrap()..];
    let (status, resource) = document(&app, path).await;
    assert_eq!(
        (status, resource["resource"].as_str().unwrap().ends_with("/almanac/mcp")),
        (StatusCode::OK, true)
    );
    assert!(resource["authorization_servers"][0].is_string(), "{resource}");
}

#[tokio::test]
async fn promise_28_kinds_of_phases_are_the_same_on_every_door() {
    let app = empty().await;
    let listed = tools(&app).await;
    let start = listed.iter().find(|tool| tool["name"] == "start_nutrition_phase").unwrap();
    let kinds = &start["inputSchema"]["properties"]["phase_type"]["enum"];
    assert_eq!(kinds, &json!(["cut", "bulk", "maintenance"]));
    let openapi = app.owner().rest(Method::GET, "/api/v1/openapi.json", None).await.json();
    let body = &openapi["paths"]["/almanac/api/v1/nutrition-phases"]["post"]["requestBody"];
    let body =
        if body.is_null() { &openapi["paths"]["/nutrition-phases"]["post"]["requestBody"] } else { body };
    let schema = &body["content"]["application/json"]["schema"]["properties"]["phase_type"]["enum"];
    assert_eq!(schema, kinds, "{body}");
    call(&app, "start_nutrition_phase", phase("cut", -400)).await;
    assert_eq!(call(&app, "get_active_phase", json!({})).await["phase"]["tdee_source"], "user_asserted");
}

#[tokio::test]
async fn promise_29_one_phase_is_active_and_a_new_one_ends_it_the_day_before() {
    let app = empty().await;
    let mut first = phase("cut", -400);
    first["started_on"] = json!("2026-03-01");
    call(&app, "start_nutrition_phase", first).await;
    call(&app, "start_nutrition_phase", phase("maintenance", 0)).await;
    let phases = call(&app, "get_phase_history", json!({})).await["phases"].clone();
    assert_eq!((&phases[1]["ended_on"], &phases[0]["ended_on"]), (&json!("2026-03-14"), &Value::Null));
    call(&app, "end_phase", json!({ "phase_id": 2, "ended_on": "2026-03-15" })).await;
    assert_eq!(call(&app, "get_active_phase", json!({})).await["phase"], Value::Null);
}

#[tokio::test]
async fn promise_30_errors_carry_no_stamp() {
    let app = empty().await;
    for (tool, input) in [
        ("get_workout", json!({ "id": 9 })),
        ("update_meal", json!({ "id": 9, "kcal": 1 })),
        ("start_nutrition_phase", phase("cut", 400)),
        ("foo", json!({})),
        ("log_meal", json!({})),
    ] {
        let text = refused(&app, tool, input).await;
        assert!(!text.contains("_meta") && !text.contains("server_now"), "{tool}: {text}");
    }
}
