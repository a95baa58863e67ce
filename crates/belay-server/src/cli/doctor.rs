//! `doctor`: looks over a server's settings, database and surroundings, and says what to do about what it finds.

use std::process::ExitCode;
use std::sync::Arc;

use belay_access::issuers::discover;
use belay_access::{keys, people};
use belay_core::App;
use belay_core::error::chain;
use clap::ArgMatches;
use http::Uri;
use serde_json::json;

use super::{CliError, Session, say};
use crate::config::Config;
use crate::entrance::entrance;
use crate::open;
use crate::served::Served;

/// How a check went.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Ok,
    Warning,
    Failed,
}

impl State {
    fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Failed => "failed",
        }
    }
}

/// One thing that was looked at.
struct Finding {
    what: &'static str,
    state: State,
    text: String,
    way_out: &'static str,
}

#[derive(Default)]
struct Report(Vec<Finding>);

impl Report {
    fn ok(&mut self, what: &'static str, text: impl Into<String>) {
        self.0.push(Finding { what, state: State::Ok, text: text.into(), way_out: "" });
    }

    fn warn(&mut self, what: &'static str, text: impl Into<String>, way_out: &'static str) {
        self.0.push(Finding { what, state: State::Warning, text: text.into(), way_out });
    }

    fn fail(&mut self, what: &'static str, text: impl Into<String>, way_out: &'static str) {
        self.0.push(Finding { what, state: State::Failed, text: text.into(), way_out });
    }
}

pub(super) async fn run(session: Session, matches: &ArgMatches) -> Result<ExitCode, CliError> {
    let mut report = Report::default();
    let Session { config, apps, .. } = session;
    // Settings that make no sense stop every command before it begins, with a sentence for each.
    report.ok("settings", "every setting makes sense");
    addresses(&config, &mut report);
    match open::all(apps.into_iter().collect::<Vec<App>>(), None, &config).await {
        Ok(opened) => {
            report.ok("database", "it answers, and its tables are up to date");
            inside(&opened, &config, &mut report).await;
            open::close(&opened).await;
        }
        Err(error) => report.fail(
            "database",
            chain(&error),
            "check the setting `database` and that the program may read and write there; nothing was changed",
        ),
    }
    let failed = report.0.iter().any(|finding| finding.state == State::Failed);
    if matches.get_flag("json") {
        let findings: Vec<_> = report
            .0
            .iter()
            .map(|one| json!({ "check": one.what, "state": one.state.name(), "text": one.text, "way_out": one.way_out }))
            .collect();
        say(&json!({ "ok": !failed, "findings": findings }).to_string())?;
    } else {
        for one in &report.0 {
            say(&format!("{:<8} {}: {}", one.state.name(), one.what, one.text))?;
            if !one.way_out.is_empty() {
                say(&format!("         -> {}", one.way_out))?;
            }
        }
    }
    Ok(if failed { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn addresses(config: &Config, report: &mut Report) {
    let url = config.public_url.parse::<Uri>().ok();
    let host = url.as_ref().and_then(Uri::host).unwrap_or_default().to_owned();
    let local = ["localhost", "127.0.0.1", "[::1]"].contains(&host.as_str());
    if url.as_ref().is_none_or(|url| url.host().is_none()) {
        report.fail("public address", "public_url cannot be read", "write it like https://belay.example.org");
    } else if local {
        report.warn(
            "public address",
            format!("{} works on this machine alone", config.public_url),
            "assistants on the web need an address on the internet: set `public_url`, behind a proxy with TLS",
        );
    } else if url.as_ref().and_then(Uri::scheme_str) != Some("https") {
        report.warn(
            "public address",
            format!("{} has no TLS", config.public_url),
            "credentials cross the network readable: put a proxy with TLS before the server, and use https:// in `public_url`",
        );
    } else {
        report.ok("public address", config.public_url.as_str());
    }
    if !config.listen.ip().is_loopback() && url.as_ref().and_then(Uri::scheme_str) != Some("https") {
        report.warn(
            "listening",
            format!("{} is reached from other machines, without TLS", config.listen),
            "listen on 127.0.0.1 behind a proxy with TLS",
        );
    }
    if config.access.test_auth_bypass {
        report.warn(
            "bypass",
            "x-test-user-id lets anybody in by name",
            "take TEST_AUTH_BYPASS away wherever others reach the server",
        );
    }
}

async fn inside(opened: &[Arc<Served>], config: &Config, report: &mut Report) {
    let Some((served, db)) = opened.iter().find_map(|served| Some((served, served.db.as_ref()?))) else {
        return report.ok("people", "what is served asks for no credentials");
    };
    let mut active = 0;
    for served in opened.iter().filter(|served| served.is_locked()) {
        let all = keys::list(db, served.app.name).await.unwrap_or_default();
        active += all.iter().filter(|key| key.revoked_at.is_none()).count();
    }
    match people::list(db).await {
        Ok(all) if all.is_empty() && active == 0 => report.warn(
            "people",
            "nobody can do anything yet",
            "start the server and open the link that it prints, or make a key with `key create`",
        ),
        Ok(all) => report.ok("people", format!("{} people, {active} keys and tokens", all.len())),
        Err(error) => report.fail("people", chain(&error), "see the log"),
    }
    backups(config, served, report);
    clock(served, report).await;
    issuers(opened, config, report).await;
}

fn backups(config: &Config, served: &Arc<Served>, report: &mut Report) {
    let now = served.shared.clock.now();
    match &config.backups {
        // Whoever runs a server of databases copies them there.
        None if !config.database.starts_with("sqlite:") => {}
        None => report.warn(
            "backups",
            "no copies of the database are made",
            "set `backup_folder` to a folder on another disk, or run `backup` at set times",
        ),
        Some(backups) => match (backups.kept(), backups.due(now)) {
            (Ok(kept), Ok(due)) if due + backups.every > now => {
                let newest = kept.last().map(|(at, _)| format!("the newest copy is of {at}"));
                report.ok(
                    "backups",
                    newest.unwrap_or_else(|| "the server will make the first copy".to_owned()),
                );
            }
            (Ok(_), Ok(due)) => report.fail(
                "backups",
                format!("a copy was due at {due}"),
                "start the server, or look into its log for the reason",
            ),
            (Err(error), _) | (_, Err(error)) => report.fail(
                "backups",
                chain(&error),
                "check the setting `backup_folder` and that the program may write there",
            ),
        },
    }
}

/// A clock that runs behind what was written before lets expired tokens live and breaks sign-ins.
async fn clock(served: &Arc<Served>, report: &mut Report) {
    let now = served.shared.clock.now();
    let Some(db) = &served.db else { return };
    match people::list(db).await {
        Ok(all) if all.iter().any(|person| person.created_at > now) => report.fail(
            "clock",
            format!("it shows {now:.0}, which is before something that was written"),
            "set the machine's clock, by NTP for instance",
        ),
        _ => report.ok("clock", format!("{now:.0}")),
    }
}

async fn issuers(opened: &[Arc<Served>], config: &Config, report: &mut Report) {
    let entrance = match entrance(config, &config.public_url, opened) {
        Ok(entrance) => entrance,
        Err(error) => {
            return report.fail(
                "requests to others",
                error.to_string(),
                "install the system's certificates (ca-certificates)",
            );
        }
    };
    if !entrance.oauth && entrance.identity.issuers.is_empty() {
        report.warn(
            "assistants",
            "they need a key or a token to connect",
            "set `oauth = true`, so that they can ask people for access",
        );
    } else if entrance.oauth {
        report.ok("assistants", "they can ask people for access here");
    }
    let outbound = entrance.identity.outbound.as_ref();
    let upstream = entrance.provider.iter().map(|provider| provider.issuer.clone());
    for url in entrance.identity.issuers.values().map(|issuer| issuer.url.clone()).chain(upstream) {
        match discover(outbound, &url).await {
            Ok(_) => report.ok("issuer", format!("{url} answers")),
            Err(error) => report.fail(
                "issuer",
                format!("{url}: {}", chain(&error)),
                "check its address, to the slash at the end, and that this machine reaches it",
            ),
        }
    }
}
