//! The statements of connections.

belay_store::statements! {
    /// The connections of a household with the number of their accounts; one of them, where `id` is given.
    LIST(tenant_id: Text, id: Text) =
        "select c.id, c.member_id, c.provider, c.institution_name, c.status, c.error_message, c.last_synced_at,
                (select count(*) from breadbox_account a where a.connection_id = c.id) as accounts_count
         from breadbox_connection c
         where c.tenant_id = $1 and (cast($2 as text) is null or c.id = cast($2 as text))
         order by c.created_at, c.id";

    /// Adds a connection.
    INSERT(id: Text, tenant_id: Text, member_id: Text, provider: Text, institution_name: Text, status: Text,
           error_message: Text, last_synced_at: Int, created_at: Int) =
        "insert into breadbox_connection
            (id, tenant_id, member_id, provider, institution_name, status, error_message, last_synced_at, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

    /// Notes that data came in.
    SYNCED(tenant_id: Text, id: Text, last_synced_at: Int) =
        "update breadbox_connection set last_synced_at = $3, status = 'active', error_message = null
         where tenant_id = $1 and id = $2";
}
