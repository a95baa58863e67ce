//! The statements of accounts.

belay_store::statements! {
    /// The accounts of a household; those of one member, where one is given.
    LIST(tenant_id: Text, member_id: Text) =
        "select a.id, a.connection_id, a.owner_id, a.import_key, a.name, a.type, a.subtype, a.mask,
                a.balance_current, a.balance_available, a.balance_limit, a.currency,
                c.institution_name, m.id as user_id, m.name as user_name
         from breadbox_account a
         left join breadbox_connection c on c.id = a.connection_id
         left join breadbox_member m on m.id = coalesce(a.owner_id, c.member_id)
         where a.tenant_id = $1 and (cast($2 as text) is null or m.id = cast($2 as text))
         order by a.created_at, a.id";

    /// Adds an account.
    INSERT(id: Text, tenant_id: Text, connection_id: Text, owner_id: Text, import_key: Text, name: Text, type: Text,
           subtype: Text, mask: Text, balance_current: Int, balance_available: Int, balance_limit: Int,
           currency: Text, created_at: Int) =
        "insert into breadbox_account
            (id, tenant_id, connection_id, owner_id, import_key, name, type, subtype, mask, balance_current,
             balance_available, balance_limit, currency, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
         on conflict (tenant_id, import_key) do nothing";
}
