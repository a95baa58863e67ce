//! What each thing before and around a call costs: the same work with one more of them each time.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Duration;

use serde_json::json;

use crate::load::{Request, drive, rest};
use crate::servers::Process;
use crate::statistics::Middle;
use crate::work::READ_ITEM;
use crate::{Asked, say, tell};

const ROUND: Duration = Duration::from_millis(400);
/// One connection: what a call costs shows in its time, and nothing waits for the writer.
const CONNECTIONS: usize = 1;

/// A step: its name, and the step before it.
const STEPS: [(&str, Option<usize>); 6] = [
    ("a read", None),
    ("and a token", Some(0)),
    ("a write", None),
    ("and a token", Some(2)),
    ("and its audit row", Some(3)),
    ("and an idempotency key", Some(4)),
];

/// Measures the steps in turns and prints what each adds.
pub(crate) async fn run(asked: &Asked) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let database = format!("sqlite:{}", folder.path().join("gates.sqlite").display());
    let server = Process::of_ours("belay", &database)?;
    let requests: Vec<Request> = (0..STEPS.len()).map(|step| request(step, &server.key)).collect();
    let mut times: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for request in &requests {
        time(&server, request).await?;
    }
    for round in 0..asked.rounds() {
        tell(&format!("gates: round {} of {}", round + 1, asked.rounds()));
        for turn in 0..STEPS.len() {
            let step = (turn + round) % STEPS.len();
            let Some(request) = requests.get(step) else { continue };
            times.entry(step).or_default().push(time(&server, request).await?);
        }
    }
    print(&times)
}

/// The server's processor time for a call, in microseconds.
async fn time(server: &Process, request: &Request) -> Result<f64, Box<dyn Error>> {
    let before = server.processor_time();
    let sample = drive(server.address, request, CONNECTIONS, ROUND, usize::MAX).await;
    let sample = sample.map_err(|error| error.to_string())?;
    Ok((server.processor_time() - before) * 1e6 / sample.calls)
}

fn request(step: usize, key: &str) -> Request {
    let note = json!({ "text": "a note of some words" });
    let item = format!("/items/{READ_ITEM}");
    let read =
        |app: &str, key: &str| rest("GET", &format!("/{app}/api/v1{item}"), None, "Item of number 500", key);
    let write = |path: &str, key: &str| rest("POST", path, Some(&note), "noted", key);
    match step {
        0 => read("open", ""),
        1 => read("bench", key),
        2 => write("/open/api/v1/notes", ""),
        3 => write("/bench/api/v1/unaudited", key),
        4 => write("/bench/api/v1/notes", key),
        _ => write("/bench/api/v1/notes", key).with_counter("Idempotency-Key"),
    }
}

fn print(times: &BTreeMap<usize, Vec<f64>>) -> Result<(), Box<dyn Error>> {
    say("### What stands before a call\n")?;
    say(
        "The same work over REST on SQLite, one connection, with one more thing each time: processor time of the server.\n",
    )?;
    say("| work | µs a call (quartiles) | more than the step before, µs (quartiles) |\n|---|---:|---:|")?;
    for (step, (name, before)) in STEPS.iter().enumerate() {
        let Some(own) = times.get(&step) else { continue };
        let more = before.and_then(|before| times.get(&before)).map(|before| {
            let each = own.iter().zip(before).map(|(own, before)| own - before);
            format!("{:.1}", Middle::of(each))
        });
        let middle = Middle::of(own.iter().copied());
        say(&format!("| {name} | {middle:.1} | {} |", more.unwrap_or_default()))?;
    }
    say("")
}
