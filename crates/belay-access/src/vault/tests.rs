use belay_core::entropy::Seeded;

use super::*;

const PLACE: Place<'_> = Place { table: "t", column: "c", row: "1" };

fn keys(path: &Path) -> usize {
    std::fs::read_to_string(path).unwrap().lines().filter(|line| !line.starts_with('#')).count()
}

#[test]
fn a_secret_opens_in_its_own_place_and_nowhere_else() {
    let entropy = Seeded::new(1);
    let vault = Vault::fresh(&entropy);
    let sealed = vault.seal(PLACE, "hunter2", &entropy).unwrap();
    assert!(!sealed.contains("hunter2") && Vault::is_sealed(&sealed) && !Vault::is_sealed("hunter2"));
    assert!(vault.open(PLACE, &sealed).unwrap().is("hunter2"));
    for place in [
        Place { table: "u", ..PLACE },
        Place { column: "d", ..PLACE },
        Place { row: "2", ..PLACE },
        Place { table: "tc", column: "", row: "1" },
    ] {
        assert!(matches!(vault.open(place, &sealed), Err(VaultError::Shut)), "{place:?}");
    }
    assert_ne!(sealed, vault.seal(PLACE, "hunter2", &entropy).unwrap(), "equal secrets do not look equal");
}

#[test]
fn a_changed_character_anywhere_keeps_it_shut() {
    let entropy = Seeded::new(2);
    let vault = Vault::fresh(&entropy);
    let sealed = vault.seal(PLACE, "x", &entropy).unwrap();
    for at in 0..sealed.len() {
        let mut changed = sealed.clone().into_bytes();
        changed[at] = if changed[at] == b'1' { b'2' } else { b'1' };
        assert!(vault.open(PLACE, &String::from_utf8(changed).unwrap()).is_err(), "{at}");
    }
    for other in ["", "v1.", "v1.1.", "hunter2", &sealed[..sealed.len() - 1]] {
        assert!(vault.open(PLACE, other).is_err(), "{other}");
    }
}

#[test]
fn the_file_of_keys_is_made_on_first_need_for_its_owner_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/secret.keys");
    let entropy = Seeded::new(3);
    let vault = Vault::file(&path).unwrap();
    assert!(!path.exists());
    let sealed = vault.seal(PLACE, "x", &entropy).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
    assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "nothing is left beside it");
    assert!(Vault::file(&path).unwrap().open(PLACE, &sealed).unwrap().is("x"));
    let text = Secret::new(std::fs::read_to_string(&path).unwrap().replace('\n', ",\n"));
    assert!(Vault::text(&text).unwrap().open(PLACE, &sealed).unwrap().is("x"), "also as text");
    assert!(!format!("{vault:?}").contains(text.expose().rsplit(':').next().unwrap().trim()));
}

#[test]
fn two_processes_that_need_the_file_at_once_have_one_key() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("secret.keys");
    let vaults: Vec<Vault> = (0..8).map(|_| Vault::file(&path).unwrap()).collect();
    let sealed: Vec<String> = std::thread::scope(|scope| {
        let each = vaults
            .iter()
            .enumerate()
            .map(|(n, vault)| scope.spawn(move || vault.seal(PLACE, "x", &Seeded::new(n as u64)).unwrap()));
        each.collect::<Vec<_>>().into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(keys(&path), 1);
    assert!(sealed.iter().all(|sealed| vaults[0].open(PLACE, sealed).unwrap().is("x")));
}

#[test]
fn a_key_that_another_process_added_is_found_and_older_ones_still_open() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("secret.keys");
    let entropy = Seeded::new(4);
    let (one, other) = (Vault::file(&path).unwrap(), Vault::file(&path).unwrap());
    let old = one.seal(PLACE, "old", &entropy).unwrap();
    other.add_key(&entropy).unwrap();
    assert_eq!(keys(&path), 2);
    let new = other.seal(PLACE, "new", &entropy).unwrap();
    assert!(!other.is_fresh(&old) && other.is_fresh(&new));
    assert!(one.open(PLACE, &new).unwrap().is("new"), "without a restart");
    assert!(other.open(PLACE, &old).unwrap().is("old"));
    let fixed = Vault::fresh(&entropy);
    assert!(matches!(fixed.add_key(&entropy), Err(VaultError::Fixed)));
    assert!(matches!(fixed.open(PLACE, &new), Err(VaultError::NoKey(_))), "the keys of another database");
}

#[test]
fn keys_that_are_none_are_refused_without_repeating_them() {
    for text in ["", "hunter2", "1:aHVudGVyMg==", "x:y", "1:AAAA\n1:AAAA"] {
        let error = Vault::text(&Secret::new(text)).unwrap_err();
        assert!(matches!(error, VaultError::Malformed) && !error.to_string().contains("hunter2"));
    }
    let key = base64::engine::general_purpose::STANDARD.encode([7; 32]);
    assert!(Vault::text(&Secret::new(format!("1:{key},1:{key}"))).is_err(), "a number twice");
    assert!(Vault::text(&Secret::new(format!("# mine\n 1:{key} \n2:{key}\n"))).is_ok());
}
