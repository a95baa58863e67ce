//! Medians, quartiles and percentiles.

use std::fmt;

/// The value below which so many of a hundred sorted values lie (nearest rank); 0 for none.
pub(crate) fn percentile(sorted: &[f64], percent: usize) -> f64 {
    let rank = (sorted.len() * percent).div_ceil(100);
    rank.checked_sub(1).and_then(|index| sorted.get(index)).copied().unwrap_or(0.0)
}

/// The middle of some rounds, and where the middle half of them lies.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Middle {
    pub(crate) median: f64,
    lower: f64,
    upper: f64,
}

impl Middle {
    pub(crate) fn of(values: impl Iterator<Item = f64>) -> Self {
        let mut sorted: Vec<f64> = values.collect();
        sorted.sort_by(f64::total_cmp);
        Self {
            median: percentile(&sorted, 50),
            lower: percentile(&sorted, 25),
            upper: percentile(&sorted, 75),
        }
    }
}

impl fmt::Display for Middle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(0);
        write!(f, "{:.digits$} ({:.digits$}–{:.digits$})", self.median, self.lower, self.upper)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_taken_by_rank() {
        let middle = Middle::of([5.0, 1.0, 4.0, 2.0, 3.0].into_iter());
        assert_eq!(format!("{middle:.1}"), "3.0 (2.0–4.0)");
        assert_eq!(percentile(&[1.0, 2.0], 99), 2.0);
        assert_eq!(percentile(&[], 50), 0.0);
    }
}
