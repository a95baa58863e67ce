//! What a call has touched, and the step that looks for accomplishments once it is through.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use belay_core::operation::Run;
use belay_core::{Ctx, Error};
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

/// Forgets what was touched: for a journal that comes with its accomplishments as they were.
pub(crate) fn forget(cx: &Ctx) {
    if let Some(touched) = cx.get::<Touched>() {
        touched.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// Looks for accomplishments in a whole journal with these exercises.
///
/// # Errors
/// A fault when the database fails.
pub(crate) async fn all(cx: &Ctx, exercises: impl Iterator<Item = i64>) -> Result<(), Error> {
    let first = Date::MIN;
    let areas = [
        Area::Food(first),
        Area::Weight(first),
        Area::Sleep(first),
        Area::Training(first),
        Area::Phase(first),
    ];
    detect::after(cx, &areas.into_iter().chain(exercises.map(Area::Lift)).collect()).await
}

/// Runs an operation, and looks for accomplishments in its transaction, once for all that it touched: a call that logs a
/// whole file pays for it once.
pub(crate) async fn detected(cx: Ctx, input: Value, next: Run) -> Result<Value, Error> {
    let value = next(cx.clone(), input).await?;
    let touched = cx
        .get::<Touched>()
        .map(|touched| std::mem::take(&mut *touched.0.lock().unwrap_or_else(PoisonError::into_inner)));
    if let Some(touched) = touched.filter(|touched| !touched.is_empty()) {
        detect::after(&cx, &touched).await?;
    }
    Ok(value)
}
