-- Text is compared by its bytes, as SQLite does: a list must not be sorted otherwise on another machine.

-- Whose data it is: a household, a person, an organization.
create table access_tenant (
    id text collate "C" not null primary key,
    app text collate "C" not null,
    name text collate "C" not null,
    created_at bigint not null
);

create index access_tenant_app on access_tenant (app, created_at, id);

-- API keys. Only a digest of the secret is kept.
create table access_key (
    id text collate "C" not null primary key,
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    app text collate "C" not null,
    name text collate "C" not null,
    prefix text collate "C" not null,
    digest text collate "C" not null,
    access text collate "C" not null,
    created_at bigint not null,
    last_used_at bigint,
    revoked_at bigint,
    constraint access_key_digest unique (digest)
);

create index access_key_app on access_key (app, created_at, id);

-- One row a write call, in the transaction of the change.
create table access_audit (
    id text collate "C" not null primary key,
    at bigint not null,
    tenant_id text collate "C" not null,
    operation text collate "C" not null,
    door text collate "C" not null,
    origin text collate "C" not null,
    actor_id text collate "C" not null,
    actor_name text collate "C" not null,
    client text collate "C",
    request_id text collate "C" not null,
    entity text collate "C",
    summary text collate "C"
);

create index access_audit_tenant on access_audit (tenant_id, at, id);
