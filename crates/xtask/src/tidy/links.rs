//! Relative links of the documentation lead somewhere.

use super::Finding;
use super::project::{File, Project};

pub(super) fn check(project: &Project) -> Vec<Finding> {
    let is_page = |file: &&File| {
        let path = file.path.as_str();
        path.ends_with(".md")
            && (path.starts_with("docs/") || !path.contains('/') || path.starts_with("examples/"))
    };
    project.files.iter().filter(is_page).flat_map(|file| of_page(project, file)).collect()
}

fn of_page(project: &Project, file: &File) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut fenced = false;
    for (index, line) in file.text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        for target in targets(line).filter(|_| !fenced) {
            let target = target.split('#').next().unwrap_or_default();
            if target.is_empty() || target.contains(':') {
                continue;
            }
            let path = resolve(&file.path, target);
            let there = path.as_deref().is_some_and(|path| {
                path.is_empty() || project.file(path).is_some() || project.has_folder(path)
            });
            if !there {
                findings.push(Finding::new(
                    &file.path,
                    index + 1,
                    format!("the link to `{target}` leads nowhere; correct or remove it"),
                ));
            }
        }
    }
    findings
}

/// The targets of inline links and of link definitions.
fn targets(line: &str) -> impl Iterator<Item = &str> {
    let inline = line.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
    let definition =
        line.strip_prefix('[').and_then(|rest| rest.split_once("]: ")).map(|(_, target)| target.trim());
    inline.chain(definition)
}

/// A target from the root, or `None` when it leaves the project.
fn resolve(page: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in target.split('/').filter(|part| !part.is_empty() && *part != ".") {
        if part == ".." {
            parts.pop()?;
        } else {
            parts.push(part);
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_that_leads_nowhere_is_found() {
        let page = "[a](../README.md#x) [b](errors) [c](https://x.y) [d](#e)\n[f](gone.md) [g](../../out.md)\n```\n[h](gone.md)\n```\n[i]: gone.md\n";
        let project = Project::of(&[("README.md", ""), ("docs/a.md", page), ("docs/errors/x.md", "")]);
        let lines: Vec<usize> = check(&project).iter().map(|finding| finding.line).collect();
        assert_eq!(lines, [2, 2, 6]);
    }
}
