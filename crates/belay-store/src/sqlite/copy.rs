//! A copy of the file, made by the database itself so that it is whole whatever others write meanwhile.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::connection::{Target, create_private};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// How long to wait for whoever holds the file for itself.
const PATIENCE: Duration = Duration::from_secs(120);

/// Writes what was last committed to another file, in place of one that is there. It has another name until it is whole.
pub(crate) fn copy(target: &Target, to: &Path) -> Result<(), Failure> {
    let mut partial = OsString::from(to);
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let written = write(target, &partial).and_then(|()| Ok(fs::rename(&partial, to)?));
    if written.is_err() && partial.exists() {
        fs::remove_file(&partial)?;
    }
    written?;
    // The name is as safe as the content.
    #[cfg(unix)]
    if let Some(folder) = to.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::File::open(folder)?.sync_all()?;
    }
    Ok(())
}

fn write(target: &Target, partial: &Path) -> Result<(), Failure> {
    if partial.exists() {
        fs::remove_file(partial)?;
    }
    create_private(partial)?;
    open(target.path())?.execute("vacuum into ?1", [partial.to_string_lossy()])?;
    let check: String = open(partial)?.query_row("pragma quick_check(1)", [], |row| row.get(0))?;
    if check != "ok" {
        return Err(check.into());
    }
    Ok(OpenOptions::new().write(true).open(partial)?.sync_all()?)
}

fn open(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    Ok(connection)
}
