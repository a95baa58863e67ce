//! Bounds what an operation can do to its caller: time, cancellation and panics.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use belay_core::{Error, Kind};
use futures_util::FutureExt;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

/// Runs an operation's future to its end, to its deadline, or until the caller goes away. In the last two
/// cases the future is dropped, and with it its transaction.
pub(crate) async fn guarded(
    work: impl Future<Output = Result<Value, Error>>,
    deadline: Option<Duration>,
    cancelled: Option<&CancellationToken>,
) -> Result<Value, Error> {
    let guarded = AssertUnwindSafe(work).catch_unwind();
    let timed = async {
        match deadline {
            Some(deadline) => tokio::time::timeout(deadline, guarded).await.map_err(|_| too_slow(deadline)),
            None => Ok(guarded.await),
        }
    };
    let ended = match cancelled {
        Some(cancelled) => tokio::select! {
            biased;
            () = cancelled.cancelled() => return Err(gone()),
            ended = timed => ended,
        },
        None => timed.await,
    };
    ended?.unwrap_or_else(|panic| Err(Error::internal(format!("panicked: {}", words(panic.as_ref())))))
}

fn gone() -> Error {
    Error::new(Kind::Timeout, "cancelled", "The call was cancelled before it was finished.")
}

fn too_slow(deadline: Duration) -> Error {
    let seconds = deadline.as_secs_f32();
    let message = format!(
        "The call took longer than {seconds} s and was ended; nothing was changed. Ask for less at once."
    );
    Error::new(Kind::Timeout, "deadline_exceeded", message)
}

fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}
