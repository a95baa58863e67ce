//! A made-up person for demonstrations: 120 days of meals, weigh-ins, sleep, steps and training.
//!
//! Everything follows from the instant it is made up at and a fixed seed, and is logged the way a person's assistant logs
//! it, through the services of the areas.

mod body;
mod chance;
mod food;
mod story;
mod training;

use belay_core::{Ctx, Error};
use belay_store::{CtxStore, Tx};
use jiff::civil::date;

use crate::accomplishments::touched;
use crate::day::after;
use crate::phases::model::{Intent, Phase};
use crate::profile::model::{ActivityLevel, Profile, Sex};
use crate::reckoning::phase::{PhaseType, day_before};
use crate::untracked::model::{Period, Reason};
use crate::wire::{At, On};
use crate::{energy, exercises, phases, profile, untracked};
use chance::Chance;
use story::Story;

/// kcal that the cut takes off what the person spends.
const DEFICIT: i64 = -450;

/// Fills the tenant of the call with the person's journal, in the call's transaction.
///
/// # Errors
/// A fault when the database fails.
pub(crate) async fn fill(cx: Ctx) -> Result<(), Error> {
    let exercises = make_up(&cx).await?;
    touched::all(&cx, exercises.into_iter()).await
}

/// Logs everything, and gives the exercises that are there then.
async fn make_up(cx: &Ctx) -> Result<Vec<i64>, Error> {
    let mut tx = cx.tx().await?;
    let person = person();
    profile::service::save(cx, &mut tx, &person).await?;
    let (story, chance) = (Story::up_to(person.days(), cx.now()), Chance::new());
    body::weigh(cx, &mut tx, &story, &chance).await?;
    body::sleep(cx, &mut tx, &story, &chance).await?;
    body::walk(cx, &mut tx, &story, &chance).await?;
    body::run(cx, &mut tx, &story, &chance).await?;
    food::eat(cx, &mut tx, &story, &chance).await?;
    food::drink(cx, &mut tx, &story, &chance).await?;
    training::train(cx, &mut tx, &story, &chance).await?;
    rest(cx, &mut tx, &story).await?;
    cut(cx, &mut tx, &story).await?;
    Ok(exercises::service::list(cx, &mut tx).await?.into_iter().map(|one| one.id).collect())
}

fn person() -> Profile {
    Profile {
        dob: Some(date(1988, 5, 17)),
        height_cm: Some(181.0),
        sex: Some(Sex::Male),
        timezone: "Europe/Berlin".to_owned(),
        activity_level: Some(ActivityLevel::Light),
        about_me: Some(
            "Desk job, lifts three times a week, likes to run on Sundays. No shellfish.".to_owned(),
        ),
        ..Profile::new("Demo".to_owned())
    }
}

async fn rest(cx: &Ctx, tx: &mut Tx, story: &Story) -> Result<(), Error> {
    let (first, last) = story.holiday();
    let period = Period {
        id: 0,
        started_on: On(first),
        ended_on: On(last),
        reason: Reason::Vacation,
        notes: Some("A few days by the sea".to_owned()),
        created_at: At(cx.now()),
    };
    untracked::service::create(cx, tx, period).await?;
    Ok(())
}

/// The phase, with the daily energy as it was known on its first morning.
async fn cut(cx: &Ctx, tx: &mut Tx, story: &Story) -> Result<(), Error> {
    let started_on = story.cut();
    let record = energy::service::record(cx, tx, (started_on, started_on)).await?;
    let tdee = record.tdee(day_before(started_on), started_on, None);
    let phase = Phase {
        id: 0,
        name: "Steady cut".to_owned(),
        intent: Intent::Cut,
        phase_type: PhaseType::Cut,
        tdee_at_phase_start: tdee.kcal,
        tdee_source: tdee.source,
        deficit_kcal: DEFICIT,
        daily_kcal_target: tdee.kcal + DEFICIT,
        base_protein_g: 160,
        base_carb_g: 220,
        base_fat_g: 72,
        started_on: On(started_on),
        planned_end_on: Some(On(after(started_on, 112))),
        ended_on: None,
        notes: None,
        created_at: At(cx.now()),
    };
    phases::service::start(cx, tx, phase).await?;
    Ok(())
}
