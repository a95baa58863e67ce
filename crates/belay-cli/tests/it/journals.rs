//! A journal leaves, comes in and ends, as a person at the command line meets it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use super::people::Operator;

const MEALS: &str = "Date,Meal,Calories,Fat (g),Carbohydrates (g),Protein (g),Note\n\
    2026-03-01,Lunch,500,10,60,40,\n2026-03-01,Dinner,700,20,80,30,\nnonsense,Lunch,1,1,1,1,\n";

#[test]
fn a_journal_goes_from_one_account_to_another_by_a_file_that_only_its_owner_can_read() {
    let operator = Operator::new();
    for email in ["anna@example.org", "bert@example.org"] {
        operator.says(&["user", "create", email]);
    }
    let path = |name: &str| operator.path(name).to_str().unwrap().to_owned();
    fs::write(path("meals.csv"), MEALS).unwrap();
    let import =
        ["almanac", "import", &path("meals.csv"), "--from", "myfitnesspal", "--user", "anna@example.org"];
    let dry = operator.says(&[&import[..], &["--dry-run"]].concat());
    assert!(
        dry.contains("\"new\": 2") && dry.contains("\"dry_run\": true") && dry.contains("line 4"),
        "{dry}"
    );
    assert!(operator.says(&import).contains("\"new\": 2"));
    assert!(operator.says(&import).contains("\"duplicate\": 2"));
    let export = |of: &str, to: &str| {
        operator.says(&["almanac", "export", "--user", of, "--out", &path(to)]);
        fs::read_to_string(path(to)).unwrap()
    };
    let anna = export("anna@example.org", "anna.json");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(path("anna.json")).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let twice = ["almanac", "export", "--user", "anna@example.org", "--out", &path("anna.json")];
    assert!(operator.refuses(&twice, 73).contains("nothing that is there is written over"));
    let over = ["almanac", "import", &path("anna.json"), "--from", "almanac", "--user", "bert@example.org"];
    operator.says(&over);
    assert_eq!(export("bert@example.org", "bert.json"), anna);
    let csv =
        ["almanac", "export", "--format", "csv", "--user", "anna@example.org", "--out", &path("sheets")];
    assert!(operator.says(&csv).contains("18 files"));
    assert_eq!(fs::read_to_string(path("sheets/meals.csv")).unwrap().lines().count(), 3);
}

#[test]
fn an_account_ends_when_its_address_is_named_and_somebody_says_yes() {
    let operator = Operator::new();
    operator.says(&["user", "create", "anna@example.org"]);
    let delete = ["almanac", "delete-account", "--user", "anna@example.org", "--address"];
    let unsaid = operator.refuses(&[&delete[..], &["anna@example.org"]].concat(), 73);
    assert!(unsaid.contains("--yes"), "{unsaid}");
    let other = operator.refuses(&[&delete[..], &["bert@example.org", "--yes"]].concat(), 65);
    assert!(other.contains("not that of this account"), "{other}");
    let told = operator.says(&[&delete[..], &["anna@example.org", "--yes"]].concat());
    assert!(told.contains("\"deleted\": true"), "{told}");
}

#[test]
fn defect_35_a_served_journal_is_backed_up_without_being_asked() {
    let operator = Operator::new();
    operator.says(&["user", "create", "anna@example.org"]);
    let folder = operator.path("backups");
    let mut server = operator
        .command(&["serve", "almanac", "--listen", "127.0.0.1:0"])
        .env("BELAY_BACKUP_FOLDER", &folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let log = BufReader::new(server.stderr.take().unwrap());
    assert!(log.lines().any(|line| line.unwrap().contains("the database was backed up")));
    server.kill().unwrap();
    server.wait().unwrap();
    let made: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let copy = format!("sqlite:{}", made[0].display());
    assert!(operator.says(&["user", "list", "--database", &copy]).contains("anna@example.org"));
}
