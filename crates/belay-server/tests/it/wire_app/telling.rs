//! Tools that tell the client something besides their results, wait, or go on as tasks.

use belay_core::operation::TaskSupport;
use belay_core::{Change, Ctx, Error, Level, Module, Operation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Probe;

/// Has a value that the application puts beside each call.
#[derive(Debug, Clone)]
pub(crate) struct Project(pub(crate) String);

pub(super) async fn forever(cx: Ctx, (): ()) -> Result<String, Error> {
    cx.get::<Probe>().unwrap().hold().await;
    Ok("in the end".to_owned())
}

async fn wait(cx: Ctx, (): ()) -> Result<String, Error> {
    cx.report_progress(1, Some(2), "waiting");
    cx.get::<Probe>().unwrap().hold().await;
    cx.report_progress(2, Some(2), "done");
    Ok("waited".to_owned())
}

async fn count(cx: Ctx, (): ()) -> Result<String, Error> {
    // The second report does not grow and must not be sent.
    for (done, text) in [(1, "one"), (1, "again"), (2, "two"), (3, "three")] {
        cx.report_progress(done, Some(3), text);
    }
    Ok(format!("wanted: {}", cx.wants_progress()))
}

async fn write_log(cx: Ctx, (): ()) -> Result<String, Error> {
    for level in [Level::Debug, Level::Info, Level::Warning, Level::Error] {
        cx.log(level, "wire", level.name());
    }
    Ok("logged".to_owned())
}

/// What a call knows of its request.
#[derive(Serialize, JsonSchema)]
struct Facts {
    /// The client's name.
    client: Option<String>,
    /// The client's version.
    version: Option<String>,
    /// The revision.
    protocol: Option<String>,
    /// Whether the client offers to sample.
    samples: bool,
    /// Whether the client said what it can do.
    told: bool,
    /// The value of X-Project.
    header: Option<String>,
    /// The value that the application put beside the call.
    project: Option<String>,
    /// Whether a credential could be read.
    credential: bool,
    /// Whom the call is for.
    principal: String,
}

async fn get_facts(cx: Ctx, (): ()) -> Result<Facts, Error> {
    let request = cx.request();
    let told = request.told.as_deref();
    let header = |name: &str| request.headers.get(name)?.to_str().ok().map(str::to_owned);
    Ok(Facts {
        client: told.map(|client| client.name.clone()),
        version: told.map(|client| client.version.clone()),
        protocol: request.protocol.as_deref().map(str::to_owned),
        samples: cx.client_offers(&json!({ "sampling": {} })),
        told: told.is_some(),
        header: header("x-project"),
        project: cx.get::<Project>().map(|project| project.0.clone()),
        credential: ["authorization", "x-api-key", "cookie"].iter().any(|name| header(name).is_some()),
        principal: cx.actor().principal(),
    })
}

/// What changed.
#[derive(Deserialize, JsonSchema)]
struct What {
    /// One of tools, prompts and resources, or the address of a resource.
    what: String,
}

async fn change(cx: Ctx, what: What) -> Result<String, Error> {
    cx.changed(match what.what.as_str() {
        "tools" => Change::Tools,
        "prompts" => Change::Prompts,
        "resources" => Change::Resources,
        uri => Change::Resource(uri.to_owned()),
    });
    Ok("changed".to_owned())
}

async fn job(_: Ctx, (): ()) -> Result<String, Error> {
    Ok("job done".to_owned())
}

pub(super) fn module() -> Module {
    let read = |operation: Operation| operation.title("T").example(json!({}));
    Module::new()
        .operation(read(Operation::read("hold", forever)).about("Says nothing until it is let on."))
        .operation(read(Operation::read("wait", wait)).about("Waits until it is let on."))
        .operation(read(Operation::read("count", count)).about("Reports progress."))
        .operation(read(Operation::read("write_log", write_log)).about("Sends log messages."))
        .operation(
            read(Operation::read("get_facts", get_facts))
                .about("Says what it knows.")
                .rest(http::Method::GET, "/facts"),
        )
        .operation(
            Operation::read("change", change)
                .title("T")
                .about("Tells of a change.")
                .example(json!({ "what": "tools" })),
        )
        .operation(read(Operation::read("job", job)).about("May be a task.").task(TaskSupport::Optional))
        .operation(
            read(Operation::read("long_job", forever)).about("Is always a task.").task(TaskSupport::Required),
        )
}
