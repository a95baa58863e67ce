//! The smoothed weight: what is left once water and meals are taken out.

/// How many weigh-ins it takes until half of a change shows.
const HALF_LIFE: f64 = 10.0;

/// The share of the newest weigh-in in the trend.
pub(crate) fn alpha() -> f64 {
    1.0 - 0.5_f64.powf(1.0 / HALF_LIFE)
}

/// The trend after a weigh-in, from the trend before it. The first weigh-in is its own trend. Days without one change
/// nothing.
pub(crate) fn next(before: Option<f64>, weight_kg: f64) -> f64 {
    before.map_or(weight_kg, |before| alpha() * weight_kg + (1.0 - alpha()) * before)
}

/// The slope of points by least squares, in kg a day; none where they do not spread over time.
pub(crate) fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let number = super::round::count(points.len());
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0, y + point.1));
    let (x, y) = (x / number, y / number);
    let spread: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    let joint: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    (points.len() > 1 && spread > 0.0).then(|| joint / spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trend_follows_by_a_half_life_of_ten_weigh_ins() {
        assert!((alpha() - 0.066_967_008_46).abs() < 1e-11);
        let mut trend = None;
        let series: Vec<f64> = [80.0, 79.6, 79.2]
            .into_iter()
            .map(|raw| {
                let now = next(trend, raw);
                trend = Some(now);
                (now * 1e6).round() / 1e6
            })
            .collect();
        assert_eq!(series, [80.0, 79.973_213, 79.921_433]);
    }

    #[test]
    fn the_slope_of_an_even_loss_is_that_loss() {
        let points: Vec<(f64, f64)> =
            (0..28).map(|day| (f64::from(day), 80.0 - 0.05 * f64::from(day))).collect();
        assert!((slope(&points).unwrap() + 0.05).abs() < 1e-12);
        assert_eq!(slope(&[(1.0, 80.0)]), None);
        assert_eq!(slope(&[(1.0, 80.0), (1.0, 81.0)]), None);
        assert_eq!(slope(&[]), None);
    }
}
