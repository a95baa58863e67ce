use belay_core::money::Currency;

use super::super::*;
use super::{entries, read_with, reasons};

fn options() -> Options {
    Options { sign: Some(Sign::PositiveIsOut), ..Options::default() }
}

#[test]
fn preamble_blank_lines_and_totals_are_no_errors() {
    let text = "Account: Household\nPeriod;01.01.2024 - 31.01.2024\n\n\nDate;Description;Amount\n2024-01-02;a;1,00\n\n;;\n2024-01-03;b;2,00\nTotal;;3,00\n";
    assert_eq!(
        read_with(text, &options()).unwrap(),
        ["2024-01-02 1.00 a", "8: blank_row", "2024-01-03 2.00 b", "10: date_unreadable"]
    );
    let report = Statement::inspect(text.as_bytes(), &options()).unwrap().report().clone();
    assert_eq!((report.header_row, report.preamble_rows, report.rows), (Some(5), 2, 4));
}

#[test]
fn the_separator_line_of_spreadsheets_is_passed_over() {
    let text = "sep=;\nDate;exported today\nDate;Description;Amount\n2024-01-02;a;1,00\n";
    assert_eq!(read_with(text, &options()).unwrap(), ["2024-01-02 1.00 a"]);
}

#[test]
fn a_statement_in_a_log_does_not_show_its_rows() {
    let statement =
        Statement::inspect(b"Date,Description,Amount\n2024-01-02,bakery,1.00\n", &options()).unwrap();
    assert!(!format!("{statement:?}").contains("bakery"));
}

#[test]
fn each_reason_to_skip_a_row_is_told() {
    let text = "Date,Description,Amount,Currency\n\
        2024-01-02,ok,1.00,EUR\n\
        ,no date,1.00,EUR\n\
        soon,x,1.00,EUR\n\
        2024-02-30,x,1.00,EUR\n\
        2024-01-02,x,,EUR\n\
        2024-01-02,x,1.2.3,EUR\n\
        2024-01-02,x,999999999999999.00,EUR\n\
        2024-01-02, ,1.00,EUR\n\
        2024-01-02,x,1.00,XYZ\n\
        2024-01-02,x,1.00,EUR,more\n\
        2024-01-02,x\n";
    use SkipReason::{
        AmountMissing, AmountTooLarge, AmountUnreadable, CurrencyUnknown, DateImpossible, DateMissing,
        DateUnreadable, DescriptionMissing, WrongColumnCount,
    };
    let expected = [
        DateMissing,
        DateUnreadable,
        DateImpossible,
        AmountMissing,
        AmountUnreadable,
        AmountTooLarge,
        DescriptionMissing,
        CurrencyUnknown,
        WrongColumnCount,
        WrongColumnCount,
    ];
    assert_eq!(reasons(text, &options()), (3..).zip(expected).collect::<Vec<_>>());
}

#[test]
fn cells_missing_or_empty_at_the_end_of_a_row_do_no_harm() {
    let text = "Date,Description,Amount,Category\n2024-01-02,a,1.00\n2024-01-02,b,1.00,c,,\n";
    assert_eq!(read_with(text, &options()).unwrap(), ["2024-01-02 1.00 a", "2024-01-02 1.00 b"]);
}

#[test]
fn texts_are_tidied_and_cut() {
    let text = format!(
        "Date,Description,Merchant,Amount\n2024-01-02,\"  two\n  lines {}\",{},1.00\n",
        "é".repeat(600),
        "m".repeat(300)
    );
    let entry = &entries(&text, &options())[0];
    assert!(entry.description.starts_with("two lines é"));
    assert_eq!(entry.description.chars().count(), MAX_DESCRIPTION);
    assert_eq!(entry.merchant.as_ref().map(String::len), Some(MAX_LABEL));
}

#[test]
fn a_currency_beside_the_amount_is_kept_and_a_sign_is_not() {
    let text = "Date;Description;Amount\n2024-01-02;a;12,00 EUR\n2024-01-03;b;$ 12,00\n";
    let codes: Vec<_> = entries(text, &options())
        .iter()
        .map(|entry| entry.currency.map(|currency| currency.to_string()))
        .collect();
    assert_eq!(codes, [Some("EUR".to_owned()), None]);
}

#[test]
fn rows_are_named_by_the_line_they_start_on() {
    let text = "Date,Description,Amount\r\n2024-01-02,\"a\r\nb\",1.00\r\n\r\n2024-01-03,c,2.00\r\n";
    assert_eq!(entries(text, &options()).iter().map(|entry| entry.row).collect::<Vec<_>>(), [2, 5]);
}

#[test]
fn a_stray_quote_costs_at_most_its_own_row() {
    let text = "Date,Description,Amount\n2024-01-02,\"open,1.00\n2024-01-03,b,2.00\n2024-01-04,\"c\",3.00\n";
    assert_eq!(
        read_with(text, &options()).unwrap(),
        ["2024-01-02 1.00 \"open", "2024-01-03 2.00 b", "2024-01-04 3.00 c"]
    );
}

fn fingerprints(text: &str) -> Vec<Fingerprint> {
    entries(text, &options()).iter().map(|entry| entry.fingerprint).collect()
}

#[test]
fn twin_purchases_are_both_kept_and_known_again() {
    let text =
        "Date,Description,Amount\n2024-01-02,Coffee,3.00\n2024-01-02,Coffee,3.00\n2024-01-02,Tea,2.00\n";
    let first = fingerprints(text);
    assert_ne!(first[0], first[1]);
    assert_eq!(fingerprints(text), first);
    assert_eq!(first[0].to_string().len(), 64);
}

#[test]
fn an_overlapping_file_in_another_notation_adds_only_what_is_new() {
    let first = fingerprints(
        "Date,Description,Amount\n2024-01-02,Coffee,3.00\n2024-01-02,Coffee,3.00\n2024-01-13,Tea,2.00\n",
    );
    let second = fingerprints(
        "Datum;Text;Betrag;Verwendungszweck\n13.01.2024;x;2,00;TEA \n02.01.2024;y;3,00;coffee\n02.01.2024;y;3,00; Coffee\n14.01.2024;z;1,00;Bread\n",
    );
    assert_eq!(second.iter().filter(|fingerprint| !first.contains(fingerprint)).count(), 1);
}

#[test]
fn accounts_do_not_share_fingerprints() {
    let statement = Statement::inspect(b"Date,Description,Amount\n2024-01-02,a,1.00\n", &options()).unwrap();
    let of = |account: &str| statement.entries(account).next().unwrap().unwrap().fingerprint;
    assert_ne!(of("one"), of("two"));
    assert_eq!(of("one"), of("one"));
}

#[test]
fn a_row_is_known_by_the_bank_s_id_where_that_is_its_alone() {
    let text = "Date,Description,Amount,Transaction ID\n2024-01-02,a,1.00,t1\n2024-01-03,b,2.00,t2\n";
    let statement = Statement::inspect(text.as_bytes(), &options()).unwrap();
    assert!(statement.report().known_by_reference);
    assert_eq!(fingerprints(text), fingerprints(&text.replace(",a,", ",renamed later,")));
    let same = text.replace("t2", "t1");
    assert!(!Statement::inspect(same.as_bytes(), &options()).unwrap().report().known_by_reference);
    assert_ne!(fingerprints(&same), fingerprints(&same.replace(",a,", ",renamed later,")));
}

#[test]
fn one_row_without_an_id_does_not_make_strangers_of_the_others() {
    let text = "Date,Description,Amount,Transaction ID\n2024-01-02,a,1.00,t1\n2024-01-03,b,2.00,t2\n";
    let longer = format!("{text}2024-02-01,c,3.00,\n2024-02-02,d,4.00,t4\n2024-02-03,e,5.00,t4\n");
    assert_eq!(fingerprints(text), fingerprints(&longer)[..2]);
}

#[test]
fn the_same_purchase_in_another_currency_is_another_entry() {
    let text = "Date,Description,Amount\n2024-01-02,a,1.00\n";
    let statement = Statement::inspect(text.as_bytes(), &options()).unwrap();
    let known_as = |code: &str| {
        let currency = Currency::parse(code).unwrap();
        statement.entries("account").in_currency(Some(currency)).next().unwrap().unwrap().fingerprint
    };
    assert_eq!(known_as("EUR"), known_as("EUR"));
    assert_ne!(known_as("EUR"), known_as("USD"));
}

#[test]
fn a_preview_stops_at_its_limit() {
    let text = "Date,Description,Amount\n2024-01-02,a,1.00\nx,y,z\n2024-01-03,b,2.00\n2024-01-04,c,3.00\n";
    let statement = Statement::inspect(text.as_bytes(), &options()).unwrap();
    let preview = statement.preview(2);
    assert_eq!((preview.entries.len(), preview.skipped.len()), (2, 1));
    assert_eq!(statement.preview(100).entries.len(), 3);
}
