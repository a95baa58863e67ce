//! The inputs that are kept: the shortest that was seen for each signature.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::chance::Chance;
use crate::target::Signature;

/// At most this many files are written for a target.
pub const MOST_FILES: usize = 200;
/// At most this many bytes are written for a target.
pub const MOST_BYTES: usize = 100 * 1024;

/// A longer input is not written, unless it once broke a rule.
const LONGEST_FILE: usize = 1024;

/// The beginning of the name of an input that once broke a rule. Such a file is never removed.
const ONCE_BROKE: &str = "crash-";

/// The folder of a target's kept inputs.
#[must_use]
pub fn folder(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target)
}

/// The file name of an input.
#[must_use]
pub fn name(input: &[u8]) -> String {
    format!("{:016x}", Signature::of("file").bytes(input).value())
}

/// At most this many bytes of inputs are kept in memory.
const MOST_MEMORY: usize = 256 * 1024 * 1024;

/// The kept inputs in memory.
#[derive(Debug)]
pub struct Corpus {
    entries: Vec<(u64, Vec<u8>)>,
    /// Where the input of each signature stands; nowhere if it had to make room.
    places: HashMap<u64, Option<usize>>,
    bytes: usize,
    most: usize,
}

impl Default for Corpus {
    fn default() -> Self {
        Self { entries: Vec::new(), places: HashMap::new(), bytes: 0, most: MOST_MEMORY }
    }
}

impl Corpus {
    /// Keeps an input if its signature is new, or if it is shorter than the one kept for it. Says whether the signature
    /// is new.
    pub fn admit(&mut self, signature: u64, input: &[u8]) -> bool {
        let Some(place) = self.places.get(&signature) else {
            self.places.insert(signature, Some(self.entries.len()));
            self.entries.push((signature, input.to_vec()));
            self.bytes += input.len();
            self.make_room(signature);
            return true;
        };
        if let Some((_, kept)) = place.and_then(|place| self.entries.get_mut(place))
            && input.len() < kept.len()
        {
            self.bytes -= kept.len() - input.len();
            *kept = input.to_vec();
        }
        false
    }

    /// Forgets inputs until the rest has room: of two that the signature names as chance would, the longer.
    fn make_room(&mut self, mut signature: u64) {
        while self.bytes > self.most && self.entries.len() > 1 {
            signature = Signature::of("room").bytes(&signature.to_be_bytes()).value();
            let place = |number: u64| usize::try_from(number).unwrap_or(0) % self.entries.len();
            let (one, other) = (place(signature >> 32), place(signature & 0xffff_ffff));
            let length = |at: usize| self.entries.get(at).map_or(0, |(_, input)| input.len());
            let at = if length(other) > length(one) { other } else { one };
            let (forgotten, input) = self.entries.swap_remove(at);
            self.bytes -= input.len();
            self.places.insert(forgotten, None);
            if let Some((moved, _)) = self.entries.get(at) {
                self.places.insert(*moved, Some(at));
            }
        }
    }

    /// One of them, every fourth time one of the latest. Of two, the shorter is drawn more often, as it is quicker to
    /// run and a change of it more likely to matter.
    #[must_use]
    pub fn draw(&self, chance: &Chance) -> &[u8] {
        let latest = if chance.once_in(4) { self.entries.len().saturating_sub(16) } else { 0 };
        let from = self.entries.get(latest..).unwrap_or_default();
        let one = || chance.pick(from).map(|(_, input)| input.as_slice()).unwrap_or_default();
        let (first, second) = (one(), one());
        if second.len() < first.len() && !chance.once_in(4) { second } else { first }
    }

    /// How many signatures were seen.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether none was.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The kept inputs; in the order in which their signatures were first seen, until one had to make room.
    pub fn inputs(&self) -> impl Iterator<Item = &[u8]> {
        self.entries.iter().map(|(_, input)| input.as_slice())
    }

    /// Writes as many of them to a folder as its limits allow: of more, evenly chosen ones from the shortest to the
    /// longest. What once broke a rule stays, and other files that are not among them go.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let (mut files, mut bytes) = (0, 0);
        for path in paths(folder)? {
            if once_broke(&path) {
                files += 1;
                bytes += fs::read(&path)?.len();
            } else {
                fs::remove_file(&path)?;
            }
        }
        let mut inputs: Vec<&[u8]> = self.inputs().filter(|input| input.len() <= LONGEST_FILE).collect();
        inputs.sort_by_key(|input| input.len());
        let every = inputs.len().div_ceil(MOST_FILES).max(1);
        for input in inputs.into_iter().step_by(every) {
            files += 1;
            bytes += input.len();
            if files > MOST_FILES || bytes > MOST_BYTES {
                break;
            }
            fs::write(folder.join(name(input)), input)?;
        }
        Ok(())
    }
}

/// The inputs in a folder, those that once broke a rule first. None where there is no such folder.
///
/// # Errors
/// When a file cannot be read.
pub fn read(folder: &Path) -> io::Result<Vec<Vec<u8>>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut paths = paths(folder)?;
    paths.sort_by_key(|path| (!once_broke(path), path.clone()));
    paths.into_iter().map(fs::read).collect()
}

fn paths(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}

fn once_broke(path: &Path) -> bool {
    path.file_name().and_then(OsStr::to_str).is_some_and(|name| name.starts_with(ONCE_BROKE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_input_of_each_signature_is_kept() {
        let mut corpus = Corpus::default();
        assert!(corpus.admit(1, b"long") && corpus.admit(2, b"other"));
        assert!(!corpus.admit(1, b"s") && !corpus.admit(1, b"longer"));
        assert_eq!(corpus.inputs().collect::<Vec<_>>(), [b"s".as_slice(), b"other"]);
    }

    #[test]
    fn what_is_kept_in_memory_has_a_limit_and_a_forgotten_signature_is_not_new() {
        let mut corpus = Corpus { most: 1000, ..Corpus::default() };
        let input = |signature: u64| vec![b'x'; 1 + usize::try_from(signature % 90).unwrap()];
        for signature in 0..500 {
            assert!(corpus.admit(signature, &input(signature)));
            let kept: usize = corpus.inputs().map(<[u8]>::len).sum();
            assert!(kept <= 1000 && kept == corpus.bytes, "{kept}");
        }
        assert_eq!(corpus.len(), 500);
        assert!((0..500).all(|signature| !corpus.admit(signature, b"")), "each is known");
        assert!(corpus.inputs().count() > 20, "the short ones stay");
        for (place, (signature, _)) in corpus.entries.iter().enumerate() {
            assert_eq!(corpus.places.get(signature), Some(&Some(place)));
        }
    }

    #[test]
    fn what_once_broke_a_rule_stays_and_is_read_first() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("crash-1"), "zz").unwrap();
        fs::write(folder.path().join("0000"), "old").unwrap();
        let mut corpus = Corpus::default();
        corpus.admit(1, b"new");
        corpus.write(folder.path()).unwrap();
        assert_eq!(read(folder.path()).unwrap(), [b"zz".to_vec(), b"new".to_vec()]);
    }

    #[test]
    fn a_folder_never_outgrows_its_limits() {
        let folder = tempfile::tempdir().unwrap();
        let mut corpus = Corpus::default();
        for signature in 0..300_u32 {
            corpus.admit(
                signature.into(),
                &signature.to_be_bytes().repeat(usize::try_from(signature / 2).unwrap()),
            );
        }
        corpus.write(folder.path()).unwrap();
        let inputs = read(folder.path()).unwrap();
        assert!(inputs.len() <= MOST_FILES && inputs.iter().map(Vec::len).sum::<usize>() <= MOST_BYTES);
        assert!(inputs.len() > 100);
    }
}
