//! Readings against what people wrote down.

use std::path::{Path, PathBuf};

use wod::Library;
use wod::expect::{Fixture, Measured, Tree, compare};

/// The fixtures of a folder, by path.
pub(crate) fn of(folder: &str) -> Vec<(PathBuf, Fixture)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(folder);
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    paths.sort();
    let read = |path: PathBuf| {
        let file = std::fs::read_to_string(&path).unwrap();
        let fixture = Fixture::read(&file).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path, fixture)
    };
    paths.into_iter().map(read).collect()
}

/// The folders, in order.
fn folders() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let folders = entries.filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> = folders.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Whether somebody wrote it who had not seen the parser.
fn is_blind(folder: &str) -> bool {
    folder.starts_with("blind")
}

/// All fixtures.
pub(crate) fn all() -> Vec<(PathBuf, Fixture)> {
    folders().iter().flat_map(|folder| of(folder)).collect()
}

fn ours() -> Vec<(PathBuf, Fixture)> {
    folders().iter().filter(|folder| !is_blind(folder)).flat_map(|folder| of(folder)).collect()
}

#[test]
fn every_fixture_of_ours_reads_as_expected() {
    let library = Library::default();
    let mut wrong = Vec::new();
    for (path, fixture) in ours() {
        let proposal = wod::parse(&fixture.text, &library, &fixture.options);
        let (_, findings) = compare(&fixture.tree, &Tree::from(&proposal));
        wrong.extend(
            findings.iter().map(|finding| format!("{}: {} {}", path.display(), finding.what, finding.text)),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_blind_folder_is_read_as_its_author_meant_it_but_for_a_few_things() {
    let library = Library::default();
    for folder in folders().iter().filter(|folder| is_blind(folder)) {
        let mut whole = Measured::default();
        for (_, fixture) in of(folder) {
            let proposal = wod::parse(&fixture.text, &library, &fixture.options);
            whole.extend(&compare(&fixture.tree, &Tree::from(&proposal)).0);
        }
        for (what, most) in [("scheme", 3), ("name", 3), ("reps", 3), ("load", 4), ("levels", 8)] {
            let (right, all) = whole.counts.get(what).copied().unwrap_or_default();
            assert!((all - right) * 100 <= all * most, "{folder}: {what} {right} of {all}");
        }
    }
}

#[test]
fn there_are_enough_fixtures() {
    let blind = all().len() - ours().len();
    assert!(ours().len() >= 250 && blind >= 60, "{} and {blind}", ours().len());
}

#[test]
fn a_wrong_reading_is_found_by_the_comparison() {
    let library = Library::default();
    let file = |tree: &str| {
        format!("constructs: amrap\n--- text\nAMRAP 12\n10 Thrusters (43/30 kg)\n--- tree\n{tree}")
    };
    for tree in [
        "section amrap 10:00\n  10 Thruster | load 43/30 kg",
        "section amrap 12:00\n  11 Thruster | load 43/30 kg",
        "section amrap 12:00\n  10 Burpee | load 43/30 kg",
        "section amrap 12:00\n  10 Thruster",
        "section amrap 12:00\n  10 Thruster | load 43/30 kg\n  5 Burpee",
        "section amrap 12:00\n  10 Thruster | load 43/30 kg\n  level scaled",
    ] {
        let fixture = Fixture::read(&file(tree)).unwrap();
        let proposal = wod::parse(&fixture.text, &library, &fixture.options);
        assert!(!compare(&fixture.tree, &Tree::from(&proposal)).1.is_empty(), "{tree}");
    }
}
