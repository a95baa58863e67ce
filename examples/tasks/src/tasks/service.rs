//! What can be done with tasks.

use belay::prelude::*;

use super::error::TaskRefusal;
use super::model::{New, Priority, Status, Task};
use super::store::{self, Filter};

/// The address of the list of open tasks.
pub(crate) const OPEN: &str = "tasks://open";

/// The address of one task.
pub(crate) fn address(id: &str) -> String {
    format!("tasks://task/{id}")
}

pub(crate) async fn create(cx: &Ctx, new: &New) -> Result<String, Error> {
    let mut tx = cx.tx().await?;
    let id = store::insert(cx, &mut tx, new, Status::New).await?;
    cx.changed(Change::Resource(OPEN.to_owned()));
    Ok(id)
}

/// Adds many tasks, telling how far it is.
pub(crate) async fn import(cx: &Ctx, titles: Vec<String>) -> Result<u64, Error> {
    let mut tx = cx.tx().await?;
    let total = u64::try_from(titles.len()).unwrap_or(u64::MAX);
    for (done, title) in (1..).zip(titles) {
        let new = New { title, details: String::new(), priority: Priority::Medium };
        store::insert(cx, &mut tx, &new, Status::New).await?;
        cx.report_progress(done, Some(total), &new.title);
    }
    cx.changed(Change::Resource(OPEN.to_owned()));
    Ok(total)
}

pub(crate) async fn list(cx: &Ctx, filter: &Filter<'_>) -> Result<Vec<Task>, Error> {
    Ok(store::list(&mut cx.read().await?, cx.tenant(), filter).await?)
}

/// All tasks that are not completed, up to a thousand.
pub(crate) async fn open(cx: &Ctx) -> Result<Vec<Task>, Error> {
    let mut tx = cx.read().await?;
    let all = Filter { after: "", status: None, search: None, most: 1_000 };
    let tasks = store::list(&mut tx, cx.tenant(), &all).await?;
    Ok(tasks.into_iter().filter(|task| task.status != Status::Completed).collect())
}

/// Identifiers and titles that begin with a text, for suggestions.
pub(crate) async fn titles(cx: &Ctx, beginning: &str) -> Result<Vec<(String, String)>, Error> {
    let fits = |task: &Task| task.id.starts_with(beginning) || task.title.starts_with(beginning);
    Ok(open(cx).await?.into_iter().filter(fits).map(|task| (task.id, task.title)).collect())
}

pub(crate) async fn find(cx: &Ctx, id: &str) -> Result<Option<Task>, Error> {
    Ok(store::find(&mut cx.read().await?, cx.tenant(), id).await?)
}

pub(crate) async fn complete(cx: &Ctx, id: &str) -> Result<(), Error> {
    let mut tx = cx.tx().await?;
    if !store::complete(cx, &mut tx, id).await? {
        return Err(match store::find(&mut tx, cx.tenant(), id).await? {
            Some(_) => TaskRefusal::Completed(id.to_owned()),
            None => TaskRefusal::Missing(id.to_owned()),
        }
        .into());
    }
    cx.changed(Change::Resource(OPEN.to_owned()));
    cx.changed(Change::Resource(address(id)));
    Ok(())
}

pub(crate) async fn clear(cx: &Ctx) -> Result<u64, Error> {
    Ok(store::clear(&mut *cx.tx().await?, cx.tenant()).await?)
}

pub(crate) async fn counts(cx: &Ctx) -> Result<Vec<(Status, Priority, i64)>, Error> {
    Ok(store::counts(&mut cx.read().await?, cx.tenant()).await?)
}

/// Some tasks to look at.
pub(crate) async fn demo(cx: Ctx) -> Result<(), Error> {
    let mut tx = cx.tx().await?;
    for (title, priority, status) in [
        ("Water the plants", Priority::Low, Status::Completed),
        ("Call the bank about the card", Priority::High, Status::New),
        ("Book the train to Lyon", Priority::Medium, Status::Accepted),
        ("Mend the bicycle", Priority::Medium, Status::New),
    ] {
        let new = New { title: title.to_owned(), details: String::new(), priority };
        store::insert(&cx, &mut tx, &new, status).await?;
    }
    Ok(())
}
