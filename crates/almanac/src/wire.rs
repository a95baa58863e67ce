//! Instants and dates as they go over the wire.

use std::borrow::Cow;

use belay_store::{Arg, CellRef, FromCell, WrongCell};
use jiff::Timestamp;
use jiff::civil::Date;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A date as YYYY-MM-DD: the person's day, never converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct On(pub(crate) Date);

/// An instant in UTC as ISO 8601.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct At(pub(crate) Timestamp);

macro_rules! text {
    ($type:ident, $of:ty) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Cow::<'de, str>::deserialize(deserializer)?;
                text.parse().map(Self).map_err(D::Error::custom)
            }
        }

        impl JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string" })
            }
        }

        impl From<$type> for Arg {
            fn from(value: $type) -> Self {
                value.0.into()
            }
        }

        impl FromCell<'_> for $type {
            fn from_cell(cell: CellRef<'_>) -> Result<Self, WrongCell> {
                <$of>::from_cell(cell).map(Self)
            }
        }
    };
}

text!(On, Date);
text!(At, Timestamp);
