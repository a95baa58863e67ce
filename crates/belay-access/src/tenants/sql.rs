//! The statements of tenants.

belay_store::statements! {
    /// The oldest tenant of an application that is no single person's.
    FIRST(app: Text) =
        "select id from access_tenant where app = $1 and person_id is null order by created_at, id limit 1";

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

    /// Adds a member, unless they are one.
    JOIN(tenant_id: Text, person_id: Text, role: Text, created_at: Int) =
        "insert into access_membership (tenant_id, person_id, role, created_at) values ($1, $2, $3, $4)
         on conflict do nothing";

    /// Another role, where it is another.
    CHANGE_ROLE(tenant_id: Text, person_id: Text, role: Text) =
        "update access_membership set role = $3 where tenant_id = $1 and person_id = $2 and role <> $3";

    /// Ends a membership.
    LEAVE(tenant_id: Text, person_id: Text) =
        "delete from access_membership where tenant_id = $1 and person_id = $2";

    /// Who belongs to a tenant.
    MEMBERS(tenant_id: Text) =
        "select m.person_id, p.email, p.name, m.role from access_membership m
         join access_person p on p.id = m.person_id where m.tenant_id = $1 order by m.created_at, m.person_id";

    /// What a person belongs to.
    SEATS(app: Text, person_id: Text) =
        "select t.id, t.name, m.role from access_membership m join access_tenant t on t.id = m.tenant_id
         where t.app = $1 and m.person_id = $2 order by t.name, t.id";
}
