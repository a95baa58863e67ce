//! The report.

use http::Method;
use serde_json::json;

use crate::journal::{call, empty};
use crate::workouts::gym;

#[tokio::test]
async fn a_report_of_nothing_says_so() {
    let app = empty().await;
    let told = call(&app, "get_report", json!({})).await;
    assert_eq!((&told["generated_for_date"], told.get("context")), (&json!("2026-03-15"), None));
    let text = told["markdown"].as_str().unwrap();
    for line in ["No phase is active.", "No meals yet.", "- No weigh-in yet", "| 2026-03-15 | \u{2013} |"] {
        assert!(text.contains(line), "{line}:\n{text}");
    }
}

#[tokio::test]
async fn a_report_tells_the_phase_the_days_and_the_biggest_miss_in_its_direction() {
    let app = gym().await;
    call(&app, "update_user_profile", json!({ "name": "Ada", "preferred_unit_system": "imperial" })).await;
    call(&app, "log_weight", json!({ "measured_on": "2026-03-09", "weight_kg": 80 })).await;
    let phase = json!({
        "name": "Spring cut", "intent": "cut", "phase_type": "cut", "tdee_override": 2400, "deficit_kcal": -400,
        "base_protein_g": 150, "base_carb_g": 200, "base_fat_g": 60, "started_on": "2026-03-10",
    });
    call(&app, "start_nutrition_phase", phase).await;
    for (day, kcal) in [(11, 1_900), (12, 3_250), (13, 1_000), (15, 500)] {
        let eaten_at = format!("2026-03-{day}T12:00");
        let meal = json!({ "eaten_at": eaten_at, "kcal": kcal, "protein_g": 30, "carb_g": 50, "fat_g": 20 });
        call(&app, "log_meal", meal).await;
    }
    call(&app, "log_workout", json!({ "started_at": "2026-03-14T18:00", "rpe": 8, "template_id": 1 })).await;
    let full = app.owner().rest(Method::GET, "/api/v1/report", None).await.json();
    assert_eq!(full["history_14d"].as_array().unwrap().len(), 14);
    assert_eq!(full["history_14d"][12]["workout_name"], "Full");
    assert_eq!(full["workouts"]["window_label"], "phase");
    assert_eq!(full["workouts"]["by_template"], json!({ "Full": 1 }));
    let text = full["markdown"].as_str().unwrap();
    for line in [
        "# Ada on 2026-03-15",
        "500 of 2,000 kcal today, trend 176.4 lb; daily energy",
        "- Spring cut (cut), day 6; target 2,000 kcal (\u{2212}400 against 2,400 at its start)",
        "- Left: +1,500 kcal",
        "- 1 in this phase, since 2026-03-10",
        "| 2026-03-12 | 3,250 | 2,000 | +1,250 | off track |",
        "| 2026-03-14 | \u{2013} | 2,000 | \u{2013} | not logged |",
        "| 2026-03-15 | 500 | 2,000 | \u{2212}1,500 | today, partial |",
        "Biggest miss: 2026-03-12, 1,250 kcal over target.",
    ] {
        assert!(text.contains(line), "{line}:\n{text}");
    }
    let table: Vec<&str> =
        text.lines().filter(|line| line.starts_with("| 2026") || line.starts_with("| Day")).collect();
    assert_eq!(table.len(), 15);
    assert!(table.iter().all(|row| row.matches(" | ").count() == 13), "{text}");
}

#[tokio::test]
async fn a_name_cannot_break_the_table() {
    let app = gym().await;
    call(&app, "update_workout_template", json!({ "id": 1, "name": "Push | Pull" })).await;
    call(&app, "log_workout", json!({ "started_at": "2026-03-14T18:00", "rpe": 8, "template_id": 1 })).await;
    let told = call(&app, "get_report", json!({})).await;
    assert!(told["markdown"].as_str().unwrap().contains("| Push \\| Pull |"), "{}", told["markdown"]);
}
