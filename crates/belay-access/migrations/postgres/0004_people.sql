-- People who sign in, or whom another issuer or a proxy vouches for.
create table access_person (
    id text collate "C" not null primary key,
    email text collate "C",
    email_folded text collate "C",
    name text collate "C" not null,
    admin boolean not null,
    password text collate "C",
    issuer text collate "C",
    subject text collate "C",
    created_at bigint not null,
    disabled_at bigint,
    constraint access_person_email unique (email_folded),
    constraint access_person_subject unique (issuer, subject)
);

-- What a person is in a tenant.
create table access_membership (
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    person_id text collate "C" not null references access_person (id) on delete cascade,
    role text collate "C" not null,
    created_at bigint not null,
    left_at bigint,
    primary key (tenant_id, person_id)
);

create index access_membership_person on access_membership (person_id, tenant_id);

-- A tenant of an application in which every person has their own, and the one of an application that has one.
alter table access_tenant add column person_id text collate "C" references access_person (id) on delete cascade;
alter table access_tenant add column sole_of text collate "C";
update access_tenant set sole_of = app where id = (
    select first.id from access_tenant first where first.app = access_tenant.app order by first.created_at, first.id limit 1);
create unique index access_tenant_sole on access_tenant (sole_of) where sole_of is not null;
create unique index access_tenant_person on access_tenant (app, person_id) where person_id is not null;

-- Keys of a tenant, and personal access tokens. Only a digest of the secret is kept.
alter table access_key alter column tenant_id drop not null;
alter table access_key add column person_id text collate "C" references access_person (id) on delete cascade;
alter table access_key add column scopes text collate "C";
alter table access_key add column expires_at bigint;
create index access_key_person on access_key (person_id);

-- Browsers that are signed in. Only a digest of the cookie is kept.
create table access_session (
    digest text collate "C" not null primary key,
    person_id text collate "C" not null references access_person (id) on delete cascade,
    created_at bigint not null,
    seen_at bigint not null,
    expires_at bigint not null
);

create index access_session_person on access_session (person_id);
create index access_session_expiry on access_session (expires_at);

-- The link by which the first person is made. One row; used once.
create table access_setup (
    number bigint not null primary key,
    digest text collate "C" not null,
    created_at bigint not null,
    used_at bigint
);

-- Sign-ins under way at another provider.
create table access_upstream (
    state text collate "C" not null primary key,
    browser text collate "C" not null,
    nonce text collate "C" not null,
    verifier text collate "C" not null,
    return_to text collate "C" not null,
    expires_at bigint not null
);

create index access_upstream_expiry on access_upstream (expires_at);

-- Programs that ask people for access: registered by themselves, by document, or by the operator.
create table access_client (
    id text collate "C" not null primary key,
    kind text collate "C" not null,
    name text collate "C" not null,
    redirect_uris text collate "C" not null,
    auth_method text collate "C" not null,
    secret_digest text collate "C",
    fingerprint text collate "C",
    metadata text collate "C" not null,
    app text collate "C",
    tenant_id text collate "C" references access_tenant (id) on delete cascade,
    scopes text collate "C",
    created_at bigint not null,
    used_at bigint,
    fresh_until bigint,
    constraint access_client_fingerprint unique (fingerprint)
);

create index access_client_use on access_client (kind, used_at, created_at);

-- What a person allowed a program, and everything issued on it.
create table access_grant (
    id text collate "C" not null primary key,
    client_id text collate "C" not null references access_client (id) on delete cascade,
    person_id text collate "C" references access_person (id) on delete cascade,
    app text collate "C" not null,
    resource text collate "C" not null,
    redirect_uri text collate "C" not null,
    scopes text collate "C" not null,
    created_at bigint not null,
    last_used_at bigint,
    revoked_at bigint
);

create index access_grant_person on access_grant (person_id, created_at);
create index access_grant_client on access_grant (client_id);

-- Codes, access tokens and refresh tokens. Only a digest of each is kept.
create table access_issued (
    digest text collate "C" not null primary key,
    kind text collate "C" not null,
    grant_id text collate "C" not null references access_grant (id) on delete cascade,
    scopes text collate "C" not null,
    challenge text collate "C",
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint
);

create index access_issued_grant on access_issued (grant_id, kind);
create index access_issued_expiry on access_issued (expires_at);
