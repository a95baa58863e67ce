//! `subscriptions/listen`: news on a stream that stays open until the client or the server ends it.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use belay_core::Change;
use belay_core::error::chain;
use http::StatusCode;
use serde_json::{Map, Value, json};
use tokio::time::Instant;

use super::super::door::Door;
use super::super::turn::Turn;
use super::super::wire::meta::{SUBSCRIPTION, TASKS};
use super::super::wire::{Fault, Request, message};
use super::Fields;
use crate::call::visit;

/// How long one stream of news may last.
const LASTS: Duration = Duration::from_secs(60 * 60);
/// How many addresses and tasks one subscription may name.
const MOST: usize = 1_000;
/// How many bytes each of them may have: more than any address that can be told, and all of them in a few megabytes.
const LONGEST: usize = 2 * 1024;

/// What a client wants to be told of, as far as it can be.
struct Filter {
    tools: bool,
    prompts: bool,
    resources: bool,
    uris: HashSet<String>,
    tasks: HashSet<String>,
}

pub(super) async fn listen(door: &Arc<Door>, turn: &Turn, request: &Request) -> Result<Fields, Fault> {
    let Some(asked) = request.params.get("notifications").and_then(Value::as_object) else {
        return Err(Fault::invalid_params("`notifications` must say what to be told of"));
    };
    if asked.contains_key("taskIds") && !turn.declares(&json!({ "extensions": { TASKS: {} } })) {
        let needed = json!({ "extensions": { TASKS: {} } });
        return Err(super::fault(&belay_core::Error::missing_capability(&needed), turn));
    }
    let Some(_open) = door.open.enter(turn.principal()) else {
        let message = "Too many streams are open for this caller; end one before you open another";
        return Err(Fault::invalid_params(message).with_status(StatusCode::TOO_MANY_REQUESTS));
    };
    // Before the acknowledgement, so that nothing is missed between the two.
    let mut heard = door.served.changes.listen(turn.caller.actor.tenant.clone());
    let (filter, honoured) = filter(door, turn, asked)?;
    let subscription = Map::from_iter([(SUBSCRIPTION.to_owned(), request.id.json())]);
    let tell = |method: &str, mut params: Map<String, Value>| {
        params.insert("_meta".to_owned(), Value::Object(subscription.clone()));
        message::notification(method, Value::Object(params))
    };
    let acknowledged = Map::from_iter([("notifications".to_owned(), Value::Object(honoured))]);
    turn.outlet.send(tell("notifications/subscriptions/acknowledged", acknowledged)).await;
    let expires = Instant::now() + LASTS;
    loop {
        let news = tokio::select! {
            biased;
            () = door.stop.cancelled() => break,
            () = turn.cancelled.cancelled() => break,
            // Whoever comes back shows a credential again.
            () = tokio::time::sleep_until(expires) => break,
            news = heard.next() => news,
        };
        let Some(news) = news else { break };
        for change in news.changes(&filter.uris, &filter.tasks).iter().filter(|change| wants(&filter, change))
        {
            let Some((method, params)) = told(door, turn, change).await else { continue };
            if !turn.outlet.send(tell(method, params)).await {
                return Err(Fault::internal());
            }
        }
    }
    Ok(Fields::from_iter([("_meta".to_owned(), Value::Object(subscription))]))
}

/// What is asked for and can be told, and the same in the protocol's words.
fn filter(
    door: &Door,
    turn: &Turn,
    asked: &Map<String, Value>,
) -> Result<(Filter, Map<String, Value>), Fault> {
    let app = &door.served.app;
    let readable = door.has_resources() && visit::may_read(&door.served, &turn.caller.actor);
    let flag = |name: &str, there: bool| {
        there && app.protocol.changes && asked.get(name) == Some(&Value::Bool(true))
    };
    let texts = |name: &str, there: bool| -> Result<HashSet<String>, Fault> {
        let list = asked.get(name).and_then(Value::as_array).filter(|_| there);
        let texts: HashSet<String> =
            list.into_iter().flatten().filter_map(|text| text.as_str().map(str::to_owned)).collect();
        if texts.len() > MOST {
            return Err(Fault::invalid_params(format!("A subscription may name at most {MOST} in `{name}`")));
        }
        if texts.iter().any(|text| text.len() > LONGEST) {
            return Err(Fault::invalid_params(format!(
                "What `{name}` names has at most {LONGEST} bytes each"
            )));
        }
        Ok(texts)
    };
    let filter = Filter {
        tools: flag("toolsListChanged", !app.operations.is_empty()),
        prompts: flag("promptsListChanged", !app.prompts.is_empty()),
        resources: flag("resourcesListChanged", readable),
        uris: texts("resourceSubscriptions", app.protocol.changes && readable)?,
        tasks: texts("taskIds", door.has_tasks())?,
    };
    let mut honoured = Map::new();
    for (name, on) in [
        ("toolsListChanged", filter.tools),
        ("promptsListChanged", filter.prompts),
        ("resourcesListChanged", filter.resources),
    ] {
        if on {
            honoured.insert(name.to_owned(), true.into());
        }
    }
    for (name, set) in [("resourceSubscriptions", &filter.uris), ("taskIds", &filter.tasks)] {
        if !set.is_empty() {
            let mut sorted: Vec<&String> = set.iter().collect();
            sorted.sort_unstable();
            honoured.insert(name.to_owned(), json!(sorted));
        }
    }
    Ok((filter, honoured))
}

fn wants(filter: &Filter, change: &Change) -> bool {
    match change {
        Change::Tools => filter.tools,
        Change::Prompts => filter.prompts,
        Change::Resources => filter.resources,
        Change::Resource(uri) => filter.uris.contains(uri),
        Change::Task(id) => filter.tasks.contains(id),
    }
}

/// The notification of a change. Of somebody else's task nothing is told.
async fn told(door: &Door, turn: &Turn, change: &Change) -> Option<(&'static str, Map<String, Value>)> {
    Some(match change {
        Change::Tools => ("notifications/tools/list_changed", Map::new()),
        Change::Prompts => ("notifications/prompts/list_changed", Map::new()),
        Change::Resources => ("notifications/resources/list_changed", Map::new()),
        Change::Resource(uri) => {
            ("notifications/resources/updated", Map::from_iter([("uri".to_owned(), uri.as_str().into())]))
        }
        Change::Task(id) => {
            let found = door.tasks.find(&door.served, &turn.caller.actor, id).await;
            let found = found.inspect_err(|error| {
                tracing::warn!(
                    app = door.served.app.name,
                    task = id,
                    cause = chain(error),
                    "news of a task were not told"
                );
            });
            ("notifications/tasks", super::task::detailed(&found.ok().flatten()?))
        }
    })
}
