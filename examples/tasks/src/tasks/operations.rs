//! Tasks for the outside.

use belay::core::Access;
use belay::core::cursor::Cursor;
use belay::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::{New, Priority, Status, Task};
use super::service;
use super::store::Filter;

pub(crate) fn module() -> Module {
    Module::new()
        .operation(
            Operation::read("task_list", task_list)
                .title("List tasks")
                .about("Tasks, the oldest first, of one status or with a word in their title. Page with the cursor.")
                .rest(Method::GET, "/tasks")
                .example(json!({ "status": "new", "limit": 20 })),
        )
        .operation(
            Operation::write("task_create", task_create)
                .title("Create a task")
                .about("Adds one task. For many at once there is task_import.")
                .rest(Method::POST, "/tasks")
                .example(json!({ "title": "Water the plants", "priority": "low" })),
        )
        .operation(
            Operation::write("task_import", task_import)
                .title("Import tasks")
                .about("Adds many tasks by their titles, all or none, and tells how far it is. For one there is task_create.")
                .task(TaskSupport::Optional)
                .rest(Method::POST, "/tasks/import")
                .example(json!({ "titles": ["Sweep the yard", "Oil the door"] })),
        )
        .operation(
            Operation::write("task_complete", task_complete)
                .title("Complete a task")
                .about("Marks a task as done. It stays in the list until task_clear removes it.")
                .rest(Method::POST, "/tasks/{task_id}/complete")
                .example(json!({ "task_id": "tsk_06ef2qgj02hs01ynfgtb" })),
        )
        .operation(
            Operation::destructive("task_clear", task_clear)
                .title("Clear completed tasks")
                .about("Removes every completed task for good, after the person has agreed.")
                .guard(full_access)
                .example(json!({})),
        )
        .operation(
            Operation::read("task_chart", task_chart)
                .title("Chart of tasks")
                .about("A picture of how many tasks there are of each status. For numbers use task_list.")
                .example(json!({})),
        )
}

/// Which tasks.
#[derive(Debug, Deserialize, JsonSchema)]
struct Wanted {
    /// Only of this status.
    status: Option<Status>,
    /// Only with this word in the title, in any case.
    search: Option<String>,
    /// At most so many; 20 unless given.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    /// Go on where an earlier page ended.
    cursor: Option<String>,
}

/// A task.
#[derive(Debug, Serialize, JsonSchema)]
struct Shown {
    /// Its identifier.
    task_id: String,
    /// What is to be done.
    title: String,
    /// More about it.
    details: String,
    /// How much it matters.
    priority: Priority,
    /// How far it is.
    status: Status,
}

impl From<Task> for Shown {
    fn from(task: Task) -> Self {
        Self {
            task_id: task.id,
            title: task.title,
            details: task.details,
            priority: task.priority,
            status: task.status,
        }
    }
}

async fn task_list(cx: Ctx, wanted: Wanted) -> Result<Page<Shown>, Error> {
    let query = json!([wanted.status, wanted.search]).to_string();
    let cursor = wanted.cursor.as_deref().map(|cursor| Cursor::decode(cursor, &query)).transpose()?;
    let after = cursor.as_ref().and_then(|cursor| cursor.key.first()?.as_str()).unwrap_or_default();
    let limit = wanted.limit.unwrap_or(20);
    let filter = Filter { after, status: wanted.status, search: wanted.search.as_deref(), most: limit + 1 };
    let rows = service::list(&cx, &filter).await?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    Ok(Page::new(&cx, query, limit, rows, |task: &Task| Cursor { key: vec![task.id.as_str().into()] }))
}

/// A task to be.
#[derive(Debug, Deserialize, JsonSchema)]
struct Create {
    /// What is to be done.
    #[schemars(length(min = 1, max = 200))]
    title: String,
    /// More about it.
    #[schemars(length(max = 2000))]
    details: Option<String>,
    /// How much it matters; medium unless given.
    priority: Option<Priority>,
}

/// The task that was made.
#[derive(Debug, Serialize, JsonSchema)]
struct Created {
    /// Its identifier.
    task_id: String,
    /// Its title.
    title: String,
}

async fn task_create(cx: Ctx, create: Create) -> Result<Created, Error> {
    let priority = create.priority.unwrap_or(Priority::Medium);
    let new = New { title: create.title, details: create.details.unwrap_or_default(), priority };
    let task_id = service::create(&cx, &new).await?;
    Ok(Created { task_id, title: new.title })
}

/// Tasks to be.
#[derive(Debug, Deserialize, JsonSchema)]
struct Import {
    /// Their titles.
    #[schemars(length(min = 1, max = 1000), inner(length(min = 1, max = 200)))]
    titles: Vec<String>,
}

/// What was added.
#[derive(Debug, Serialize, JsonSchema)]
struct Imported {
    /// How many tasks.
    added: u64,
}

async fn task_import(cx: Ctx, import: Import) -> Result<Imported, Error> {
    cx.log(Level::Info, "tasks", format!("{} titles", import.titles.len()));
    Ok(Imported { added: service::import(&cx, import.titles).await? })
}

/// Which task.
#[derive(Debug, Deserialize, JsonSchema)]
struct Which {
    /// The task, by an identifier from task_list.
    task_id: String,
}

async fn task_complete(cx: Ctx, which: Which) -> Result<String, Error> {
    service::complete(&cx, &which.task_id).await?;
    Ok(format!("Task {} is completed.", which.task_id))
}

/// What the person says.
#[derive(Debug, Deserialize, JsonSchema)]
struct Agreement {
    /// Whether to remove them.
    agree: bool,
}

async fn full_access(cx: Ctx) -> Result<(), Error> {
    if cx.actor().access == Access::Full {
        Ok(())
    } else {
        Err(Error::forbidden("This needs a key that may change things"))
    }
}

async fn task_clear(cx: Ctx, (): ()) -> Result<String, Error> {
    let answers =
        cx.ask(Ask::new().form::<Agreement>("agreement", "Remove every completed task for good?"))?;
    match answers.form::<Agreement>("agreement")? {
        Some(Agreement { agree: true }) => Ok(format!("{} tasks removed.", service::clear(&cx).await?)),
        _ => Ok("Nothing was removed.".to_owned()),
    }
}

async fn task_chart(cx: Ctx, (): ()) -> Result<Content, Error> {
    let counts = service::counts(&cx).await?;
    let many = |status| counts.iter().filter(|(of, ..)| *of == status).map(|(.., many)| many).sum::<i64>();
    let bars = Status::ALL.map(|status| (status.name(), many(status)));
    let words: Vec<String> = bars.iter().map(|(name, many)| format!("{name}: {many}")).collect();
    let picture = crate::chart::bars(&bars.map(|(_, many)| many)).map_err(Error::internal)?;
    Ok(Content::new(vec![Block::text(words.join(", ")), Block::image(picture, "image/png")]))
}
