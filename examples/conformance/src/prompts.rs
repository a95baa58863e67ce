//! Prompts that are written in one go.

use belay::core::content::Embedded;
use belay::core::{Block, Completing, Ctx, Error, Message, Module, Prompt};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::media;

async fn simple(_: Ctx, (): ()) -> Result<Vec<Message>, Error> {
    Ok(vec![Message::user("This is a simple prompt for testing.")])
}

#[derive(Deserialize, JsonSchema)]
struct Two {
    /// The first text.
    arg1: String,
    /// The second text.
    arg2: String,
}

async fn with_arguments(_: Ctx, two: Two) -> Result<Vec<Message>, Error> {
    let text = format!("Prompt with arguments: arg1='{}', arg2='{}'", two.arg1, two.arg2);
    Ok(vec![Message::user(text)])
}

async fn suggest(_: Ctx, typed: Completing) -> Result<Vec<String>, Error> {
    let known = ["testValue1", "testValue2", "other"];
    Ok(known.into_iter().filter(|value| value.starts_with(&typed.value)).map(str::to_owned).collect())
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Embedding {
    /// The address to embed the resource under.
    resource_uri: String,
}

async fn with_resource(_: Ctx, embedding: Embedding) -> Result<Vec<Message>, Error> {
    let text = "Embedded resource content for testing.";
    let resource = Embedded::text(embedding.resource_uri, "text/plain", text);
    let message = Message::user(Block::resource(resource));
    Ok(vec![message.and("Please process the embedded resource above.")])
}

async fn with_image(_: Ctx, (): ()) -> Result<Vec<Message>, Error> {
    Ok(vec![Message::user(media::pixel()).and("Please analyze the image above.")])
}

pub(crate) fn module() -> Module {
    Module::new()
        .prompt(Prompt::new("test_simple_prompt", simple).title("Simple prompt").about("One sentence."))
        .prompt(
            Prompt::new("test_prompt_with_arguments", with_arguments)
                .title("Prompt with arguments")
                .about("Repeats its two arguments.")
                .complete(suggest),
        )
        .prompt(
            Prompt::new("test_prompt_with_embedded_resource", with_resource)
                .title("Prompt with a resource")
                .about("Holds a resource and a request about it."),
        )
        .prompt(
            Prompt::new("test_prompt_with_image", with_image)
                .title("Prompt with a picture")
                .about("Holds a picture and a request about it."),
        )
}
