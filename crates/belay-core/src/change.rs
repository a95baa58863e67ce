//! News for clients that asked to be told.

/// What has changed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Change {
    /// Which tools there are.
    Tools,
    /// Which prompts there are.
    Prompts,
    /// Which resources there are.
    Resources,
    /// The content of the resource at an address.
    Resource(String),
    /// The state of the task of an identifier.
    Task(String),
}

impl Change {
    /// The change as a text that [`parse`](Self::parse) reads back: for a notice between processes.
    #[must_use]
    pub fn to_text(&self) -> String {
        match self {
            Self::Tools => "tools".to_owned(),
            Self::Prompts => "prompts".to_owned(),
            Self::Resources => "resources".to_owned(),
            Self::Resource(uri) => format!("resource {uri}"),
            Self::Task(id) => format!("task {id}"),
        }
    }

    /// The reverse of [`to_text`](Self::to_text).
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text.split_once(' ') {
            None if text == "tools" => Self::Tools,
            None if text == "prompts" => Self::Prompts,
            None if text == "resources" => Self::Resources,
            Some(("resource", uri)) => Self::Resource(uri.to_owned()),
            Some(("task", id)) => Self::Task(id.to_owned()),
            _ => return None,
        })
    }
}

/// How much a log message matters, in the order of RFC 5424.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Details for finding faults.
    Debug,
    /// What happens.
    Info,
    /// Something to be noticed.
    Notice,
    /// Something that may become trouble.
    Warning,
    /// Trouble.
    Error,
    /// A part does not work.
    Critical,
    /// Somebody must act.
    Alert,
    /// Nothing works.
    Emergency,
}

impl Level {
    /// All levels, the least first.
    pub const ALL: [Self; 8] = [
        Self::Debug,
        Self::Info,
        Self::Notice,
        Self::Warning,
        Self::Error,
        Self::Critical,
        Self::Alert,
        Self::Emergency,
    ];

    /// The name on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Alert => "alert",
            Self::Emergency => "emergency",
        }
    }

    /// The reverse of [`name`](Self::name).
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_survives_the_way_between_processes() {
        for change in [
            Change::Tools,
            Change::Prompts,
            Change::Resources,
            Change::Resource("a b://c".into()),
            Change::Task("t".into()),
        ] {
            assert_eq!(Change::parse(&change.to_text()), Some(change));
        }
        assert_eq!(Change::parse("other"), None);
    }
}
