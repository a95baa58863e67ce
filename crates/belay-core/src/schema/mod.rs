//! JSON Schemas that every client and model API accepts, derived from Rust types.
//!
//! schemars writes correct schemas that many clients choke on: `$ref`, type lists, numeric formats, `oneOf`.
//! Each type gets two schemas instead. The **strict** one keeps `$ref` (so recursive input is checked at any
//! depth) and integer widths; it validates. The **portable** one has `$ref` inlined, one `type` each and no
//! machine bounds; it is what clients see. What cannot be said portably is a fault, found at start.

mod clean;
mod coerce;
mod kept;
mod portable;
mod strict;

use schemars::JsonSchema;
use schemars::generate::{Contract, SchemaSettings};
use serde_json::{Map, Value, json};

pub use coerce::{Mode, coerce};
pub use kept::Kept;
pub use strict::resolve;

/// Marks a schema that takes any value on purpose: `#[schemars(extend("x-any" = true))]`.
pub const ANY: &str = "x-any";

/// Marks a value that may be null, between the passes.
const NULLABLE: &str = "x-nullable";

/// Holds what an enum's names mean, between the passes.
const VARIANTS: &str = "x-variants";

/// Whether a type is read or written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// What an operation takes: unknown fields are refused, null counts as absent.
    Input,
    /// What an operation answers.
    Output,
}

/// The schemas of one type, and what is wrong with it.
#[derive(Debug, Clone)]
pub struct Schemas {
    /// For validation.
    pub strict: Kept,
    /// For clients.
    pub portable: Kept,
    /// For documents about the wire: portable, but saying where a result may hold null.
    pub documented: Kept,
    /// Sentences about what cannot be said portably; empty for a sound type.
    pub faults: Vec<String>,
    /// Whether the value is wrapped as `{"result": …}` because it is no object.
    pub wrapped: bool,
    /// Whether the value is [`Content`](crate::content::Content), which goes to clients as it is.
    pub content: bool,
}

impl Schemas {
    /// The schemas of `T` on one side.
    #[must_use]
    pub fn of<T: JsonSchema>(side: Side) -> Self {
        let mut settings = SchemaSettings::draft2020_12();
        settings.meta_schema = None;
        settings.inline_subschemas = false;
        settings.contract = match side {
            Side::Input => Contract::Deserialize,
            Side::Output => Contract::Serialize,
        };
        let root = settings.into_generator().into_root_schema_for::<T>().to_value();
        if side == Side::Output && root.get(crate::content::CONTENT).is_some() {
            let pieces = json!({ "type": "array", "items": { "type": "object" } });
            let schema =
                json!({ "type": "object", "properties": { "content": pieces }, "required": ["content"] });
            return Self { content: true, ..Self::raw(&schema) };
        }
        let mut root = if is_unit(&root) { json!({ "type": "object", "properties": {} }) } else { root };
        let wrapped = side == Side::Output && !is_object(&root);
        if wrapped {
            root = wrap(root);
        }
        let mut faults = Vec::new();
        clean::clean_root(&mut root, side, &mut faults);
        if side == Side::Input && !is_object(&root) {
            faults.push("the input must be an object with named fields".to_owned());
        }
        let portable = portable::portable(&root, side, portable::Nulls::LeftOut);
        let documented = portable::portable(&root, side, portable::Nulls::Said);
        // Mostly they are the same: what is taken in holds no null that has to be said.
        let (kept, documented) =
            (Kept::new(&portable), (portable != documented).then(|| Kept::new(&documented)));
        let (documented, portable) = (documented.unwrap_or_else(|| kept.clone()), kept);
        let strict = Kept::new(&strict::strict(root, side));
        Self { strict, portable, documented, faults, wrapped, content: false }
    }

    /// One schema, as it is, for validation and for clients.
    #[must_use]
    pub fn raw(schema: &Value) -> Self {
        let schema = Kept::new(schema);
        Self {
            strict: schema.clone(),
            portable: schema.clone(),
            documented: schema,
            faults: Vec::new(),
            wrapped: false,
            content: false,
        }
    }
}

fn is_unit(root: &Value) -> bool {
    root.get("type").and_then(Value::as_str) == Some("null")
}

fn is_object(root: &Value) -> bool {
    let target = root.get("$ref").and_then(Value::as_str).and_then(|reference| resolve(root, reference));
    target.unwrap_or(root).get("type").and_then(Value::as_str) == Some("object")
}

fn wrap(mut root: Value) -> Value {
    let definitions = root.as_object_mut().and_then(|root| root.remove("$defs"));
    let mut wrapped = json!({ "type": "object", "properties": { "result": root }, "required": ["result"] });
    if let (Some(definitions), Some(wrapped)) = (definitions, wrapped.as_object_mut()) {
        wrapped.insert("$defs".to_owned(), definitions);
    }
    if let Some(result) = wrapped.pointer_mut("/properties/result").and_then(Value::as_object_mut) {
        result.entry("description").or_insert_with(|| "The result.".into());
    }
    wrapped
}

/// Visits every schema directly below a node, with the word that names its place in a path.
fn children(node: &mut Map<String, Value>, mut visit: impl FnMut(&str, &mut Value)) {
    for group in ["properties", "$defs"] {
        if let Some(members) = node.get_mut(group).and_then(Value::as_object_mut) {
            for (name, member) in members {
                visit(name, member);
            }
        }
    }
    if let Some(items) = node.get_mut("items") {
        visit("[]", items);
    }
    if let Some(values) = node.get_mut("additionalProperties").filter(|values| values.is_object()) {
        visit("{}", values);
    }
}

#[cfg(test)]
mod tests;
