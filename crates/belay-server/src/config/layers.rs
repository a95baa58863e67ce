//! Where settings come from, and reading them with their source at hand.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;
use std::str::FromStr;

use toml::{Table, Value};

use super::access::alias;
use super::keys::{KEYS, Scope};
use super::{ConfigErrors, Key};
use crate::call::validate::nearest;

/// Where a value came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A file.
    File(String),
    /// A variable of the environment.
    Variable(String),
    /// A flag of the command line.
    Flag(String),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(name) | Self::Variable(name) | Self::Flag(name) => f.write_str(name),
        }
    }
}

/// Values by key, each from the last source that gave it.
#[derive(Debug, Clone, Default)]
pub struct Layers(BTreeMap<String, (String, Source)>);

impl Layers {
    /// Adds the settings of a file.
    ///
    /// # Errors
    /// [`ConfigErrors`] when the text is no TOML.
    pub fn file(&mut self, path: &Path, text: &str) -> Result<(), ConfigErrors> {
        let name = path.display().to_string();
        let table: Table = text.parse().map_err(|error: toml::de::Error| ConfigErrors {
            problems: vec![format!("{name}: {}", error.message())],
        })?;
        self.table("", table, &Source::File(name));
        Ok(())
    }

    fn table(&mut self, prefix: &str, table: Table, source: &Source) {
        for (name, value) in table {
            let key = format!("{prefix}{name}");
            let text = match value {
                Value::Table(inner) => {
                    self.table(&format!("{key}."), inner, source);
                    continue;
                }
                Value::Array(items) => items.iter().map(scalar).collect::<Vec<_>>().join(","),
                other => scalar(&other),
            };
            self.0.insert(key, (text, source.clone()));
        }
    }

    /// Adds the variables that begin with `BELAY_`.
    pub fn environment(&mut self, variables: impl IntoIterator<Item = (String, String)>, apps: &[&str]) {
        for (variable, value) in variables {
            if let Some(key) = alias(&variable, apps) {
                self.0.entry(key).or_insert((value, Source::Variable(variable)));
                continue;
            }
            let Some(name) = variable.strip_prefix("BELAY_").map(str::to_lowercase) else { continue };
            // Variables of the tests are not settings; a setting may still be named like one.
            if name.starts_with("test_") && !KEYS.iter().any(|key| key.name == name) {
                continue;
            }
            let app = apps
                .iter()
                .find_map(|app| name.strip_prefix(&format!("{app}_")).map(|rest| format!("{app}.{rest}")));
            self.0.insert(app.unwrap_or(name), (value, Source::Variable(variable)));
        }
    }

    /// Adds a value for a key that no source has given.
    pub fn fallback(&mut self, key: &str, value: &str) {
        let source = Source::Flag("the command".to_owned());
        self.0.entry(key.to_owned()).or_insert_with(|| (value.to_owned(), source));
    }

    /// Adds a flag.
    pub fn flag(&mut self, key: &str, value: &str) {
        let flag = format!("--{}", key.replace('_', "-"));
        self.0.insert(key.to_owned(), (value.to_owned(), Source::Flag(flag)));
    }

    pub(super) fn reader<'a>(&'a self, apps: &'a [&'a str]) -> Reader<'a> {
        Reader { layers: self, apps, taken: BTreeSet::new(), problems: Vec::new() }
    }
}

/// A value as the text it would have in the environment.
fn scalar(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Boolean(flag) => flag.to_string(),
        Value::Datetime(at) => at.to_string(),
        Value::Array(_) | Value::Table(_) => String::new(),
    }
}

/// Reads values and collects everything wrong with them.
pub(super) struct Reader<'a> {
    layers: &'a Layers,
    apps: &'a [&'a str],
    taken: BTreeSet<String>,
    problems: Vec<String>,
}

impl Reader<'_> {
    pub(super) fn text(&mut self, key: &str) -> Option<String> {
        self.taken.insert(key.to_owned());
        self.layers.0.get(key).map(|(value, _)| value.clone()).filter(|value| !value.is_empty())
    }

    pub(super) fn list(&mut self, key: &str) -> Vec<String> {
        let text = self.text(key).unwrap_or_default();
        text.split(',').map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect()
    }

    pub(super) fn parsed<T: FromStr>(&mut self, key: &str, expected: &str) -> Option<T> {
        let text = self.text(key)?;
        let parsed = text.parse().ok();
        if parsed.is_none() {
            self.problem(key, &format!("expected {expected}"));
        }
        parsed
    }

    /// The settings of an application's section that only the application knows.
    pub(super) fn rest(&mut self, app: &str) -> BTreeMap<String, String> {
        let prefix = format!("{app}.");
        let known = |name: &str| KEYS.iter().any(|key| key.scope == Scope::App && key.name == name);
        let own = self
            .layers
            .0
            .iter()
            .filter_map(|(key, (value, _))| Some((key, key.strip_prefix(&prefix)?, value)));
        let own: Vec<_> = own.filter(|(_, name, _)| !known(name)).collect();
        self.taken.extend(own.iter().map(|(key, ..)| (*key).clone()));
        own.into_iter().map(|(_, name, value)| (name.to_owned(), value.clone())).collect()
    }

    pub(super) fn problem(&mut self, key: &str, problem: &str) {
        let source =
            self.layers.0.get(key).map(|(_, source)| format!(" (from {source})")).unwrap_or_default();
        self.problems.push(format!("{key}{source}: {problem}"));
    }

    /// Ends the reading: keys that nobody asked for are mistakes too.
    pub(super) fn finish(mut self) -> Result<(), ConfigErrors> {
        let left: Vec<String> =
            self.layers.0.keys().filter(|key| !self.taken.contains(*key)).cloned().collect();
        for key in left {
            let names: Vec<&str> =
                KEYS.iter().map(|Key { name, .. }| *name).chain(self.apps.iter().copied()).collect();
            let near =
                nearest(&key, &names).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            self.problem(&key, &format!("is no setting{near}"));
        }
        if self.problems.is_empty() { Ok(()) } else { Err(ConfigErrors { problems: self.problems }) }
    }
}
