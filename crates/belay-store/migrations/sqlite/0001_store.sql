-- Every call of every application, kept for a while.
create table store_call_log (
    id text not null primary key,
    at integer not null,
    app text not null,
    operation text not null,
    door text not null,
    principal text,
    client text,
    outcome text not null,
    code text,
    duration_us integer not null,
    request_bytes integer not null,
    response_bytes integer not null,
    request_id text not null
) strict;

create index store_call_log_at on store_call_log (at);
