//! The statements of tasks.

belay::store::statements! {
    /// Adds a task.
    INSERT(id: Text, tenant_id: Text, title: Text, details: Text, priority: Text, status: Text, created_at: Int) =
        "insert into tasks_task (id, tenant_id, title, details, priority, status, created_at)
         values ($1, $2, $3, $4, $5, $6, $7)";

    /// The tasks after an identifier, the oldest first, of a status where one is given.
    LIST(tenant_id: Text, after: Text, status: Text, search: Text, most: Int) =
        "select id, title, details, priority, status from tasks_task
         where tenant_id = $1 and id > $2 and (cast($3 as text) is null or status = $3)
           and (cast($4 as text) is null or lower(title) like lower($4))
         order by id limit $5";

    /// How many there are of each status and priority.
    COUNTS(tenant_id: Text) =
        "select status, priority, cast(count(*) as bigint) as many from tasks_task where tenant_id = $1
         group by status, priority order by status, priority";

    /// One task.
    FIND(tenant_id: Text, id: Text) =
        "select id, title, details, priority, status from tasks_task where tenant_id = $1 and id = $2";

    /// Completes a task that is not completed.
    COMPLETE(tenant_id: Text, id: Text, done_at: Int) =
        "update tasks_task set status = 'completed', done_at = $3
         where tenant_id = $1 and id = $2 and status <> 'completed'";

    /// Removes what is completed.
    CLEAR(tenant_id: Text) = "delete from tasks_task where tenant_id = $1 and status = 'completed'";
}
