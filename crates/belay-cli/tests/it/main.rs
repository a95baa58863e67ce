//! The binary as a person meets it.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod journals;
mod people;

use std::path::Path;
use std::process::{Command, Output, Stdio};

const BINARY: &str = env!("CARGO_BIN_EXE_belay");

fn belay(arguments: &[&str]) -> Output {
    run(BINARY.as_ref(), arguments, "sqlite::memory:")
}

fn run(binary: &Path, arguments: &[&str], database: &str) -> Output {
    let mut command = Command::new(binary);
    command.args(arguments).env_clear().env("BELAY_DATABASE", database).stdin(Stdio::null());
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn the_reference_pages_are_what_the_program_says() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let output = belay(&["docs", docs.to_str().unwrap(), "--check"]);
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
}

#[test]
fn every_command_has_help_with_an_example() {
    for command in [
        vec!["serve"],
        vec!["call"],
        vec!["key", "create"],
        vec!["key", "list"],
        vec!["key", "revoke"],
        vec!["audit", "export"],
        vec!["backup"],
        vec!["secrets", "rotate"],
        vec!["user", "create"],
        vec!["user", "list"],
        vec!["user", "password"],
        vec!["user", "disable"],
        vec!["user", "setup-link"],
        vec!["token", "create"],
        vec!["token", "list"],
        vec!["token", "revoke"],
        vec!["client", "create"],
        vec!["client", "list"],
        vec!["client", "remove"],
        vec!["org", "create"],
        vec!["org", "list"],
        vec!["org", "members"],
        vec!["org", "add"],
        vec!["org", "remove"],
        vec!["doctor"],
        vec!["breadbox", "mcp-stdio"],
        vec!["breadbox", "import"],
        vec!["taikan", "parse"],
    ] {
        let output = belay(&[command, vec!["--help"]].concat());
        assert!(output.status.success());
        assert!(text(&output.stdout).contains("Example:\n  belay "), "{}", text(&output.stdout));
    }
}

#[cfg(unix)]
#[test]
fn called_by_the_name_of_an_application_the_binary_is_that_application() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("breadbox");
    std::os::unix::fs::symlink(BINARY, &link).unwrap();
    let database = format!("sqlite:{}", folder.path().join("b.sqlite").display());
    let say = |arguments: &[&str]| {
        let output = run(&link, arguments, &database);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    assert_eq!(say(&["--version"]), format!("breadbox {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(say(&["call", "list_accounts"]), "{\"data\":[]}\n");
    assert!(say(&["key", "create"]).starts_with("bb_"));
    assert!(say(&["key", "list"]).contains("full_access"));
    assert!(say(&["import", "--help"]).contains("breadbox import statement.csv"));
}

#[test]
fn a_mistake_is_told_on_standard_error_with_its_own_exit_code() {
    for (arguments, code, said) in [
        (
            vec!["call", "breadbox", "query_transactions", "start_date=x"],
            65,
            "error: start_date must be in YYYY-MM-DD format\n",
        ),
        (
            vec!["call", "breadbox", "query_transactions", "limit=many"],
            65,
            "error: limit: Expected integer, received string\n",
        ),
        (vec!["call", "breadbox", "fly"], 66, "error: there is no operation `fly`; there are get_overview"),
        (
            vec!["call", "bread", "fly"],
            64,
            "error: there is no application `bread`; there is breadbox, almanac\n",
        ),
        (
            vec!["call", "breadbox", "get_overview", "--token", "bb_nobodys"],
            77,
            "error: The API key is not known",
        ),
        (
            vec!["breadbox", "import", "/nowhere/x.csv", "--account", "A"],
            66,
            "error: /nowhere/x.csv could not be read",
        ),
        (
            vec!["serve", "--listen", "nowhere"],
            78,
            "error: listen (from --listen): expected an address and port",
        ),
        (
            vec!["serve", "--database", "mysql://x"],
            78,
            "error: database (from --database): expected sqlite:PATH",
        ),
    ] {
        let output = belay(&arguments);
        let told = text(&output.stderr);
        assert!(told.starts_with(said), "{arguments:?}: {told}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(code), 0), "{arguments:?}");
    }
}

#[test]
fn a_key_on_the_command_line_limits_what_may_be_called() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("b.sqlite").display());
    let run = |arguments: &[&str]| run(BINARY.as_ref(), arguments, &database);
    let key = text(&run(&["key", "create", "--app", "breadbox", "--read-only"]).stdout);
    let call = |operation: &str| {
        run(&["call", "breadbox", operation, "account=A", "--token", key.trim()]).status.code()
    };
    assert_eq!(call("import_transactions"), Some(66), "what a key may not do does not exist for it");
    assert_eq!(run(&["call", "breadbox", "list_users", "--token", key.trim()]).status.code(), Some(0));
    assert_eq!(run(&["key", "revoke", "--app", "breadbox", &key[..11]]).status.code(), Some(0));
    assert_eq!(run(&["call", "breadbox", "list_users", "--token", key.trim()]).status.code(), Some(77));
}

#[test]
fn a_command_leaves_the_database_as_one_whole_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("b.sqlite");
    let csv = folder.path().join("s.csv");
    std::fs::write(&csv, "Date,Description,Amount\n2025-01-31,Rent,1400\n").unwrap();
    let database = format!("sqlite:{}", file.display());
    let import = ["breadbox", "import", csv.to_str().unwrap(), "--account", "A", "--currency", "USD"];
    let output = run(BINARY.as_ref(), &[&import[..], &["--sign", "positive_is_out"]].concat(), &database);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let copy = folder.path().join("copy.sqlite");
    std::fs::copy(&file, &copy).unwrap();
    let counted = run(
        BINARY.as_ref(),
        &["call", "breadbox", "query_transactions", "count_only=true"],
        &format!("sqlite:{}", copy.display()),
    );
    assert_eq!(text(&counted.stdout), "{\"count\":1}\n");
    let left: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().ends_with("-wal")), "{left:?}");
}

#[test]
fn the_trail_is_printed_for_a_program_or_a_spreadsheet() {
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("s.csv");
    std::fs::write(&csv, "Date,Description,Amount\n2025-01-31,Rent,1400\n").unwrap();
    let database = format!("sqlite:{}", folder.path().join("b.sqlite").display());
    let run = |arguments: &[&str]| run(BINARY.as_ref(), arguments, &database);
    let import = ["breadbox", "import", csv.to_str().unwrap(), "--account", "A", "--currency", "USD"];
    assert!(run(&[&import[..], &["--sign", "positive_is_out"]].concat()).status.success());
    let lines = text(&run(&["audit", "export", "--app", "breadbox"]).stdout);
    assert_eq!(lines.lines().count(), 1, "{lines}");
    assert!(lines.starts_with('{') && lines.contains("\"operation\":\"import_transactions\""), "{lines}");
    let table = text(&run(&["audit", "export", "--app", "breadbox", "--format", "csv"]).stdout);
    assert!(
        table.starts_with("id,at,tenant_id,app,operation,outcome,") && table.lines().count() == 2,
        "{table}"
    );
    let past = run(&["audit", "export", "--app", "breadbox", "--to", "2020-01-01"]);
    assert_eq!((past.status.code(), past.stdout.len()), (Some(0), 0));
    let wrong = run(&["audit", "export", "--app", "breadbox", "--from", "yesterday"]);
    assert!(wrong.status.code() == Some(64) && text(&wrong.stderr).contains("2026-03-15"));
}

#[test]
fn the_keys_of_secrets_lie_beside_the_database_and_are_changed_by_a_command() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("b.sqlite").display());
    let file = folder.path().join("b.sqlite.keys");
    let keys = || {
        let text = std::fs::read_to_string(&file).unwrap();
        text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>()
    };
    let run = |arguments: &[&str]| run(BINARY.as_ref(), arguments, &database);
    assert!(run(&["call", "breadbox", "list_accounts"]).status.success());
    let first = keys();
    assert_eq!(first.len(), 1);
    let rotated = run(&["secrets", "rotate"]);
    assert!(rotated.status.success(), "{}", text(&rotated.stderr));
    assert_eq!((keys().len(), keys().first()), (2, first.first()), "the older key stays");
    let told = [text(&rotated.stdout), text(&rotated.stderr)].concat();
    assert!(keys().iter().all(|key| !told.contains(key.split(':').nth(1).unwrap())), "{told}");
    assert!(run(&["call", "breadbox", "list_accounts"]).status.success());
    let broken = Command::new(BINARY)
        .args(["call", "breadbox", "list_accounts"])
        .env_clear()
        .env("BELAY_DATABASE", &database)
        .env("BELAY_SECRET_KEYS", "hunter2")
        .output()
        .unwrap();
    assert_eq!(broken.status.code(), Some(78));
    assert!(!text(&broken.stderr).contains("hunter2"), "{}", text(&broken.stderr));
}

#[cfg(unix)]
#[test]
fn a_server_that_is_stopped_as_soon_as_it_listens_still_cleans_up() {
    use std::io::BufRead;
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..5 {
        let mut command = Command::new(BINARY);
        command.args(["serve", "--demo", "--listen", "127.0.0.1:0"]).env_clear().env("TMPDIR", folder.path());
        let mut server = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        std::io::BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        assert!(line.starts_with("Listening on http://127.0.0.1:"), "{line}");
        let ended = Command::new("kill").arg(server.id().to_string()).status().unwrap();
        assert!(ended.success() && server.wait().unwrap().success());
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_workout_text_is_read_without_a_server_or_a_database() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("monday.txt");
    std::fs::write(&path, "AMRAP 12\n10 Thrusters (95/65)\n200 m Run\n").unwrap();
    let say = |arguments: &[&str]| {
        let output = run(BINARY.as_ref(), arguments, "sqlite:/dev/null/none.sqlite");
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let path = path.to_str().unwrap();
    assert!(say(&["taikan", "parse", path]).contains("Thruster"));
    assert!(say(&["taikan", "parse", path, "--json"]).contains("\"exerciseId\""));
    assert!(say(&["taikan", "parse", folder.path().to_str().unwrap(), "--report"]).starts_with("1 texts"));
    let nothing = run(BINARY.as_ref(), &["taikan", "parse", "nothing.txt"], "sqlite::memory:");
    assert!(!nothing.status.success() && text(&nothing.stderr).contains("nothing.txt could not be read"));
}
