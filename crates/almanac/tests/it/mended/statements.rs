//! How often an answer asks the database: as often for a long journal as for a short one.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use belay_store::STATEMENTS;
use belay_testkit::TestApp;
use jiff::ToSpan;
use jiff::civil::date;
use serde_json::{Value, json};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::journal::{call, empty};

/// Counts the statements that reach the database.
struct Counter(Arc<AtomicUsize>);

impl Subscriber for Counter {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == STATEMENTS
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, _: &Event<'_>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

async fn statements(app: &TestApp, tool: &str, input: &Value) -> usize {
    let counted = Arc::new(AtomicUsize::new(0));
    let guard = tracing::subscriber::set_default(Counter(Arc::clone(&counted)));
    call(app, tool, input.clone()).await;
    drop(guard);
    counted.load(Ordering::Relaxed)
}

/// A journal of so many days up to yesterday, with everything on each of them.
async fn of_days(days: i64) -> TestApp {
    let app = empty().await;
    let first = (date(2026, 3, 15) - days.days()).to_string();
    let items = json!([{ "exercise_id": 1, "display_order": 0, "default_sets": 3, "default_reps": 5 }]);
    for (tool, input) in [
        ("define_exercise_group", json!({ "name": "Legs" })),
        ("define_exercise", json!({ "group_id": 1, "name": "Squat" })),
        ("define_workout_template", json!({ "name": "Full", "items": items })),
        ("log_weight", json!({ "measured_on": first, "weight_kg": 82 })),
        (
            "start_nutrition_phase",
            json!({ "name": "Cut", "phase_type": "cut", "deficit_kcal": -400, "tdee_override": 2_400,
                "base_protein_g": 150, "base_carb_g": 200, "base_fat_g": 60, "started_on": first }),
        ),
    ] {
        call(&app, tool, input).await;
    }
    for back in (1..=days).rev() {
        let day = (date(2026, 3, 15) - back.days()).to_string();
        let set = |weight: i64| json!({ "reps": 5, "weight_kg": weight });
        let exercises = json!([{ "exercise_id": 1, "display_order": 0, "planned_sets": 3,
            "sets": [set(100), set(101), set(102)] }]);
        for (tool, input) in [
            ("log_weight", json!({ "measured_on": day, "weight_kg": 80 })),
            ("log_sleep", json!({ "slept_on": day, "hours": 7 })),
            ("log_steps", json!({ "on_date": day, "steps": 9_000 })),
            (
                "log_cardio",
                json!({ "started_at": format!("{day}T08:00"), "est_kcal": 300, "duration_min": 30 }),
            ),
            (
                "log_workout",
                json!({ "started_at": format!("{day}T10:00"), "rpe": 8, "exercises": exercises }),
            ),
            (
                "log_meal",
                json!({ "eaten_at": format!("{day}T12:00"), "name": "Lunch", "kcal": 600, "protein_g": 40, "carb_g": 60, "fat_g": 20 }),
            ),
        ] {
            call(&app, tool, input).await;
        }
    }
    app
}

#[tokio::test]
async fn defect_33_an_answer_asks_as_often_for_sixty_days_as_for_thirty() {
    let mut differing = Vec::new();
    let (short, long) = (of_days(30).await, of_days(60).await);
    for (tool, input) in [
        ("get_today_context", json!({})),
        ("get_macros_today", json!({})),
        ("get_day_status", json!({})),
        ("get_next_best_action", json!({})),
        ("get_tdee", json!({})),
        ("get_report", json!({})),
        ("get_calendar", json!({ "month": "2026-02" })),
        ("get_weights", json!({ "from": "2026-01-01" })),
        ("get_weight_trend", json!({ "from": "2026-01-01" })),
        ("get_stim_state", json!({})),
        ("get_training_history", json!({})),
        ("get_recommended_template", json!({})),
        ("get_recent_workouts", json!({ "limit": 100 })),
        ("get_meals", json!({ "from": "2026-01-01" })),
        ("get_sleep_debt", json!({})),
        ("get_accomplishments", json!({})),
        (
            "log_meal",
            json!({ "eaten_at": "2026-03-15T09:00", "name": "Breakfast", "kcal": 300, "protein_g": 20, "carb_g": 40, "fat_g": 8 }),
        ),
        ("log_weight", json!({ "measured_on": "2026-03-15", "weight_kg": 80 })),
    ] {
        let asked = [statements(&short, tool, &input).await, statements(&long, tool, &input).await];
        if asked[0] == 0 || asked[0] != asked[1] {
            differing.push((tool, asked));
        }
    }
    assert!(differing.is_empty(), "{differing:?}");
}
