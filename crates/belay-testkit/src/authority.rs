//! Who may do what, tried on every operation of an application.

use axum::body::Body;
use belay_core::operation::Effect;
use belay_core::registry;
use http::{Method, Request, StatusCode};
use serde_json::Value;

use crate::app::TestApp;
use crate::client::{Client, Reply};

/// Tries every operation as nobody, as a reader and as the owner, over the protocol and over REST, and compares
/// lists with calls. Returns what is wrong, as sentences.
///
/// What a stranger gets is the application's own business and is tested with its data.
pub async fn authority(app: &TestApp) -> Vec<String> {
    let mut wrong = Vec::new();
    let (nobody, reader, owner) = (app.nobody(), app.reader(), app.owner());
    let (reader_sees, owner_sees) = (reader.tools().await, owner.tools().await);
    for operation in &app.served.app.operations {
        let (name, input) = (operation.name, operation.examples.first().cloned().unwrap_or_default());
        let mut tell = |problem: &str| wrong.push(format!("{name}: {problem}"));
        if nobody.mcp(name, input.clone()).await.status != StatusCode::UNAUTHORIZED {
            tell("nobody may call it over the protocol");
        }
        for route in &operation.routes {
            let path = format!("/api/v1{}", filled(route.path));
            if nobody.rest(route.method.clone(), &path, None).await.status != StatusCode::UNAUTHORIZED {
                tell("nobody may call it over REST");
            }
            // A malformed body must not tell a hidden route from none either.
            if operation.effect != Effect::Read {
                let uri = format!("/{}{path}", app.served.app.name);
                let request =
                    Request::builder().method(route.method.clone()).uri(uri).body(Body::from("{bad"));
                let malformed = reader.send(request.expect("a request")).await;
                let nowhere = reader.rest(route.method.clone(), "/api/v1/no/such/route", None).await;
                if (malformed.status, &malformed.body) != (nowhere.status, &nowhere.body) {
                    tell("a reader can tell its route from one that does not exist");
                }
            }
            let hidden = reader.rest(route.method.clone(), &path, body(&route.method, &input)).await;
            if (hidden.status == StatusCode::NOT_FOUND) != (operation.effect != Effect::Read)
                && route.path == filled(route.path)
            {
                tell("a reader is not refused exactly what changes something, over REST");
            }
        }
        let reads = operation.effect == Effect::Read;
        if reader_sees.iter().any(|seen| seen == name) != reads {
            tell("is not listed for a reader exactly when it reads");
        }
        let unknown = reader.mcp("no_such_operation", input.clone()).await;
        let called = reader.mcp(name, input.clone()).await;
        if !reads && refusal(&called) != refusal(&unknown) {
            tell("a reader can tell it from an operation that does not exist");
        }
        if reads && refusal(&called) == refusal(&unknown) {
            tell("a reader may not call what is listed");
        }
        if !owner_sees.iter().any(|seen| seen == name) || hidden(&owner, name, &input).await {
            tell("its owner may not call it");
        }
    }
    wrong
}

async fn hidden(client: &Client, name: &str, input: &Value) -> bool {
    let unknown = client.mcp("no_such_operation", input.clone()).await;
    let called = client.mcp(name, input.clone()).await;
    refusal(&called) == refusal(&unknown)
}

/// A refusal without the hint at a near name, which depends on nothing but the name.
fn refusal(reply: &Reply) -> (Option<i64>, &str) {
    (reply.protocol_error, reply.body.split(';').next().unwrap_or_default())
}

fn body(method: &Method, input: &Value) -> Option<Value> {
    (method != Method::GET && method != Method::DELETE).then(|| input.clone())
}

/// A path with something in the place of each parameter.
fn filled(path: &str) -> String {
    registry::parameters(path).fold(path.to_owned(), |path, name| path.replace(&format!("{{{name}}}"), "x"))
}
