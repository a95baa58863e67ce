//! The revisions of the protocol and what each of them knows.

/// A revision, in the order of their dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Revision {
    V2024_11_05,
    V2025_03_26,
    V2025_06_18,
    V2025_11_25,
    V2026_07_28,
}

impl Revision {
    pub(crate) const ALL: [Self; 5] =
        [Self::V2024_11_05, Self::V2025_03_26, Self::V2025_06_18, Self::V2025_11_25, Self::V2026_07_28];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    pub(crate) fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|revision| revision.name() == name)
    }

    /// Whether requests carry everything themselves, without a handshake.
    pub(crate) fn is_modern(self) -> bool {
        self >= Self::V2026_07_28
    }
}

/// The revisions that an application speaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Spoken(Vec<Revision>);

impl Spoken {
    /// Those of the names that are revisions, the newest first.
    pub(crate) fn new(names: &[&str]) -> Self {
        let mut spoken: Vec<Revision> = names.iter().filter_map(|name| Revision::parse(name)).collect();
        spoken.sort_unstable_by(|a, b| b.cmp(a));
        spoken.dedup();
        Self(spoken)
    }

    pub(crate) fn contains(&self, revision: Revision) -> bool {
        self.0.contains(&revision)
    }

    /// Whether a revision without a handshake is among them.
    pub(crate) fn modern(&self) -> bool {
        self.0.iter().any(|revision| revision.is_modern())
    }

    /// The newest of those with a handshake.
    pub(crate) fn newest_legacy(&self) -> Option<Revision> {
        self.0.iter().copied().find(|revision| !revision.is_modern())
    }

    pub(crate) fn names(&self) -> Vec<&'static str> {
        self.0.iter().map(|revision| revision.name()).collect()
    }
}
