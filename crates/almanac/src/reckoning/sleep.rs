//! Sleep debt.

use schemars::JsonSchema;
use serde::Serialize;

use super::round::{decimals, mean};

/// Hours that nobody owes anything for.
pub(crate) const BASELINE_HOURS: f64 = 8.0;
/// Nights that are looked at unless said otherwise, last night included.
pub(crate) const NIGHTS: i64 = 7;

/// What is missing of enough sleep.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Debt {
    /// Hours short of the baseline, night by night; longer nights pay nothing back.
    pub(crate) debt_hours: f64,
    /// Mean of the logged nights.
    pub(crate) avg_hours: Option<f64>,
    /// Nights with a log.
    pub(crate) nights_logged: i64,
    /// Hours a night that would be enough.
    pub(crate) baseline_hours: f64,
    /// Nights looked at.
    pub(crate) window_days: i64,
}

/// The debt over the logged nights of a window.
pub(crate) fn debt(hours: &[f64], window_days: i64) -> Debt {
    let missing: f64 = hours.iter().map(|hours| (BASELINE_HOURS - hours).max(0.0)).sum();
    Debt {
        debt_hours: decimals(missing, 2),
        avg_hours: mean(hours.iter().copied()).map(|mean| decimals(mean, 2)),
        nights_logged: i64::try_from(hours.len()).unwrap_or(i64::MAX),
        baseline_hours: BASELINE_HOURS,
        window_days,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_night_pays_nothing_back() {
        let debt = debt(&[6.5, 10.0, 7.75], 7);
        assert_eq!((debt.debt_hours, debt.avg_hours, debt.nights_logged), (1.75, Some(8.08), 3));
    }

    #[test]
    fn without_nights_nothing_is_owed_and_no_mean_is_made_up() {
        let debt = debt(&[], 7);
        assert_eq!((debt.debt_hours, debt.avg_hours), (0.0, None));
    }
}
