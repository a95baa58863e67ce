//! The statements of the overview.

belay_store::statements! {
    /// How many transactions there are, over which days, and how many arrived since two instants.
    TRANSACTIONS(tenant_id: Text, since_day: Int, since_week: Int) =
        "select count(*) as transactions, min(date) as earliest, max(date) as latest,
                count(*) filter (where pending) as pending,
                count(*) filter (where created_at >= $2) as last_day,
                count(*) filter (where created_at >= $3) as last_week,
                count(*) filter (where category_primary is null) as without_category
         from breadbox_transaction where tenant_id = $1";

    /// How many accounts and categories there are, and how the connections are doing.
    AROUND(tenant_id: Text) =
        "select (select count(*) from breadbox_account where tenant_id = $1) as accounts,
                (select count(*) from breadbox_category where tenant_id = $1) as categories,
                (select count(*) from breadbox_connection
                 where tenant_id = $1 and status in ('error', 'pending_reauth')) as errored,
                (select max(last_synced_at) from breadbox_connection where tenant_id = $1) as last_sync_at";
}
