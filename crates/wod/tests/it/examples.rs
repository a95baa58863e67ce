//! The examples of the grammar's page.

use std::path::Path;

use wod::expect::{Fixture, Tree, compare};
use wod::{Library, parse};

/// Pairs of a workout and its reading, with the title above them.
fn examples(page: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for section in page.split("\n### ").skip(1) {
        let title = section.lines().next().unwrap_or("").to_owned();
        let block = |kind: &str| {
            section.split_once(&format!("```{kind}\n"))?.1.split_once("\n```").map(|(text, _)| text)
        };
        let (text, tree) = (block("workout").unwrap(), block("reading").unwrap());
        found.push((title, format!("constructs: example\n--- text\n{text}\n--- tree\n{tree}\n")));
    }
    found
}

#[test]
fn every_example_of_the_grammar_reads_as_the_page_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/wod.md");
    let page = std::fs::read_to_string(path).unwrap();
    let library = Library::default();
    let examples = examples(&page);
    assert!(examples.len() > 50, "{}", examples.len());
    let mut wrong = Vec::new();
    for (title, file) in examples {
        let fixture = Fixture::read(&file).unwrap_or_else(|error| panic!("{title}: {error}"));
        let proposal = parse(&fixture.text, &library, &fixture.options);
        let (_, findings) = compare(&fixture.tree, &Tree::from(&proposal));
        wrong.extend(findings.iter().map(|finding| format!("{title}: {} {}", finding.what, finding.text)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_page_names_every_warning() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/wod.md");
    let page = std::fs::read_to_string(path).unwrap();
    for code in wod::model::Code::ALL {
        assert!(page.contains(&format!("| `{}` | {} |", code.name(), code.message())), "{}", code.name());
    }
}
