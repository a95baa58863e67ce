//! The statements of the call log.

crate::statements! {
    /// Writes one call down.
    INSERT(
        id: Text, at: Int, app: Text, operation: Text, door: Text, principal: Text, client: Text, outcome: Text,
        code: Text, duration_us: Int, request_bytes: Int, response_bytes: Int, request_id: Text,
    ) = "insert into store_call_log (id, at, app, operation, door, principal, client, outcome, code,
        duration_us, request_bytes, response_bytes, request_id)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";

    /// Forgets the calls before an instant.
    DELETE_BEFORE(instant: Int) = "delete from store_call_log where at < $1";

    /// The newest calls; the id orders those of one instant.
    NEWEST(limit: Int) = "select id, at, app, operation, door, principal, client, outcome, code, duration_us,
        request_bytes, response_bytes, request_id
        from store_call_log order by at desc, id desc limit $1";
}
