//! Layouts of banks whose exports are known.

use super::columns::{Columns, Role, fold};
use super::date_format::DateFormat;
use super::options::{DecimalMark, Sign};
use super::template_data::TEMPLATES;

/// The layout of one bank's export.
#[derive(Debug, PartialEq, Eq)]
pub struct Template {
    /// Name for the option `template`, in `snake_case`.
    pub name: &'static str,
    /// The bank and product, for people.
    pub title: &'static str,
    /// How a file of this layout is known.
    pub recognised: Recognised,
    /// The leading column names, compared without regard to case; made-up names where the file has no header.
    pub headers: &'static [&'static str],
    /// Which of these columns has which role; the first of equally named columns counts.
    pub columns: &'static [(Role, &'static str)],
    /// Order of day, month and year.
    pub date_format: DateFormat,
    /// Mark before the decimals.
    pub decimal: DecimalMark,
    /// What a positive amount means; none where debit and credit columns or words say it.
    pub sign: Option<Sign>,
    /// What the status column says of a completed transaction, where there is one.
    pub completed: Option<&'static str>,
}

/// How a file is known to have a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recognised {
    /// By its header line.
    ByHeader,
    /// Without header line, by what the columns hold.
    ByShape,
    /// Not at all: the caller has to name it, because too many files look alike.
    ByName,
}

/// All known layouts, for documentation and lists of choices.
#[must_use]
pub const fn templates() -> &'static [Template] {
    TEMPLATES
}

/// The names, for a message.
pub(super) fn names() -> String {
    TEMPLATES.iter().map(|template| template.name).collect::<Vec<_>>().join(", ")
}

pub(super) fn by_name(name: &str) -> Option<&'static Template> {
    TEMPLATES.iter().find(|template| template.name == name)
}

/// The layout whose header these folded names start with; the longest, as some headers begin alike.
pub(super) fn by_header(names: &[String]) -> Option<&'static Template> {
    TEMPLATES
        .iter()
        .filter(|template| template.has_header(names))
        .max_by_key(|template| template.headers.len())
}

impl Template {
    pub(super) fn has_header(&self, names: &[String]) -> bool {
        self.recognised == Recognised::ByHeader
            && names.len() >= self.headers.len()
            && self.headers.iter().zip(names).all(|(header, name)| fold(header) == *name)
    }

    pub(super) fn columns(&self) -> Columns {
        let mut columns = Columns::default();
        for (role, name) in self.columns {
            columns.set(*role, self.headers.iter().position(|header| header == name));
        }
        columns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_template_is_complete() {
        for template in TEMPLATES {
            let columns = template.columns();
            let name = template.name;
            assert!(
                name.chars().all(|char| char.is_ascii_lowercase() || char.is_ascii_digit() || char == '_'),
                "{name}"
            );
            assert!(columns.get(Role::Date).is_some() && columns.has_money(), "{name}");
            assert!(columns.get(Role::Description).is_some(), "{name}");
            assert!(template.columns.iter().all(|(role, _)| columns.get(*role).is_some()), "{name}");
            let needs_sign = columns.get(Role::Amount).is_some() && columns.get(Role::Direction).is_none();
            assert_eq!(template.sign.is_some(), needs_sign, "{name}");
            assert_eq!(template.completed.is_some(), columns.get(Role::Status).is_some(), "{name}");
            assert_eq!(by_name(name), Some(template));
        }
    }

    #[test]
    fn headers_are_compared_by_their_leading_columns_without_case() {
        let names: Vec<String> = ["DATE", "Description", "amount", "Running Bal.", "Extra"]
            .iter()
            .map(|name| fold(name))
            .collect();
        assert_eq!(by_header(&names).map(|template| template.name), Some("bank_of_america"));
        assert_eq!(by_header(&names[..3]), None);
    }
}
