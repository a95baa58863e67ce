//! A cardio session.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::reckoning::cardio::{Effort, Estimate, Warning};
use crate::wire::{At, On};

/// A cardio session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Session {
    /// Its id.
    pub(crate) id: i64,
    /// The user's day it counts for.
    pub(crate) day: On,
    /// When it began.
    pub(crate) started_at: At,
    /// Minutes.
    pub(crate) duration_min: Option<i64>,
    /// The kind of movement.
    pub(crate) modality: Option<String>,
    /// Beats a minute.
    pub(crate) avg_hr: Option<i64>,
    /// Distance.
    pub(crate) distance_km: Option<f64>,
    /// Steps.
    pub(crate) steps: Option<i64>,
    /// Energy in kcal, as the user gave it.
    pub(crate) est_kcal: i64,
    /// Remarks.
    pub(crate) notes: Option<String>,
    /// When it was logged.
    pub(crate) created_at: At,
}

impl Session {
    /// What an estimate takes: heart rate and duration.
    pub(crate) fn effort(&self) -> Option<Effort<'_>> {
        let (avg_hr, duration_min) = self.avg_hr.zip(self.duration_min)?;
        Some(Effort { avg_hr, duration_min, modality: self.modality.as_deref() })
    }
}

/// A session with what heart rate says of it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Judged {
    /// The session.
    #[serde(flatten)]
    pub(crate) session: Session,
    /// The estimate; null without heart rate and duration.
    pub(crate) kcal_estimate: Option<Estimate>,
    /// Where the user's figure is far from it.
    pub(crate) estimate_warning: Option<Warning>,
}
