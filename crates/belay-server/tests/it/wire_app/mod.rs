//! An application with a declaration for everything that the protocol can carry.

mod asking;
mod probe;
mod readable;
mod telling;
mod tools;

use belay_core::App;
use belay_core::app::{Protocol, Sessions};
use belay_core::migration::Migrations;

pub(crate) use probe::Probe;
pub(crate) use telling::Project;

/// The application, without a database and without sessions.
pub(crate) fn app() -> App {
    let mut app = App::new("wire", "2.3.4", Vec::new())
        .with(tools::module())
        .with(telling::module())
        .with(asking::module())
        .with(readable::module());
    app.title = "Wire";
    app.about = "Shows what the protocol can carry.";
    app.instructions = "Call what you like.";
    app.protocol = Protocol { logging: true, changes: true, ..Protocol::default() };
    app.renamed = vec![("sum", "it is called add now")];
    app.key_prefix = "wire";
    app.slots.insert(Probe::default());
    app
}

/// The application with a probe that the test holds too.
pub(crate) fn probed() -> (App, Probe) {
    let (mut app, probe) = (app(), Probe::default());
    app.slots.insert(probe.clone());
    (app, probe)
}

/// The application with sessions.
pub(crate) fn with_sessions(sessions: Sessions) -> App {
    let mut app = app();
    app.protocol.sessions = sessions;
    app
}

/// The application with a database, and so with callers that are told apart.
pub(crate) fn with_database(mut app: App) -> App {
    app.migrations = Some(Migrations { owner: "wire", list: &[] });
    app
}
