//! Routes that belong to no operation.

use axum::body::Body;
use belay_testkit::TestApp;
use http::Request;
use serde_json::{Value, json};

use crate::demo_app::app;

async fn get(app: &TestApp, path: &str) -> belay_testkit::Reply {
    app.nobody().send(Request::get(path).body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn health_and_version_need_no_key() {
    let app = TestApp::start(app()).await;
    assert_eq!(get(&app, "/health/live").await.json()["status"], "ok");
    assert_eq!(get(&app, "/health/ready").await.json()["database"], "ok");
    assert_eq!(get(&app, "/version").await.json()["apps"], json!({ "demo": "9.9.9" }));
    assert_eq!(get(&app, "/nowhere").await.status, 404);
}

#[tokio::test]
async fn metrics_are_for_this_machine_or_for_a_key() {
    let app = TestApp::start(app()).await;
    app.owner().get("/notes").await;
    assert_eq!(get(&app, "/metrics").await.status, 401);
    let reply = app.owner().send(Request::get("/metrics").body(Body::empty()).unwrap()).await;
    assert_eq!(reply.status, 200);
    assert!(reply.body.contains("belay_calls_total{app=\"demo\",operation=\"notes\""), "{}", reply.body);
}

#[tokio::test]
async fn the_openapi_document_describes_every_route_and_answers_fit_it() {
    let app = TestApp::start(app()).await;
    let document = get(&app, "/demo/api/v1/openapi.json").await.json();
    assert_eq!(document["openapi"], "3.1.0");
    for operation in &app.served.app.operations {
        for route in &operation.routes {
            let entry = &document["paths"][route.path][route.method.as_str().to_lowercase()];
            assert_eq!(entry["operationId"], operation.name);
        }
    }
    let schema =
        document["paths"]["/rows"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
            .clone();
    assert_eq!(
        schema["properties"]["data"]["items"]["properties"]["nothing"]["type"],
        json!(["string", "null"])
    );
    let parameters = document["paths"]["/rows"]["get"]["parameters"].as_array().unwrap();
    let rows = parameters.iter().find(|parameter| parameter["name"] == "rows").unwrap();
    assert_eq!((rows["in"].clone(), rows["required"].clone()), (Value::from("query"), Value::from(true)));
}

#[tokio::test]
async fn the_pages_show_what_is_served() {
    let app = TestApp::start(app()).await;
    app.person("anna@example.org", "correct horse battery").await;
    assert!(get(&app, "/").await.body.contains("http://127.0.0.1:8080/demo/mcp"));
    let page = get(&app, "/demo/api/v1").await;
    assert!(page.headers["content-type"].to_str().unwrap().starts_with("text/html"));
    for operation in app.served.app.operations.iter().filter(|operation| !operation.routes.is_empty()) {
        assert!(page.body.contains(operation.name), "{}", operation.name);
    }
}
