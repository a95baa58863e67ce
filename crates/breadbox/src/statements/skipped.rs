use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A row of the file that is no entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct SkippedRow {
    /// Line of the file on which the row starts, counted from 1.
    pub row: u64,
    /// Why the row is no entry.
    pub reason: SkipReason,
}

/// Why a row is no entry. Neither code nor sentence holds anything of the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkipReason {
    /// All cells are empty.
    BlankRow,
    /// More or fewer cells than the header has.
    WrongColumnCount,
    /// No date, as in lines of totals.
    DateMissing,
    /// The date cell holds no date.
    DateUnreadable,
    /// The date does not exist in the calendar, or not in the file's order of day and month.
    DateImpossible,
    /// No amount.
    AmountMissing,
    /// The amount cell holds no amount in the file's notation.
    AmountUnreadable,
    /// The amount is beyond 500 000 000 000.
    AmountTooLarge,
    /// The cell that should say debit or credit says neither.
    DirectionUnreadable,
    /// Neither description nor merchant.
    DescriptionMissing,
    /// The currency is no ISO 4217 code.
    CurrencyUnknown,
    /// The bank marks the row as pending, declined or reverted.
    NotCompleted,
}

impl SkipReason {
    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::BlankRow => "blank_row",
            Self::WrongColumnCount => "wrong_column_count",
            Self::DateMissing => "date_missing",
            Self::DateUnreadable => "date_unreadable",
            Self::DateImpossible => "date_impossible",
            Self::AmountMissing => "amount_missing",
            Self::AmountUnreadable => "amount_unreadable",
            Self::AmountTooLarge => "amount_too_large",
            Self::DirectionUnreadable => "direction_unreadable",
            Self::DescriptionMissing => "description_missing",
            Self::CurrencyUnknown => "currency_unknown",
            Self::NotCompleted => "not_completed",
        }
    }

    /// A sentence for a person.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::BlankRow => "the row is blank",
            Self::WrongColumnCount => "the row has not as many columns as the header",
            Self::DateMissing => "the row has no date",
            Self::DateUnreadable => "the date column holds no date",
            Self::DateImpossible => "the date is not in the calendar in the file's order of day and month",
            Self::AmountMissing => "the row has no amount",
            Self::AmountUnreadable => "the amount cannot be read in the file's notation",
            Self::AmountTooLarge => "the amount is too large",
            Self::DirectionUnreadable => "the row says neither debit nor credit",
            Self::DescriptionMissing => "the row has neither description nor merchant",
            Self::CurrencyUnknown => "the currency is no ISO 4217 code",
            Self::NotCompleted => "the bank has not completed this transaction",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_carries_the_code() {
        let json = serde_json::to_string(&SkipReason::WrongColumnCount).unwrap();
        assert_eq!(json, format!("\"{}\"", SkipReason::WrongColumnCount.code()));
    }
}
