//! Where things lie when nobody says otherwise.

use std::env;
use std::path::PathBuf;

fn variable(name: &str) -> Option<PathBuf> {
    env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// The folder for the user's data: `$XDG_DATA_HOME/belay`, or what the platform uses in its place.
#[must_use]
pub fn data_folder() -> PathBuf {
    let home = || variable("HOME").unwrap_or_else(|| PathBuf::from("."));
    let base = if cfg!(target_os = "macos") {
        home().join("Library/Application Support")
    } else if cfg!(windows) {
        variable("APPDATA").unwrap_or_else(home)
    } else {
        variable("XDG_DATA_HOME").unwrap_or_else(|| home().join(".local/share"))
    };
    base.join("belay")
}

/// The file that is read when no `--config` names one. The working folder's counts only where a person started a
/// server there: editors start programs in the folders they open, and a folder from elsewhere must not say where
/// the household's data goes.
pub(crate) fn config_file(serves: bool) -> Option<PathBuf> {
    let base = variable("XDG_CONFIG_HOME").or_else(|| Some(variable("HOME")?.join(".config")));
    let user = base.map(|base| base.join("belay/belay.toml"));
    let here = serves.then(|| PathBuf::from("belay.toml"));
    [here, user].into_iter().flatten().find(|path| path.is_file())
}

/// The database when none is named.
#[must_use]
pub fn default_database() -> String {
    format!("sqlite:{}", data_folder().join("belay.sqlite").display())
}
