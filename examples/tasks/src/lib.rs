//! Somebody's tasks, as an example of everything an application can offer: tools on a database, resources, a template, a
//! prompt with suggestions, progress, questions, a task that goes on by itself, news, and a picture.

mod chart;
mod reading;
mod tasks;

use std::sync::Arc;
use std::time::Duration;

use belay::core::migration::Migrations;
use belay::prelude::*;

const MIGRATIONS: Migrations =
    Migrations { owner: "tasks", list: &[belay::store::migration!(1, "0001_tasks")] };

/// The application.
///
/// # Errors
/// None: it has no settings.
pub fn app(_: &Setup) -> Result<App, ConfigError> {
    let mut app = App::new("tasks", "1.0.0", Vec::new()).with(tasks::module()).with(reading::module());
    app.title = "Tasks";
    app.about = "Keeps what somebody has to do.";
    app.instructions = "Somebody's tasks. Look with task_list before you add anything: it may be there already. \
        The resource tasks://open has all open tasks at once.";
    app.migrations = Some(MIGRATIONS);
    app.key_prefix = "tk";
    app.deadline = Some(Duration::from_secs(25));
    app.protocol = Protocol { sessions: Sessions::On, logging: true, changes: true, ..Protocol::default() };
    app.demo = Some(Arc::new(|cx| Box::pin(tasks::demo(cx))));
    Ok(app)
}

/// Every statement, for the test that tries them on both databases.
#[must_use]
pub fn statements() -> Vec<belay::store::Statement> {
    tasks::statements()
}
