//! The fixture server of the official MCP conformance suite.
//!
//! The suite calls tools, prompts and resources by names it knows and compares what it gets with texts it knows, so
//! every name and text here is the suite's own. Each module is one group of them, and shows one part of Belay: raw
//! content, news during a call, questions to the client, rounds of questions, tasks.

mod asking;
mod content;
mod media;
mod notices;
mod prompts;
mod resources;
mod rounds;
mod schema;
mod tasks;

use belay::core::App;
use belay::core::app::{Protocol, Sessions};

/// The application that holds all of it.
#[must_use]
pub fn app() -> App {
    // The suite calls the first tool without arguments, and reads the first resource: both must simply succeed.
    let mut app = App::new("conformance", "1.0.0", Vec::new())
        .with(content::module())
        .with(notices::module())
        .with(asking::module())
        .with(schema::module())
        .with(rounds::module())
        .with(tasks::module())
        .with(resources::module())
        .with(prompts::module());
    app.title = "Conformance";
    app.about = "Answers the official MCP conformance suite.";
    app.protocol = Protocol { sessions: Sessions::On, logging: true, changes: true, ..Protocol::default() };
    app
}
