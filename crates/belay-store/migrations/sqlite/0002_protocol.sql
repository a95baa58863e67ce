-- Sessions of clients that open with a handshake.
create table store_session (
    id text not null primary key,
    app text not null,
    principal text not null,
    tenant text,
    protocol text not null,
    client text not null,
    state text not null,
    created_at integer not null,
    used_at integer not null
) strict;

create index store_session_principal on store_session (app, principal, used_at);
create index store_session_used_at on store_session (used_at);

-- What was sent on the streams of a session, until nobody can ask for it again.
create table store_event (
    session text not null references store_session (id) on delete cascade,
    stream text not null,
    number integer not null,
    at integer not null,
    data text,
    is_last integer not null,
    primary key (session, stream, number)
) strict;

create index store_event_at on store_event (at);
create index store_event_age on store_event (session, at, stream, number);

-- Calls that go on after their request was answered.
create table store_task (
    id text not null primary key,
    app text not null,
    principal text not null,
    tenant text,
    operation text not null,
    input text not null,
    status text not null,
    message text,
    requests text,
    answers text not null,
    outcome text,
    created_at integer not null,
    updated_at integer not null,
    expires_at integer,
    runner text,
    leased_until integer,
    facts text not null,
    constraint store_task_status
        check (status in ('working', 'input_required', 'completed', 'failed', 'cancelled'))
) strict;

create index store_task_principal on store_task (app, principal, status);
create index store_task_lease on store_task (status, leased_until);
create index store_task_expires_at on store_task (expires_at);
