//! What can be read.

use belay::core::{Body, Ctx, Error, Module, Resource, ResourceTemplate};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::media;

async fn static_text(_: Ctx) -> Result<&'static str, Error> {
    Ok("This is the content of the static text resource.")
}

async fn static_binary(_: Ctx) -> Result<Body, Error> {
    Ok(Body::Blob(media::PIXEL.to_vec()))
}

async fn watched(_: Ctx) -> Result<&'static str, Error> {
    Ok("Watched resource content")
}

#[derive(Deserialize, JsonSchema)]
struct Which {
    /// The identifier of the data.
    id: String,
}

async fn data(_: Ctx, which: Which) -> Result<Option<Value>, Error> {
    let text = format!("Data for ID: {}", which.id);
    Ok(Some(json!({ "id": which.id, "templateTest": true, "data": text })))
}

pub(crate) fn module() -> Module {
    Module::new()
        .resource(
            Resource::new("test://static-text", "static_text", static_text)
                .title("Static text")
                .about("A text that never changes."),
        )
        .resource(
            Resource::new("test://static-binary", "static_binary", static_binary)
                .title("Static picture")
                .about("A picture that never changes.")
                .mime_type("image/png"),
        )
        .resource(
            Resource::new("test://watched-resource", "watched_resource", watched)
                .title("Watched text")
                .about("A text to subscribe to."),
        )
        .template(
            ResourceTemplate::new("test://template/{id}/data", "template_data", data)
                .title("Data by identifier")
                .about("Data made up from an identifier.")
                .mime_type("application/json"),
        )
}
