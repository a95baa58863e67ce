-- People who sign in, or whom another issuer or a proxy vouches for.
create table access_person (
    id text not null primary key,
    email text,
    email_folded text,
    name text not null,
    admin integer not null,
    password text,
    issuer text,
    subject text,
    created_at integer not null,
    disabled_at integer,
    constraint access_person_email unique (email_folded),
    constraint access_person_subject unique (issuer, subject)
) strict;

-- What a person is in a tenant.
create table access_membership (
    tenant_id text not null references access_tenant (id) on delete cascade,
    person_id text not null references access_person (id) on delete cascade,
    role text not null,
    created_at integer not null,
    left_at integer,
    primary key (tenant_id, person_id)
) strict;

create index access_membership_person on access_membership (person_id, tenant_id);

-- A tenant of an application in which every person has their own, and the one of an application that has one.
alter table access_tenant add column person_id text references access_person (id) on delete cascade;
alter table access_tenant add column sole_of text;
update access_tenant set sole_of = app where id = (
    select first.id from access_tenant first where first.app = access_tenant.app order by first.created_at, first.id limit 1);
create unique index access_tenant_sole on access_tenant (sole_of) where sole_of is not null;
create unique index access_tenant_person on access_tenant (app, person_id) where person_id is not null;

-- Keys of a tenant, and personal access tokens. Only a digest of the secret is kept.
create table access_key_next (
    id text not null primary key,
    tenant_id text references access_tenant (id) on delete cascade,
    person_id text references access_person (id) on delete cascade,
    app text not null,
    name text not null,
    prefix text not null,
    digest text not null,
    access text not null,
    scopes text,
    created_at integer not null,
    expires_at integer,
    last_used_at integer,
    revoked_at integer,
    constraint access_key_digest unique (digest)
) strict;

insert into access_key_next (id, tenant_id, app, name, prefix, digest, access, created_at, last_used_at, revoked_at)
select id, tenant_id, app, name, prefix, digest, access, created_at, last_used_at, revoked_at from access_key;

drop table access_key;
alter table access_key_next rename to access_key;
create index access_key_app on access_key (app, created_at, id);
create index access_key_person on access_key (person_id);

-- Browsers that are signed in. Only a digest of the cookie is kept.
create table access_session (
    digest text not null primary key,
    person_id text not null references access_person (id) on delete cascade,
    created_at integer not null,
    seen_at integer not null,
    expires_at integer not null
) strict;

create index access_session_person on access_session (person_id);
create index access_session_expiry on access_session (expires_at);

-- The link by which the first person is made. One row; used once.
create table access_setup (
    number integer not null primary key,
    digest text not null,
    created_at integer not null,
    used_at integer
) strict;

-- Sign-ins under way at another provider.
create table access_upstream (
    state text not null primary key,
    browser text not null,
    nonce text not null,
    verifier text not null,
    return_to text not null,
    expires_at integer not null
) strict;

create index access_upstream_expiry on access_upstream (expires_at);

-- Programs that ask people for access: registered by themselves, by document, or by the operator.
create table access_client (
    id text not null primary key,
    kind text not null,
    name text not null,
    redirect_uris text not null,
    auth_method text not null,
    secret_digest text,
    fingerprint text,
    metadata text not null,
    app text,
    tenant_id text references access_tenant (id) on delete cascade,
    scopes text,
    created_at integer not null,
    used_at integer,
    fresh_until integer,
    constraint access_client_fingerprint unique (fingerprint)
) strict;

create index access_client_use on access_client (kind, used_at, created_at);

-- What a person allowed a program, and everything issued on it.
create table access_grant (
    id text not null primary key,
    client_id text not null references access_client (id) on delete cascade,
    person_id text references access_person (id) on delete cascade,
    app text not null,
    resource text not null,
    redirect_uri text not null,
    scopes text not null,
    created_at integer not null,
    last_used_at integer,
    revoked_at integer
) strict;

create index access_grant_person on access_grant (person_id, created_at);
create index access_grant_client on access_grant (client_id);

-- Codes, access tokens and refresh tokens. Only a digest of each is kept.
create table access_issued (
    digest text not null primary key,
    kind text not null,
    grant_id text not null references access_grant (id) on delete cascade,
    scopes text not null,
    challenge text,
    created_at integer not null,
    expires_at integer not null,
    used_at integer
) strict;

create index access_issued_grant on access_issued (grant_id, kind);
create index access_issued_expiry on access_issued (expires_at);
