//! What can hardly be meant.

use wod::model::Code;
use wod::{Library, Options, parse};

fn implausible(text: &str) -> Vec<String> {
    let library = Library::default();
    let proposal = parse(text, &library, &Options::default());
    let found = wod::lint::lint(&proposal, &library);
    found.into_iter().filter(|one| one.code == Code::Implausible).filter_map(|one| one.fix).collect()
}

#[test]
fn a_run_of_a_metre_is_questioned_and_one_of_a_mile_is_not() {
    assert_eq!(implausible("For time\n1 m run\n10 burpees").len(), 1);
    assert!(implausible("For time\n1 mile run\n10 burpees").is_empty());
}

#[test]
fn a_hundred_kilogram_dumbbell_is_questioned() {
    let found = implausible("5 RFT\n10 DB snatches 100 kg");
    assert!(found[0].contains("pounds"), "{found:?}");
    assert!(implausible("5 RFT\n10 DB snatches 50 lb").is_empty());
}

#[test]
fn more_than_a_minute_holds_is_questioned() {
    assert_eq!(implausible("EMOM 10\n40 thrusters 43/30 kg").len(), 1);
    assert!(implausible("EMOM 10\n10 thrusters 43/30 kg").is_empty());
    // One movement a minute is not added up over the minutes.
    assert!(implausible("EMOM 10\nMin 1: 15 burpees\nMin 2: 15 thrusters 43/30 kg").is_empty());
}

#[test]
fn missing_units_and_totals_that_disagree_are_among_the_findings() {
    let library = Library::default();
    let codes = |text: &str| {
        let found = wod::lint::lint(&parse(text, &library, &Options::default()), &library);
        found.into_iter().map(|one| one.code).collect::<Vec<_>>()
    };
    assert!(codes("For time\n10 thrusters (43/30)").contains(&Code::UnitAssumed));
    assert!(
        codes("For time:\n100 push-ups\n\nComplete as 4 rounds of:\n20 push-ups")
            .contains(&Code::TotalConflict)
    );
}

#[test]
fn a_section_by_the_clock_takes_its_time() {
    let library = Library::default();
    let estimate = |text: &str| {
        let proposal = parse(text, &library, &Options::default());
        wod::lint::estimate(&proposal.sections[0], &library)
    };
    assert_eq!(estimate("AMRAP 12\n10 burpees"), Some(720.0));
    assert!(
        estimate("5 rounds for time\n10 burpees\n200 m run")
            .is_some_and(|seconds| (200.0..900.0).contains(&seconds))
    );
}
