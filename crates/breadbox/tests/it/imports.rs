//! A bank's file comes in, through every door, once.

use axum::body::Body;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use belay_access::audit;
use belay_server::call::Outcome;
use http::Request;
use serde_json::{Value, json};

use crate::household::{empty, import, rows, try_import};

const FILE: &str = "Date,Description,Amount\n2025-01-02,Coffee,-4.50\n2025-01-02,Coffee,-4.50\n\n2025-01-31,Pay,2500\nTotal,,x\n";

fn input() -> Value {
    json!({ "account": "Checking", "currency": "USD", "sign": "positive_is_in" })
}

#[tokio::test]
async fn twins_are_kept_again_adds_nothing_and_every_row_is_accounted_for() {
    let app = empty().await;
    let report = import(&app, FILE, input()).await;
    let counts = |report: &Value| {
        ["total_rows", "imported_transactions", "skipped_duplicates", "skipped_rows"]
            .map(|key| report[key].as_u64().unwrap())
    };
    assert_eq!(counts(&report), [4, 3, 0, 1], "{report:#}");
    assert_eq!(report["skipped"][0]["rows"], "6");
    let again = import(&app, FILE, input()).await;
    assert_eq!(counts(&again), [4, 0, 3, 1]);
    assert_eq!(again["account_id"], report["account_id"]);
    let longer = format!("{FILE}2025-02-01,Rent,-1400\n");
    assert_eq!(counts(&import(&app, &longer, input()).await), [5, 1, 3, 1]);
    let page = app.owner().mcp("query_transactions", json!({ "search": "coffee" })).await.json();
    assert_eq!(
        rows(&page).iter().map(|row| row["amount"].clone()).collect::<Vec<_>>(),
        [json!(4.5), json!(4.5)]
    );
}

#[tokio::test]
async fn a_dry_run_tells_everything_and_keeps_nothing() {
    let app = empty().await;
    let mut asked = input();
    asked["dry_run"] = true.into();
    let report = import(&app, FILE, asked).await;
    assert_eq!(
        (report["imported_transactions"].clone(), report["account_id"].clone()),
        (json!(3), Value::Null)
    );
    assert_eq!(report["sample"][0]["amount"], 4.5);
    assert_eq!(app.owner().mcp("list_accounts", json!({})).await.body, r#"{"data":[]}"#);
    let tenant = app.operator().await.tenant.unwrap();
    assert_eq!(audit::newest(app.db(), &tenant, 10).await.unwrap(), []);
}

#[tokio::test]
async fn an_import_is_one_row_of_the_audit_trail_whatever_its_size() {
    let app = empty().await;
    let report = import(&app, FILE, input()).await;
    let tenant = app.operator().await.tenant.unwrap();
    let trail = audit::newest(app.db(), &tenant, 10).await.unwrap();
    assert_eq!(trail.len(), 1);
    assert_eq!(trail[0].entity.as_deref(), report["account_id"].as_str());
    assert_eq!(trail[0].summary.as_deref(), Some("3 added, 0 already there, 1 skipped"));
}

#[tokio::test]
async fn p21_a_file_sent_again_under_its_key_is_answered_with_the_report_of_the_first_time() {
    let app = empty().await;
    let send = async |file: &str| {
        let mut body = input();
        body["content_base64"] = STANDARD.encode(file).into();
        let request = Request::builder()
            .method("POST")
            .uri("/breadbox/api/v1/connections/csv/import")
            .header("content-type", "application/json")
            .header("idempotency-key", "3f0c")
            .body(Body::from(body.to_string()));
        app.owner().send(request.unwrap()).await
    };
    let first = send(FILE).await;
    let again = send(FILE).await;
    assert_eq!(
        (first.status.as_u16(), first.json()["data"]["imported_transactions"].clone()),
        (200, json!(3))
    );
    assert_eq!((again.header("idempotency-replayed"), &again.body), ("true", &first.body));
    let other = send(&FILE.replace("Coffee", "Tea")).await;
    assert_eq!((other.status.as_u16(), other.json()["code"].clone()), (409, json!("idempotency_conflict")));
    let page = app.owner().mcp("query_transactions", json!({ "search": "tea" })).await.json();
    assert!(rows(&page).is_empty());
}

#[tokio::test]
async fn a_file_goes_in_over_the_protocol_and_as_a_form_too() {
    let app = empty().await;
    let mut asked = input();
    asked["content_base64"] = STANDARD.encode(FILE).into();
    let reply = app.owner().mcp("import_transactions", asked).await;
    assert_eq!(reply.json()["data"]["imported_transactions"], 3, "{}", reply.body);
    let mut form = String::new();
    for (name, value) in [("account", "Checking"), ("sign", "positive_is_in"), ("header", "true")] {
        form.push_str(&format!("--b\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"));
    }
    form.push_str(&format!(
        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\n{FILE}\r\n--b--\r\n"
    ));
    let request = Request::post("/breadbox/api/v1/connections/csv/import")
        .header("content-type", "multipart/form-data; boundary=b");
    let reply = app.owner().send(request.body(Body::from(form)).unwrap()).await;
    assert_eq!(
        (reply.status.as_u16(), reply.json()["data"]["skipped_duplicates"].clone()),
        (200, json!(3)),
        "{}",
        reply.body
    );
}

#[tokio::test]
async fn what_the_file_does_not_say_is_asked_for_by_name() {
    let app = empty().await;
    for (file, asked, code, flag) in [
        (FILE, json!({ "account": "C", "currency": "USD" }), "ambiguous_sign", "--sign"),
        (FILE, json!({ "account": "C", "sign": "positive_is_in" }), "no_currency", "--currency"),
        (
            FILE,
            json!({ "account": "C", "sign": "positive_is_in", "currency": "dollars" }),
            "unknown_currency",
            "--currency",
        ),
        (
            "Date,Description,Amount\n01/02/2025,a,-1\n",
            json!({ "account": "C", "currency": "USD", "sign": "positive_is_in" }),
            "ambiguous_date_order",
            "--date-format",
        ),
        (
            "Date;Description;Amount\n2025-01-02;a;1.234\n",
            json!({ "account": "C", "currency": "EUR", "sign": "positive_is_in" }),
            "ambiguous_decimal_mark",
            "--decimal",
        ),
        (
            FILE,
            json!({ "account": " ", "currency": "USD", "sign": "positive_is_in" }),
            "no_account",
            "--account",
        ),
        (
            FILE,
            json!({ "account": "acc_nobodys", "sign": "positive_is_in" }),
            "account_not_found",
            "list_accounts",
        ),
    ] {
        let Outcome::Refused(error) = try_import(&app, file.as_bytes(), asked.clone()).await else {
            unreachable!("{asked}")
        };
        assert_eq!(error.code(), code, "{asked}");
        assert!(error.message().contains(flag), "{}", error.message());
    }
    let reply = app.owner().mcp("import_transactions", input()).await;
    assert_eq!(reply.json()["code"], "no_file");
    assert_eq!(
        app.owner().mcp("list_accounts", json!({})).await.body,
        r#"{"data":[]}"#,
        "a refusal makes no account"
    );
}

#[tokio::test]
async fn an_account_keeps_its_currency() {
    let app = empty().await;
    import(&app, FILE, input()).await;
    let mut other = input();
    other["currency"] = "EUR".into();
    let Outcome::Refused(error) = try_import(&app, FILE.as_bytes(), other).await else { unreachable!() };
    assert_eq!(error.code(), "other_currency");
}

#[tokio::test]
async fn a_file_over_the_limit_of_the_protocol_is_sent_elsewhere() {
    let app = empty().await;
    let mut asked = input();
    asked["content_base64"] = "A".repeat(4 * 1024 * 1024).into();
    let reply = app.owner().mcp("import_transactions", asked).await;
    assert_eq!(reply.status, 413);
    assert!(
        reply.body.contains("POST /breadbox/api/v1/connections/csv/import (up to 50 MB)"),
        "{}",
        reply.body
    );
    assert!(reply.body.contains("belay breadbox import FILE"), "{}", reply.body);
}

#[tokio::test]
async fn an_overlapping_file_in_which_one_row_lacks_its_id_adds_only_what_is_new() {
    let app = empty().await;
    let january =
        "Date,Description,Amount,Transaction ID\n2025-01-02,Coffee,4.50,t1\n2025-01-03,Rent,1400,t2\n";
    let asked = json!({ "account": "Checking", "currency": "USD", "sign": "positive_is_out" });
    import(&app, january, asked.clone()).await;
    let both = format!("{january}2025-02-01,Fee,2,\n2025-02-03,Rent,1400,t4\n");
    let report = import(&app, &both, asked).await;
    assert_eq!(
        (report["imported_transactions"].clone(), report["skipped_duplicates"].clone()),
        (json!(2), json!(2))
    );
}

#[tokio::test]
async fn equal_rows_in_two_currencies_are_two_transactions() {
    let app = empty().await;
    let row =
        |currency: &str| format!("Date,Description,Amount,Currency\n2025-01-02,Netflix,9.99,{currency}\n");
    let asked = json!({ "account": "Travel", "sign": "positive_is_out" });
    for currency in ["EUR", "USD", "EUR"] {
        import(&app, &row(currency), asked.clone()).await;
    }
    assert_eq!(
        app.owner().mcp("query_transactions", json!({ "count_only": true })).await.body,
        r#"{"count":2}"#
    );
}

#[tokio::test]
async fn a_model_is_told_so_many_row_numbers_and_the_command_line_all() {
    let app = empty().await;
    let mut file = "Date,Description,Amount\n".to_owned();
    for row in 0..3_000 {
        file.push_str(if row % 2 == 0 { "2025-01-02,a,1\n" } else { "2025-01-02,a,x\n" });
    }
    let mut asked = json!({ "account": "C", "currency": "USD", "sign": "positive_is_out", "dry_run": true });
    let report = import(&app, &file, asked.clone()).await;
    assert_eq!(report["skipped"][0]["rows"].as_str().unwrap().split(", ").count(), 1_500);
    asked["content_base64"] = STANDARD.encode(&file).into();
    let reply = app.owner().mcp("import_transactions", asked).await;
    let rows = reply.json()["data"]["skipped"][0]["rows"].as_str().unwrap().to_owned();
    assert!(rows.len() < 2_100 && rows.ends_with("the command line tells all of them"), "{rows}");
}
