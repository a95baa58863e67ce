//! SQL stands in `sql.rs`, in migrations and in the store, nowhere else.

use super::Finding;
use super::project::Project;
use super::table::OWNER_OF_DRIVERS;

pub(super) fn check(project: &Project) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in project.rust().filter(|file| !file.is_test() && file.name() != "sql.rs") {
        if file.in_crate().is_none_or(|(name, _)| name == OWNER_OF_DRIVERS) {
            continue;
        }
        let literals = file.source.literals.iter().filter(|literal| !file.in_test(literal.start));
        for literal in literals.filter(|literal| is_sql(&literal.text)) {
            findings.push(Finding::at(
                file,
                literal.start,
                "this is SQL; move the statement to the area's sql.rs",
            ));
        }
    }
    findings
}

/// Statements in one case, unlike a sentence that begins with the same word.
fn is_sql(text: &str) -> bool {
    let text = text.trim_start();
    let lower = text.to_lowercase();
    let mut words = lower.split_whitespace();
    let first = words.next().unwrap_or_default();
    let Some(as_written) = text.get(..first.len()) else { return false };
    if as_written != first && as_written != first.to_uppercase() {
        return false;
    }
    let second = words.next().unwrap_or_default();
    let rest: Vec<&str> = words.collect();
    match first {
        "select" => second == "1" || rest.contains(&"from"),
        "insert" => second == "into" && (lower.contains("values") || rest.contains(&"select")),
        "delete" => second == "from",
        "update" => rest.contains(&"set") && lower.contains('='),
        "create" => {
            ["table", "index", "unique", "trigger", "view"].contains(&second) && lower.contains(['(', ';'])
        }
        "with" => rest.first() == Some(&"as") && lower.contains("select"),
        "alter" | "drop" => second == "table",
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_told_from_sentences() {
        for sql in [
            "select a from b",
            " INSERT INTO t (a) VALUES (1)",
            "delete from t",
            "update t set a = $1",
            "with x as (select 1) select",
        ] {
            assert!(is_sql(sql), "{sql}");
        }
        for prose in [
            "Select a row from the list",
            "Update the name and set it = anew",
            "with care as ever",
            "delete",
            "created",
            "",
        ] {
            assert!(!is_sql(prose), "{prose}");
        }
    }

    #[test]
    fn sql_outside_its_place_is_found() {
        let text = "const A: &str = \"select a from b\";\n";
        let project = Project::of(&[
            ("crates/breadbox/src/a/store.rs", text),
            ("crates/breadbox/src/a/sql.rs", text),
            ("crates/belay-store/src/a.rs", text),
            ("crates/breadbox/tests/it/a.rs", text),
        ]);
        let found = check(&project);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].path, "crates/breadbox/src/a/store.rs");
    }
}
