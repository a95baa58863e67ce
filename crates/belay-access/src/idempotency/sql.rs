//! The statements of idempotency.

belay_store::statements! {
    /// What a call under a key came to.
    BY_ID(id: Text) =
        "select arguments, state, holder, leased_until, result, expires_at from access_idempotency where id = $1";

    /// Claims a key, unless somebody has.
    CLAIM(
        id: Text, tenant_id: Text, app: Text, operation: Text, arguments: Text, state: Text, holder: Text,
        leased_until: Int, created_at: Int, expires_at: Int
    ) = "insert into access_idempotency
            (id, tenant_id, app, operation, arguments, state, holder, leased_until, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (id) do nothing";

    /// Keeps what the call came to.
    KEEP(id: Text, holder: Text, result: Text) =
        "update access_idempotency set state = 'done', result = $3, leased_until = null
         where id = $1 and holder = $2";

    /// Notes that something of a leased call is kept, so that it never runs again.
    COMMITTED(id: Text, holder: Text) =
        "update access_idempotency set state = 'committed' where id = $1 and holder = $2";

    /// Takes a leased call over whose holder fell silent before anything of it was kept.
    TAKE_OVER(id: Text, before: Text, holder: Text, leased_until: Int) =
        "update access_idempotency set holder = $3, leased_until = $4
         where id = $1 and holder = $2 and state = 'running'";

    /// Holds a leased call for longer.
    RENEW(id: Text, holder: Text, leased_until: Int) =
        "update access_idempotency set leased_until = $3 where id = $1 and holder = $2 and state <> 'done'";

    /// Gives a leased call up of which nothing is kept.
    RELEASE(id: Text, holder: Text) =
        "delete from access_idempotency where id = $1 and holder = $2 and state = 'running'";

    /// Gives a leased call up of which something is kept: nobody will tell its result any more.
    ABANDON(id: Text, holder: Text) =
        "update access_idempotency set leased_until = null where id = $1 and holder = $2 and state = 'committed'";

    /// Forgets a key whose time is over.
    FORGET_EXPIRED(id: Text, now: Int) = "delete from access_idempotency where id = $1 and expires_at <= $2";

    /// Notes what a call made.
    MADE(tenant_id: Text, app: Text, entity: Text, idempotency_id: Text) =
        "insert into access_idempotency_entity (tenant_id, app, entity, idempotency_id)
         values ($1, $2, $3, $4) on conflict do nothing";

    /// Forgets the calls that made something, but for the one that runs.
    UNMADE(tenant_id: Text, app: Text, entity: Text, but: Text) =
        "delete from access_idempotency where id <> $4 and id in (
            select idempotency_id from access_idempotency_entity
            where tenant_id = $1 and app = $2 and entity = $3)";

    /// Forgets keys whose time is over.
    PURGE(now: Int, most: Int) =
        "delete from access_idempotency where id in (
            select id from access_idempotency where expires_at <= $1 order by expires_at limit $2)";
}
