//! The statements of the events.

crate::statements! {
    /// Keeps one event, unless its session has gone.
    INSERT(session: Text, stream: Text, number: Int, at: Int, data: Text, is_last: Bool) =
        "insert into store_event (session, stream, number, at, data, is_last)
        select $1, $2, $3, $4, $5, $6 where exists (select 1 from store_session where id = $1)";

    /// What was sent on a stream after a number.
    AFTER(session: Text, stream: Text, number: Int, limit: Int) =
        "select session, stream, number, at, data, is_last from store_event
        where session = $1 and stream = $2 and number > $3 order by number limit $4";

    /// The highest number of a stream.
    NEWEST_NUMBER(session: Text, stream: Text) =
        "select max(number) as number from store_event where session = $1 and stream = $2";

    /// Whether a stream has its last event.
    HAS_ENDED(session: Text, stream: Text) = "select exists (
        select 1 from store_event where session = $1 and stream = $2 and is_last) as ended";

    /// Forgets the events of a session from the newest one that is too many on.
    TRIM(session: Text, keep: Int) = "delete from store_event
        where session = $1 and (at, stream, number) <= (
            select at, stream, number from store_event where session = $1
            order by at desc, stream desc, number desc limit 1 offset $2)";

    /// Forgets the events before an instant.
    DELETE_BEFORE(instant: Int) = "delete from store_event where at < $1";
}
