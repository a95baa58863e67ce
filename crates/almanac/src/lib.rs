//! Nutrition, weight and training, kept by a person's assistant.
//!
//! Each person has a journal of their own: what they ate and drank, what they weigh, how they slept, moved and trained,
//! and the phase they are in. [`day`] alone knows when a person's day begins; [`reckoning`] holds every formula, without
//! IO; each other module is an area with its rows, statements and operations.

mod accomplishments;
mod account;
mod admin;
mod alcohol;
mod answer;
mod archive;
mod capabilities;
mod cardio;
mod day;
mod deleted;
mod demo;
mod energy;
mod envelope;
mod exercises;
mod farewell;
mod groups;
mod importers;
mod llm;
mod meals;
mod named;
mod numbering;
mod numerals;
mod offered;
mod phases;
mod profile;
mod programs;
mod reckoning;
mod report;
mod several;
mod sleep;
mod span;
mod steps;
mod stored_meals;
mod templates;
mod text;
mod today;
mod totals;
mod training;
mod undo;
mod untracked;
mod weights;
mod wire;
mod workouts;

use std::sync::Arc;
use std::time::Duration;

use belay_core::Operation;
use belay_core::app::{App, ConfigError, Protocol, Sessions, Setup, Tenancy};
use belay_core::ctx::Slots;
use belay_core::migration::Migrations;
use belay_core::operation::{Effect, Success};
use belay_store::Statement;
use http::Method;

/// The tables of this application.
pub const MIGRATIONS: Migrations = Migrations {
    owner: "almanac",
    list: &[belay_store::migration!(1, "0001_journal"), belay_store::migration!(2, "0002_undo")],
};

/// How long the same log counts as the same call.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// How long a call may take.
const DEADLINE: Duration = Duration::from_secs(25);

/// The application.
///
/// # Errors
/// [`ConfigError`] when it is given a setting that it does not have, or a value that makes no sense.
pub fn app(setup: &Setup) -> Result<App, ConfigError> {
    let structured = structured(setup)?;
    let plain = capabilities::with_catalog(areas());
    let (resources, templates) = (offered::resources(&plain), offered::templates(&plain));
    let operations = plain
        .into_iter()
        .map(answered)
        .map(undoable)
        .map(|operation| operation.layer(accomplishments::touched::detected).layer(answer::stamped))
        .collect();
    let mut app = App::new("almanac", env!("CARGO_PKG_VERSION"), operations);
    (app.resources, app.templates, app.prompts) = (resources, templates, offered::prompts());
    app.title = "Almanac";
    app.about = "A journal of food, weight, sleep and training that an assistant keeps for a person.";
    app.instructions = include_str!("instructions.md");
    app.envelope = Arc::new(envelope::Almanac { structured });
    app.migrations = Some(MIGRATIONS);
    app.tenancy = Tenancy::PerPerson;
    app.key_prefix = "alm";
    app.deadline = Some(DEADLINE);
    app.protocol = Protocol { sessions: Sessions::On, terse: true, ..Protocol::default() };
    app.demo = Some(Arc::new(|cx| Box::pin(demo::fill(cx))));
    Ok(app.context(|_, _| {
        let mut slots = Slots::default();
        slots.insert(profile::service::Known::default());
        slots.insert(accomplishments::touched::Touched::default());
        slots.insert(undo::note::Noted::default());
        slots
    }))
}

/// Whether answers are sent as structured content as well, with their schemas in the list of tools. Text alone unless said:
/// the list costs a model several times as much with them.
fn structured(setup: &Setup) -> Result<bool, ConfigError> {
    let mut structured = false;
    for (key, value) in &setup.settings {
        let problem = match (key.as_str(), value.parse()) {
            ("structured_content", Ok(is_on)) => {
                structured = is_on;
                continue;
            }
            ("structured_content", Err(_)) => "expected true or false",
            _ => "is no setting of this application",
        };
        return Err(ConfigError { key: format!("almanac.{key}"), problem: problem.to_owned() });
    }
    Ok(structured)
}

/// Lets a write be taken back.
fn undoable(operation: Operation) -> Operation {
    let name = operation.name;
    if operation.effect == Effect::Read {
        return operation;
    }
    operation.layer(move |cx, input, next| undo::note::kept(name, cx, input, next))
}

/// Lets each route say by its method that it is done: what makes something answers 201, what takes something away or back
/// answers 204 without a body.
fn answered(mut operation: Operation) -> Operation {
    for route in &mut operation.routes {
        route.success = match route.method {
            // What these answer is worth reading: what is left, what became of each row.
            _ if ["/account", "/import"].contains(&route.path) => Success::Ok,
            Method::DELETE => Success::NoContent,
            Method::POST if route.path.ends_with("/unarchive") => Success::NoContent,
            Method::POST => Success::Created,
            _ => Success::Ok,
        };
    }
    operation
}

/// The areas with what can be done in each.
fn areas() -> Vec<(&'static str, Vec<Operation>)> {
    vec![
        ("today", today::operations::all()),
        ("meal", meals::operations::all()),
        ("stored_meal", stored_meals::operations::all()),
        ("alcohol", alcohol::operations::all()),
        ("body_weight", weights::operations::all()),
        ("sleep", sleep::operations::all()),
        ("steps", steps::operations::all()),
        ("cardio", cardio::operations::all()),
        ("energy", energy::operations::all()),
        ("nutrition_phase", phases::operations::all()),
        ("exercise_group", groups::operations::all()),
        ("exercise", exercises::operations::all()),
        ("workout_template", templates::operations::all()),
        ("starter_program", programs::operations::all()),
        ("workout", workouts::operations::all()),
        ("training", training::operations::all()),
        ("accomplishment", accomplishments::operations::all()),
        ("report", report::operations::all()),
        ("log", several::operations::all()),
        ("write", undo::operations::all()),
        ("untracked_period", untracked::operations::all()),
        ("user", profile::operations::all()),
        ("account", account::operations::all()),
        ("admin", admin::operations::all()),
        ("language_model", llm::operations::all()),
        (
            "journal",
            [archive::operations::all(), importers::operations::all(), farewell::operations::all()].concat(),
        ),
    ]
}

/// Every statement of this application, for the test that tries them on both databases.
#[must_use]
pub fn statements_of_every_area() -> Vec<Statement> {
    [
        accomplishments::sql::ALL,
        admin::sql::ALL,
        alcohol::sql::ALL,
        archive::sql::ALL,
        cardio::sql::ALL,
        exercises::sql::ALL,
        groups::sql::ALL,
        meals::sql::ALL,
        numbering::sql::ALL,
        phases::sql::ALL,
        profile::sql::ALL,
        sleep::sql::ALL,
        steps::sql::ALL,
        stored_meals::sql::ALL,
        templates::sql::ALL,
        totals::sql::ALL,
        undo::sql::ALL,
        untracked::sql::ALL,
        weights::sql::ALL,
        workouts::sql::ALL,
    ]
    .concat()
}
