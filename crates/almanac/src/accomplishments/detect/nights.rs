//! Sleep that has recovered.

use belay_core::Error;
use jiff::civil::Date;
use serde_json::{Map, Value, json};

use super::super::model::{Code, Reached};
use super::Finder;
use crate::day::after;
use crate::reckoning::round::real;
use crate::reckoning::sleep::{BASELINE_HOURS, NIGHTS};
use crate::sleep;

/// Nights of enough sleep in a window that count as recovered.
const GOOD: usize = 4;

/// Takes back what no longer holds from a day on, and adds what today is the first day of.
pub(super) async fn recovered(finder: &mut Finder<'_>, day: Date) -> Result<(), Error> {
    let mut kept = finder.kept(Code::SleepRecovery).await?;
    kept.retain(|earned| earned.reached.earned_on >= day || earned.reached.earned_on == finder.today);
    let mut days: Vec<Date> = kept.iter().map(|earned| earned.reached.earned_on).collect();
    days.push(finder.today);
    days.sort_unstable();
    days.dedup();
    let mut found = Vec::new();
    for day in days {
        found.extend(enough(finder, day).await?);
        found.extend(paid_back(finder, day).await?);
    }
    finder.replace(&kept, &found).await
}

/// Enough good nights for the first time since they were too few.
async fn enough(finder: &mut Finder<'_>, day: Date) -> Result<Option<Reached>, Error> {
    let nights = sleep::service::list(finder.cx, finder.tx, (after(day, -NIGHTS), day), 2 * NIGHTS).await?;
    let good = |last: Date| {
        let within = |on: Date| on > after(last, -NIGHTS) && on <= last;
        nights.iter().filter(|night| within(night.slept_on.0) && night.hours >= BASELINE_HOURS).count()
    };
    let (now, before) = (good(day), good(after(day, -1)));
    Ok((now >= GOOD && before < GOOD).then(|| {
        let good = i64::try_from(now).unwrap_or(i64::MAX);
        let details = [
            ("good_nights", json!(good)),
            ("window_nights", json!(NIGHTS)),
            ("baseline_hours", json!(BASELINE_HOURS)),
        ];
        reached("density", day, real(good), &details)
    }))
}

/// Nothing owed any more, after something was.
async fn paid_back(finder: &mut Finder<'_>, day: Date) -> Result<Option<Reached>, Error> {
    let now = sleep::service::owed(finder.cx, finder.tx, day, NIGHTS).await?;
    let before = sleep::service::owed(finder.cx, finder.tx, after(day, -1), NIGHTS).await?;
    let paid = now.nights_logged > 0 && now.debt_hours <= 0.0 && before.debt_hours > 0.0;
    Ok(paid.then(|| {
        let details = [("avg_hours", json!(now.avg_hours)), ("nights_logged", json!(now.nights_logged))];
        reached("debt", day, 0.0, &details)
    }))
}

fn reached(kind: &str, earned_on: Date, value: f64, details: &[(&str, Value)]) -> Reached {
    let mut all = Map::from_iter([("kind".to_owned(), json!(kind))]);
    all.extend(details.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
    Reached { code: Code::SleepRecovery, earned_on, value, key: format!("{kind}:{earned_on}"), details: all }
}
