//! What stands before the protocol: hosts, origins, credentials, methods, sizes, types.

use axum::body::Body as HttpBody;
use belay_access::keys;
use belay_core::{Access, Clock};
use belay_testkit::{Message, TestApp};
use http::{Method, Request};
use serde_json::json;

use crate::table::Body::{Any, At, Code, NoId};
use crate::table::{hold, row};
use crate::wire_app::{app, with_database};

pub(super) const ROWS: &[u8] = &[1, 2, 3, 4, 5, 6, 7, 66, 67, 68];

#[tokio::test]
async fn what_stands_before_the_protocol_refuses_in_the_words_of_http() {
    let (open, locked) = (TestApp::start(app()).await, TestApp::start(with_database(app())).await);
    let client = open.nobody();
    let list = Message::modern("tools/list", json!({}));
    let method = |method: Method| {
        let request = client.endpoint(method).body(HttpBody::empty()).unwrap();
        client.send(request)
    };
    let large = format!("{{\"jsonrpc\":\"2.0\",\"pad\":\"{}\"}}", "x".repeat(4 * 1024 * 1024));
    let key = locked.key(&locked.operator().await.tenant.unwrap(), Access::Full).await;
    assert_eq!(locked.with_key(&key).say(&list).await.status, 200);
    let mut tx = locked.db().write().await.unwrap();
    keys::revoke(&mut tx, "wire", &key[..13], locked.clock.now()).await.unwrap();
    tx.commit().await.unwrap();
    // What a key may not do does not exist for it.
    let call = Message::modern("tools/call", json!({ "name": "nest" }));
    let nobody = locked.nobody();
    let document = |path: &str| {
        let uri = format!("/.well-known/oauth-protected-resource{path}");
        nobody.send(Request::get(uri).body(HttpBody::empty()).unwrap())
    };
    let rows = vec![
        row(1, client.say(&list.clone().header("origin", "https://evil.example")).await, 403, Any),
        row(2, client.say(&list.clone().header("host", "evil.example")).await, 403, Any),
        row(3, locked.nobody().say(&list).await, 401, At("/code", json!("missing_credentials"))),
        row(4, locked.with_key("wire_nobodys").say(&list).await, 401, At("/code", json!("invalid_api_key"))),
        row(4, locked.with_key(&key).say(&list).await, 401, At("/code", json!("revoked_api_key"))),
        row(5, locked.reader().say(&call).await, 200, Code(-32602)),
        row(6, method(Method::GET).await, 405, NoId(-32600)),
        row(7, method(Method::DELETE).await, 405, NoId(-32600)),
        row(66, document("").await, 404, Any),
        row(66, document("/wire/mcp").await, 404, Any),
        row(67, client.post_text(&large, &[]).await, 413, NoId(-32600)),
        row(68, client.say(&list.clone().header("content-type", "text/xml")).await, 415, NoId(-32600)),
    ];
    for row in &rows {
        match row.number {
            3 | 4 => assert!(row.reply.header("www-authenticate").starts_with("Bearer"), "{}", row.number),
            6 | 7 => assert_eq!(row.reply.header("allow"), "POST"),
            _ => {}
        }
    }
    hold(ROWS, rows);
}
