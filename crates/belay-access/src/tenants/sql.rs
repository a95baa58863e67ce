//! The statements of tenants.

belay_store::statements! {
    /// The oldest tenant of an application.
    FIRST(app: Text) = "select id from access_tenant where app = $1 order by created_at, id limit 1";

    /// Adds a tenant.
    INSERT(id: Text, app: Text, name: Text, created_at: Int) =
        "insert into access_tenant (id, app, name, created_at) values ($1, $2, $3, $4)";
}
