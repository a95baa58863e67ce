//! What a call tells of what it changed, beside its result.

use std::sync::PoisonError;

use serde_json::Value;

use super::Ctx;

/// What a call made, took away and changed, for the call path to write down in the call's own transaction.
#[derive(Debug, Default)]
pub struct Effects {
    /// What it made, each named by its kind and identifier, such as `meal:12`.
    pub made: Vec<String>,
    /// What it took away or wrote over.
    pub unmade: Vec<String>,
    /// What the audit trail is to say of it.
    pub audited: Option<Audited>,
}

/// What the audit trail says of a change, where the application tells it.
#[derive(Debug, Clone, PartialEq)]
pub struct Audited {
    /// What was changed, such as `meal:12`.
    pub entity: String,
    /// What it was before; nothing where it was not there.
    pub before: Option<Value>,
    /// What it is now; nothing where it is gone.
    pub after: Option<Value>,
}

impl Ctx {
    /// Says that the call makes something, named by its kind and identifier, such as `meal:12`. Until that is taken away
    /// ([`unmade`](Self::unmade)), the same call under the same idempotency key is answered with this one's result.
    pub fn made(&self, entity: impl Into<String>) {
        self.with_effects(|effects| effects.made.push(entity.into()));
    }

    /// Says that the call takes something away or writes over it. Whatever made it may then be called again under the
    /// same idempotency key, and makes it anew.
    pub fn unmade(&self, entity: impl Into<String>) {
        self.with_effects(|effects| effects.unmade.push(entity.into()));
    }

    /// Tells the audit trail what is changed, and what it was before and is afterwards where that is worth keeping.
    /// There is one row a call: what is told last stays. Nothing secret belongs there.
    pub fn audit(&self, entity: impl Into<String>, before: Option<Value>, after: Option<Value>) {
        let audited = Audited { entity: entity.into(), before, after };
        self.with_effects(|effects| effects.audited = Some(audited));
    }

    /// Takes what was told so far, for the call path.
    #[must_use]
    pub fn take_effects(&self) -> Effects {
        self.with_effects(std::mem::take)
    }

    fn with_effects<T>(&self, change: impl FnOnce(&mut Effects) -> T) -> T {
        change(&mut self.0.effects.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
