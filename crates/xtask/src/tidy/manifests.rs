//! Versions and features are chosen in the workspace's manifest alone.

use super::Finding;
use super::project::{File, Project};

pub(super) fn check(project: &Project) -> Vec<Finding> {
    let members = project.files.iter().filter(|file| file.name() == "Cargo.toml" && file.path.contains('/'));
    members.filter(|file| !is_workspace(file)).flat_map(of_manifest).collect()
}

/// Whether a manifest is the root of a workspace of its own, which inherits nothing from ours.
fn is_workspace(file: &File) -> bool {
    file.text.lines().any(|line| line.trim() == "[workspace]")
}

fn of_manifest(file: &File) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut listing = false;
    for (index, line) in file.text.lines().enumerate() {
        let line = line.trim();
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_end_matches(']');
            listing = section.ends_with("dependencies");
            if section.contains("dependencies.") {
                findings.push(Finding::new(
                    &file.path,
                    index + 1,
                    "write the dependency as one line, `name.workspace = true`",
                ));
            }
        } else if listing && !line.is_empty() && !line.starts_with('#') && !is_inherited(line) {
            let text = "versions and features stand in the root's [workspace.dependencies]; write `name.workspace = true`";
            findings.push(Finding::new(&file.path, index + 1, text));
        }
    }
    findings
}

fn is_inherited(line: &str) -> bool {
    let compact: String = line.split('#').next().unwrap_or_default().split_whitespace().collect();
    let Some((name, value)) = compact.split_once('=') else { return false };
    name.ends_with(".workspace") && value == "true"
        || ["{workspace=true}", "{workspace=true,optional=true}", "{optional=true,workspace=true}"]
            .contains(&value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_or_a_feature_in_a_member_is_found() {
        let text = "[package]\nversion = \"1\"\n[dependencies]\na.workspace = true\nb = { workspace = true, optional = true }\n\
                    c = \"1\"\nd = { workspace = true, features = [\"x\"] }\n[dev-dependencies.e]\nworkspace = true\n[features]\nf = []\n";
        let lines: Vec<usize> =
            of_manifest(&File::new("crates/a/Cargo.toml", text)).iter().map(|finding| finding.line).collect();
        assert_eq!(lines, [6, 7, 8]);
    }
}
