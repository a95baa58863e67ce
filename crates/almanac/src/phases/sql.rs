//! The statements of phases.

belay_store::statements! {
    /// A phase by its number.
    GET(tenant_id: Text, id: Int) =
        "select id, name, intent, phase_type, tdee_at_phase_start, tdee_source, deficit_kcal, daily_kcal_target,
                base_protein_g, base_carb_g, base_fat_g, started_on, planned_end_on, ended_on, notes, created_at
         from almanac_phase where tenant_id = $1 and id = $2";

    /// All phases, the one that began last first.
    LIST(tenant_id: Text) =
        "select id, name, intent, phase_type, tdee_at_phase_start, tdee_source, deficit_kcal, daily_kcal_target,
                base_protein_g, base_carb_g, base_fat_g, started_on, planned_end_on, ended_on, notes, created_at
         from almanac_phase where tenant_id = $1 order by started_on desc, id desc";

    /// The phase that goes on.
    ACTIVE(tenant_id: Text) =
        "select id, name, intent, phase_type, tdee_at_phase_start, tdee_source, deficit_kcal, daily_kcal_target,
                base_protein_g, base_carb_g, base_fat_g, started_on, planned_end_on, ended_on, notes, created_at
         from almanac_phase where tenant_id = $1 and ended_on is null";

    /// The phases that have a day between two, the one that began last first.
    IN_FORCE(tenant_id: Text, first: Text, last: Text) =
        "select id, name, intent, phase_type, tdee_at_phase_start, tdee_source, deficit_kcal, daily_kcal_target,
                base_protein_g, base_carb_g, base_fat_g, started_on, planned_end_on, ended_on, notes, created_at
         from almanac_phase
         where tenant_id = $1 and started_on <= $3 and (ended_on is null or ended_on >= $2)
         order by started_on desc, id desc";

    /// Keeps a phase, new or changed.
    PUT(tenant_id: Text, id: Int, name: Text, intent: Text, phase_type: Text, tdee_at_phase_start: Int,
        tdee_source: Text, deficit_kcal: Int, daily_kcal_target: Int, base_protein_g: Int, base_carb_g: Int,
        base_fat_g: Int, started_on: Text, planned_end_on: Text, ended_on: Text, notes: Text, created_at: Int) =
        "insert into almanac_phase
            (tenant_id, id, name, intent, phase_type, tdee_at_phase_start, tdee_source, deficit_kcal,
             daily_kcal_target, base_protein_g, base_carb_g, base_fat_g, started_on, planned_end_on, ended_on, notes,
             created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
         on conflict (tenant_id, id) do update set
            name = excluded.name, intent = excluded.intent, phase_type = excluded.phase_type,
            tdee_at_phase_start = excluded.tdee_at_phase_start, tdee_source = excluded.tdee_source,
            deficit_kcal = excluded.deficit_kcal, daily_kcal_target = excluded.daily_kcal_target,
            base_protein_g = excluded.base_protein_g, base_carb_g = excluded.base_carb_g,
            base_fat_g = excluded.base_fat_g, started_on = excluded.started_on,
            planned_end_on = excluded.planned_end_on, ended_on = excluded.ended_on, notes = excluded.notes";

    /// Takes a phase away.
    DELETE(tenant_id: Text, id: Int) = "delete from almanac_phase where tenant_id = $1 and id = $2";
}
