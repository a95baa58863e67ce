create table tasks_task (
    id text not null primary key,
    tenant_id text not null,
    title text not null,
    details text not null,
    priority text not null,
    status text not null,
    created_at integer not null,
    done_at integer
) strict;

create index tasks_task_list on tasks_task (tenant_id, id);
