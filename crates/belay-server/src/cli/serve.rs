//! `serve`: all doors over HTTP, on the real database or on a demonstration.

use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;

use belay_access::setup;
use belay_core::Error;
use belay_core::app::Tenancy;
use clap::ArgMatches;
use tokio::net::TcpListener;
use tokio::task::JoinError;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use super::demo::{self, Demo};
use super::{CliError, Session, clients, say};
use crate::backups::tend;
use crate::config::Config;
use crate::entrance::entrance;
use crate::open;
use crate::serve::{Front, GRACE, router, serve};
use crate::served::Served;

pub(super) async fn run(
    mut session: Session,
    only: Option<&str>,
    matches: &ArgMatches,
) -> Result<ExitCode, CliError> {
    let mut interrupts = Interrupts::listen()?;
    let demo = matches.get_flag("demo").then(Demo::new).transpose()?;
    if let Some(demo) = &demo {
        session.config.database = demo.url();
        session.config.backups = None;
    }
    let Session { program, config, apps, .. } = session;
    let opened = open::all(apps, only, &config).await?;
    if opened.is_empty() {
        return Err(CliError::usage(format!("there is no application `{}`", only.unwrap_or_default())));
    }
    let listener = TcpListener::bind(config.listen)
        .await
        .map_err(|source| CliError::Listen { address: config.listen.to_string(), source })?;
    let stop = CancellationToken::new();
    let public_url = public_url(&config, &listener);
    let entrance =
        entrance(&config, &public_url, &opened).map_err(|error| CliError::usage(error.to_string()))?;
    let front = Front {
        entrance,
        skips_setup: demo.is_some(),
        public_url: public_url.clone(),
        allowed_hosts: config.allowed_hosts.clone(),
        allowed_origins: config.allowed_origins.clone(),
        version: program.version,
        closing: CancellationToken::new(),
    };
    let mut secrets = Vec::new();
    for served in &opened {
        open::local_operator(served).await?;
        if demo.is_some() {
            secrets.push(demo::fill(served).await?);
        }
    }
    let copying = backups(&config, &opened);
    let serving = tokio::spawn(serve(listener, router(&opened, &front, &stop), stop.clone()));
    say(&format!("Listening on {public_url}"))?;
    if demo.is_none() {
        invite(&opened, &public_url).await?;
    }
    greet(program.name, &opened, &public_url, demo.as_ref().map(|demo| (demo, secrets.as_slice())))?;
    let mut serving = serving;
    tokio::select! {
        () = interrupts.wait() => {}
        ended = &mut serving => {
            open::close(&opened).await;
            return outcome(ended);
        }
    }
    eprintln!("Stopping: calls under way may finish.");
    drop(copying);
    front.closing.cancel();
    if !config.drain.is_zero() {
        // Whoever spreads requests over servers learns meanwhile that this one is not ready.
        tokio::select! {
            () = tokio::time::sleep(config.drain) => {}
            () = interrupts.wait() => {}
        }
    }
    stop.cancel();
    // A second signal means now: what runs is dropped, and with it rolled back.
    let ended = tokio::select! {
        ended = async {
            let ended = serving.await;
            // Calls whose clients went away get the same time to finish.
            for served in &opened {
                served.finish().await;
            }
            ended
        } => ended,
        () = tokio::time::sleep(GRACE) => Ok(Ok(())),
        () = interrupts.wait() => Ok(Ok(())),
    };
    open::close(&opened).await;
    drop(demo);
    outcome(ended)
}

/// How the program ends when the task that serves has ended.
fn outcome(ended: Result<io::Result<()>, JoinError>) -> Result<ExitCode, CliError> {
    match ended {
        Ok(Ok(())) => Ok(ExitCode::SUCCESS),
        Ok(Err(error)) => Err(CliError::Output(error)),
        Err(_) => Err(Error::internal("the server task ended early").into()),
    }
}

/// A port of 0 is chosen when the server listens, and only then has an address that can be told.
fn public_url(config: &Config, listener: &TcpListener) -> String {
    match listener.local_addr() {
        Ok(address) if config.listen.port() == 0 && !config.has_public_url => format!("http://{address}"),
        _ => config.public_url.clone(),
    }
}

/// Copies of the database, until what is returned is dropped.
fn backups(config: &Config, opened: &[Arc<Served>]) -> Option<AbortOnDropHandle<()>> {
    let served = opened.iter().find(|served| served.db.is_some())?;
    let (backups, db) = (config.backups.clone()?, served.db.clone()?);
    Some(AbortOnDropHandle::new(tokio::spawn(tend(backups, db, Arc::clone(&served.shared.clock)))))
}

/// While there is nobody who could sign in: the link that makes the first account.
async fn invite(opened: &[Arc<Served>], public_url: &str) -> Result<(), CliError> {
    let Some((served, db)) = opened.iter().find_map(|served| Some((served, served.db.as_ref()?))) else {
        return Ok(());
    };
    let (now, entropy) = (served.shared.clock.now(), &*served.shared.entropy);
    if let Some(secret) = setup::offer(db, now, entropy).await? {
        say(&format!("Set up the first account, once: {public_url}/setup?key={secret}"))?;
    }
    Ok(())
}

fn greet(
    program: &str,
    opened: &[Arc<Served>],
    public_url: &str,
    demo: Option<(&Demo, &[String])>,
) -> Result<(), CliError> {
    for (index, served) in opened.iter().enumerate() {
        say(&format!("\n{}: {public_url}/{}/mcp", served.app.title, served.app.name))?;
        // Where each person has a tenant, only a person's token opens one.
        let apart = served.app.tenancy != Tenancy::One;
        match demo {
            Some((demo, secrets)) => {
                let secret = secrets.get(index).map(String::as_str).unwrap_or_default();
                say(&format!("API key: {secret}"))?;
                say(&clients::entries((served.app.name, apart), public_url, secret, Some(&demo.url())))?;
            }
            None if served.is_locked() && apart => say(&format!(
                "Make a token with: {program} token create --app {} --user EMAIL",
                served.app.name
            ))?,
            None if served.is_locked() => {
                say(&format!("Make a key with: {program} key create --app {}", served.app.name))?;
            }
            None => {}
        }
    }
    if io::stderr().is_terminal() {
        eprintln!("Press Ctrl-C to stop.");
    }
    Ok(())
}

/// Ctrl-C, and the signal by which service managers stop a program. Listening begins when it is made, so that
/// none is missed by a program that has told its address but does not wait yet.
pub(super) struct Interrupts {
    #[cfg(unix)]
    signals: [tokio::signal::unix::Signal; 2],
}

impl Interrupts {
    #[cfg(unix)]
    pub(super) fn listen() -> Result<Self, CliError> {
        use tokio::signal::unix::{SignalKind, signal};
        let signals = [signal(SignalKind::interrupt()), signal(SignalKind::terminate())];
        let [interrupt, terminate] = signals.map(|signal| signal.map_err(CliError::Output));
        Ok(Self { signals: [interrupt?, terminate?] })
    }

    #[cfg(not(unix))]
    pub(super) fn listen() -> Result<Self, CliError> {
        Ok(Self {})
    }

    #[cfg(unix)]
    pub(super) async fn wait(&mut self) {
        let [interrupt, terminate] = &mut self.signals;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    }

    #[cfg(not(unix))]
    pub(super) async fn wait(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
