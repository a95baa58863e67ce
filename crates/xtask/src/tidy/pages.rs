//! Every error code and every operation has its page, and every page has what it tells of.

use super::Finding;
use super::codes::{Declared, codes, operations};
use super::project::Project;

pub(super) fn check(project: &Project) -> Vec<Finding> {
    let mut findings = compare(project, "docs/errors", &codes(project), "the error code");
    findings.extend(compare(project, "docs/tools", &operations(project), "the operation"));
    findings
}

fn compare(project: &Project, folder: &str, declared: &Declared<'_>, what: &str) -> Vec<Finding> {
    let page = |(app, name): &(String, String)| {
        if app.is_empty() { format!("{folder}/{name}.md") } else { format!("{folder}/{app}/{name}.md") }
    };
    let mut findings = Vec::new();
    for (key, (file, at)) in declared {
        let page = page(key);
        if project.file(&page).is_none() {
            findings.push(Finding::at(file, *at, format!("{what} `{}` has no page; write {page}", key.1)));
        }
    }
    let pages = project.files.iter().filter(|file| file.path.starts_with(&format!("{folder}/")));
    for file in pages.filter(|file| !["README.md", "index.md"].contains(&file.name())) {
        if !declared.keys().any(|key| page(key) == file.path) {
            findings.push(Finding::new(
                &file.path,
                1,
                format!("{what} of this page is gone; remove the page"),
            ));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_page_and_a_page_of_nothing_are_found() {
        let source = "fn f() { Error::new(Kind::Invalid, \"no_file\", \"\"); Error::new(Kind::Invalid, \"told\", \"\"); }";
        let project = Project::of(&[
            ("crates/a/src/e.rs", source),
            ("crates/a/src/x/operations.rs", "fn all() { Operation::read(\"list_x\", f); }"),
            ("docs/errors/told.md", ""),
            ("docs/errors/gone.md", ""),
            ("docs/errors/README.md", ""),
            ("docs/tools/a/list_x.md", ""),
        ]);
        let found: Vec<String> = check(&project).into_iter().map(|finding| finding.path).collect();
        assert_eq!(found, ["crates/a/src/e.rs", "docs/errors/gone.md"]);
    }
}
