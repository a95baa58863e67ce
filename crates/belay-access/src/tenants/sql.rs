//! The statements of tenants.

belay_store::statements! {
    /// The one tenant of an application that has one.
    SOLE(app: Text) = "select id from access_tenant where sole_of = $1";

    /// Adds that one, unless it is there.
    INSERT_SOLE(id: Text, app: Text, name: Text, created_at: Int) =
        "insert into access_tenant (id, app, name, created_at, sole_of) values ($1, $2, $3, $4, $2)
         on conflict do nothing";

    /// Adds a tenant.
    INSERT(id: Text, app: Text, name: Text, created_at: Int) =
        "insert into access_tenant (id, app, name, created_at) values ($1, $2, $3, $4)";

    /// Adds a person's own tenant, unless there is one.
    INSERT_OWN(id: Text, app: Text, name: Text, created_at: Int, person_id: Text) =
        "insert into access_tenant (id, app, name, created_at, person_id) values ($1, $2, $3, $4, $5)
         on conflict do nothing";

    /// A person's own tenant.
    OWN(app: Text, person_id: Text) = "select id from access_tenant where app = $1 and person_id = $2";

    /// The tenants of an application.
    LIST(app: Text) = "select id, name from access_tenant where app = $1 order by name, id";

    /// Adds somebody new, unless they belong to it, or were taken out of it.
    ENTER(tenant_id: Text, person_id: Text, role: Text, created_at: Int) =
        "insert into access_membership (tenant_id, person_id, role, created_at) values ($1, $2, $3, $4)
         on conflict do nothing";

    /// Whether somebody belongs to a tenant, or was taken out of it.
    KNOWN(tenant_id: Text, person_id: Text) =
        "select role, left_at from access_membership where tenant_id = $1 and person_id = $2";

    /// Makes somebody a member with a role, whatever they were before.
    JOIN(tenant_id: Text, person_id: Text, role: Text, created_at: Int) =
        "insert into access_membership (tenant_id, person_id, role, created_at) values ($1, $2, $3, $4)
         on conflict (tenant_id, person_id) do update set role = excluded.role, left_at = null";

    /// Ends a membership. That it was one is kept, so that signing in again does not bring it back.
    LEAVE(tenant_id: Text, person_id: Text, left_at: Int) =
        "update access_membership set left_at = $3 where tenant_id = $1 and person_id = $2 and left_at is null";

    /// Who belongs to a tenant.
    MEMBERS(tenant_id: Text) =
        "select m.person_id, p.email, p.name, m.role from access_membership m
         join access_person p on p.id = m.person_id
         where m.tenant_id = $1 and m.left_at is null order by m.created_at, m.person_id";

    /// What a person belongs to.
    SEATS(app: Text, person_id: Text) =
        "select t.id as seat_id, t.name as seat_name, m.role as seat_role
         from access_membership m join access_tenant t on t.id = m.tenant_id
         where t.app = $1 and m.person_id = $2 and m.left_at is null order by t.name, t.id";
}
