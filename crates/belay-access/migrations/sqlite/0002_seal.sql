-- Keys that seal what travels through clients. Whoever reads the database can open it.
create table access_seal_key (
    number integer not null primary key,
    key text not null,
    created_at integer not null
) strict;
