//! How an application is declared, and what it says of itself.

use belay_core::app::Protocol;
use belay_core::{App, Ctx, Error, Module, Operation, Prompt, Resource, ResourceTemplate};
use belay_server::Served;
use belay_testkit::{LEGACY, Message, TestApp};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{named, result};
use crate::wire_app::app;

async fn nothing(_: Ctx, (): ()) -> Result<String, Error> {
    Ok(String::new())
}

fn tool(name: &'static str) -> Operation {
    Operation::read(name, nothing).title("T").about("Does nothing.")
}

fn resource(uri: &'static str, name: &'static str) -> Resource {
    Resource::new(uri, name, |_| async { Ok::<_, Error>("") }).about("Nothing.")
}

#[derive(Deserialize, JsonSchema)]
struct Id {
    /// It.
    #[expect(dead_code, reason = "only its schema is read")]
    id: String,
}

fn template(uri: &'static str, name: &'static str) -> ResourceTemplate {
    ResourceTemplate::new(uri, name, |_, _: Id| async { Ok::<_, Error>(Some("")) }).about("Nothing.")
}

fn prompt(name: &'static str) -> Prompt {
    Prompt::new(name, |_, (): ()| async { Ok::<_, Error>(Vec::new()) }).about("Nothing.")
}

/// What is wrong with an application of one module.
fn faults(module: Module) -> String {
    let app = App::new("demo", "1", Vec::new()).with(module);
    let shared = belay_server::open::shared(&app, None);
    Served::new(app, shared, None).err().map(|faulty| faulty.to_string()).unwrap_or_default()
}

// A1.
#[tokio::test]
async fn an_application_is_a_list_of_declarations_put_together_from_parts() {
    let one = Module::new().operation(tool("one")).resource(resource("x://one", "one"));
    let two = Module::new().operation(tool("two")).prompt(prompt("two")).template(template("x://{id}", "t"));
    let app = TestApp::start(App::new("parts", "1", vec![tool("zero")]).with(one).with(two)).await;
    assert_eq!(app.nobody().tools().await, ["zero", "one", "two"], "in the order of their declaration");
    assert_eq!(result(&app.nobody(), "resources/list", json!({})).await["resources"][0]["name"], "one");
    assert_eq!(result(&app.nobody(), "prompts/list", json!({})).await["prompts"][0]["name"], "two");
}

// A2.
#[test]
fn two_declarations_of_one_name_or_address_do_not_start() {
    for (module, said) in [
        (Module::new().operation(tool("a")).operation(tool("a")), "operation `a`: is declared twice"),
        (Module::new().prompt(prompt("a")).prompt(prompt("a")), "prompt `a`: is declared twice"),
        (
            Module::new().resource(resource("x://1", "a")).resource(resource("x://2", "a")),
            "resource `a`: is declared twice",
        ),
        (
            Module::new().resource(resource("x://1", "a")).resource(resource("x://1", "b")),
            "x://1 is declared twice",
        ),
        (
            Module::new().template(template("x://{id}", "a")).template(template("x://{id}", "b")),
            "x://{id} is declared twice",
        ),
    ] {
        let told = faults(module);
        assert!(told.contains(said), "{said} in {told}");
    }
    let different = Module::new().operation(tool("a")).prompt(prompt("a")).resource(resource("x://a", "a"));
    assert_eq!(faults(different), "", "a tool, a prompt and a resource may have one name");
}

// A3, A4.
#[tokio::test]
async fn a_tool_is_listed_with_everything_it_was_declared_with() {
    let app = TestApp::start(app()).await;
    let listed = result(&app.nobody(), "tools/list", json!({})).await;
    let add = named(&listed["tools"], "add");
    assert_eq!((&add["title"], &add["description"]), (&json!("Add"), &json!("Adds two numbers.")));
    assert_eq!(add["icons"], json!([{ "src": "https://example.com/add.png" }]));
    assert_eq!(add["_meta"], json!({ "example.com/group": "numbers" }));
    assert!(add["inputSchema"].is_object() && add["outputSchema"].is_object());
    let hints = |name: &str| {
        let annotations = &named(&listed["tools"], name)["annotations"];
        let hint = |name: &str| annotations[name].as_bool().unwrap();
        ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"].map(hint)
    };
    assert_eq!(hints("add"), [true, false, true, false]);
    assert_eq!(hints("nest"), [false, false, false, false]);
    assert_eq!(hints("secured"), [false, true, true, true]);
    let text =
        app.nobody().mcp("nest", json!({ "inner": { "first": "a" }, "numbers": [], "text": "" })).await;
    assert!(!text.is_error, "hints forbid nothing");
}

async fn capabilities(app: App) -> Value {
    let app = TestApp::start(app).await;
    result(&app.nobody(), "server/discover", json!({})).await["capabilities"].clone()
}

// A21.
#[tokio::test]
async fn what_an_application_has_not_is_not_offered_and_its_methods_do_not_exist() {
    let empty = || App::new("empty", "1", Vec::new());
    assert_eq!(capabilities(empty()).await, json!({}));
    assert_eq!(capabilities(App::new("one", "1", vec![tool("a")])).await, json!({ "tools": {} }));
    let with = |module: Module| empty().with(module);
    assert_eq!(
        capabilities(with(Module::new().template(template("x://{id}", "a")))).await,
        json!({ "resources": {} })
    );
    let completing = prompt("a").complete(|_, _| async { Ok::<_, Error>(Vec::new()) });
    assert_eq!(
        capabilities(with(Module::new().prompt(completing))).await,
        json!({ "prompts": {}, "completions": {} })
    );
    let all = capabilities(app()).await;
    assert_eq!(all["resources"], json!({ "subscribe": true, "listChanged": true }));
    assert_eq!((&all["logging"], &all["tools"]), (&json!({}), &json!({ "listChanged": true })));
    assert!(all["extensions"]["io.modelcontextprotocol/tasks"].is_object());
    let empty = TestApp::start(empty()).await;
    for method in
        ["tools/list", "resources/list", "prompts/list", "completion/complete", "subscriptions/listen"]
    {
        let modern = empty.nobody().say(&Message::modern(method, json!({}))).await;
        assert_eq!((modern.status.as_u16(), modern.code()), (404, Some(-32601)), "{method}");
        let legacy = empty.nobody().say(&Message::legacy(LEGACY, method, json!({}))).await;
        assert_eq!((legacy.status.as_u16(), legacy.code()), (200, Some(-32601)), "{method}");
    }
}

// A22.
#[tokio::test]
async fn the_server_says_its_name_version_and_what_it_is_for() {
    let mut app = app();
    app.protocol = Protocol { website: Some("https://example.com"), ..Protocol::default() };
    let app = TestApp::start(app).await;
    let found = result(&app.nobody(), "server/discover", json!({})).await;
    let server = &found["_meta"]["io.modelcontextprotocol/serverInfo"];
    let whole = json!({
        "name": "wire", "title": "Wire", "version": "2.3.4", "description": "Shows what the protocol can carry.",
        "websiteUrl": "https://example.com",
    });
    assert_eq!(server, &whole);
    assert_eq!(found["instructions"], "Call what you like.");
    let greeted = app.nobody().say(&Message::initialize("2025-06-18", json!({}))).await.result();
    assert_eq!(greeted["serverInfo"], json!({ "name": "wire", "title": "Wire", "version": "2.3.4" }));
}

// A23.
#[test]
fn names_are_of_lower_case_words() {
    for (name, sound) in
        [("get_thing2", true), ("getThing", false), ("get-thing", false), ("2nd", false), ("", false)]
    {
        assert_eq!(faults(Module::new().operation(tool(name))).is_empty(), sound, "{name}");
    }
}
