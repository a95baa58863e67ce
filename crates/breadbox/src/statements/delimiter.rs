use super::header::{self, Sample};
use super::options::{Delimiter, Options};
use super::templates::Template;

/// The delimiter under which the file makes most sense: one that shows a known header or rows of
/// data goes before one that does not, then the one with the largest regular table.
pub(super) fn recognise(text: &str, options: &Options, template: Option<&'static Template>) -> Delimiter {
    let score = |delimiter: Delimiter| {
        let sample = Sample::take(text, delimiter);
        let makes_sense = header::locate(&sample, options, template).is_some();
        (makes_sense, sample.table_size())
    };
    // Of equal scores max_by_key keeps the last: the reversed list makes that the comma.
    Delimiter::ALL.into_iter().rev().max_by_key(|delimiter| score(*delimiter)).unwrap_or(Delimiter::Comma)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Delimiter {
        recognise(text, &Options::default(), None)
    }

    #[test]
    fn each_delimiter_is_recognised() {
        let rows = "Date,Description,Amount\n2024-01-02,Bread,1.00\n2024-01-03,Milk,2.00\n";
        assert_eq!(found(rows), Delimiter::Comma);
        assert_eq!(found(&rows.replace(',', "\t")), Delimiter::Tab);
        assert_eq!(found(&rows.replace(',', ";")), Delimiter::Semicolon);
        assert_eq!(found(&rows.replace(',', "|")), Delimiter::VerticalBar);
    }

    #[test]
    fn decimal_commas_do_not_make_a_comma_file() {
        assert_eq!(
            found("Datum;Text;Betrag\n01.02.2024;A, B;1,00\n01.02.2024;C, D;2,00\n"),
            Delimiter::Semicolon
        );
        assert_eq!(found("01.02.2024;A, B, C, D;1,00\n13.02.2024;E, F, G, H;2,00\n"), Delimiter::Semicolon);
    }

    #[test]
    fn a_preamble_of_another_width_does_not_mislead() {
        let text = "Account;12 345, main, EUR\nPeriod;January, February, March\n\nDate;Description;Amount\n2024-01-02;Bread;1,00\n";
        assert_eq!(found(text), Delimiter::Semicolon);
    }

    #[test]
    fn the_comma_wins_on_doubt() {
        assert_eq!(found("nothing here"), Delimiter::Comma);
    }
}
