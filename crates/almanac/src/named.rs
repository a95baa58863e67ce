//! Enums that have the same name on the wire and in the database.

/// An enum's name in the database, which is the one on the wire.
macro_rules! named {
    ($type:ident { $($variant:ident = $name:literal),+ $(,)? }) => {
        impl $type {
            /// The name on the wire and in the database.
            pub(crate) fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// The value of a name.
            pub(crate) fn named(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)+ _ => None }
            }
        }

        impl From<$type> for belay_store::Arg {
            fn from(value: $type) -> Self {
                Self::Text(value.name().to_owned())
            }
        }

        impl belay_store::FromCell<'_> for $type {
            fn from_cell(cell: belay_store::CellRef<'_>) -> Result<Self, belay_store::WrongCell> {
                let name = <&str as belay_store::FromCell>::from_cell(cell)?;
                Self::named(name).ok_or(belay_store::WrongCell::new(cell, concat!("a name of ", stringify!($type))))
            }
        }
    };
}
pub(crate) use named;
