//! The statements of the audit trail.

belay_store::statements! {
    /// Adds a row.
    INSERT(
        id: Text, at: Int, tenant_id: Text, operation: Text, door: Text, origin: Text, actor_id: Text,
        actor_name: Text, client: Text, request_id: Text, entity: Text, summary: Text, app: Text,
        credential_id: Text, arguments: Text, outcome: Text, value_before: Text, value_after: Text, trace_id: Text
    ) = "insert into access_audit
            (id, at, tenant_id, operation, door, origin, actor_id, actor_name, client, request_id, entity, summary,
             app, credential_id, arguments, outcome, value_before, value_after, trace_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)";

    /// The newest rows of a tenant.
    NEWEST(tenant_id: Text, most: Int) =
        "select id, at, tenant_id, app, operation, door, origin, actor_id, actor_name, credential_id, client,
            request_id, trace_id, arguments, outcome, entity, summary, value_before, value_after
         from access_audit where tenant_id = $1 order by at desc, id desc limit $2";

    /// The rows of a tenant between two instants, the oldest first, after a row.
    BETWEEN(tenant_id: Text, app: Text, from: Int, to: Int, after_at: Int, after_id: Text, most: Int) =
        "select id, at, tenant_id, app, operation, door, origin, actor_id, actor_name, credential_id, client,
            request_id, trace_id, arguments, outcome, entity, summary, value_before, value_after
         from access_audit
         where tenant_id = $1 and app in ($2, '') and at >= $3 and at < $4 and (at > $5 or (at = $5 and id > $6))
         order by at, id limit $7";

    /// Forgets rows that are older than they have to be.
    PURGE(app: Text, before: Int, most: Int) =
        "delete from access_audit where id in (
            select id from access_audit where app in ($1, '') and at < $2 order by at limit $3)";
}
