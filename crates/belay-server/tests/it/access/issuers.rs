//! Another issuer stands in for this server: its signed tokens, its opaque ones, its keys and its outages.

use std::collections::BTreeMap;
use std::sync::Arc;

use belay_access::allowlist::Allowlist;
use belay_access::identity::Identity;
use belay_access::issuers::{Issuer, Verdict};
use belay_access::people::{self, NewPerson};
use belay_access::secret::Secret;
use belay_core::Clock;
use belay_server::gate::Entrance;
use belay_testkit::TestApp;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::studio::app;
use super::world::*;

const ISSUER: &str = "https://issuer.example";
const KEYS: &str = "https://issuer.example/jwks";
const VERDICT: &str = "https://issuer.example/introspect";

/// A server that another issuer stands in for, with a coach whom that issuer knows.
async fn ready(verdict: Option<Verdict>) -> (TestApp, World) {
    let (world, mut app) = (World::default(), TestApp::start(app()).await);
    world.says(&format!("{ISSUER}/.well-known/openid-configuration"), document());
    world.says(KEYS, json!({ "keys": [Signer::new(0, "first").public] }));
    let issuer = Issuer::new(ISSUER, vec![format!("{HERE}/studio/mcp"), format!("{HERE}/mcp")], verdict);
    let issuers = BTreeMap::from([("studio".to_owned(), issuer)]);
    let identity =
        Identity { issuers, allowlist: Some(Allowlist::new("new@example.org")), ..world.identity() };
    app.enter_by(Entrance { identity: Arc::new(identity), ..Entrance::default() });
    let org = app.organization("Anvil").await;
    let mut tx = app.db().write().await.unwrap();
    let new = NewPerson { name: "Cora", subject: Some((ISSUER, "user_1")), ..NewPerson::default() };
    let person = people::create(&mut tx, new, app.clock.now(), &*app.served.shared.entropy).await.unwrap();
    tx.commit().await.unwrap();
    app.join(&org, &person, "coach").await;
    (app, world)
}

fn document() -> Value {
    json!({
        "issuer": ISSUER, "jwks_uri": KEYS, "authorization_endpoint": format!("{ISSUER}/authorize"),
        "token_endpoint": format!("{ISSUER}/token"), "registration_endpoint": format!("{ISSUER}/register"),
    })
}

/// What a sound token says, with some claims changed.
fn claims(app: &TestApp, changed: &[(&str, Value)]) -> Value {
    let mut claims = json!({
        "iss": ISSUER, "sub": "user_1", "aud": format!("{HERE}/studio/mcp"), "exp": second(app) + 600,
        "iat": second(app), "client_id": "claude",
    });
    for (name, value) in changed {
        claims[*name] = value.clone();
    }
    claims
}

#[tokio::test]
async fn a_signed_token_counts_only_where_everything_about_it_holds() {
    let (app, _) = ready(None).await;
    let signer = Signer::new(0, "first");
    let status = async |token: String| app.with_key(&token).mcp("whoami", json!({})).await.status.as_u16();
    let sound = signer.sign(&claims(&app, &[]));
    assert!(app.with_key(&sound).mcp("whoami", json!({})).await.body.starts_with("issuer as coach in "));
    let listed = json!([format!("{HERE}/studio/mcp/"), "https://other.example"]);
    assert_eq!(status(signer.sign(&claims(&app, &[("aud", listed)]))).await, 200, "one of several audiences");
    let late = second(&app) - 61;
    for changed in [
        ("aud", json!("https://other.example/mcp")),
        ("aud", json!(format!("{HERE}/other/mcp"))),
        ("aud", Value::Null),
        ("iss", json!("https://evil.example")),
        ("iss", json!(format!("{ISSUER}/"))),
        ("exp", json!(late)),
        ("nbf", json!(second(&app) + 61)),
        ("sub", json!("")),
    ] {
        assert_eq!(
            status(signer.sign(&claims(&app, std::slice::from_ref(&changed)))).await,
            401,
            "{changed:?}"
        );
    }
    assert_eq!(
        status(shared_secret("first", &claims(&app, &[]))).await,
        401,
        "a shared secret signs nothing"
    );
    assert_eq!(status(unprotected(&claims(&app, &[]))).await, 401);
    assert_eq!(
        status(Signer::new(1, "first").sign(&claims(&app, &[]))).await,
        401,
        "another's key by that name"
    );
    assert_eq!(status(sound.replace('.', "..")).await, 401);
    let challenge = app.nobody().mcp("whoami", json!({})).await.header("www-authenticate").to_owned();
    assert!(challenge.contains("/.well-known/oauth-protected-resource/studio/mcp"), "{challenge}");
}

#[tokio::test]
async fn an_issuer_may_change_its_keys_and_made_up_ones_do_not_make_it_be_asked_and_asked() {
    let (app, world) = ready(None).await;
    let token = |signer: &Signer| signer.sign(&claims(&app, &[]));
    let (first, second_key) = (Signer::new(0, "first"), Signer::new(1, "second"));
    let status = async |token: String| app.with_key(&token).mcp("whoami", json!({})).await.status.as_u16();
    assert_eq!(status(token(&first)).await, 200);
    for _ in 0..20 {
        assert_eq!(status(token(&second_key)).await, 401);
    }
    assert_eq!(world.times(KEYS), 1, "an unknown key is looked for at most every half minute");
    world.says(KEYS, json!({ "keys": [second_key.public] }));
    app.clock.advance(SignedDuration::from_secs(31));
    assert_eq!(status(token(&second_key)).await, 200);
    assert_eq!(status(token(&first)).await, 401, "the old key is no longer one of its");
    assert_eq!(world.times(KEYS), 2);
}

#[tokio::test]
async fn an_opaque_token_is_asked_about_at_every_request() {
    let verdict = Verdict::Introspection {
        url: VERDICT.into(),
        client: "us".into(),
        secret: Secret::new("our secret"),
    };
    let (app, world) = ready(Some(verdict)).await;
    let mut answer = claims(&app, &[]);
    answer["active"] = json!(true);
    world.says(VERDICT, answer.clone());
    let client = app.with_key("opaque");
    assert_eq!(client.mcp("whoami", json!({})).await.status, 200);
    assert_eq!(client.mcp("whoami", json!({})).await.status, 200);
    assert_eq!(world.times(VERDICT), 2);
    let asked = world.last(VERDICT).unwrap();
    assert!(asked.credential.is_some_and(|(name, secret)| name == "us" && secret.is("our secret")));
    world.says(VERDICT, json!({ "active": false }));
    assert_eq!(client.mcp("whoami", json!({})).await.status, 401, "revoked there is revoked here");
    answer["aud"] = json!("https://other.example");
    world.says(VERDICT, answer);
    assert_eq!(client.mcp("whoami", json!({})).await.status, 401, "active, and not for us");
    world.fails(VERDICT, 500);
    let down = client.mcp("whoami", json!({})).await;
    assert_eq!((down.status.as_u16(), &down.json()["code"]), (503, &json!("issuer_unavailable")));
    assert!(!down.body.contains("our secret") && !down.body.contains("issuer.example"), "{}", down.body);
}

#[tokio::test]
async fn clerks_tokens_count_while_clerk_says_so() {
    let url = "https://clerk.example/verify";
    let (mut app, world) = ready(None).await;
    let verdict = Verdict::Clerk { url: url.into(), secret: Secret::new("sk_test") };
    let mut issuer = Issuer::new(ISSUER, vec![format!("{HERE}/studio/mcp")], Some(verdict));
    issuer.takes_sessions = true;
    let issuers = BTreeMap::from([("studio".to_owned(), issuer)]);
    let identity = Arc::new(Identity { issuers, ..world.identity() });
    app.enter_by(Entrance { identity, ..Entrance::default() });
    world.says(url, json!({ "subject": "user_1", "client_id": "claude", "scopes": ["profile"], "revoked": false, "expired": false }));
    assert_eq!(app.with_key("oat_1").mcp("whoami", json!({})).await.status, 200);
    world.says(url, json!({ "subject": "user_1", "revoked": true, "expired": false }));
    assert_eq!(app.with_key("oat_1").mcp("whoami", json!({})).await.status, 401);
    world.fails(url, 404);
    assert_eq!(app.with_key("oat_2").mcp("whoami", json!({})).await.status, 401);
    let session = Signer::new(0, "first").sign(&claims(&app, &[("aud", Value::Null)]));
    assert_eq!(
        app.with_key(&session).mcp("whoami", json!({})).await.status,
        200,
        "a session token has no audience"
    );
}

#[tokio::test]
async fn somebody_new_is_let_in_by_a_verified_address_on_the_list_and_no_other() {
    let (app, _) = ready(None).await;
    let signer = Signer::new(0, "first");
    let before = people::list(app.db()).await.unwrap().len();
    let status = async |subject: &str, email: &str, verified: bool| {
        let changed = [("sub", json!(subject)), ("email", json!(email)), ("email_verified", json!(verified))];
        app.with_key(&signer.sign(&claims(&app, &changed))).mcp("whoami", json!({})).await.status.as_u16()
    };
    assert_eq!(status("user_2", "new@example.org", false).await, 403);
    assert_eq!(status("user_3", "other@example.org", true).await, 403);
    assert_eq!(people::list(app.db()).await.unwrap().len(), before, "nobody was made known by that");
    assert_eq!(status("user_2", "New@Example.org", true).await, 403, "let in, and belongs nowhere yet");
    let person = people::by_subject(app.db(), ISSUER, "user_2").await.unwrap().expect("now known");
    let org = belay_access::tenants::list(app.db(), "studio").await.unwrap().remove(0);
    app.join(&org.id, &person.id, "desk").await;
    assert_eq!(status("user_2", "new@example.org", true).await, 200);
}

#[tokio::test]
async fn the_issuers_document_stands_here_too() {
    let (app, world) = ready(None).await;
    for place in [
        "/.well-known/oauth-authorization-server",
        "/.well-known/oauth-authorization-server/studio/mcp",
        "/.well-known/oauth-authorization-server/mcp",
    ] {
        let (status, body) = get_json(&app, place).await;
        assert_eq!((status, body), (200, document()), "{place}");
    }
    assert_eq!(world.times(&format!("{ISSUER}/.well-known/openid-configuration")), 1);
    for place in ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"] {
        let (_, body) = get_json(&app, place).await;
        assert_eq!(
            (&body["resource"], &body["authorization_servers"]),
            (&json!(format!("{HERE}/mcp")), &json!([ISSUER]))
        );
    }
    for place in ["/oauth/authorize", "/oauth/token", "/authorize"] {
        assert_eq!(get_json(&app, place).await.0, 404, "this server issues nothing");
    }
}

#[tokio::test]
async fn the_way_past_credentials_is_shut_unless_it_was_opened() {
    let (mut app, world) = ready(None).await;
    let request = || {
        let request = http::Request::get("/studio/api/v1/whoami").header("x-test-user-id", "user_1");
        request.body(axum::body::Body::empty()).unwrap()
    };
    assert_eq!(app.nobody().send(request()).await.status, 401);
    let identity = Arc::new(world.identity());
    app.enter_by(Entrance { identity, bypass: true, ..Entrance::default() });
    let reply = app.nobody().send(request()).await;
    assert!(reply.body.contains("bypass as coach in"), "{}", reply.body);
}
