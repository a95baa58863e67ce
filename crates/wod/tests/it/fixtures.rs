//! Readings against what people wrote down.

use std::path::{Path, PathBuf};

use wod::Library;
use wod::expect::{Fixture, Tree, compare};

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

/// All fixtures.
pub(crate) fn all() -> Vec<(PathBuf, Fixture)> {
    [
        "days", "posts", "rules", "layout", "layout2", "layout3", "layout4", "layout5", "layout6", "layout7",
        "layout8", "blind", "blind2", "blind3", "blind4",
    ]
    .into_iter()
    .flat_map(of)
    .collect()
}

#[test]
fn every_fixture_of_ours_reads_as_expected() {
    let library = Library::default();
    let mut wrong = Vec::new();
    for (path, fixture) in [
        "days", "posts", "rules", "layout", "layout2", "layout3", "layout4", "layout5", "layout6", "layout7",
        "layout8",
    ]
    .into_iter()
    .flat_map(of)
    {
        let proposal = wod::parse(&fixture.text, &library, &fixture.options);
        let (_, findings) = compare(&fixture.tree, &Tree::from(&proposal));
        wrong.extend(
            findings.iter().map(|finding| format!("{}: {} {}", path.display(), finding.what, finding.text)),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn there_are_enough_fixtures_of_ours() {
    let count: usize = [
        "days", "posts", "rules", "layout", "layout2", "layout3", "layout4", "layout5", "layout6", "layout7",
        "layout8",
    ]
    .into_iter()
    .map(|folder| of(folder).len())
    .sum();
    assert!(count >= 190, "{count}");
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
