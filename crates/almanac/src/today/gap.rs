//! Days in a row without a log and without a reason.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use crate::day::after;
use crate::wire::On;

/// How far back a gap is looked for, and how long it must be to be told.
pub(crate) const BACK: i64 = 60;
const LEAST: i64 = 4;

/// Days in a row without a log and without a reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Gap {
    /// First day.
    pub(crate) from: On,
    /// Last day.
    pub(crate) to: On,
    /// How many.
    pub(crate) days: i64,
}

/// The gap that ends today, or yesterday where something was logged today already. Days before the first log ever are
/// no gap.
pub(crate) fn find(today: Date, logged: &[Date], is_untracked: &dyn Fn(Date) -> bool) -> Option<Gap> {
    let first = logged.iter().min().copied()?;
    let there = |day: Date| logged.contains(&day) || is_untracked(day);
    let to = if there(today) { after(today, -1) } else { today };
    let mut from = to;
    let mut days = 0;
    while days < BACK && from > first && !there(from) {
        days += 1;
        from = after(from, -1);
    }
    (days >= LEAST).then(|| Gap { from: On(after(from, 1)), to: On(to), days })
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    const TODAY: Date = date(2026, 3, 15);

    fn found(logged: &[Date], away: &[Date]) -> Option<(Date, Date, i64)> {
        find(TODAY, logged, &|day| away.contains(&day)).map(|gap| (gap.from.0, gap.to.0, gap.days))
    }

    #[test]
    fn a_log_today_does_not_hide_the_gap_just_behind_it() {
        let old = date(2026, 3, 10);
        assert_eq!(found(&[old], &[]), Some((date(2026, 3, 11), TODAY, 5)));
        assert_eq!(found(&[old, TODAY], &[]), Some((date(2026, 3, 11), date(2026, 3, 14), 4)));
    }

    #[test]
    fn short_gaps_explained_days_and_an_empty_journal_are_none() {
        assert_eq!(found(&[date(2026, 3, 12)], &[]), None);
        assert_eq!(found(&[date(2026, 3, 10)], &[date(2026, 3, 13)]), None);
        assert_eq!(found(&[], &[]), None);
    }
}
