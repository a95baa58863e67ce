//! Strength: what a set says of the most one could lift, and how much was lifted.

use super::round::real;

/// Repetitions up to which a set says something of a single one.
const MOST_REPS: i64 = 12;

/// The most one could lift once, by Epley, from a set of one to twelve repetitions with weight.
pub(crate) fn one_rep_max(weight_kg: f64, reps: i64) -> Option<f64> {
    let tells = weight_kg > 0.0 && (1..=MOST_REPS).contains(&reps);
    tells.then(|| weight_kg * (1.0 + real(reps) / 30.0))
}

/// As it is kept: down to half a kilogram.
pub(crate) fn to_half_kg(kg: f64) -> f64 {
    (kg * 2.0).floor() / 2.0
}

/// As it is told: down to five units.
pub(crate) fn to_five(units: f64) -> f64 {
    (units / 5.0).floor() * 5.0
}

/// Kilograms moved in a set.
pub(crate) fn volume(reps: i64, weight_kg: f64) -> f64 {
    real(reps) * weight_kg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_tells_the_most_that_could_be_lifted_once() {
        let kg = one_rep_max(100.0, 5).unwrap();
        assert!((kg - 116.666_666_7).abs() < 1e-6);
        assert_eq!((to_half_kg(kg), to_five(to_half_kg(kg))), (116.5, 115.0));
    }

    #[test]
    fn long_sets_and_sets_without_weight_tell_nothing_of_it() {
        assert_eq!([one_rep_max(60.0, 13), one_rep_max(60.0, 0), one_rep_max(0.0, 5)], [None; 3]);
        assert_eq!(volume(8, 60.0), 480.0);
    }
}
