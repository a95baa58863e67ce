//! Names that say nothing, and migrations that differ between the databases.

use std::collections::BTreeSet;

use super::Finding;
use super::project::Project;

const EMPTY: &[&str] = &["utils", "util", "helpers", "helper", "common", "manager", "managers", "misc"];

/// Files, folders and modules with a name that could hold anything.
pub(super) fn modules(project: &Project) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in &project.files {
        let parts = file.path.split('/').map(|part| part.split('.').next().unwrap_or_default());
        if let Some(name) = parts.clone().find(|part| EMPTY.contains(part)) {
            let text = format!("the name `{name}` says nothing; name it after what it does");
            findings.push(Finding::new(&file.path, 1, text));
        }
        for name in EMPTY {
            let declared =
                file.source.find_all("mod ").filter(|at| word_at(&file.source.code, at + 4) == *name);
            let text = format!("the module name `{name}` says nothing; name it after what it does");
            findings.extend(declared.map(|at| Finding::at(file, at, text.clone())));
        }
    }
    findings
}

fn word_at(code: &str, at: usize) -> &str {
    let rest = code.get(at..).unwrap_or_default();
    rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

/// Both databases have the same migrations, numbered without gaps.
pub(super) fn migrations(project: &Project) -> Vec<Finding> {
    let owners: BTreeSet<&str> = project
        .files
        .iter()
        .filter_map(|file| file.path.split_once("/migrations/"))
        .map(|(owner, _)| owner)
        .collect();
    owners.into_iter().flat_map(|owner| of_owner(project, owner)).collect()
}

fn of_owner(project: &Project, owner: &str) -> Vec<Finding> {
    let list = |engine: &str| -> BTreeSet<&str> {
        let folder = format!("{owner}/migrations/{engine}/");
        project.files.iter().filter_map(|file| file.path.strip_prefix(&folder)).collect()
    };
    let (sqlite, postgres) = (list("sqlite"), list("postgres"));
    let mut findings = Vec::new();
    for name in sqlite.symmetric_difference(&postgres) {
        let (has, lacks) =
            if sqlite.contains(name) { ("sqlite", "postgres") } else { ("postgres", "sqlite") };
        let text = format!("{lacks}/ has no migration of this number and name; add it there");
        findings.push(Finding::new(&format!("{owner}/migrations/{has}/{name}"), 1, text));
    }
    for (index, name) in sqlite.iter().enumerate() {
        if !name.starts_with(&format!("{:04}_", index + 1)) {
            let text =
                format!("migrations are numbered from 0001 without gaps; this place is {:04}", index + 1);
            findings.push(Finding::new(&format!("{owner}/migrations/sqlite/{name}"), 1, text));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_say_nothing_are_found() {
        let project = Project::of(&[
            ("crates/a/src/utils.rs", ""),
            ("crates/a/src/b.rs", "mod helpers { }\nmod commonplace;"),
            ("docs/misc/a.md", ""),
        ]);
        assert_eq!(modules(&project).len(), 3);
    }

    #[test]
    fn a_migration_of_one_database_only_is_found() {
        let project = Project::of(&[
            ("crates/a/migrations/sqlite/0001_x.sql", ""),
            ("crates/a/migrations/postgres/0001_x.sql", ""),
            ("crates/a/migrations/sqlite/0003_y.sql", ""),
            ("crates/a/migrations/postgres/0003_z.sql", ""),
        ]);
        let texts: Vec<String> = migrations(&project).into_iter().map(|finding| finding.path).collect();
        let expected = ["sqlite/0003_y.sql", "postgres/0003_z.sql", "sqlite/0003_y.sql"];
        assert_eq!(texts, expected.map(|name| format!("crates/a/migrations/{name}")));
    }
}
