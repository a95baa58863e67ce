//! Whose addresses are let in, where others vouch for who somebody is.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use crate::rows::folded;

/// How long a file must have stood before somebody who is not in it loses what they have.
const SETTLES: Duration = Duration::from_secs(10);

/// The addresses that may come in: a list, or a file with one a line that is read again when it changes.
pub struct Allowlist {
    source: Source,
    kept: Mutex<Kept>,
}

enum Source {
    List(BTreeSet<String>),
    File(PathBuf),
}

#[derive(Default)]
struct Kept {
    changed_at: Option<SystemTime>,
    length: u64,
    /// None while the file cannot be read: nobody is let in then.
    addresses: Option<BTreeSet<String>>,
}

/// Whether an address may come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admission {
    /// It may.
    Listed,
    /// It may not.
    Unlisted,
    /// It may not, by a list that has just changed and may still be being written.
    Unsettled,
    /// The list cannot be read, so nobody may.
    Unreadable,
}

impl Allowlist {
    /// A setting's text: a path that begins with `/` or `./`, else addresses with commas between.
    #[must_use]
    pub fn new(setting: &str) -> Self {
        let is_file = setting.starts_with('/') || setting.starts_with("./");
        let source = if is_file {
            Source::File(PathBuf::from(setting))
        } else {
            Source::List(addresses(setting.split(',')))
        };
        Self { source, kept: Mutex::default() }
    }

    /// Whether an address may come in, in whatever case it is written.
    #[must_use]
    pub fn admits(&self, email: &str) -> Admission {
        let listed = |list: &BTreeSet<String>| {
            if list.contains(&folded(email)) { Admission::Listed } else { Admission::Unlisted }
        };
        let path = match &self.source {
            Source::List(list) => return listed(list),
            Source::File(path) => path,
        };
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let facts = std::fs::metadata(path).ok();
        let changed_at = facts.as_ref().and_then(|facts| facts.modified().ok());
        let length = facts.map_or(0, |facts| facts.len());
        if kept.addresses.is_none()
            || changed_at != kept.changed_at
            || length != kept.length
            || changed_at.is_none()
        {
            let text = std::fs::read_to_string(path);
            if let Err(error) = &text {
                tracing::error!(%error, path = %path.display(), "the list of allowed addresses cannot be read; nobody is let in");
            }
            let lines =
                |text: String| addresses(text.lines().map(|line| line.split('#').next().unwrap_or_default()));
            // Nobody keeps a list of nobody; an empty file is one that is being written.
            let addresses = text.ok().map(lines).filter(|addresses| !addresses.is_empty());
            *kept = Kept { changed_at, length, addresses };
        }
        let settled = kept.changed_at.and_then(|at| at.elapsed().ok()).is_some_and(|age| age >= SETTLES);
        match kept.addresses.as_ref().map_or(Admission::Unreadable, listed) {
            Admission::Unlisted if !settled => Admission::Unsettled,
            admission => admission,
        }
    }
}

fn addresses<'a>(texts: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
    texts.map(folded).filter(|address| !address.is_empty()).collect()
}

impl fmt::Debug for Allowlist {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            Source::List(list) => write!(f, "Allowlist({} addresses)", list.len()),
            Source::File(path) => write!(f, "Allowlist({})", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_compared_without_case_and_an_empty_one_lets_nobody_in() {
        let list = Allowlist::new("Anna@Example.org, bert@example.org");
        assert_eq!(list.admits("anna@example.ORG "), Admission::Listed);
        assert_eq!(list.admits("carl@example.org"), Admission::Unlisted);
        assert_eq!(Allowlist::new("").admits("anna@example.org"), Admission::Unlisted);
        assert_eq!(Allowlist::new("").admits(""), Admission::Unlisted);
    }

    #[test]
    fn a_file_is_read_again_when_it_changes_and_lets_nobody_in_while_it_is_gone() {
        let folder = std::env::temp_dir().join(format!("belay-allowlist-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("allowed");
        let list = Allowlist::new(path.to_str().unwrap());
        assert_eq!(list.admits("anna@example.org"), Admission::Unreadable);
        std::fs::write(&path, "# the household\nAnna@example.org # she\n\n").unwrap();
        assert_eq!(list.admits("anna@example.org"), Admission::Listed);
        std::fs::write(&path, "").unwrap();
        assert_eq!(list.admits("anna@example.org"), Admission::Unreadable, "it may be being written");
        std::fs::write(&path, "bert@example.org\n").unwrap();
        assert_eq!(list.admits("anna@example.org"), Admission::Unsettled);
        let file = std::fs::File::options().write(true).open(&path).unwrap();
        let now = file.metadata().unwrap().modified().unwrap();
        file.set_modified(now - Duration::from_secs(60)).unwrap();
        assert_eq!(list.admits("anna@example.org"), Admission::Unlisted);
        assert_eq!(list.admits("bert@example.org"), Admission::Listed);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(list.admits("bert@example.org"), Admission::Unreadable);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
