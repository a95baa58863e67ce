create table tasks_task (
    id text collate "C" not null primary key,
    tenant_id text collate "C" not null,
    title text collate "C" not null,
    details text collate "C" not null,
    priority text collate "C" not null,
    status text collate "C" not null,
    created_at bigint not null,
    done_at bigint
);

create index tasks_task_list on tasks_task (tenant_id, id);
