//! The statements of the audit trail.

belay_store::statements! {
    /// Adds a row.
    INSERT(
        id: Text, at: Int, tenant_id: Text, operation: Text, door: Text, origin: Text, actor_id: Text,
        actor_name: Text, client: Text, request_id: Text, entity: Text, summary: Text
    ) = "insert into access_audit
            (id, at, tenant_id, operation, door, origin, actor_id, actor_name, client, request_id, entity, summary)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";

    /// The newest rows of a tenant.
    NEWEST(tenant_id: Text, most: Int) =
        "select at, operation, door, origin, actor_id, actor_name, client, request_id, entity, summary
         from access_audit where tenant_id = $1 order by at desc, id desc limit $2";
}
