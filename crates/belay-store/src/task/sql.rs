//! The statements of the tasks. Each step from one status to the next is one statement that names the status it
//! starts from, so that of two processes only one can take it.

crate::statements! {
    /// Keeps a new task.
    INSERT(
        id: Text, app: Text, principal: Text, tenant: Text, operation: Text, input: Text, status: Text,
        message: Text, requests: Text, answers: Text, outcome: Text, created_at: Int, updated_at: Int,
        expires_at: Int, runner: Text, leased_until: Int, facts: Text,
    ) = "insert into store_task (id, app, principal, tenant, operation, input, status, message, requests,
        answers, outcome, created_at, updated_at, expires_at, runner, leased_until, facts)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)";

    /// A task of a principal in a tenant.
    FIND(app: Text, principal: Text, tenant: Text, id: Text) = "select id, app, principal, tenant, operation,
        input, status, message, requests, answers, outcome, created_at, updated_at, expires_at, runner,
        leased_until, facts
        from store_task where id = $4 and app = $1 and principal = $2 and tenant is not distinct from $3";

    /// Stops a task until questions are answered; nobody runs it meanwhile.
    ASK(id: Text, requests: Text, at: Int) = "update store_task
        set status = 'input_required', requests = $2, runner = null, leased_until = null, updated_at = $3
        where id = $1 and status = 'working'";

    /// Replaces answers and questions, if they are still those that were read.
    ANSWER(
        id: Text, answers: Text, requests: Text, at: Int, answers_read: Text, requests_read: Text,
    ) = "update store_task set answers = $2, requests = $3, updated_at = $4
        where id = $1 and status = 'input_required' and answers = $5 and requests is not distinct from $6";

    /// Lets a task without open questions go on.
    RESUME(id: Text, runner: Text, leased_until: Int, at: Int) = "update store_task
        set status = 'working', runner = $2, leased_until = $3, updated_at = $4
        where id = $1 and status = 'input_required' and requests is null";

    /// Takes over a task whose runner has stopped renewing its lease.
    CLAIM(id: Text, runner: Text, leased_until: Int, now: Int) = "update store_task
        set runner = $2, leased_until = $3 where id = $1 and status = 'working' and leased_until < $4";

    /// Prolongs the lease of a task's own runner.
    RENEW(id: Text, runner: Text, leased_until: Int) = "update store_task set leased_until = $3
        where id = $1 and status = 'working' and runner = $2";

    /// Ends a task. What it needed to run goes.
    FINISH(id: Text, status: Text, outcome: Text, message: Text, at: Int) = "update store_task
        set status = $2, outcome = $3, message = $4, updated_at = $5, input = '{}', answers = '{}',
            facts = '{}', requests = null, runner = null, leased_until = null
        where id = $1 and status in ('working', 'input_required')";

    /// Ends a task that nobody wants any more. What it needed to run goes.
    CANCEL(id: Text, at: Int) = "update store_task
        set status = 'cancelled', updated_at = $2, input = '{}', answers = '{}', facts = '{}',
            requests = null, runner = null, leased_until = null
        where id = $1 and status in ('working', 'input_required')";

    /// Tasks of an application whose runner has stopped renewing its lease, the longest abandoned first.
    ABANDONED(app: Text, now: Int, limit: Int) = "select id, app, principal, tenant, operation, input, status, message,
        requests, answers, outcome, created_at, updated_at, expires_at, runner, leased_until, facts
        from store_task where app = $1 and status = 'working' and leased_until < $2
        order by leased_until nulls last, id limit $3";

    /// Forgets the tasks that have been kept long enough.
    DELETE_EXPIRED(now: Int) = "delete from store_task where expires_at <= $1";

    /// How many tasks of a principal have not ended.
    COUNT_LIVE(app: Text, principal: Text) = "select count(*) as live from store_task
        where app = $1 and principal = $2 and status in ('working', 'input_required')";

    /// How many tasks of a principal are kept.
    COUNT(app: Text, principal: Text) = "select count(*) as kept from store_task
        where app = $1 and principal = $2";

    /// Forgets the ended tasks of a principal but those that ended last; the id orders those of one instant.
    DELETE_ENDED_BEYOND(app: Text, principal: Text, keep: Int) = "delete from store_task
        where app = $1 and principal = $2 and status in ('completed', 'failed', 'cancelled') and id not in (
            select id from store_task
            where app = $1 and principal = $2 and status in ('completed', 'failed', 'cancelled')
            order by updated_at desc, id desc limit $3)";
}
