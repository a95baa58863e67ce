//! The profile, and what every answer carries.

use serde_json::json;

use crate::journal::{call, empty, refused};

#[tokio::test]
async fn a_new_person_has_a_profile_with_the_usual_values() {
    let app = empty().await;
    let user = call(&app, "get_user_profile", json!({})).await["user"].clone();
    assert_eq!((&user["timezone"], &user["day_start_hour"]), (&json!("UTC"), &json!(4)));
    assert_eq!(
        (&user["preferred_unit_system"], &user["email"]),
        (&json!("metric"), &json!("owner@testkit.example"))
    );
}

#[tokio::test]
async fn a_change_is_kept_and_the_answer_tells_the_new_clock_at_once() {
    let app = empty().await;
    let change =
        json!({ "timezone": "America/Toronto", "height_cm": 180, "about_me": "I run", "dob": "1990-02-28" });
    let changed = call(&app, "update_user_profile", change).await;
    assert_eq!(
        changed["_meta"],
        json!({ "server_now": "2026-03-15T08:00:00-04:00", "user_tz": "America/Toronto" })
    );
    call(&app, "update_user_profile", json!({ "about_me": null, "sex": "male" })).await;
    let user = call(&app, "get_user_profile", json!({})).await["user"].clone();
    assert_eq!((&user["about_me"], &user["height_cm"]), (&json!(null), &json!(180.0)));
    assert_eq!((&user["sex"], &user["dob"]), (&json!("male"), &json!("1990-02-28")));
}

#[tokio::test]
async fn dates_that_no_calendar_has_and_zones_that_are_none_are_refused() {
    let app = empty().await;
    for (field, value) in [("dob", "1990-02-30"), ("dob", "2990-01-01"), ("timezone", "Mars/Olympus")] {
        let text = refused(&app, "update_user_profile", json!({ field: value })).await;
        let expected = format!("tool update_user_profile input validation failed \u{2014} {field}: ");
        assert!(text.starts_with(&expected) && !text.contains(value), "{text}");
    }
}

#[tokio::test]
async fn an_unknown_tool_is_told_in_the_result_to_the_letter_and_errors_carry_no_meta() {
    let app = empty().await;
    assert_eq!(refused(&app, "foo_bar", json!({})).await, "unknown tool: foo_bar");
    let text = refused(&app, "update_user_profile", json!({ "day_start_hour": "x" })).await;
    assert_eq!(
        text,
        "tool update_user_profile input validation failed \u{2014} day_start_hour: Expected number, received string"
    );
}

#[tokio::test]
async fn a_stranger_has_a_profile_of_their_own() {
    let app = empty().await;
    call(&app, "update_user_profile", json!({ "name": "Ada" })).await;
    let other = app.stranger().mcp("get_user_profile", json!({})).await.json();
    assert_ne!(other["user"]["name"], "Ada");
}
