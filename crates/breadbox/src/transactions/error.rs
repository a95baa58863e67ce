//! What can be refused about transactions.

use belay_core::{Kind, Refusal};

/// A refusal of this area.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TransactionRefusal {
    /// A date is not one.
    #[error("{0} must be in YYYY-MM-DD format")]
    BadDate(&'static str),
    /// The range ends before it begins.
    #[error("start_date must be before end_date")]
    EmptyRange,
    /// No amount can satisfy both bounds.
    #[error("min_amount must not be above max_amount")]
    EmptyAmounts,
    /// More words to search for than a search takes.
    #[error("search takes at most eight words; leave out the common ones")]
    TooManyWords,
    /// No category has that slug.
    #[error("category_slug is not a category; list_categories has them, in capitals")]
    UnknownCategory,
    /// A field that rows do not have.
    #[error("fields must name {known}, or minimal, core or category, separated by commas")]
    UnknownField {
        /// The names there are.
        known: String,
    },
}

impl Refusal for TransactionRefusal {
    fn kind(&self) -> Kind {
        Kind::Invalid
    }

    fn code(&self) -> &'static str {
        match self {
            Self::BadDate(_) => "invalid_date",
            Self::EmptyRange => "invalid_date_range",
            Self::EmptyAmounts => "invalid_amount_range",
            Self::TooManyWords => "too_many_words",
            Self::UnknownCategory => "category_not_found",
            Self::UnknownField { .. } => "invalid_fields",
        }
    }
}
