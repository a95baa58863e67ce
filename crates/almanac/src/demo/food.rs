//! What the person eats and drinks.

use belay_core::{Ctx, Error};
use belay_store::Tx;
use jiff::civil::{Date, Weekday};

use super::chance::Chance;
use super::story::Story;
use crate::meals::model::{Food, NewMeal};
use crate::reckoning::round::{decimals, real, whole};
use crate::stored_meals::model::StoredMeal;
use crate::wire::{At, On};
use crate::{alcohol, meals, stored_meals};

/// A dish: its name and its grams of protein, carbohydrate and fat.
type Dish = (&'static str, [f64; 3]);

const BREAKFASTS: &[Dish] = &[
    ("Porridge with berries", [16.0, 62.0, 12.0]),
    ("Scrambled eggs on toast", [28.0, 34.0, 22.0]),
    ("Skyr with granola", [30.0, 45.0, 10.0]),
];
const LUNCHES: &[Dish] = &[
    ("Chicken and rice bowl", [46.0, 70.0, 19.0]),
    ("Lentil soup with bread", [27.0, 78.0, 15.0]),
    ("Tuna wrap", [38.0, 50.0, 19.0]),
    ("Pasta with tomato and mozzarella", [30.0, 92.0, 21.0]),
];
const DINNERS: &[Dish] = &[
    ("Salmon, potatoes and greens", [44.0, 52.0, 33.0]),
    ("Turkey chilli", [48.0, 58.0, 21.0]),
    ("Tofu stir-fry with noodles", [34.0, 74.0, 24.0]),
    ("Steak with sweet potato", [50.0, 54.0, 33.0]),
];
const SNACKS: &[Dish] = &[
    ("Protein shake", [30.0, 8.0, 3.0]),
    ("Apple and almonds", [6.0, 24.0, 11.0]),
    ("Banana", [1.0, 27.0, 0.4]),
    ("Dark chocolate", [3.0, 13.0, 12.0]),
];

/// Slots of a day: the earliest and latest minute, what is eaten, and how often.
const SLOTS: &[(i64, i64, &[Dish], i64)] = &[
    (430, 510, BREAKFASTS, 100),
    (735, 795, LUNCHES, 100),
    (930, 990, SNACKS, 75),
    (1110, 1215, DINNERS, 100),
    (1270, 1300, SNACKS, 40),
];

/// kcal that the person eats a day before the cut and in it.
const USUAL_KCAL: i64 = 2_650;
const CUT_KCAL: i64 = 2_180;

/// Dishes of the person's library.
const LIBRARY: &[(&[Dish], &str)] = &[(BREAKFASTS, "Weekday breakfasts"), (SNACKS, "One portion")];

fn food(grams: [f64; 3], portion: f64) -> Food {
    let [protein_g, carb_g, fat_g] = grams.map(|grams| decimals(grams * portion, 1));
    let kcal = whole(4.0 * (protein_g + carb_g) + 9.0 * fat_g);
    Food { kcal, protein_g, carb_g, fat_g }
}

/// The meals of a day, those still ahead left out.
fn of_day(story: &Story, chance: &Chance, day: Date) -> Vec<NewMeal> {
    let mut eaten = Vec::new();
    for (earliest, latest, dishes, often) in SLOTS {
        let (minute, happens) = (chance.between(*earliest, *latest), chance.percent(*often));
        if let Some(dish) = chance.pick(dishes).filter(|_| happens) {
            eaten.push((minute, *dish));
        }
    }
    let aim = if story.cutting(day) > 0 { CUT_KCAL } else { USUAL_KCAL } + chance.between(-180, 220);
    let plain: i64 = eaten.iter().map(|(_, (_, grams))| food(*grams, 1.0).kcal).sum();
    let portion = (real(aim) / real(plain.max(1))).clamp(0.7, 1.6);
    let meal = |(minute, (name, grams)): (i64, Dish)| {
        let eaten_at = story.at(day, minute)?;
        Some(NewMeal { eaten_at, name: Some(name.to_owned()), food: food(grams, portion), notes: None })
    };
    eaten.into_iter().filter_map(meal).collect()
}

/// Logs every meal of the story, and keeps the dishes that the person eats often.
pub(super) async fn eat(cx: &Ctx, tx: &mut Tx, story: &Story, chance: &Chance) -> Result<(), Error> {
    for (dishes, description) in LIBRARY {
        for (name, grams) in *dishes {
            let Food { kcal, protein_g, carb_g, fat_g } = food(*grams, 1.0);
            let (name, description) = ((*name).to_owned(), Some((*description).to_owned()));
            let created_at = At(cx.now());
            let meal = StoredMeal { id: 0, name, kcal, protein_g, carb_g, fat_g, description, created_at };
            stored_meals::service::define(cx, tx, meal).await?;
        }
    }
    for day in story.each() {
        let eaten = of_day(story, chance, day);
        for meal in eaten.into_iter().filter(|_| story.is_logged(day)) {
            meals::service::log(cx, tx, meal).await?;
        }
    }
    Ok(())
}

/// Logs the evenings with drinks.
pub(super) async fn drink(cx: &Ctx, tx: &mut Tx, story: &Story, chance: &Chance) -> Result<(), Error> {
    for day in story.each().filter(|day| !story.is_holiday(*day)) {
        let weekend = matches!(day.weekday(), Weekday::Friday | Weekday::Saturday);
        let (happens, halves) = (chance.percent(if weekend { 55 } else { 6 }), chance.between(2, 7));
        let (begins, lasts) = (chance.between(1_170, 1_260), chance.between(60, 150));
        let Some(started_at) = story.at(day, begins).filter(|_| happens) else { continue };
        let session = alcohol::model::Session {
            id: 0,
            day: On(day),
            started_at: At(started_at),
            ended_at: story.at(day, (begins + lasts).min(1_439)).map(At),
            drinks_count: real(halves) / 2.0,
            est_kcal: halves * 65,
            notes: Some(if halves > 4 { "With friends" } else { "A glass of wine" }.to_owned()),
            created_at: At(cx.now()),
        };
        alcohol::service::log(cx, tx, session).await?;
    }
    Ok(())
}
