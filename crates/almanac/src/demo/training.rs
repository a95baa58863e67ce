//! The person's program and their workouts, three a week, each a little heavier than the last of its kind.

use std::collections::HashMap;

use belay_core::{Ctx, Error};
use belay_store::Tx;
use jiff::civil::Date;

use super::chance::Chance;
use super::story::Story;
use crate::programs::model::Preset;
use crate::reckoning::round::{decimals, real};
use crate::templates::model::Template;
use crate::wire::{At, On};
use crate::workouts::model::{NewInstance, NewSet, Workout};
use crate::{exercises, programs, workouts};

/// What the person lifts at the beginning, and how much a good session adds, both in kg.
const LIFTS: &[(&str, f64, f64)] = &[
    ("Barbell bench press", 62.5, 1.25),
    ("Barbell row", 57.5, 1.25),
    ("Overhead press", 40.0, 0.5),
    ("Lat pulldown", 50.0, 1.0),
    ("Biceps curl", 12.5, 0.25),
    ("Triceps pushdown", 22.5, 0.5),
    ("Back squat", 80.0, 2.5),
    ("Romanian deadlift", 75.0, 2.5),
    ("Leg press", 120.0, 2.5),
    ("Leg curl", 35.0, 0.5),
    ("Calf raise", 60.0, 1.0),
];

/// Sets the program up and logs the workouts.
pub(super) async fn train(cx: &Ctx, tx: &mut Tx, story: &Story, chance: &Chance) -> Result<(), Error> {
    let templates = programs::service::apply(cx, tx, Preset::UpperLower).await?;
    let known = exercises::service::list(cx, tx).await?;
    let name = |id: i64| known.iter().find(|one| one.id == id).map_or("", |one| one.name.as_str());
    let mut done: HashMap<i64, i64> = HashMap::new();
    let days: Vec<Date> = story.each().filter(|day| story.trains(*day)).collect();
    for (turn, day) in days.into_iter().enumerate() {
        let (begins, lasts, tired) =
            (chance.between(1_050, 1_100), chance.between(48, 68), chance.percent(12));
        let (Some(template), Some(started_at)) =
            (turn.checked_rem(templates.len()).and_then(|at| templates.get(at)), story.at(day, begins))
        else {
            continue;
        };
        let mut lifted = Vec::new();
        for item in &template.items {
            let times = done.entry(item.exercise_id).or_default();
            *times += i64::from(!tired);
            let weight_kg = load(name(item.exercise_id), *times);
            let reps = item.default_reps.unwrap_or(8);
            let sets = (0..item.default_sets).map(|set| NewSet {
                reps: reps - i64::from(tired && set > 0) + i64::from(set == 0 && chance.percent(20)),
                weight_kg: Some(weight_kg),
                notes: None,
            });
            lifted.push(NewInstance {
                exercise_id: item.exercise_id,
                display_order: item.display_order,
                planned_sets: item.default_sets,
                notes: None,
                skipped: false,
                sets: sets.collect(),
            });
        }
        skip_last(&mut lifted, tired && turn % 2 == 0);
        let workout = session(cx, template, (day, At(started_at)), (lasts, tired));
        workouts::service::log(cx, tx, workout, lifted).await?;
    }
    Ok(())
}

/// Leaves the last exercise out, as one does on a bad day.
fn skip_last(lifted: &mut [NewInstance], skips: bool) {
    if let Some(last) = lifted.last_mut().filter(|_| skips) {
        last.skipped = true;
        last.sets.clear();
    }
}

fn session(
    cx: &Ctx,
    template: &Template,
    (day, started_at): (Date, At),
    (lasts, tired): (i64, bool),
) -> Workout {
    Workout {
        id: 0,
        day: On(day),
        template_id: Some(template.id),
        started_at,
        duration_min: Some(lasts),
        rpe: if tired { 9.0 } else { 7.5 },
        est_kcal: Some(lasts * 6),
        notes: tired.then(|| "Slept badly".to_owned()),
        created_at: At(cx.now()),
    }
}

/// What is lifted after so many good sessions, in steps that plates allow.
fn load(exercise: &str, times: i64) -> f64 {
    let known = LIFTS.iter().find(|(name, ..)| *name == exercise);
    let (start, step) = known.map_or((20.0, 0.5), |(_, start, step)| (*start, *step));
    // Beginners add weight each time; after ten sessions every third one does.
    let grown = times.min(10) + (times - 10).max(0) / 3;
    decimals(((start + step * real(grown)) / 1.25).round() * 1.25, 2)
}
