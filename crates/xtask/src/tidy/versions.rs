//! One version of each crate, but for what our dependencies force.

use std::collections::BTreeMap;

use super::Finding;
use super::project::Project;
use super::table::SEVERAL_VERSIONS;

const LOCK: &str = "Cargo.lock";

pub(super) fn check(project: &Project) -> Vec<Finding> {
    project.file(LOCK).map(|lock| of_lock(&lock.text, SEVERAL_VERSIONS)).unwrap_or_default()
}

fn of_lock(lock: &str, excused: &[(&str, &str)]) -> Vec<Finding> {
    let mut versions: BTreeMap<&str, Vec<(usize, &str)>> = BTreeMap::new();
    let mut name = "";
    for (index, line) in lock.lines().enumerate() {
        let value = |key: &str| Some(line.strip_prefix(key)?.trim_start_matches(" = ").trim_matches('"'));
        if let Some(found) = value("name") {
            name = found;
        } else if let Some(version) = value("version").filter(|_| !name.is_empty()) {
            versions.entry(name).or_default().push((index + 1, version));
        }
    }
    versions.retain(|_, found| found.len() > 1);
    let matches = |pattern: &str, name: &str| {
        pattern.strip_suffix('*').map_or(pattern == name, |start| name.starts_with(start))
    };
    let mut findings = Vec::new();
    for (name, found) in &versions {
        if !excused.iter().any(|(pattern, _)| matches(pattern, name)) {
            let list: Vec<&str> = found.iter().map(|(_, version)| *version).collect();
            let line = found.last().map_or(1, |(line, _)| *line);
            let text = format!(
                "`{name}` has the versions {}; bring them together (`cargo tree --invert {name}`) or excuse it in tidy/table.rs",
                list.join(" and ")
            );
            findings.push(Finding::new(LOCK, line, text));
        }
    }
    for (pattern, _) in
        excused.iter().filter(|(pattern, _)| !versions.keys().any(|name| matches(pattern, name)))
    {
        findings.push(Finding::new(
            LOCK,
            1,
            format!("`{pattern}` has one version now; remove its excuse from tidy/table.rs"),
        ));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"a\"\nversion = \"2.0.0\"\n";

    #[test]
    fn a_second_version_is_found_unless_excused() {
        let found = of_lock(LOCK, &[]);
        assert_eq!((found.len(), found[0].line), (1, 9));
        assert_eq!(of_lock(LOCK, &[("a", "because")]), []);
        assert_eq!(of_lock(LOCK, &[("a*", "because")]), []);
    }

    #[test]
    fn an_idle_excuse_is_found() {
        assert_eq!(of_lock(LOCK, &[("a", "because"), ("b", "because")]).len(), 1);
    }
}
