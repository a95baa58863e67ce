//! A person's profile.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::day::{DAY_START_HOUR, Days};
use crate::named::named;

/// What the formulas of energy know of sexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Sex {
    Male,
    Female,
}

/// How much a person moves on an ordinary day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ActivityLevel {
    Sedentary,
    Light,
    Moderate,
    Active,
    VeryActive,
}

/// The units in which a person reads summaries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Units {
    Metric,
    Imperial,
}

/// A kilogram in pounds.
const POUNDS: f64 = 2.204_622_62;

impl Units {
    /// A weight in the person's unit, to one decimal.
    pub(crate) fn weight(self, kg: f64) -> String {
        match self {
            Self::Metric => format!("{kg:.1} kg"),
            Self::Imperial => format!("{:.1} lb", self.kg(kg)),
        }
    }

    /// Kilograms as a figure in the person's unit.
    pub(crate) fn kg(self, kg: f64) -> f64 {
        match self {
            Self::Metric => kg,
            Self::Imperial => kg * POUNDS,
        }
    }

    /// The sign of the person's unit of weight.
    pub(crate) fn of_weight(self) -> &'static str {
        match self {
            Self::Metric => "kg",
            Self::Imperial => "lb",
        }
    }
}

named!(Sex { Male = "male", Female = "female" });
named!(ActivityLevel {
    Sedentary = "sedentary",
    Light = "light",
    Moderate = "moderate",
    Active = "active",
    VeryActive = "very_active",
});
named!(Units { Metric = "metric", Imperial = "imperial" });

/// A person's profile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Profile {
    pub(crate) name: String,
    #[serde(with = "born")]
    pub(crate) dob: Option<Date>,
    pub(crate) height_cm: Option<f64>,
    pub(crate) sex: Option<Sex>,
    pub(crate) preferred_unit_system: Units,
    /// A name of the IANA database.
    pub(crate) timezone: String,
    pub(crate) day_start_hour: i8,
    pub(crate) activity_level: Option<ActivityLevel>,
    pub(crate) about_me: Option<String>,
    pub(crate) llm_logging_enabled: bool,
}

impl Profile {
    /// The profile of somebody who has said nothing yet.
    pub(crate) fn new(name: String) -> Self {
        Self {
            name,
            dob: None,
            height_cm: None,
            sex: None,
            preferred_unit_system: Units::Metric,
            timezone: "UTC".to_owned(),
            day_start_hour: DAY_START_HOUR,
            activity_level: None,
            about_me: None,
            llm_logging_enabled: false,
        }
    }

    /// When their days begin. A zone that the database no longer has counts as UTC.
    pub(crate) fn days(&self) -> Days {
        Days::new(&self.timezone, self.day_start_hour).unwrap_or_default()
    }

    /// Whether the formulas have all they need but a weight.
    pub(crate) fn is_complete(&self) -> bool {
        self.dob.is_some() && self.height_cm.is_some() && self.sex.is_some() && self.activity_level.is_some()
    }
}

/// A date of birth as text.
mod born {
    use jiff::civil::Date;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::wire::On;

    pub(super) fn serialize<S: Serializer>(dob: &Option<Date>, serializer: S) -> Result<S::Ok, S::Error> {
        dob.map(On).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Date>, D::Error> {
        Ok(Option::<On>::deserialize(deserializer)?.map(|on| on.0))
    }
}

/// What a person says of themselves, without what no text holds: control characters other than tab and line break are
/// taken out, and an empty text is none.
pub(crate) fn about(text: &str) -> Option<String> {
    let kept: String = text.chars().filter(|c| !c.is_control() || matches!(c, '\t' | '\n')).collect();
    let kept = kept.trim();
    (!kept.is_empty()).then(|| kept.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_told_in_the_persons_unit() {
        assert_eq!(Units::Metric.weight(82.44), "82.4 kg");
        assert_eq!(Units::Imperial.weight(80.0), "176.4 lb");
    }

    #[test]
    fn what_a_person_says_of_themselves_is_kept_without_control_characters() {
        assert_eq!(about(" I run\u{7}\nand\tlift \u{85}"), Some("I run\nand\tlift".to_owned()));
        assert_eq!(about(" \u{1b} "), None);
    }
}
