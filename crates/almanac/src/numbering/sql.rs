//! The statements of numbering.

belay_store::statements! {
    /// Counts a kind of row on by some, and gives the last number.
    TAKE(tenant_id: Text, entity: Text, count: Int) =
        "insert into almanac_counter (tenant_id, entity, last) values ($1, $2, $3)
         on conflict (tenant_id, entity) do update set last = almanac_counter.last + excluded.last
         returning last";

    /// The last number of a kind of row.
    LAST(tenant_id: Text, entity: Text) =
        "select last from almanac_counter where tenant_id = $1 and entity = $2";
}
