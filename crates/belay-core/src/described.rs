//! What a resource, a template and a prompt have in common: a name, words and pictures.

use crate::content::{Icon, Meta};

/// How something is shown in a client's lists.
#[derive(Debug, Clone, Default)]
pub struct Described {
    /// The one name, unique among its kind.
    pub name: &'static str,
    /// The name people read.
    pub title: &'static str,
    /// What it holds or does, for a model.
    pub about: &'static str,
    /// Pictures for lists.
    pub icons: Vec<Icon>,
    /// Facts for clients, handed on as they are.
    pub meta: Meta,
}

/// Gives a declaration the builder methods for its [`Described`] part.
macro_rules! described {
    ($declaration:ty) => {
        impl $declaration {
            /// The name people read.
            #[must_use]
            pub fn title(mut self, title: &'static str) -> Self {
                self.described.title = title;
                self
            }

            /// What it holds or does, for a model.
            #[must_use]
            pub fn about(mut self, about: &'static str) -> Self {
                self.described.about = about;
                self
            }

            /// A picture for lists. May be repeated.
            #[must_use]
            pub fn icon(mut self, icon: $crate::content::Icon) -> Self {
                self.described.icons.push(icon);
                self
            }

            /// A fact for clients, handed on as it is.
            #[must_use]
            pub fn meta(mut self, key: &str, value: impl Into<serde_json::Value>) -> Self {
                self.described.meta.insert(key.to_owned(), value.into());
                self
            }
        }
    };
}

pub(crate) use described;
