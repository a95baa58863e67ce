//! The statements of the authorization server.

belay_store::statements! {
    /// A program.
    CLIENT(id: Text) =
        "select id, kind, name, redirect_uris, auth_method, secret_digest, metadata, app, tenant_id, scopes,
            created_at, fresh_until
         from access_client where id = $1";

    /// A program that registered the same before.
    CLIENT_BY_FINGERPRINT(fingerprint: Text) =
        "select id, kind, name, redirect_uris, auth_method, secret_digest, metadata, app, tenant_id, scopes,
            created_at, fresh_until
         from access_client where fingerprint = $1";

    /// Adds a program, unless the same is there.
    INSERT_CLIENT(
        id: Text, kind: Text, name: Text, redirect_uris: Text, auth_method: Text, secret_digest: Text,
        fingerprint: Text, metadata: Text, created_at: Int
    ) = "insert into access_client
            (id, kind, name, redirect_uris, auth_method, secret_digest, fingerprint, metadata, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing";

    /// Keeps what a program's document says.
    KEEP_DOCUMENT(id: Text, name: Text, redirect_uris: Text, created_at: Int, fresh_until: Int) =
        "insert into access_client (id, kind, name, redirect_uris, auth_method, metadata, created_at, fresh_until)
         values ($1, 'document', $2, $3, 'none', '{}', $4, $5)
         on conflict (id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris,
            fresh_until = excluded.fresh_until";

    /// Adds a program that the operator made, which acts for a tenant.
    INSERT_PROGRAM(
        id: Text, name: Text, secret_digest: Text, app: Text, tenant_id: Text, scopes: Text, created_at: Int
    ) = "insert into access_client
            (id, kind, name, redirect_uris, auth_method, secret_digest, metadata, app, tenant_id, scopes, created_at)
         values ($1, 'program', $2, '[]', 'client_secret_basic', $3, '{}', $4, $5, $6, $7)";

    /// The programs that the operator made for an application.
    PROGRAMS(app: Text) =
        "select id, name, scopes, created_at, used_at from access_client
         where app = $1 and kind = 'program' order by created_at, id";

    /// Removes a program that the operator made, and all it was issued.
    REMOVE_PROGRAM(app: Text, id: Text) =
        "delete from access_client where app = $1 and id = $2 and kind = 'program'";

    /// Notes that somebody allowed a program something.
    USE_CLIENT(id: Text, used_at: Int) = "update access_client set used_at = $2 where id = $1";

    /// How many programs are known that the operator did not make.
    COUNT_REGISTERED() =
        "select cast(count(*) as bigint) as n from access_client where kind <> 'program'";

    /// Notes that a program registered again.
    RENEW_CLIENT(id: Text, created_at: Int) =
        "update access_client set created_at = $2 where id = $1 and used_at is null";

    /// Removes the oldest programs that were never allowed anything.
    EVICT_CLIENTS(most: Int) =
        "delete from access_client where id in (
            select id from access_client where kind <> 'program' and used_at is null order by created_at, id limit $1)";

    /// Removes programs that registered long ago and were never allowed anything.
    PRUNE_CLIENTS(before: Int) =
        "delete from access_client where kind <> 'program' and used_at is null and created_at < $1";

    /// Adds what a person allowed a program.
    INSERT_GRANT(
        id: Text, client_id: Text, person_id: Text, app: Text, resource: Text, redirect_uri: Text, scopes: Text,
        created_at: Int
    ) = "insert into access_grant
            (id, client_id, person_id, app, resource, redirect_uri, scopes, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)";

    /// Adds a code or a token.
    INSERT_ISSUED(
        digest: Text, kind: Text, grant_id: Text, scopes: Text, challenge: Text, created_at: Int, expires_at: Int
    ) = "insert into access_issued (digest, kind, grant_id, scopes, challenge, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)";

    /// A code or a token with what it stands on.
    ISSUED(digest: Text, kind: Text) =
        "select i.grant_id, i.scopes, i.challenge, i.expires_at, i.used_at, g.client_id, g.person_id, g.app,
            g.resource, g.redirect_uri, g.revoked_at, p.disabled_at
         from access_issued i join access_grant g on g.id = i.grant_id
         left join access_person p on p.id = g.person_id where i.digest = $1 and i.kind = $2";

    /// Uses a code or a refresh token; once.
    USE_ISSUED(digest: Text, used_at: Int) =
        "update access_issued set used_at = $2 where digest = $1 and used_at is null";

    /// An access token, with what it was issued on.
    ACCESS(digest: Text, app: Text) =
        "select i.grant_id, i.scopes, i.expires_at, g.person_id, g.last_used_at, g.revoked_at, c.name, c.kind,
            c.tenant_id, c.id as client_id
         from access_issued i join access_grant g on g.id = i.grant_id join access_client c on c.id = g.client_id
         where i.digest = $1 and i.kind = 'access' and g.app = $2";

    /// Notes the use of a grant.
    TOUCH_GRANT(id: Text, last_used_at: Int) =
        "update access_grant set last_used_at = $2
         where id = $1 and (last_used_at is null or last_used_at < $2)";

    /// Ends a grant and with it everything issued on it.
    REVOKE_GRANT(id: Text, revoked_at: Int) =
        "update access_grant set revoked_at = $2 where id = $1 and revoked_at is null";

    /// Ends a person's own grant.
    REVOKE_OWN(person_id: Text, id: Text, revoked_at: Int) =
        "update access_grant set revoked_at = $3 where person_id = $1 and id = $2 and revoked_at is null";

    /// Ends all grants of a person.
    REVOKE_ALL(person_id: Text, revoked_at: Int) =
        "update access_grant set revoked_at = $2 where person_id = $1 and revoked_at is null";

    /// Removes one access token.
    REMOVE_ISSUED(digest: Text) = "delete from access_issued where digest = $1";

    /// What a person has allowed and not taken back: grants on which something was issued that still holds.
    OF_PERSON(person_id: Text, now: Int) =
        "select g.id, g.app, g.scopes, g.created_at, g.last_used_at, c.id as client_id, c.name, c.kind, g.redirect_uri
         from access_grant g join access_client c on c.id = g.client_id
         where g.person_id = $1 and g.revoked_at is null and exists (
            select 1 from access_issued i
            where i.grant_id = g.id and i.kind <> 'code' and i.used_at is null and i.expires_at > $2)
         order by g.created_at desc, g.id desc";

    /// Removes what has expired.
    PURGE(now: Int) = "delete from access_issued where expires_at <= $1";

    /// Removes grants on which nothing is left.
    PURGE_GRANTS(before: Int) =
        "delete from access_grant where created_at < $1 and not exists (
            select 1 from access_issued i where i.grant_id = access_grant.id)";
}
