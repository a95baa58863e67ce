//! The recipes of the catalog, walked step by step as they stand there.

use belay_testkit::TestApp;
use serde_json::{Value, json};

use crate::apart::fill;
use crate::journal::{call, empty};

/// What an assistant says at a step, when a person with one of everything asks for it.
fn said(tool: &str) -> Value {
    let sets = json!([{ "exercise_id": 1, "display_order": 0, "planned_sets": 1, "sets": [{ "reps": 5, "weight_kg": 60 }] }]);
    match tool {
        "update_user_profile" => {
            json!({ "dob": "1990-01-01", "height_cm": 175, "sex": "male", "activity_level": "light" })
        }
        "log_weight" => json!({ "measured_on": "2026-03-15", "weight_kg": 80 }),
        "start_nutrition_phase" => {
            json!({ "name": "Next", "phase_type": "maintenance", "deficit_kcal": 0, "base_protein_g": 150,
            "base_carb_g": 250, "base_fat_g": 70, "started_on": "2026-03-15" })
        }
        "define_exercise_group" => json!({ "name": "Legs" }),
        "define_exercise" => json!({ "group_id": 1, "name": "Pull-up" }),
        "define_workout_template" => {
            json!({ "name": "New", "items": [{ "exercise_id": 1, "display_order": 0, "default_sets": 3 }] })
        }
        "log_workout" => json!({ "started_at": "2026-03-15T08:00", "rpe": 7, "exercises": sets }),
        "search_meals" => json!({ "text": "lunch" }),
        "log_meal" => {
            json!({ "eaten_at": "2026-03-15T08:00", "kcal": 500, "protein_g": 30, "carb_g": 50, "fat_g": 15 })
        }
        "log_meal_from_stored" => json!({ "stored_meal_id": 1, "eaten_at": "2026-03-15T07:00" }),
        "get_workout" => json!({ "id": 1 }),
        "delete_workout" => json!({ "workout_id": 1, "confirm": true }),
        "log_cardio" => {
            json!({ "started_at": "2026-03-15T09:00", "est_kcal": 700, "duration_min": 30, "avg_hr": 150 })
        }
        "update_cardio" => json!({ "id": 2, "est_kcal": 350 }),
        "get_next_best_action"
        | "get_today_context"
        | "get_day_status"
        | "get_active_phase"
        | "get_phase_estimate"
        | "list_stored_meals"
        | "get_recent_workouts" => json!({}),
        // Nothing was thought of for another tool; this is no input of any.
        _ => json!({ "nothing": "said" }),
    }
}

/// What is true once a recipe was followed.
async fn holds(app: &TestApp, recipe: &str) -> bool {
    match recipe {
        "new_user_onboarding" => {
            call(app, "get_next_best_action", json!({})).await["onboarding_complete"] == true
        }
        "first-time setup of training" => call(app, "get_recent_workouts", json!({})).await["count"] == 1,
        "log a meal the user described" | "log a usual meal" => {
            call(app, "get_macros_today", json!({})).await["kcal_in"] == 500
        }
        "delete a duplicate workout" => call(app, "get_recent_workouts", json!({})).await["count"] == 0,
        "answer 'how am I doing today?'" => {
            let status = call(app, "get_day_status", json!({})).await;
            status["summary_line"] == "2026-03-15: day total 0/2000 (0%)" && status["nudges"].is_array()
        }
        "log a cardio session with heart rate" => {
            call(app, "get_cardio_recent", json!({})).await["cardio_sessions"][0]["est_kcal"] == 350
        }
        "end a phase and start a new one" => {
            let phases = call(app, "get_phase_history", json!({})).await["phases"].clone();
            (&phases[0]["phase_type"], &phases[1]["ended_on"])
                == (&json!("maintenance"), &json!("2026-03-14"))
        }
        // Nothing is known of another recipe: whoever writes one says here where it leads.
        _ => false,
    }
}

#[tokio::test]
async fn every_recipe_of_the_catalog_leads_where_it_says() {
    let catalog = call(&empty().await, "get_capabilities", json!({})).await;
    let recipes = catalog["common_workflows"].as_array().unwrap();
    assert!(recipes.len() >= 8);
    for recipe in recipes {
        let name = recipe["name"].as_str().unwrap();
        let app = empty().await;
        // Beginners begin with nothing.
        let begins = ["new_user_onboarding", "first-time setup of training"].contains(&name);
        if !begins {
            fill(&app.owner()).await;
        }
        for step in recipe["steps"].as_array().unwrap() {
            let tool = step.as_str().unwrap();
            call(&app, tool, said(tool)).await;
        }
        assert!(holds(&app, name).await, "{name}");
    }
}
