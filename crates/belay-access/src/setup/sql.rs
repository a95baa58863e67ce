//! The statements of the set-up link.

belay_store::statements! {
    /// Puts another link in the place of the earlier one.
    OFFER(digest: Text, created_at: Int) =
        "insert into access_setup (number, digest, created_at) values (1, $1, $2)
         on conflict (number) do update set digest = excluded.digest, created_at = excluded.created_at
         where access_setup.used_at is null";

    /// The link, while it is unused.
    OFFERED(digest: Text) = "select 1 as found from access_setup where digest = $1 and used_at is null";

    /// Uses it up.
    TAKE(digest: Text, used_at: Int) =
        "update access_setup set used_at = $2 where digest = $1 and used_at is null";
}
