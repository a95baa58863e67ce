//! The statements of meals.

belay_store::statements! {
    /// A meal by its number.
    GET(tenant_id: Text, id: Int) =
        "select id, on_date, eaten_at, name, kcal, protein_g, carb_g, fat_g, notes, created_at
         from almanac_meal where tenant_id = $1 and id = $2";

    /// Meals between two days and two instants, the newest first. The plus keeps
    /// the planner to the index of days, which both ends always bound.
    LIST(tenant_id: Text, first: Text, last: Text, since: Int, before: Int, limit: Int) =
        "select id, on_date, eaten_at, name, kcal, protein_g, carb_g, fat_g, notes, created_at
         from almanac_meal
         where tenant_id = $1 and on_date >= $2 and on_date <= $3 and +eaten_at >= $4 and +eaten_at < $5
         order by on_date desc, eaten_at desc, id desc limit $6";

    /// Meals whose name or notes hold a text, the newest first.
    SEARCH(tenant_id: Text, pattern: Text, limit: Int) =
        "select id, on_date, eaten_at, name, kcal, protein_g, carb_g, fat_g, notes, created_at
         from almanac_meal where tenant_id = $1 and folded_text like $2 escape '\\'
         order by eaten_at desc, id desc limit $3";

    /// Keeps a meal, new or changed.
    PUT(tenant_id: Text, id: Int, on_date: Text, eaten_at: Int, name: Text, folded_text: Text, kcal: Int,
        protein_g: Real, carb_g: Real, fat_g: Real, notes: Text, created_at: Int) =
        "insert into almanac_meal
            (tenant_id, id, on_date, eaten_at, name, folded_text, kcal, protein_g, carb_g, fat_g, notes, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         on conflict (tenant_id, id) do update set
            on_date = excluded.on_date, eaten_at = excluded.eaten_at, name = excluded.name,
            folded_text = excluded.folded_text, kcal = excluded.kcal, protein_g = excluded.protein_g,
            carb_g = excluded.carb_g, fat_g = excluded.fat_g, notes = excluded.notes";

    /// Takes a meal away.
    DELETE(tenant_id: Text, id: Int) = "delete from almanac_meal where tenant_id = $1 and id = $2";
}
