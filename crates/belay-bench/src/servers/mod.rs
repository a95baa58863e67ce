//! The measured servers, each a process of its own that prints its address once it listens.

mod bare_axum;
mod bare_rmcp;
mod belay;
mod process;

use std::error::Error;
use std::io::{Write, stdout};

use axum::Router;
use axum::serve::ListenerExt;
use belay_access::MIGRATIONS as ACCESS;
use belay_core::Clock;
use belay_core::clock::SystemClock;
use belay_core::migration::Migrations;
use belay_store::{Db, Options};
use tokio::net::TcpListener;

pub(crate) use process::{Process, memory};

use crate::work;

/// The tables of the measured work.
pub(crate) const TABLES: Migrations =
    Migrations { owner: "bench", list: &[belay_store::migration!(1, "0001_bench")] };

/// Serves until the process is ended.
pub(crate) async fn run(name: &str, database: &str) -> Result<(), Box<dyn Error>> {
    match name {
        "axum" => bare_axum::run(database).await,
        "rmcp" => bare_rmcp::run(database).await,
        "belay" => belay::run(database).await,
        other => Err(format!("there is no server `{other}`").into()),
    }
}

/// The database of a server, with the items to read.
async fn database(url: &str) -> Result<Db, Box<dyn Error>> {
    let db = Db::open(url, Options::default()).await?;
    db.migrate(&[ACCESS, TABLES], SystemClock.now()).await?;
    work::fill(&db).await?;
    Ok(db)
}

async fn listen() -> Result<(TcpListener, String), Box<dyn Error>> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}", listener.local_addr()?);
    Ok((listener, url))
}

/// The line that the measuring process waits for.
fn announce(url: &str, key: &str) -> Result<(), Box<dyn Error>> {
    writeln!(stdout(), "Listening on {url} {key}")?;
    Ok(stdout().flush()?)
}

/// A bare server, with the same socket option as Belay's.
async fn serve_bare(router: Router) -> Result<(), Box<dyn Error>> {
    let (listener, url) = listen().await?;
    announce(&url, "")?;
    let listener = listener.tap_io(|stream| {
        // A connection that keeps its delay is slower and still right.
        let _ = stream.set_nodelay(true);
    });
    Ok(axum::serve(listener, router).await?)
}
