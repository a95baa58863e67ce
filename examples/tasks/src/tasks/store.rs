//! Tasks in the database.

use belay::core::Ctx;
use belay::store::{Row, StoreError, Tx, args};

use super::model::{New, Priority, Status, Task, TaskId};
use super::sql;

/// What to list.
pub(crate) struct Filter<'a> {
    pub(crate) after: &'a str,
    pub(crate) status: Option<Status>,
    pub(crate) search: Option<&'a str>,
    pub(crate) most: u32,
}

pub(crate) async fn insert(cx: &Ctx, tx: &mut Tx, new: &New, status: Status) -> Result<String, StoreError> {
    let id: TaskId = cx.new_id();
    let values = args![
        id.as_str(),
        cx.tenant(),
        &new.title,
        &new.details,
        new.priority.name(),
        status.name(),
        cx.now().as_microsecond()
    ];
    tx.exec(sql::INSERT, values).await?;
    Ok(id.as_str().to_owned())
}

pub(crate) async fn list(tx: &mut Tx, tenant: &str, filter: &Filter<'_>) -> Result<Vec<Task>, StoreError> {
    let search = filter.search.map(|text| format!("%{}%", text.replace(['%', '_'], "")));
    let status = filter.status.map(Status::name);
    let rows = tx.all(sql::LIST, args![tenant, filter.after, status, search, filter.most]).await?;
    rows.iter().map(task).collect()
}

pub(crate) async fn find(tx: &mut Tx, tenant: &str, id: &str) -> Result<Option<Task>, StoreError> {
    tx.opt(sql::FIND, args![tenant, id]).await?.as_ref().map(task).transpose()
}

pub(crate) async fn complete(cx: &Ctx, tx: &mut Tx, id: &str) -> Result<bool, StoreError> {
    Ok(tx.exec(sql::COMPLETE, args![cx.tenant(), id, cx.now().as_microsecond()]).await? > 0)
}

pub(crate) async fn clear(tx: &mut Tx, tenant: &str) -> Result<u64, StoreError> {
    tx.exec(sql::CLEAR, args![tenant]).await
}

pub(crate) async fn counts(tx: &mut Tx, tenant: &str) -> Result<Vec<(Status, Priority, i64)>, StoreError> {
    let read = |row: &Row| {
        let (status, priority): (String, String) = (row.get("status")?, row.get("priority")?);
        Ok((Status::from_name(&status), Priority::from_name(&priority), row.get("many")?))
    };
    tx.all(sql::COUNTS, args![tenant]).await?.iter().map(read).collect()
}

fn task(row: &Row) -> Result<Task, StoreError> {
    let (priority, status): (String, String) = (row.get("priority")?, row.get("status")?);
    Ok(Task {
        id: row.get("id")?,
        title: row.get("title")?,
        details: row.get("details")?,
        priority: Priority::from_name(&priority),
        status: Status::from_name(&status),
    })
}
