//! The statements of the sessions.

crate::statements! {
    /// Keeps a new session.
    INSERT(
        id: Text, app: Text, principal: Text, tenant: Text, protocol: Text, client: Text, state: Text,
        created_at: Int, used_at: Int,
    ) = "insert into store_session (id, app, principal, tenant, protocol, client, state, created_at, used_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

    /// A session of an application.
    FIND(app: Text, id: Text) = "select id, app, principal, tenant, protocol, client, state, created_at, used_at
        from store_session where app = $1 and id = $2";

    /// Notes that a session was used; an instant before the one noted changes nothing.
    TOUCH(id: Text, at: Int) = "update store_session
        set used_at = case when used_at < $2 then $2 else used_at end where id = $1";

    /// Replaces what the client has set.
    UPDATE_STATE(id: Text, state: Text) = "update store_session set state = $2 where id = $1";

    /// Forgets a session.
    DELETE(id: Text) = "delete from store_session where id = $1";

    /// Forgets the sessions that were last used before an instant.
    DELETE_UNUSED_SINCE(instant: Int) = "delete from store_session where used_at < $1";

    /// Forgets all sessions of a principal but the newest by use; the id orders those of one instant.
    DELETE_BEYOND(app: Text, principal: Text, keep: Int) = "delete from store_session
        where app = $1 and principal = $2 and id not in (
            select id from store_session where app = $1 and principal = $2
            order by used_at desc, id desc limit $3)
        returning id";
}
