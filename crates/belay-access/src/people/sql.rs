//! The statements of people.

belay_store::statements! {
    /// A person by address.
    BY_EMAIL(email_folded: Text) =
        "select id, email, name, admin, issuer, created_at, disabled_at from access_person where email_folded = $1";

    /// A person by identifier.
    BY_ID(id: Text) =
        "select id, email, name, admin, issuer, created_at, disabled_at from access_person where id = $1";

    /// A person by an issuer's name for them.
    BY_SUBJECT(issuer: Text, subject: Text) =
        "select id, email, name, admin, issuer, created_at, disabled_at from access_person
         where issuer = $1 and subject = $2";

    /// The first person whom any issuer calls so.
    BY_ANY_SUBJECT(subject: Text) = "select id from access_person where subject = $1 order by created_at, id limit 1";

    /// The address of a person who is let in by the list, having no password here.
    LISTED(id: Text) =
        "select email_folded from access_person where id = $1 and password is null and email_folded is not null";

    /// What stands for and against a person in an application: a row for each seat of theirs, one without if there is
    /// none.
    STANDING(person_id: Text, app: Text) =
        "select p.disabled_at, p.admin, case when p.password is null then p.email_folded end as listed,
            s.id as seat_id, s.name as seat_name, s.role as seat_role
         from access_person p left join (
            select m.person_id, t.id, t.name, m.role from access_membership m join access_tenant t on t.id = m.tenant_id
            where m.person_id = $1 and t.app = $2 and m.left_at is null) s on s.person_id = p.id
         where p.id = $1";

    /// Everybody.
    LIST() =
        "select id, email, name, admin, issuer, created_at, disabled_at from access_person order by created_at, id";

    /// Somebody, if there is anybody.
    ANYBODY() = "select 1 as found from access_person limit 1";

    /// Adds a person, unless the address or the subject is somebody's.
    INSERT(
        id: Text, email: Text, email_folded: Text, name: Text, admin: Bool, password: Text, issuer: Text,
        subject: Text, created_at: Int
    ) = "insert into access_person (id, email, email_folded, name, admin, password, issuer, subject, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing";

    /// Notes the issuer that vouches for somebody for whom none did.
    LINK(id: Text, issuer: Text, subject: Text) =
        "update access_person set issuer = $2, subject = $3 where id = $1 and issuer is null";

    /// The digest of a password.
    PASSWORD(email_folded: Text) =
        "select id, password from access_person
         where email_folded = $1 and password is not null and disabled_at is null";

    /// Whether somebody has a password.
    HAS_PASSWORD(id: Text) = "select 1 as found from access_person where id = $1 and password is not null";

    /// Another password.
    SET_PASSWORD(id: Text, password: Text) = "update access_person set password = $2 where id = $1";

    /// Keeps somebody out.
    DISABLE(id: Text, disabled_at: Int) =
        "update access_person set disabled_at = $2 where id = $1 and disabled_at is null";

    /// Makes somebody an administrator, or takes that back. Nobody can take it from the last one who may act.
    SET_ADMIN(id: Text, admin: Bool) =
        "update access_person set admin = $2
         where id = $1 and ($2 or exists (
            select 1 from access_person o where o.id <> $1 and o.admin and o.disabled_at is null))";

    /// Lets somebody in again.
    ENABLE(id: Text) = "update access_person set disabled_at = null where id = $1 and disabled_at is not null";
}
