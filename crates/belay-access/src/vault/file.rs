//! The file that holds a ring, readable by its owner alone.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use belay_core::Entropy;

use crate::secret::Secret;

/// Reads the file; nothing where there is none.
pub(super) fn read(path: &Path) -> io::Result<Option<Secret>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(Secret::new(text))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Makes the file, unless another process does so first.
pub(super) fn create(path: &Path, text: &Secret, entropy: &dyn Entropy) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    let beside = written_beside(path, text, entropy)?;
    // A link is made whole or not at all, and never in the place of another.
    let made = fs::hard_link(&beside, path);
    fs::remove_file(&beside)?;
    match made {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Puts another text into the file, whole or not at all.
pub(super) fn replace(path: &Path, text: &Secret, entropy: &dyn Entropy) -> io::Result<()> {
    let beside = written_beside(path, text, entropy)?;
    fs::rename(&beside, path)
}

fn written_beside(path: &Path, text: &Secret, entropy: &dyn Entropy) -> io::Result<PathBuf> {
    let mut bytes = [0; 8];
    entropy.fill(&mut bytes);
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{:016x}", u64::from_be_bytes(bytes)));
    let beside = PathBuf::from(name);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let mut file = options.open(&beside)?;
    file.write_all(text.expose().as_bytes())?;
    file.sync_all()?;
    Ok(beside)
}
