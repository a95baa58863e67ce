-- Text is compared by its bytes, as SQLite does: a list must not be sorted otherwise on another machine.

-- The people of a household, as labels on accounts; they are no logins.
create table breadbox_member (
    id text collate "C" not null primary key,
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    name text collate "C" not null,
    email text collate "C",
    created_at bigint not null
);

create index breadbox_member_tenant on breadbox_member (tenant_id, created_at, id);

-- Where an account's data comes from.
create table breadbox_connection (
    id text collate "C" not null primary key,
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    member_id text collate "C" references breadbox_member (id) on delete set null,
    provider text collate "C" not null,
    institution_name text collate "C" not null,
    status text collate "C" not null,
    error_message text collate "C",
    last_synced_at bigint,
    created_at bigint not null
);

create index breadbox_connection_tenant on breadbox_connection (tenant_id, created_at, id);

-- Balances are in ten-thousandths of the currency unit; on credit accounts positive means owed.
create table breadbox_account (
    id text collate "C" not null primary key,
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    connection_id text collate "C" references breadbox_connection (id) on delete set null,
    owner_id text collate "C" references breadbox_member (id) on delete set null,
    -- The folded name of an account made by a file import, by which the next file finds it.
    import_key text collate "C",
    name text collate "C" not null,
    type text collate "C" not null,
    subtype text collate "C",
    mask text collate "C",
    balance_current bigint,
    balance_available bigint,
    balance_limit bigint,
    currency text collate "C",
    created_at bigint not null,
    constraint breadbox_account_import_key unique (tenant_id, import_key)
);

create index breadbox_account_tenant on breadbox_account (tenant_id, created_at, id);

-- Amounts are in ten-thousandths of the currency unit; positive is money out of the account.
create table breadbox_transaction (
    id text collate "C" not null primary key,
    tenant_id text collate "C" not null,
    account_id text collate "C" not null references breadbox_account (id) on delete cascade,
    -- What makes a row of a source the same row again: the provider's identifier, or a digest of a file's row.
    source_key text collate "C" not null,
    amount bigint not null,
    currency text collate "C",
    date text collate "C" not null,
    authorized_date text collate "C",
    name text collate "C" not null,
    merchant_name text collate "C",
    -- Name and merchant in lower case, for search and for sorting by name.
    folded_name text collate "C" not null,
    folded_merchant text collate "C",
    category_primary text collate "C",
    category_detailed text collate "C",
    folded_category text collate "C",
    payment_channel text collate "C" not null,
    pending boolean not null,
    created_at bigint not null,
    constraint breadbox_transaction_source unique (account_id, source_key)
);

create index breadbox_transaction_date on breadbox_transaction (tenant_id, date, id);

-- The kinds of spending and income a household sorts by: two levels, each under a code.
create table breadbox_category (
    id text collate "C" not null primary key,
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    slug text collate "C" not null,
    parent_slug text collate "C",
    display_name text collate "C" not null,
    color text collate "C" not null,
    icon text collate "C" not null,
    sort_order bigint not null,
    constraint breadbox_category_slug unique (tenant_id, slug)
);

-- One row a file import, so that a person can see what came from where.
create table breadbox_import (
    id text collate "C" not null primary key,
    tenant_id text collate "C" not null,
    account_id text collate "C" not null references breadbox_account (id) on delete cascade,
    file_name text collate "C",
    template text collate "C",
    added bigint not null,
    already_there bigint not null,
    skipped bigint not null,
    created_at bigint not null
);

create index breadbox_import_account on breadbox_import (account_id, created_at);
