//! The SQLite file itself.

use belay_store::{CopyError, Db, Options, args};

use crate::{
    engines::{runtime, soon},
    transactions::{ids, with_table},
};

#[test]
fn a_new_file_is_private_and_its_folder_is_made() {
    runtime().block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/er/db.sqlite");
        let db = Db::open(&format!("sqlite:{}", path.display()), Options::default()).await.unwrap();
        with_table(&db).await;
        #[cfg(unix)]
        for file in std::fs::read_dir(path.parent().unwrap()).unwrap() {
            let file = file.unwrap();
            let mode = std::os::unix::fs::PermissionsExt::mode(&file.metadata().unwrap().permissions());
            assert_eq!(mode & 0o777, 0o600, "{:?}", file.path());
        }
    });
}

#[test]
fn a_copy_is_what_was_committed_and_takes_nobodys_place() {
    runtime().block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let db = Db::open(&format!("sqlite:{}", at("db").display()), Options::default()).await.unwrap();
        with_table(&db).await;
        let mut tx = db.write().await.unwrap();
        tx.exec("insert into t (id) values (7)", args![]).await.unwrap();
        tx.commit().await.unwrap();
        let mut open = db.write().await.unwrap();
        open.exec("insert into t (id) values (8)", args![]).await.unwrap();
        soon(db.copy_to(&at("copy"))).await.unwrap();
        open.commit().await.unwrap();
        #[cfg(unix)]
        {
            let mode = std::os::unix::fs::PermissionsExt::mode(&at("copy").metadata().unwrap().permissions());
            assert_eq!(mode & 0o777, 0o600);
        }
        let copy = Db::open(&format!("sqlite:{}", at("copy").display()), Options::default()).await.unwrap();
        assert_eq!((ids(&copy).await, ids(&db).await), (vec![7], vec![7, 8]));
        copy.close().await;
        assert!(matches!(db.copy_to(&at("copy")).await, Err(CopyError::Exists { .. })));
        assert!(matches!(db.copy_to(&at("none/copy")).await, Err(CopyError::Failed { .. })));
        assert!(
            std::fs::read_dir(folder.path())
                .unwrap()
                .all(|file| { !file.unwrap().file_name().to_str().unwrap().contains("partial") })
        );
        let temporary = Db::open("sqlite::memory:", Options::default()).await.unwrap();
        with_table(&temporary).await;
        temporary.copy_to(&at("other")).await.unwrap();
    });
}

#[test]
fn a_closed_database_leaves_one_file_with_everything_in_it() {
    runtime().block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("db").display());
        let db = Db::open(&url, Options::default()).await.unwrap();
        with_table(&db).await;
        let mut tx = db.write().await.unwrap();
        tx.exec("insert into t (id) values (7)", args![]).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(ids(&db).await, [7]);
        let late = db.clone();
        soon(db.close()).await;
        assert!(late.opt("select 1 as n", args![]).await.is_err(), "a closed database refuses");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        let again = Db::open(&url, Options::default()).await.unwrap();
        assert_eq!(ids(&again).await, [7]);
    });
}

#[test]
fn many_connections_that_close_together_leave_one_file_too() {
    runtime().block_on(async {
        let folder = tempfile::tempdir().unwrap();
        for round in 0..200 {
            let url = format!("sqlite:{}", folder.path().join(format!("db{round}")).display());
            let db = Db::open(&url, Options::default()).await.unwrap();
            with_table(&db).await;
            let mut reads = Vec::new();
            for _ in 0..4 {
                let mut tx = db.read().await.unwrap();
                tx.opt("select 1 as n", args![]).await.unwrap();
                reads.push(tx);
            }
            drop(reads);
            soon(db.close()).await;
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), round + 1);
        }
    });
}

#[test]
fn databases_in_memory_are_apart_and_leave_nothing_behind() {
    runtime().block_on(async {
        let one = Db::open("sqlite::memory:", Options::default()).await.unwrap();
        let other = Db::open("sqlite::memory:", Options::default()).await.unwrap();
        with_table(&one).await;
        with_table(&other).await;
        assert!(ids(&one).await.is_empty());
        drop((one, other));
        let ours = format!("belay-{}-", std::process::id());
        let left = std::fs::read_dir(std::env::temp_dir()).unwrap().map(|file| file.unwrap().file_name());
        let left: Vec<_> = left.filter(|name| name.to_string_lossy().starts_with(&ours)).collect();
        assert!(left.is_empty(), "{left:?}");
    });
}
