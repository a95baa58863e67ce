//! Bounds what an operation can do to its caller: time, cancellation and panics.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use belay_core::cancellation::Reason;
use belay_core::{Cancellation, Error, Kind};
use futures_util::FutureExt;
use tokio_util::sync::CancellationToken;

/// Runs an operation's future to its end, to its deadline, or until the caller goes away. In the last two
/// cases the future is dropped, and with it its transaction.
pub(crate) async fn guarded<T>(
    work: impl Future<Output = Result<T, Error>>,
    deadline: Option<Duration>,
    cancelled: Option<&CancellationToken>,
    sign: &Cancellation,
) -> Result<T, Error> {
    // A caller that goes away drops this future where it stands: what was handed the sign must still be told.
    let told = Told(sign);
    let guarded = AssertUnwindSafe(work).catch_unwind();
    let timed = async {
        match deadline {
            Some(deadline) => tokio::time::timeout(deadline, guarded).await.map_err(|_| {
                sign.cancel(Reason::Timeout);
                too_slow(deadline)
            }),
            None => Ok(guarded.await),
        }
    };
    let ended = match cancelled {
        Some(cancelled) => tokio::select! {
            biased;
            () = cancelled.cancelled() => {
                sign.cancel(Reason::Client);
                return Err(gone());
            }
            ended = timed => ended,
        },
        None => timed.await,
    };
    std::mem::forget(told);
    ended?.unwrap_or_else(|panic| Err(Error::internal(format!("panicked: {}", words(panic.as_ref())))))
}

/// Gives the sign when it is dropped.
struct Told<'a>(&'a Cancellation);

impl Drop for Told<'_> {
    fn drop(&mut self) {
        self.0.cancel(Reason::Client);
    }
}

fn gone() -> Error {
    Error::new(Kind::Timeout, "cancelled", "The call was cancelled before it was finished.")
}

fn too_slow(deadline: Duration) -> Error {
    let message = format!("Timed out after {} s", deadline.as_secs_f32());
    Error::new(Kind::Timeout, "deadline_exceeded", message)
}

/// What a panic said.
pub(crate) fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}
