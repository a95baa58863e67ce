//! The statements of templates.

belay_store::statements! {
    /// All templates by name, archived ones too.
    LIST(tenant_id: Text) =
        "select id, name, notes, archived_at from almanac_template where tenant_id = $1 order by folded_name, id";

    /// The exercises of all templates in their order.
    ITEMS(tenant_id: Text) =
        "select template_id, exercise_id, display_order, default_sets, default_reps, default_weight_kg, notes
         from almanac_template_item where tenant_id = $1 order by template_id, display_order";

    /// Keeps a template, new or changed.
    PUT(tenant_id: Text, id: Int, name: Text, folded_name: Text, notes: Text, archived_at: Int, created_at: Int) =
        "insert into almanac_template (tenant_id, id, name, folded_name, notes, archived_at, created_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (tenant_id, id) do update set
            name = excluded.name, folded_name = excluded.folded_name, notes = excluded.notes,
            archived_at = excluded.archived_at";

    /// Takes the exercises of a template away.
    CLEAR(tenant_id: Text, template_id: Int) =
        "delete from almanac_template_item where tenant_id = $1 and template_id = $2";

    /// Adds an exercise to a template.
    ADD(tenant_id: Text, template_id: Int, display_order: Int, exercise_id: Int, default_sets: Int, default_reps: Int,
        default_weight_kg: Real, notes: Text) =
        "insert into almanac_template_item
            (tenant_id, template_id, display_order, exercise_id, default_sets, default_reps, default_weight_kg, notes)
         values ($1, $2, $3, $4, $5, $6, $7, $8)";

    /// Takes a template away that nothing refers to.
    DELETE(tenant_id: Text, id: Int) = "delete from almanac_template where tenant_id = $1 and id = $2";
}
