-- What SQLite has built in: the elements of a JSON array as rows.
create function json_each(document text) returns table (value text)
language sql immutable strict parallel safe
as $$ select element from jsonb_array_elements_text(cast(document as jsonb)) as elements (element) $$;

-- Every call of every application, kept for a while.
create table store_call_log (
    id text not null primary key,
    at bigint not null,
    app text not null,
    operation text not null,
    door text not null,
    principal text,
    client text,
    outcome text not null,
    code text,
    duration_us bigint not null,
    request_bytes bigint not null,
    response_bytes bigint not null,
    request_id text not null
);

create index store_call_log_at on store_call_log (at);
