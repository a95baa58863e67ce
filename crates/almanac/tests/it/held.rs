//! What holds whatever was logged: a call that is sent again changes nothing, and a day's net is what it says.

use belay_testkit::TestApp;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use crate::exports::export;
use crate::in_step::{Step, step, take};
use crate::journal::{call, empty};

fn run(cases: u32, test: impl Fn(Vec<Step>)) {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let steps = proptest::collection::vec(step(), 1..20);
    let tried = TestRunner::new(config).run(&steps, |steps| {
        test(steps);
        Ok(())
    });
    tried.unwrap();
}

fn is_log(step: &Step) -> bool {
    matches!(step, Step::Eat { .. } | Step::Drink { .. } | Step::Weigh { .. })
}

#[test]
fn a_log_that_is_sent_again_changes_nothing() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    run(10, |steps| {
        runtime.block_on(async {
            let (once, twice) = (empty().await, empty().await);
            for step in &steps {
                take(&once, step).await;
                take(&twice, step).await;
                if is_log(step) {
                    take(&twice, step).await;
                }
            }
            assert_eq!(export(&once.owner()).await, export(&twice.owner()).await);
        });
    });
}

/// Three weeks that are enough to measure the daily energy.
async fn weeks(app: &TestApp) {
    for day in 8..=28 {
        let on = format!("2026-02-{day:02}");
        let kg = 82.0 - f64::from(day) / 20.0;
        call(app, "log_weight", json!({ "measured_on": on, "weight_kg": kg })).await;
        let meal = json!({ "eaten_at": format!("{on}T12:00"), "kcal": 1_900, "protein_g": 1, "carb_g": 1, "fat_g": 1 });
        call(app, "log_meal", meal).await;
    }
}

/// Logs into a journal what another holds of the days before one.
async fn copy_before(from: &TestApp, to: &TestApp, day: &str) {
    let ever = json!({ "from_date": "2026-02-01", "limit": 200 });
    for (tool, list, log, date, fields) in [
        ("get_meals", "meals", "log_meal", "day", &["eaten_at", "kcal", "protein_g", "carb_g", "fat_g"][..]),
        (
            "get_alcohol_recent",
            "alcohol_sessions",
            "log_alcohol",
            "day",
            &["started_at", "drinks_count", "est_kcal"][..],
        ),
        ("get_weights", "body_weights", "log_weight", "measured_on", &["measured_on", "weight_kg"][..]),
    ] {
        let rows = call(from, tool, ever.clone()).await[list].clone();
        for row in rows.as_array().unwrap().iter().filter(|row| row[date].as_str().unwrap() < day) {
            let mut input: Value =
                fields.iter().map(|field| ((*field).to_owned(), row[*field].clone())).collect();
            if log != "log_weight" {
                input["allow_duplicate"] = json!(true);
            }
            call(to, log, input).await;
        }
    }
}

/// The daily energy of the day before is asked of a journal that knows nothing later.
#[test]
fn a_days_net_is_its_intake_less_the_daily_energy_as_known_the_day_before_after_any_steps() {
    const DAY: &str = "2026-03-10";
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    run(6, |steps| {
        runtime.block_on(async {
            let (app, earlier) = (empty().await, empty().await);
            weeks(&app).await;
            for step in steps.iter().filter(|step| !matches!(step, Step::Zone { .. })) {
                take(&app, step).await;
            }
            copy_before(&app, &earlier, DAY).await;
            earlier.clock.set("2026-03-10T12:00:00Z".parse().unwrap());
            let known = call(&earlier, "get_tdee", json!({})).await["kcal"].as_i64().unwrap();
            let day = call(&app, "get_macros_for_date", json!({ "date": DAY })).await;
            let eaten = day["day_totals"]["kcal"].as_i64().unwrap();
            let net = if eaten > 0 { json!(eaten - known) } else { Value::Null };
            assert_eq!(day["net_kcal"], net, "{steps:?}");
        });
    });
}
