//! So many meals, weigh-ins and workouts, and so many kilograms moved.

use belay_core::Error;
use jiff::civil::Date;
use serde_json::{Map, json};

use super::super::model::{Code, Reached};
use super::super::store::{self, Counted};
use super::Finder;
use crate::numbering;
use crate::reckoning::round::{decimals, real};

pub(super) const MEALS: Count =
    Count { code: Code::MealTotal, of: Counted::Meals, tiers: &[100, 500, 1000, 2500] };
pub(super) const WEIGH_INS: Count =
    Count { code: Code::WeighInTotal, of: Counted::WeighIns, tiers: &[50, 100, 250, 500] };
pub(super) const WORKOUTS: Count =
    Count { code: Code::WorkoutTotal, of: Counted::Workouts, tiers: &[50, 100, 250, 500, 1000] };

/// Kilograms that are noticed.
const VOLUMES: [i64; 5] = [100_000, 250_000, 500_000, 1_000_000, 5_000_000];

/// A number of rows that is noticed.
pub(super) struct Count {
    code: Code,
    of: Counted,
    tiers: &'static [i64],
}

impl Count {
    /// Takes back the tiers from a day on that there are too few rows for, and adds those that are reached. Rows are
    /// counted only where the last identifier allows a new tier at all.
    pub(super) async fn look(&self, finder: &mut Finder<'_>, day: Date) -> Result<(), Error> {
        let tenant = finder.cx.tenant();
        let mut left = Vec::new();
        for earned in finder.kept(self.code).await? {
            let on = earned.reached.earned_on;
            if on >= day && real(store::count(finder.tx, tenant, self.of, on).await?) < earned.reached.value {
                finder.take_back(&earned).await?;
            } else {
                left.push(earned.reached.key);
            }
        }
        let missing = || self.tiers.iter().filter(|tier| !left.contains(&tier.to_string()));
        let last = numbering::service::last(finder.cx, finder.tx, self.of.entity()).await?;
        if !missing().any(|tier| *tier <= last) {
            return Ok(());
        }
        let total = store::count(finder.tx, tenant, self.of, Date::MAX).await?;
        for tier in missing().filter(|tier| **tier <= total) {
            if let Some(on) = store::day_of(finder.tx, tenant, self.of, *tier).await? {
                finder.add(&tiered(self.code, on, *tier, ("total", json!(total)))).await?;
            }
        }
        Ok(())
    }
}

/// Makes the tiers of moved kilograms those of the present history.
pub(super) async fn volume(finder: &mut Finder<'_>) -> Result<(), Error> {
    let volumes = store::volumes(finder.tx, finder.cx.tenant()).await?;
    let found = crossed(&volumes);
    let kept = finder.kept(Code::VolumeTotal).await?;
    finder.replace(&kept, &found).await
}

/// The tiers that days of moved kilograms reach, each on the day on which it is crossed.
fn crossed(volumes: &[(Date, f64)]) -> Vec<Reached> {
    let mut sum = 0.0;
    let mut found = Vec::new();
    for (on, kg) in volumes {
        let before = sum;
        sum += kg;
        for tier in VOLUMES.iter().filter(|tier| before < real(**tier) && real(**tier) <= sum) {
            found.push(tiered(Code::VolumeTotal, *on, *tier, ("total_kg", json!(decimals(sum, 1)))));
        }
    }
    found
}

fn tiered(code: Code, earned_on: Date, tier: i64, detail: (&str, serde_json::Value)) -> Reached {
    let details = Map::from_iter([(detail.0.to_owned(), detail.1)]);
    Reached { code, earned_on, value: real(tier), key: tier.to_string(), details }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn moved_kilograms_are_noticed_on_the_day_that_crosses_a_tier() {
        let (one, two) = (date(2026, 3, 1), date(2026, 3, 2));
        let found = crossed(&[(one, 99_999.0), (two, 200_001.0)]);
        let told: Vec<_> = found.iter().map(|new| (new.earned_on, new.value)).collect();
        assert_eq!(told, [(two, 100_000.0), (two, 250_000.0)]);
    }
}
