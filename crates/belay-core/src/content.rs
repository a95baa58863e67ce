//! What a result, a prompt or a resource is made of besides plain JSON: texts, pictures, sounds, links.
//!
//! The shapes follow the content blocks of the Model Context Protocol, revision 2026-07-28.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Marks the schema of [`Content`]: the value goes to the client as it is.
pub(crate) const CONTENT: &str = "x-content";

/// Facts for a client beside something, which the protocol hands on untouched.
pub type Meta = Map<String, Value>;

/// A picture that stands for something in a client's lists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Icon {
    /// Where it is: an `https:` or `data:` URL.
    pub src: &'static str,
    /// Its type, such as `image/png`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<&'static str>,
    /// Its sizes, such as `48x48` or `any`.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub sizes: &'static [&'static str],
}

impl Icon {
    /// A picture at an address.
    #[must_use]
    pub const fn new(src: &'static str) -> Self {
        Self { src, mime_type: None, sizes: &[] }
    }
}

/// Who wrote a message of a prompt, or whom a piece of content is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The person.
    User,
    /// The model.
    Assistant,
}

/// Hints on whom something is for and how much it matters.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Annotations {
    /// Whom it is for; both when empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub audience: Vec<Role>,
    /// How much it matters, from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<f64>,
    /// When it last changed, as an ISO 8601 instant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_modified: Option<String>,
}

/// The content of a resource under its address.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Embedded {
    /// Its address.
    pub uri: String,
    /// Its type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// It as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// It as base64, where it is no text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blob: Option<String>,
}

impl Embedded {
    /// A resource whose content is a text.
    #[must_use]
    pub fn text(uri: impl Into<String>, mime_type: impl Into<String>, text: impl Into<String>) -> Self {
        Self { uri: uri.into(), mime_type: Some(mime_type.into()), text: Some(text.into()), blob: None }
    }
}

/// A link to a resource, for the client to read when it wants to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Link {
    /// Its address.
    pub uri: String,
    /// Its name.
    pub name: String,
    /// What it holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Its type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
}

/// The kinds of content.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Piece {
    /// A text.
    Text {
        /// It.
        text: String,
    },
    /// A picture.
    Image {
        /// Its bytes as base64.
        data: String,
        /// Its type.
        mime_type: String,
    },
    /// A sound.
    Audio {
        /// Its bytes as base64.
        data: String,
        /// Its type.
        mime_type: String,
    },
    /// A link.
    ResourceLink(Link),
    /// A resource with its content.
    Resource {
        /// It.
        resource: Embedded,
    },
}

/// One piece of content, with hints.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// What it is.
    #[serde(flatten)]
    pub piece: Piece,
    /// Hints.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// Facts for the client.
    #[serde(default, rename = "_meta", skip_serializing_if = "Map::is_empty")]
    pub meta: Meta,
}

impl From<Piece> for Block {
    fn from(piece: Piece) -> Self {
        Self { piece, annotations: None, meta: Meta::new() }
    }
}

impl From<&str> for Block {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<String> for Block {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl Block {
    /// A text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Piece::Text { text: text.into() }.into()
    }

    /// A picture, from its bytes.
    #[must_use]
    pub fn image(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Piece::Image { data: STANDARD.encode(bytes), mime_type: mime_type.into() }.into()
    }

    /// A sound, from its bytes.
    #[must_use]
    pub fn audio(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Piece::Audio { data: STANDARD.encode(bytes), mime_type: mime_type.into() }.into()
    }

    /// A link to a resource.
    #[must_use]
    pub fn link(uri: impl Into<String>, name: impl Into<String>) -> Self {
        let link = Link { uri: uri.into(), name: name.into(), description: None, mime_type: None };
        Piece::ResourceLink(link).into()
    }

    /// A resource with its content.
    #[must_use]
    pub fn resource(resource: Embedded) -> Self {
        Piece::Resource { resource }.into()
    }

    /// Says whom it is for and how much it matters.
    #[must_use]
    pub fn annotated(mut self, annotations: Annotations) -> Self {
        self.annotations = Some(annotations);
        self
    }
}

/// A result that goes to the client as it is, without a schema: what an operation answers that has a picture, a
/// sound or a link to give, or a mere sentence.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Content {
    /// The pieces, in order.
    pub content: Vec<Block>,
    /// Whether the pieces tell of a failure that the model should read.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_error: bool,
    /// Facts for the client.
    #[serde(default, rename = "_meta", skip_serializing_if = "Map::is_empty")]
    pub meta: Meta,
}

impl Content {
    /// A result of these pieces.
    #[must_use]
    pub fn new(content: Vec<Block>) -> Self {
        Self { content, ..Self::default() }
    }

    /// A failure that the model should read, as one text.
    #[must_use]
    pub fn failure(text: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::text(text) }
    }

    /// A result of one text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(vec![Block::text(text)])
    }
}

impl From<Block> for Content {
    fn from(block: Block) -> Self {
        Self::new(vec![block])
    }
}

impl JsonSchema for Content {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Content".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "x-content": true, "type": "object" })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn blocks_have_the_shape_of_the_protocol() {
        let content = Content::new(vec![
            Block::text("a"),
            Block::image([1, 2, 3], "image/png"),
            Block::audio([1], "audio/wav"),
            Block::link("x://1", "one"),
            Block::resource(Embedded::text("x://2", "text/plain", "two")).annotated(Annotations {
                audience: vec![Role::User],
                priority: Some(0.5),
                last_modified: None,
            }),
        ]);
        assert_eq!(
            serde_json::to_value(content).unwrap(),
            json!({ "content": [
                { "type": "text", "text": "a" },
                { "type": "image", "data": "AQID", "mimeType": "image/png" },
                { "type": "audio", "data": "AQ==", "mimeType": "audio/wav" },
                { "type": "resource_link", "uri": "x://1", "name": "one" },
                { "type": "resource", "resource": { "uri": "x://2", "mimeType": "text/plain", "text": "two" },
                  "annotations": { "audience": ["user"], "priority": 0.5 } },
            ] })
        );
    }
}
