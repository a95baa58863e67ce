use belay_core::error::Kind;

use super::columns::Role;
use super::date_format::DateFormat;
use super::options::DecimalMark;
use super::templates;

/// Data rows in one file at most.
pub const MAX_ROWS: u64 = 1_000_000;

/// Why a file cannot be read as it stands. Each message says what to pass, on the command line and
/// as input field; none quotes the file, apart from counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Not text in the encoding that was named or found.
    #[error(
        "this is no text file; export the statement as CSV (not as spreadsheet or PDF), or name its \
         encoding with --encoding (input field encoding)"
    )]
    NotText,
    /// No rows.
    #[error("the file has no transactions; export the statement again, with a period that has some")]
    EmptyFile,
    /// More rows than [`MAX_ROWS`].
    #[error("the file has more than {MAX_ROWS} rows; export shorter periods and import them one by one")]
    TooManyRows,
    /// A template that does not exist.
    #[error(
        "there is no such template; --template (input field template) is one of {}, or left out",
        templates::names()
    )]
    UnknownTemplate,
    /// The file does not look as the named template says.
    #[error(
        "the file does not have the columns of that template; leave out --template (input field \
         template) or name another"
    )]
    TemplateMismatch,
    /// An override that names no column of the file.
    #[error(
        "the file has no such {0} column; --{0}-column (input field {0}_column) is the column's header \
         name or its position, counted from 1"
    )]
    UnknownColumn(Role),
    /// An amount column and a debit or credit column were both named.
    #[error(
        "name either --amount-column (input field amount_column) or --debit-column and --credit-column \
         (debit_column, credit_column), not both"
    )]
    ConflictingColumns,
    /// No date column was recognised.
    #[error(
        "no column was recognised as the date; name it with --date-column (input field date_column), by \
         header name or by position counted from 1"
    )]
    NoDateColumn,
    /// No amount column was recognised, or several could be it.
    #[error(
        "no column was recognised as the amount; name it with --amount-column (input field \
         amount_column), or with --debit-column and --credit-column (debit_column, credit_column)"
    )]
    NoAmountColumn,
    /// No description column was recognised.
    #[error(
        "no column was recognised as the description; name it with --description-column (input field \
         description_column), by header name or by position counted from 1"
    )]
    NoDescriptionColumn,
    /// The date column has no dates.
    #[error(
        "no row has a readable date; name the right column with --date-column (input field date_column), \
         and check --delimiter (delimiter)"
    )]
    NoReadableDate,
    /// The amount column has no amounts.
    #[error(
        "no row has a readable amount; name the right column with --amount-column (input field \
         amount_column), and check --delimiter (delimiter)"
    )]
    NoReadableAmount,
    /// Month first and day first both fit every row.
    #[error(
        "all {rows} dates can be read month first and day first; pass --date-format mdy if the month comes \
         first, or --date-format dmy if the day does (input field date_format; ymd for two-digit years in front)"
    )]
    AmbiguousDateOrder {
        /// Rows with a date.
        rows: u64,
    },
    /// No order of day and month fits every row.
    #[error(
        "some dates can only be month first and others only day first; pass --date-format mdy or \
         --date-format dmy (input field date_format) to keep the rows that fit and skip the others"
    )]
    ContradictoryDates,
    /// The order that was named does not fit, and another does.
    #[error(
        "the dates do not fit the order {named}, but every one fits {fitting}; pass --date-format {fitting} \
         (input field date_format)"
    )]
    DateFormatMismatch {
        /// The order named by the option or the template.
        named: DateFormat,
        /// The one order in which every row is a date.
        fitting: DateFormat,
    },
    /// Amounts such as 1,234 or 1.234 alone.
    #[error(
        "{rows} amounts have one mark before three digits and no amount settles whether it marks decimals \
         or thousands; pass --decimal point for 1,234.56 or --decimal comma for 1.234,56 (input field decimal)"
    )]
    AmbiguousDecimalMark {
        /// Figures that have two values.
        rows: u64,
    },
    /// Some amounts need a decimal point, others a decimal comma.
    #[error(
        "some amounts have a decimal point and others a decimal comma; pass --decimal point or --decimal \
         comma (input field decimal) to keep the rows that fit and skip the others"
    )]
    ContradictoryDecimalMarks,
    /// The decimal mark that was named does not fit, and the other does.
    #[error(
        "the amounts are not written with a decimal {0}, but every one can be read with a decimal {1}; pass \
         --decimal {1} (input field decimal)",
        named.name(), named.other().name()
    )]
    DecimalMismatch {
        /// The mark named by the option or the template.
        named: DecimalMark,
    },
    /// Nothing tells whether a positive amount is money out or money in.
    #[error(
        "{positive} rows are positive and {negative} negative, and nothing in the file tells which way \
         money went; pass --sign positive_is_out if the {positive} positive rows are purchases and payments \
         (money left the account), or --sign positive_is_in if they are deposits and refunds (money came \
         in); input field sign"
    )]
    AmbiguousSign {
        /// Rows with an amount above zero.
        positive: u64,
        /// Rows with an amount below zero.
        negative: u64,
    },
    /// The balance column or the debit and credit words contradict the recognised layout.
    #[error(
        "the layout is that of a known bank, but the file's own balances or debit and credit words say the \
         opposite about its signs; pass --sign positive_is_out or --sign positive_is_in (input field sign)"
    )]
    ContradictorySign,
}

impl belay_core::error::Refusal for Refusal {
    fn kind(&self) -> Kind {
        Kind::Invalid
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NotText => "not_text",
            Self::EmptyFile => "empty_file",
            Self::TooManyRows => "too_many_rows",
            Self::UnknownTemplate => "unknown_template",
            Self::TemplateMismatch => "template_mismatch",
            Self::UnknownColumn(_) => "unknown_column",
            Self::ConflictingColumns => "conflicting_columns",
            Self::NoDateColumn => "no_date_column",
            Self::NoAmountColumn => "no_amount_column",
            Self::NoDescriptionColumn => "no_description_column",
            Self::NoReadableDate => "no_readable_date",
            Self::NoReadableAmount => "no_readable_amount",
            Self::AmbiguousDateOrder { .. } => "ambiguous_date_order",
            Self::ContradictoryDates => "contradictory_dates",
            Self::DateFormatMismatch { .. } => "date_format_mismatch",
            Self::AmbiguousDecimalMark { .. } => "ambiguous_decimal_mark",
            Self::ContradictoryDecimalMarks => "contradictory_decimal_marks",
            Self::DecimalMismatch { .. } => "decimal_mismatch",
            Self::AmbiguousSign { .. } => "ambiguous_sign",
            Self::ContradictorySign => "contradictory_sign",
        }
    }
}
