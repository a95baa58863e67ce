//! The statements of API keys.

belay_store::statements! {
    /// A key by the digest of its secret.
    BY_DIGEST(app: Text, digest: Text) =
        "select id, tenant_id, name, access, last_used_at, revoked_at from access_key where app = $1 and digest = $2";

    /// The keys of an application, newest first.
    LIST(app: Text) =
        "select id, name, prefix, access, created_at, last_used_at, revoked_at
         from access_key where app = $1 order by created_at desc, id desc";

    /// Adds a key.
    INSERT(id: Text, tenant_id: Text, app: Text, name: Text, prefix: Text, digest: Text, access: Text, created_at: Int) =
        "insert into access_key (id, tenant_id, app, name, prefix, digest, access, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)";

    /// Notes that a key was used.
    TOUCH(id: Text, last_used_at: Int) =
        "update access_key set last_used_at = $2 where id = $1 and (last_used_at is null or last_used_at < $2)";

    /// Ends a key; once ended it stays as it is.
    REVOKE(app: Text, id: Text, revoked_at: Int) =
        "update access_key set revoked_at = $3 where app = $1 and (id = $2 or prefix = $2) and revoked_at is null";
}
