use jiff::civil::date;
use proptest::prelude::*;

use super::*;

fn evidence(texts: &[&str]) -> DateEvidence {
    let mut evidence = DateEvidence::default();
    for text in texts {
        evidence.add(DateText::read(text).unwrap_or_else(|| panic!("{text} has not the form of a date")));
    }
    evidence
}

#[test]
fn dates_that_say_their_order_are_settled() {
    let texts = [
        "2024-02-01",
        "2024/02/01",
        "20240201",
        "2024-2-1",
        "2024.02.01",
        "Feb 1 2024",
        "Feb 1, 2024",
        "1 Feb 2024",
        "February 1, 2024",
        "01-Feb-2024",
        "1-FEB-24",
        "2024-02-01T10:11:12Z",
        "2024-02-01 10:11:12.345+02:00",
        "2024-02-01 10:11",
        "Feb 1, 2024, 9:05 PM",
        "2024-Feb-01",
        " 2024-02-01 ",
    ];
    for text in texts {
        assert_eq!(DateText::read(text), Some(DateText::Settled(date(2024, 2, 1))), "{text}");
    }
}

#[test]
fn three_numbers_are_read_in_the_order_that_is_named() {
    for text in
        ["01/02/2024", "1/2/2024", "01-02-2024", "01.02.2024", "1.2.2024", "01/02/24", "01.02.24 13:00"]
    {
        let read = DateText::read(text).unwrap();
        assert_eq!(read.on(DateFormat::Mdy), Some(date(2024, 1, 2)), "{text}");
        assert_eq!(read.on(DateFormat::Dmy), Some(date(2024, 2, 1)), "{text}");
    }
    assert_eq!(DateText::read("24-01-02").unwrap().on(DateFormat::Ymd), Some(date(2024, 1, 2)));
}

#[test]
fn two_digit_years_turn_the_century_at_69() {
    for (text, year) in [("31/12/68", 2068), ("31/12/69", 1969), ("31/12/00", 2000), ("31/12/99", 1999)] {
        assert_eq!(DateText::read(text).unwrap().on(DateFormat::Dmy), Some(date(year, 12, 31)), "{text}");
    }
}

#[test]
fn impossible_days_are_dates_no_order_reads() {
    for text in ["2023-02-29", "20241301", "31 Feb 2024", "00/00/2024", "13/13/2024"] {
        let read = DateText::read(text).unwrap();
        assert!(DateFormat::ALL.iter().all(|format| read.on(*format).is_none()), "{text}");
    }
}

#[test]
fn other_texts_are_no_dates() {
    for text in [
        "",
        "Total",
        "12",
        "1234567",
        "123456789",
        "1/2",
        "1/2/3/4",
        "1/2-2024",
        "1/2/024",
        "12.34",
        "1.234.567",
        "May",
        "10:11",
        "a 1 2024",
        "Mayo 1 2024",
        "Feb 1 2024 x",
        "٠١/٠٢/٢٠٢٤",
    ] {
        assert_eq!(DateText::read(text), None, "{text}");
    }
}

#[test]
fn one_day_above_twelve_settles_the_whole_file() {
    assert_eq!(evidence(&["01/02/2024", "13/02/2024"]).verdict(), DateVerdict::Fits(DateFormat::Dmy, true));
    assert_eq!(evidence(&["01/02/2024", "02/13/2024"]).verdict(), DateVerdict::Fits(DateFormat::Mdy, true));
    assert_eq!(evidence(&["13/01/24", "01/02/24"]).verdict(), DateVerdict::Fits(DateFormat::Dmy, true));
}

#[test]
fn without_one_the_order_stays_ambiguous() {
    assert_eq!(evidence(&["01/02/2024", "03/04/2024"]).verdict(), DateVerdict::Ambiguous);
    assert_eq!(
        evidence(&["24-01-02", "24-01-03"]).verdict(),
        DateVerdict::Ambiguous,
        "24 may be a day or a year"
    );
}

#[test]
fn dates_alike_in_both_orders_need_no_answer() {
    assert!(matches!(evidence(&["01/01/2024", "05/05/2024"]).verdict(), DateVerdict::Fits(..)));
    assert!(matches!(evidence(&["2024-01-05", "Jan 6 2024"]).verdict(), DateVerdict::Fits(_, false)));
}

#[test]
fn dots_mean_day_first_unless_the_file_says_otherwise() {
    assert_eq!(evidence(&["01.02.2024"]).verdict(), DateVerdict::Fits(DateFormat::Dmy, true));
    assert_eq!(evidence(&["01.02.2024", "01.13.2024"]).verdict(), DateVerdict::Fits(DateFormat::Mdy, true));
}

#[test]
fn rows_that_exclude_each_other_are_contradictory() {
    assert_eq!(evidence(&["13/01/2024", "01/13/2024"]).verdict(), DateVerdict::Contradictory);
    assert_eq!(
        evidence(&["13/01/2024", "01/13/2024"]).verdict_on(DateFormat::Mdy),
        DateVerdict::Contradictory
    );
}

#[test]
fn a_named_order_is_held_against_the_file() {
    let day_first = evidence(&["13/01/2024", "01/02/2024"]);
    assert_eq!(day_first.verdict_on(DateFormat::Dmy), DateVerdict::Fits(DateFormat::Dmy, true));
    assert_eq!(day_first.verdict_on(DateFormat::Mdy), DateVerdict::OnlyFits(DateFormat::Dmy));
    assert_eq!(evidence(&["01/02/2024"]).verdict_on(DateFormat::Ymd), DateVerdict::Ambiguous);
}

#[test]
fn an_impossible_date_is_no_evidence() {
    let mut file = evidence(&["13/02/2024"]);
    assert!(
        !file.add(DateText::read("30/02/2024").unwrap()),
        "day 30 cannot be a month, and February has no 30th"
    );
    assert_eq!(file.verdict(), DateVerdict::Fits(DateFormat::Dmy, true));
}

/// Every way to write a date, with the order it is written in.
fn written(day: Date) -> Vec<(DateFormat, String)> {
    let orders = [
        (DateFormat::Mdy, ["%m/%d/%Y", "%-m/%-d/%Y", "%m-%d-%Y", "%b %-d, %Y", "%B %-d %Y", "%m/%d/%y"]),
        (DateFormat::Dmy, ["%d/%m/%Y", "%-d.%-m.%Y", "%d-%m-%Y", "%-d %b %Y", "%d.%m.%y", "%d.%m.%Y"]),
        (DateFormat::Ymd, ["%Y-%m-%d", "%Y/%m/%d", "%Y%m%d", "%Y-%m-%dT00:00:00Z", "%y-%m-%d", "%Y-%-m-%-d"]),
    ];
    let write = |(format, patterns): (DateFormat, [&str; 6])| {
        patterns.map(|pattern| (format, day.strftime(pattern).to_string()))
    };
    orders.into_iter().flat_map(write).collect()
}

proptest! {
    #[test]
    fn every_date_reads_back_from_every_format(days in 0..36_524_i32) {
        let day = date(1969, 1, 1).checked_add(jiff::Span::new().days(days)).unwrap();
        for (format, text) in written(day) {
            prop_assert_eq!(DateText::read(&text).and_then(|read| read.on(format)), Some(day), "{}", text);
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[0-9A-Za-z/.:, é-]{0,20}") {
        if let Some(read) = DateText::read(&text) {
            DateEvidence::default().add(read);
        }
    }
}
