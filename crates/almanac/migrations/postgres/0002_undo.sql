-- The last writes, each with its rows as they were before, so that they can be taken back.
create table almanac_undo (
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    id bigint not null,
    operation text collate "C" not null,
    made_at bigint not null,
    changes text collate "C" not null,
    primary key (tenant_id, id)
);
