//! Amounts and their units.

use serde::{Deserialize, Serialize};

/// A value for men and another for women.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BySex<T> {
    /// For men.
    pub male: T,
    /// For women.
    pub female: T,
}

/// One number, a range, or a number for each sex. The unit stands beside it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Amount {
    /// The same for everybody.
    One {
        /// The number.
        value: f64,
    },
    /// Anything between two numbers.
    Range {
        /// The least.
        min: f64,
        /// The most.
        max: f64,
    },
    /// Different for men and women.
    #[serde(rename_all = "camelCase")]
    BySex {
        /// Both numbers.
        by_sex: BySex<f64>,
    },
}

impl Amount {
    /// The same number for everybody.
    #[must_use]
    pub const fn one(value: f64) -> Self {
        Self::One { value }
    }

    /// A number for men and one for women.
    #[must_use]
    pub const fn by_sex(male: f64, female: f64) -> Self {
        Self::BySex { by_sex: BySex { male, female } }
    }

    /// The largest number in it.
    #[must_use]
    pub fn largest(&self) -> f64 {
        match *self {
            Self::One { value } => value,
            Self::Range { min, max } => min.max(max),
            Self::BySex { by_sex } => by_sex.male.max(by_sex.female),
        }
    }

    /// The smallest number in it.
    #[must_use]
    pub fn smallest(&self) -> f64 {
        match *self {
            Self::One { value } => value,
            Self::Range { min, max } => min.min(max),
            Self::BySex { by_sex } => by_sex.male.min(by_sex.female),
        }
    }

    /// Every number changed alike.
    #[must_use]
    pub fn map(self, change: impl Fn(f64) -> f64) -> Self {
        match self {
            Self::One { value } => Self::one(change(value)),
            Self::Range { min, max } => Self::Range { min: change(min), max: change(max) },
            Self::BySex { by_sex } => Self::by_sex(change(by_sex.male), change(by_sex.female)),
        }
    }
}

/// A unit of weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeightUnit {
    /// Kilograms.
    Kg,
    /// Pounds.
    Lb,
    /// Russian pood, 16 kg by custom of the field.
    Pood,
}

impl WeightUnit {
    /// Kilograms in one of it.
    #[must_use]
    pub const fn kilograms(self) -> f64 {
        match self {
            Self::Kg => 1.0,
            Self::Lb => 0.453_592_37,
            Self::Pood => 16.0,
        }
    }

    /// As written behind a number.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Kg => "kg",
            Self::Lb => "lb",
            Self::Pood => "pood",
        }
    }
}

/// A unit of height or length of an implement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HeightUnit {
    /// Inches.
    In,
    /// Centimetres.
    Cm,
    /// Feet.
    Ft,
    /// Metres.
    M,
}

impl HeightUnit {
    /// Metres in one of it.
    #[must_use]
    pub const fn metres(self) -> f64 {
        match self {
            Self::In => 0.0254,
            Self::Cm => 0.01,
            Self::Ft => 0.3048,
            Self::M => 1.0,
        }
    }

    /// As written behind a number.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::In => "in",
            Self::Cm => "cm",
            Self::Ft => "ft",
            Self::M => "m",
        }
    }
}

/// A unit of distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DistanceUnit {
    /// Metres.
    M,
    /// Kilometres.
    Km,
    /// Miles.
    Mi,
    /// Feet.
    Ft,
    /// Yards.
    Yd,
}

impl DistanceUnit {
    /// Metres in one of it.
    #[must_use]
    pub const fn metres(self) -> f64 {
        match self {
            Self::M => 1.0,
            Self::Km => 1000.0,
            Self::Mi => 1609.344,
            Self::Ft => 0.3048,
            Self::Yd => 0.9144,
        }
    }

    /// As written behind a number.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::M => "m",
            Self::Km => "km",
            Self::Mi => "mi",
            Self::Ft => "ft",
            Self::Yd => "yd",
        }
    }
}

/// What is counted where it is not repetitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counted {
    /// Calories on a machine.
    Calories,
    /// Metres.
    M,
    /// Kilometres.
    Km,
    /// Miles.
    Mi,
    /// Feet.
    Ft,
    /// Yards.
    Yd,
    /// Seconds.
    Seconds,
}

impl From<DistanceUnit> for Counted {
    fn from(unit: DistanceUnit) -> Self {
        match unit {
            DistanceUnit::M => Self::M,
            DistanceUnit::Km => Self::Km,
            DistanceUnit::Mi => Self::Mi,
            DistanceUnit::Ft => Self::Ft,
            DistanceUnit::Yd => Self::Yd,
        }
    }
}
