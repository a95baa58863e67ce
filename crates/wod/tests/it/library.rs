//! Names and what they mean.

use wod::model::MatchStatus;
use wod::{Exercise, Library};

fn name(library: &Library, mention: &str) -> Option<String> {
    library.resolve(mention).exercise.map(|found| found.name)
}

#[test]
fn every_name_and_alias_of_the_table_is_found() {
    let library = Library::default();
    for exercise in library.exercises() {
        for mention in std::iter::once(&exercise.name).chain(&exercise.aliases) {
            let found = library.resolve(mention);
            let ambiguous = found.status == MatchStatus::Ambiguous && mention.len() <= 2;
            assert!(ambiguous || found.status == MatchStatus::Matched, "{mention}: {found:?}");
        }
        assert_eq!(name(&library, &exercise.name).as_deref(), Some(exercise.name.as_str()));
    }
}

#[test]
fn an_easier_form_is_always_in_the_table() {
    let library = Library::default();
    for exercise in library.exercises() {
        if let Some(easier) = &exercise.easier {
            assert!(library.by_name(easier).is_some(), "{easier}");
        }
    }
}

#[test]
fn plurals_hyphens_abbreviations_and_modifiers_are_looked_through() {
    let library = Library::default();
    for (mention, expected) in [
        ("pull ups", "Pull-Up"),
        ("PULLUPS", "Pull-Up"),
        ("strict pull-ups", "Strict Pull-Up"),
        ("dumbbell snatches", "DB Snatch"),
        ("alternating single arm DB snatch", "DB Snatch"),
        ("T2B", "Toes-to-Bar"),
        ("med ball cleans", "Medicine-Ball Clean"),
        ("kettlebell goblet squats", "Goblet Squat"),
        ("SUs", "Single-Under"),
        ("farmer's walk", "Farmers Carry"),
        ("OH squats", "Overhead Squat"),
        ("C&J", "Clean and Jerk"),
    ] {
        assert_eq!(name(&library, mention).as_deref(), Some(expected), "{mention}");
    }
}

#[test]
fn one_slip_of_the_spelling_is_mended_and_two_are_not() {
    let library = Library::default();
    assert_eq!(name(&library, "thursters").as_deref(), Some("Thruster"));
    assert_eq!(name(&library, "burppees").as_deref(), Some("Burpee"));
    assert_eq!(name(&library, "tursthers"), None);
    // A short word may be any word.
    assert_eq!(name(&library, "ran"), None);
}

#[test]
fn an_abbreviation_with_two_meanings_offers_both() {
    let library = Library::default();
    let found = library.resolve("SU");
    assert_eq!(found.status, MatchStatus::Ambiguous);
    let names: Vec<&str> = found.candidates.iter().map(|candidate| candidate.name.as_str()).collect();
    assert_eq!(names, ["Sit-Up", "Single-Under"]);
}

#[test]
fn an_unknown_name_offers_what_is_near() {
    let library = Library::default();
    let found = library.resolve("gorilla row");
    assert!(found.exercise.is_none());
    assert!(!found.candidates.is_empty() && found.candidates.len() <= 5);
    assert!(library.resolve("cable crossovers zzz").exercise.is_none());
    assert_eq!(library.resolve("qqqq").status, MatchStatus::NotFound);
}

#[test]
fn a_gyms_own_names_win() {
    let own = Exercise {
        id: "0190-own".to_owned(),
        name: "Gorilla Row".to_owned(),
        aliases: vec!["thruster".to_owned()],
        ..Library::default().by_name("DB Row").unwrap().clone()
    };
    let library = Library::new(vec![own], &[("monkey press".to_owned(), "Push Press".to_owned())]);
    assert_eq!(name(&library, "gorilla rows").as_deref(), Some("Gorilla Row"));
    assert_eq!(name(&library, "thrusters").as_deref(), Some("Gorilla Row"));
    assert_eq!(name(&library, "monkey press").as_deref(), Some("Push Press"));
    assert_eq!(name(&library, "monkey presses").as_deref(), Some("Push Press"));
}

#[test]
fn a_batch_keeps_the_order_of_its_names() {
    let library = Library::default();
    let found = library.resolve_batch(&["burpee", "nonsense words", "row"]);
    let names: Vec<&str> = found.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["burpee", "nonsense words", "row"]);
    assert!(found[0].exercise.is_some() && found[1].exercise.is_none() && found[2].exercise.is_some());
}

#[test]
fn the_names_take_less_than_a_megabyte() {
    assert!(Library::default().lexicon_bytes() < 1024 * 1024);
}
