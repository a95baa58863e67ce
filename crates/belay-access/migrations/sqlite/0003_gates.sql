-- What calls under an idempotency key came to. The key itself is not kept: the identifier is a digest of it and of whose
-- call it is.
create table access_idempotency (
    id text not null primary key,
    tenant_id text not null,
    app text not null,
    operation text not null,
    arguments text not null,
    state text not null,
    holder text,
    leased_until integer,
    result text,
    created_at integer not null,
    expires_at integer not null
) strict;

create index access_idempotency_expiry on access_idempotency (expires_at);

-- What a call made: once that is gone, the call is forgotten.
create table access_idempotency_entity (
    tenant_id text not null,
    app text not null,
    entity text not null,
    idempotency_id text not null references access_idempotency (id) on delete cascade,
    primary key (tenant_id, app, entity, idempotency_id)
) strict;

create index access_idempotency_entity_of on access_idempotency_entity (idempotency_id);

-- Confirmations that were given out, each for one call and used once.
create table access_confirmation (
    id text not null primary key,
    belongs_to text not null,
    created_at integer not null,
    expires_at integer not null,
    used_at integer
) strict;

create index access_confirmation_expiry on access_confirmation (expires_at);

-- The audit trail says more of each change.
alter table access_audit add column app text not null default '';
alter table access_audit add column credential_id text;
alter table access_audit add column arguments text;
alter table access_audit add column outcome text not null default 'ok';
alter table access_audit add column value_before text;
alter table access_audit add column value_after text;
alter table access_audit add column trace_id text;

create index access_audit_at on access_audit (app, at);
