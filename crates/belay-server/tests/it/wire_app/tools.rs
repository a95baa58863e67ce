//! Tools with every kind of input, result and failure.

use std::time::Duration;

use belay_core::content::{Annotations, Embedded, Icon, Role};
use belay_core::cursor::Cursor;
use belay_core::{Block, Content, Ctx, Error, Issue, Kind, Module, Operation, Page};
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Two numbers.
#[derive(Deserialize, JsonSchema)]
struct Numbers {
    /// The first number.
    #[schemars(range(min = 0, max = 1000))]
    a: u32,
    /// The second number.
    #[serde(default = "one")]
    b: u32,
}

fn one() -> u32 {
    1
}

async fn add(_: Ctx, numbers: Numbers) -> Result<u32, Error> {
    Ok(numbers.a + numbers.b)
}

/// A thing to look up.
#[derive(Deserialize, JsonSchema)]
struct Which {
    /// The thing's identifier.
    id: String,
}

/// A thing.
#[derive(Serialize, JsonSchema)]
struct Thing {
    /// Its identifier.
    id: String,
    /// Words about it; nothing where nobody wrote any.
    note: Option<String>,
}

async fn get_thing(_: Ctx, which: Which) -> Result<Thing, Error> {
    Ok(Thing { id: which.id, note: None })
}

/// A result that looks like raw content and is none.
#[derive(Serialize, JsonSchema)]
struct Lookalike {
    /// Texts.
    content: Vec<String>,
}

async fn get_lookalike(_: Ctx, (): ()) -> Result<Lookalike, Error> {
    Ok(Lookalike { content: vec!["text".to_owned()] })
}

async fn get_raw(_: Ctx, (): ()) -> Result<Content, Error> {
    let audience = Annotations { audience: vec![Role::User], ..Annotations::default() };
    let mut content = Content::new(vec![
        Block::text("words").annotated(audience),
        Block::image([1, 2, 3], "image/png"),
        Block::audio([4, 5], "audio/wav"),
        Block::link("app://hello", "hello"),
        Block::resource(Embedded::text("app://hello", "text/plain", "Hello")),
    ]);
    content.meta.insert("example.com/fact".to_owned(), json!(7));
    Ok(content)
}

async fn fail_softly(_: Ctx, (): ()) -> Result<Content, Error> {
    Ok(Content::failure("It did not work; try tomorrow"))
}

async fn get_nothing(_: Ctx, (): ()) -> Result<String, Error> {
    Ok(String::new())
}

/// A result that breaks its own schema.
#[derive(JsonSchema)]
struct Broken {
    /// A number, it says.
    #[expect(dead_code, reason = "only its schema is read")]
    number: u32,
}

impl Serialize for Broken {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json!({ "number": "hunter2" }).serialize(serializer)
    }
}

async fn get_broken(_: Ctx, (): ()) -> Result<Broken, Error> {
    Ok(Broken { number: 1 })
}

async fn panic_now(_: Ctx, (): ()) -> Result<String, Error> {
    panic!("hunter2");
}

/// How to refuse.
#[derive(Deserialize, JsonSchema)]
struct How {
    /// One of conflict, anonymous, forbidden, unauthorized, denied, own, issues and fault.
    how: String,
}

async fn refuse(_: Ctx, asked: How) -> Result<String, Error> {
    Err(match asked.how.as_str() {
        "anonymous" => Error::new(Kind::Unauthenticated, "anonymous", "Sign in first"),
        "forbidden" => Error::new(Kind::Forbidden, "not_yours", "Only its owner may do that"),
        "unauthorized" => Error::unauthorized("Sign in first"),
        "denied" => Error::forbidden("You may not"),
        "own" => Error::protocol(Kind::Conflict, -31500, "The client must be updated"),
        "issues" => Error::invalid(vec![Issue::custom("a.b", "Too late"), Issue::custom("c", "Too early")]),
        "fault" => Error::internal("select hunter2 from vault"),
        _ => Error::new(Kind::Conflict, "too_late", "It is too late").with_hint("Come back tomorrow."),
    })
}

/// Things in things.
#[derive(Deserialize, JsonSchema)]
struct Nested {
    /// A thing with names.
    inner: Names,
    /// Numbers.
    numbers: Vec<i64>,
    /// A text.
    text: String,
}

/// Names.
#[derive(Deserialize, JsonSchema)]
struct Names {
    /// The first name.
    first: String,
}

async fn nest(_: Ctx, nested: Nested) -> Result<String, Error> {
    Ok(format!("{} {:?} {}", nested.inner.first, nested.numbers, nested.text))
}

/// Which rows to list.
#[derive(Deserialize, JsonSchema)]
struct Rows {
    /// Go on from here.
    cursor: Option<String>,
}

/// A row.
#[derive(Serialize, JsonSchema)]
struct Row {
    /// Its number.
    number: u32,
    /// Something long.
    filler: String,
}

impl From<u32> for Row {
    fn from(number: u32) -> Self {
        Self { number, filler: "x".repeat(1_000) }
    }
}

async fn list_rows(cx: Ctx, asked: Rows) -> Result<Page<Row>, Error> {
    let start = match &asked.cursor {
        Some(cursor) => Cursor::decode(cursor, "rows")?.key[0].as_u64().unwrap() + 1,
        None => 0,
    };
    let rows: Vec<u32> = (u32::try_from(start).unwrap()..300).collect();
    Ok(Page::new(&cx, "rows".to_owned(), 500, rows, |row| Cursor { key: vec![(*row).into()] }))
}

/// Arguments that clients repeat in headers.
#[derive(Deserialize, JsonSchema)]
struct Mirrored {
    /// A region.
    #[schemars(extend("x-mcp-header" = "Region"))]
    region: Option<String>,
    /// A number.
    #[schemars(extend("x-mcp-header" = "Limit"))]
    limit: Option<i64>,
}

async fn route(_: Ctx, sent: Mirrored) -> Result<String, Error> {
    Ok(format!("{:?} {:?}", sent.region, sent.limit))
}

async fn secured(_: Ctx, (): ()) -> Result<String, Error> {
    Ok("inside".to_owned())
}

async fn names_a_project(cx: Ctx) -> Result<(), Error> {
    if cx.request().headers.contains_key("x-project") {
        return Ok(());
    }
    Err(Error::new(Kind::Forbidden, "no_project", "Name a project in X-Project"))
}

pub(super) fn module() -> Module {
    let read = |operation: Operation| operation.title("T").example(json!({}));
    Module::new()
        .operation(
            Operation::read("add", add)
                .title("Add")
                .about("Adds two numbers.")
                .rest(Method::GET, "/sum")
                .icon(Icon::new("https://example.com/add.png"))
                .meta("example.com/group", "numbers")
                .example(json!({ "a": 1 })),
        )
        .operation(
            Operation::read("get_thing", get_thing)
                .title("T")
                .about("Gets a thing.")
                .example(json!({ "id": "t1" }))
                .rest(Method::GET, "/things/{id}"),
        )
        .operation(read(Operation::read("get_lookalike", get_lookalike)).about("Looks like content."))
        .operation(read(Operation::read("get_raw", get_raw)).about("Answers every kind of content."))
        .operation(read(Operation::read("fail_softly", fail_softly)).about("Tells of a failure."))
        .operation(read(Operation::read("get_nothing", get_nothing)).about("Answers an empty text."))
        .operation(read(Operation::read("get_broken", get_broken)).about("Breaks its own schema."))
        .operation(read(Operation::read("panic_now", panic_now)).about("Panics."))
        .operation(
            Operation::read("refuse", refuse)
                .title("T")
                .about("Refuses.")
                .example(json!({ "how": "conflict" }))
                .rest(Method::GET, "/refusals/{how}"),
        )
        .operation(
            Operation::write("nest", nest)
                .title("T")
                .about("Takes things in things.")
                .example(json!({ "inner": { "first": "a" }, "numbers": [1], "text": "b" }))
                .rest(Method::POST, "/nests"),
        )
        .operation(read(Operation::read("list_rows", list_rows)).about("Lists more than fits."))
        .operation(read(Operation::read("route", route)).about("Takes arguments that headers repeat."))
        .operation(
            read(Operation::destructive("secured", secured))
                .about("Works where a project is named.")
                .guard(names_a_project)
                .repeatable()
                .open_world(),
        )
        .operation(
            read(Operation::read("sleep", super::telling::forever))
                .about("Never answers in time.")
                .deadline(Duration::from_millis(40)),
        )
}
