//! The statements of the measured work.

belay_store::statements! {
    /// One item.
    ITEM(id: Text) = "select id, name, amount from bench_item where id = $1";

    /// Adds an item.
    ADD_ITEM(id: Text, name: Text, amount: Int) = "insert into bench_item (id, name, amount) values ($1, $2, $3)";

    /// Adds a note.
    ADD_NOTE(id: Text, text: Text, written_at: Int) = "insert into bench_note (id, text, written_at) values ($1, $2, $3)";

    /// The audit row that the bare servers write by hand.
    AUDIT(id: Text, at: Int, operation: Text, door: Text, actor: Text, request: Text) =
        "insert into access_audit
            (id, at, tenant_id, operation, door, origin, actor_id, actor_name, client, request_id, entity, summary,
             app, credential_id, outcome)
         values ($1, $2, 'ten_bench', $3, $4, 'local', $5, $5, null, $6, null, null, 'bench', $5, 'ok')";
}
