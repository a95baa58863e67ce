-- The last writes, each with its rows as they were before, so that they can be taken back.
create table almanac_undo (
    tenant_id text not null references access_tenant (id) on delete cascade,
    id integer not null,
    operation text not null,
    made_at integer not null,
    changes text not null,
    primary key (tenant_id, id)
) strict;
