//! The statements of sign-ins under way elsewhere.

belay_store::statements! {
    /// Begins one.
    INSERT(state: Text, browser: Text, nonce: Text, verifier: Text, return_to: Text, expires_at: Int) =
        "insert into access_upstream (state, browser, nonce, verifier, return_to, expires_at)
         values ($1, $2, $3, $4, $5, $6)";

    /// The one of a state, begun by this browser and not too old.
    TAKE(state: Text, browser: Text, now: Int) =
        "select nonce, verifier, return_to from access_upstream
         where state = $1 and browser = $2 and expires_at > $3";

    /// Ends one.
    REMOVE(state: Text) = "delete from access_upstream where state = $1";

    /// Removes what was never ended.
    PURGE(now: Int) = "delete from access_upstream where expires_at <= $1";
}
