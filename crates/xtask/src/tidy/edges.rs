//! Who may import whom, from the manifests and from the paths in the code.

use super::Finding;
use super::paths::paths;
use super::project::{Package, Project};
use super::table::{
    ALSO_DRIVERS, APPS, DRIVERS, FOR_TESTS, IN_ONE_FILE, OWNER_OF_DRIVERS, RULES, Rule, Uses,
};

const TABLE: &str = "crates/xtask/src/tidy/table.rs";

fn rule(name: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.name == name)
}

/// Normal dependencies against the table. Those of tests are free, but for what only tests may have.
pub(super) fn dependencies(project: &Project) -> Vec<Finding> {
    project.packages.iter().flat_map(|package| of_package(project, package)).collect()
}

fn of_package(project: &Project, package: &Package) -> Vec<Finding> {
    let manifest = ["crates", "examples"].map(|folder| format!("{folder}/{}/Cargo.toml", package.name));
    let [first, second] = manifest;
    let manifest = if project.file(&second).is_some() { second } else { first };
    let Some(rule) = rule(&package.name) else {
        return vec![Finding::new(
            &manifest,
            1,
            format!("`{}` has no rule; add one to {TABLE}", package.name),
        )];
    };
    let normal = package.dependencies.iter().filter(|dependency| !dependency.dev);
    let refused = normal.filter_map(|dependency| {
        let name = dependency.name.as_str();
        let why = refusal(rule, name)?;
        let text = project.file(&manifest).map(|file| file.text.as_str()).unwrap_or_default();
        let line = text.lines().position(|line| line.starts_with(name)).map_or(1, |line| line + 1);
        Some(Finding::new(&manifest, line, format!("`{}` must not depend on `{name}`: {why}", rule.name)))
    });
    refused.collect()
}

/// Why a crate may not depend on another; `None` where it may.
fn refusal(rule: &Rule, name: &str) -> Option<String> {
    if name == FOR_TESTS {
        return Some("it is for tests; move it to [dev-dependencies]".to_owned());
    }
    if rule.never.contains(&name) || (is_driver(name) && !may_name_drivers(rule)) {
        return Some("do that work in the crate that owns it and call it from here".to_owned());
    }
    match &rule.uses {
        Uses::Anything => None,
        Uses::Only(names) if names.iter().any(|(allowed, _)| *allowed == name) => None,
        Uses::Only(_) => Some(format!("drop it, or accept it with a reason in {TABLE}")),
    }
}

/// Paths in the code that name a crate which the crate must never see, or see in another file only.
pub(super) fn names_of_crates(project: &Project) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in project.rust().filter(|file| !file.is_test()) {
        let Some(rule) = file.in_crate().and_then(|(name, _)| rule(name)) else { continue };
        let outside: Vec<&str> = if APPS.contains(&rule.name) { others(rule.name) } else { Vec::new() };
        for named in paths(&file.source).into_iter().filter(|named| !file.in_test(named.at)) {
            let Some(first) = named.parts.first().map(|first| first.replace('_', "-")) else { continue };
            let driver = is_driver(&first) && !may_name_drivers(rule);
            if driver || rule.never.contains(&first.as_str()) || outside.contains(&first.as_str()) {
                let text = format!(
                    "`{}` must not name `{first}`; do that work in the crate that owns it",
                    rule.name
                );
                findings.push(Finding::at(file, named.at, text));
            }
            let placed = IN_ONE_FILE.iter().find(|(name, _)| APPS.contains(&rule.name) && *name == first);
            if let Some((_, stem)) = placed.filter(|(_, stem)| file.stem() != *stem) {
                findings.push(Finding::at(file, named.at, format!("name `{first}` in {stem}.rs only")));
            }
        }
    }
    findings
}

fn is_driver(name: &str) -> bool {
    DRIVERS.contains(&name)
}

fn may_name_drivers(rule: &Rule) -> bool {
    rule.name == OWNER_OF_DRIVERS || ALSO_DRIVERS.iter().any(|(name, _)| *name == rule.name)
}

fn others(app: &str) -> Vec<&'static str> {
    APPS.iter().copied().filter(|other| *other != app).collect()
}

#[cfg(test)]
mod tests {
    use super::super::project::Dependency;
    use super::*;

    fn package(name: &str, dependencies: &[(&str, bool)]) -> Project {
        let dependencies =
            dependencies.iter().map(|(name, dev)| Dependency { name: (*name).to_owned(), dev: *dev });
        let package = Package { name: name.to_owned(), dependencies: dependencies.collect() };
        Project { files: Vec::new(), packages: vec![package] }
    }

    fn count(name: &str, list: &[(&str, bool)]) -> usize {
        dependencies(&package(name, list)).len()
    }

    #[test]
    fn a_dependency_outside_the_table_is_found() {
        assert_eq!(count("belay-core", &[("serde", false), ("tokio", false)]), 1);
        assert_eq!(count("belay-server", &[("axum", false), ("breadbox", false), ("rusqlite", false)]), 2);
        assert_eq!(count("breadbox", &[("belay-server", false), ("csv", false)]), 1);
        assert_eq!(count("nobody-knows", &[]), 1);
    }

    #[test]
    fn the_testkit_may_reach_a_driver_and_nobody_else() {
        assert_eq!(count("belay-testkit", &[("tokio-postgres", false), ("breadbox", false)]), 1);
        assert_eq!(count("belay-bench", &[("tokio-postgres", false)]), 1);
    }

    #[test]
    fn tests_may_depend_on_more_and_the_testkit_on_tests_only() {
        assert_eq!(count("breadbox", &[("belay-testkit", true), ("tokio", true)]), 0);
        assert_eq!(count("belay-server", &[("belay-testkit", false)]), 1);
    }

    #[test]
    fn a_crate_that_must_not_be_seen_is_found_in_the_code() {
        let project = Project::of(&[
            (
                "crates/breadbox/src/a/service.rs",
                "use almanac::x;\nfn f() { axum::serve(); }\n#[cfg(test)]\nmod t { use tokio::x; }",
            ),
            ("crates/breadbox/src/a/operations.rs", "use askama::Template;"),
            ("crates/breadbox/src/a/pages.rs", "use askama::Template;"),
            ("crates/belay-server/src/a.rs", "use rusqlite::Row;"),
            ("crates/belay-store/src/a.rs", "use rusqlite::Row;"),
        ]);
        let lines: Vec<String> =
            names_of_crates(&project).iter().map(|f| format!("{}:{}", f.path, f.line)).collect();
        let expected = [
            "breadbox/src/a/service.rs:1",
            "breadbox/src/a/service.rs:2",
            "breadbox/src/a/operations.rs:1",
            "belay-server/src/a.rs:1",
        ];
        assert_eq!(lines, expected.map(|line| format!("crates/{line}")));
    }
}
