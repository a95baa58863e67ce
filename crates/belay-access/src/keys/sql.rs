//! The statements of API keys and personal access tokens.

belay_store::statements! {
    /// A key by the digest of its secret.
    BY_DIGEST(app: Text, digest: Text) =
        "select id, tenant_id, person_id, name, access, scopes, expires_at, last_used_at, revoked_at
         from access_key where app = $1 and digest = $2";

    /// The keys and tokens of an application, newest first.
    LIST(app: Text) =
        "select id, person_id, name, prefix, access, scopes, created_at, expires_at, last_used_at, revoked_at
         from access_key where app = $1 order by created_at desc, id desc";

    /// The tokens of a person, newest first.
    OF_PERSON(person_id: Text) =
        "select app, id, person_id, name, prefix, access, scopes, created_at, expires_at, last_used_at, revoked_at
         from access_key where person_id = $1 order by created_at desc, id desc";

    /// Adds a key or a token.
    INSERT(
        id: Text, tenant_id: Text, person_id: Text, app: Text, name: Text, prefix: Text, digest: Text,
        access: Text, scopes: Text, created_at: Int, expires_at: Int
    ) = "insert into access_key
            (id, tenant_id, person_id, app, name, prefix, digest, access, scopes, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";

    /// Notes that a key was used.
    TOUCH(id: Text, last_used_at: Int) =
        "update access_key set last_used_at = $2 where id = $1 and (last_used_at is null or last_used_at < $2)";

    /// Ends a key; once ended it stays as it is.
    REVOKE(app: Text, id: Text, revoked_at: Int) =
        "update access_key set revoked_at = $3 where app = $1 and (id = $2 or prefix = $2) and revoked_at is null";

    /// Ends a key that is no person's.
    REVOKE_SHARED(app: Text, id: Text, revoked_at: Int) =
        "update access_key set revoked_at = $3
         where app = $1 and id = $2 and person_id is null and revoked_at is null";

    /// Ends a person's own token.
    REVOKE_OWN(person_id: Text, id: Text, revoked_at: Int) =
        "update access_key set revoked_at = $3 where person_id = $1 and id = $2 and revoked_at is null";

    /// Ends all tokens of a person.
    REVOKE_ALL(person_id: Text, revoked_at: Int) =
        "update access_key set revoked_at = $2 where person_id = $1 and revoked_at is null";
}
