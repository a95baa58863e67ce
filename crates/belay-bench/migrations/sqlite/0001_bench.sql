create table bench_item (
    id text not null primary key,
    name text not null,
    amount integer not null
) strict;

create table bench_note (
    id text not null primary key,
    text text not null,
    written_at integer not null
) strict;
