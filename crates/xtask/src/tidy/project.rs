//! The project as the checks see it: its files, its packages and its lock file.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::source::Source;

/// A text file of the project.
#[derive(Debug)]
pub(crate) struct File {
    /// Its path from the project's root, with forward slashes.
    pub(crate) path: String,
    /// What it holds.
    pub(crate) text: String,
    /// The same, taken apart, for Rust source.
    pub(crate) source: Source,
}

impl File {
    pub(crate) fn new(path: &str, text: &str) -> Self {
        let source = if is_rust(path) { Source::new(text) } else { Source::default() };
        Self { path: path.to_owned(), text: text.to_owned(), source }
    }

    pub(crate) fn is_rust(&self) -> bool {
        is_rust(&self.path)
    }

    /// The file's own name.
    pub(crate) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    /// The file's own name without its ending.
    pub(crate) fn stem(&self) -> &str {
        self.name().split('.').next().unwrap_or_default()
    }

    /// The crate it belongs to, and its path inside.
    pub(crate) fn in_crate(&self) -> Option<(&str, &str)> {
        let inside = self.path.strip_prefix("crates/").or_else(|| self.path.strip_prefix("examples/"));
        inside?.split_once('/')
    }

    /// Whether it holds tests only.
    pub(crate) fn is_test(&self) -> bool {
        let folder = self.path.split('/').any(|part| part == "tests" || part == "benches");
        folder || self.name() == "tests.rs" || self.name().ends_with("_tests.rs")
    }

    /// Whether a byte of it belongs to a test.
    pub(crate) fn in_test(&self, at: usize) -> bool {
        self.is_test() || self.source.in_test(at)
    }
}

fn is_rust(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "rs")
}

/// A dependency as a manifest declares it.
#[derive(Debug)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// Whether tests alone use it.
    pub(crate) dev: bool,
}

/// A package of the workspace.
#[derive(Debug)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) dependencies: Vec<Dependency>,
}

/// All that is checked.
#[derive(Debug, Default)]
pub(crate) struct Project {
    pub(crate) files: Vec<File>,
    pub(crate) packages: Vec<Package>,
}

/// What is made, not written.
const PASSED_OVER: &[&str] = &["target", ".git", "node_modules", "__pycache__", ".venv"];
/// Larger files are data.
const LARGEST: u64 = 2 * 1024 * 1024;

impl Project {
    /// Reads a project.
    pub(crate) fn read(root: &Path) -> Result<Self, Box<dyn Error>> {
        let mut files = Vec::new();
        walk(root, "", &mut files)?;
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Self { files, packages: packages(root)? })
    }

    #[cfg(test)]
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        Self { files: files.iter().map(|(path, text)| File::new(path, text)).collect(), packages: Vec::new() }
    }

    pub(crate) fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    pub(crate) fn has_folder(&self, path: &str) -> bool {
        let folder = format!("{}/", path.trim_end_matches('/'));
        self.files.iter().any(|file| file.path.starts_with(&folder))
    }

    /// The Rust files.
    pub(crate) fn rust(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| file.is_rust())
    }
}

fn walk(root: &Path, under: &str, files: &mut Vec<File>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(root.join(under))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if under.is_empty() { name.clone() } else { format!("{under}/{name}") };
        if PASSED_OVER.contains(&name.as_str()) {
            continue;
        }
        let kind = entry.file_type()?;
        if kind.is_dir() {
            walk(root, &path, files)?;
        } else if kind.is_file() && entry.metadata()?.len() <= LARGEST {
            // A file that is no text has no words to check, yet links may lead to it.
            let text = fs::read_to_string(entry.path()).unwrap_or_default();
            files.push(File::new(&path, &text));
        }
    }
    Ok(())
}

fn packages(root: &Path) -> Result<Vec<Package>, Box<dyn Error>> {
    let output = Command::new("cargo")
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root)
        .output()?;
    if !output.status.success() {
        return Err(format!("cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(read_packages(&serde_json::from_slice(&output.stdout)?))
}

fn read_packages(metadata: &Value) -> Vec<Package> {
    let text =
        |value: &Value, key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let list =
        |value: &Value, key: &str| value.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    let dependency = |one: &Value| Dependency { name: text(one, "name"), dev: text(one, "kind") == "dev" };
    list(metadata, "packages")
        .iter()
        .map(|package| Package {
            name: text(package, "name"),
            dependencies: list(package, "dependencies").iter().map(dependency).collect(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_and_test_dependencies_are_told_apart() {
        let metadata = serde_json::json!({ "packages": [{ "name": "a", "dependencies": [
            { "name": "b", "kind": null }, { "name": "c", "kind": "dev" },
        ] }] });
        let found: Vec<_> =
            read_packages(&metadata).remove(0).dependencies.into_iter().map(|d| (d.name, d.dev)).collect();
        assert_eq!(found, [("b".to_owned(), false), ("c".to_owned(), true)]);
    }
}
