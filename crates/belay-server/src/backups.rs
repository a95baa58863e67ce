//! Copies of the database at set times, of which the newest are kept.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{fs, io};

use belay_core::Clock;
use belay_core::error::chain;
use belay_store::{CopyError, Db};
use jiff::{SignedDuration, Timestamp};

/// The clock is looked at this often: a machine that slept through the hour copies when it wakes.
const LOOKS: Duration = Duration::from_secs(60);

/// After a failure the next try waits this long.
const AGAIN: Duration = Duration::from_secs(600);

/// A name's time, to the second.
const NAME: &str = "belay-%Y%m%dT%H%M%SZ.sqlite";

/// Where copies go, how often, and how many stay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backups {
    /// The folder, made when it is missing.
    pub folder: PathBuf,
    /// How long after one copy the next is made.
    pub every: SignedDuration,
    /// How many copies stay; the oldest go first.
    pub keep: usize,
}

/// Why there is no new copy.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The database could not be copied.
    #[error(transparent)]
    Copy(#[from] CopyError),
    /// The folder cannot be made, read or cleared of old copies.
    #[error("the folder {} cannot be used", .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

impl Backups {
    /// The copies that are there, the oldest first. What has another kind of name is none.
    ///
    /// # Errors
    /// [`BackupError::Folder`] when the folder cannot be read; one that is missing is empty.
    pub fn kept(&self) -> Result<Vec<(Timestamp, PathBuf)>, BackupError> {
        let paths = self.paths().map_err(|source| self.folder_error(source))?;
        let mut kept: Vec<_> =
            paths.into_iter().filter_map(|path| Some((made_at(&path, "")?, path))).collect();
        kept.sort();
        Ok(kept)
    }

    /// When the next copy is to be made: at once where there is none. Copies from the future, made by a wrong clock, do not
    /// count.
    ///
    /// # Errors
    /// As [`Backups::kept`].
    pub fn due(&self, now: Timestamp) -> Result<Timestamp, BackupError> {
        let newest = self.kept()?.into_iter().map(|(at, _)| at).rfind(|at| *at <= now);
        Ok(newest.and_then(|at| at.checked_add(self.every).ok()).unwrap_or(now))
    }

    /// Makes a copy now, then removes the oldest ones that are too many.
    ///
    /// # Errors
    /// [`BackupError`]; old copies stay then.
    pub async fn take(&self, db: &Db, now: Timestamp) -> Result<PathBuf, BackupError> {
        private_folder(&self.folder).map_err(|source| self.folder_error(source))?;
        let path = self.folder.join(name(now));
        match db.copy_to(&path).await {
            // Another server of the same database was as quick.
            Ok(()) | Err(CopyError::Exists { .. }) => {}
            Err(error) => return Err(error.into()),
        }
        self.clear(&path).map_err(|source| self.folder_error(source))?;
        Ok(path)
    }

    fn clear(&self, newest: &Path) -> io::Result<()> {
        let (mut whole, mut broken) = (Vec::new(), Vec::new());
        let now = made_at(newest, "").unwrap_or(Timestamp::MAX);
        for path in self.paths()?.into_iter().filter(|path| path != newest) {
            if let Some(at) = made_at(&path, "") {
                // Those of a wrong clock go before the oldest.
                whole.push((at <= now, at, path));
            } else if made_at(&path, ".partial").is_some_and(|at| at < now) {
                // What a program left that was ended in the middle.
                broken.push(path);
            }
        }
        whole.sort();
        let many = (whole.len() + 1).saturating_sub(self.keep);
        whole.into_iter().take(many).map(|(.., path)| path).chain(broken).try_for_each(fs::remove_file)
    }

    fn paths(&self) -> io::Result<Vec<PathBuf>> {
        match fs::read_dir(&self.folder) {
            Ok(entries) => entries.map(|entry| Ok(entry?.path())).collect(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    fn folder_error(&self, source: io::Error) -> BackupError {
        BackupError::Folder { folder: self.folder.clone(), source }
    }
}

/// The file name of a copy of an instant.
pub(crate) fn name(now: Timestamp) -> String {
    now.strftime(NAME).to_string()
}

fn made_at(path: &Path, ending: &str) -> Option<Timestamp> {
    let name = path.file_name()?.to_str()?.strip_suffix(ending)?;
    let at = jiff::civil::DateTime::strptime(NAME, name).ok()?;
    jiff::tz::TimeZone::UTC.to_timestamp(at).ok()
}

fn private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Makes copies when they are due, until it is dropped.
pub(crate) async fn tend(backups: Backups, db: Db, clock: Arc<dyn Clock>) {
    loop {
        tokio::time::sleep(step(&backups, &db, clock.now()).await).await;
    }
}

/// Makes a copy if one is due, and says when to look again. A failure goes to the log, and is tried again.
async fn step(backups: &Backups, db: &Db, now: Timestamp) -> Duration {
    let made = match backups.due(now) {
        Ok(due) if due > now => {
            // What an earlier run of the server made counts as well.
            tell(due - backups.every);
            return LOOKS;
        }
        Ok(_) => backups.take(db, now).await,
        Err(error) => Err(error),
    };
    match made {
        Ok(path) => {
            tracing::info!(path = %path.display(), "the database was backed up");
            tell(now);
            LOOKS
        }
        Err(error) => {
            tracing::error!(error = %chain(&error), "the database was not backed up; it is tried again");
            AGAIN
        }
    }
}

/// When the last copy was made, for the metrics.
fn tell(at: Timestamp) {
    metrics::gauge!("belay_last_backup_seconds").set(at.as_duration().as_secs_f64());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn daily(folder: &Path, keep: usize) -> Backups {
        Backups { folder: folder.join("deep/er"), every: SignedDuration::from_hours(24), keep }
    }

    async fn database(folder: &Path) -> Db {
        let url = format!("sqlite:{}", folder.join("b.sqlite").display());
        let db = Db::open(&url, belay_store::Options::default()).await.unwrap();
        let mut tx = db.write().await.unwrap();
        tx.exec("create table t (id bigint not null)", Vec::new()).await.unwrap();
        tx.exec("insert into t (id) values (7)", Vec::new()).await.unwrap();
        tx.commit().await.unwrap();
        db
    }

    #[tokio::test]
    async fn the_newest_copies_stay_and_nothing_else_is_touched() {
        let folder = tempfile::tempdir().unwrap();
        let (backups, db) = (daily(folder.path(), 2), database(folder.path()).await);
        let first = at("2026-03-01T02:00:00Z");
        assert_eq!(backups.due(first).unwrap(), first, "at once where there is none");
        backups.take(&db, first).await.unwrap();
        let others = ["belay-mine.sqlite", "belay-20260101T000000Z.sqlite.old", "notes"];
        for other in others {
            fs::write(backups.folder.join(other), "").unwrap();
        }
        let cut = backups.folder.join("belay-20260301T020500Z.sqlite.partial");
        fs::write(&cut, "").unwrap();
        assert_eq!(backups.due(at("2026-03-01T03:00:00Z")).unwrap(), at("2026-03-02T02:00:00Z"));
        for day in ["2026-03-02T02:00:01Z", "2026-03-03T02:00:02Z"] {
            backups.take(&db, at(day)).await.unwrap();
        }
        let kept = backups.kept().unwrap();
        let names: Vec<_> =
            kept.iter().map(|(_, path)| path.file_name().unwrap().to_str().unwrap()).collect();
        assert_eq!(names, ["belay-20260302T020001Z.sqlite", "belay-20260303T020002Z.sqlite"]);
        assert!(others.iter().all(|other| backups.folder.join(other).exists()) && !cut.exists());
        let url = format!("sqlite:{}", kept[1].1.display());
        let copy = Db::open(&url, belay_store::Options::default()).await.unwrap();
        let row = copy.opt("select id from t", Vec::new()).await.unwrap();
        assert_eq!(row.unwrap().get::<i64>("id").unwrap(), 7);
    }

    #[tokio::test]
    async fn copies_from_the_future_neither_hold_up_nor_push_out_new_ones() {
        let folder = tempfile::tempdir().unwrap();
        let (backups, db) = (daily(folder.path(), 1), database(folder.path()).await);
        backups.take(&db, at("2036-01-01T00:00:00Z")).await.unwrap();
        let now = at("2026-03-01T02:00:00Z");
        assert_eq!(backups.due(now).unwrap(), now);
        let more = Backups { keep: 3, ..backups.clone() };
        more.take(&db, now).await.unwrap();
        assert_eq!(
            more.due(now).unwrap(),
            at("2026-03-02T02:00:00Z"),
            "the one of the wrong clock does not count"
        );
        let next = at("2026-03-02T02:00:00Z");
        let two = Backups { keep: 2, ..backups.clone() };
        two.take(&db, next).await.unwrap();
        let kept: Vec<_> = two.kept().unwrap().into_iter().map(|(at, _)| at).collect();
        assert_eq!(kept, [now, next], "and it goes first");
    }

    #[tokio::test]
    async fn a_copy_that_cannot_be_made_leaves_the_older_ones() {
        let folder = tempfile::tempdir().unwrap();
        let (backups, db) = (daily(folder.path(), 1), database(folder.path()).await);
        let now = at("2026-03-01T02:00:00Z");
        let made = backups.take(&db, now).await.unwrap();
        let later = at("2026-03-02T02:00:00Z");
        fs::create_dir(backups.folder.join(format!("{}.partial", name(later)))).unwrap();
        let error = backups.take(&db, later).await.unwrap_err();
        assert!(chain(&error).contains("could not be copied to"), "{}", chain(&error));
        assert_eq!(backups.kept().unwrap(), [(now, made)]);
    }

    #[tokio::test]
    async fn a_server_copies_at_its_start_and_each_day_and_tries_again_after_a_failure() {
        let folder = tempfile::tempdir().unwrap();
        let (backups, db) = (daily(folder.path(), 9), database(folder.path()).await);
        for hour in ["02:00", "02:01", "23:59"] {
            assert_eq!(step(&backups, &db, at(&format!("2026-03-01T{hour}:00Z"))).await, LOOKS);
        }
        assert_eq!(step(&backups, &db, at("2026-03-02T02:00:00Z")).await, LOOKS);
        let kept: Vec<_> = backups.kept().unwrap().into_iter().map(|(at, _)| at).collect();
        assert_eq!(kept, [at("2026-03-01T02:00:00Z"), at("2026-03-02T02:00:00Z")]);
        fs::create_dir(backups.folder.join("belay-20260303T020000Z.sqlite.partial")).unwrap();
        assert_eq!(step(&backups, &db, at("2026-03-03T02:00:00Z")).await, AGAIN);
    }
}
