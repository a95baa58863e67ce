//! What is written down of a call, and what never is.

use axum::body::Body;
use belay_access::audit::{self, Export};
use belay_server::config::AppConfig;
use belay_testkit::{Message, TestApp};
use http::{Method, Request};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::app::gated;
use super::once::Token;
use crate::lines::Lines;

/// The trail is in the order of time.
const SECOND: SignedDuration = SignedDuration::from_secs(1);
const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

async fn trail(app: &TestApp) -> Vec<audit::Entry> {
    let tenant = app.operator().await.tenant.unwrap();
    let mut rows = audit::newest(app.db(), &tenant, 100).await.unwrap();
    rows.reverse();
    rows
}

#[tokio::test]
async fn p45_a_call_is_one_log_line_with_all_that_is_known_of_it() {
    let (lines, _guard) = Lines::record("info");
    let (app, probe) = gated();
    let app = TestApp::start(app).await;
    let call = |text: &str| {
        Message::modern("tools/call", json!({ "name": "log_meal", "arguments": { "text": text } }))
            .meta("traceparent", format!("00-{TRACE}-00f067aa0ba902b7-01"))
    };
    app.owner().say(&call("soup")).await;
    probe.set_broken(true);
    app.owner().say(&call("soup")).await;
    app.owner().mcp("log_meal", json!({ "text": 5 })).await;
    let calls = lines.calls();
    assert_eq!(calls.len(), 3, "{calls:#?}");
    let digest = belay_access::digest::of_arguments(&json!({ "text": "soup" }), None);
    let tenant = app.operator().await.tenant.unwrap();
    for (line, outcome, code) in [(&calls[0], "ok", Value::Null), (&calls[1], "refused", json!("too_late"))] {
        assert_eq!((&line["operation"], &line["outcome"]), (&json!("log_meal"), &json!(outcome)));
        assert_eq!(line.get("code").cloned().unwrap_or_default(), code);
        assert_eq!((&line["client"], &line["tenant"]), (&json!("testkit 1"), &json!(&*tenant)));
        assert_eq!((&line["arguments"], &line["trace"]), (&json!(digest), &json!(TRACE)));
        assert!(line["duration_us"].as_i64().unwrap() > 0);
        assert!(line["principal"].as_str().unwrap().starts_with("key_"), "{line}");
    }
    assert_eq!(calls[2]["code"], "invalid_input");
    assert!(calls[2]["arguments"].is_string(), "also of what was refused");
}

#[tokio::test]
async fn p45_a_change_is_one_audit_row_with_who_what_and_which_arguments() {
    let (app, _) = gated();
    let app = TestApp::start(app).await;
    let request = Request::builder()
        .method(Method::POST)
        .uri("/gated/api/v1/meals")
        .header("traceparent", format!("00-{TRACE}-00f067aa0ba902b7-00"))
        .header("idempotency-key", "k")
        .header("user-agent", "curl/8")
        .body(Body::from(json!({ "text": "soup", "grams": 7 }).to_string()))
        .unwrap();
    app.owner().send(request).await;
    app.clock.advance(SECOND);
    let token = app.owner().mcp("delete_meal", json!({ "meal_id": 1 })).await.json_token();
    app.owner().mcp("delete_meal", json!({ "meal_id": 1, "confirm_token": token })).await;
    app.clock.advance(SECOND);
    app.owner().rest(Method::POST, "/api/v1/import", Some(json!({ "text": "a" }))).await;
    app.clock.advance(SECOND);
    app.owner().rest(Method::POST, "/api/v1/ping", None).await;
    app.owner().get("/meals").await;
    let rows = trail(&app).await;
    let told: Vec<_> = rows.iter().map(|row| (row.operation.as_str(), row.entity.as_deref())).collect();
    assert_eq!(
        told,
        [
            ("log_meal", Some("meal:1")),
            ("delete_meal", Some("meal:1")),
            ("import", Some("meals")),
            ("ping_scale", None)
        ],
        "one row for each change, and none for asking, confirming and reading"
    );
    let [made, deleted, imported, _] = rows.as_slice() else { panic!("four rows") };
    assert_eq!((made.app.as_str(), made.door.as_str(), made.origin.as_str()), ("gated", "rest", "key"));
    assert_eq!((made.client.as_deref(), made.trace_id.as_deref()), (Some("curl/8"), Some(TRACE)));
    assert_eq!((made.before.as_deref(), made.after.as_deref()), (None, Some("{\"grams\":7}")));
    assert_eq!((deleted.before.as_deref(), deleted.after.as_deref()), (Some("{\"text\":\"soup\"}"), None));
    assert_eq!(made.credential_id.as_deref(), Some(made.actor_id.as_str()));
    let digest = belay_access::digest::of_arguments(&json!({ "text": "soup", "grams": 7 }), None);
    assert_eq!((made.arguments.as_deref(), made.outcome.as_str()), (Some(digest.as_str()), "ok"));
    assert_eq!(imported.summary.as_deref(), Some("1 added"));
    assert!(imported.arguments.is_some() && imported.app == "gated");
}

#[tokio::test]
async fn p45_a_repetition_is_in_the_trail_as_one() {
    let (app, _) = gated();
    let app = TestApp::start(app).await;
    for _ in 0..2 {
        app.owner().mcp("log_once", json!({ "text": "soup" })).await;
        app.clock.advance(SECOND);
    }
    let outcomes: Vec<_> = trail(&app).await.into_iter().map(|row| row.outcome).collect();
    assert_eq!(outcomes, ["ok", "replayed"]);
}

#[tokio::test]
async fn the_trail_is_kept_for_as_long_as_is_set() {
    let config = AppConfig { audit_days: Some(30), ..AppConfig::default() };
    let app = TestApp::start_with(gated().0, config).await;
    app.owner().mcp("log_meal", json!({ "text": "old" })).await;
    app.clock.advance(SignedDuration::from_hours(24 * 30));
    app.owner().mcp("log_meal", json!({ "text": "new" })).await;
    app.clock.advance(SignedDuration::from_hours(2));
    app.owner().mcp("log_meal", json!({ "text": "newest" })).await;
    app.served.finish().await;
    assert_eq!(trail(&app).await.len(), 2);
}

#[tokio::test]
async fn the_trail_is_exported_for_one_tenant_between_two_instants_page_by_page() {
    let (app, _) = gated();
    let app = TestApp::start(app).await;
    let start = app.served.shared.clock.now();
    for n in 0..1_050 {
        if n % 350 == 0 {
            app.clock.advance(SignedDuration::from_hours(1));
        }
        app.owner().rest(Method::POST, "/api/v1/ping", None).await;
    }
    app.stranger().rest(Method::POST, "/api/v1/ping", None).await;
    let tenant = app.operator().await.tenant.unwrap();
    let exported = async |from: Timestamp, to: Timestamp| {
        let mut export = Export::new(app.db(), "gated", &tenant, (from, to));
        let mut lines = Vec::new();
        loop {
            let page = export.next().await.unwrap();
            if page.is_empty() {
                break lines;
            }
            lines.extend(page.iter().map(audit::json_line));
        }
    };
    let hour = |n: i64| start + SignedDuration::from_hours(n);
    assert_eq!(exported(start, hour(9)).await.len(), 1_050);
    assert_eq!(exported(hour(2), hour(3)).await.len(), 350, "from the first instant on, before the second");
    let mut all = exported(start, hour(9)).await;
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 1_050, "no row twice");
}

/// What must never be seen, wherever a caller, an operator or an auditor looks.
const CANARY: &str = "kanarie4711";

#[tokio::test]
async fn p31_a_secret_in_inputs_keys_and_tokens_is_in_no_reply_log_line_or_row_of_what_was_done() {
    let (lines, _guard) = Lines::record("trace");
    let (app, probe) = gated();
    let app = TestApp::start(app).await;
    let client = app.with_key(&format!("gt_{CANARY}"));
    let mut seen = vec![client.get("/meals").await.body, client.mcp("meals", json!({})).await.body];
    let owner = app.owner();
    let secret = json!({ "text": CANARY });
    let call = |tool: &str, arguments: &Value| {
        Message::modern("tools/call", json!({ "name": tool, "arguments": arguments }))
    };
    probe.set_broken(true);
    for message in [
        call("log_meal", &secret).meta("belay/idempotency-key", CANARY),
        call("log_meal", &json!({ "text": { "a": CANARY }, CANARY_FIELD: CANARY })),
        call("break_down", &secret),
        call("delete_meal", &json!({ "meal_id": 1, "confirm_token": CANARY })),
        call("clear", &json!({ "confirm": CANARY })),
        call("log_meal", &secret).meta("belay/idempotency-key", format!("{CANARY} {CANARY}")),
        call("no_such_tool", &secret),
    ] {
        seen.push(owner.say(&message).await.body);
    }
    for (path, body) in
        [("/meals", secret.to_string()), ("/meals", format!("{{{CANARY}")), ("/break", secret.to_string())]
    {
        let request = Request::builder()
            .method(Method::POST)
            .uri(format!("/gated/api/v1{path}?token={CANARY}"))
            .header("idempotency-key", CANARY)
            .header("confirm-token", CANARY)
            .header("authorization", format!("Bearer {CANARY}"))
            .body(Body::from(body))
            .unwrap();
        seen.push(owner.send(request).await.body);
    }
    probe.set_broken(false);
    // This one is done: its result may say what it was given, and its traces may not.
    let done = owner.say(&call("log_meal", &secret).meta("belay/idempotency-key", CANARY)).await;
    assert!(done.body.contains(CANARY));
    app.served.flush().await;
    for row in trail(&app).await {
        seen.extend([audit::json_line(&row), audit::csv_line(&row)]);
    }
    let mut tx = app.db().read().await.unwrap();
    seen.push(format!("{:?}", belay_store::call_log::newest(&mut tx, 100).await.unwrap()));
    let kept = tx.all("select id, arguments, result from access_idempotency", vec![]).await.unwrap();
    assert_eq!(kept.len(), 1);
    seen.extend(["id", "arguments", "result"].map(|name| kept[0].get::<String>(name).unwrap()));
    seen.push(lines.text());
    assert!(lines.calls().len() >= 8);
    for text in seen {
        assert!(!text.contains(CANARY), "{text}");
    }
}

const CANARY_FIELD: &str = "unknown";
