use std::collections::BTreeSet;

use jiff::civil::date;
use proptest::prelude::*;

use super::super::*;
use super::{entries, read_with};

/// Rows of a file: day of 2024, ten-thousandths of an amount, text.
fn rows() -> impl Strategy<Value = Vec<(i32, i64, String)>> {
    prop::collection::vec((0..366_i32, -50_000_000..50_000_000_i64, "[A-C]{1,2}"), 1..20)
}

fn options() -> Options {
    Options { sign: Some(Sign::PositiveIsOut), decimal: Some(DecimalMark::Point), ..Options::default() }
}

fn file(rows: &[(i32, i64, String)]) -> String {
    let mut text = "Date,Description,Amount\n".to_owned();
    for (day, units, description) in rows {
        let day = date(2024, 1, 1).checked_add(jiff::Span::new().days(*day)).unwrap();
        let amount = belay_core::money::Amount::from_units(*units).unwrap();
        text.push_str(&format!("{day},{description},{amount}\n"));
    }
    text
}

/// Text made of the pieces that statements are made of.
fn statement_like() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "Date",
        "Description",
        "Amount",
        "Debit",
        "Credit",
        "Balance",
        ",",
        ";",
        "\t",
        "|",
        "\n",
        "\r\n",
        "\"",
        "01/02/2024",
        "13.02.2024",
        "2024-01-02",
        "1,234",
        "1.234,56",
        "-5.00",
        "(3)",
        "12 CR",
        "x",
        " ",
        "é",
        "Total",
        "*",
    ]);
    prop::collection::vec(pieces, 0..80).prop_map(|pieces| pieces.concat())
}

fn any_options() -> impl Strategy<Value = Options> {
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), prop::option::of(any::<bool>()));
    (flags, prop::option::of("[0-5]")).prop_map(|((sign, decimal, date, header), column)| Options {
        sign: sign.then_some(Sign::PositiveIsIn),
        decimal: decimal.then_some(DecimalMark::Comma),
        date_format: date.then_some(DateFormat::Dmy),
        header,
        date_column: column,
        ..Options::default()
    })
}

/// Whatever the bytes, each row of data is an entry or a skipped row, and each stands on its own line.
fn assert_all_rows_counted(bytes: &[u8], options: &Options) {
    let Ok(statement) = Statement::inspect(bytes, options) else { return };
    let mut lines = BTreeSet::new();
    for row in statement.entries("account") {
        let line = row.map_or_else(|skipped| skipped.row, |entry| entry.row);
        assert!(statement.report().header_row.is_none_or(|header| line > header));
        assert!(lines.insert(line), "line {line} was read twice");
    }
    assert_eq!(lines.len() as u64, statement.report().rows);
}

proptest! {
    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        assert_all_rows_counted(&bytes, &Options::default());
    }

    #[test]
    fn statement_like_text_never_panics_and_loses_no_row(text in statement_like(), options in any_options()) {
        assert_all_rows_counted(text.as_bytes(), &options);
        let with_header = format!("Date,Description,Amount\n2024-01-02,a,1.00\n{text}");
        assert_all_rows_counted(with_header.as_bytes(), &options);
    }

    #[test]
    fn what_is_written_is_read(rows in rows()) {
        let read = read_with(&file(&rows), &options()).unwrap();
        let written: Vec<String> = file(&rows).lines().skip(1).map(|line| {
            let [date, text, amount]: [&str; 3] = line.split(',').collect::<Vec<_>>().try_into().unwrap();
            format!("{date} {amount} {text}")
        }).collect();
        prop_assert_eq!(read, written);
    }

    #[test]
    fn every_row_has_its_own_fingerprint_whatever_the_order(rows in rows(), seed in any::<prop::sample::Index>()) {
        let all = |rows: &[(i32, i64, String)]| entries(&file(rows), &options()).iter().map(|entry| entry.fingerprint).collect::<BTreeSet<_>>();
        let doubled = [rows.clone(), rows.clone()].concat();
        let mut turned = doubled.clone();
        turned.rotate_left(seed.index(doubled.len()));
        turned.reverse();
        prop_assert_eq!(all(&doubled).len(), doubled.len());
        prop_assert_eq!(all(&turned), all(&doubled));
        prop_assert!(all(&rows).is_subset(&all(&doubled)));
    }
}
