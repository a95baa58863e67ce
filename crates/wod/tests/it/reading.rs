//! What a proposal has beside its sections: titles, what waits for a decision, what kind of day it is.

use wod::model::{MatchStatus, SessionType, TitleSource};
use wod::{Library, Options, parse};

#[test]
fn a_title_comes_from_the_caller_the_text_the_date_or_the_parts_in_that_order() {
    let library = Library::default();
    let text = "\"Tailwind\"\nFor time\n1 km row";
    let parts = "A) Strength\nBack squat 5x5\nB) Metcon\nAMRAP 5\n5 burpees";
    let title = |text: &str, title: Option<&str>, daily: Option<&str>| {
        let options = Options {
            title: title.map(str::to_owned),
            daily_title: daily.map(str::to_owned),
            ..Options::default()
        };
        let workout = parse(text, &library, &options).workout;
        (workout.title, workout.title_source)
    };
    let some = |text: &str, source| (Some(text.to_owned()), Some(source));
    assert_eq!(title(text, Some("Mine"), Some("Monday")), some("Mine", TitleSource::Given));
    assert_eq!(title(text, Some(" "), Some("Monday")), some("Tailwind", TitleSource::Stated));
    assert_eq!(title(text, Some("null"), None), some("Tailwind", TitleSource::Stated));
    assert_eq!(title(parts, None, Some("Monday")), some("Monday", TitleSource::Daily));
    assert_eq!(title(parts, None, None), some("Strength \u{b7} Metcon", TitleSource::Parts));
    assert_eq!(title("10 burpees", None, None), (None, None));
}

#[test]
fn what_waits_for_a_decision_keeps_its_numbers_and_its_place() {
    let library = Library::default();
    let text = "Warm up\n2 rounds\n10 air squats\n\nMetcon\n3 RFT\n12 landmine rotations (20/15 kg)\n20 SU";
    let proposal = parse(text, &library, &Options::default());
    let first = &proposal.unresolved[0];
    assert_eq!(first.mention, "landmine rotations");
    assert_eq!((first.section_index, first.workout_section_index), (0, 1));
    assert_eq!(first.part_key.as_deref(), Some(proposal.parts[1].key.as_str()));
    assert!(first.prescription.load.is_some());
    assert_eq!(first.line, "12 landmine rotations (20/15 kg)");
    let second = &proposal.unresolved[1];
    assert_eq!(second.status, MatchStatus::Ambiguous);
    assert_eq!(second.candidates.len(), 2);
}

#[test]
fn the_kind_of_day_follows_from_its_sections() {
    let library = Library::default();
    let kind = |text: &str| parse(text, &library, &Options::default()).workout.session_type;
    assert_eq!(kind("Back squat 5x5"), Some(SessionType::Strength));
    assert_eq!(kind("AMRAP 10\n10 burpees"), Some(SessionType::Conditioning));
    assert_eq!(kind("Back squat 5x5\n\nAMRAP 10\n10 burpees"), Some(SessionType::Mixed));
    assert_eq!(kind("Find a 1RM deadlift"), Some(SessionType::Test));
    assert_eq!(kind("45 min easy bike"), Some(SessionType::Endurance));
    assert_eq!(kind("Have a good day, everybody!"), None);
}

#[test]
fn prose_before_any_work_is_the_brief_and_never_the_title() {
    let proposal = parse(
        "Today we are going to keep it light and fun.\n\nAMRAP 10\n10 burpees",
        &Library::default(),
        &Options::default(),
    );
    assert_eq!(proposal.workout.description.as_deref(), Some("Today we are going to keep it light and fun."));
    assert_eq!(proposal.workout.title, None);
}

#[test]
fn a_section_keeps_the_lines_it_was_read_from() {
    let proposal = parse(
        "Metcon\nAMRAP 10\n10 burpees\n\nCool down\n10 dead bugs",
        &Library::default(),
        &Options::default(),
    );
    assert_eq!(proposal.parts[0].sections[0].source_text, "AMRAP 10\n10 burpees");
}

#[test]
fn one_sexs_weight_is_for_movements_that_share_a_weight_and_for_no_others() {
    let library = Library::default();
    let read = |text: &str| wod::render::canonical(&parse(text, &library, &Options::default()));
    let same = read("AMRAP 12\n10 KB swings, 2 pood\n10 goblet squats, 2 pood\n\nWomen use 1.5 pood.");
    assert_eq!(same.matches("2/1.5 pood").count(), 2, "{same}");
    let apart = read("AMRAP 12\n10 KB swings, 2 pood\n10 goblet squats, 1 pood\n\nWomen use 0.75 pood.");
    assert!(!apart.contains("/0.75 pood"), "nobody said whose weight that is: {apart}");
}
