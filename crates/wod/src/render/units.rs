//! Weights in the other unit, as they can be loaded.

use crate::model::{Amount, Load, WeightUnit};

/// Sizes in which implements are made, pounds and kilograms that a gym takes for each other.
const SIZES: &[(f64, f64)] = &[
    (10.0, 4.0),
    (14.0, 6.0),
    (20.0, 9.0),
    (30.0, 14.0),
    (18.0, 8.0),
    (26.0, 12.0),
    (35.0, 16.0),
    (44.0, 20.0),
    (53.0, 24.0),
    (62.0, 28.0),
    (70.0, 32.0),
    (88.0, 40.0),
];
/// The same for dumbbells.
const DUMBBELLS: &[(f64, f64)] = &[
    (10.0, 5.0),
    (15.0, 7.5),
    (20.0, 10.0),
    (25.0, 12.5),
    (35.0, 15.0),
    (40.0, 17.5),
    (45.0, 20.0),
    (50.0, 22.5),
    (70.0, 32.5),
    (100.0, 45.0),
];

/// What goes on each end of a bar.
#[derive(Debug, Clone, PartialEq)]
pub struct Plates {
    /// The bar's own weight.
    pub bar: f64,
    /// Plates of one end, the heaviest first.
    pub each_end: Vec<f64>,
    /// What that makes in all.
    pub total: f64,
}

/// Loads a bar as near as plates allow, never above by more than half the smallest step. The bar is 20 kg or 45 lb, or the
/// lighter bar of 15 kg or 35 lb.
#[must_use]
pub fn plates(weight: f64, unit: WeightUnit, lighter_bar: bool) -> Plates {
    let (sizes, bar): (&[f64], f64) = match unit {
        WeightUnit::Lb => (&[45.0, 35.0, 25.0, 15.0, 10.0, 5.0, 2.5], if lighter_bar { 35.0 } else { 45.0 }),
        WeightUnit::Kg | WeightUnit::Pood => {
            (&[25.0, 20.0, 15.0, 10.0, 5.0, 2.5, 1.25], if lighter_bar { 15.0 } else { 20.0 })
        }
    };
    let smallest = sizes.last().copied().unwrap_or(1.25);
    let mut rest = ((weight.min(2000.0) - bar) / 2.0).max(0.0);
    rest = (rest / smallest).round() * smallest;
    let mut each_end = Vec::new();
    for size in sizes {
        while rest + 1e-9 >= *size && each_end.len() < 100 {
            each_end.push(*size);
            rest -= size;
        }
    }
    let total = bar + 2.0 * each_end.iter().sum::<f64>();
    Plates { bar, each_end, total }
}

/// A load in another unit: sizes that implements are made in for dumbbells, kettlebells and balls, else what a bar can carry.
#[must_use]
pub fn convert(load: &Load, to: WeightUnit, equipment: &[String]) -> Load {
    match load {
        Load::Absolute { amount, unit, implement_count } if *unit != to => {
            let amount = converted(*amount, *unit, to, equipment);
            Load::Absolute { amount, unit: to, implement_count: *implement_count }
        }
        Load::PerSet { sets } => {
            Load::PerSet { sets: sets.iter().map(|one| convert(one, to, equipment)).collect() }
        }
        other => other.clone(),
    }
}

fn converted(amount: Amount, from: WeightUnit, to: WeightUnit, equipment: &[String]) -> Amount {
    let has = |name: &str| equipment.iter().any(|one| one == name);
    let sizes = if has("dumbbell") {
        DUMBBELLS
    } else if has("kettlebell") || has("ball") {
        SIZES
    } else {
        &[]
    };
    amount.map(|value| {
        let made = sizes.iter().find_map(|(lb, kg)| match (from, to) {
            (WeightUnit::Lb, WeightUnit::Kg) if (lb - value).abs() < 0.1 => Some(*kg),
            (WeightUnit::Kg, WeightUnit::Lb) if (kg - value).abs() < 0.1 => Some(*lb),
            _ => None,
        });
        let plain = value * from.kilograms() / to.kilograms();
        let step = if to == WeightUnit::Lb { 5.0 } else { 2.5 };
        made.unwrap_or_else(|| {
            if to == WeightUnit::Pood {
                (plain * 4.0).round() / 4.0
            } else {
                ((plain / step).round() * step).max(step)
            }
        })
    })
}
