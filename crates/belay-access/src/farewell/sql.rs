//! The statements by which somebody leaves.

belay_store::statements! {
    /// Forgets what calls in a tenant came to. The one that runs is not over, and stays.
    FORGET_CALLS(tenant_id: Text, app: Text) =
        "delete from access_idempotency where tenant_id = $1 and app = $2 and state = 'done'";

    /// Takes a person's tokens of an application away.
    REMOVE_KEYS(app: Text, person_id: Text) = "delete from access_key where app = $1 and person_id = $2";

    /// Takes away what a person allowed programs in an application, with everything issued on it.
    REMOVE_GRANTS(app: Text, person_id: Text) = "delete from access_grant where app = $1 and person_id = $2";

    /// Takes a person's own tenant away, and with it every row of every table that is of it.
    REMOVE_TENANT(id: Text, app: Text, person_id: Text) =
        "delete from access_tenant where id = $1 and app = $2 and person_id = $3";

    /// Takes a person away whom nothing here needs any more.
    REMOVE_PERSON(id: Text) =
        "delete from access_person where id = $1 and not admin
            and not exists (select 1 from access_tenant t where t.person_id = $1)
            and not exists (select 1 from access_membership m where m.person_id = $1)
            and not exists (select 1 from access_key k where k.person_id = $1 and k.revoked_at is null)";
}
