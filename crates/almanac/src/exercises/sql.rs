//! The statements of exercises.

belay_store::statements! {
    /// All exercises by name, archived ones too.
    LIST(tenant_id: Text) =
        "select id, group_id, name, notes, archived_at from almanac_exercise where tenant_id = $1
         order by folded_name, id";

    /// Keeps an exercise, new or changed.
    PUT(tenant_id: Text, id: Int, group_id: Int, name: Text, folded_name: Text, notes: Text, archived_at: Int,
        created_at: Int) =
        "insert into almanac_exercise
            (tenant_id, id, group_id, name, folded_name, notes, archived_at, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (tenant_id, id) do update set
            group_id = excluded.group_id, name = excluded.name, folded_name = excluded.folded_name,
            notes = excluded.notes, archived_at = excluded.archived_at";

    /// Takes an exercise away that nothing refers to.
    DELETE(tenant_id: Text, id: Int) = "delete from almanac_exercise where tenant_id = $1 and id = $2";
}
