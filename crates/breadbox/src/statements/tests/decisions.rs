use belay_core::error::{Kind, Refusal as _};
use belay_core::schema::{Schemas, Side};

use super::super::*;
use super::{entries, read, read_with};

const OUT: Sign = Sign::PositiveIsOut;

fn with_sign() -> Options {
    Options { sign: Some(OUT), ..Options::default() }
}

#[test]
fn an_ambiguous_date_order_is_asked_for_and_settled_by_the_option() {
    let text = "Date,Description,Amount\n01/02/2024,a,1.00\n03/04/2024,b,2.00\n";
    assert_eq!(read_with(text, &with_sign()), Err(Refusal::AmbiguousDateOrder { rows: 2 }));
    let named = |date_format| Options { date_format: Some(date_format), ..with_sign() };
    assert_eq!(read_with(text, &named(DateFormat::Mdy)).unwrap()[0], "2024-01-02 1.00 a");
    assert_eq!(read_with(text, &named(DateFormat::Dmy)).unwrap()[0], "2024-02-01 1.00 a");
}

#[test]
fn the_last_row_can_settle_the_date_order() {
    let mut text = "Date,Description,Amount\n".to_owned();
    text.push_str(&"01/02/2024,a,1.00\n".repeat(5_000));
    text.push_str("31/01/2024,b,1.00\n");
    let statement = Statement::inspect(text.as_bytes(), &with_sign()).unwrap();
    assert_eq!(
        (statement.report().date_format, statement.report().date_format_because),
        (DateFormat::Dmy, Because::Rows)
    );
}

#[test]
fn contradictory_dates_are_refused_until_the_caller_chooses() {
    let text = "Date,Description,Amount\n13/01/2024,a,1.00\n01/13/2024,b,2.00\n01/02/2024,c,3.00\n";
    assert_eq!(read_with(text, &with_sign()), Err(Refusal::ContradictoryDates));
    let options = Options { date_format: Some(DateFormat::Dmy), ..with_sign() };
    assert_eq!(
        read_with(text, &options).unwrap(),
        ["2024-01-13 1.00 a", "3: date_impossible", "2024-02-01 3.00 c"]
    );
}

#[test]
fn an_ambiguous_decimal_mark_is_asked_for_and_settled_by_the_option() {
    let text = "Date;Description;Amount\n2024-01-02;a;1,234\n2024-01-03;b;-12\n";
    assert_eq!(read_with(text, &with_sign()), Err(Refusal::AmbiguousDecimalMark { rows: 1 }));
    let named = |decimal| Options { decimal: Some(decimal), ..with_sign() };
    assert_eq!(read_with(text, &named(DecimalMark::Point)).unwrap()[0], "2024-01-02 1234.00 a");
    assert_eq!(read_with(text, &named(DecimalMark::Comma)).unwrap()[0], "2024-01-02 1.234 a");
}

#[test]
fn one_amount_settles_the_decimal_mark_of_the_whole_file() {
    let comma = "Datum;Text;Betrag\n01.02.2024;a;1.234\n01.02.2024;b;-0,5\n";
    assert_eq!(read_with(comma, &with_sign()).unwrap(), ["2024-02-01 1234.00 a", "2024-02-01 -0.50 b"]);
    let balance = "Date;Description;Amount;Balance\n2024-01-02;a;1.234;9.999,50\n";
    assert_eq!(read_with(balance, &with_sign()).unwrap(), ["2024-01-02 1234.00 a"]);
}

#[test]
fn contradictory_decimal_marks_are_refused_until_the_caller_chooses() {
    let text = "Date;Description;Amount\n2024-01-02;a;1.50\n2024-01-03;b;1,50\n";
    assert_eq!(read_with(text, &with_sign()), Err(Refusal::ContradictoryDecimalMarks));
    let options = Options { decimal: Some(DecimalMark::Comma), ..with_sign() };
    assert_eq!(read_with(text, &options).unwrap(), ["2: amount_unreadable", "2024-01-03 1.50 b"]);
}

#[test]
fn the_sign_of_a_single_column_is_asked_for_with_counts() {
    let text = "Date,Description,Amount\n2024-01-02,a,-1.00\n2024-01-03,b,-2.00\n2024-01-04,c,3.00\n2024-01-05,d,0.00\n";
    let refusal = read(text).unwrap_err();
    assert_eq!(refusal, Refusal::AmbiguousSign { positive: 1, negative: 2 });
    assert!(refusal.to_string().starts_with("1 rows are positive and 2 negative"), "{refusal}");
    let positive_in = Options { sign: Some(Sign::PositiveIsIn), ..Options::default() };
    assert_eq!(
        read_with(text, &positive_in).unwrap()[..3],
        ["2024-01-02 1.00 a", "2024-01-03 2.00 b", "2024-01-04 -3.00 c"]
    );
    assert_eq!(read_with(text, &with_sign()).unwrap()[0], "2024-01-02 -1.00 a");
}

#[test]
fn balances_prove_the_sign() {
    let text = "Date,Description,Amount,Balance\n2024-01-02,a,-1.00,99.00\n2024-01-03,b,-2.00,97.00\n2024-01-04,c,3.00,100.00\n2024-01-05,d,-4.00,96.00\n";
    let statement = Statement::inspect(text.as_bytes(), &Options::default()).unwrap();
    assert_eq!(statement.report().sign_because, Because::Balance);
    assert_eq!(read(text).unwrap()[0], "2024-01-02 1.00 a");
    let comma = text.replace(',', ";").replace('.', ",");
    assert_eq!(read(&comma).unwrap(), read(text).unwrap());
}

#[test]
fn a_row_that_cannot_be_read_does_not_disturb_the_proof() {
    let text = "Date,Description,Amount,Balance\n2024-01-02,a,-1.00,99.00\n2024-01-03,b,-2.00,97.00\n2024-01-03,x,?,50.00\n2024-01-04,c,3.00,53.00\n2024-01-05,d,-4.00,49.00\n2024-01-06,e,-9.00,40.00\n";
    assert_eq!(read(text).unwrap()[0], "2024-01-02 1.00 a");
}

#[test]
fn cr_and_dr_beside_every_amount_need_no_sign_and_override_one() {
    let text = "Date,Description,Amount\n2024-01-02,a,12.00 DR\n2024-01-03,b,5.00CR\n";
    let rows = ["2024-01-02 12.00 a", "2024-01-03 -5.00 b"];
    assert_eq!(read(text).unwrap(), rows);
    let options = Options { sign: Some(Sign::PositiveIsIn), ..Options::default() };
    assert_eq!(read_with(text, &options).unwrap(), rows);
    let partly = text.replace(" DR", "");
    assert_eq!(
        read(&partly),
        Err(Refusal::AmbiguousSign { positive: 2, negative: 0 }),
        "one row has no mark"
    );
}

#[test]
fn a_column_of_debit_and_credit_is_the_sign_of_unsigned_amounts() {
    let text =
        "Date,Description,Amount,Transaction Type\n2024-01-02,a,12.00,debit\n2024-01-03,b,5.00,Credit\n";
    assert_eq!(read(text).unwrap(), ["2024-01-02 12.00 a", "2024-01-03 -5.00 b"]);
    assert_eq!(entries(text, &Options::default())[0].category, None, "the type is no category then");
    let partly = format!("{text}2024-01-04,c,7.00,fee\n");
    assert_eq!(read(&partly), Err(Refusal::AmbiguousSign { positive: 3, negative: 0 }));
    let options = Options { direction_column: Some("Transaction Type".into()), ..Options::default() };
    assert_eq!(read_with(&partly, &options).unwrap()[2], "4: direction_unreadable");
    let types = text.replace("debit", "card").replace("Credit", "transfer");
    assert_eq!(read(&types), Err(Refusal::AmbiguousSign { positive: 2, negative: 0 }));
    assert_eq!(entries(&types, &with_sign())[0].category.as_deref(), Some("card"));
}

#[test]
fn debit_and_credit_words_that_follow_the_signs_prove_them() {
    let text = "Date,Description,Amount,Type\n2024-01-02,a,-12.00,debit\n2024-01-03,b,5.00,credit\n";
    assert_eq!(read(text).unwrap(), ["2024-01-02 12.00 a", "2024-01-03 -5.00 b"]);
    let mixed = format!("{text}2024-01-04,c,7.00,debit\n");
    assert_eq!(read(&mixed), Err(Refusal::AmbiguousSign { positive: 2, negative: 1 }));
}

#[test]
fn debit_and_credit_columns_do_not_depend_on_the_sign_option() {
    let text = "Date,Description,Debit,Credit\n2024-01-02,a,12.00,\n2024-01-03,b,,5.00\n2024-01-04,c,3.00,1.00\n2024-01-05,d,,\n2024-01-06,e,0.00,2.00\n2024-01-07,f,-,4.00\n";
    let rows = [
        "2024-01-02 12.00 a",
        "2024-01-03 -5.00 b",
        "2024-01-04 2.00 c",
        "5: amount_missing",
        "2024-01-06 -2.00 e",
        "2024-01-07 -4.00 f",
    ];
    for sign in [None, Some(Sign::PositiveIsIn), Some(OUT)] {
        assert_eq!(read_with(text, &Options { sign, ..Options::default() }).unwrap(), rows, "{sign:?}");
    }
}

#[test]
fn debits_that_are_all_negative_are_money_out_and_mixed_ones_are_arithmetic() {
    let negative =
        "Date,Description,Debit,Credit\n2024-01-02,a,-12.00,\n2024-01-03,b,-1.00,\n2024-01-04,c,,5.00\n";
    assert_eq!(read(negative).unwrap(), ["2024-01-02 12.00 a", "2024-01-03 1.00 b", "2024-01-04 -5.00 c"]);
    let mixed = "Date,Description,Debit,Credit\n2024-01-02,a,12.00,\n2024-01-03,reversal,-1.00,\n2024-01-04,c,,5.00\n";
    assert_eq!(
        read(mixed).unwrap(),
        ["2024-01-02 12.00 a", "2024-01-03 -1.00 reversal", "2024-01-04 -5.00 c"]
    );
}

#[test]
fn files_without_header_are_recognised_by_their_first_row() {
    let text = "2024-01-02;Bread;-1,00\n2024-01-03;Milk;-2,00\n";
    assert_eq!(read_with(text, &with_sign()).unwrap(), ["2024-01-02 -1.00 Bread", "2024-01-03 -2.00 Milk"]);
    let two_amounts = "2024-01-02;Bread;-1,00;9,00\n2024-01-03;Milk;-2,00;7,00\n";
    assert_eq!(read_with(two_amounts, &with_sign()), Err(Refusal::NoAmountColumn), "one may be a balance");
    let options = Options { amount_column: Some("3".into()), ..with_sign() };
    assert_eq!(read_with(two_amounts, &options).unwrap().len(), 2);
}

#[test]
fn columns_are_chosen_by_name_or_position() {
    let text = "When,What,How much,Left\n2024-01-02,a,1.00,9.00\n";
    assert_eq!(read_with(text, &with_sign()), Err(Refusal::NoAmountColumn));
    let by_name = Options {
        date_column: Some("when".into()),
        amount_column: Some("How Much".into()),
        description_column: Some("WHAT".into()),
        ..with_sign()
    };
    assert_eq!(read_with(text, &by_name).unwrap(), ["2024-01-02 1.00 a"]);
    let by_position = Options {
        date_column: Some("1".into()),
        amount_column: Some("3".into()),
        description_column: Some("2".into()),
        ..with_sign()
    };
    assert_eq!(read_with(text, &by_position).unwrap(), ["2024-01-02 1.00 a"]);
    let wrong = Options { date_column: Some("then".into()), ..by_name };
    assert_eq!(read_with(text, &wrong), Err(Refusal::UnknownColumn(Role::Date)));
}

#[test]
fn names_in_an_unknown_language_leave_what_the_columns_hold() {
    let text = "Konto glowne\n\nDzien,Opis,Kwota\n2024-01-02,chleb,1.00\n2024-01-03,mleko,-2.00\n";
    assert_eq!(read_with(text, &with_sign()).unwrap(), ["2024-01-02 1.00 chleb", "2024-01-03 -2.00 mleko"]);
    assert_eq!(Statement::inspect(text.as_bytes(), &with_sign()).unwrap().report().header_row, Some(3));
    let numbered = text.replace(",Opis", ",Nr,Opis").replace("-02,", "-02,17,").replace("-03,", "-03,18,");
    assert_eq!(read_with(&numbered, &with_sign()), Err(Refusal::NoAmountColumn), "17 may be an amount");
}

#[test]
fn every_encoding_gives_the_same_entries() {
    let text = "Datum;Empfänger;Betrag\n01.02.2024;Bäcker;-1,00\n02.02.2024;Café;-2,00\n";
    let expected = entries(text, &with_sign());
    let latin: Vec<u8> = text.chars().map(|char| u8::try_from(u32::from(char)).unwrap()).collect();
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_be_bytes).collect();
    for bytes in [latin, little, big] {
        let statement = Statement::inspect(&bytes, &with_sign()).unwrap();
        let entries: Vec<Entry> = statement.entries("account").map(Result::unwrap).collect();
        assert_eq!(entries, expected);
    }
}

#[test]
fn files_without_transactions_are_refused() {
    for text in ["", "\n\n", "\u{feff}", "Date,Description,Amount\n"] {
        assert_eq!(read(text), Err(Refusal::EmptyFile), "{text:?}");
    }
    assert_eq!(read("Date,Description,Amount\nx,y,1.00\n"), Err(Refusal::NoReadableDate));
    assert_eq!(read("Date,Description,Amount\n2024-01-02,y,z\n"), Err(Refusal::NoReadableAmount));
    assert_eq!(read("a,b\0"), Err(Refusal::NotText));
}

#[test]
fn more_rows_than_the_limit_are_refused() {
    let text = format!("Date,Description,Amount\n{}", ",\n".repeat(usize::try_from(MAX_ROWS).unwrap() + 1));
    let refusal = read_with(&text, &with_sign()).unwrap_err();
    assert_eq!(refusal, Refusal::TooManyRows);
    assert!(refusal.to_string().contains("1000000"), "{refusal}");
}

#[test]
fn every_question_names_the_flag_and_the_input_field() {
    let questions = [
        (Refusal::NotText, "--encoding", "encoding"),
        (Refusal::UnknownTemplate, "--template", "template"),
        (Refusal::TemplateMismatch, "--template", "template"),
        (Refusal::UnknownColumn(Role::Balance), "--balance-column", "balance_column"),
        (Refusal::ConflictingColumns, "--debit-column", "amount_column"),
        (Refusal::NoDateColumn, "--date-column", "date_column"),
        (Refusal::NoAmountColumn, "--amount-column", "amount_column"),
        (Refusal::NoDescriptionColumn, "--description-column", "description_column"),
        (Refusal::NoReadableDate, "--date-column", "date_column"),
        (Refusal::NoReadableAmount, "--amount-column", "amount_column"),
        (Refusal::AmbiguousDateOrder { rows: 1 }, "--date-format dmy", "input field date_format"),
        (Refusal::ContradictoryDates, "--date-format mdy", "input field date_format"),
        (
            Refusal::DateFormatMismatch { named: DateFormat::Mdy, fitting: DateFormat::Dmy },
            "--date-format dmy",
            "input field date_format",
        ),
        (Refusal::AmbiguousDecimalMark { rows: 1 }, "--decimal comma", "input field decimal"),
        (Refusal::ContradictoryDecimalMarks, "--decimal point", "input field decimal"),
        (Refusal::DecimalMismatch { named: DecimalMark::Point }, "--decimal comma", "input field decimal"),
        (Refusal::AmbiguousSign { positive: 1, negative: 1 }, "--sign positive_is_out", "input field sign"),
        (Refusal::ContradictorySign, "--sign positive_is_in", "input field sign"),
    ];
    let mut codes = std::collections::BTreeSet::new();
    for (refusal, flag, field) in questions {
        let message = refusal.message();
        assert!(message.contains(flag) && message.contains(field), "{message}");
        assert_eq!(refusal.kind(), Kind::Invalid);
        assert!(codes.insert(refusal.code()), "{} stands for two refusals", refusal.code());
    }
}

#[test]
fn what_is_answered_has_sound_schemas() {
    for schemas in [Schemas::of::<Report>(Side::Output), Schemas::of::<SkippedRow>(Side::Output)] {
        assert_eq!(schemas.faults, Vec::<String>::new());
    }
}

#[test]
fn options_are_flat_and_documented_fields() {
    let schemas = Schemas::of::<Options>(Side::Input);
    assert_eq!(schemas.faults, Vec::<String>::new());
    let portable = schemas.portable.value();
    let fields = portable["properties"].as_object().unwrap();
    assert!(
        fields.values().all(|field| field["type"] != "object" && field["type"] != "array"),
        "flags are flat"
    );
    let options: Options = serde_json::from_str(r#"{"sign":"positive_is_in","decimal":"comma","date_format":"DD.MM.YYYY","encoding":"windows_1252","delimiter":"vertical_bar","header":false,"amount_column":"3"}"#).unwrap();
    assert_eq!((options.sign, options.date_format), (Some(Sign::PositiveIsIn), Some(DateFormat::Dmy)));
    assert!(serde_json::from_str::<Options>(r#"{"unknown":1}"#).is_err());
}
