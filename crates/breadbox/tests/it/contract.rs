//! The shapes and texts that assistants rely on, to the letter.

use serde_json::{Value, json};

use crate::household::{empty, rows, small};

/// The fields of an object, in order.
fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[tokio::test]
async fn lists_have_their_fields_in_order() {
    let app = small().await;
    let owner = app.owner();
    let account = &rows(&owner.mcp("list_accounts", json!({})).await.json())[0];
    assert_eq!(
        keys(account),
        [
            "id",
            "name",
            "type",
            "subtype",
            "mask",
            "balance_current",
            "balance_available",
            "balance_limit",
            "iso_currency_code",
            "institution_name",
            "user_id",
            "user_name"
        ]
    );
    let row = &rows(&owner.mcp("query_transactions", json!({})).await.json())[0];
    assert_eq!(
        keys(row),
        [
            "id",
            "account_id",
            "account_name",
            "user_id",
            "user_name",
            "amount",
            "iso_currency_code",
            "date",
            "authorized_date",
            "merchant_name",
            "name",
            "category_primary",
            "category_detailed",
            "payment_channel",
            "pending"
        ]
    );
    let connection = &rows(&owner.mcp("get_sync_status", json!({})).await.json())[0];
    assert_eq!(
        keys(connection),
        ["id", "institution_name", "provider", "status", "last_synced_at", "error_message", "accounts_count"]
    );
    assert_eq!(connection["last_synced_at"], "2026-03-15T12:00:00Z");
    assert_eq!(connection["accounts_count"], 1);
    let category = &rows(&owner.mcp("list_categories", json!({})).await.json())[0];
    assert_eq!(category, &json!({ "primary": "INCOME", "detailed": "INCOME_DIVIDENDS" }));
    for (value, prefix) in [(&account["id"], "acc_"), (&row["id"], "txn_"), (&connection["id"], "conn_")] {
        assert!(value.as_str().unwrap().starts_with(prefix));
    }
}

#[tokio::test]
async fn an_empty_household_gives_empty_lists_and_no_errors() {
    let app = empty().await;
    for tool in ["list_accounts", "list_users", "get_sync_status"] {
        assert_eq!(app.owner().mcp(tool, json!({})).await.body, r#"{"data":[]}"#, "{tool}");
    }
    let page = app.owner().mcp("query_transactions", json!({})).await;
    assert_eq!(page.body, r#"{"data":[],"next_cursor":null,"has_more":false}"#);
    assert_eq!(
        app.owner().mcp("query_transactions", json!({ "count_only": true })).await.body,
        r#"{"count":0}"#
    );
    let overview = app.owner().mcp("get_overview", json!({})).await.json();
    assert_eq!(overview["data"]["scope"]["transaction_count"], 0);
    assert_eq!(overview["data"]["freshness"]["last_sync_at"], Value::Null);
}

#[tokio::test]
async fn mistakes_are_answered_with_the_agreed_texts() {
    let app = small().await;
    for (tool, input, text) in [
        (
            "query_transactions",
            json!({ "start_date": "01/02/2025" }),
            "start_date must be in YYYY-MM-DD format",
        ),
        ("query_transactions", json!({ "end_date": "2025-2-1" }), "end_date must be in YYYY-MM-DD format"),
        (
            "query_transactions",
            json!({ "start_date": "2025-02-30" }),
            "start_date must be in YYYY-MM-DD format",
        ),
        (
            "query_transactions",
            json!({ "start_date": "2025-02-02", "end_date": "2025-02-01" }),
            "start_date must be before end_date",
        ),
        (
            "query_transactions",
            json!({ "cursor": "dHhuXzk4NzY1NA==" }),
            "Invalid or expired pagination cursor",
        ),
        ("query_transactions", json!({ "cursor": "" }), "Invalid or expired pagination cursor"),
        ("get_sync_status", json!({ "connection_id": "conn_aaa111" }), "Connection conn_aaa111 not found"),
        ("get_sync_status", json!({ "connection_id": "nope" }), "Connection nope not found"),
    ] {
        let reply = app.owner().mcp(tool, input.clone()).await;
        assert!(reply.is_error, "{input}");
        assert_eq!(reply.json()["error"], text, "{input}");
    }
    let reply = app.owner().get("/connections?connection_id=conn_x").await;
    assert_eq!(
        (reply.status.as_u16(), reply.json()["error"].clone()),
        (404, json!("Connection conn_x not found"))
    );
}

#[tokio::test]
async fn equal_dates_are_a_range_of_one_day() {
    let app = small().await;
    let input = json!({ "start_date": "2025-01-02", "end_date": "2025-01-02", "count_only": true });
    assert_eq!(app.owner().mcp("query_transactions", input).await.body, r#"{"count":2}"#);
}

#[tokio::test]
async fn who_is_unknown_has_nothing() {
    let app = small().await;
    for user in ["usr_abc123", "nobody", "'; drop table breadbox_account; --"] {
        let reply = app.owner().mcp("list_accounts", json!({ "user_id": user })).await;
        assert_eq!(reply.body, r#"{"data":[]}"#);
        let page = app.owner().mcp("query_transactions", json!({ "user_id": user })).await;
        assert_eq!(page.body, r#"{"data":[],"next_cursor":null,"has_more":false}"#);
        let page = app.owner().mcp("query_transactions", json!({ "account_id": user })).await;
        assert_eq!(page.json()["data"], json!([]));
    }
}

#[tokio::test]
async fn a_stranger_sees_nothing_of_this_household() {
    let app = small().await;
    let stranger = app.stranger();
    for tool in ["list_accounts", "list_users", "get_sync_status"] {
        assert_eq!(stranger.mcp(tool, json!({})).await.body, r#"{"data":[]}"#, "{tool}");
    }
    assert_eq!(
        stranger.mcp("query_transactions", json!({ "count_only": true })).await.body,
        r#"{"count":0}"#
    );
    let account = rows(&app.owner().mcp("list_accounts", json!({})).await.json())[0]["id"].clone();
    assert_eq!(
        stranger.mcp("query_transactions", json!({ "account_id": account })).await.json()["data"],
        json!([])
    );
    let overview = stranger.mcp("get_overview", json!({})).await.json()["data"].clone();
    assert_eq!(overview["users"], json!([]));
    assert_eq!(overview["scope"]["transaction_count"], 0);
    assert_eq!(overview["scope"]["account_count"], 0);
    assert_eq!(overview["freshness"]["last_sync_at"], Value::Null);
    assert_eq!(stranger.mcp("list_categories", json!({})).await.json()["data"], json!([]));
    let connection = rows(&app.owner().mcp("get_sync_status", json!({})).await.json())[0]["id"].clone();
    let reply = stranger.mcp("get_sync_status", json!({ "connection_id": connection })).await;
    assert_eq!(reply.json()["code"], "connection_not_found");
    let content = "RGF0ZSxEZXNjcmlwdGlvbixBbW91bnQKMjAyNS0wMS0zMSxSZW50LDE0MDAK";
    let file = json!({ "account": account, "sign": "positive_is_out", "content_base64": content });
    let reply = stranger.mcp("import_transactions", file).await;
    assert_eq!(reply.json()["code"], "account_not_found", "{}", reply.body);
}

#[tokio::test]
async fn money_is_printed_exactly_and_currencies_stay_apart() {
    let app = small().await;
    let page =
        app.owner().mcp("query_transactions", json!({ "sort_by": "amount", "sort_order": "asc" })).await;
    assert!(page.body.contains(r#""amount":-2500.1,"iso_currency_code":"USD""#), "{}", page.body);
    assert!(page.body.contains(r#""amount":9.99,"iso_currency_code":"EUR""#), "{}", page.body);
    let overview = app.owner().mcp("get_overview", json!({})).await.body;
    assert!(!overview.contains("total"), "a total of two currencies means nothing: {overview}");
}
