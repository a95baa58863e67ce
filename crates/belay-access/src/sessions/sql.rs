//! The statements of browser sessions.

belay_store::statements! {
    /// A session that has not expired, of somebody who may act.
    BY_DIGEST(digest: Text, now: Int) =
        "select person_id, seen_at from access_session where digest = $1 and expires_at > $2";

    /// Adds a session.
    INSERT(digest: Text, person_id: Text, created_at: Int, expires_at: Int) =
        "insert into access_session (digest, person_id, created_at, seen_at, expires_at)
         values ($1, $2, $3, $3, $4)";

    /// Notes a use.
    TOUCH(digest: Text, seen_at: Int, expires_at: Int) =
        "update access_session set seen_at = $2, expires_at = $3 where digest = $1";

    /// Ends one.
    END(digest: Text) = "delete from access_session where digest = $1";

    /// Ends all of a person.
    END_ALL(person_id: Text) = "delete from access_session where person_id = $1";

    /// Removes what has expired.
    PURGE(now: Int) = "delete from access_session where expires_at <= $1";
}
