//! The statements of confirmations.

belay_store::statements! {
    /// Gives one out.
    INSERT(id: Text, belongs_to: Text, created_at: Int, expires_at: Int) =
        "insert into access_confirmation (id, belongs_to, created_at, expires_at) values ($1, $2, $3, $4)";

    /// Uses one for the call that it was given out for.
    USE(id: Text, belongs_to: Text, now: Int) =
        "update access_confirmation set used_at = $3
         where id = $1 and belongs_to = $2 and used_at is null and expires_at > $3";

    /// Lets one be used again, for a call that waits for further answers.
    RELEASE(id: Text) = "update access_confirmation set used_at = null where id = $1";

    /// Forgets those whose time is over.
    PURGE(now: Int) = "delete from access_confirmation where expires_at <= $1";
}
