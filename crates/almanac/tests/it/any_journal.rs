//! Journals that nobody thought of: whatever the fields allow comes back as it went in.

use belay_core::entropy::{Entropy, Seeded};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Map, Value, json};

use crate::exports::{OWNER, STRANGER, export, import};
use crate::journal::empty;

/// Draws what a journal may hold.
struct Draw(Seeded);

const TEXTS: [&str; 7] = [
    "plain",
    "with, comma; and \"quotes\"",
    "two\nlines\tand a tab",
    "Größe ½ 🍲 \u{1f469}\u{200d}\u{1f52c}",
    "=1+1",
    " blanks around ",
    "ß \u{130} \u{3a3}",
];

impl Draw {
    fn to(&self, most: u64) -> u64 {
        self.0.next() % (most + 1)
    }

    fn maybe(&self, value: Value) -> Value {
        if self.to(2) == 0 { Value::Null } else { value }
    }

    fn text(&self) -> Value {
        let known = usize::try_from(self.to(6)).unwrap();
        format!("{}{}", TEXTS[known], "x".repeat(usize::try_from(self.to(40)).unwrap())).into()
    }

    fn real(&self, most: u64) -> Value {
        let parts = [1.0, 3.0, 10.0, 7.0][usize::try_from(self.to(3)).unwrap()];
        json!((self.to(most * 3) as f64 / parts).min(most as f64))
    }

    fn at(&self) -> Value {
        let second = i64::try_from(self.to(1_773_000_000)).unwrap();
        let micros = [0, 0, 123_456, 7][usize::try_from(self.to(3)).unwrap()];
        let instant = jiff::Timestamp::from_microsecond(second * 1_000_000 + micros).unwrap();
        instant.to_string().into()
    }

    fn on(&self, back: i64) -> Value {
        let day = jiff::civil::date(2026, 3, 14).saturating_sub(jiff::Span::new().days(back));
        day.to_string().into()
    }

    fn food(&self) -> Map<String, Value> {
        let mut row = Map::new();
        row.insert("kcal".to_owned(), self.to(20_000).into());
        for field in ["protein_g", "carb_g", "fat_g"] {
            row.insert(field.to_owned(), self.real(2_000));
        }
        row
    }

    /// Numbers that rise with gaps.
    fn ids(&self, most: u64) -> Vec<i64> {
        let mut last = 0;
        let next = |_| {
            last += 1 + i64::try_from(self.to(3)).unwrap();
            last
        };
        (0..self.to(most)).map(next).collect()
    }

    fn one(&self, of: &[i64]) -> Value {
        of.get(usize::try_from(self.to(of.len() as u64 - 1)).unwrap()).copied().into()
    }
}

fn row(value: Value, more: Map<String, Value>) -> Value {
    let Value::Object(mut row) = value else { unreachable!() };
    row.extend(more);
    Value::Object(row)
}

fn reason(at: u64) -> &'static str {
    ["vacation", "sick", "deload"][usize::try_from(at).unwrap()]
}

/// A journal of any kind. Rows are given in the order and with the fields of an export, or the comparison is not fair.
fn journal(seed: u64) -> Value {
    let draw = Draw(Seeded::new(seed));
    let mut whole = json!({ "format": "almanac-journal", "version": 1 });
    let mut put = |name: &str, rows: Vec<Value>| whole[name] = rows.into();
    let groups = draw.ids(4);
    let group = |id: &i64| json!({ "id": id, "name": format!("Group {id}"), "display_order": draw.to(10_000), "created_at": draw.at() });
    put("exercise_groups", groups.iter().map(group).collect());
    let exercises = if groups.is_empty() { Vec::new() } else { draw.ids(6) };
    let exercise = |id: &i64| {
        // Archived ones share a name.
        let archived = draw.maybe(draw.at());
        let name = if archived.is_null() { format!("Lift {id}") } else { "Old lift".to_owned() };
        json!({ "id": id, "group_id": draw.one(&groups), "name": name, "notes": draw.maybe(draw.text()), "archived_at": archived, "created_at": draw.at() })
    };
    put("exercises", exercises.iter().map(exercise).collect());
    let templates = draw.ids(3);
    let template = |id: &i64| json!({ "id": id, "name": format!("Plan {id}"), "notes": draw.maybe(draw.text()), "archived_at": draw.maybe(draw.at()), "created_at": draw.at() });
    put("workout_templates", templates.iter().map(template).collect());
    let mut items = Vec::new();
    for template in templates.iter().filter(|_| !exercises.is_empty()) {
        for place in draw.ids(4) {
            items.push(json!({ "template_id": template, "display_order": place, "exercise_id": draw.one(&exercises), "default_sets": draw.to(100), "default_reps": draw.maybe(draw.to(1_000).into()), "default_weight_kg": draw.maybe(draw.real(2_000)), "notes": draw.maybe(draw.text()) }));
        }
    }
    put("workout_template_items", items);
    let stored = |id: i64| {
        let mut more = draw.food();
        more.extend(Map::from_iter([
            ("description".to_owned(), draw.maybe(draw.text())),
            ("created_at".to_owned(), draw.at()),
        ]));
        row(json!({ "id": id, "name": format!("Dish {id}") }), more)
    };
    put("stored_meals", draw.ids(5).into_iter().map(stored).collect());
    let meal = |id: i64| {
        let mut more = draw.food();
        more.extend(Map::from_iter([
            ("notes".to_owned(), draw.maybe(draw.text())),
            ("created_at".to_owned(), draw.at()),
        ]));
        row(json!({ "id": id, "eaten_at": draw.at(), "name": draw.maybe(draw.text()) }), more)
    };
    put("meals", draw.ids(30).into_iter().map(meal).collect());
    let drink = |id: i64| json!({ "id": id, "started_at": draw.at(), "ended_at": draw.maybe(draw.at()), "drinks_count": 0.5 + draw.to(90) as f64 / 4.0, "est_kcal": draw.to(20_000), "notes": draw.maybe(draw.text()), "created_at": draw.at() });
    put("alcohol_sessions", draw.ids(6).into_iter().map(drink).collect());
    let weight = |id: i64| json!({ "id": id, "measured_on": draw.on(id * 3), "weight_kg": 20.0 + draw.to(479) as f64 + 0.1, "notes": draw.maybe(draw.text()), "created_at": draw.at() });
    put("body_weights", draw.ids(40).into_iter().map(weight).collect());
    let night = |id: i64| json!({ "id": id, "slept_on": draw.on(id), "hours": 0.25 + draw.to(90) as f64 / 4.0, "quality": draw.maybe((1 + draw.to(4)).into()), "notes": draw.maybe(draw.text()), "created_at": draw.at() });
    put("sleep_logs", draw.ids(20).into_iter().map(night).collect());
    let count = |id: i64| json!({ "id": id, "on_date": draw.on(id), "steps": 1 + draw.to(299_999), "est_kcal": draw.to(20_000), "source": if draw.to(1) == 0 { "manual" } else { "import" }, "notes": draw.maybe(draw.text()), "created_at": draw.at() });
    put("step_logs", draw.ids(20).into_iter().map(count).collect());
    let session = |id: i64| json!({ "id": id, "started_at": draw.at(), "duration_min": draw.maybe((1 + draw.to(2_879)).into()), "modality": draw.maybe(draw.text()), "avg_hr": draw.maybe((25 + draw.to(225)).into()), "distance_km": draw.maybe(json!(0.01 + draw.to(900) as f64)), "steps": draw.maybe(draw.to(300_000).into()), "est_kcal": draw.to(20_000), "notes": draw.maybe(draw.text()), "created_at": draw.at() });
    put("cardio_sessions", draw.ids(8).into_iter().map(session).collect());
    let away = |id: i64| json!({ "id": id, "started_on": draw.on(id * 9 + 4), "ended_on": draw.on(id * 9), "reason": reason(draw.to(2)), "notes": draw.maybe(draw.text()), "created_at": draw.at() });
    put("untracked_periods", draw.ids(4).into_iter().map(away).collect());
    let workouts = draw.ids(8);
    let workout = |id: &i64| json!({ "id": id, "template_id": if templates.is_empty() { Value::Null } else { draw.maybe(draw.one(&templates)) }, "started_at": draw.at(), "duration_min": draw.maybe((1 + draw.to(1_439)).into()), "rpe": 1.0 + draw.to(18) as f64 / 2.0, "est_kcal": draw.maybe(draw.to(20_000).into()), "notes": draw.maybe(draw.text()), "created_at": draw.at() });
    put("workouts", workouts.iter().map(workout).collect());
    let (mut instances, mut sets) = (Vec::new(), Vec::new());
    for workout in workouts.iter().filter(|_| !exercises.is_empty()) {
        for place in draw.ids(3) {
            let id = instances.len() + 1;
            instances.push(json!({ "id": id, "workout_id": workout, "exercise_id": draw.one(&exercises), "display_order": place, "planned_sets": draw.to(100), "notes": draw.maybe(draw.text()), "skipped_at": draw.maybe(draw.at()) }));
            for number in draw.ids(4) {
                sets.push(json!({ "id": sets.len() + 1, "instance_id": id, "set_number": number, "reps": draw.to(1_000), "weight_kg": draw.maybe(draw.real(2_000)), "notes": draw.maybe(draw.text()) }));
            }
        }
    }
    put("workout_exercises", instances);
    put("workout_sets", sets);
    whole
}

#[test]
fn any_journal_that_the_fields_allow_comes_back_as_it_went_in() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut runner =
        TestRunner::new(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() });
    let result = runner.run(&any::<u64>(), |seed| {
        runtime.block_on(async {
            let app = empty().await;
            let given = journal(seed);
            let report = import(&app, OWNER, given.to_string().as_bytes(), "almanac").await;
            assert_eq!((&report["refused"], &report["duplicate"]), (&json!(0), &json!(0)), "{report:#}");
            let text = export(&app.owner()).await;
            let back: Value = serde_json::from_str(&text).unwrap();
            for (name, rows) in given.as_object().unwrap() {
                assert_eq!(&back[name], rows, "{name}");
            }
            import(&app, STRANGER, text.as_bytes(), "almanac").await;
            assert_eq!(export(&app.stranger()).await, text);
        });
        Ok(())
    });
    result.unwrap();
}
