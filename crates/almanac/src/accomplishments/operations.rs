//! Accomplishments for the outside.

use std::collections::BTreeMap;

use belay_core::{Ctx, Error, Operation};
use belay_store::CtxStore;
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::{Accomplishment, Best};
use super::{service, words};

/// How many of a history are shown unless said otherwise.
const SHOWN: usize = 50;

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::read("get_accomplishments", get_accomplishments)
            .title("Get recent accomplishments")
            .about("What the user reached in the last 7 days, to celebrate. For overall questions use get_accomplishment_history.")
            .rest(Method::GET, "/signals/accomplishments")
            .example(json!({})),
        Operation::read("get_accomplishment_history", get_accomplishment_history)
            .title("Get all accomplishments")
            .about("Everything the user reached, newest first, with counts and bests. To celebrate something new use get_accomplishments.")
            .rest(Method::GET, "/signals/accomplishments/history")
            .example(json!({})),
    ]
}

/// What was reached lately.
#[derive(Debug, Serialize, JsonSchema)]
struct Recent {
    /// The newest first.
    accomplishments: Vec<Accomplishment>,
    /// How many.
    count: usize,
    /// Each in words.
    summary_lines: Vec<String>,
}

async fn get_accomplishments(cx: Ctx, (): ()) -> Result<Recent, Error> {
    let accomplishments = service::history(&cx, &mut cx.read().await?).await?.recent();
    let summary_lines = lines(&accomplishments);
    Ok(Recent { count: accomplishments.len(), summary_lines, accomplishments })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct All {
    /// 50 unless said.
    #[schemars(range(min = 1, max = 500))]
    limit: Option<usize>,
}

/// Everything that was reached.
#[derive(Debug, Serialize, JsonSchema)]
struct History {
    /// The newest first.
    accomplishments: Vec<Accomplishment>,
    /// How many there are in all.
    total: usize,
    /// How many there are of each kind.
    by_type: BTreeMap<&'static str, i64>,
    /// The largest of each kind; null where there is none.
    best_by_type: BTreeMap<&'static str, Option<Best>>,
    /// Each in words.
    summary_lines: Vec<String>,
    /// All in a sentence.
    aggregates_summary: String,
}

async fn get_accomplishment_history(cx: Ctx, all: All) -> Result<History, Error> {
    let history = service::history(&cx, &mut cx.read().await?).await?;
    let accomplishments = history.newest(all.limit.unwrap_or(SHOWN));
    let by_type = history.by_type();
    Ok(History {
        total: history.total(),
        aggregates_summary: words::tally(&by_type),
        by_type: by_type.into_iter().map(|(code, number)| (code.name(), number)).collect(),
        best_by_type: history.best_by_type(),
        summary_lines: lines(&accomplishments),
        accomplishments,
    })
}

fn lines(accomplishments: &[Accomplishment]) -> Vec<String> {
    let line = |one: &Accomplishment| format!("{}: {}", one.earned_on.0, one.message);
    accomplishments.iter().map(line).collect()
}
