//! The statements of step counts.

belay_store::statements! {
    /// A count by its number.
    GET(tenant_id: Text, id: Int) =
        "select id, on_date, steps, est_kcal, source, notes, created_at
         from almanac_steps where tenant_id = $1 and id = $2";

    /// The step counts between two days, the newest first.
    LIST(tenant_id: Text, first: Text, last: Text, limit: Int) =
        "select id, on_date, steps, est_kcal, source, notes, created_at
         from almanac_steps where tenant_id = $1 and on_date >= $2 and on_date <= $3
         order by on_date desc limit $4";

    /// The count of a day.
    ON_DAY(tenant_id: Text, on_date: Text) =
        "select id, on_date, steps, est_kcal, source, notes, created_at
         from almanac_steps where tenant_id = $1 and on_date = $2";

    /// Keeps a count, new or changed.
    PUT(tenant_id: Text, id: Int, on_date: Text, steps: Int, est_kcal: Int, source: Text, notes: Text, created_at: Int) =
        "insert into almanac_steps (tenant_id, id, on_date, steps, est_kcal, source, notes, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (tenant_id, id) do update set
            on_date = excluded.on_date, steps = excluded.steps, est_kcal = excluded.est_kcal, source = excluded.source, notes = excluded.notes";

    /// Takes a count away.
    DELETE(tenant_id: Text, id: Int) = "delete from almanac_steps where tenant_id = $1 and id = $2";
}
