//! Resources, templates and prompts.

use belay_core::content::{Annotations, Icon, Role};
use belay_core::{
    Block, Body, Cache, Completing, Ctx, Error, Message, Module, Prompt, Resource, ResourceTemplate,
};
use schemars::JsonSchema;
use serde::Deserialize;

async fn hello(_: Ctx) -> Result<&'static str, Error> {
    Ok("Hello")
}

async fn logo(_: Ctx) -> Result<Body, Error> {
    Ok(Body::Blob(vec![1, 2, 3]))
}

async fn me(_: Ctx) -> Result<&'static str, Error> {
    Ok("myself")
}

async fn crash(_: Ctx) -> Result<&'static str, Error> {
    panic!("hunter2");
}

/// A user.
#[derive(Deserialize, JsonSchema)]
struct User {
    /// Their identifier.
    #[schemars(length(max = 10))]
    id: String,
}

async fn user(cx: Ctx, user: User) -> Result<Option<String>, Error> {
    Ok((user.id != "nobody").then(|| format!("{} at {}", user.id, cx.uri())))
}

/// A file.
#[derive(Deserialize, JsonSchema)]
struct File {
    /// Its path.
    path: String,
}

async fn file(_: Ctx, file: File) -> Result<Option<String>, Error> {
    Ok(Some(file.path))
}

async fn ids(_: Ctx, typed: Completing) -> Result<Vec<String>, Error> {
    let all = (0..150).map(|number| format!("user{number}"));
    Ok(all.filter(|id| id.starts_with(&typed.value)).collect())
}

/// Whom to greet.
#[derive(Deserialize, JsonSchema)]
struct Greeting {
    /// Their name.
    who: String,
    /// How often.
    times: Option<u32>,
}

async fn greeting(_: Ctx, greeting: Greeting) -> Result<Vec<Message>, Error> {
    let user = Message::user(format!("Greet {} {} times", greeting.who, greeting.times.unwrap_or(1)));
    Ok(vec![user.and(Block::image([1], "image/png")), Message::assistant("Hello!")])
}

async fn suggest(_: Ctx, typed: Completing) -> Result<Vec<String>, Error> {
    let others = typed.others.get("times").and_then(serde_json::Value::as_str).unwrap_or("0");
    Ok(vec![format!("{}-{}-{others}", typed.argument, typed.value)])
}

async fn simple(_: Ctx, (): ()) -> Result<Vec<Message>, Error> {
    Ok(vec![Message::user("Simple")])
}

pub(super) fn module() -> Module {
    let facts = Annotations {
        audience: vec![Role::Assistant],
        priority: Some(0.5),
        last_modified: Some("2026-01-01T00:00:00Z".to_owned()),
    };
    Module::new()
        .resource(Resource::new("app://hello", "hello", hello).about("A greeting."))
        .resource(
            Resource::new("app://logo", "logo", logo)
                .title("Logo")
                .about("A picture.")
                .mime_type("image/png")
                .size(3)
                .icon(Icon::new("https://example.com/logo.png"))
                .annotations(facts)
                .meta("example.com/kind", "picture")
                .cache(Cache::public(60_000)),
        )
        .resource(Resource::new("db://users/me", "me", me).about("The caller."))
        .resource(Resource::new("app://crash", "crash", crash).about("Cannot be read."))
        .template(
            ResourceTemplate::new("db://users/{id}", "user", user)
                .title("User")
                .about("A user.")
                .cache(Cache::private(1_000))
                .complete(ids),
        )
        .template(
            ResourceTemplate::new("file:///{+path}", "file", file)
                .about("A file.")
                .mime_type("text/markdown"),
        )
        .prompt(
            Prompt::new("greeting", greeting)
                .title("Greeting")
                .about("Greets somebody.")
                .meta("example.com/kind", "greeting")
                .icon(Icon::new("https://example.com/hello.png"))
                .complete(suggest),
        )
        .prompt(Prompt::new("simple", simple).about("One sentence."))
}
