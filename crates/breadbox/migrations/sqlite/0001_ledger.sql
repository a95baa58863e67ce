-- The people of a household, as labels on accounts; they are no logins.
create table breadbox_member (
    id text not null primary key,
    tenant_id text not null references access_tenant (id) on delete cascade,
    name text not null,
    email text,
    created_at integer not null
) strict;

create index breadbox_member_tenant on breadbox_member (tenant_id, created_at, id);

-- Where an account's data comes from.
create table breadbox_connection (
    id text not null primary key,
    tenant_id text not null references access_tenant (id) on delete cascade,
    member_id text references breadbox_member (id) on delete set null,
    provider text not null,
    institution_name text not null,
    status text not null,
    error_message text,
    last_synced_at integer,
    created_at integer not null
) strict;

create index breadbox_connection_tenant on breadbox_connection (tenant_id, created_at, id);

-- Balances are in ten-thousandths of the currency unit; on credit accounts positive means owed.
create table breadbox_account (
    id text not null primary key,
    tenant_id text not null references access_tenant (id) on delete cascade,
    connection_id text references breadbox_connection (id) on delete set null,
    owner_id text references breadbox_member (id) on delete set null,
    -- The folded name of an account made by a file import, by which the next file finds it.
    import_key text,
    name text not null,
    type text not null,
    subtype text,
    mask text,
    balance_current integer,
    balance_available integer,
    balance_limit integer,
    currency text,
    created_at integer not null,
    constraint breadbox_account_import_key unique (tenant_id, import_key)
) strict;

create index breadbox_account_tenant on breadbox_account (tenant_id, created_at, id);

-- Amounts are in ten-thousandths of the currency unit; positive is money out of the account.
create table breadbox_transaction (
    id text not null primary key,
    tenant_id text not null,
    account_id text not null references breadbox_account (id) on delete cascade,
    -- What makes a row of a source the same row again: the provider's identifier, or a digest of a file's row.
    source_key text not null,
    amount integer not null,
    currency text,
    date text not null,
    authorized_date text,
    name text not null,
    merchant_name text,
    -- Name and merchant in lower case, for search and for sorting by name.
    folded_name text not null,
    folded_merchant text,
    category_primary text,
    category_detailed text,
    folded_category text,
    payment_channel text not null,
    pending integer not null,
    created_at integer not null,
    constraint breadbox_transaction_source unique (account_id, source_key)
) strict;

create index breadbox_transaction_date on breadbox_transaction (tenant_id, date, id);

-- The kinds of spending and income a household sorts by: two levels, each under a code.
create table breadbox_category (
    id text not null primary key,
    tenant_id text not null references access_tenant (id) on delete cascade,
    slug text not null,
    parent_slug text,
    display_name text not null,
    color text not null,
    icon text not null,
    sort_order integer not null,
    constraint breadbox_category_slug unique (tenant_id, slug)
) strict;

-- One row a file import, so that a person can see what came from where.
create table breadbox_import (
    id text not null primary key,
    tenant_id text not null,
    account_id text not null references breadbox_account (id) on delete cascade,
    file_name text,
    template text,
    added integer not null,
    already_there integer not null,
    skipped integer not null,
    created_at integer not null
) strict;

create index breadbox_import_account on breadbox_import (account_id, created_at);
