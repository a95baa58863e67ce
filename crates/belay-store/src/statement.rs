//! Statements as data, so that machines can try every one of them on both engines.

use crate::{Arg, Sql};

/// What a parameter of a statement takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A truth value.
    Bool,
    /// A whole number, also an instant in microseconds.
    Int,
    /// A floating-point number.
    Real,
    /// Text, also an id or a date.
    Text,
    /// Bytes.
    Blob,
    /// A JSON array, for instance the ids for `json_each($1)`.
    Json,
}

impl Kind {
    /// A value of the kind that any statement accepts.
    pub(crate) fn sample(self) -> Arg {
        match self {
            Self::Bool => Arg::Bool(true),
            Self::Int => Arg::Int(1),
            Self::Real => Arg::Real(1.5),
            Self::Text => Arg::Text("2026-01-02".to_owned()),
            Self::Blob => Arg::Blob(vec![1]),
            Self::Json => Arg::Json(serde_json::Value::Array(Vec::new())),
        }
    }
}

/// One `$n` of a statement: what it means and what it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its meaning, in the words of the area.
    pub name: &'static str,
    /// What it takes.
    pub kind: Kind,
}

/// A constant statement of an area. Declare it with [`statements!`](crate::statements).
#[derive(Clone, Copy, Debug)]
pub struct Statement {
    name: &'static str,
    text: &'static str,
    parameters: &'static [Parameter],
    skip_locked: bool,
}

impl Statement {
    /// Declares a statement.
    ///
    /// # Panics
    ///
    /// While compiling, when the highest `$n` of the text is not the number of parameters.
    #[must_use]
    pub const fn new(name: &'static str, text: &'static str, parameters: &'static [Parameter]) -> Self {
        assert!(highest(text) == parameters.len(), "the highest $n is not the number of parameters");
        Self { name, text, parameters, skip_locked: false }
    }

    /// See [`Sql::skip_locked`].
    #[must_use]
    pub const fn skip_locked(mut self) -> Self {
        self.skip_locked = true;
        self
    }

    /// The module and the name of the constant.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The text, the same for both engines.
    #[must_use]
    pub const fn text(&self) -> &'static str {
        self.text
    }

    /// The parameters `$1`, `$2`, … in order.
    #[must_use]
    pub const fn parameters(&self) -> &'static [Parameter] {
        self.parameters
    }
}

impl From<Statement> for Sql {
    fn from(statement: Statement) -> Self {
        let sql = Self::new(statement.text);
        if statement.skip_locked { sql.skip_locked() } else { sql }
    }
}

impl From<&Statement> for Sql {
    fn from(statement: &Statement) -> Self {
        (*statement).into()
    }
}

/// The highest number that follows a `$` in the text.
const fn highest(text: &str) -> usize {
    let mut rest = text.as_bytes();
    let mut highest = 0;
    while let [byte, tail @ ..] = rest {
        rest = tail;
        if *byte == b'$' {
            let mut number = 0;
            while let [digit @ b'0'..=b'9', tail @ ..] = rest {
                number = number * 10 + (*digit - b'0') as usize;
                rest = tail;
            }
            if number > highest {
                highest = number;
            }
        }
    }
    highest
}

/// Declares the statements of an area and `ALL`, the list of them.
///
/// Each has a doc line, a name, its parameters in the order `$1`, `$2`, … with their [`Kind`](crate::Kind), and
/// its text; `@skip_locked` makes a `select` pass over locked rows ([`Sql::skip_locked`](crate::Sql::skip_locked)).
///
/// ```
/// belay_store::statements! {
///     /// One meal.
///     BY_ID(id: Text) = "select name, eaten_at from meal where id = $1";
///     /// The meals that wait for their nutrients.
///     WAITING(limit: Int) @skip_locked = "select id from meal where kcal is null order by id limit $1";
/// }
/// assert_eq!(ALL.len(), 2);
/// ```
#[macro_export]
macro_rules! statements {
    ($(
        $(#[$doc:meta])*
        $name:ident ( $($parameter:ident : $kind:ident),* $(,)? ) $(@ $attribute:ident)? = $text:expr ;
    )*) => {
        $(
            $(#[$doc])*
            pub const $name: $crate::Statement = $crate::Statement::new(
                ::std::concat!(::std::module_path!(), "::", ::std::stringify!($name)),
                $text,
                &[$($crate::Parameter {
                    name: ::std::stringify!($parameter),
                    kind: $crate::Kind::$kind,
                }),*],
            )$(.$attribute())?;
        )*

        /// Every statement of the area.
        pub const ALL: &[$crate::Statement] = &[$($name),*];
    };
}

#[cfg(test)]
mod tests {
    use super::highest;

    #[test]
    fn the_highest_parameter_counts_wherever_it_stands() {
        assert_eq!(highest("select 1"), 0);
        assert_eq!(highest("select $2, $10, $1"), 10);
        assert_eq!(highest("select $1 where a = $1"), 1);
    }
}
