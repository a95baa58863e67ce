//! The statements of stored meals.

belay_store::statements! {
    /// A stored meal by its number.
    GET(tenant_id: Text, id: Int) =
        "select id, name, kcal, protein_g, carb_g, fat_g, description, created_at
         from almanac_stored_meal where tenant_id = $1 and id = $2";

    /// A stored meal by its folded name.
    NAMED(tenant_id: Text, folded_name: Text) =
        "select id, name, kcal, protein_g, carb_g, fat_g, description, created_at
         from almanac_stored_meal where tenant_id = $1 and folded_name = $2";

    /// All stored meals by name.
    LIST(tenant_id: Text) =
        "select id, name, kcal, protein_g, carb_g, fat_g, description, created_at
         from almanac_stored_meal where tenant_id = $1 order by folded_name";

    /// Keeps a stored meal, new or changed.
    PUT(tenant_id: Text, id: Int, name: Text, folded_name: Text, kcal: Int, protein_g: Real, carb_g: Real, fat_g: Real,
        description: Text, created_at: Int) =
        "insert into almanac_stored_meal
            (tenant_id, id, name, folded_name, kcal, protein_g, carb_g, fat_g, description, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (tenant_id, id) do update set
            name = excluded.name, folded_name = excluded.folded_name, kcal = excluded.kcal,
            protein_g = excluded.protein_g, carb_g = excluded.carb_g, fat_g = excluded.fat_g,
            description = excluded.description";

    /// Takes a stored meal away.
    DELETE(tenant_id: Text, id: Int) = "delete from almanac_stored_meal where tenant_id = $1 and id = $2";
}
