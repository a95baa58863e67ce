//! Fast checks of what the compiler does not see: who may import whom, sizes, names, pages, words.
//!
//! A check is a function from the [`Project`] to its findings. The rules themselves are data in [`table`].

mod areas;
mod codes;
mod edges;
mod links;
mod manifests;
mod names;
mod pages;
mod paths;
mod project;
mod secrets;
mod sizes;
mod source;
mod stray_sql;
mod table;
mod versions;
mod words;

use std::error::Error;
use std::fmt;
use std::io::{Write, stdout};
use std::path::Path;

use project::{File, Project};

/// Something to put right.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    path: String,
    line: usize,
    /// What it is and what to do.
    text: String,
    /// Whether it may stay for now.
    warning: bool,
}

impl Finding {
    fn new(path: &str, line: usize, text: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, text: text.into(), warning: false }
    }

    /// A finding at a byte of a Rust file.
    fn at(file: &File, at: usize, text: impl Into<String>) -> Self {
        Self::new(&file.path, file.source.line(at), text)
    }

    fn warning(mut self) -> Self {
        self.warning = true;
        self
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.warning { "warning: " } else { "" };
        write!(f, "{}:{}: {mark}{}", self.path, self.line, self.text)
    }
}

type Check = fn(&Project) -> Vec<Finding>;

const CHECKS: &[Check] = &[
    edges::dependencies,
    edges::names_of_crates,
    stray_sql::check,
    sizes::check,
    areas::check,
    names::modules,
    names::migrations,
    versions::check,
    manifests::check,
    pages::check,
    links::check,
    words::check,
    secrets::check,
];

/// Runs every check and prints what it finds. Says whether all is well.
pub(crate) fn run(root: &Path) -> Result<bool, Box<dyn Error>> {
    let project = Project::read(root)?;
    let mut findings: Vec<Finding> = CHECKS.iter().flat_map(|check| check(&project)).collect();
    findings.sort();
    findings.dedup();
    let mut out = stdout().lock();
    for finding in &findings {
        writeln!(out, "{finding}")?;
    }
    let faults = findings.iter().filter(|finding| !finding.warning).count();
    let warnings = findings.len() - faults;
    writeln!(out, "tidy: {} files, {faults} findings, {warnings} warnings", project.files.len())?;
    Ok(faults == 0)
}
