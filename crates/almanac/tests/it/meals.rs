//! Meals, their days, and what is kept in step with them.

use belay_testkit::TestApp;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::journal::{call, empty, refused};

fn meal(eaten_at: &str, kcal: i64) -> Value {
    json!({ "eaten_at": eaten_at, "kcal": kcal, "protein_g": 25, "carb_g": 50, "fat_g": 18 })
}

async fn kcal(app: &TestApp, date: &str) -> Value {
    call(app, "get_macros_for_date", json!({ "date": date })).await["day_totals"]["kcal"].clone()
}

#[tokio::test]
async fn a_logged_meal_answers_with_its_day_and_the_day_s_totals() {
    let app = empty().await;
    call(&app, "log_meal", meal("2026-03-15T08:00", 700)).await;
    let logged = call(&app, "log_meal", meal("2026-03-15T11:30", 500)).await;
    assert_eq!((&logged["id"], &logged["day"]), (&json!(2), &json!("2026-03-15")));
    assert_eq!(
        logged["day_totals"],
        json!({ "kcal": 1200, "protein_g": 50.0, "carb_g": 100.0, "fat_g": 36.0,
                "kcal_from_food": 1200, "kcal_from_alcohol": 0 })
    );
    assert_eq!(logged["day_target"], Value::Null);
    assert_eq!(logged["_meta"], json!({ "server_now": "2026-03-15T12:00:00+00:00", "user_tz": "UTC" }));
}

#[tokio::test]
async fn a_snack_at_half_past_one_counts_for_the_evening_before() {
    let app = empty().await;
    call(&app, "update_user_profile", json!({ "timezone": "America/Toronto" })).await;
    let logged = call(&app, "log_meal", meal("2026-03-15T01:30", 300)).await;
    assert_eq!(logged["day"], "2026-03-14");
    // A bare date falls into that day, not the one before.
    assert_eq!(call(&app, "log_meal", meal("2026-03-14", 100)).await["day"], "2026-03-14");
}

#[tokio::test]
async fn the_same_log_is_one_meal_until_it_is_deleted_or_asked_for_again() {
    let app = empty().await;
    let first = call(&app, "log_meal", meal("2026-03-15T08:00", 700)).await;
    let again = call(&app, "log_meal", meal("2026-03-15T08:00", 700)).await;
    assert_eq!((&first["id"], kcal(&app, "2026-03-15").await), (&again["id"], json!(700)));
    let mut twice = meal("2026-03-15T08:00", 700);
    twice["allow_duplicate"] = json!(true);
    assert_eq!(call(&app, "log_meal", twice).await["id"], 2);
    for id in [1, 2] {
        call(&app, "delete_meal", json!({ "meal_id": id, "confirm": true })).await;
    }
    assert_eq!(kcal(&app, "2026-03-15").await, 0);
    assert_eq!(
        call(&app, "log_meal", meal("2026-03-15T08:00", 700)).await["id"],
        3,
        "deleted, so logged anew"
    );
    app.clock.advance(SignedDuration::from_hours(25));
    assert_eq!(call(&app, "log_meal", meal("2026-03-15T08:00", 700)).await["id"], 4, "after a day");
}

#[tokio::test]
async fn a_moved_meal_leaves_its_old_day() {
    let app = empty().await;
    call(&app, "log_meal", meal("2026-03-14T08:00", 700)).await;
    let moved =
        call(&app, "update_meal", json!({ "id": 1, "eaten_at": "2026-03-13T20:00", "kcal": 650 })).await;
    assert_eq!((&moved["meal"]["day"], &moved["day_totals"]["kcal"]), (&json!("2026-03-13"), &json!(650)));
    assert_eq!((kcal(&app, "2026-03-14").await, kcal(&app, "2026-03-13").await), (json!(0), json!(650)));
}

#[tokio::test]
async fn another_zone_files_the_past_under_its_own_days() {
    let app = empty().await;
    call(&app, "log_meal", meal("2026-03-14T06:00Z", 700)).await;
    assert_eq!(kcal(&app, "2026-03-14").await, 700);
    call(&app, "update_user_profile", json!({ "timezone": "America/Toronto" })).await;
    assert_eq!((kcal(&app, "2026-03-14").await, kcal(&app, "2026-03-13").await), (json!(0), json!(700)));
    call(&app, "update_user_profile", json!({ "day_start_hour": 0 })).await;
    assert_eq!(kcal(&app, "2026-03-14").await, 700);
}

#[tokio::test]
async fn what_no_meal_can_be_is_refused_field_by_field() {
    let app = empty().await;
    let text = refused(
        &app,
        "log_meal",
        json!({ "eaten_at": "2026-03-15T08:00", "kcal": "500", "carb_g": 1, "fat_g": 1 }),
    )
    .await;
    assert_eq!(
        text,
        "tool log_meal input validation failed \u{2014} kcal: Expected number, received string; protein_g: Required"
    );
    for (eaten_at, kcal) in
        [("2026-13-45T08:00", 1), ("2026-03-15T08:00", 20_001), ("2026-03-17T08:00", 1), ("soon", 1)]
    {
        let text = refused(&app, "log_meal", meal(eaten_at, kcal)).await;
        assert!(text.starts_with("tool log_meal input validation failed"), "{text}");
    }
    assert!(refused(&app, "update_meal", json!({ "id": 1 })).await.contains("at least one field"));
}

#[tokio::test]
async fn a_meal_that_is_not_there_cannot_be_deleted_and_no_delete_goes_unconfirmed() {
    let app = empty().await;
    let gone: Value =
        serde_json::from_str(&refused(&app, "delete_meal", json!({ "meal_id": 9, "confirm": true })).await)
            .unwrap();
    assert_eq!((&gone["error"], gone.get("_meta")), (&json!("meal_not_found"), None));
    call(&app, "log_meal", meal("2026-03-15T08:00", 700)).await;
    refused(&app, "delete_meal", json!({ "meal_id": 1 })).await;
    refused(&app, "delete_meal", json!({ "meal_id": 1, "confirm": false })).await;
    assert_eq!(kcal(&app, "2026-03-15").await, 700);
    let rest = app.owner().rest(http::Method::DELETE, "/api/v1/meals/1", None).await;
    assert_eq!((rest.status.as_u16(), rest.body.as_str()), (204, ""));
}

#[tokio::test]
async fn a_stranger_reaches_none_of_it() {
    let app = empty().await;
    call(&app, "log_meal", meal("2026-03-15T08:00", 700)).await;
    let stranger = app.stranger();
    assert_eq!(stranger.mcp("get_meals", json!({})).await.json()["count"], 0);
    for (tool, input) in [
        ("update_meal", json!({ "id": 1, "kcal": 1 })),
        ("delete_meal", json!({ "meal_id": 1, "confirm": true })),
        ("log_meal_from_stored", json!({ "stored_meal_id": 1, "eaten_at": "2026-03-15T08:00" })),
    ] {
        assert!(stranger.mcp(tool, input).await.is_error, "{tool}");
    }
    let own = stranger.mcp("log_meal", meal("2026-03-15T08:00", 100)).await.json();
    assert_eq!(own["id"], 1, "numbers are each person's own");
}

#[tokio::test]
async fn meals_are_found_by_text_and_listed_by_day() {
    let app = empty().await;
    for (at, name) in [
        ("2026-03-15T08:00", "Porridge 100%"),
        ("2026-03-10T08:00", "PORRIDGE"),
        ("2026-02-01T08:00", "Soup"),
    ] {
        let mut log = meal(at, 300);
        log["name"] = json!(name);
        call(&app, "log_meal", log).await;
    }
    let found = call(&app, "search_meals", json!({ "text": "porridge" })).await;
    assert_eq!((&found["count"], &found["meals"][0]["id"]), (&json!(2), &json!(1)));
    assert_eq!(call(&app, "search_meals", json!({ "text": "0%" })).await["count"], 1);
    assert_eq!(call(&app, "get_meals", json!({})).await["count"], 2);
    let old = json!({ "from_date": "2026-02-01", "to_date": "2026-02-01" });
    assert_eq!(call(&app, "get_meals", old).await["meals"][0]["name"], "Soup");
    // An end without a start reaches only the usual week back from it.
    assert_eq!(call(&app, "get_meals", json!({ "to_date": "2026-03-12" })).await["count"], 1);
}

#[tokio::test]
async fn a_stored_meal_is_overwritten_by_name_and_logged_as_it_is() {
    let app = empty().await;
    let stored = |name: &str, kcal: i64| json!({ "name": name, "kcal": kcal, "protein_g": 1, "carb_g": 2, "fat_g": 3 });
    call(&app, "define_stored_meal", stored("Porridge", 380)).await;
    let again = call(&app, "define_stored_meal", stored("porridge", 400)).await;
    assert_eq!((&again["stored_meal"]["id"], &again["stored_meal"]["kcal"]), (&json!(1), &json!(400)));
    call(&app, "define_stored_meal", stored("Soup", 200)).await;
    let taken = refused(&app, "update_stored_meal", json!({ "stored_meal_id": 2, "name": "PORRIDGE" })).await;
    assert!(taken.contains("stored_meal_name_taken"), "{taken}");
    let logged = json!({ "stored_meal_id": 1, "eaten_at": "2026-03-15T08:00" });
    let logged = call(&app, "log_meal_from_stored", logged).await;
    assert_eq!((&logged["from_stored_meal_id"], &logged["day_totals"]["kcal"]), (&json!(1), &json!(400)));
}
