//! What can be learned of the machine and of the build.

use std::error::Error;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The first line that a command prints; `None` when it fails.
pub(crate) fn told(program: impl AsRef<OsStr>, arguments: &[&str]) -> Option<String> {
    let output =
        Command::new(program).args(arguments).output().ok().filter(|output| output.status.success())?;
    String::from_utf8_lossy(&output.stdout).lines().next().map(|line| line.trim().to_owned())
}

/// A program on the search path.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|candidate| candidate.is_file())
}

/// Whether a switch is set in the environment.
pub(crate) fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| !value.is_empty() && value != "0")
}

/// The folder of built programs.
pub(crate) fn target(root: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let output = Command::new("cargo")
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root)
        .output()?;
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let folder = metadata.get("target_directory").and_then(serde_json::Value::as_str);
    Ok(folder.ok_or("cargo metadata names no target directory")?.into())
}

/// What a measurement depends on, in a line.
pub(crate) fn facts() -> String {
    let cores = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
    let information = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = information.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let processor = model.map_or("unknown processor", |(_, name)| name).to_owned();
    let kernel = told("uname", &["-sr"]).unwrap_or_else(|| "unknown kernel".to_owned());
    let compiler = told("rustc", &["--version"]).unwrap_or_else(|| "unknown compiler".to_owned());
    let commit = told("git", &["rev-parse", "--short", "HEAD"]).unwrap_or_else(|| "no commit".to_owned());
    let day = told("date", &["-u", "+%Y-%m-%d"]).unwrap_or_default();
    format!("{day}, commit {commit}, {cores} cores ({processor}), {kernel}, {compiler}")
}
