//! Values bound to the parameters of a statement.

use serde_json::Value;

/// One value for one `$n` of a statement.
///
/// A type of an application becomes bindable by implementing `From<ThatType> for Arg`.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// SQL null, of whatever type the parameter has.
    Null,
    /// A truth value; SQLite stores it as 0 or 1.
    Bool(bool),
    /// A whole number. PostgreSQL refuses one outside the range of the column.
    Int(i64),
    /// A floating-point number.
    Real(f64),
    /// Text; also what a PostgreSQL `json` or `jsonb` column takes.
    Text(String),
    /// Bytes.
    Blob(Vec<u8>),
    /// A JSON document: text in SQLite, `json`, `jsonb` or text in PostgreSQL.
    Json(Value),
}

impl Arg {
    /// What the value is, in words for an error message; never the value itself.
    pub(crate) const fn noun(&self) -> &'static str {
        match self {
            Self::Null => "a null",
            Self::Bool(_) => "a boolean",
            Self::Int(_) => "an integer",
            Self::Real(_) => "a real number",
            Self::Text(_) => "a text",
            Self::Blob(_) => "a blob",
            Self::Json(_) => "a JSON document",
        }
    }
}

macro_rules! arg_from {
    ($($from:ty => |$value:ident| $arg:expr;)*) => {
        $(impl From<$from> for Arg {
            fn from($value: $from) -> Self {
                $arg
            }
        })*
    };
}

arg_from! {
    bool => |value| Self::Bool(value);
    i64 => |value| Self::Int(value);
    i32 => |value| Self::Int(i64::from(value));
    i16 => |value| Self::Int(i64::from(value));
    u32 => |value| Self::Int(i64::from(value));
    u16 => |value| Self::Int(i64::from(value));
    u8 => |value| Self::Int(i64::from(value));
    f64 => |value| Self::Real(value);
    &str => |value| Self::Text(value.to_owned());
    String => |value| Self::Text(value);
    &String => |value| Self::Text(value.clone());
    Vec<u8> => |value| Self::Blob(value);
    &[u8] => |value| Self::Blob(value.to_vec());
    Value => |value| Self::Json(value);
}

impl<T: Into<Self>> From<Option<T>> for Arg {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// The values of a statement in the order of `$1`, `$2`, …: `args![1, "soup", None::<bool>]`.
///
/// Every expression is turned into an [`Arg`](crate::Arg) by `Into`.
#[macro_export]
macro_rules! args {
    () => { ::std::vec::Vec::<$crate::Arg>::new() };
    ($($value:expr),+ $(,)?) => { ::std::vec![$($crate::Arg::from($value)),+] };
}
