//! Who leaves leaves nothing, and takes nothing of anybody else's along.

use belay_core::Access;
use belay_server::call::Outcome;
use belay_store::{Engine, args};
use belay_testkit::TestApp;
use http::{Method, StatusCode};
use serde_json::json;

use crate::demo::fill;
use crate::exports::{OWNER, STRANGER, actor, export, import};
use crate::journal::empty;

/// How many rows of a tenant each table has that says whose its rows are.
async fn rows(app: &TestApp, tenant: &str) -> Vec<(String, i64)> {
    let text = match app.db().engine() {
        Engine::Sqlite => {
            "select m.name as relation from sqlite_master m, pragma_table_info(m.name) p
             where m.type = 'table' and m.name like 'almanac%' and p.name = 'tenant_id' order by m.name"
        }
        Engine::Postgres => {
            "select cast(table_name as text) as relation from information_schema.columns
             where table_name like 'almanac%' and column_name = 'tenant_id' order by table_name"
        }
    };
    let mut counts = Vec::new();
    for row in app.db().read().await.unwrap().all(text, args![]).await.unwrap() {
        let table: String = row.get("relation").unwrap();
        let count: &'static str = Box::leak(
            format!("select count(*) as number from {table} where tenant_id = $1").into_boxed_str(),
        );
        let row = app.db().read().await.unwrap().one(count, args![tenant]).await.unwrap();
        counts.push((table, row.get::<i64>("number").unwrap()));
    }
    counts
}

/// Two people with the same journal.
async fn two() -> TestApp {
    let app = empty().await;
    fill(&app).await;
    import(&app, STRANGER, export(&app.owner()).await.as_bytes(), "almanac").await;
    app
}

#[tokio::test]
async fn an_account_that_is_deleted_leaves_no_row_in_any_table_and_the_neighbours_stay() {
    let app = two().await;
    let tenant = actor(&app, OWNER).await.tenant.unwrap();
    let other = actor(&app, STRANGER).await.tenant.unwrap();
    let (before, neighbour) = (rows(&app, &tenant).await, export(&app.stranger()).await);
    let filled = before.iter().filter(|(_, count)| *count > 0).count();
    assert!(filled >= before.len() - 1, "only accomplishments may be missing: {before:?}");
    let theirs = rows(&app, &other).await;
    let reply = app.owner().rest(Method::DELETE, &format!("/api/v1/account?address={OWNER}"), None).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.body);
    let told = reply.json();
    assert_eq!((&told["deleted"], &told["person_removed"]), (&json!(true), &json!(true)), "{told:#}");
    let after = rows(&app, &tenant).await;
    assert!(after.len() == before.len() && after.iter().all(|(_, count)| *count == 0), "{after:?}");
    assert_eq!(rows(&app, &other).await, theirs);
    assert_eq!(export(&app.stranger()).await, neighbour);
    let gone = app.owner().rest(Method::GET, "/api/v1/export", None).await;
    assert_eq!(gone.status, StatusCode::UNAUTHORIZED, "the credential is gone as well");
}

#[tokio::test]
async fn somebody_who_manages_the_server_stays_known_and_begins_anew() {
    let app = two().await;
    let person = actor(&app, OWNER).await.person.unwrap();
    let mut tx = app.db().write().await.unwrap();
    tx.exec("update access_person set admin = $2 where id = $1", args![&*person, true]).await.unwrap();
    tx.commit().await.unwrap();
    let input = json!({ "address": "OWNER@testkit.example", "confirm": true });
    let outcome = app.owner().command(actor(&app, OWNER).await, "delete_account", input, None).await;
    let Outcome::Done { value, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!((&value["person_removed"], value["remains"].as_array().unwrap().len()), (&json!(false), 2));
    let again = actor(&app, OWNER).await;
    let token = app.token(&again.person.unwrap(), Access::Full, None).await;
    let meals = app.with_key(&token).mcp("get_meals", json!({ "from_days_ago": 400 })).await.json();
    assert_eq!(meals["count"], 0);
}

#[tokio::test]
async fn an_account_is_deleted_by_its_owner_alone_who_names_it_and_means_it() {
    let app = two().await;
    let before = export(&app.owner()).await;
    let wrong =
        app.owner().rest(Method::DELETE, "/api/v1/account?address=stranger@testkit.example", None).await;
    assert_eq!((wrong.status, &wrong.json()["error"]), (StatusCode::BAD_REQUEST, &json!("other_address")));
    let nameless = app.owner().rest(Method::DELETE, "/api/v1/account", None).await;
    assert_eq!(nameless.status, StatusCode::BAD_REQUEST, "{}", nameless.body);
    let owner = actor(&app, OWNER).await;
    let unmeant = app.owner().command(owner, "delete_account", json!({ "address": OWNER }), None).await;
    assert!(matches!(unmeant, Outcome::Refused(_)), "{unmeant:?}");
    let reading = app.reader().rest(Method::DELETE, &format!("/api/v1/account?address={OWNER}"), None).await;
    assert_eq!(reading.status, StatusCode::NOT_FOUND, "{}", reading.body);
    let person = actor(&app, OWNER).await.person.unwrap();
    let program = app.granted(&person, &["read", "write"]).await;
    let asked =
        app.with_key(&program).rest(Method::DELETE, &format!("/api/v1/account?address={OWNER}"), None).await;
    assert_eq!(
        asked.status,
        StatusCode::FORBIDDEN,
        "a program must be allowed so on its own: {}",
        asked.body
    );
    assert_eq!(export(&app.owner()).await, before);
}
