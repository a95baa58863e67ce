//! The statements of alcohol sessions.

belay_store::statements! {
    /// A session by its number.
    GET(tenant_id: Text, id: Int) =
        "select id, on_date, started_at, ended_at, drinks_count, est_kcal, notes, created_at
         from almanac_alcohol where tenant_id = $1 and id = $2";

    /// The alcohol sessions between two days and two instants, the newest first. The plus keeps
    /// the planner to the index of days, which both ends always bound.
    LIST(tenant_id: Text, first: Text, last: Text, since: Int, before: Int, limit: Int) =
        "select id, on_date, started_at, ended_at, drinks_count, est_kcal, notes, created_at
         from almanac_alcohol
         where tenant_id = $1 and on_date >= $2 and on_date <= $3 and +started_at >= $4 and +started_at < $5
         order by on_date desc, started_at desc, id desc limit $6";

    /// Keeps a session, new or changed.
    PUT(tenant_id: Text, id: Int, on_date: Text, started_at: Int, ended_at: Int, drinks_count: Real, est_kcal: Int, notes: Text, created_at: Int) =
        "insert into almanac_alcohol (tenant_id, id, on_date, started_at, ended_at, drinks_count, est_kcal, notes, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict (tenant_id, id) do update set
            on_date = excluded.on_date, started_at = excluded.started_at, ended_at = excluded.ended_at, drinks_count = excluded.drinks_count, est_kcal = excluded.est_kcal, notes = excluded.notes";

    /// Takes a session away.
    DELETE(tenant_id: Text, id: Int) = "delete from almanac_alcohol where tenant_id = $1 and id = $2";
}
