//! The statements of exercise groups.

belay_store::statements! {
    /// All groups in their order.
    LIST(tenant_id: Text) =
        "select id, name, display_order from almanac_exercise_group where tenant_id = $1
         order by display_order, folded_name";

    /// Keeps a group, new or changed.
    PUT(tenant_id: Text, id: Int, name: Text, folded_name: Text, display_order: Int, created_at: Int) =
        "insert into almanac_exercise_group (tenant_id, id, name, folded_name, display_order, created_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (tenant_id, id) do update set
            name = excluded.name, folded_name = excluded.folded_name, display_order = excluded.display_order";

    /// How many exercises a group has.
    SIZE(tenant_id: Text, group_id: Int) =
        "select count(*) as number from almanac_exercise where tenant_id = $1 and group_id = $2";

    /// Takes a group away.
    DELETE(tenant_id: Text, id: Int) = "delete from almanac_exercise_group where tenant_id = $1 and id = $2";
}
