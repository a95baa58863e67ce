//! Suggestions for a value that somebody is typing.

use std::future::Future;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::operation::BoxFuture;
use crate::{Ctx, Error};

/// What is being typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completing {
    /// The argument's or variable's name.
    pub argument: String,
    /// What stands there so far.
    pub value: String,
    /// The other arguments, where the client told them.
    pub others: Map<String, Value>,
}

/// The function behind a completion.
pub type Complete = Arc<dyn Fn(Ctx, Completing) -> BoxFuture<Result<Vec<String>, Error>> + Send + Sync>;

pub(crate) fn erase<E, F, Fut>(function: F) -> Complete
where
    E: Into<Error>,
    F: Fn(Ctx, Completing) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<Vec<String>, E>> + Send + 'static,
{
    Arc::new(move |cx, completing| {
        let future = function(cx, completing);
        Box::pin(async move { future.await.map_err(Into::into) })
    })
}
