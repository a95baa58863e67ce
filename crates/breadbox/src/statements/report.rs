use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::columns::Role;
use super::date_format::DateFormat;
use super::options::{DecimalMark, Delimiter, Encoding, Sign};

/// What was decided about a file before its entries are read, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// Character encoding of the file.
    pub encoding: Encoding,
    /// Character between the columns.
    pub delimiter: Delimiter,
    /// Name of the bank layout, where one was named or recognised.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub template: Option<String>,
    /// Line of the file with the column names, counted from 1; none in a file without header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header_row: Option<u64>,
    /// Rows before the header or the data that were passed over, such as account names.
    pub preamble_rows: u64,
    /// Rows of data: each is an entry or a skipped row.
    pub rows: u64,
    /// The columns that are used.
    pub columns: Vec<UsedColumn>,
    /// Order of day, month and year.
    pub date_format: DateFormat,
    /// Why that order.
    pub date_format_because: Because,
    /// Mark before the decimals.
    pub decimal: DecimalMark,
    /// Why that mark.
    pub decimal_because: Because,
    /// What a positive amount means; none where columns or words say which way money went.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sign: Option<Sign>,
    /// Why money goes the way it does.
    pub sign_because: Because,
    /// Whether entries are known again by the bank's transaction id, where it is theirs alone, rather than by
    /// their content.
    pub known_by_reference: bool,
}

/// A column that is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UsedColumn {
    /// What the column holds.
    pub role: Role,
    /// Position in the file, counted from 1.
    pub position: u64,
    /// Name in the header, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// What a decision rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Because {
    /// The caller said so.
    Option,
    /// The bank's known layout says so.
    Template,
    /// The rows of the file allow nothing else.
    Rows,
    /// No row depends on it.
    Irrelevant,
    /// Money out and money in have a column each.
    DebitAndCreditColumns,
    /// A column says debit or credit.
    DirectionColumn,
    /// The amounts have CR or DR beside them.
    Marks,
    /// The balance column, taken as money the account holds, moves with the amounts.
    Balance,
}

impl Because {
    /// A sentence for a person.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Option => "you said so",
            Self::Template => "the bank's known layout says so",
            Self::Rows => "the rows of the file allow nothing else",
            Self::Irrelevant => "no row depends on it",
            Self::DebitAndCreditColumns => "money out and money in have a column each",
            Self::DirectionColumn => "a column says debit or credit",
            Self::Marks => "the amounts have CR or DR beside them",
            Self::Balance => "the balance column moves with the amounts",
        }
    }
}
