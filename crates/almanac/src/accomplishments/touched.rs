//! What a call has touched, and the step that looks for accomplishments once it is through.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use belay_core::operation::Run;
use belay_core::{Ctx, Error};
use belay_store::{CtxStore, Tx};
use jiff::civil::Date;
use serde_json::Value;

use super::detect;

/// Something that accomplishments depend on, with the first day that is affected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Area {
    /// Food, drinks and what they are judged by.
    Food(Date),
    Weight(Date),
    Sleep(Date),
    Training(Date),
    /// An exercise by its number.
    Lift(i64),
    /// Phases, with the first day that one of them judges.
    Phase(Date),
}

/// What a call has touched so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Touched(Arc<Mutex<BTreeSet<Area>>>);

/// Marks something as touched by this call.
pub(crate) fn touch(cx: &Ctx, area: Area) {
    if let Some(touched) = cx.get::<Touched>() {
        touched.0.lock().unwrap_or_else(PoisonError::into_inner).insert(area);
    }
}

/// Runs an operation, and looks for accomplishments in its transaction, once for all that it touched: a call that logs a
/// whole file pays for it once.
pub(crate) async fn detected(cx: Ctx, input: Value, next: Run) -> Result<Value, Error> {
    let value = next(cx.clone(), input).await?;
    if cx.get::<Touched>().is_some_and(Touched::is_any) {
        settle(&cx, &mut *cx.tx().await?).await?;
    }
    Ok(value)
}

/// Looks for accomplishments within a transaction, after all that the call has touched so far.
pub(crate) async fn settle(cx: &Ctx, tx: &mut Tx) -> Result<(), Error> {
    let touched = forget(cx);
    if touched.is_empty() { Ok(()) } else { detect::after(cx, tx, &touched).await }
}

/// Forgets what the call has touched so far, and says what it was. A journal that comes whole has its accomplishments with
/// it.
pub(crate) fn forget(cx: &Ctx) -> BTreeSet<Area> {
    let taken =
        |touched: &Touched| std::mem::take(&mut *touched.0.lock().unwrap_or_else(PoisonError::into_inner));
    cx.get::<Touched>().map(taken).unwrap_or_default()
}

impl Touched {
    fn is_any(&self) -> bool {
        !self.0.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }
}
