create table bench_item (
    id text not null primary key,
    name text not null,
    amount bigint not null
);

create table bench_note (
    id text not null primary key,
    text text not null,
    written_at bigint not null
);
