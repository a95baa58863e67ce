//! Who may do what, tried on every operation of an application through every door.

use axum::body::Body;
use belay_access::policy::needed;
use belay_core::operation::Effect;
use belay_core::request::Door;
use belay_core::{Access, Operation, registry};
use belay_server::call::Outcome;
use belay_server::open;
use http::{Method, Request, StatusCode};
use serde_json::Value;

use crate::app::TestApp;
use crate::client::{Client, Reply};

/// What a caller is to an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meets {
    /// It is not let in at all.
    Nobody,
    /// It answers as one that does not exist.
    Nothing,
    /// It says which scopes would do.
    TooLittle,
    /// It runs, to whatever end.
    Work,
}

/// A caller, with the credential it shows.
struct Caller {
    name: &'static str,
    client: Client,
    secret: Option<String>,
    /// Whether it manages the whole server.
    administers: bool,
    /// What it should meet.
    expected: fn(&Operation) -> Meets,
}

fn changes(operation: &Operation) -> bool {
    operation.effect != Effect::Read
}

/// Tries every operation as nobody, as a stranger whose credential nobody knows, with a token of too little scope, with one
/// that may only read, as a member of another tenant, as the owner, and as an administrator; over the protocol, over REST and on the command line.
/// Compares lists with calls. Returns what is wrong, as sentences.
///
/// What a member of another tenant gets is the application's own business and is tested with its data.
pub async fn authority(app: &TestApp) -> Vec<String> {
    let callers = callers(app).await;
    let mut wrong = Vec::new();
    let mut tried = 0;
    for caller in &callers {
        let listed = if caller.secret.is_some() { listed(&caller.client).await } else { Vec::new() };
        for operation in &app.served.app.operations {
            let expected = if operation.administration && !caller.administers {
                hidden((caller.expected)(operation))
            } else {
                (caller.expected)(operation)
            };
            let shown = matches!(expected, Meets::Work | Meets::TooLittle) && operation.offered_on(Door::Mcp);
            let name = operation.name;
            if listed.iter().any(|listed| listed == name) != shown {
                wrong.push(format!(
                    "{name}: {} is listed for {}, and should be the reverse",
                    !shown, caller.name
                ));
            }
            for (door, met) in met(app, caller, operation).await {
                tried += 1;
                if met != expected {
                    wrong
                        .push(format!("{name}: {} meets {met:?} over {door}, not {expected:?}", caller.name));
                }
            }
        }
    }
    let doors = |operation: &Operation| {
        let command = operation.offered_on(Door::Command);
        usize::from(operation.offered_on(Door::Mcp)) + usize::from(command) + rest_routes(operation).count()
    };
    let all: usize = app.served.app.operations.iter().map(doors).sum::<usize>() * callers.len();
    if tried != all {
        wrong.push(format!("{tried} of {all} cases were tried"));
    }
    wrong.extend(malformed(app).await);
    wrong
}

async fn callers(app: &TestApp) -> Vec<Caller> {
    let caller = |name, secret: Option<String>, expected| {
        let client = secret.as_ref().map_or_else(|| app.nobody(), |secret| app.with_key(secret));
        Caller { name, client, secret, administers: false, expected }
    };
    let (owner, reader, stranger) = app.secrets();
    let mut callers = vec![
        caller("nobody", None, |_| Meets::Nobody),
        caller("a stranger", Some(format!("{}_invented", app.served.app.key_prefix)), |_| Meets::Nobody),
        caller(
            "a reader",
            Some(reader),
            |operation| if changes(operation) { Meets::Nothing } else { Meets::Work },
        ),
        caller("the member of another tenant", Some(stranger), |_| Meets::Work),
        caller("the owner", Some(owner), |_| Meets::Work),
    ];
    let person = app.owning_person().await;
    for (name, scopes, expected) in [
        ("a program without a scope", &[][..], (|_| Meets::TooLittle) as fn(&Operation) -> Meets),
        ("a program that may read", &["read"][..], |operation| {
            if needed(operation).all(|scope| scope == "read") { Meets::Work } else { Meets::TooLittle }
        }),
    ] {
        callers.push(caller(name, Some(app.granted(&person, scopes).await), expected));
    }
    let narrow = app.token(&person, Access::Full, Some(&["nothing"])).await;
    callers.push(caller("a token of another scope", Some(narrow), |_| Meets::Nothing));
    let administrator = Some(app.administrator().await);
    callers.push(Caller {
        administers: true,
        ..caller("an administrator of the server", administrator, |_| Meets::Work)
    });
    callers
}

/// What a caller meets whom an operation is not for.
fn hidden(meets: Meets) -> Meets {
    if meets == Meets::Nobody { Meets::Nobody } else { Meets::Nothing }
}

async fn listed(client: &Client) -> Vec<String> {
    let reply = client.ask("tools/list", serde_json::json!({})).await;
    if reply.pointer("/result/tools").is_some() { client.tools().await } else { Vec::new() }
}

fn rest_routes(operation: &Operation) -> impl Iterator<Item = &belay_core::operation::Route> {
    operation.routes.iter().filter(|_| operation.offered_on(Door::Rest))
}

/// What a caller meets over each door through which an operation is offered.
async fn met(app: &TestApp, caller: &Caller, operation: &Operation) -> Vec<(String, Meets)> {
    let mut all = Vec::new();
    let input = operation.examples.first().cloned().unwrap_or_default();
    if operation.offered_on(Door::Mcp) {
        let called = caller.client.mcp(operation.name, input.clone()).await;
        let unknown = caller.client.mcp("no_such_operation", input.clone()).await;
        all.push((
            "the protocol".to_owned(),
            of_reply(&called, refusal(&called, operation.name) == refusal(&unknown, "no_such_operation")),
        ));
    }
    for route in rest_routes(operation) {
        let path = format!("/api/v1{}", filled(route.path));
        let called = caller.client.rest(route.method.clone(), &path, body(&route.method, &input)).await;
        let nowhere = caller.client.rest(route.method.clone(), "/api/v1/no/such/route", None).await;
        let hidden = (called.status, &called.body) == (nowhere.status, &nowhere.body);
        all.push((format!("{} {}", route.method, route.path), of_reply(&called, hidden)));
    }
    if operation.offered_on(Door::Command) {
        all.push(("command".to_owned(), by_command(app, caller, operation, input).await));
    }
    all
}

fn of_reply(reply: &Reply, hidden: bool) -> Meets {
    match reply.status {
        StatusCode::UNAUTHORIZED => Meets::Nobody,
        _ if reply.header("www-authenticate").contains("insufficient_scope") => Meets::TooLittle,
        _ if hidden => Meets::Nothing,
        _ => Meets::Work,
    }
}

async fn by_command(app: &TestApp, caller: &Caller, operation: &Operation, input: Value) -> Meets {
    let Some(secret) = &caller.secret else {
        // Without a credential the command line acts as the operator of the machine; there is no way to be nobody.
        return Meets::Nobody;
    };
    let Ok(actor) = open::holder(&app.served, (secret, None)).await else { return Meets::Nobody };
    match caller.client.command(actor, operation.name, input, None).await {
        Outcome::Unknown => Meets::Nothing,
        Outcome::Refused(error) if error.code() == "insufficient_scope" => Meets::TooLittle,
        _ => Meets::Work,
    }
}

/// A malformed body must not tell a hidden route from none either.
async fn malformed(app: &TestApp) -> Vec<String> {
    let (reader, mut wrong) = (app.reader(), Vec::new());
    for operation in app.served.app.operations.iter().filter(|operation| changes(operation)) {
        for route in rest_routes(operation) {
            let uri = format!("/{}/api/v1{}", app.served.app.name, filled(route.path));
            let request = Request::builder().method(route.method.clone()).uri(uri).body(Body::from("{bad"));
            let malformed = reader.send(request.expect("a request")).await;
            let nowhere = reader.rest(route.method.clone(), "/api/v1/no/such/route", None).await;
            if (malformed.status, &malformed.body) != (nowhere.status, &nowhere.body) {
                wrong.push(format!(
                    "{}: a reader can tell its route from one that does not exist",
                    operation.name
                ));
            }
        }
    }
    wrong
}

/// A refusal without the name that was asked for and the hint at a near one, which depends on nothing but the name.
fn refusal(reply: &Reply, name: &str) -> (StatusCode, Option<i64>, String) {
    let text = reply.body.split(';').next().unwrap_or_default();
    (reply.status, reply.protocol_error, text.replace(name, "it"))
}

fn body(method: &Method, input: &Value) -> Option<Value> {
    (method != Method::GET && method != Method::DELETE).then(|| input.clone())
}

/// A path with something in the place of each parameter.
fn filled(path: &str) -> String {
    registry::parameters(path).fold(path.to_owned(), |path, name| path.replace(&format!("{{{name}}}"), "x"))
}
