//! The same question has the same answer through every door.

use belay_server::call::Outcome;
use serde_json::{Value, json};

use crate::household::small;

#[tokio::test]
async fn every_read_agrees_byte_for_byte_over_every_wire() {
    let app = small().await;
    let mut stdio = app.stdio().await;
    for (tool, input, path) in [
        ("get_overview", json!({}), "/overview"),
        ("list_accounts", json!({}), "/accounts"),
        ("list_accounts", json!({ "user_id": "usr_x" }), "/accounts?user_id=usr_x"),
        ("list_users", json!({}), "/users"),
        ("list_categories", json!({}), "/categories"),
        ("get_sync_status", json!({}), "/connections"),
        (
            "query_transactions",
            json!({ "limit": 3, "min_amount": 10 }),
            "/transactions?limit=3&min_amount=10",
        ),
        ("query_transactions", json!({ "search": "100%" }), "/transactions?search=100%25"),
        (
            "query_transactions",
            json!({ "count_only": true, "category": "income" }),
            "/transactions/count?category=income",
        ),
        ("query_transactions", json!({ "start_date": "x" }), "/transactions?start_date=x"),
        ("get_sync_status", json!({ "connection_id": "conn_x" }), "/connections?connection_id=conn_x"),
    ] {
        let rest = app.owner().get(path).await;
        assert_eq!(app.owner().mcp(tool, input.clone()).await.body, rest.body, "{path}");
        assert_eq!(app.owner().mcp_modern(tool, input.clone()).await.body, rest.body, "{path}");
        assert_eq!(stdio.call(tool, input.clone()).await.body, rest.body, "{path}");
        let operator = app.operator().await;
        match app.owner().command(operator, tool, input, None).await {
            Outcome::Done { text, .. } => assert_eq!(text, rest.body),
            Outcome::Refused(error) => assert_eq!(error.message(), rest.json()["error"]),
            other => assert!(matches!(other, Outcome::Done { .. }), "{other:?}"),
        }
    }
}

#[tokio::test]
async fn a_route_and_a_query_may_not_say_the_same_thing_twice() {
    let app = small().await;
    let reply = app.owner().get("/transactions/count?count_only=false").await;
    assert_eq!(
        (reply.status.as_u16(), reply.json()["issues"][0]["path"].clone()),
        (400, Value::from("count_only"))
    );
}

#[tokio::test]
async fn breadbox_offers_tools_and_nothing_else() {
    let app = small().await;
    let stdio = app.stdio().await;
    assert_eq!(stdio.greeting["result"]["capabilities"], json!({ "tools": {} }));
    for method in ["resources/list", "prompts/list", "logging/setLevel", "completion/complete"] {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": { "level": "info" } });
        let reply = app.owner().post(&message, &[]).await;
        assert!(
            matches!(reply.json()["error"]["code"].as_i64(), Some(-32601 | -32602)),
            "{method}: {}",
            reply.body
        );
    }
}
