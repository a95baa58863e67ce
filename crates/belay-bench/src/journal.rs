//! A journal of so many years, as the document that Almanac takes in: what somebody logs who logs everything.

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

/// Days of a year.
const YEAR: i64 = 365;
/// Days of a phase.
const PHASE: i64 = 112;
const EXERCISES: [&str; 6] = ["Squat", "Bench press", "Row", "Deadlift", "Overhead press", "Pull-up"];

/// The document of a journal that ends yesterday.
pub(crate) fn of_years(years: i64, now: Timestamp) -> Value {
    let today = jiff::tz::TimeZone::UTC.to_datetime(now).date();
    let mut rows = Rows::default();
    for back in (1..=years * YEAR).rev() {
        rows.day(before(today, back), back);
    }
    rows.phases(today, years * YEAR);
    let exercises: Vec<Value> = (1..).zip(EXERCISES).map(|(id, name)| json!({ "id": id, "group_id": 1, "name": name, "notes": null, "archived_at": null, "created_at": now.to_string() })).collect();
    json!({
        "format": "almanac-journal",
        "version": 1,
        "counters": {},
        "profile": { "name": "Bench", "dob": "1988-05-17", "height_cm": 181.0, "sex": "male",
            "preferred_unit_system": "metric", "timezone": "UTC", "day_start_hour": 4, "activity_level": "light",
            "about_me": null },
        "exercise_groups": [{ "id": 1, "name": "All", "display_order": 0, "created_at": now.to_string() }],
        "exercises": exercises,
        "meals": rows.meals,
        "body_weights": rows.weights,
        "sleep_logs": rows.nights,
        "step_logs": rows.steps,
        "nutrition_phases": rows.phases,
        "workouts": rows.workouts,
        "workout_exercises": rows.instances,
        "workout_sets": rows.sets,
    })
}

fn before(today: Date, days: i64) -> Date {
    today.saturating_sub(SignedDuration::from_hours(24 * days))
}

#[derive(Default)]
struct Rows {
    meals: Vec<Value>,
    weights: Vec<Value>,
    nights: Vec<Value>,
    steps: Vec<Value>,
    phases: Vec<Value>,
    workouts: Vec<Value>,
    instances: Vec<Value>,
    sets: Vec<Value>,
}

fn id(rows: &[Value]) -> usize {
    rows.len() + 1
}

impl Rows {
    /// Four meals, a weigh-in, a night, steps, and a workout every other day.
    fn day(&mut self, on: Date, back: i64) {
        let at = |hour: i64| format!("{on}T{hour:02}:15:00Z");
        let made = at(20);
        for (place, (hour, kcal)) in (0..).zip([(7, 450), (12, 700), (16, 250), (19, 800)]) {
            let kcal = kcal + (back * 7 + place * 13) % 60;
            self.meals
                .push(json!({ "id": id(&self.meals), "eaten_at": at(hour), "name": "Meal", "kcal": kcal,
                "protein_g": 30.0, "carb_g": 55.0, "fat_g": 20.0, "notes": null, "created_at": made }));
        }
        let kg = 80.0 + (back % 200) as f64 / 50.0 + (back * 37 % 11) as f64 / 20.0;
        self.weights.push(json!({ "id": id(&self.weights), "measured_on": on.to_string(), "weight_kg": kg, "notes": null, "created_at": made }));
        self.nights.push(json!({ "id": id(&self.nights), "slept_on": on.to_string(), "hours": 7.25, "quality": 4, "notes": null, "created_at": made }));
        self.steps.push(json!({ "id": id(&self.steps), "on_date": on.to_string(), "steps": 8_000 + back % 900, "est_kcal": 330, "source": "manual", "notes": null, "created_at": made }));
        if back % 2 == 0 {
            self.workout(&at(17), back);
        }
    }

    fn workout(&mut self, at: &str, back: i64) {
        let workout = id(&self.workouts);
        self.workouts.push(json!({ "id": workout, "template_id": null, "started_at": at, "duration_min": 55, "rpe": 8.0, "est_kcal": 300, "notes": null, "created_at": at }));
        for place in 0..4 {
            let (instance, exercise) = (id(&self.instances), 1 + (back / 2 + place) % 6);
            self.instances.push(json!({ "id": instance, "workout_id": workout, "exercise_id": exercise, "display_order": place, "planned_sets": 3, "notes": null, "skipped_at": null }));
            for number in 1..=3 {
                self.sets.push(json!({ "id": id(&self.sets), "instance_id": instance, "set_number": number, "reps": 6, "weight_kg": 60.0, "notes": null }));
            }
        }
    }

    /// Cuts and bulks in turns, the last of which goes on.
    fn phases(&mut self, today: Date, days: i64) {
        let mut start = days;
        while start > 0 {
            let cut = self.phases.len().is_multiple_of(2);
            let (kind, deficit) = if cut { ("cut", -400) } else { ("bulk", 300) };
            let end = start - PHASE;
            let ended_on = (end > 0).then(|| before(today, end + 1).to_string());
            self.phases.push(json!({ "id": id(&self.phases), "name": kind, "intent": kind, "phase_type": kind,
                "tdee_at_phase_start": 2_500, "tdee_source": "measured", "deficit_kcal": deficit,
                "daily_kcal_target": 2_500 + deficit, "base_protein_g": 160, "base_carb_g": 220, "base_fat_g": 70,
                "started_on": before(today, start).to_string(), "planned_end_on": null, "ended_on": ended_on,
                "notes": null, "created_at": format!("{}T08:00:00Z", before(today, start)) }));
            start = end;
        }
    }
}
