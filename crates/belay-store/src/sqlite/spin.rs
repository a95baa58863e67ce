//! Waiting a moment awake for what comes at once.
//!
//! Most statements take some microseconds, and waking a thread up takes ten times as long. Where a transaction is the only
//! one, both its sides look for each other a little while before they sleep; where others run beside it, the processors
//! have better things to do.

use std::sync::OnceLock;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// How long one waits awake: about what two wake-ups cost.
const AWAKE: Duration = Duration::from_micros(40);
/// Looks between two looks at the clock.
const LOOKS: u32 = 16;

/// Looks until there is something, for a moment. Nothing where there is but one processor, which the other side needs.
pub(super) fn look<T>(mut there: impl FnMut() -> Option<T>) -> Option<T> {
    static ROOM: OnceLock<bool> = OnceLock::new();
    if !*ROOM.get_or_init(|| available_parallelism().is_ok_and(|number| number.get() > 1)) {
        return there();
    }
    let began = Instant::now();
    loop {
        for _ in 0..LOOKS {
            if let Some(found) = there() {
                return Some(found);
            }
            std::hint::spin_loop();
        }
        if began.elapsed() >= AWAKE {
            return None;
        }
    }
}
