//! The world outside a server under test: what it asks others, answered from a list, and keys that sign tokens.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use belay_access::identity::Identity;
use belay_access::outbound::{Answer, Ask, Outbound, Reach, Reply, Unreachable};
use belay_core::Clock;
use belay_server::gate::Entrance;
use belay_testkit::{Browser, Client, Page, TestApp};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde_json::{Value, json};

/// The address of the server under test.
pub(crate) const HERE: &str = "http://127.0.0.1:8080";
/// A verifier and its challenge, from RFC 7636, appendix B.
pub(crate) const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
pub(crate) const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
/// A password that is long enough.
pub(crate) const PASSWORD: &str = "correct horse battery";

/// Answers by address. An address that is not listed cannot be reached.
#[derive(Clone, Default)]
pub(crate) struct World {
    answers: Arc<Mutex<HashMap<String, (u16, Value)>>>,
    asked: Arc<Mutex<Vec<Ask>>>,
}

impl World {
    pub(crate) fn says(&self, url: &str, body: Value) {
        self.answers.lock().unwrap().insert(url.to_owned(), (200, body));
    }

    pub(crate) fn fails(&self, url: &str, status: u16) {
        self.answers.lock().unwrap().insert(url.to_owned(), (status, json!({})));
    }

    /// How often an address was asked.
    pub(crate) fn times(&self, url: &str) -> usize {
        self.asked.lock().unwrap().iter().filter(|ask| ask.url == url).count()
    }

    /// The last request to an address.
    pub(crate) fn last(&self, url: &str) -> Option<Ask> {
        self.asked.lock().unwrap().iter().rev().find(|ask| ask.url == url).cloned()
    }

    pub(crate) fn identity(&self) -> Identity {
        Identity { outbound: Arc::new(self.clone()), ..Identity::default() }
    }
}

impl Outbound for World {
    fn send(&self, ask: Ask) -> Reply<'_> {
        let found = self.answers.lock().unwrap().get(&ask.url).cloned();
        // What a stranger names is on the internet, and so is what this world holds with TLS.
        let reachable = ask.reach == Reach::Configured || ask.url.starts_with("https://");
        self.asked.lock().unwrap().push(ask);
        let answer = found.filter(|_| reachable).map(|(status, body)| Answer {
            status,
            body: body.to_string().into_bytes(),
            media_type: "application/json".to_owned(),
            max_age: None,
        });
        Box::pin(std::future::ready(answer.ok_or_else(|| Unreachable::new("nobody answers there"))))
    }
}

/// A key that signs, and the same as others see it.
pub(crate) struct Signer {
    key: EncodingKey,
    pub(crate) public: Value,
    name: String,
}

/// Two keys of the curve P-256, made for these tests: the private part as PKCS#8, then the public coordinates.
const KEYS: [(&str, &str, &str); 2] = [
    (
        "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg76Qgy5LjtwAz7mILXmanrfx+89g+8wdgjZet331HlBGhRANCAARkoKZTuxE56sW/ZvEARX9f9GvLqKnez4kD4rwgp5Yg46aI38LmjSswIppGJm6zW10cCk+pAHJ3K6q98ZL0TBFe",
        "ZKCmU7sROerFv2bxAEV_X_Rry6ip3s-JA-K8IKeWIOM",
        "pojfwuaNKzAimkYmbrNbXRwKT6kAcncrqr3xkvRMEV4",
    ),
    (
        "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgtZZftSG9p2cXg70jVB/47bwGyAmHfMkmuM3p+LMsvWChRANCAATTxhk60l73XZ2E4UUZZjJRM1Yxu1FuUVsaiAvzKuEpJ8E++A/9GqXhTFceZg9I9f5Zx93zW63YvcGFFoMxWEJs",
        "08YZOtJe912dhOFFGWYyUTNWMbtRblFbGogL8yrhKSc",
        "wT74D_0apeFMVx5mD0j1_lnH3fNbrdi9wYUWgzFYQmw",
    ),
];

impl Signer {
    pub(crate) fn new(which: usize, name: &str) -> Self {
        let (private, x, y) = KEYS[which];
        let der = base64::engine::general_purpose::STANDARD.decode(private).unwrap();
        let public =
            json!({ "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": name, "x": x, "y": y });
        Self { key: EncodingKey::from_ec_der(&der), public, name: name.to_owned() }
    }

    pub(crate) fn sign(&self, claims: &Value) -> String {
        let mut header = Header::new(Algorithm::ES256);
        header.kid = Some(self.name.clone());
        jsonwebtoken::encode(&header, claims, &self.key).unwrap()
    }
}

/// A token that is authenticated with a shared secret, under the name of somebody's public key.
pub(crate) fn shared_secret(name: &str, claims: &Value) -> String {
    let mut header = Header::new(Algorithm::HS256);
    header.kid = Some(name.to_owned());
    jsonwebtoken::encode(&header, claims, &EncodingKey::from_secret(b"anything at all").unwrap()).unwrap()
}

/// A token that nothing protects.
pub(crate) fn unprotected(claims: &Value) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    format!("{}.{}.", part(&json!({ "alg": "none", "typ": "JWT" })), part(claims))
}

/// A server that issues tokens itself, with a person, in a world.
pub(crate) async fn with_oauth(app: belay_core::App) -> (TestApp, World) {
    let world = World::default();
    let mut app = TestApp::start(app).await;
    app.enter_by(oauth(&world));
    (app, world)
}

pub(crate) fn oauth(world: &World) -> Entrance {
    Entrance { identity: Arc::new(world.identity()), oauth: true, ..Entrance::default() }
}

/// Registers a program with an address on the person's machine, and returns its identifier.
pub(crate) async fn registered(app: &TestApp, redirect: &str) -> String {
    let reply =
        post_json(app, "/oauth/register", json!({ "client_name": "A program", "redirect_uris": [redirect] }))
            .await;
    assert_eq!(reply.0, 201, "{}", reply.1);
    reply.1["client_id"].as_str().unwrap().to_owned()
}

/// The address at which a program asks for access.
pub(crate) fn asking(client: &str, redirect: &str, more: &[(&str, &str)]) -> String {
    let mut fields = vec![
        ("response_type", "code"),
        ("client_id", client),
        ("redirect_uri", redirect),
        ("state", "the state"),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
    ];
    fields.retain(|(name, _)| !more.iter().any(|(other, _)| other == name));
    fields.extend(more.iter().copied().filter(|(_, value)| !value.is_empty()));
    format!("/oauth/authorize?{}", belay_testkit::encoded(&fields))
}

/// Signs in on the way, allows everything that is asked for, and returns where the browser is sent.
pub(crate) async fn allowed(browser: &mut Browser, place: &str) -> Page {
    let page = browser.get(place).await;
    let page = if page.form("/signin").is_some() {
        browser.fill(&page, "/signin", &[("email", "anna@example.org"), ("password", PASSWORD)]).await
    } else {
        page
    };
    let form = page.form("/oauth/authorize").unwrap_or_else(|| panic!("no consent in {}", page.body));
    let mut fields: Vec<(&str, &str)> = form.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    fields.push(("decision", "allow"));
    browser.post("/oauth/authorize", &fields).await
}

/// Sends a form to an endpoint of the authorization server.
pub(crate) async fn post_form(app: &TestApp, place: &str, fields: &[(&str, &str)]) -> (u16, Value) {
    let mut browser = Browser::new(app);
    let page = browser.once(http::Method::POST, place, Some(belay_testkit::encoded(fields))).await;
    (page.status.as_u16(), serde_json::from_str(&page.body).unwrap_or_default())
}

/// Sends JSON to an endpoint of the authorization server.
pub(crate) async fn post_json(app: &TestApp, place: &str, body: Value) -> (u16, Value) {
    let request = http::Request::post(place).header("content-type", "application/json");
    let request = request.body(axum::body::Body::from(body.to_string())).unwrap();
    let reply = app.nobody().send(request).await;
    (reply.status.as_u16(), reply.json())
}

/// A document that anybody may read.
pub(crate) async fn get_json(app: &TestApp, place: &str) -> (u16, Value) {
    let request = http::Request::get(place).body(axum::body::Body::empty()).unwrap();
    let reply = app.nobody().send(request).await;
    (reply.status.as_u16(), reply.json())
}

/// Tokens for the code with which a browser was sent away.
pub(crate) async fn exchanged(app: &TestApp, (client, redirect): (&str, &str), sent: &Page) -> (u16, Value) {
    let code =
        sent.sent_with("code").unwrap_or_else(|| panic!("no code in {:?}: {}", sent.sent_to(), sent.body));
    let fields = [
        ("grant_type", "authorization_code"),
        ("client_id", client),
        ("code", code.as_str()),
        ("redirect_uri", redirect),
        ("code_verifier", VERIFIER),
    ];
    post_form(app, "/oauth/token", &fields).await
}

/// Tokens for a refresh token.
pub(crate) async fn refreshed(app: &TestApp, client: &str, refresh: &str) -> (u16, Value) {
    let fields = [("grant_type", "refresh_token"), ("client_id", client), ("refresh_token", refresh)];
    post_form(app, "/oauth/token", &fields).await
}

/// A program that holds what it was issued.
pub(crate) fn holder(app: &TestApp, body: &Value) -> Client {
    app.with_key(body["access_token"].as_str().unwrap_or_else(|| panic!("no token in {body}")))
}

/// The present second of a server's clock.
pub(crate) fn second(app: &TestApp) -> i64 {
    app.clock.now().as_second()
}

/// A message as a request to an address of the test's choice.
pub(crate) fn sent_to(place: &str, message: &belay_testkit::Message) -> http::Request<axum::body::Body> {
    let mut request = http::Request::post(place)
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream");
    for (name, value) in message.headers() {
        request = request.header(name, value);
    }
    request.body(axum::body::Body::from(message.body().to_string())).unwrap()
}
