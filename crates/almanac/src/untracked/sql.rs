//! The statements of untracked periods.

belay_store::statements! {
    /// A period by its number.
    GET(tenant_id: Text, id: Int) =
        "select id, started_on, ended_on, reason, notes, created_at
         from almanac_untracked where tenant_id = $1 and id = $2";

    /// The periods that have a day between two, the latest first.
    BETWEEN(tenant_id: Text, first: Text, last: Text) =
        "select id, started_on, ended_on, reason, notes, created_at
         from almanac_untracked where tenant_id = $1 and started_on <= $3 and ended_on >= $2
         order by started_on desc, id desc";

    /// Adds a period.
    INSERT(tenant_id: Text, id: Int, started_on: Text, ended_on: Text, reason: Text, notes: Text, created_at: Int) =
        "insert into almanac_untracked (tenant_id, id, started_on, ended_on, reason, notes, created_at)
         values ($1, $2, $3, $4, $5, $6, $7)";

    /// Takes a period away.
    DELETE(tenant_id: Text, id: Int) = "delete from almanac_untracked where tenant_id = $1 and id = $2";
}
