//! The statements of members.

belay_store::statements! {
    /// All members of a household, in the order they were added.
    LIST(tenant_id: Text) =
        "select id, name, email from breadbox_member where tenant_id = $1 order by created_at, id";

    /// Adds a member.
    INSERT(id: Text, tenant_id: Text, name: Text, email: Text, created_at: Int) =
        "insert into breadbox_member (id, tenant_id, name, email, created_at) values ($1, $2, $3, $4, $5)";
}
