//! `audit`: the trail of changes, for a spreadsheet or another program.

use std::process::ExitCode;

use belay_access::audit::{self, Export};
use clap::ArgMatches;
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::{CliError, Session, say};
use crate::open;
use crate::served::Served;

pub(super) async fn run(
    session: Session,
    sole: Option<&str>,
    matches: &ArgMatches,
) -> Result<ExitCode, CliError> {
    let Some(("export", matches)) = matches.subcommand() else {
        return Err(CliError::usage("try `audit --help`".to_owned()));
    };
    let named = matches.try_get_one::<String>("app").ok().flatten().map(String::as_str);
    let app = sole.or(named).unwrap_or_default().to_owned();
    let between = (instant(matches, "from", false)?, instant(matches, "to", true)?);
    let opened = open::all(session.apps, Some(&app), &session.config).await?;
    let Some(served) = opened.first().filter(|served| served.db.is_some()) else {
        return Err(CliError::usage(format!("there is no application `{app}` with an audit trail")));
    };
    let outcome = export(served, matches, between).await;
    open::close(&opened).await;
    outcome.map(|()| ExitCode::SUCCESS)
}

async fn export(
    served: &Served,
    matches: &ArgMatches,
    between: (Timestamp, Timestamp),
) -> Result<(), CliError> {
    let Some(db) = &served.db else { return Ok(()) };
    let tenant = match matches.get_one::<String>("tenant") {
        Some(tenant) => tenant.clone(),
        None => open::local_operator(served).await?.tenant.unwrap_or_default().to_string(),
    };
    let csv = matches.get_one::<String>("format").is_some_and(|format| format == "csv");
    let mut rows = Export::new(db, served.app.name, &tenant, between);
    if csv {
        say(&audit::csv_head())?;
    }
    loop {
        let page = rows.next().await?;
        if page.is_empty() {
            return Ok(());
        }
        for row in &page {
            say(&if csv { audit::csv_line(row) } else { audit::json_line(row) })?;
        }
    }
}

/// A day, in UTC, or an instant. The day that something lasts to belongs to it.
fn instant(matches: &ArgMatches, name: &str, whole_day: bool) -> Result<Timestamp, CliError> {
    let Some(text) = matches.get_one::<String>(name) else {
        return Ok(if whole_day { Timestamp::MAX } else { Timestamp::MIN });
    };
    let day = text.parse::<Date>().ok().filter(|_| !text.contains('T'));
    let start = day.and_then(|day| TimeZone::UTC.to_timestamp(day.to_datetime(Time::midnight())).ok());
    let read = match start {
        Some(start) if whole_day => start.checked_add(SignedDuration::from_hours(24)).ok(),
        Some(start) => Some(start),
        None => text.parse().ok(),
    };
    read.ok_or_else(|| {
        CliError::usage(format!(
            "--{name} expects a day such as 2026-03-15 or an instant such as 2026-03-15T12:00:00Z"
        ))
    })
}
