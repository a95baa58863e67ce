//! What a delete answers.

/// The answer of a delete, with the field by which the thing was named. What was not there is refused instead.
macro_rules! deleted {
    ($field:ident) => {
        /// It is gone.
        #[derive(Debug, serde::Serialize, schemars::JsonSchema)]
        struct Deleted {
            /// Always true.
            deleted: bool,
            /// What it was.
            $field: i64,
        }

        impl Deleted {
            fn row($field: i64) -> Self {
                Self { deleted: true, $field }
            }
        }
    };
}
pub(crate) use deleted;
