use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::date_format::DateFormat;

/// What the caller knows about the file. Everything left out is found out from the file itself,
/// and where the file does not settle it, asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Name of the bank layout the file follows, such as chase_credit_card. Leave out to have it
    /// recognised by the header line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub template: Option<String>,
    /// Order of day, month and year: mdy, dmy or ymd. A pattern such as DD.MM.YYYY, %d/%m/%Y or
    /// 01/02/2006 is understood too. Needed only when no day above 12 settles it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date_format: Option<DateFormat>,
    /// Character before the decimals of an amount. Needed only when the file has nothing but
    /// values such as 1,234 that can be read both ways.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decimal: Option<DecimalMark>,
    /// Which way money went when an amount is positive. Needed for a single amount column unless
    /// the layout is known or the file proves it. Has no effect on separate debit and credit columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sign: Option<Sign>,
    /// Character between the columns. Leave out to have it recognised.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delimiter: Option<Delimiter>,
    /// Character encoding of the file. Leave out to have it recognised.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<Encoding>,
    /// Whether the file has a line with column names. Leave out to have it recognised.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<bool>,
    /// Column with the date of the transaction: its header name or its position, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date_column: Option<String>,
    /// Column with the signed amount: its header name or its position, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount_column: Option<String>,
    /// Column with money out, when money out and money in have a column each: header name or
    /// position, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub debit_column: Option<String>,
    /// Column with money in, when money out and money in have a column each: header name or
    /// position, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credit_column: Option<String>,
    /// Column saying debit or credit for each row, when amounts carry no sign: header name or
    /// position, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction_column: Option<String>,
    /// Column with the text of the transaction: its header name or its position, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description_column: Option<String>,
    /// Column with the merchant or counterparty: its header name or its position, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merchant_column: Option<String>,
    /// Column with the bank's own category: its header name or its position, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category_column: Option<String>,
    /// Column with the ISO 4217 currency code: its header name or its position, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency_column: Option<String>,
    /// Column with the account balance after the row: its header name or its position, counted
    /// from 1. It is used as a proof of the amounts' sign and not stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub balance_column: Option<String>,
    /// Column with the bank's unique transaction id: its header name or its position, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference_column: Option<String>,
}

/// The character before the decimals of an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DecimalMark {
    /// A point, as in 1,234.56.
    Point,
    /// A comma, as in 1.234,56.
    Comma,
}

impl DecimalMark {
    pub(super) const BOTH: [Self; 2] = [Self::Point, Self::Comma];

    pub(super) const fn char(self) -> char {
        match self {
            Self::Point => '.',
            Self::Comma => ',',
        }
    }

    pub(super) const fn other(self) -> Self {
        match self {
            Self::Point => Self::Comma,
            Self::Comma => Self::Point,
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Point => "point",
            Self::Comma => "comma",
        }
    }
}

/// What a positive number in the amount column means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sign {
    /// A positive amount left the account, as on many card statements: purchases are positive.
    PositiveIsOut,
    /// A positive amount came into the account, as on most bank statements: purchases are negative.
    PositiveIsIn,
}

/// The character between columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Delimiter {
    /// A comma.
    Comma,
    /// A tab.
    Tab,
    /// A semicolon.
    Semicolon,
    /// A vertical bar.
    VerticalBar,
}

impl Delimiter {
    /// In order of preference: the comma wins on doubt.
    pub(super) const ALL: [Self; 4] = [Self::Comma, Self::Tab, Self::Semicolon, Self::VerticalBar];

    pub(super) const fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Tab => b'\t',
            Self::Semicolon => b';',
            Self::VerticalBar => b'|',
        }
    }
}

/// A character encoding that banks use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Encoding {
    /// UTF-8, with or without byte order mark.
    #[serde(rename = "utf_8")]
    Utf8,
    /// UTF-16, low byte first.
    #[serde(rename = "utf_16_le")]
    Utf16Le,
    /// UTF-16, high byte first.
    #[serde(rename = "utf_16_be")]
    Utf16Be,
    /// Windows-1252, which includes ISO 8859-1 (Latin 1).
    #[serde(rename = "windows_1252")]
    Windows1252,
}
