//! What users of other servers suffer from on the way to a first call. Each test begins with the pain's number.

use belay_core::Access;
use belay_testkit::{Browser, Message, TestApp};
use http::{Method, Request};
use jiff::SignedDuration;
use serde_json::json;

use super::studio;
use super::world::*;
use crate::demo_app::app;

const BACK: &str = "http://localhost:3000/callback";

#[tokio::test]
async fn p01_a_client_stays_connected_without_asking_for_it() {
    let (app, _) = with_oauth(app()).await;
    app.person("anna@example.org", PASSWORD).await;
    for document in ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"] {
        let scopes = get_json(&app, document).await.1["scopes_supported"].clone();
        assert!(scopes.as_array().unwrap().contains(&json!("offline_access")), "{document}");
    }
    let (_, registered) = post_json(&app, "/register", json!({ "redirect_uris": [BACK] })).await;
    assert!(registered["scope"].as_str().unwrap().contains("offline_access"), "{registered}");
    let client = registered["client_id"].as_str().unwrap();
    let sent = allowed(&mut Browser::new(&app), &asking(client, BACK, &[("scope", "demo:read")])).await;
    let (_, mut held) = exchanged(&app, (client, BACK), &sent).await;
    for _ in 0..5 {
        app.clock.advance(SignedDuration::from_hours(2));
        assert_eq!(holder(&app, &held).mcp("notes", json!({})).await.status, 401);
        held = refreshed(&app, client, held["refresh_token"].as_str().expect("a refresh token, unasked"))
            .await
            .1;
        assert_eq!(holder(&app, &held).mcp("notes", json!({})).await.status, 200);
    }
}

#[tokio::test]
async fn p02_a_client_outlives_the_server_and_an_unknown_one_is_told_to_register_again() {
    let (app_now, world) = with_oauth(app()).await;
    app_now.person("anna@example.org", PASSWORD).await;
    let client = registered(&app_now, BACK).await;
    let mut app_now = app_now.restart(app(), belay_server::config::AppConfig::default()).await;
    app_now.enter_by(oauth(&world));
    let sent = allowed(&mut Browser::new(&app_now), &asking(&client, BACK, &[])).await;
    assert_eq!(exchanged(&app_now, (&client, BACK), &sent).await.0, 200);
    let (status, body) = refreshed(&app_now, "cli_lost", "belay_rt_x").await;
    assert_eq!((status, &body["error"]), (401, &json!("invalid_client")));
}

#[tokio::test]
async fn p03_a_client_that_registers_twice_is_one_client_and_can_read_itself_back() {
    let (app, _) = with_oauth(app()).await;
    let asked =
        json!({ "client_name": "Claude", "redirect_uris": ["https://claude.ai/api/mcp/auth_callback"] });
    let (status, first) = post_json(&app, "/oauth/register", asked.clone()).await;
    let (_, second) = post_json(&app, "/oauth/register", asked).await;
    assert_eq!((status, &first["client_id"]), (201, &second["client_id"]));
    assert!(first["client_id_issued_at"].is_i64());
    for registration in [&first, &second] {
        let place = registration["registration_client_uri"].as_str().unwrap().strip_prefix(HERE).unwrap();
        let token = registration["registration_access_token"].as_str().unwrap();
        let request = Request::get(place).header("authorization", format!("Bearer {token}"));
        let reply = app.nobody().send(request.body(axum::body::Body::empty()).unwrap()).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["client_id"]), (200, &first["client_id"]));
        assert_eq!(get_json(&app, place).await.0, 401, "not without its token");
    }
    for method in ["client_secret_basic", "client_secret_post", "none"] {
        let asked = json!({ "redirect_uris": [BACK], "token_endpoint_auth_method": method });
        let (status, body) = post_json(&app, "/oauth/register", asked).await;
        assert_eq!((status, &body["token_endpoint_auth_method"]), (201, &json!(method)));
        assert_eq!(body.get("client_secret").is_some(), method != "none");
    }
    let (status, body) =
        post_json(&app, "/oauth/register", json!({ "redirect_uris": ["http://evil.example/"] })).await;
    assert_eq!((status, &body["error"]), (400, &json!("invalid_redirect_uri")));
    app.clock.advance(SignedDuration::from_hours(8 * 24));
    let mut tx = app.db().write().await.unwrap();
    belay_access::oauth::purge(&mut tx, belay_core::Clock::now(&app.clock)).await.unwrap();
    tx.commit().await.unwrap();
    let gone = asking(first["client_id"].as_str().unwrap(), "https://claude.ai/api/mcp/auth_callback", &[]);
    assert_eq!(Browser::new(&app).get(&gone).await.status, 400, "what nobody allowed anything is forgotten");
}

#[tokio::test]
async fn p04_a_client_with_a_document_needs_no_registration() {
    let (app, world) = with_oauth(app()).await;
    app.person("anna@example.org", PASSWORD).await;
    let (_, metadata) = get_json(&app, "/.well-known/oauth-authorization-server").await;
    assert_eq!(metadata["client_id_metadata_document_supported"], true);
    assert!(metadata["token_endpoint_auth_methods_supported"].as_array().unwrap().contains(&json!("none")));
    let id = "https://code.example/client.json";
    let document =
        json!({ "client_id": id, "client_name": "Code", "redirect_uris": ["http://127.0.0.1/callback"] });
    world.says(id, document);
    let back = "http://127.0.0.1:49152/callback";
    let sent = allowed(&mut Browser::new(&app), &asking(id, back, &[])).await;
    let (status, held) = exchanged(&app, (id, back), &sent).await;
    assert_eq!(status, 200, "{held}");
    assert_eq!(holder(&app, &held).mcp("notes", json!({})).await.status, 200);
}

#[tokio::test]
async fn p05_each_address_has_a_document_that_names_exactly_it() {
    let (app, _) = with_oauth(app()).await;
    for (endpoint, document) in [
        ("/demo/mcp", "/.well-known/oauth-protected-resource/demo/mcp"),
        ("/mcp", "/.well-known/oauth-protected-resource/mcp"),
        ("/mcp", "/.well-known/oauth-protected-resource"),
    ] {
        let (status, body) = get_json(&app, document).await;
        assert_eq!((status, &body["resource"]), (200, &json!(format!("{HERE}{endpoint}"))), "{document}");
        assert_eq!(body["authorization_servers"], json!([HERE]));
        assert_eq!(body["scopes_supported"], json!(["demo:read", "demo:write"]));
    }
    let app = TestApp::start(crate::demo_app::app()).await;
    for document in
        ["/.well-known/oauth-protected-resource/demo/mcp", "/.well-known/oauth-authorization-server"]
    {
        assert_eq!(get_json(&app, document).await.0, 404, "where it is off there is no {document}");
    }
}

#[tokio::test]
async fn p06_a_slash_at_the_end_is_no_redirect() {
    let (app, _) = with_oauth(app()).await;
    app.person("anna@example.org", PASSWORD).await;
    for place in [
        "/.well-known/oauth-protected-resource/demo/mcp/",
        "/.well-known/oauth-authorization-server/",
        "/.well-known/openid-configuration/",
    ] {
        assert_eq!(get_json(&app, place).await.0, 200, "{place}");
    }
    for place in ["/oauth/token/", "/token/", "/token", "/oauth/revoke/", "/revoke"] {
        assert_eq!(post_form(&app, place, &[]).await.1["error"], "invalid_request", "{place}");
    }
    for place in ["/demo/mcp", "/demo/mcp/", "/mcp", "/mcp/"] {
        let reply = app.owner().send(sent_to(place, &Message::modern("server/discover", json!({})))).await;
        assert_eq!(reply.status, 200, "{place}");
    }
}

#[tokio::test]
async fn p07_whoever_is_not_let_in_is_told_where_to_ask_and_for_what() {
    let (app, _) = with_oauth(app()).await;
    for (place, document) in
        [("/demo/mcp", "/demo/mcp"), ("/mcp", "/mcp"), ("/demo/api/v1/notes", "/demo/mcp")]
    {
        for method in [Method::POST, Method::GET, Method::DELETE] {
            let request = Request::builder().method(method).uri(place);
            let reply = app.nobody().send(request.body(axum::body::Body::empty()).unwrap()).await;
            let challenge = reply.header("www-authenticate");
            if reply.status == 405 {
                continue;
            }
            assert_eq!(reply.status, 401, "{place}");
            let metadata =
                format!("resource_metadata=\"{HERE}/.well-known/oauth-protected-resource{document}\"");
            assert!(challenge.starts_with("Bearer ") && challenge.contains(&metadata), "{challenge}");
            assert!(challenge.contains("scope=\"demo:read demo:write\""), "{challenge}");
            assert!(!challenge.contains("error="), "nothing was wrong with what was not sent: {challenge}");
        }
        let wrong = app.with_key("belay_at_wrong");
        let request = Request::get(place).body(axum::body::Body::empty()).unwrap();
        let reply = wrong.send(request).await;
        assert!(reply.header("www-authenticate").contains("error=\"invalid_token\""));
    }
    let preflight = Request::builder()
        .method(Method::OPTIONS)
        .uri("/demo/mcp")
        .header("host", "localhost")
        .header("origin", "http://localhost:6274")
        .header("access-control-request-method", "POST");
    assert_eq!(app.nobody().send(preflight.body(axum::body::Body::empty()).unwrap()).await.status, 204);
}

#[tokio::test]
async fn p08_one_authenticator_stands_before_every_kind_of_route() {
    let (app, _) = with_oauth(app()).await;
    let person = app.person("anna@example.org", PASSWORD).await;
    let token = app.token(&person, Access::Full, None).await;
    let client = registered(&app, BACK).await;
    let mut browser = Browser::new(&app);
    let sent = allowed(&mut browser, &asking(&client, BACK, &[])).await;
    let (_, held) = exchanged(&app, (&client, BACK), &sent).await;
    let access = held["access_token"].as_str().unwrap().to_owned();
    for secret in [&token, &access] {
        let caller = app.with_key(secret);
        assert_eq!(caller.mcp("notes", json!({})).await.status, 200);
        assert_eq!(
            caller.tools().await.len(),
            app.owner().tools().await.len(),
            "what is listed can be called"
        );
        assert_eq!(caller.get("/notes").await.status, 200);
        for name in ["access_token", "api_key"] {
            let place = format!("/demo/api/v1/notes?{name}={secret}");
            let request = Request::get(place).body(axum::body::Body::empty()).unwrap();
            assert_eq!(caller.send(request).await.status, 401, "a credential in an address ends up in logs");
        }
    }
    let cookie = format!("belay={}", browser.cookie("belay").unwrap());
    let with_cookie = |method: &str, place: &str, form_token: Option<&str>| {
        let mut request = Request::builder().method(method).uri(place).header("cookie", &cookie);
        request = request.header("content-type", "application/json");
        if let Some(form_token) = form_token {
            request = request.header("x-form-token", form_token);
        }
        let body = if method == "GET" { "" } else { "{\"text\":\"x\"}" };
        request.body(axum::body::Body::from(body)).unwrap()
    };
    let page = browser.get("/account/tokens").await;
    let form = page.form("/signout").unwrap();
    let form_token = form.iter().find(|(name, _)| name == "form_token").map(|(_, value)| value.as_str());
    let nobody = app.nobody();
    assert_eq!(nobody.send(with_cookie("GET", "/demo/api/v1/notes", None)).await.status, 200);
    assert_eq!(
        nobody.send(with_cookie("POST", "/demo/api/v1/notes", None)).await.status,
        401,
        "another's page"
    );
    assert_eq!(nobody.send(with_cookie("POST", "/demo/api/v1/notes", form_token)).await.status, 200);
    assert_eq!(nobody.send(with_cookie("POST", "/demo/mcp", form_token)).await.status, 401);
}

#[tokio::test]
async fn p08_a_token_for_another_application_is_nobodys_here() {
    let (mut apps, world) = (Vec::new(), World::default());
    let database = belay_testkit::Database::fresh().await;
    for app in [app(), studio::app()] {
        let database = belay_testkit::Database::at(&database.url);
        apps.push(TestApp::start_on(app, belay_server::config::AppConfig::default(), Some(database)).await);
    }
    for app in &mut apps {
        app.enter_by(oauth(&world));
    }
    let (demo, studio) = (&apps[0], &apps[1]);
    let person = demo.person("anna@example.org", PASSWORD).await;
    let org = studio.organization("Anvil").await;
    studio.join(&org, &person, "owner").await;
    let client = registered(demo, BACK).await;
    let sent = allowed(&mut Browser::new(demo), &asking(&client, BACK, &[])).await;
    let (_, held) = exchanged(demo, (&client, BACK), &sent).await;
    assert_eq!(holder(demo, &held).mcp("notes", json!({})).await.status, 200);
    assert_eq!(holder(studio, &held).mcp("whoami", json!({})).await.status, 401);
    let token = demo.token(&person, Access::Full, None).await;
    assert_eq!(studio.with_key(&token).mcp("whoami", json!({})).await.status, 401);
}

#[tokio::test]
async fn p09_older_clients_find_everything_at_the_root() {
    let (app, _) = with_oauth(app()).await;
    for document in ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"] {
        let (status, body) = get_json(&app, document).await;
        assert_eq!((status, &body["issuer"]), (200, &json!(HERE)));
        for (field, path) in [
            ("authorization_endpoint", "/oauth/authorize"),
            ("token_endpoint", "/oauth/token"),
            ("registration_endpoint", "/oauth/register"),
            ("revocation_endpoint", "/oauth/revoke"),
        ] {
            assert_eq!(body[field], json!(format!("{HERE}{path}")), "{document}");
        }
        assert_eq!(body["code_challenge_methods_supported"], json!(["S256"]));
        assert_eq!(body["authorization_response_iss_parameter_supported"], true);
    }
    let elsewhere =
        Request::get("/.well-known/oauth-authorization-server").header("origin", "https://any.example");
    let reply = app
        .nobody()
        .send(elsewhere.header("host", "localhost").body(axum::body::Body::empty()).unwrap())
        .await;
    assert_eq!(reply.header("access-control-allow-origin"), "https://any.example");
}

#[tokio::test]
async fn p29_what_a_caller_may_never_do_is_unknown_and_what_it_could_be_granted_is_a_matter_of_scope() {
    let (app, _) = with_oauth(studio::app()).await;
    let (org, person) = (app.organization("Anvil").await, app.person("anna@example.org", PASSWORD).await);
    app.join(&org, &person, "coach").await;
    let token = app.with_key(&app.token(&person, Access::Full, None).await);
    assert!(!token.tools().await.contains(&"import_members".to_owned()));
    assert_eq!(token.mcp("import_members", json!({})).await.protocol_error, Some(-32602));
    app.join(&org, &person, "owner").await;
    let client = registered(&app, BACK).await;
    let sent = allowed(&mut Browser::new(&app), &asking(&client, BACK, &[])).await;
    let (_, held) = exchanged(&app, (&client, BACK), &sent).await;
    let granted = holder(&app, &held);
    assert!(granted.tools().await.contains(&"import_members".to_owned()));
    let refused = granted.mcp("import_members", json!({})).await;
    assert_eq!(refused.status, 403);
    let challenge = refused.header("www-authenticate");
    assert!(
        challenge.contains("scope=\"studio:write studio:import\""),
        "all that is needed, at once: {challenge}"
    );
    let place = asking(&client, BACK, &[("scope", "studio:write studio:import")]);
    let sent = allowed(&mut Browser::new(&app), &place).await;
    let (_, held) = exchanged(&app, (&client, BACK), &sent).await;
    assert_eq!(holder(&app, &held).mcp("import_members", json!({})).await.body, "done");
}

#[tokio::test]
async fn p36_a_restart_between_two_calls_is_not_noticed() {
    let (app_now, world) = with_oauth(app()).await;
    app_now.person("anna@example.org", PASSWORD).await;
    let client = registered(&app_now, BACK).await;
    let sent = allowed(&mut Browser::new(&app_now), &asking(&client, BACK, &[])).await;
    let (_, held) = exchanged(&app_now, (&client, BACK), &sent).await;
    assert_eq!(holder(&app_now, &held).mcp("keep", json!({ "text": "a" })).await.status, 200);
    let mut app_now = app_now.restart(app(), belay_server::config::AppConfig::default()).await;
    app_now.enter_by(oauth(&world));
    assert_eq!(holder(&app_now, &held).mcp("notes", json!({})).await.json(), json!(["a"]));
    let stale =
        Message::legacy(belay_testkit::LEGACY, "tools/list", json!({})).header("mcp-session-id", "gone");
    assert_ne!(holder(&app_now, &held).say(&stale).await.status, 401, "an old session is no bad credential");
}
