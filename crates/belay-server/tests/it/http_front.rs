//! What stands before the protocol and the routes: form, hosts, origins.

use axum::body::Body;
use belay_testkit::TestApp;
use http::{Method, Request};
use serde_json::{Value, json};

use crate::demo_app::app;

fn ping() -> Value {
    json!({ "jsonrpc": "2.0", "id": 7, "method": "ping" })
}

#[tokio::test]
async fn malformed_messages_get_the_errors_of_json_rpc() {
    let app = TestApp::start(app()).await;
    for (body, code) in [
        ("{bad", -32700),
        ("[]", -32600),
        (r#"{"id":1}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32600),
    ] {
        let reply = app.owner().post_text(body, &[]).await;
        assert_eq!(reply.status, 400, "{body}: {}", reply.body);
        assert_eq!(reply.json()["error"]["code"], code, "{body}");
    }
}

#[tokio::test]
async fn a_known_method_with_wrong_parameters_is_not_an_unknown_method() {
    let app = TestApp::start(app()).await;
    let ask = async |method: &str, params: Value| {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        app.owner().post(&message, &[]).await.json()["error"].clone()
    };
    assert_eq!(ask("tools/call", json!({ "name": 5 })).await["code"], -32602);
    let unknown = ask("tools/fly", json!({})).await;
    assert_eq!(unknown["code"], -32601);
    assert_eq!(unknown["message"], "Method not found: tools/fly");
}

#[tokio::test]
async fn a_client_that_takes_json_only_or_events_only_is_served() {
    let app = TestApp::start(app()).await;
    for accept in ["application/json", "*/*", "application/json, text/event-stream"] {
        let reply = app.owner().post(&ping(), &[("accept", accept)]).await;
        assert_eq!((reply.status.as_u16(), reply.json()["id"].clone()), (200, json!(7)), "{accept}");
    }
    let reply = app.owner().post(&ping(), &[("accept", "text/event-stream")]).await;
    assert_eq!(reply.headers["content-type"], "text/event-stream");
    assert!(reply.body.contains("data: {\"jsonrpc\""), "{}", reply.body);
    let marked = format!("\u{feff}{}", ping());
    let reply = app.owner().post_text(&marked, &[("content-type", "application/json; charset=utf-8")]).await;
    assert_eq!(reply.status, 200, "a byte order mark is forgiven");
}

#[tokio::test]
async fn other_methods_are_told_which_one_to_use() {
    let app = TestApp::start(app()).await;
    for method in [Method::GET, Method::DELETE] {
        let reply = app.owner().rest(method, "/mcp", None).await;
        assert_eq!((reply.status.as_u16(), reply.headers["allow"].to_str().unwrap()), (405, "POST"));
    }
}

#[tokio::test]
async fn both_spellings_of_every_path_are_served_and_a_lone_application_has_short_ones() {
    let app = TestApp::start(app()).await;
    for path in ["/demo/mcp", "/demo/mcp/", "/mcp", "/mcp/"] {
        let request = Request::post(path).body(Body::from(ping().to_string())).unwrap();
        assert_eq!(app.owner().send(request).await.status, 200, "{path}");
    }
    for path in [
        "/demo/api/v1/notes",
        "/demo/api/v1/notes/",
        "/api/v1/notes",
        "/api/v1/openapi.json",
        "/demo/api/v1/",
    ] {
        let request = Request::get(path).body(Body::empty()).unwrap();
        assert_eq!(app.owner().send(request).await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn a_foreign_origin_or_host_is_refused_on_every_route() {
    let app = TestApp::start(app()).await;
    for path in ["/demo/mcp", "/demo/api/v1/notes", "/health/live", "/"] {
        for (name, value) in
            [("origin", "https://evil.example"), ("host", "evil.example"), ("origin", "null")]
        {
            let request = Request::get(path).header(name, value).body(Body::empty()).unwrap();
            assert_eq!(app.owner().send(request).await.status, 403, "{path} {name} {value}");
        }
    }
    let request = Request::get("/demo/api/v1/notes")
        .header("origin", "http://127.0.0.1:8080")
        .body(Body::empty())
        .unwrap();
    assert_eq!(app.owner().send(request).await.status, 200);
}

#[tokio::test]
async fn a_body_over_four_megabytes_is_refused_in_the_protocols_words() {
    let app = TestApp::start(app()).await;
    let large = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping", "params": { "x": "y".repeat(4 * 1024 * 1024) } });
    let reply = app.owner().post(&large, &[]).await;
    assert_eq!(reply.status, 413);
    assert_eq!(reply.json()["jsonrpc"], "2.0");
}
