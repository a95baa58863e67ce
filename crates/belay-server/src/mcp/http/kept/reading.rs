//! A connection that watches a stream of a session, from a place in it to its end.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::response::Response;
use bytes::Bytes;
use futures_util::stream as streams;
use tokio::sync::watch;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use super::super::{Endpoint, sse};
use super::primes;
use crate::mcp::open::Opened;
use crate::mcp::session::{Session, Signal, Stream, Watching};

/// When a client should come back to a stream that was cut, in milliseconds.
const RETRY_MS: u64 = 1_000;
/// How long one connection for what belongs to no request may last.
const LONGEST: Duration = Duration::from_secs(60 * 60);

/// Shows a stream from after a number on; -1 is its beginning, which is named to clients that understand it.
pub(super) fn stream(
    endpoint: &Endpoint,
    session: &Arc<Session>,
    stream: Arc<Stream>,
    after: i64,
) -> Response {
    let primed = after < 0 && primes(session.revision);
    let first = primed.then(|| sse::priming(&format!("{}_0", stream.name), RETRY_MS));
    respond(endpoint, session, (stream, after), first, None)
}

/// Shows the stream for what belongs to no request, from now on or from after a number.
pub(super) fn common(
    endpoint: &Endpoint,
    session: &Arc<Session>,
    after: Option<i64>,
    opened: Opened,
) -> Response {
    let stream = session.common();
    let after = after.unwrap_or_else(|| stream.newest());
    let first = if primes(session.revision) {
        sse::priming(&format!("{}_{after}", stream.name), RETRY_MS)
    } else {
        sse::COMMENT.to_owned()
    };
    respond(endpoint, session, (stream, after), Some(first), Some((session.take_common(), opened)))
}

fn respond(
    endpoint: &Endpoint,
    session: &Arc<Session>,
    (stream, after): (Arc<Stream>, i64),
    first: Option<String>,
    turn: Option<(u64, Opened)>,
) -> Response {
    let (first_time, after) = (after < 0, after.max(0));
    let mut alive = interval(sse::KEEP_ALIVE);
    alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
    alive.reset();
    let signal = stream.watch();
    // Whoever watches from the beginning is let go even when that was said before it began to watch.
    let released = if first_time { 0 } else { signal.borrow().released.0 };
    let reading = Reading {
        _watching: session.watched(),
        session: Arc::clone(session),
        stream,
        after,
        turn,
        signal,
        released,
        ready: first.into_iter().collect(),
        over: false,
        stop: endpoint.door.stop.clone(),
        alive,
        opened: Instant::now(),
    };
    sse::response(streams::unfold(reading, |mut reading| async move {
        let next = reading.next().await?;
        Some((Ok(Bytes::from(next)), reading))
    }))
}

struct Reading {
    session: Arc<Session>,
    /// A session that is watched is in use.
    _watching: Watching,
    stream: Arc<Stream>,
    after: i64,
    /// Which connection for what belongs to no request this is.
    turn: Option<(u64, Opened)>,
    signal: watch::Receiver<Signal>,
    released: u64,
    ready: VecDeque<String>,
    over: bool,
    stop: CancellationToken,
    alive: Interval,
    opened: Instant,
}

impl Reading {
    async fn next(&mut self) -> Option<String> {
        loop {
            if let Some(ready) = self.ready.pop_front() {
                return Some(ready);
            }
            if self.over {
                return None;
            }
            let signal = self.signal.borrow_and_update().clone();
            let mut seen = self.stream.after(self.after);
            if seen.lacks {
                let older = self.stream.older(self.after).await;
                seen.events.splice(0..0, older);
            }
            for (number, message) in seen.events {
                self.after = number;
                self.ready.push_back(sse::event(Some(&format!("{}_{number}", self.stream.name)), &message));
            }
            if seen.ended {
                self.over = true;
                continue;
            }
            if signal.released.0 != self.released {
                self.ready.push_back(sse::retry(signal.released.1));
                self.over = true;
                continue;
            }
            if self.turn.as_ref().is_some_and(|(turn, _)| !self.session.holds_common(*turn)) {
                return None;
            }
            if !self.ready.is_empty() {
                continue;
            }
            let common = self.turn.is_some();
            let expires = self.opened + LONGEST;
            tokio::select! {
                biased;
                changed = self.signal.changed() => self.over |= changed.is_err(),
                () = self.session.over.cancelled(), if common => return None,
                () = self.stop.cancelled(), if common => return None,
                // Whoever comes back shows a credential again.
                () = tokio::time::sleep_until(expires), if common => return None,
                _ = self.alive.tick() => return Some(sse::COMMENT.to_owned()),
            }
        }
    }
}
