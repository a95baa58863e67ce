//! What can be refused about weigh-ins.

use belay_core::{Kind, Refusal};

/// A refusal of this area.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum WeightRefusal {
    /// The person has none of that number.
    #[error("There is no weigh-in {0}")]
    NotFound(i64),
}

impl Refusal for WeightRefusal {
    fn kind(&self) -> Kind {
        Kind::NotFound
    }

    fn code(&self) -> &'static str {
        "weight_not_found"
    }

    fn hint(&self) -> Option<String> {
        Some("get_weights lists them with their ids.".to_owned())
    }
}
