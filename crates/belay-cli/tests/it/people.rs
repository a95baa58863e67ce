//! People, tokens, programs and the doctor, as an operator meets them.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use super::{BINARY, text};

/// A folder with a database, and the program in front of it.
pub(crate) struct Operator {
    folder: tempfile::TempDir,
}

impl Operator {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(BINARY);
        let database = format!("sqlite:{}", self.folder.path().join("b.sqlite").display());
        command.args(arguments).env_clear().env("BELAY_DATABASE", database);
        command
    }

    fn with(&self, arguments: &[&str], variables: &[(&str, &str)], typed: &str) -> Output {
        let mut command = self.command(arguments);
        command.envs(variables.iter().copied());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    }

    pub(crate) fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn says(&self, arguments: &[&str]) -> String {
        let output = self.with(arguments, &[], "");
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    pub(crate) fn refuses(&self, arguments: &[&str], code: i32) -> String {
        let output = self.with(arguments, &[], "");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stderr)
    }
}

#[test]
fn a_persons_tokens_act_for_them_until_they_are_disabled() {
    let operator = Operator::new();
    let made =
        operator.with(&["user", "create", "Anna@example.org", "--password"], &[], "correct horse battery\n");
    assert!(text(&made.stdout).starts_with("per_"), "{}", text(&made.stderr));
    assert!(operator.refuses(&["user", "create", "anna@EXAMPLE.org"], 73).contains("already"));
    let short = operator.with(&["user", "create", "bert@example.org", "--password"], &[], "short\n");
    assert!(text(&short.stderr).contains("12 to 256 characters") && short.status.code() == Some(65));
    let of = ["--app", "breadbox", "--user", "anna@example.org"];
    let token = operator.says(&[&["token", "create", "--name", "laptop"], &of[..]].concat());
    let token = token.trim();
    let reading = operator.says(&[&["token", "create", "--scopes", "read"], &of[..]].concat());
    assert!(
        operator
            .refuses(&[&["token", "create", "--scopes", "all"], &of[..]].concat(), 64)
            .contains("read, write")
    );
    assert_eq!(operator.says(&["call", "breadbox", "list_accounts", "--token", token]), "{\"data\":[]}\n");
    let hidden = ["call", "breadbox", "import_transactions", "--token", reading.trim()];
    assert!(operator.refuses(&hidden, 66).contains("there is no operation"));
    assert!(operator.says(&["token", "list", "--app", "breadbox"]).contains("laptop"));
    operator.says(&["user", "disable", "anna@example.org"]);
    let refused = operator.refuses(&["call", "breadbox", "list_accounts", "--token", token], 77);
    assert!(refused.contains("revoked"), "{refused}");
    assert!(operator.says(&["user", "list"]).contains("disabled"));
}

#[test]
fn whoever_acts_over_standard_input_is_whom_the_environment_says() {
    let operator = Operator::new();
    operator.says(&["user", "create", "anna@example.org"]);
    let reading =
        operator.says(&["token", "create", "--app", "breadbox", "--user", "anna@example.org", "--read-only"]);
    let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;
    let list = r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#;
    let typed =
        format!("{hello}\n{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}}\n{list}\n");
    let tools = |variables: &[(&str, &str)]| {
        let output = operator.with(&["breadbox", "mcp-stdio"], variables, &typed);
        (output.status.success(), text(&output.stdout) + &text(&output.stderr))
    };
    let (_, all) = tools(&[]);
    assert!(all.contains("\"import_transactions\""), "{all}");
    for variable in ["BREADBOX_API_KEY", "BREADBOX_MCP_CLIENT_TOKEN"] {
        let (_, some) = tools(&[(variable, reading.trim())]);
        assert!(some.contains("\"list_accounts\"") && !some.contains("\"import_transactions\""), "{some}");
    }
    let (started, refused) = tools(&[("BREADBOX_API_KEY", "bb_wrong")]);
    assert!(!started && refused.contains("not known") && !refused.contains("bb_wrong"), "{refused}");
}

#[test]
fn the_doctor_says_what_to_do_about_what_it_finds() {
    let operator = Operator::new();
    let found = operator.says(&["doctor"]);
    for part in
        ["ok       database", "warning  public address", "warning  people", "-> ", "warning  assistants"]
    {
        assert!(found.contains(part), "{part} in\n{found}");
    }
    let json = operator.with(
        &["doctor", "--json"],
        &[
            ("BELAY_BREADBOX_ISSUER", "http://127.0.0.1:9/nowhere"),
            ("BELAY_PUBLIC_URL", "https://money.example.org"),
        ],
        "",
    );
    assert_eq!(json.status.code(), Some(1), "an issuer that does not answer is a failure");
    let json: serde_json::Value = serde_json::from_str(&text(&json.stdout)).unwrap();
    let findings = json["findings"].as_array().unwrap();
    let of = |check: &str| findings.iter().find(|one| one["check"] == check).unwrap();
    assert_eq!((&json["ok"], &of("issuer")["state"]), (&false.into(), &"failed".into()));
    assert_eq!(of("public address")["state"], "ok");
    let output = operator.with(&["doctor"], &[("BELAY_DATABASE", "sqlite:/dev/null/b.sqlite")], "");
    assert!(output.status.code() == Some(1) && text(&output.stdout).contains("failed   database"));
}

#[test]
fn the_way_past_credentials_does_not_start_by_half() {
    let operator = Operator::new();
    let refused = operator.with(&["serve", "--listen", "127.0.0.1:0"], &[("TEST_AUTH_BYPASS", "true")], "");
    assert_eq!(refused.status.code(), Some(78));
    assert!(text(&refused.stderr).contains("NODE_ENV=development"), "{}", text(&refused.stderr));
}

#[test]
fn who_belongs_to_a_household_and_as_what_is_said_on_the_command_line() {
    let operator = Operator::new();
    operator.says(&["user", "create", "anna@example.org"]);
    operator.says(&["user", "create", "bert@example.org"]);
    let members = operator.says(&["org", "members", "--app", "breadbox"]);
    let role = |members: &str, email: &str| {
        let line = members.lines().find(|line| line.contains(email)).unwrap_or_default().to_owned();
        line.split_whitespace().nth(2).map(str::to_owned)
    };
    assert_eq!(role(&members, "anna@").as_deref(), Some("owner"));
    assert_eq!(role(&members, "bert@").as_deref(), Some("member"));
    operator.says(&["org", "add", "--app", "breadbox", "--user", "bert@example.org", "--role", "reader"]);
    let members = operator.says(&["org", "members", "--app", "breadbox"]);
    assert_eq!(role(&members, "bert@").as_deref(), Some("reader"));
    let unknown = ["org", "add", "--app", "breadbox", "--user", "bert@example.org", "--role", "king"];
    assert!(operator.refuses(&unknown, 65).contains("owner, member, reader"));
    operator.says(&["org", "remove", "--app", "breadbox", "--user", "bert@example.org"]);
    assert!(!operator.says(&["org", "members", "--app", "breadbox"]).contains("bert"));
    assert!(operator.refuses(&["org", "create", "--app", "breadbox", "X"], 64).contains("no organizations"));
    let made = operator.says(&["client", "create", "--app", "breadbox", "--name", "report"]);
    assert!(made.contains("client_id: cli_") && made.contains("client_secret: bcs_"));
    assert!(operator.says(&["client", "list", "--app", "breadbox"]).contains("report"));
}

#[test]
fn a_backup_is_a_whole_database_at_the_named_place_and_nothing_is_written_over() {
    let operator = Operator::new();
    let none = operator.refuses(&["backup", "x.sqlite"], 64);
    assert!(none.contains("there is no database at") && !operator.path("b.sqlite").exists(), "{none}");
    operator.says(&["user", "create", "anna@example.org"]);
    let copy = operator.path("copy.sqlite").display().to_string();
    assert_eq!(operator.says(&["backup", &copy]).trim(), copy);
    operator.says(&["user", "create", "bert@example.org"]);
    let again = operator.refuses(&["backup", &copy], 73);
    assert!(again.contains("is there already"), "{again}");
    let people = operator.says(&["user", "list", "--database", &format!("sqlite:{copy}")]);
    assert!(people.contains("anna") && !people.contains("bert"), "{people}");
    let folder = operator.path("many").display().to_string();
    let variables = [("BELAY_BACKUP_FOLDER", folder.as_str()), ("BELAY_BACKUP_KEEP", "1")];
    let made = operator.with(&["backup"], &variables, "");
    assert!(text(&made.stdout).starts_with(&format!("{folder}/belay-2")), "{}", text(&made.stderr));
    let looked = operator.with(&["doctor"], &variables, "");
    assert!(
        text(&looked.stdout).contains("ok       backups: the newest copy is of"),
        "{}",
        text(&looked.stdout)
    );
    assert!(operator.says(&["doctor"]).contains("no copies of the database are made"));
}
