//! What can be refused about phases.

use belay_core::{Error, Kind, Refusal};
use serde_json::json;

/// A refusal of this area.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PhaseRefusal {
    /// The person has none of that number.
    #[error("There is no phase {0}")]
    NotFound(i64),
    /// No phase is in force on the day.
    #[error("No phase is in force then")]
    NoneOn,
    /// The numbers, dates or aims of a phase do not go together.
    #[error("{0}")]
    Incoherent(String),
    /// A change leaves open what the other numbers become.
    #[error("{0}")]
    Ambiguous(String),
    /// The three numbers of a change do not add up.
    #[error("{0}")]
    Inconsistent(String),
    /// Another phase has some of the same days.
    #[error("Phase {0} has some of the same days")]
    Overlap(i64),
    /// Another phase goes on.
    #[error("Phase {0} goes on; there is one active phase at a time")]
    AnotherActive(i64),
}

impl Refusal for PhaseRefusal {
    fn kind(&self) -> Kind {
        match self {
            Self::NotFound(_) | Self::NoneOn => Kind::NotFound,
            Self::Incoherent(_) | Self::Ambiguous(_) | Self::Inconsistent(_) => Kind::Invalid,
            Self::Overlap(_) | Self::AnotherActive(_) => Kind::Conflict,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NotFound(_) => "phase_not_found",
            Self::NoneOn => "no_active_phase",
            Self::Incoherent(_) => "validation_failed",
            Self::Ambiguous(_) => "ambiguous_patch",
            Self::Inconsistent(_) => "inconsistent_patch",
            Self::Overlap(_) => "phase_overlap",
            Self::AnotherActive(_) => "conflict_active_phase",
        }
    }

    fn hint(&self) -> Option<String> {
        let way = match self {
            Self::NotFound(_) => "get_phase_history lists them with their ids.",
            Self::NoneOn => "start_nutrition_phase begins one.",
            Self::Overlap(_) => {
                "Begin it after that phase has ended, or correct that phase's dates with update_phase."
            }
            Self::AnotherActive(_) => "End that phase with end_phase first.",
            _ => return None,
        };
        Some(way.to_owned())
    }
}

/// Nobody knows yet what the person spends a day: there is no weight to reckon from.
pub(crate) fn tdee_unavailable() -> Error {
    let message = "The daily energy is not known: there is no weigh-in yet. Ask the user for their weight and log it \
                   with log_weight, then start the phase again; or pass tdee_override where they assert a figure";
    Error::new(Kind::Invalid, "tdee_unavailable", message)
        .with_detail("reason", "weight_required")
        .with_detail("required_action", "log_weight")
        .with_detail(
            "hints",
            json!({
                "missing_profile_fields": ["weight_kg"],
                "suggestion": "Log a weigh-in with log_weight, or give tdee_override",
            }),
        )
}
