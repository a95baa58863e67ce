//! Rounding: halves go up, towards positive infinity, as people who check a figure by hand expect.

/// The nearest whole number; a half goes up.
#[expect(
    clippy::cast_possible_truncation,
    reason = "every figure here is far below 2^63, and a cast saturates"
)]
pub(crate) fn whole(value: f64) -> i64 {
    (value + 0.5).floor() as i64
}

/// A value to so many decimals.
pub(crate) fn decimals(value: f64, places: i32) -> f64 {
    let scale = 10_f64.powi(places);
    (value * scale + 0.5).floor() / scale
}

/// A count or a sum of whole kcal as a number to reckon with.
#[expect(clippy::cast_precision_loss, reason = "counts and kcal stay far below 2^53")]
pub(crate) fn real(value: i64) -> f64 {
    value as f64
}

/// How many there are, as a number to reckon with.
#[expect(clippy::cast_precision_loss, reason = "lists are far shorter than 2^53")]
pub(crate) fn count(length: usize) -> f64 {
    length as f64
}

/// The mean of some values; none of none.
pub(crate) fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, number) = values.into_iter().fold((0.0, 0_usize), |(sum, n), value| (sum + value, n + 1));
    (number > 0).then(|| sum / count(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_go_up_also_below_zero() {
        assert_eq!([whole(2.5), whole(-2.5), whole(-2.6), whole(0.49)], [3, -2, -3, 0]);
        assert_eq!([decimals(1.005, 1), decimals(-0.25, 1)], [1.0, -0.2]);
    }

    #[test]
    fn the_mean_of_nothing_is_nothing() {
        assert_eq!((mean([]), mean([1.0, 2.0])), (None, Some(1.5)));
    }
}
