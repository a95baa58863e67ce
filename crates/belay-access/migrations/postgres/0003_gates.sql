-- What calls under an idempotency key came to. The key itself is not kept: the identifier is a digest of it and of whose
-- call it is.
create table access_idempotency (
    id text collate "C" not null primary key,
    tenant_id text collate "C" not null,
    app text collate "C" not null,
    operation text collate "C" not null,
    arguments text collate "C" not null,
    state text collate "C" not null,
    holder text collate "C",
    leased_until bigint,
    result text collate "C",
    created_at bigint not null,
    expires_at bigint not null
);

create index access_idempotency_expiry on access_idempotency (expires_at);

-- What a call made: once that is gone, the call is forgotten.
create table access_idempotency_entity (
    tenant_id text collate "C" not null,
    app text collate "C" not null,
    entity text collate "C" not null,
    idempotency_id text collate "C" not null references access_idempotency (id) on delete cascade,
    primary key (tenant_id, app, entity, idempotency_id)
);

create index access_idempotency_entity_of on access_idempotency_entity (idempotency_id);

-- Confirmations that were given out, each for one call and used once.
create table access_confirmation (
    id text collate "C" not null primary key,
    belongs_to text collate "C" not null,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint
);

create index access_confirmation_expiry on access_confirmation (expires_at);

-- The audit trail says more of each change.
alter table access_audit add column app text collate "C" not null default '';
alter table access_audit add column credential_id text collate "C";
alter table access_audit add column arguments text collate "C";
alter table access_audit add column outcome text collate "C" not null default 'ok';
alter table access_audit add column value_before text collate "C";
alter table access_audit add column value_after text collate "C";
alter table access_audit add column trace_id text collate "C";

create index access_audit_at on access_audit (app, at);
