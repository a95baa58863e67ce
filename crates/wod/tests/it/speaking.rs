//! Proposals shown to people.

use wod::model::{Code, WeightUnit};
use wod::render::{View, board, plates, timeline};
use wod::{Library, Options, parse};

#[test]
fn a_warning_is_marked_below_its_line() {
    let text = "AMRAP 10\n18/25 cal row";
    let library = Library::default();
    let proposal = parse(text, &library, &Options::default());
    let shown = wod::diagnose::diagnostics("day.txt", text, &proposal.warnings);
    let expected = "\
warning[sex_order_inferred]: the larger number was taken for men; write M/F to be sure
  --> day.txt:2:1
   |
 2 | 18/25 cal row
   | ^^^^^^^^^^^^^
   = help: label the numbers: M 25 / F 18
";
    assert!(shown.starts_with(expected), "{shown}");
}

#[test]
fn a_report_counts_over_all_texts() {
    let texts = ["AMRAP 10\n10 burpees", "Cool down\n10 dead bugs", "3 RFT\n12 cable crossovers"];
    let report = wod::diagnose::report(texts, &Library::default(), &Options::default()).text();
    assert!(report.starts_with("3 texts, 3 sections, 3 movements"), "{report}");
    assert!(report.contains("sections freeform          1 of 3"), "{report}");
    assert!(report.contains("cable crossovers"), "{report}");
}

#[test]
fn a_rotation_takes_its_minutes_in_turn() {
    let proposal = parse(
        "EMOM 6\nMin 1: 10 burpees\nMin 2: 12 cal row\nMin 3: rest",
        &Library::default(),
        &Options::default(),
    );
    let clock = timeline(&proposal.sections[0]);
    let labels: Vec<(&str, bool)> = clock.segments.iter().map(|one| (one.label.as_str(), one.rest)).collect();
    let turn = [("10 Burpee", false), ("12 cal Row", false), ("Rest the remaining time", true)];
    assert_eq!(labels, [turn, turn].concat());
    assert_eq!(clock.total_seconds, Some(360.0));
}

#[test]
fn work_without_an_end_leaves_the_clock_open_up_to_the_cap() {
    let clock = |text: &str| timeline(&parse(text, &Library::default(), &Options::default()).sections[0]);
    assert_eq!(clock("For time\n50 burpees").total_seconds, None);
    assert_eq!(clock("For time\n50 burpees\nTC 10").total_seconds, Some(600.0));
}

#[test]
fn a_board_shows_one_sex_one_unit_and_one_level() {
    let library = Library::default();
    let text = "AMRAP 12\n10 DB snatches 50/35 lb\n10 pull-ups\n\nScaled: 35/25 lb, 10 ring rows";
    let proposal = parse(text, &library, &Options::default());
    let shown =
        board(&proposal, &library, View { unit: Some(WeightUnit::Kg), male: Some(true), level: None });
    assert!(shown.contains("10 DB Snatch (22.5 kg)") && shown.contains("10 Pull-Up"), "{shown}");
    let shown = board(&proposal, &library, View { unit: None, male: Some(false), level: Some("scaled") });
    assert!(shown.contains("10 DB Snatch (25 lb)") && shown.contains("10 Ring Row"), "{shown}");
}

#[test]
fn a_bar_is_loaded_with_the_heaviest_plates_first() {
    assert_eq!(plates(100.0, WeightUnit::Kg, false).each_end, [25.0, 15.0]);
    assert_eq!(plates(135.0, WeightUnit::Lb, false).each_end, [45.0]);
    assert_eq!(plates(61.0, WeightUnit::Kg, false).total, 60.0);
}

#[test]
fn every_code_has_a_name_of_its_own() {
    let mut names: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Code::ALL.len());
}
