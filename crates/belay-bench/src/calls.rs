//! The same work on every server, in turns, so that a slow moment of the machine strikes them all.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Duration;

use serde_json::json;

use crate::load::{Request, Sample, Work, drive, mcp, rest};
use crate::servers::Process;
use crate::statistics::Middle;
use crate::work::READ_ITEM;
use crate::{Asked, say, tell};

const CONNECTIONS: [usize; 3] = [1, 8, 64];
const ROUND: Duration = Duration::from_millis(400);
/// Calls to each server before anything is measured.
const FIRST_CALLS: usize = 1_000;

/// What is measured against what: the name, its server, and the bare variant that its ratio is taken from.
const VARIANTS: [(&str, &str, Option<&str>); 6] = [
    ("bare axum", "axum", None),
    ("Belay REST", "belay", Some("bare axum")),
    ("bare rmcp 2025-11-25", "rmcp", None),
    ("Belay MCP 2025-11-25", "belay", Some("bare rmcp 2025-11-25")),
    ("bare rmcp 2026-07-28", "rmcp", None),
    ("Belay MCP 2026-07-28", "belay", Some("bare rmcp 2026-07-28")),
];

const KINDS: [&str; 3] = ["no-op", "read", "write"];

/// A round's sample, and the microseconds of processor time that the server took for a call.
type Round = (Sample, f64);

/// Rounds by kind of work, connections and variant.
type Samples = BTreeMap<(&'static str, usize, &'static str), Vec<Round>>;

/// Measures calls and prints a table for each kind of work.
pub(crate) async fn run(asked: &Asked) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let mut servers = BTreeMap::new();
    for name in ["axum", "rmcp", "belay"] {
        let database = format!("sqlite:{}", folder.path().join(name).with_extension("sqlite").display());
        servers.insert(name, Process::of_ours(name, &database)?);
    }
    let idle = warm_up(&servers).await?;
    let samples = measure(&servers, asked.rounds()).await?;
    for kind in KINDS {
        print(kind, &samples)?;
    }
    say("### Memory\n\n| server | after 1,000 calls, MB | peak, MB |\n|---|---:|---:|")?;
    for (name, server) in &servers {
        let (_, peak) = server.memory();
        say(&format!("| {name} | {:.1} | {peak:.1} |", idle.get(name).copied().unwrap_or_default()))?;
    }
    Ok(())
}

/// Sends the first calls, and gives the memory each server has then.
async fn warm_up(
    servers: &BTreeMap<&'static str, Process>,
) -> Result<BTreeMap<&'static str, f64>, Box<dyn Error>> {
    let mut idle = BTreeMap::new();
    for (variant, name, _) in VARIANTS {
        let Some(server) = servers.get(name) else { continue };
        let request = request(variant, "no-op", &server.key);
        drive(server.address, &request, 1, Duration::from_secs(10), FIRST_CALLS)
            .await
            .map_err(|error| error.to_string())?;
        idle.entry(name).or_insert(server.memory().0);
        for kind in KINDS {
            let request = self::request(variant, kind, &server.key);
            drive(server.address, &request, 1, ROUND, 100)
                .await
                .map_err(|error| format!("{variant}, {kind}: {error}"))?;
        }
    }
    Ok(idle)
}

async fn measure(
    servers: &BTreeMap<&'static str, Process>,
    rounds: usize,
) -> Result<Samples, Box<dyn Error>> {
    let mut samples = Samples::new();
    for round in 0..rounds {
        tell(&format!("round {} of {rounds}", round + 1));
        for kind in KINDS {
            for connections in CONNECTIONS {
                // Every round begins with another variant.
                let turn = VARIANTS.iter().cycle().skip(round).take(VARIANTS.len());
                for (variant, name, _) in turn {
                    let Some(server) = servers.get(name) else { continue };
                    let round = round_of((variant, kind), server, connections, ROUND).await?;
                    samples.entry((kind, connections, *variant)).or_default().push(round);
                }
            }
        }
    }
    Ok(samples)
}

async fn round_of(
    (variant, kind): (&str, &str),
    server: &Process,
    connections: usize,
    time: Duration,
) -> Result<Round, Box<dyn Error>> {
    let request = request(variant, kind, &server.key);
    let before = server.processor_time();
    let sample = drive(server.address, &request, connections, time, usize::MAX).await;
    let sample = sample.map_err(|error| format!("{variant}, {kind}: {error}"))?;
    Ok((sample, (server.processor_time() - before) * 1e6 / sample.calls))
}

/// Drives one variant alone, for a profiler: `belay-bench drive "Belay REST" no-op 8 10`.
pub(crate) async fn drive_one(words: [&str; 4]) -> Result<(), Box<dyn Error>> {
    let [variant, kind, connections, seconds] = words;
    let known = VARIANTS.iter().find(|(name, ..)| *name == variant);
    let (_, name, _) =
        known.ok_or_else(|| format!("the variants are {:?}", VARIANTS.map(|(name, ..)| name)))?;
    let folder = tempfile::tempdir()?;
    let server = Process::of_ours(name, &format!("sqlite:{}", folder.path().join("drive.sqlite").display()))?;
    tell(&format!("process {}", server.id()));
    let time = Duration::from_secs(seconds.parse()?);
    let (sample, cpu) = round_of((variant, kind), &server, connections.parse()?, time).await?;
    say(&format!(
        "{:.0} calls/s, p50 {:.3} ms, p99 {:.3} ms, {cpu:.1} µs of the server's a call",
        sample.rate, sample.p50, sample.p99
    ))
}

fn work(kind: &str) -> Work {
    let (tool, arguments, expected) = match kind {
        "no-op" => ("echo", json!({ "text": "hello from the bench", "count": 42 }), "hello from the bench"),
        "read" => ("get_item", json!({ "id": READ_ITEM }), "Item of number 500"),
        _ => ("add_note", json!({ "text": "a note of some words" }), "noted"),
    };
    Work { tool, arguments, expected }
}

fn request(variant: &str, kind: &str, key: &str) -> Request {
    let work = work(kind);
    let app = match (variant.starts_with("Belay"), kind) {
        (false, _) => "",
        (true, "no-op") => "/echo",
        (true, _) => "/bench",
    };
    if let Some((_, revision)) = variant.split_once("MCP ").or_else(|| variant.split_once("rmcp ")) {
        return mcp(&format!("{app}/mcp"), revision, &work, key);
    }
    let base = if app.is_empty() { String::new() } else { format!("{app}/api/v1") };
    match kind {
        "no-op" => rest("POST", &format!("{base}/echo"), Some(&work.arguments), work.expected, key),
        "read" => rest("GET", &format!("{base}/items/{READ_ITEM}"), None, work.expected, key),
        _ => rest("POST", &format!("{base}/notes"), Some(&work.arguments), work.expected, key),
    }
}

fn print(kind: &str, samples: &Samples) -> Result<(), Box<dyn Error>> {
    let of = |connections, variant| {
        samples.iter().find(|((k, c, v), _)| *k == kind && *c == connections && *v == variant)
    };
    let words = match kind {
        "no-op" => "A no-op that echoes a small object. No credentials on either side.",
        "read" => {
            "A read of one row. Belay checks an API key in the database on each call; the bare servers check nothing."
        }
        _ => "A write of one row and its audit row in one transaction. Belay checks an API key as well.",
    };
    say(&format!("### {kind}\n\n{words}\n"))?;
    say(
        "| connections | server | calls/s (quartiles) | p50 ms | p99 ms | server CPU, µs a call | of bare (quartiles) |\n|---:|---|---:|---:|---:|---:|---:|",
    )?;
    for connections in CONNECTIONS {
        for (variant, _, bare) in VARIANTS {
            let Some((_, rounds)) = of(connections, variant) else { continue };
            let rate = Middle::of(rounds.iter().map(|(sample, _)| sample.rate));
            let p50 = Middle::of(rounds.iter().map(|(sample, _)| sample.p50)).median;
            let p99 = Middle::of(rounds.iter().map(|(sample, _)| sample.p99)).median;
            let ratio = bare.and_then(|bare| of(connections, bare)).map(|(_, bare)| {
                let pairs = rounds.iter().zip(bare).map(|((ours, _), (bare, _))| ours.rate / bare.rate);
                format!("{:.2}", Middle::of(pairs))
            });
            let ratio = ratio.unwrap_or_default();
            let cpu = Middle::of(rounds.iter().map(|(_, cpu)| *cpu)).median;
            say(&format!(
                "| {connections} | {variant} | {rate} | {p50:.3} | {p99:.3} | {cpu:.0} | {ratio} |"
            ))?;
        }
    }
    say("")
}
