//! Bank statements exported as CSV, read into entries.
//!
//! [`Statement::inspect`] takes the bytes of a file and decides how it is written: encoding,
//! delimiter, header, columns, order of day and month, decimal mark, and which way money went. It
//! looks at every row before it decides, and where the rows leave two readings it refuses with the
//! option that settles it, because a wrong number is worse than a question.
//! [`Statement::entries`] then reads the rows; each is an [`Entry`] or a [`SkippedRow`].
//!
//! Everything here is a function of its input: no files, no database, no clock.

mod amounts;
mod column_names;
mod columns;
mod date_format;
mod dates;
mod decide;
mod delimiter;
mod direction;
mod encoding;
mod entries;
mod entry;
mod error;
mod fingerprint;
mod header;
mod options;
mod records;
mod report;
mod running_balance;
mod skipped;
mod statement;
mod survey;
mod table;
mod template_data;
mod templates;

pub use self::columns::Role;
pub use self::date_format::{DateFormat, ParseDateFormatError};
pub use self::entries::Entries;
pub use self::entry::{Entry, MAX_DESCRIPTION, MAX_LABEL};
pub use self::error::{MAX_ROWS, Refusal};
pub use self::fingerprint::Fingerprint;
pub use self::options::{DecimalMark, Delimiter, Encoding, Options, Sign};
pub use self::report::{Because, Report, UsedColumn};
pub use self::skipped::{SkipReason, SkippedRow};
pub use self::statement::{Preview, Statement};
pub use self::templates::{Recognised, Template, templates};

#[cfg(test)]
mod tests;
