//! What may be read of tasks: resources, a template, a prompt, and suggestions for what is typed.

use belay::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::tasks::{self, Priority, Status, Task};

pub(crate) fn module() -> Module {
    Module::new()
        .resource(
            Resource::new("tasks://open", "open_tasks", open)
                .title("Open tasks")
                .about("Every task that is not completed.")
                .mime_type("application/json"),
        )
        .template(
            ResourceTemplate::new("tasks://task/{task_id}", "task", one)
                .title("A task")
                .about("One task, by its identifier.")
                .mime_type("application/json")
                .complete(identifiers),
        )
        .prompt(
            Prompt::new("plan_day", plan_day)
                .title("Plan the day")
                .about("Put the open tasks into an order for today.")
                .complete(focuses),
        )
}

fn shown(task: &Task) -> Value {
    json!({ "task_id": task.id, "title": task.title, "details": task.details,
        "priority": task.priority, "status": task.status })
}

async fn open(cx: Ctx) -> Result<Value, Error> {
    Ok(tasks::open(&cx).await?.iter().map(shown).collect())
}

/// Which task.
#[derive(Debug, Deserialize, JsonSchema)]
struct Which {
    /// The task, by its identifier.
    task_id: String,
}

async fn one(cx: Ctx, which: Which) -> Result<Option<Value>, Error> {
    Ok(tasks::find(&cx, &which.task_id).await?.as_ref().map(shown))
}

async fn identifiers(cx: Ctx, typed: Completing) -> Result<Vec<String>, Error> {
    Ok(tasks::titles(&cx, &typed.value).await?.into_iter().map(|(id, _)| id).collect())
}

/// What to plan.
#[derive(Debug, Deserialize, JsonSchema)]
struct Plan {
    /// Which tasks matter most today: low, medium or high.
    focus: Priority,
    /// How many hours there are.
    hours: Option<u32>,
}

async fn plan_day(cx: Ctx, plan: Plan) -> Result<Vec<Message>, Error> {
    let counts = tasks::counts(&cx).await?;
    let open: i64 =
        counts.iter().filter(|(status, ..)| *status != Status::Completed).map(|(.., many)| many).sum();
    let hours = plan.hours.map(|hours| format!(" I have {hours} hours.")).unwrap_or_default();
    let text = format!(
        "Put my {open} open tasks into an order for today, those of {} priority first.{hours}",
        plan.focus.name()
    );
    Ok(vec![Message::user(text).and(Block::link("tasks://open", "open_tasks"))])
}

async fn focuses(_: Ctx, typed: Completing) -> Result<Vec<String>, Error> {
    let names = Priority::ALL.map(Priority::name);
    let fits = names.iter().filter(|name| typed.argument == "focus" && name.starts_with(&typed.value));
    Ok(fits.map(|name| (*name).to_owned()).collect())
}
