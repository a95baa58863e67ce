//! What the person weighs, how they sleep and how much they move.

use belay_core::{Ctx, Error};
use belay_store::Tx;
use jiff::civil::Weekday;

use super::chance::Chance;
use super::story::Story;
use crate::reckoning::round::{decimals, real};
use crate::sleep::model::Night;
use crate::steps::model::{Count, Source};
use crate::wire::{At, On};
use crate::{cardio, sleep, steps, weights};

/// The weight at the beginning in kg, and how much of it goes on each day of the cut.
const START_KG: f64 = 86.4;
const LOSS_KG: f64 = 0.058;

/// Weigh-ins of nearly every morning: flat at first, then falling, with what water does to them.
pub(super) async fn weigh(cx: &Ctx, tx: &mut Tx, story: &Story, chance: &Chance) -> Result<(), Error> {
    for day in story.each() {
        let (noise, forgets) = (chance.around(90), chance.percent(9));
        if forgets && story.number(day) > 0 || story.is_holiday(day) || story.at(day, 420).is_none() {
            continue;
        }
        let kg = START_KG - LOSS_KG * real(story.cutting(day)) + noise;
        weights::service::log(cx, tx, day, (decimals(kg, 1), None)).await?;
    }
    Ok(())
}

/// Nights, each under the day of waking.
pub(super) async fn sleep(cx: &Ctx, tx: &mut Tx, story: &Story, chance: &Chance) -> Result<(), Error> {
    for day in story.each() {
        let weekend = matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday);
        let minutes = chance.between(370, 470) + if weekend { 40 } else { 0 };
        let (rated, forgets) = (chance.percent(80), chance.percent(6));
        if forgets || story.is_holiday(day) || story.at(day, 400).is_none() {
            continue;
        }
        let night = Night {
            id: 0,
            slept_on: On(day),
            hours: decimals(real(minutes) / 60.0, 1),
            quality: rated.then(|| 2 + (minutes - 360) / 50),
            notes: None,
            created_at: At(cx.now()),
        };
        sleep::service::log(cx, tx, night).await?;
    }
    Ok(())
}

/// Steps of whole days; today's are not known yet.
pub(super) async fn walk(cx: &Ctx, tx: &mut Tx, story: &Story, chance: &Chance) -> Result<(), Error> {
    for day in story.each().filter(|day| *day < story.today) {
        let (counted, forgets) = (chance.between(5_600, 11_900), chance.percent(5));
        if forgets || story.is_holiday(day) {
            continue;
        }
        let count = Count {
            id: 0,
            on_date: On(day),
            steps: counted,
            est_kcal: None,
            source: Source::Manual,
            notes: None,
            created_at: At(cx.now()),
        };
        steps::service::log(cx, tx, count).await?;
    }
    Ok(())
}

/// A run at the weekend, and a ride in some weeks.
pub(super) async fn run(cx: &Ctx, tx: &mut Tx, story: &Story, chance: &Chance) -> Result<(), Error> {
    for day in story.each().filter(|day| !story.is_holiday(*day)) {
        let (modality, often, begins, metres_a_minute, kcal_a_minute) = match day.weekday() {
            Weekday::Sunday => ("run", 90, 570, 165, 11),
            Weekday::Thursday => ("bike", 45, 1_080, 370, 9),
            _ => continue,
        };
        let (minutes, hr, happens) =
            (chance.between(28, 52), chance.between(136, 149), chance.percent(often));
        let Some(started_at) = story.at(day, begins).filter(|_| happens) else { continue };
        let session = cardio::model::Session {
            id: 0,
            day: On(day),
            started_at: At(started_at),
            duration_min: Some(minutes),
            modality: Some(modality.to_owned()),
            avg_hr: Some(hr),
            distance_km: Some(decimals(real(minutes * metres_a_minute) / 1_000.0, 1)),
            steps: None,
            est_kcal: minutes * kcal_a_minute,
            notes: None,
            created_at: At(cx.now()),
        };
        cardio::service::log(cx, tx, session).await?;
    }
    Ok(())
}
