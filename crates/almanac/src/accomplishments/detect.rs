//! Looking for accomplishments after a write: those from the touched day on that no longer hold are taken back, and what
//! holds now is added.

mod counts;
mod lifts;
mod nights;
mod phases;
mod streaks;
mod weight;

use std::collections::BTreeSet;

use belay_core::{Ctx, Error};
use belay_store::{CtxStore, Tx};
use jiff::civil::Date;

use super::model::{Code, Earned, Reached};
use super::store;
use super::touched::Area;
use crate::{numbering, profile};

/// Looks for accomplishments after a call that touched some areas.
pub(crate) async fn after(cx: &Ctx, touched: &BTreeSet<Area>) -> Result<(), Error> {
    let mut tx = cx.tx().await?;
    let days = profile::service::load(cx, &mut tx).await?.days();
    let (today, calendar) = (days.of(cx.now()), days.calendar(cx.now()));
    let mut finder = Finder { cx, tx: &mut tx, today, calendar };
    let first = |of: fn(&Area) -> Option<Date>| touched.iter().filter_map(of).min();
    let food = first(|area| if let Area::Food(day) | Area::Phase(day) = area { Some(*day) } else { None });
    let weight = first(|area| if let Area::Weight(day) = area { Some(*day) } else { None });
    let sleep = first(|area| if let Area::Sleep(day) = area { Some(*day) } else { None });
    let training = first(|area| if let Area::Training(day) = area { Some(*day) } else { None });
    let phase = touched.iter().any(|area| matches!(area, Area::Phase(_)));
    if let Some(day) = food {
        streaks::ADHERENCE.look(&mut finder, day).await?;
        counts::MEALS.look(&mut finder, day).await?;
    }
    if let Some(day) = weight {
        streaks::WEIGH_INS.look(&mut finder, day).await?;
        counts::WEIGH_INS.look(&mut finder, day).await?;
    }
    if let Some(day) = food.into_iter().chain(weight).min() {
        weight::measured(&mut finder, day).await?;
    }
    if weight.is_some() || phase {
        weight::milestones(&mut finder).await?;
        phases::complete(&mut finder).await?;
    }
    phases::halfway(&mut finder).await?;
    if let Some(day) = sleep {
        nights::recovered(&mut finder, day).await?;
    }
    if let Some(day) = training {
        streaks::TRAINING.look(&mut finder, day).await?;
        counts::WORKOUTS.look(&mut finder, day).await?;
        counts::volume(&mut finder).await?;
    }
    for area in touched {
        if let Area::Lift(exercise) = area {
            lifts::records(&mut finder, *exercise).await?;
        }
    }
    Ok(())
}

/// What a detector works with.
struct Finder<'a> {
    cx: &'a Ctx,
    tx: &'a mut Tx,
    /// The person's day.
    today: Date,
    /// The date on the wall calendar, by which weigh-ins are dated.
    calendar: Date,
}

impl Finder<'_> {
    /// Those of a kind, the oldest first.
    async fn kept(&mut self, code: Code) -> Result<Vec<Earned>, Error> {
        Ok(store::of(self.tx, self.cx.tenant(), code).await?)
    }

    async fn add(&mut self, reached: &Reached) -> Result<(), Error> {
        let id = numbering::service::next(self.cx, self.tx, "accomplishment").await?;
        Ok(store::add(self.cx, self.tx, id, reached).await?)
    }

    async fn take_back(&mut self, earned: &Earned) -> Result<(), Error> {
        Ok(store::remove(self.tx, self.cx.tenant(), earned.id).await?)
    }

    /// Makes what is kept what is found, where all that can be found is: the rest is taken back. What is the same thing
    /// of the same day stays as it is.
    async fn replace(&mut self, kept: &[Earned], found: &[Reached]) -> Result<(), Error> {
        let same = |one: &Reached, other: &Reached| one.key == other.key && one.earned_on == other.earned_on;
        for earned in kept.iter().filter(|earned| !found.iter().any(|new| same(new, &earned.reached))) {
            self.take_back(earned).await?;
        }
        for new in found.iter().filter(|new| !kept.iter().any(|earned| same(new, &earned.reached))) {
            self.add(new).await?;
        }
        Ok(())
    }
}
