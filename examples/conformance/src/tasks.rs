//! Tools whose calls may go on as tasks.

use std::time::Duration;

use belay::core::ask::Ask;
use belay::core::operation::TaskSupport;
use belay::core::{Content, Ctx, Error, Kind, Module, Operation};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::rounds::{Named, filled};

/// An internal error of JSON-RPC.
const INTERNAL_ERROR: i32 = -32603;

#[derive(Deserialize, JsonSchema)]
struct Greeting {
    /// Whom to greet.
    name: String,
}

async fn greet(_: Ctx, greeting: Greeting) -> Result<Content, Error> {
    Ok(Content::text(format!("Hello, {}!", greeting.name)))
}

#[derive(Deserialize, JsonSchema)]
struct Computation {
    /// How long it takes, in seconds.
    #[schemars(range(max = 600))]
    seconds: u32,
    /// What to call it in the result.
    label: String,
}

async fn slow_compute(_: Ctx, computation: Computation) -> Result<Content, Error> {
    tokio::time::sleep(Duration::from_secs(computation.seconds.into())).await;
    Ok(Content::text(format!("{} took {} s", computation.label, computation.seconds)))
}

async fn failing_job(_: Ctx, (): ()) -> Result<Content, Error> {
    tokio::time::sleep(Duration::from_secs(1)).await;
    Ok(Content { is_error: true, ..Content::text("The job failed, as it always does") })
}

async fn protocol_error_job(_: Ctx, (): ()) -> Result<Content, Error> {
    Err(Error::protocol(Kind::Internal, INTERNAL_ERROR, "The job broke, as it always does"))
}

#[derive(Deserialize, JsonSchema)]
struct Deletion {
    /// The file to delete.
    filename: String,
}

#[derive(Deserialize, JsonSchema)]
struct Confirmation {
    /// Whether to go on.
    confirm: bool,
}

async fn confirm_delete(cx: Ctx, deletion: Deletion) -> Result<Content, Error> {
    let file = deletion.filename;
    let answers = cx.ask(Ask::new().form::<Confirmation>("confirm", &format!("Delete {file}?")))?;
    let Confirmation { confirm } = filled(&answers, "confirm")?;
    Ok(Content::text(if confirm { format!("Deleted {file}") } else { format!("Kept {file}") }))
}

async fn multi_input(cx: Ctx, (): ()) -> Result<Content, Error> {
    let ask = Ask::new()
        .form::<Named>("name", "What is your name?")
        .form::<Confirmation>("confirm", "Shall the job go on?");
    let answers = cx.ask(ask)?;
    let Named { name } = filled(&answers, "name")?;
    let Confirmation { confirm } = filled(&answers, "confirm")?;
    Ok(Content::text(format!("{name} said {}", if confirm { "yes" } else { "no" })))
}

fn who() -> Ask {
    Ask::new().form::<Named>("user_name", "What is your name?")
}

async fn knows_who(cx: Ctx) -> Result<(), Error> {
    cx.ask(who()).map(|_| ())
}

async fn with_task(cx: Ctx, (): ()) -> Result<Content, Error> {
    let Named { name } = filled(&cx.ask(who())?, "user_name")?;
    Ok(Content::text(format!("Hello, {name}! This was a task.")))
}

pub(crate) fn module() -> Module {
    Module::new()
        .operation(
            Operation::read("greet", greet).title("Greet").about("Greets, at once and never as a task."),
        )
        .operation(
            Operation::read("slow_compute", slow_compute)
                .title("Compute slowly")
                .about("Takes as many seconds as it is told to.")
                .task(TaskSupport::Optional),
        )
        .operation(
            Operation::read("failing_job", failing_job)
                .title("Failing job")
                .about("Fails after a second, in words for a model.")
                .task(TaskSupport::Required),
        )
        .operation(
            Operation::read("protocol_error_job", protocol_error_job)
                .title("Broken job")
                .about("Ends with an error of the protocol.")
                .task(TaskSupport::Optional),
        )
        .operation(
            Operation::destructive("confirm_delete", confirm_delete)
                .title("Delete after asking")
                .about("Asks before it pretends to delete a file.")
                .task(TaskSupport::Optional),
        )
        .operation(
            Operation::read("multi_input", multi_input)
                .title("Ask two things")
                .about("Asks two things at once while it is a task.")
                .task(TaskSupport::Optional),
        )
        .operation(
            Operation::read("test_tool_with_task", with_task)
                .title("Ask, then become a task")
                .about("Asks for a name while the request is open, and greets from a task.")
                .first(knows_who)
                .task(TaskSupport::Required),
        )
}
