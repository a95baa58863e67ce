//! The statements of nights.

belay_store::statements! {
    /// A night by its number.
    GET(tenant_id: Text, id: Int) =
        "select id, slept_on, hours, quality, notes, created_at
         from almanac_sleep where tenant_id = $1 and id = $2";

    /// The nights between two days, the newest first.
    LIST(tenant_id: Text, first: Text, last: Text, limit: Int) =
        "select id, slept_on, hours, quality, notes, created_at
         from almanac_sleep where tenant_id = $1 and slept_on >= $2 and slept_on <= $3
         order by slept_on desc limit $4";

    /// The night of a day.
    ON_DAY(tenant_id: Text, slept_on: Text) =
        "select id, slept_on, hours, quality, notes, created_at
         from almanac_sleep where tenant_id = $1 and slept_on = $2";

    /// Keeps a night, new or changed.
    PUT(tenant_id: Text, id: Int, slept_on: Text, hours: Real, quality: Int, notes: Text, created_at: Int) =
        "insert into almanac_sleep (tenant_id, id, slept_on, hours, quality, notes, created_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (tenant_id, id) do update set
            slept_on = excluded.slept_on, hours = excluded.hours, quality = excluded.quality, notes = excluded.notes";

    /// Takes a night away.
    DELETE(tenant_id: Text, id: Int) = "delete from almanac_sleep where tenant_id = $1 and id = $2";
}
