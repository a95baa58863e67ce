//! The statements of the keys that seal.

belay_store::statements! {
    /// Adds the first key, unless there is one.
    INSERT_FIRST(key: Text, created_at: Int) =
        "insert into access_seal_key (number, key, created_at) values (1, $1, $2) on conflict (number) do nothing";

    /// All keys, the newest last.
    ALL_KEYS() = "select number, key from access_seal_key order by number";
}
