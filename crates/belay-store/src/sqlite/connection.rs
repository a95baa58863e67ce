//! Where the database file is, and how a connection to it is set up.

use std::{
    fs::{self, OpenOptions},
    io,
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use rusqlite::{Connection, OpenFlags};

use crate::StoreError;

/// What a connection is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The only one that changes anything.
    Writer,
    /// One of several that see snapshots.
    Reader,
}

impl Role {
    /// Page cache in KiB: readers share the operating system's cache, which costs this process nothing.
    const fn cache_kib(self) -> u32 {
        match self {
            Self::Writer => 1024,
            Self::Reader => 512,
        }
    }
}

/// The database file.
#[derive(Debug)]
pub(crate) struct Target {
    path: PathBuf,
    temporary: bool,
}

impl Target {
    /// Reads what follows `sqlite:` in an address: a path, or `:memory:` for a private temporary file.
    pub(crate) fn parse(address: &str) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        if address == ":memory:" {
            let name = format!("belay-{}-{}.sqlite", process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
            return Self { path: std::env::temp_dir().join(name), temporary: true };
        }
        Self { path: PathBuf::from(address.strip_prefix("//").unwrap_or(address)), temporary: false }
    }

    /// Whether the file is a private one that nobody finds again.
    pub(crate) const fn is_temporary(&self) -> bool {
        self.temporary
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Creates the folder and the file where they are missing; a new file is readable by its owner only.
    pub(crate) fn create(&self) -> Result<(), StoreError> {
        if self.temporary {
            self.remove_temporary();
        } else if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder).map_err(StoreError::unavailable)?;
        }
        create_private(&self.path).map_err(StoreError::unavailable)
    }

    pub(crate) fn open(&self, role: Role, busy: Duration) -> Result<Connection, StoreError> {
        self.connect(role, busy).map_err(StoreError::unavailable)
    }

    fn connect(&self, role: Role, busy: Duration) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.path, flags)?;
        connection.busy_timeout(busy)?;
        connection.set_prepared_statement_cache_capacity(256);
        let durability = if self.temporary { "off" } else { "normal" };
        let cache = role.cache_kib();
        // A log of 16 MB is folded into the file at once: often enough for readers, and seldom enough that one write in
        // hundreds waits for it.
        connection.execute_batch(&format!(
            "pragma journal_mode = wal;
             pragma synchronous = {durability};
             pragma foreign_keys = on;
             pragma trusted_schema = off;
             pragma journal_size_limit = 16777216;
             pragma wal_autocheckpoint = 4000;
             pragma cache_size = -{cache};"
        ))?;
        if role == Role::Reader {
            connection.execute_batch("pragma query_only = on")?;
        }
        Ok(connection)
    }

    /// Removes a temporary file; connections that are still open keep working.
    pub(super) fn remove_temporary(&self) {
        if !self.temporary {
            return;
        }
        for suffix in ["", "-wal", "-shm"] {
            let mut path = self.path.clone().into_os_string();
            path.push(suffix);
            // What is not there needs no removing, and a temporary file left behind is no harm.
            let _ = fs::remove_file(path);
        }
    }
}

/// Creates an empty file that only its owner can read, or leaves the file that is there alone.
pub(crate) fn create_private(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}
