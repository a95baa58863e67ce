//! Programs ask a person for access, get it, keep it, and lose it.

use belay_core::Access;
use belay_testkit::{Browser, TestApp};
use http::StatusCode;
use jiff::SignedDuration;
use serde_json::json;

use super::world::*;
use crate::demo_app::app;

const BACK: &str = "http://127.0.0.1:3000/callback";

/// A server with a person and a program that has registered.
async fn ready() -> (TestApp, World, String) {
    let (app, world) = with_oauth(app()).await;
    app.person("anna@example.org", PASSWORD).await;
    let client = registered(&app, BACK).await;
    (app, world, client)
}

#[tokio::test]
async fn a_program_goes_from_nothing_to_a_result_and_keeps_its_access_over_expiry() {
    let (app, _, client) = ready().await;
    let sent = allowed(&mut Browser::new(&app), &asking(&client, BACK, &[])).await;
    assert_eq!(sent.sent_with("state").as_deref(), Some("the state"));
    assert_eq!(sent.sent_with("iss").as_deref(), Some(HERE));
    let (status, first) = exchanged(&app, (&client, BACK), &sent).await;
    assert_eq!((status, &first["token_type"], &first["expires_in"]), (200, &json!("Bearer"), &json!(3600)));
    assert_eq!(first["scope"], "demo:read demo:write");
    assert_eq!(holder(&app, &first).mcp("keep", json!({ "text": "mine" })).await.status, 200);
    app.clock.advance(SignedDuration::from_secs(3_601));
    assert_eq!(holder(&app, &first).mcp("notes", json!({})).await.status, 401);
    let (status, second) = refreshed(&app, &client, first["refresh_token"].as_str().unwrap()).await;
    assert_eq!(status, 200, "{second}");
    assert_eq!(holder(&app, &second).mcp("notes", json!({})).await.json(), json!(["mine"]));
}

#[tokio::test]
async fn a_program_may_go_on_after_the_server_died_between_any_two_steps() {
    let (mut app_now, world, client) = ready().await;
    let mut browser = Browser::new(&app_now);
    let again = async |old: TestApp| {
        let mut new = old.restart(app(), belay_server::config::AppConfig::default()).await;
        new.enter_by(oauth(&world));
        new
    };
    let page = browser.get(&asking(&client, BACK, &[])).await;
    app_now = again(app_now).await;
    browser = browser.again(&app_now);
    let page = browser.fill(&page, "/signin", &[("email", "anna@example.org"), ("password", PASSWORD)]).await;
    app_now = again(app_now).await;
    browser = browser.again(&app_now);
    let form = page.form("/oauth/authorize").expect("the person is asked");
    let mut fields: Vec<(&str, &str)> = form.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    fields.push(("decision", "allow"));
    let sent = browser.post("/oauth/authorize", &fields).await;
    app_now = again(app_now).await;
    let (status, first) = exchanged(&app_now, (&client, BACK), &sent).await;
    assert_eq!(status, 200, "{first}");
    app_now = again(app_now).await;
    assert_eq!(holder(&app_now, &first).mcp("notes", json!({})).await.status, 200);
    let (status, second) = refreshed(&app_now, &client, first["refresh_token"].as_str().unwrap()).await;
    assert_eq!(status, 200, "{second}");
    app_now = again(app_now).await;
    assert_eq!(holder(&app_now, &second).mcp("notes", json!({})).await.status, 200);
}

#[tokio::test]
async fn a_program_that_the_person_does_not_allow_gets_nothing_and_is_told_so() {
    let (app, _, client) = ready().await;
    let mut browser = Browser::new(&app);
    browser.sign_in("anna@example.org", PASSWORD).await;
    let page = browser.get(&asking(&client, BACK, &[])).await;
    let sent = browser.fill(&page, "/oauth/authorize", &[("decision", "deny")]).await;
    assert_eq!(sent.sent_with("error").as_deref(), Some("access_denied"));
    assert_eq!(sent.sent_with("iss").as_deref(), Some(HERE));
    assert!(sent.sent_with("code").is_none());
}

#[tokio::test]
async fn the_consent_names_the_program_the_place_and_the_scopes_and_cannot_be_framed_or_forged() {
    let (app, _, client) = ready().await;
    let mut browser = Browser::new(&app);
    browser.sign_in("anna@example.org", PASSWORD).await;
    let place = asking(&client, BACK, &[("scope", "demo:read offline_access")]);
    let page = browser.get(&place).await;
    for part in
        ["A program", "127.0.0.1", BACK, "demo:read", "anna@example.org", "http://127.0.0.1:8080/demo/mcp"]
    {
        assert!(page.body.contains(part), "{part} in {}", page.body);
    }
    assert!(!page.body.contains("demo:write"), "only what was asked for");
    assert!(page.body.contains("on your own computer"), "a local program is warned of");
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    assert!(
        policy.contains("frame-ancestors 'none'")
            && policy.contains("form-action 'self' http://127.0.0.1:3000;")
    );
    assert_eq!(page.headers["x-frame-options"], "DENY");
    let mut forged: Vec<(String, String)> = page.form("/oauth/authorize").unwrap();
    forged.retain(|(name, _)| name != "form_token");
    forged.extend([("form_token".into(), "x".into()), ("decision".into(), "allow".into())]);
    let fields: Vec<(&str, &str)> = forged.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    assert_eq!(browser.post("/oauth/authorize", &fields).await.status, 403);
}

#[tokio::test]
async fn a_person_may_allow_less_than_was_asked_for_and_the_program_is_told_what_would_do() {
    let (app, _, client) = ready().await;
    let mut browser = Browser::new(&app);
    browser.sign_in("anna@example.org", PASSWORD).await;
    let page = browser.get(&asking(&client, BACK, &[])).await;
    let form = page.form("/oauth/authorize").unwrap();
    let kept = form.iter().filter(|(name, value)| name != "allow" || value == "read");
    let mut fields: Vec<(&str, &str)> = kept.map(|(k, v)| (k.as_str(), v.as_str())).collect();
    fields.push(("decision", "allow"));
    let sent = browser.post("/oauth/authorize", &fields).await;
    let (_, body) = exchanged(&app, (&client, BACK), &sent).await;
    assert_eq!(body["scope"], "demo:read");
    let reader = holder(&app, &body);
    assert_eq!(reader.mcp("notes", json!({})).await.status, 200);
    assert!(reader.tools().await.contains(&"keep".to_owned()), "what the person could still grant is listed");
    let refused = reader.mcp("keep", json!({ "text": "x" })).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    let challenge = refused.header("www-authenticate");
    assert!(
        challenge.contains("error=\"insufficient_scope\"") && challenge.contains("scope=\"demo:write\""),
        "{challenge}"
    );
    let refused = reader.rest(http::Method::POST, "/api/v1/notes", Some(json!({ "text": "x" }))).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (403, &json!("insufficient_scope")));
}

#[tokio::test]
async fn an_uncertain_program_or_address_keeps_the_browser_here() {
    let (app, _, client) = ready().await;
    let mut browser = Browser::new(&app);
    for place in [
        asking("cli_nobody", BACK, &[]),
        asking(&client, "https://evil.example/cb", &[]),
        asking(&client, "http://127.0.0.1:3000/other", &[]),
        asking(&client, "", &[]),
        format!("{}&client_id=other", asking(&client, BACK, &[])),
    ] {
        let page = browser.get(&place).await;
        assert!(page.status.is_client_error() && page.sent_to().is_none(), "{place}: {}", page.status);
    }
    let other_port = browser.get(&asking(&client, "http://127.0.0.1:61234/callback", &[])).await;
    assert!(other_port.form("/signin").is_some(), "the port on the own machine is free");
}

#[tokio::test]
async fn a_certain_program_is_told_what_is_wrong_with_its_request() {
    let (app, _, client) = ready().await;
    let mut browser = Browser::new(&app);
    for (more, error) in [
        (&[("response_type", "token")][..], "unsupported_response_type"),
        (&[("code_challenge_method", "plain")], "invalid_request"),
        (&[("code_challenge", "")], "invalid_request"),
        (&[("resource", "https://other.example/mcp")], "invalid_target"),
        (&[("resource", "http://127.0.0.1:8080/other/mcp")], "invalid_target"),
    ] {
        let page = browser.get(&asking(&client, BACK, more)).await;
        assert_eq!(page.sent_with("error").as_deref(), Some(error), "{more:?}");
        assert_eq!(page.sent_with("iss").as_deref(), Some(HERE));
        assert_eq!(page.sent_with("state").as_deref(), Some("the state"));
        assert!(page.sent_to().unwrap().starts_with(BACK));
    }
}

#[tokio::test]
async fn a_code_works_once_soon_and_for_whom_it_was_made() {
    let (app, _, client) = ready().await;
    let other = registered(&app, "http://127.0.0.1:3000/other").await;
    let mut browser = Browser::new(&app);
    let sent = allowed(&mut browser, &asking(&client, BACK, &[])).await;
    let (_, first) = exchanged(&app, (&client, BACK), &sent).await;
    let (status, again) = exchanged(&app, (&client, BACK), &sent).await;
    assert_eq!((status, &again["error"]), (400, &json!("invalid_grant")));
    assert_eq!(
        holder(&app, &first).mcp("notes", json!({})).await.status,
        401,
        "used twice, it ends what it gave"
    );
    for (who, redirect, verifier) in [
        (other.as_str(), BACK, VERIFIER),
        (client.as_str(), "http://127.0.0.1:3000/other", VERIFIER),
        (client.as_str(), BACK, "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXX"),
    ] {
        let sent = allowed(&mut browser, &asking(&client, BACK, &[])).await;
        let code = sent.sent_with("code").unwrap();
        let fields = [
            ("grant_type", "authorization_code"),
            ("client_id", who),
            ("code", &code),
            ("redirect_uri", redirect),
            ("code_verifier", verifier),
        ];
        let (status, body) = post_form(&app, "/oauth/token", &fields).await;
        assert_eq!((status, &body["error"]), (400, &json!("invalid_grant")));
        let (status, _) = exchanged(&app, (&client, BACK), &sent).await;
        assert_eq!(status, 400, "whoever tried it may have stolen it");
    }
    let sent = allowed(&mut browser, &asking(&client, BACK, &[])).await;
    app.clock.advance(SignedDuration::from_secs(61));
    assert_eq!(exchanged(&app, (&client, BACK), &sent).await.0, 400);
}

#[tokio::test]
async fn a_refresh_token_may_be_used_again_for_a_minute_and_later_ends_everything() {
    let (app, _, client) = ready().await;
    let sent = allowed(&mut Browser::new(&app), &asking(&client, BACK, &[])).await;
    let (_, first) = exchanged(&app, (&client, BACK), &sent).await;
    let old = first["refresh_token"].as_str().unwrap();
    let (_, second) = refreshed(&app, &client, old).await;
    assert_ne!(second["refresh_token"], first["refresh_token"]);
    app.clock.advance(SignedDuration::from_secs(59));
    let (status, lost) = refreshed(&app, &client, old).await;
    assert_eq!(status, 200, "an answer that was lost on its way can be had again: {lost}");
    app.clock.advance(SignedDuration::from_secs(10));
    assert_eq!(refreshed(&app, &client, old).await.1["error"], "invalid_grant");
    for ended in [&second, &lost] {
        assert_eq!(holder(&app, ended).mcp("notes", json!({})).await.status, 401);
        assert_eq!(refreshed(&app, &client, ended["refresh_token"].as_str().unwrap()).await.0, 400);
    }
}

#[tokio::test]
async fn a_refresh_token_narrows_and_never_widens_and_lives_from_its_last_use() {
    let (app, _, client) = ready().await;
    let mut browser = Browser::new(&app);
    let sent = allowed(&mut browser, &asking(&client, BACK, &[("scope", "demo:read")])).await;
    let (_, mut held) = exchanged(&app, (&client, BACK), &sent).await;
    let wider = [
        ("grant_type", "refresh_token"),
        ("client_id", &client),
        ("refresh_token", held["refresh_token"].as_str().unwrap()),
        ("scope", "demo:write"),
    ];
    assert_eq!(post_form(&app, "/oauth/token", &wider).await.1["error"], "invalid_scope");
    for _ in 0..3 {
        app.clock.advance(SignedDuration::from_hours(59 * 24));
        let (status, next) = refreshed(&app, &client, held["refresh_token"].as_str().unwrap()).await;
        assert_eq!((status, &next["scope"]), (200, &json!("demo:read")), "{next}");
        held = next;
    }
    app.clock.advance(SignedDuration::from_hours(61 * 24));
    assert_eq!(refreshed(&app, &client, held["refresh_token"].as_str().unwrap()).await.0, 400);
}

#[tokio::test]
async fn what_is_revoked_ends_at_once_and_nothing_is_said_of_what_was_never_issued() {
    let (app, _, client) = ready().await;
    let mut browser = Browser::new(&app);
    let sent = allowed(&mut browser, &asking(&client, BACK, &[])).await;
    let (_, held) = exchanged(&app, (&client, BACK), &sent).await;
    let revoke = async |token: &str| {
        post_form(&app, "/oauth/revoke", &[("token", token), ("client_id", &client)]).await.0
    };
    assert_eq!(revoke("belay_rt_never").await, 200);
    assert_eq!(holder(&app, &held).mcp("notes", json!({})).await.status, 200);
    assert_eq!(revoke(held["refresh_token"].as_str().unwrap()).await, 200);
    assert_eq!(holder(&app, &held).mcp("notes", json!({})).await.status, 401);
    let sent = allowed(&mut browser, &asking(&client, BACK, &[])).await;
    let (_, held) = exchanged(&app, (&client, BACK), &sent).await;
    let page = browser.get("/account/assistants").await;
    assert!(page.body.contains("A program"), "the person sees what they allowed: {}", page.body);
    browser.fill(&page, "/account/assistants/revoke", &[]).await;
    assert_eq!(holder(&app, &held).mcp("notes", json!({})).await.status, 401);
    assert!(!browser.get("/account/assistants").await.body.contains("A program"));
}

#[tokio::test]
async fn a_program_with_a_document_is_known_by_it_and_kept_only_while_the_document_is_sound() {
    let (app, world) = with_oauth(app()).await;
    app.person("anna@example.org", PASSWORD).await;
    let id = "https://assistant.example/oauth/client.json";
    let back = "https://assistant.example/back";
    world.says(id, json!({ "client_id": id, "client_name": "Assistant", "redirect_uris": [back] }));
    let mut browser = Browser::new(&app);
    browser.sign_in("anna@example.org", PASSWORD).await;
    let page = browser.get(&asking(id, back, &[])).await;
    assert!(page.body.contains("published by <strong>assistant.example</strong>"), "{}", page.body);
    let sent = allowed(&mut browser, &asking(id, back, &[])).await;
    let (status, held) = exchanged(&app, (id, back), &sent).await;
    assert_eq!(status, 200, "{held}");
    assert_eq!(world.times(id), 1, "what is kept is not fetched again");
    app.clock.advance(SignedDuration::from_secs(301));
    world.says(
        id,
        json!({ "client_id": "https://evil.example/c", "client_name": "A", "redirect_uris": [back] }),
    );
    let page = browser.get(&asking(id, back, &[])).await;
    assert_eq!((page.status, page.sent_to()), (StatusCode::BAD_REQUEST, None));
    for unreachable in ["https://gone.example/c", "http://assistant.example/c", "https://assistant.example/"]
    {
        assert!(browser.get(&asking(unreachable, back, &[])).await.status.is_client_error(), "{unreachable}");
    }
}

#[tokio::test]
async fn nobody_who_is_not_signed_in_makes_the_server_fetch_or_keep_anything() {
    let (app, world) = with_oauth(app()).await;
    app.person("anna@example.org", PASSWORD).await;
    let id = "https://assistant.example/oauth/client.json";
    let back = "https://assistant.example/back";
    world.says(id, json!({ "client_id": id, "client_name": "Assistant", "redirect_uris": [back] }));
    let page = Browser::new(&app).get(&asking(id, back, &[])).await;
    assert!(page.form("/signin").is_some());
    assert_eq!(world.times(id), 0);
    let mut tried = 0;
    let mut browser = Browser::new(&app);
    while browser.get(&asking("cli_nobody", back, &[])).await.status != 429 {
        tried += 1;
        assert!(tried < 100, "beginnings are limited");
    }
}

#[tokio::test]
async fn two_refreshes_at_once_both_go_on() {
    let (app, _, client) = ready().await;
    let sent = allowed(&mut Browser::new(&app), &asking(&client, BACK, &[])).await;
    let (_, mut held) = exchanged(&app, (&client, BACK), &sent).await;
    for _ in 0..10 {
        let refresh = held["refresh_token"].as_str().unwrap();
        let (one, two) = tokio::join!(refreshed(&app, &client, refresh), refreshed(&app, &client, refresh));
        assert_eq!((one.0, two.0), (200, 200), "{} {}", one.1, two.1);
        assert_eq!(holder(&app, &one.1).mcp("notes", json!({})).await.status, 200);
        held = two.1;
    }
}

#[tokio::test]
async fn one_network_cannot_shut_others_out_of_registering_or_signing_in() {
    let (app, _) = with_oauth(app()).await;
    app.person("anna@example.org", PASSWORD).await;
    let from = |address: std::net::Ipv6Addr| {
        let mut browser = Browser::new(&app);
        browser.address = std::net::SocketAddr::from((address, 1));
        browser
    };
    let mut refused = 0;
    for place in 0..60_u16 {
        let mut browser = from(std::net::Ipv6Addr::new(0x2001, 0xdb8, 1, 2, 0, 0, 0, place));
        let page = browser.sign_in(&format!("guess{place}@example.org"), PASSWORD).await;
        refused += usize::from(page.status == 429);
    }
    assert!(refused >= 30, "a whole network counts as one: {refused}");
    let page = from(std::net::Ipv6Addr::new(0x2001, 0xdb8, 9, 9, 0, 0, 0, 1))
        .sign_in("anna@example.org", PASSWORD)
        .await;
    assert_eq!(page.status, 200);
    let long = format!("{}@example.org", "x".repeat(20_000));
    assert_eq!(Browser::new(&app).sign_in(&long, PASSWORD).await.status, 401);
}

#[tokio::test]
async fn a_resource_may_be_repeated_and_carry_what_names_a_tenant() {
    let (app, _, client) = ready().await;
    let mut browser = Browser::new(&app);
    browser.sign_in("anna@example.org", PASSWORD).await;
    let twice = format!("{}&resource={HERE}/demo/mcp&resource={HERE}/mcp", asking(&client, BACK, &[]));
    assert!(browser.get(&twice).await.form("/oauth/authorize").is_some());
    let pinned = asking(&client, BACK, &[("resource", &format!("{HERE}/demo/mcp?orgId=1"))]);
    assert!(browser.get(&pinned).await.form("/oauth/authorize").is_some());
    let others =
        format!("{}&resource={HERE}/demo/mcp&resource=https://other.example/mcp", asking(&client, BACK, &[]));
    assert_eq!(browser.get(&others).await.status, 400);
}

#[tokio::test]
async fn a_program_that_acts_by_itself_is_the_same_caller_with_every_token() {
    let (app, _) = with_oauth(app()).await;
    let tenant = app.operator().await.tenant.unwrap();
    let mut tx = app.db().write().await.unwrap();
    let new = belay_access::oauth::NewProgram {
        app: "demo",
        tenant: &tenant,
        name: "nightly",
        scopes: &["read", "write"],
    };
    let now = belay_core::Clock::now(&app.clock);
    let (id, secret) =
        belay_access::oauth::create_program(&mut tx, new, now, &*app.served.shared.entropy).await.unwrap();
    tx.commit().await.unwrap();
    let mut kept = Vec::new();
    for _ in 0..2 {
        let fields = [("grant_type", "client_credentials"), ("client_id", &*id), ("client_secret", &*secret)];
        let (_, body) = post_form(&app, "/oauth/token", &fields).await;
        let call = belay_testkit::Message::modern(
            "tools/call",
            json!({ "name": "keep", "arguments": { "text": "once" } }),
        )
        .meta("belay/idempotency-key", "the-same");
        kept.push(holder(&app, &body).say(&call).await.result()["_meta"]["belay/replayed"].clone());
        app.clock.advance(SignedDuration::from_mins(61));
    }
    assert_eq!(kept[1], json!(true), "a new token is no new caller: {kept:?}");
}

#[tokio::test]
async fn a_program_of_the_operator_gets_tokens_for_itself_and_no_more_than_it_was_made_for() {
    let (app, _) = with_oauth(app()).await;
    let tenant = app.operator().await.tenant.unwrap();
    let mut tx = app.db().write().await.unwrap();
    let new =
        belay_access::oauth::NewProgram { app: "demo", tenant: &tenant, name: "nightly", scopes: &["read"] };
    let made = belay_access::oauth::create_program(
        &mut tx,
        new,
        belay_core::Clock::now(&app.clock),
        &*app.served.shared.entropy,
    );
    let (id, secret) = made.await.unwrap();
    tx.commit().await.unwrap();
    let ask = async |fields: &[(&str, &str)]| {
        let mut all = vec![("grant_type", "client_credentials")];
        all.extend_from_slice(fields);
        post_form(&app, "/oauth/token", &all).await
    };
    let (status, body) = ask(&[("client_id", &id), ("client_secret", &secret)]).await;
    assert_eq!((status, &body["scope"]), (200, &json!("demo:read")), "{body}");
    assert!(body.get("refresh_token").is_none());
    assert_eq!(holder(&app, &body).mcp("notes", json!({})).await.status, 200);
    assert_eq!(holder(&app, &body).mcp("keep", json!({ "text": "x" })).await.status, 403);
    assert_eq!(ask(&[("client_id", &id), ("client_secret", "wrong")]).await.0, 401);
    assert_eq!(ask(&[("client_id", &id)]).await.0, 401);
    assert_eq!(
        ask(&[("client_id", &id), ("client_secret", &secret), ("scope", "demo:write")]).await.1["error"],
        "invalid_scope"
    );
    let stranger = registered(&app, BACK).await;
    assert_eq!(ask(&[("client_id", &stranger)]).await.1["error"], "unauthorized_client");
}

#[tokio::test]
async fn a_person_who_is_disabled_loses_every_way_in_at_once() {
    let (app, _, client) = ready().await;
    let mut browser = Browser::new(&app);
    let sent = allowed(&mut browser, &asking(&client, BACK, &[])).await;
    let (_, held) = exchanged(&app, (&client, BACK), &sent).await;
    let person = belay_access::people::by_email(app.db(), "ANNA@example.org").await.unwrap().unwrap();
    let token = app.token(&person.id, Access::Full, None).await;
    assert_eq!(app.with_key(&token).mcp("notes", json!({})).await.status, 200);
    let mut tx = app.db().write().await.unwrap();
    belay_access::people::disable(&mut tx, &person.id, belay_core::Clock::now(&app.clock)).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(app.with_key(&token).mcp("notes", json!({})).await.status, 401);
    assert_eq!(holder(&app, &held).mcp("notes", json!({})).await.status, 401);
    assert_eq!(refreshed(&app, &client, held["refresh_token"].as_str().unwrap()).await.0, 400);
    assert!(browser.get("/account/tokens").await.form("/signin").is_some(), "the browser is signed out");
    assert_eq!(browser.sign_in("anna@example.org", PASSWORD).await.status, 401);
}
