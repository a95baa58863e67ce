//! Reading a request's body, within a bound of size and of time.

use std::time::Duration;

use axum::body::{Body, Bytes};
use http_body_util::{BodyExt, Limited};

/// How long a body may take to arrive.
const SLOWEST: Duration = Duration::from_secs(30);

/// Why a body was not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unread {
    /// It is larger than it may be, or broke off.
    TooLarge,
    /// It took longer than half a minute.
    TooSlow,
}

/// A body of so many bytes at the most.
///
/// # Errors
/// [`Unread`] where it is larger, breaks off, or takes too long.
pub(crate) async fn read(body: Body, most: usize) -> Result<Bytes, Unread> {
    within(SLOWEST, body, most).await
}

async fn within(patience: Duration, body: Body, most: usize) -> Result<Bytes, Unread> {
    match tokio::time::timeout(patience, Limited::new(body, most).collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(_)) => Err(Unread::TooLarge),
        Err(_) => Err(Unread::TooSlow),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_body_that_does_not_arrive_is_not_waited_for() {
        let never = Body::from_stream(futures_util::stream::pending::<Result<Bytes, std::io::Error>>());
        assert_eq!(within(Duration::ZERO, never, 10).await, Err(Unread::TooSlow));
        assert_eq!(read(Body::from("12345678901"), 10).await, Err(Unread::TooLarge));
        assert_eq!(read(Body::from("1234567890"), 10).await.unwrap().len(), 10);
    }
}
