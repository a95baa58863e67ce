//! Several organizations beside each other: which one a request means, and that nothing crosses between them.

use belay_core::Access;
use belay_testkit::{Client, Reply, TestApp};
use http::{Method, Request};
use serde_json::{Value, json};

use super::studio::app;
use super::world::PASSWORD;

/// A call over the protocol or REST, at an address that names an organization or none.
async fn over(client: &Client, path: &str, named: Option<&str>, tool: (&str, Value)) -> Reply {
    let query = named.map(|org| format!("?orgId={org}")).unwrap_or_default();
    if path == "/studio/mcp" {
        let message =
            belay_testkit::Message::modern("tools/call", json!({ "name": tool.0, "arguments": tool.1 }));
        return client.send(super::world::sent_to(&format!("{path}{query}"), &message)).await;
    }
    client.send(Request::get(format!("{path}{query}")).body(axum::body::Body::empty()).unwrap()).await
}

#[tokio::test]
async fn p30_a_request_means_the_named_organization_the_only_one_or_is_asked_which() {
    let app = TestApp::start(app()).await;
    let (anvil, forge) = (app.organization("Anvil").await, app.organization("Forge").await);
    let person = app.person("anna@example.org", PASSWORD).await;
    let client = app.with_key(&app.token(&person, Access::Full, None).await);
    for path in ["/studio/mcp", "/studio/api/v1/whoami"] {
        let who = || ("whoami", json!({}));
        assert_eq!(over(&client, path, None, who()).await.status, 403, "nobody's staff");
        let stranger = over(&client, path, Some(&anvil), who()).await;
        let unknown = over(&client, path, Some("ten_invented"), who()).await;
        assert_eq!(
            (stranger.status.as_u16(), &stranger.body),
            (403, &unknown.body),
            "no word on which exist"
        );
        assert_eq!(stranger.json()["code"], "forbidden");
    }
    app.join(&anvil, &person, "coach").await;
    for path in ["/studio/mcp", "/studio/api/v1/whoami"] {
        let only = over(&client, path, None, ("whoami", json!({}))).await;
        assert!(only.body.contains(&format!("token as coach in {anvil}")), "{}", only.body);
    }
    app.join(&forge, &person, "desk").await;
    for path in ["/studio/mcp", "/studio/api/v1/whoami"] {
        let which = over(&client, path, None, ("whoami", json!({}))).await;
        assert_eq!((which.status.as_u16(), &which.json()["code"]), (400, &json!("organization_required")));
        let choices = json!([{ "id": anvil, "name": "Anvil" }, { "id": forge, "name": "Forge" }]);
        assert_eq!(which.json()["organizations"], choices);
        let named = over(&client, path, Some(&forge), ("whoami", json!({}))).await;
        assert!(named.body.contains(&format!("token as desk in {forge}")), "{}", named.body);
    }
    let listed = over(&client, "/studio/mcp", Some(&forge), ("add_plan", json!({ "text": "x" }))).await;
    assert_eq!(listed.code(), Some(-32602), "what a role may do is decided where it acts");
    let echoed = over(&client, "/studio/mcp", Some(&forge), ("whoami", json!({}))).await;
    assert_eq!(echoed.result()["_meta"]["belay/tenant"], json!(forge));
}

#[tokio::test]
async fn who_is_in_no_role_that_acts_belongs_nowhere() {
    let app = TestApp::start(app()).await;
    let org = app.organization("Anvil").await;
    let person = app.person("anna@example.org", PASSWORD).await;
    app.join(&org, &person, "member").await;
    let client = app.with_key(&app.token(&person, Access::Full, None).await);
    assert_eq!(client.mcp("whoami", json!({})).await.status, 403);
    app.join(&org, &person, "owner").await;
    assert_eq!(client.mcp("whoami", json!({})).await.status, 200, "another role counts at the next call");
    let mut tx = app.db().write().await.unwrap();
    belay_access::tenants::leave(&mut tx, (&org, &person), belay_core::Clock::now(&app.clock)).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(client.mcp("whoami", json!({})).await.status, 403);
}

#[tokio::test]
async fn whoever_acts_in_several_organizations_copies_the_address_of_one() {
    let app = TestApp::start(app()).await;
    let (anvil, forge) = (app.organization("Anvil").await, app.organization("Forge").await);
    let person = app.person("anna@example.org", PASSWORD).await;
    let mut browser = belay_testkit::Browser::new(&app);
    browser.sign_in("anna@example.org", PASSWORD).await;
    assert!(browser.get("/connect").await.body.contains("You do not belong to it"));
    app.join(&anvil, &person, "coach").await;
    let page = browser.get("/studio/connect").await;
    assert!(page.body.contains(">http://127.0.0.1:8080/studio/mcp</code>"), "{}", page.body);
    app.join(&forge, &person, "owner").await;
    let page = browser.get("/studio/connect").await;
    for (name, org) in [("Anvil", &anvil), ("Forge", &forge)] {
        assert!(
            page.body.contains(name) && page.body.contains(&format!("/studio/mcp?orgId={org}</code>")),
            "{}",
            page.body
        );
    }
}

#[tokio::test]
async fn every_operation_is_closed_to_whoever_may_not_call_it_through_every_door() {
    let app = TestApp::start(app()).await;
    assert_eq!(belay_testkit::authority(&app).await, Vec::<String>::new());
}

/// A staff member of a new organization with some plans.
async fn staff(app: &TestApp, name: &str) -> (Client, Vec<String>) {
    let org = app.organization(name).await;
    let person = app.person(&format!("{}@example.org", name.to_lowercase()), PASSWORD).await;
    app.join(&org, &person, "owner").await;
    let client = app.with_key(&app.token(&person, Access::Full, None).await);
    let mut plans = Vec::new();
    for place in 0..5 {
        let made = client.mcp("add_plan", json!({ "text": format!("plan {place}") })).await.json();
        plans.push(made["plan_id"].as_str().unwrap().to_owned());
    }
    plans.sort();
    (client, plans)
}

#[tokio::test]
async fn nothing_of_one_organization_is_read_changed_or_even_told_from_nothing_by_another() {
    let app = TestApp::start(app()).await;
    let (anvil, ours) = staff(&app, "Anvil").await;
    let (forge, theirs) = staff(&app, "Forge").await;
    let invented: Vec<String> = (0..5).map(|place| format!("plan_{place:016x}")).collect();
    for (caller, own, foreign) in [(&anvil, &ours, &theirs), (&forge, &theirs, &ours)] {
        assert_eq!(caller.mcp("list_plans", json!({})).await.json(), json!(own));
        for (foreign, invented) in foreign.iter().zip(&invented) {
            for tool in ["get_plan", "delete_plan"] {
                let there = caller.mcp(tool, json!({ "plan_id": foreign })).await;
                let nowhere = caller.mcp(tool, json!({ "plan_id": invented })).await;
                assert_eq!(there.body.replace(foreign, "ID"), nowhere.body.replace(invented, "ID"), "{tool}");
                assert_eq!((there.status, there.is_error), (nowhere.status, nowhere.is_error));
            }
            for method in [Method::GET, Method::DELETE] {
                let there = caller.rest(method.clone(), &format!("/api/v1/plans/{foreign}"), None).await;
                let nowhere = caller.rest(method, &format!("/api/v1/plans/{invented}"), None).await;
                assert_eq!(there.body.replace(foreign, "ID"), nowhere.body.replace(invented, "ID"));
                assert_eq!((there.status.as_u16(), nowhere.status.as_u16()), (404, 404));
            }
        }
    }
    assert_eq!(anvil.mcp("list_plans", json!({})).await.json(), json!(ours));
    assert_eq!(forge.mcp("list_plans", json!({})).await.json(), json!(theirs));
}
