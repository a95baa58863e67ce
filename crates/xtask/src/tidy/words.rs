//! Words that must not stand in the project: places of one machine, notes for later, tests that are passed over.

use super::Finding;
use super::project::{File, Project};

/// Spelled in two parts, so that this file does not hold them.
const PLACES: &[&str] = &[concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/tmp/tar", "get")];
const NOTES: &[&str] = &[concat!("TO", "DO"), concat!("FIX", "ME")];

pub(super) fn check(project: &Project) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in project.files.iter().filter(|file| file.name() != "Cargo.lock") {
        findings.extend(of_text(file));
        findings.extend(of_source(file));
    }
    findings
}

fn of_text(file: &File) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        let mut found = |text: String| findings.push(Finding::new(&file.path, index + 1, text));
        for place in PLACES
            .iter()
            .filter(|place| stands_alone(line, place, |byte| !byte.is_ascii_alphanumeric() && byte != b'.'))
        {
            found(format!("`{place}` is a place of one machine; write a relative path or a variable"));
        }
        let free = |byte: u8| !byte.is_ascii_alphanumeric() && byte != b'_';
        for note in NOTES.iter().filter(|note| stands_alone(line, note, free) && !is_within_word(line, note))
        {
            found(format!("`{note}`: do it, or remove the note"));
        }
    }
    findings
}

/// Whether a piece stands in a line after nothing or after a byte that may stand before it.
fn stands_alone(line: &str, piece: &str, may_precede: impl Fn(u8) -> bool) -> bool {
    let before = |at: usize| at.checked_sub(1).and_then(|before| line.as_bytes().get(before).copied());
    line.match_indices(piece).any(|(at, _)| before(at).is_none_or(&may_precede))
}

fn is_within_word(line: &str, piece: &str) -> bool {
    let after = |at: usize| line.as_bytes().get(at + piece.len()).copied();
    line.match_indices(piece)
        .all(|(at, _)| after(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_'))
}

fn of_source(file: &File) -> Vec<Finding> {
    let source = &file.source;
    let mut findings = Vec::new();
    for at in source.find_all("#[ignore") {
        findings.push(Finding::at(
            file,
            at,
            "a test that does not run proves nothing; make it run or remove it",
        ));
    }
    for at in source.find_all("sleep(").filter(|at| file.in_test(*at)) {
        findings.push(Finding::at(
            file,
            at,
            "a test waits for what it expects, never for a while; wait for the event",
        ));
    }
    for at in ["#[allow(", "#![allow("].into_iter().flat_map(|attribute| source.find_all(attribute)) {
        let attribute = source.code.get(at..).and_then(|rest| rest.split(']').next()).unwrap_or_default();
        if !attribute.contains("reason") {
            findings.push(Finding::at(file, at, "write `#[expect(lint, reason = \"…\")]`"));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(path: &str, text: &str) -> Vec<usize> {
        check(&Project::of(&[(path, text)])).iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn places_and_notes_are_found_in_any_file() {
        let text = format!(
            "see {}x\nhttps://a.org{}x\n// {}: later\nmas{}s\n",
            PLACES[0], PLACES[0], NOTES[0], NOTES[0]
        );
        assert_eq!(lines("docs/a.md", &text), [1, 3]);
    }

    #[test]
    fn tests_that_sleep_or_do_not_run_are_found() {
        let text =
            "fn f() { sleep(1); }\n#[cfg(test)]\nmod t {\n fn g() { sleep(1); }\n#[ignore]\nfn h() {} }\n";
        let mut found = lines("crates/a/src/b.rs", text);
        found.sort_unstable();
        assert_eq!(found, [4, 5]);
        assert_eq!(lines("crates/a/tests/it/b.rs", "fn f() { sleep(1); }"), [1]);
    }

    #[test]
    fn an_attribute_without_a_reason_is_found() {
        assert_eq!(
            lines("crates/a/src/b.rs", "#[allow(x)]\n#[allow(x, reason = \"y\")]\n#![allow(z)]"),
            [1, 3]
        );
    }
}
