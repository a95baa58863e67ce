use proptest::prelude::*;

use super::*;

fn signed(text: &str, mark: DecimalMark) -> Option<String> {
    Figure::read(text)?.signed(mark).ok().map(|amount| amount.to_string())
}

fn verdict(texts: &[&str]) -> DecimalVerdict {
    let mut evidence = DecimalEvidence::default();
    for text in texts {
        evidence.add(&Figure::read(text).unwrap_or_else(|| panic!("{text} is no figure")));
    }
    evidence.verdict()
}

#[test]
fn figures_with_a_decimal_point_are_read() {
    let cases = [
        ("12.34", "12.34"),
        ("-12.34", "-12.34"),
        ("+12.34", "12.34"),
        ("12.34-", "-12.34"),
        ("(12.34)", "-12.34"),
        ("$12.34", "12.34"),
        ("-$12.34", "-12.34"),
        ("$-12.34", "-12.34"),
        ("($12.34)", "-12.34"),
        ("$(12.34)", "-12.34"),
        ("USD 12.34", "12.34"),
        ("12.34 USD", "12.34"),
        ("usd12.34", "12.34"),
        ("US$12.34", "12.34"),
        ("R$ 12.34", "12.34"),
        ("£1,234.50", "1234.50"),
        ("1,234,567.00", "1234567.00"),
        ("1,00,000.00", "100000.00"),
        ("12,34,567.8", "1234567.80"),
        ("1 234.50", "1234.50"),
        ("1\u{a0}234.50", "1234.50"),
        ("1\u{202f}234.50", "1234.50"),
        ("1\u{2009}234", "1234.00"),
        ("1'234.50", "1234.50"),
        ("CHF 1’234.50", "1234.50"),
        ("\u{2212}12.34", "-12.34"),
        (".50", "0.50"),
        ("-.5", "-0.50"),
        ("Rs. 500.00", "500.00"),
        ("Rs.500", "500.00"),
        ("12.34 CR", "12.34"),
        ("12.34DR", "12.34"),
        ("0.125", "0.125"),
        ("12.340000", "12.34"),
        ("1,234", "1234.00"),
        ("0012.5", "12.50"),
        ("- 12.34", "-12.34"),
        ("kr 12.34", "12.34"),
    ];
    for (text, value) in cases {
        assert_eq!(signed(text, DecimalMark::Point).as_deref(), Some(value), "{text}");
    }
}

#[test]
fn figures_with_a_decimal_comma_are_read() {
    let cases = [
        ("12,34", "12.34"),
        ("1.234,56", "1234.56"),
        ("1.234.567,8", "1234567.80"),
        ("-1 234,56 €", "-1234.56"),
        ("12,00 EUR", "12.00"),
        ("1'234,56", "1234.56"),
        ("1.234", "1234.00"),
        ("1,234", "1.234"),
        ("12,34-", "-12.34"),
        ("0,5", "0.50"),
    ];
    for (text, value) in cases {
        assert_eq!(signed(text, DecimalMark::Comma).as_deref(), Some(value), "{text}");
    }
}

#[test]
fn malformed_figures_are_refused() {
    let texts = [
        "",
        "-",
        "()",
        "$",
        "abc",
        "12a",
        "1,2,3",
        "12,34,56",
        "1,2345,678",
        "1.2.3",
        "--1",
        "-1-",
        "(-1)",
        "(1-)",
        "1 00 000.00",
        "-(1)",
        "(1",
        "1)",
        "1e5",
        "12.",
        "12,-",
        "1 2",
        "1,,234",
        "1234,567.00",
        "1.234.56",
        "1,234 567.00",
        "USD EUR 1",
        "1 CR DR",
        "1.23456",
        "٣",
        "12:30",
        "1/2",
    ];
    for text in texts {
        let value = DecimalMark::BOTH.map(|mark| signed(text, mark));
        assert_eq!(value, [None, None], "{text}");
    }
}

#[test]
fn marks_and_codes_beside_the_figure_are_kept() {
    let figure = Figure::read("EUR 12.00 Cr").unwrap();
    assert_eq!(figure.mark, Some(Direction::In));
    assert_eq!(figure.currency, Currency::parse("EUR").ok());
    assert_eq!(Figure::read("12.00DR").unwrap().mark, Some(Direction::Out));
    assert_eq!(Figure::read("$12.00").unwrap().currency, None, "a dollar sign names no country");
}

#[test]
fn figures_beyond_the_limit_are_too_large_rather_than_unreadable() {
    let figure = Figure::read("999,999,999,999,999.00").unwrap();
    assert_eq!(figure.magnitude(DecimalMark::Point), Err(ParseAmountError::TooLarge));
}

#[test]
fn the_whole_file_decides_on_the_decimal_mark() {
    use DecimalVerdict::{Ambiguous, Contradictory, Irrelevant, Proven};
    let cases: [(&[&str], DecimalVerdict); 11] = [
        (&["1,234", "5.00"], Proven(DecimalMark::Point)),
        (&["1.234", "5,00"], Proven(DecimalMark::Comma)),
        (&["1,234", "1.234"], Ambiguous(2)),
        (&["1.234"], Ambiguous(1)),
        (&["12", "1 234"], Irrelevant),
        (&["5.00", "5,00"], Contradictory),
        (&["1,234,567"], Proven(DecimalMark::Point)),
        (&["1.234.567"], Proven(DecimalMark::Comma)),
        (&["0.125"], Proven(DecimalMark::Point)),
        (&["1,234", "0.00001234"], Proven(DecimalMark::Point)),
        (&["1234,567"], Proven(DecimalMark::Comma)),
    ];
    for (texts, expected) in cases {
        assert_eq!(verdict(texts), expected, "{texts:?}");
    }
}

/// Writes an amount with the given marks: group marks every three digits or the Indian way.
fn written(amount: Amount, mark: DecimalMark, group: &str, indian: bool) -> String {
    let plain = amount.abs().to_string();
    let (whole, fraction) = plain.split_once('.').unwrap();
    let mut text = String::new();
    for (at, digit) in whole.chars().enumerate() {
        let left = whole.len() - at;
        let boundary = if indian { left == 3 || (left > 3 && left % 2 == 1) } else { left % 3 == 0 };
        if at > 0 && boundary {
            text.push_str(group);
        }
        text.push(digit);
    }
    format!("{text}{}{fraction}", mark.char())
}

proptest! {
    #[test]
    fn every_amount_reads_back_from_every_style(units in prop_oneof![-99_999_999_i64..99_999_999, -Amount::MAX.units()..Amount::MAX.units()]) {
        let amount = Amount::from_units(units).unwrap();
        for mark in DecimalMark::BOTH {
            for group in ["", " ", "\u{a0}", "\u{202f}", "'", "’", if mark == DecimalMark::Point { "," } else { "." }] {
                let figure = written(amount, mark, group, false);
                let styles: Vec<String> = if amount.is_negative() {
                    vec![format!("-{figure}"), format!("\u{2212}{figure}"), format!("({figure})"), format!("{figure}-"), format!("-${figure}"), format!("-{figure} EUR")]
                } else {
                    vec![figure.clone(), format!("+{figure}"), format!("€ {figure}"), format!("{figure}\u{a0}€"), format!("CHF {figure}")]
                };
                for style in styles {
                    prop_assert_eq!(Figure::read(&style).and_then(|read| read.signed(mark).ok()), Some(amount), "{}", style);
                }
            }
        }
        let indian = written(amount, DecimalMark::Point, ",", true);
        prop_assert_eq!(Figure::read(&indian).and_then(|read| read.magnitude(DecimalMark::Point).ok()), Some(amount.abs()), "{}", indian);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[-0-9.,'() $€CRDRUS\u{2212}\u{a0}é]{0,16}") {
        let _ = Figure::read(&text);
    }
}
