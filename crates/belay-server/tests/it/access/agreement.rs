//! Lists and calls agree, whatever a credential is limited to and whatever its person is.

use belay_access::keys::{self, NewKey, Owner};
use belay_core::{Access, Clock};
use belay_testkit::TestApp;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::json;
use tokio::runtime::Runtime;

use super::studio::app;
use super::world::PASSWORD;

/// What a credential is limited to, and what its person is.
#[derive(Debug, Clone)]
struct Case {
    role: &'static str,
    access: Access,
    scopes: Option<Vec<&'static str>>,
    granted: bool,
}

fn case() -> impl Strategy<Value = Case> {
    let role = prop::sample::select(vec!["owner", "coach", "desk", "member"]);
    let access = prop::sample::select(vec![Access::Read, Access::Full]);
    let scopes = prop::sample::subsequence(vec!["read", "write", "import", "other"], 0..=4);
    (role, access, prop::option::of(scopes), any::<bool>()).prop_map(|(role, access, scopes, granted)| Case {
        role,
        access,
        scopes,
        granted,
    })
}

#[test]
fn p29_what_is_listed_can_be_called_or_be_asked_for_and_what_is_not_is_unknown() {
    let runtime = Runtime::new().unwrap();
    let (app, org, person) = runtime.block_on(async {
        let app = TestApp::start(app()).await;
        let (org, person) = (app.organization("Anvil").await, app.person("anna@example.org", PASSWORD).await);
        app.join(&org, &person, "owner").await;
        (app, org, person)
    });
    let mut runner = TestRunner::new(Config { cases: 64, failure_persistence: None, ..Config::default() });
    let held = runner.run(&case(), |case| {
        runtime.block_on(agree(&app, (&org, &person), case)).map_err(TestCaseError::fail)
    });
    held.unwrap();
}

async fn agree(app: &TestApp, (org, person): (&str, &str), case: Case) -> Result<(), String> {
    app.join(org, person, case.role).await;
    let secret = secret(app, person, &case).await;
    let client = app.with_key(&secret);
    if case.role == "member" {
        let status = client.mcp("whoami", json!({})).await.status;
        return if status == 403 { Ok(()) } else { Err(format!("{case:?}: a member is let in: {status}")) };
    }
    let listed = client.tools().await;
    for operation in &app.served.app.operations {
        let input = operation.examples.first().cloned().unwrap_or_default();
        let reply = client.mcp(operation.name, input).await;
        let unknown = reply.protocol_error == Some(-32602);
        let asks = reply.header("www-authenticate").contains("insufficient_scope");
        if listed.contains(&operation.name.to_owned()) == unknown || asks && !case.granted {
            return Err(format!(
                "{case:?}: {} is listed otherwise than called: {}",
                operation.name, reply.body
            ));
        }
    }
    Ok(())
}

async fn secret(app: &TestApp, person: &str, case: &Case) -> String {
    if case.granted {
        return app.granted(person, case.scopes.as_deref().unwrap_or(&["read", "write"])).await;
    }
    let new = NewKey {
        scopes: case.scopes.as_deref(),
        ..NewKey::new(&app.served.app, Owner::Person(person), "a token", case.access)
    };
    let mut tx = app.db().write().await.unwrap();
    let made = keys::create(&mut tx, new, app.clock.now(), &*app.served.shared.entropy).await.unwrap();
    tx.commit().await.unwrap();
    made.1
}
