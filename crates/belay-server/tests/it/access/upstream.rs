//! Signing in with another provider, and through a proxy that knows who somebody is.

use std::sync::Arc;

use belay_access::allowlist::Allowlist;
use belay_access::identity::Identity;
use belay_access::people;
use belay_access::secret::Secret;
use belay_access::upstream::Provider;
use belay_server::gate::Entrance;
use belay_testkit::{Browser, Page, TestApp};
use http::Request;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::world::*;
use crate::demo_app::app;

const ISSUER: &str = "https://login.example";

async fn ready(allowed: &str) -> (TestApp, World) {
    let (world, mut app) = (World::default(), TestApp::start(app()).await);
    app.person("owner@example.org", PASSWORD).await;
    world.says(
        &format!("{ISSUER}/.well-known/openid-configuration"),
        json!({
            "issuer": ISSUER, "jwks_uri": format!("{ISSUER}/jwks"), "token_endpoint": format!("{ISSUER}/token"),
            "authorization_endpoint": format!("{ISSUER}/authorize"), "userinfo_endpoint": format!("{ISSUER}/me"),
        }),
    );
    world.says(&format!("{ISSUER}/jwks"), json!({ "keys": [Signer::new(0, "k").public] }));
    let provider =
        Provider::new(ISSUER, "belay", Some(Secret::new("our secret")), format!("{HERE}/oauth/callback"));
    let identity = Identity { allowlist: Some(Allowlist::new(allowed)), ..world.identity() };
    app.enter_by(Entrance {
        identity: Arc::new(identity),
        provider: Some(Arc::new(provider)),
        proxies: vec!["10.0.0.0/8".parse().unwrap()],
        vouching: true,
        ..Entrance::default()
    });
    (app, world)
}

/// Goes to the provider, and returns where the browser was sent.
async fn leave(browser: &mut Browser) -> Page {
    let page = browser.get("/account/tokens").await;
    let link =
        page.body.split("href=\"").find(|rest| rest.starts_with("/signin/elsewhere")).expect("a way there");
    browser.get(link.split('"').next().unwrap()).await
}

/// What a sound identity token says.
fn proof(app: &TestApp, sent: &Page, changed: &[(&str, Value)]) -> Value {
    let mut claims = json!({
        "iss": ISSUER, "aud": "belay", "sub": "42", "exp": second(app) + 300, "iat": second(app),
        "nonce": sent.sent_with("nonce").unwrap(), "email": "Anna@example.org", "email_verified": true,
    });
    for (name, value) in changed {
        claims[*name] = value.clone();
    }
    claims
}

async fn come_back(browser: &mut Browser, world: &World, sent: &Page, proof: &str) -> Page {
    world.says(
        &format!("{ISSUER}/token"),
        json!({ "id_token": proof, "access_token": "at", "token_type": "Bearer" }),
    );
    let state = sent.sent_with("state").unwrap();
    browser.get(&format!("/oauth/callback?code=the-code&state={state}")).await
}

#[tokio::test]
async fn somebody_on_the_list_signs_in_with_the_provider_and_comes_back_to_where_they_were() {
    let (app, world) = ready("anna@EXAMPLE.org").await;
    let mut browser = Browser::new(&app);
    let sent = leave(&mut browser).await;
    assert!(sent.sent_to().unwrap().starts_with(&format!("{ISSUER}/authorize?")));
    for (name, value) in
        [("response_type", "code"), ("client_id", "belay"), ("code_challenge_method", "S256")]
    {
        assert_eq!(sent.sent_with(name).as_deref(), Some(value));
    }
    let page =
        come_back(&mut browser, &world, &sent, &Signer::new(0, "k").sign(&proof(&app, &sent, &[]))).await;
    assert!(page.body.contains("Your tokens") && page.body.contains("Anna@example.org"), "{}", page.body);
    let asked = world.last(&format!("{ISSUER}/token")).unwrap();
    let verifier = asked.form.unwrap().into_iter().find(|(name, _)| name == "code_verifier").unwrap().1;
    assert!(verifier.len() >= 43);
    assert!(asked.credential.is_some_and(|(name, secret)| name == "belay" && secret.is("our secret")));
    let person = people::by_subject(app.db(), ISSUER, "42").await.unwrap().unwrap();
    let token = app.token(&person.id, belay_core::Access::Full, None).await;
    assert_eq!(
        app.with_key(&token).mcp("notes", json!({})).await.status,
        200,
        "they belong to the household"
    );
}

#[tokio::test]
async fn a_sign_in_that_does_not_hold_lets_nobody_in() {
    let (app, world) = ready("anna@example.org").await;
    let signer = Signer::new(0, "k");
    world.says(
        &format!("{ISSUER}/me"),
        json!({ "sub": "another", "email": "anna@example.org", "email_verified": true }),
    );
    for (case, changed) in [
        ("another's token", ("aud", json!("another"))),
        ("another issuer", ("iss", json!("https://evil.example"))),
        ("a nonce of another sign-in", ("nonce", json!("other"))),
        ("expired", ("exp", json!(second(&app) - 100))),
        ("an address that nobody verified", ("email_verified", json!(false))),
        ("somebody not on the list", ("email", json!("eve@example.org"))),
        ("a token for several, by another", ("aud", json!(["belay", "another"]))),
    ] {
        let mut browser = Browser::new(&app);
        let sent = leave(&mut browser).await;
        let page =
            come_back(&mut browser, &world, &sent, &signer.sign(&proof(&app, &sent, &[changed]))).await;
        assert_eq!(page.status, 403, "{case}");
        assert!(browser.get("/account/tokens").await.form("/signin").is_some(), "{case}");
    }
    let mut browser = Browser::new(&app);
    let sent = leave(&mut browser).await;
    let page = come_back(&mut browser, &world, &sent, &shared_secret("k", &proof(&app, &sent, &[]))).await;
    assert_eq!(page.status, 403, "a token that a shared secret signs");
    assert_eq!(people::list(app.db()).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_state_works_once_for_its_own_browser_and_for_ten_minutes() {
    let (app, world) = ready("anna@example.org").await;
    let signer = Signer::new(0, "k");
    let mut browser = Browser::new(&app);
    let sent = leave(&mut browser).await;
    let token = signer.sign(&proof(&app, &sent, &[]));
    assert_eq!(come_back(&mut browser, &world, &sent, &token).await.status, 200);
    let mut other = browser.clone();
    assert_eq!(come_back(&mut other, &world, &sent, &token).await.status, 403, "a state that was used");
    let sent = leave(&mut Browser::new(&app)).await;
    let mut victim = Browser::new(&app);
    leave(&mut victim).await;
    let token = signer.sign(&proof(&app, &sent, &[]));
    assert_eq!(
        come_back(&mut victim, &world, &sent, &token).await.status,
        403,
        "a sign-in that another began"
    );
    let mut slow = Browser::new(&app);
    let sent = leave(&mut slow).await;
    app.clock.advance(SignedDuration::from_mins(11));
    let token = signer.sign(&proof(&app, &sent, &[]));
    assert_eq!(come_back(&mut slow, &world, &sent, &token).await.status, 403, "too late");
}

#[tokio::test]
async fn a_listed_proxy_says_who_somebody_is_and_nobody_else_does() {
    let (app, _) = ready("anna@example.org").await;
    let status = async |peer: [u8; 4], email: &str, bearer: Option<&str>| {
        let mut request = Request::get("/demo/api/v1/notes").header("x-forwarded-email", email);
        if let Some(bearer) = bearer {
            request = request.header("authorization", format!("Bearer {bearer}"));
        }
        let mut request = request.body(axum::body::Body::empty()).unwrap();
        request.extensions_mut().insert(axum::extract::ConnectInfo(std::net::SocketAddr::from((peer, 1))));
        app.nobody().send(request).await.status.as_u16()
    };
    assert_eq!(status([10, 0, 0, 1], "ANNA@example.org", None).await, 200);
    assert_eq!(status([192, 0, 2, 1], "anna@example.org", None).await, 401, "not a proxy of ours");
    assert_eq!(status([10, 0, 0, 1], "eve@example.org", None).await, 403, "not on the list");
    assert_eq!(
        status([10, 0, 0, 1], "anna@example.org", Some("dm_wrong")).await,
        401,
        "a wrong token stays wrong"
    );
}

/// Writes the list, as it was left a minute ago: one that changed just now may still be being written.
fn list(path: &std::path::Path, text: &str) {
    std::fs::write(path, text).unwrap();
    let file = std::fs::File::options().write(true).open(path).unwrap();
    let now = file.metadata().unwrap().modified().unwrap();
    file.set_modified(now - std::time::Duration::from_secs(60)).unwrap();
}

/// Somebody who signed in with the provider, in a browser, with a list in a file.
async fn signed_in() -> (TestApp, Browser, tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("allowed");
    list(&path, "anna@example.org\n");
    let (app, world) = ready(path.to_str().unwrap()).await;
    let mut browser = Browser::new(&app);
    let sent = leave(&mut browser).await;
    come_back(&mut browser, &world, &sent, &Signer::new(0, "k").sign(&proof(&app, &sent, &[]))).await;
    (app, browser, folder, path)
}

#[tokio::test]
async fn whoever_is_taken_off_the_list_loses_everything_at_the_next_request() {
    let (app, mut browser, _folder, path) = signed_in().await;
    let person = people::by_email(app.db(), "anna@example.org").await.unwrap().unwrap();
    let token = app.token(&person.id, belay_core::Access::Full, None).await;
    assert_eq!(app.with_key(&token).mcp("notes", json!({})).await.status, 200);
    list(&path, "bert@example.org\n");
    assert_eq!(app.with_key(&token).mcp("notes", json!({})).await.status, 403);
    list(&path, "anna@example.org\nbert@example.org\n");
    assert_eq!(
        app.with_key(&token).mcp("notes", json!({})).await.status,
        401,
        "the token does not come back"
    );
    assert!(browser.get("/account/tokens").await.body.contains("/signin/elsewhere"), "nor does the session");
}

#[tokio::test]
async fn whoever_is_taken_off_the_list_loses_the_pages_too() {
    let (app, mut browser, _folder, path) = signed_in().await;
    assert_eq!(browser.get("/account/audit").await.status, 200);
    list(&path, "bert@example.org\n");
    assert_eq!(browser.get("/account/audit").await.status, 403);
    list(&path, "anna@example.org\n");
    assert!(
        browser.get("/account/audit").await.body.contains("/signin/elsewhere"),
        "the session ended for good"
    );
    assert!(people::by_email(app.db(), "anna@example.org").await.unwrap().is_some());
}

#[tokio::test]
async fn a_list_that_is_just_being_written_takes_nothing_away() {
    let (app, _, _folder, path) = signed_in().await;
    let person = people::by_email(app.db(), "anna@example.org").await.unwrap().unwrap();
    let token = app.token(&person.id, belay_core::Access::Full, None).await;
    for half in ["", "bert@example.org\n"] {
        std::fs::write(&path, half).unwrap();
        assert_eq!(app.with_key(&token).mcp("notes", json!({})).await.status, 403, "{half}");
    }
    list(&path, "bert@example.org\nanna@example.org\n");
    assert_eq!(app.with_key(&token).mcp("notes", json!({})).await.status, 200);
}

#[tokio::test]
async fn signing_in_again_changes_nobodys_role_and_brings_nobody_back() {
    let (app, world) = ready("anna@example.org, owner@example.org").await;
    let tenant = app.operator().await.tenant.unwrap();
    let sign_in = async |subject: &str, email: &str| {
        let mut browser = Browser::new(&app);
        let sent = leave(&mut browser).await;
        let changed = [("sub", json!(subject)), ("email", json!(email))];
        come_back(&mut browser, &world, &sent, &Signer::new(0, "k").sign(&proof(&app, &sent, &changed))).await
    };
    let role = async |email: &str| {
        let members = belay_access::tenants::members(app.db(), &tenant).await.unwrap();
        members.into_iter().find(|member| member.email.as_deref() == Some(email)).map(|member| member.role)
    };
    assert_eq!(sign_in("42", "anna@example.org").await.status, 200);
    assert_eq!(role("anna@example.org").await.as_deref(), Some("member"));
    let person = people::by_email(app.db(), "anna@example.org").await.unwrap().unwrap();
    app.join(&tenant, &person.id, "reader").await;
    sign_in("42", "anna@example.org").await;
    assert_eq!(role("anna@example.org").await.as_deref(), Some("reader"));
    sign_in("1", "owner@example.org").await;
    assert_eq!(role("owner@example.org").await.as_deref(), Some("owner"));
    let mut tx = app.db().write().await.unwrap();
    let now = belay_core::Clock::now(&app.clock);
    belay_access::tenants::leave(&mut tx, (&tenant, &person.id), now).await.unwrap();
    tx.commit().await.unwrap();
    sign_in("42", "anna@example.org").await;
    assert_eq!(role("anna@example.org").await, None);
    let token = app.token(&person.id, belay_core::Access::Full, None).await;
    assert_eq!(app.with_key(&token).mcp("notes", json!({})).await.status, 403);
}

#[tokio::test]
async fn an_address_that_the_provider_gave_to_somebody_else_is_not_its_former_owner() {
    let (app, world) = ready("anna@example.org, new@example.org").await;
    let sign_in = async |subject: &str, email: &str| {
        let mut browser = Browser::new(&app);
        let sent = leave(&mut browser).await;
        let changed = [("sub", json!(subject)), ("email", json!(email))];
        come_back(&mut browser, &world, &sent, &Signer::new(0, "k").sign(&proof(&app, &sent, &changed))).await
    };
    assert_eq!(sign_in("42", "anna@example.org").await.status, 200);
    assert_eq!(sign_in("43", "anna@example.org").await.status, 403, "another person with that address");
    let page = sign_in("42", "new@example.org").await;
    assert!(page.body.contains("anna@example.org"), "the same person with another address: {}", page.body);
}
