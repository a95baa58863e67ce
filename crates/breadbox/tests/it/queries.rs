//! What each filter lets through.

use belay_testkit::TestApp;
use serde_json::{Value, json};

use crate::household::{rows, small};

async fn names(app: &TestApp, input: Value) -> Vec<String> {
    let reply = app.owner().mcp("query_transactions", input.clone()).await;
    assert!(!reply.is_error, "{input}: {}", reply.body);
    rows(&reply.json()).iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn every_filter_lets_through_what_it_names() {
    let app = small().await;
    let rent = app.owner().mcp("query_transactions", json!({ "search": "Miete" })).await.json();
    let account = rows(&rent)[0]["account_id"].clone();
    for (input, expected) in [
        (json!({ "start_date": "2025-02-01" }), vec!["Miete", "REFUND Coffee", "RENT 100%"]),
        (json!({ "end_date": "2025-01-02" }), vec!["COFFEE #12", "COFFEE #12"]),
        (json!({ "account_id": account }), vec!["Miete", "Bäckerei Ümlaut"]),
        (json!({ "category": "food_AND_drink" }), vec!["REFUND Coffee", "COFFEE #12", "COFFEE #12"]),
        (json!({ "category_slug": "food_and_drink" }), vec!["COFFEE #12", "COFFEE #12"]),
        (json!({ "category_detailed": "food_and_drink" }), vec![]),
        (json!({ "min_amount": 800 }), vec!["Miete", "RENT 100%", "SALARY"]),
        (json!({ "max_amount": 9.99 }), vec!["Bäckerei Ümlaut"]),
        (json!({ "min_amount": 0, "max_amount": 0 }), vec![]),
        (json!({ "min_amount": null, "max_amount": 10 }), vec!["Bäckerei Ümlaut"]),
        (json!({ "pending": true }), vec![]),
        (json!({ "pending": false, "start_date": "2025-02-28" }), vec!["Miete"]),
        (json!({ "search": "blue coffee" }), vec!["REFUND Coffee", "COFFEE #12", "COFFEE #12"]),
        (json!({ "search": "ÜMLAUT" }), vec!["Bäckerei Ümlaut"]),
        (json!({ "search": "100%" }), vec!["RENT 100%"]),
        (json!({ "search": "1_0" }), vec![]),
        (json!({ "search": "  " , "start_date": "2025-02-28" }), vec!["Miete"]),
    ] {
        assert_eq!(names(&app, input.clone()).await, expected, "{input}");
    }
}

#[tokio::test]
async fn amount_bounds_look_at_the_size_whichever_way_the_money_went() {
    let app = small().await;
    let page = app
        .owner()
        .mcp("query_transactions", json!({ "min_amount": 10, "max_amount": 12, "fields": "amount" }))
        .await;
    let amounts: Vec<f64> = rows(&page.json()).iter().map(|row| row["amount"].as_f64().unwrap()).collect();
    assert_eq!(amounts, [-12.0, 12.0, 12.0]);
}

#[tokio::test]
async fn a_page_of_chosen_fields_has_those_alone() {
    let app = small().await;
    let page = app
        .owner()
        .mcp("query_transactions", json!({ "fields": "minimal,pending", "limit": 1 }))
        .await
        .json();
    let row = rows(&page)[0].as_object().unwrap().clone();
    assert_eq!(row.keys().collect::<Vec<_>>(), ["id", "amount", "date", "name", "pending"]);
    let reply = app.owner().mcp("query_transactions", json!({ "fields": "core,nmae" })).await;
    assert_eq!(reply.json()["code"], "invalid_fields");
}

#[tokio::test]
async fn a_filter_that_nothing_can_satisfy_is_a_mistake() {
    let app = small().await;
    for (input, code) in [
        (json!({ "min_amount": 2, "max_amount": 1 }), "invalid_amount_range"),
        (json!({ "category_slug": "food_and_drinks" }), "category_not_found"),
        (json!({ "sort_by": "size" }), "invalid_input"),
        (json!({ "min_amount": "ten" }), "invalid_input"),
        (json!({ "start": "2025-01-01" }), "invalid_input"),
        (json!({ "search": "a b c d e f g h i" }), "too_many_words"),
        (json!({ "search": "x".repeat(201) }), "invalid_input"),
        (json!({ "search": "a\u{0}b" }), "invalid_input"),
    ] {
        let reply = app.owner().mcp("query_transactions", input.clone()).await;
        assert_eq!(reply.json()["code"], code, "{input}: {}", reply.body);
    }
}

#[tokio::test]
async fn members_own_what_their_accounts_and_connections_say() {
    let app = small().await;
    let mut tx = app.db().write().await.unwrap();
    let tenant = app.operator().await.tenant.unwrap();
    let insert = "insert into breadbox_member (id, tenant_id, name, created_at) values ($1, $2, $3, $4)";
    for (id, name) in [("usr_1", "Ada"), ("usr_2", "Ben")] {
        tx.exec(insert, belay_store::args![id, &*tenant, name, 1]).await.unwrap();
    }
    tx.exec("update breadbox_connection set member_id = 'usr_1'", belay_store::args![]).await.unwrap();
    tx.exec("update breadbox_account set owner_id = 'usr_2' where name = 'Konto'", belay_store::args![])
        .await
        .unwrap();
    tx.commit().await.unwrap();
    for (user, account, count) in [("usr_1", "Checking", 5), ("usr_2", "Konto", 2)] {
        let accounts = rows(&app.owner().mcp("list_accounts", json!({ "user_id": user })).await.json());
        assert_eq!(accounts.iter().map(|account| account["name"].clone()).collect::<Vec<_>>(), [account]);
        let counted =
            app.owner().mcp("query_transactions", json!({ "user_id": user, "count_only": true })).await;
        assert_eq!(counted.json()["count"], count);
        let page = app.owner().mcp("query_transactions", json!({ "user_id": user, "limit": 1 })).await.json();
        assert_eq!(rows(&page)[0]["user_id"], user);
    }
}
