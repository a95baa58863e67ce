-- Whose data it is: a household, a person, an organization.
create table access_tenant (
    id text not null primary key,
    app text not null,
    name text not null,
    created_at bigint not null
);

create index access_tenant_app on access_tenant (app, created_at, id);

-- API keys. Only a digest of the secret is kept.
create table access_key (
    id text not null primary key,
    tenant_id text not null references access_tenant (id) on delete cascade,
    app text not null,
    name text not null,
    prefix text not null,
    digest text not null,
    access text not null,
    created_at bigint not null,
    last_used_at bigint,
    revoked_at bigint,
    constraint access_key_digest unique (digest)
);

create index access_key_app on access_key (app, created_at, id);

-- One row a write call, in the transaction of the change.
create table access_audit (
    id text not null primary key,
    at bigint not null,
    tenant_id text not null,
    operation text not null,
    door text not null,
    origin text not null,
    actor_id text not null,
    actor_name text not null,
    client text,
    request_id text not null,
    entity text,
    summary text
);

create index access_audit_tenant on access_audit (tenant_id, at, id);
