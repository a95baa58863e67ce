//! The statements of the keys that seal.

belay_store::statements! {
    /// Adds a key, unless there is one of that number.
    INSERT(number: Int, key: Text, created_at: Int) =
        "insert into access_seal_key (number, key, created_at) values ($1, $2, $3) on conflict (number) do nothing";

    /// Puts a key in another form.
    UPDATE(number: Text, before: Text, key: Text) =
        "update access_seal_key set key = $3 where cast(number as text) = $1 and key = $2";

    /// Keys after one, to be sealed anew.
    PAGE(after: Text, most: Int) =
        "select cast(number as text) as row, key as sealed from access_seal_key
         where cast(number as text) > $1 order by cast(number as text) limit $2";

    /// All keys, the newest last.
    ALL_KEYS() = "select number, key from access_seal_key order by number";
}
