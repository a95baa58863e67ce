//! A proposal written as text reads as the same proposal.

use wod::expect::{Tree, compare};
use wod::{Library, parse};

use crate::fixtures;

/// What must survive: everything that is compared, the warnings left out.
fn structure(proposal: &wod::Proposal) -> Tree {
    let mut tree = Tree::from(proposal);
    tree.warnings.clear();
    tree.title = None;
    for section in &mut tree.sections {
        section.attributes.remove("note");
        for step in &mut section.steps {
            step.attributes.remove("length");
        }
    }
    tree
}

#[test]
fn a_reading_written_out_reads_the_same() {
    let library = Library::default();
    let mut wrong = Vec::new();
    for (path, fixture) in fixtures::all() {
        let first = parse(&fixture.text, &library, &fixture.options);
        let text = wod::render::canonical(&first);
        let second = parse(&text, &library, &fixture.options);
        let (_, findings) = compare(&structure(&first), &structure(&second));
        if !findings.is_empty() {
            let list: Vec<String> =
                findings.iter().map(|finding| format!("  {} {}", finding.what, finding.text)).collect();
            wrong.push(format!("{}\n{}\n--- written\n{text}", path.display(), list.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{} of them\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn writing_out_twice_changes_nothing() {
    let library = Library::default();
    for (path, fixture) in fixtures::all() {
        let first = wod::render::canonical(&parse(&fixture.text, &library, &fixture.options));
        let second = wod::render::canonical(&parse(&first, &library, &fixture.options));
        assert_eq!(first, second, "{}", path.display());
    }
}
