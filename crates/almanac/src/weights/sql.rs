//! The statements of weigh-ins.

belay_store::statements! {
    /// A weigh-in by its number.
    GET(tenant_id: Text, id: Int) =
        "select id, measured_on, weight_kg, trend_kg, notes, created_at
         from almanac_weight where tenant_id = $1 and id = $2";

    /// The weigh-in of a day.
    ON_DAY(tenant_id: Text, measured_on: Text) =
        "select id, measured_on, weight_kg, trend_kg, notes, created_at
         from almanac_weight where tenant_id = $1 and measured_on = $2";

    /// The last weigh-in up to a day.
    UP_TO(tenant_id: Text, measured_on: Text) =
        "select id, measured_on, weight_kg, trend_kg, notes, created_at
         from almanac_weight where tenant_id = $1 and measured_on <= $2 order by measured_on desc limit 1";

    /// The first weigh-in.
    FIRST(tenant_id: Text) =
        "select id, measured_on, weight_kg, trend_kg, notes, created_at
         from almanac_weight where tenant_id = $1 order by measured_on limit 1";

    /// Weigh-ins between two days, the newest first.
    LIST(tenant_id: Text, first: Text, last: Text, limit: Int) =
        "select id, measured_on, weight_kg, trend_kg, notes, created_at
         from almanac_weight where tenant_id = $1 and measured_on >= $2 and measured_on <= $3
         order by measured_on desc limit $4";

    /// Adds a weigh-in, or writes over that of its day.
    PUT(tenant_id: Text, id: Int, measured_on: Text, weight_kg: Real, trend_kg: Real, notes: Text, created_at: Int) =
        "insert into almanac_weight (tenant_id, id, measured_on, weight_kg, trend_kg, notes, created_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (tenant_id, measured_on) do update set
            weight_kg = excluded.weight_kg, trend_kg = excluded.trend_kg, notes = excluded.notes";

    /// Changes the trend of a weigh-in.
    RETREND(tenant_id: Text, id: Int, trend_kg: Real) =
        "update almanac_weight set trend_kg = $3 where tenant_id = $1 and id = $2";

    /// Takes a weigh-in away.
    DELETE(tenant_id: Text, id: Int) = "delete from almanac_weight where tenant_id = $1 and id = $2";
}
