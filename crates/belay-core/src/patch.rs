//! A change to one field of something that is there already.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer};

/// Marks a field of an input in which null means something: it clears.
pub(crate) const CLEARS: &str = "x-clears";

/// What an update does to a field: nothing where it is absent, clear it where it is null, set it otherwise.
///
/// A field of this type needs `#[serde(default)]`, which makes it optional.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Patch<T> {
    /// It stays as it is.
    #[default]
    Keep,
    /// It is empty afterwards.
    Clear,
    /// It has this value afterwards.
    Set(T),
}

impl<T> Patch<T> {
    /// What the field is afterwards, given what it was.
    pub fn over(self, before: Option<T>) -> Option<T> {
        match self {
            Self::Keep => before,
            Self::Clear => None,
            Self::Set(value) => Some(value),
        }
    }

    /// Whether the field stays as it is.
    #[must_use]
    pub fn keeps(&self) -> bool {
        matches!(self, Self::Keep)
    }

    /// The value that is set, if one is.
    pub fn set(&self) -> Option<&T> {
        match self {
            Self::Set(value) => Some(value),
            Self::Keep | Self::Clear => None,
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Clear, Self::Set))
    }
}

impl<T: JsonSchema> JsonSchema for Patch<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Patch_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = generator.subschema_for::<T>();
        schema.insert(CLEARS.to_owned(), true.into());
        schema
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::{Mode, Schemas, Side, coerce};

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    enum Colour {
        Red,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    struct Change {
        /// A number.
        #[serde(default)]
        count: Patch<i64>,
        /// A colour.
        #[serde(default)]
        colour: Patch<Colour>,
        /// An optional text.
        text: Option<String>,
    }

    #[test]
    fn absent_keeps_null_clears_and_a_value_sets() {
        let change: Change = serde_json::from_value(json!({ "count": null })).unwrap();
        assert_eq!(change.count.over(Some(4)), None);
        assert!(change.colour.keeps() && change.text.is_none());
        let change: Change = serde_json::from_value(json!({ "count": 5, "colour": "red" })).unwrap();
        assert_eq!(change.count.set(), Some(&5));
        assert!(matches!(change.colour.over(None), Some(Colour::Red)));
        assert_eq!(Patch::Keep.over(Some(1)), Some(1));
    }

    #[test]
    fn null_is_valid_where_it_clears_and_clients_see_one_plain_type() {
        let schemas = Schemas::of::<Change>(Side::Input);
        assert!(schemas.faults.is_empty(), "{:?}", schemas.faults);
        assert_eq!(schemas.strict.value()["properties"]["count"]["type"], json!(["integer", "null"]));
        assert!(schemas.strict.value()["properties"]["colour"]["anyOf"].is_array());
        assert_eq!(schemas.portable.value()["properties"]["count"]["type"], "integer");
        assert_eq!(schemas.portable.value()["required"], json!([]));
    }

    #[test]
    fn a_repair_leaves_a_null_that_clears() {
        let schemas = Schemas::of::<Change>(Side::Input);
        let mut value = json!({ "count": null, "colour": null, "text": null });
        coerce(&mut value, &schemas.strict.value(), Mode::Json);
        assert_eq!(value, json!({ "count": null, "colour": null }));
        let mut value = json!({ "count": 5.0 });
        coerce(&mut value, &schemas.strict.value(), Mode::Json);
        assert_eq!(value, json!({ "count": 5 }));
    }
}
