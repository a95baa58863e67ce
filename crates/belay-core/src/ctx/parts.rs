//! Operations that call others of their application.

use std::sync::Arc;

use serde_json::Value;

use super::Ctx;
use crate::Error;
use crate::operation::BoxFuture;

/// Runs an operation as a part of a call of another. The call path provides it.
pub trait Parts: Send + Sync {
    /// Checks the caller's authority and the input as for a call of its own, and runs the operation within the call.
    fn run(&self, cx: Ctx, operation: &'static str, input: Value) -> BoxFuture<Result<Value, Error>>;
}

/// The means to run parts, as a call carries it.
#[derive(Clone)]
pub struct WithParts(pub Arc<dyn Parts>);

impl Ctx {
    /// Runs another operation of the same application as a part of this call: by the same caller, in the same
    /// transaction, so that all of it is done or nothing. The caller's authority over it, its quota and its input are
    /// checked as if it were called by itself. It keeps no idempotency record of its own: the whole call has one.
    ///
    /// # Errors
    /// What the operation answers. An operation that must be confirmed, that takes a file or that keeps its own
    /// transactions cannot be a part.
    pub async fn part(&self, operation: &'static str, input: Value) -> Result<Value, Error> {
        let Some(WithParts(parts)) = self.get() else {
            return Err(Error::internal("this call has no means to run parts"));
        };
        parts.run(self.clone(), operation, input).await
    }
}
