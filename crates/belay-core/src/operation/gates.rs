//! What stands before an operation: confirmation, repetition, quotas.

use std::any::TypeId;
use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::{BoxFuture, Effect, Input, Operation, decode};
use crate::request::Door;
use crate::schema::resolve;
use crate::{Ctx, Error};

/// The input field by which a call says that it is meant.
const CONFIRM: &str = "confirm";
/// The input field that hands a confirmation back.
const CONFIRM_TOKEN: &str = "confirm_token";
/// The input field that lets the same arguments be a new call.
const ALLOW_DUPLICATE: &str = "allow_duplicate";

/// The input fields that gates put there. They are no part of what the operation's function gets.
pub const INJECTED: [&str; 3] = [CONFIRM, CONFIRM_TOKEN, ALLOW_DUPLICATE];

/// Says that the same arguments are the same call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Payload {
    /// For how long.
    pub within: Duration,
}

impl Payload {
    /// The same arguments within this time are the same call.
    #[must_use]
    pub const fn within(within: Duration) -> Self {
        Self { within }
    }
}

/// How often something may happen: so many times a minute, evenly, and so many at once after a pause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// How often a minute; 0 for as often as one likes.
    pub per_minute: u32,
    /// How often at once.
    pub burst: u32,
}

impl Rate {
    /// As often as one likes.
    pub const UNLIMITED: Self = Self { per_minute: 0, burst: 0 };

    /// So often a minute, and all of them at once after a pause.
    #[must_use]
    pub const fn per_minute(times: u32) -> Self {
        Self { per_minute: times, burst: times }
    }

    /// At most so often at once.
    #[must_use]
    pub const fn burst(mut self, times: u32) -> Self {
        self.burst = times;
        self
    }
}

/// What a call would do, told before it does it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Preview {
    /// A sentence or a few for whoever decides, such as "This deletes 12 meals of last week."
    pub text: String,
    /// Facts for programs.
    pub facts: Map<String, Value>,
}

impl Preview {
    /// A preview in words.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), facts: Map::new() }
    }

    /// Adds a fact for programs.
    #[must_use]
    pub fn fact(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.facts.insert(name.to_owned(), value.into());
        self
    }
}

impl From<String> for Preview {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

/// Works out a preview from the input of a call.
pub type Previewing = Arc<dyn Fn(Ctx, Value) -> BoxFuture<Result<Preview, Error>> + Send + Sync>;

/// How an operation is confirmed before it runs.
#[derive(Clone, Default)]
pub enum Confirm {
    /// It is not.
    #[default]
    No,
    /// The input says so: `confirm: true`.
    Literal,
    /// The caller is shown what would happen, and says yes.
    Ask(Previewing),
    /// As [`Literal`](Self::Literal), and models do not get to see it.
    Hidden,
}

impl fmt::Debug for Confirm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::No => "No",
            Self::Literal => "Literal",
            Self::Ask(_) => "Ask",
            Self::Hidden => "Hidden",
        })
    }
}

impl Operation {
    /// The same arguments are the same call for a while: a repetition is answered with the first one's result, unless it
    /// says `allow_duplicate: true`. For what a model may well do twice by mistake, such as noting a meal.
    #[must_use]
    pub fn idempotent(mut self, payload: Payload) -> Self {
        self.payload = Some(payload);
        self.idempotent = true;
        self.inject(ALLOW_DUPLICATE)
    }

    /// Runs only with `confirm: true` in its input. Over REST, the method DELETE says it.
    #[must_use]
    pub fn confirm_literal(mut self) -> Self {
        self.confirm = Confirm::Literal;
        self.inject(CONFIRM)
    }

    /// Runs only once the caller has seen what it would do and said yes. Where the client can ask its person, the person
    /// is asked; elsewhere the call is refused with the preview and a `confirm_token`, with which it is repeated.
    ///
    /// `preview` gets the operation's own input. What it writes to the database is not kept. It may refuse.
    #[must_use]
    pub fn confirm_ask<I, P, E, F, Fut>(mut self, preview: F) -> Self
    where
        I: Input,
        P: Into<Preview>,
        E: Into<Error>,
        F: Fn(Ctx, I) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<P, E>> + Send + 'static,
    {
        if TypeId::of::<I>() != self.takes {
            self.faults.push("the preview does not take the operation's own input".to_owned());
        }
        let unit = super::takes_nothing::<I>(&self.input);
        self.confirm = Confirm::Ask(Arc::new(move |cx, input| {
            let future = decode::<I>(if unit { Value::Null } else { input }).map(|input| preview(cx, input));
            Box::pin(async move { future?.await.map(Into::into).map_err(Into::into) })
        }));
        self.inject(CONFIRM_TOKEN)
    }

    /// Is not offered over the Model Context Protocol at all; elsewhere it is confirmed as with
    /// [`confirm_literal`](Self::confirm_literal).
    #[must_use]
    pub fn confirm_hidden(mut self) -> Self {
        self.confirm = Confirm::Hidden;
        self.closed_doors.extend([Door::Mcp, Door::Stdio]);
        self.inject(CONFIRM)
    }

    /// How often one caller may call it, beside what the server allows for all calls.
    #[must_use]
    pub fn rate(mut self, rate: Rate) -> Self {
        self.rate = Some(rate);
        self
    }

    /// Whether `confirm: true` must stand in its input.
    #[must_use]
    pub fn confirms_literally(&self) -> bool {
        matches!(self.confirm, Confirm::Literal | Confirm::Hidden)
    }

    /// What is wrong with how it is gated.
    pub(crate) fn gate_faults(&self) -> Vec<String> {
        let gated = self.payload.is_some() || !matches!(self.confirm, Confirm::No);
        let mut faults = Vec::new();
        if gated && self.effect == Effect::Read {
            faults.push("only reads, so there is nothing to confirm or to repeat".to_owned());
        }
        let confirmations = self.injected.iter().filter(|name| **name != ALLOW_DUPLICATE).count();
        if confirmations > 1 {
            faults.push("is confirmed in two ways".to_owned());
        }
        faults
    }

    fn inject(mut self, name: &'static str) -> Self {
        let taken = |schema: &Value| schema.pointer(&format!("/properties/{name}")).is_some();
        if taken(&self.input.portable.value()) {
            self.faults.push(format!("the input has a field `{name}`, which has a meaning of its own here"));
        }
        self.injected.push(name);
        for (schema, strict) in [
            (&mut self.input.portable, false),
            (&mut self.input.documented, false),
            (&mut self.input.strict, true),
        ] {
            schema.change(|schema| put(schema, name, property(name, strict)));
        }
        self
    }

    /// Puts the fields there once more, after the schemas were replaced.
    pub(super) fn inject_again(&mut self) {
        for name in self.injected.clone() {
            for (schema, strict) in [
                (&mut self.input.portable, false),
                (&mut self.input.documented, false),
                (&mut self.input.strict, true),
            ] {
                schema.change(|schema| put(schema, name, property(name, strict)));
            }
        }
    }
}

fn property(name: &str, strict: bool) -> Value {
    match name {
        // Not all clients understand a constant; the server checks it all the same.
        CONFIRM if strict => json!({ "type": "boolean", "const": true }),
        CONFIRM => json!({
            "type": "boolean",
            "description": "true: the user wants this; it cannot be undone.",
        }),
        CONFIRM_TOKEN => json!({
            "type": "string",
            "description": "Leave out at first. The answer then says what would happen and gives the token with which the same call goes ahead, once the user agrees.",
        }),
        _ => json!({
            "type": "boolean",
            "description": "true: do it again on purpose.",
        }),
    }
}

fn put(schema: &mut Value, name: &str, property: Value) {
    let reference = schema.get("$ref").and_then(Value::as_str).map(str::to_owned);
    let target = match reference {
        Some(reference) if resolve(schema, &reference).is_some() => {
            schema.pointer_mut(reference.trim_start_matches('#'))
        }
        _ => Some(schema),
    };
    let Some(fields) = target.and_then(Value::as_object_mut) else { return };
    let properties = fields.entry("properties").or_insert_with(|| json!({}));
    if let Some(properties) = properties.as_object_mut() {
        properties.insert(name.to_owned(), property);
    }
    if name == CONFIRM
        && let Some(required) = fields.entry("required").or_insert_with(|| json!([])).as_array_mut()
        && !required.contains(&name.into())
    {
        required.push(name.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize, schemars::JsonSchema)]
    struct Which {
        /// The thing.
        #[expect(dead_code, reason = "only its schema is read")]
        thing_id: String,
    }

    async fn remove(_: Ctx, _: Which) -> Result<(), Error> {
        Ok(())
    }

    async fn shown(_: Ctx, _: Which) -> Result<String, Error> {
        Ok(String::new())
    }

    async fn other(_: Ctx, (): ()) -> Result<String, Error> {
        Ok(String::new())
    }

    #[test]
    fn a_gate_shows_its_field_to_clients_and_requires_only_the_literal_one() {
        let literal = Operation::destructive("d", remove).confirm_literal();
        assert_eq!(literal.input.portable.value()["required"], json!(["thing_id", "confirm"]));
        assert_eq!(literal.input.strict.value()["properties"]["confirm"]["const"], true);
        assert!(literal.input.portable.value()["properties"]["confirm"].get("const").is_none());
        let asked = Operation::destructive("d", remove).confirm_ask(shown);
        assert_eq!(asked.input.portable.value()["required"], json!(["thing_id"]));
        assert!(asked.input.strict.value()["properties"]["confirm_token"].is_object());
        let hidden = Operation::destructive("d", remove).confirm_hidden();
        assert!(!hidden.offered_on(Door::Mcp) && !hidden.offered_on(Door::Stdio));
        assert!(hidden.offered_on(Door::Rest) && hidden.confirms_literally());
        let day = Payload::within(Duration::from_secs(86_400));
        let payload = Operation::write("w", remove).idempotent(day);
        assert!(
            payload.idempotent && payload.input.strict.value()["properties"]["allow_duplicate"].is_object()
        );
    }

    #[test]
    fn a_gate_that_makes_no_sense_is_a_fault() {
        let day = Payload::within(Duration::from_secs(86_400));
        assert!(!Operation::read("r", remove).idempotent(day).gate_faults().is_empty());
        let twice = Operation::destructive("d", remove).confirm_literal().confirm_ask(shown);
        assert!(twice.gate_faults().iter().any(|fault| fault.contains("two ways")));
        let mistaken = Operation::destructive("d", remove).confirm_ask(other);
        assert!(mistaken.faults.iter().any(|fault| fault.contains("own input")));
    }

    #[test]
    fn a_schema_of_ones_own_gets_the_field_as_well() {
        let own = json!({ "type": "object", "properties": { "x": { "type": "string" } } });
        let operation = Operation::destructive("d", remove).confirm_literal().raw_schema(&own);
        assert_eq!(operation.input.strict.value()["required"], json!(["confirm"]));
    }
}
