//! Walking through pages.

use std::fmt::Write as _;

use belay_testkit::TestApp;
use serde_json::{Value, json};

use crate::household::{empty, import, rows};

/// A household with many rows, of which many share a day, an amount or a name.
async fn many(count: i64) -> TestApp {
    let mut csv = "Date,Description,Amount\n".to_owned();
    for row in 0..count {
        let (day, name, amount) = (1 + row * 7 % 28, row % 13, row % 41 - 20);
        writeln!(csv, "2025-03-{day:02},Shop {name},{amount}").unwrap();
    }
    let app = empty().await;
    let report =
        import(&app, &csv, json!({ "account": "Checking", "currency": "USD", "sign": "positive_is_out" }))
            .await;
    assert_eq!(report["imported_transactions"], count);
    app
}

async fn walk(app: &TestApp, by: &str, order: &str, limit: u32) -> Vec<Value> {
    let (mut seen, mut cursor) = (Vec::new(), Value::Null);
    loop {
        let input = json!({ "sort_by": by, "sort_order": order, "limit": limit, "cursor": cursor });
        let page = app.owner().mcp("query_transactions", input).await.json();
        seen.extend(rows(&page));
        cursor = page["next_cursor"].clone();
        assert_eq!(page["has_more"], !cursor.is_null());
        if cursor.is_null() {
            return seen;
        }
    }
}

#[tokio::test]
async fn a_walk_in_any_order_sees_each_row_exactly_once() {
    let app = many(1_200).await;
    for by in ["date", "amount", "name"] {
        for order in ["desc", "asc"] {
            let seen = walk(&app, by, order, 70).await;
            let mut ids: Vec<&str> = seen.iter().map(|row| row["id"].as_str().unwrap()).collect();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!((seen.len(), ids.len()), (1_200, 1_200), "{by} {order}");
            let in_order = seen.windows(2).all(|pair| {
                let (a, b) = (&pair[0][by], &pair[1][by]);
                let ordering = match by {
                    "amount" => a.as_f64().partial_cmp(&b.as_f64()).unwrap(),
                    _ => a.as_str().cmp(&b.as_str()),
                };
                if order == "asc" { ordering.is_le() } else { ordering.is_ge() }
            });
            assert!(in_order, "{by} {order}");
        }
    }
}

#[tokio::test]
async fn a_limit_is_clamped_and_nonsense_falls_back_to_the_usual() {
    let app = many(600).await;
    for (limit, expected) in [(501, 500), (100_000, 500), (0, 100), (-3, 100), (25, 25)] {
        let page = app
            .owner()
            .mcp("query_transactions", json!({ "limit": limit, "fields": "minimal" }))
            .await
            .json();
        assert_eq!(rows(&page).len(), expected, "{limit}");
    }
    assert_eq!(rows(&app.owner().mcp("query_transactions", json!({})).await.json()).len(), 100);
}

#[tokio::test]
async fn a_cursor_belongs_to_its_filters_and_its_sort() {
    let app = many(300).await;
    let cursor =
        app.owner().mcp("query_transactions", json!({ "limit": 5 })).await.json()["next_cursor"].clone();
    for input in [
        json!({ "cursor": cursor, "sort_by": "amount" }),
        json!({ "cursor": cursor, "sort_order": "asc" }),
        json!({ "cursor": cursor, "search": "shop" }),
        json!({ "cursor": cursor, "min_amount": 1 }),
    ] {
        let reply = app.owner().mcp("query_transactions", input.clone()).await;
        assert_eq!(reply.json()["error"], "Invalid or expired pagination cursor", "{input}");
    }
    let next = app
        .owner()
        .mcp("query_transactions", json!({ "cursor": cursor, "limit": 50, "fields": "minimal" }))
        .await;
    assert_eq!(rows(&next.json()).len(), 50, "the size and the fields of a page may change on the way");
}
