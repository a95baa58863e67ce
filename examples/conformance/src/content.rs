//! Tools that answer one of each kind of content.

use belay::core::content::Embedded;
use belay::core::{Block, Content, Ctx, Error, Module, Operation};
use serde_json::json;

use crate::media;

async fn simple_text(_: Ctx, (): ()) -> Result<Content, Error> {
    Ok(Content::text("This is a simple text response for testing."))
}

async fn image(_: Ctx, (): ()) -> Result<Content, Error> {
    Ok(media::pixel().into())
}

async fn audio(_: Ctx, (): ()) -> Result<Content, Error> {
    Ok(media::silence().into())
}

async fn embedded_resource(_: Ctx, (): ()) -> Result<Content, Error> {
    let text = "This is an embedded resource content.";
    Ok(Block::resource(Embedded::text("test://embedded-resource", "text/plain", text)).into())
}

async fn multiple_types(_: Ctx, (): ()) -> Result<Content, Error> {
    let data = json!({ "test": "data", "value": 123 }).to_string();
    let resource = Embedded::text("test://mixed-content-resource", "application/json", data);
    Ok(Content::new(vec![
        Block::text("Multiple content types test:"),
        media::pixel(),
        Block::resource(resource),
    ]))
}

async fn failure(_: Ctx, (): ()) -> Result<Content, Error> {
    let told = Content::text("This tool intentionally returns an error for testing");
    Ok(Content { is_error: true, ..told })
}

pub(crate) fn module() -> Module {
    Module::new()
        .operation(
            Operation::read("test_simple_text", simple_text)
                .title("Simple text")
                .about("Answers one piece of text."),
        )
        .operation(
            Operation::read("test_image_content", image)
                .title("Image")
                .about("Answers a picture of one pixel."),
        )
        .operation(
            Operation::read("test_audio_content", audio).title("Audio").about("Answers a moment of silence."),
        )
        .operation(
            Operation::read("test_embedded_resource", embedded_resource)
                .title("Embedded resource")
                .about("Answers a resource together with its content."),
        )
        .operation(
            Operation::read("test_multiple_content_types", multiple_types)
                .title("Several kinds of content")
                .about("Answers a text, a picture and a resource."),
        )
        .operation(
            Operation::read("test_error_handling", failure)
                .title("Failure")
                .about("Answers a failure that a model should read."),
        )
}
