//! The statements of writes that can be taken back.

belay_store::statements! {
    /// Keeps a write.
    PUSH(tenant_id: Text, id: Int, operation: Text, made_at: Int, changes: Text) =
        "insert into almanac_undo (tenant_id, id, operation, made_at, changes) values ($1, $2, $3, $4, $5)";

    /// Forgets the writes up to one.
    TRIM(tenant_id: Text, id: Int) = "delete from almanac_undo where tenant_id = $1 and id <= $2";

    /// Forgets the writes before an instant.
    OUTLIVED(tenant_id: Text, made_at: Int) = "delete from almanac_undo where tenant_id = $1 and made_at < $2";

    /// Forgets a write.
    DROP(tenant_id: Text, id: Int) = "delete from almanac_undo where tenant_id = $1 and id = $2";

    /// The last writes, the last first.
    LAST(tenant_id: Text, limit: Int) =
        "select id, operation, made_at, changes from almanac_undo where tenant_id = $1 order by id desc limit $2";
}
