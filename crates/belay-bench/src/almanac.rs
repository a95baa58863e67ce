//! Almanac as its users' assistants call it: over MCP, on SQLite, with years of a journal.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use belay_core::Clock;
use belay_core::clock::SystemClock;
use jiff::SignedDuration;
use serde_json::json;

use crate::load::{LEGACY, Request, Work, drive_each, mcp};
use crate::servers::Process;
use crate::statistics::Middle;
use crate::{Asked, journal, say, tell};

const ROUND: Duration = Duration::from_millis(700);
/// Years of the journal that calls are timed on, and of those that show whether their cost grows.
const YEARS: i64 = 2;
const GROWTH: [i64; 2] = [1, 10];
const USER: &str = "bench@example.org";
const NAMES: [&str; 3] = ["log_meal", "get_macros_today", "get_today_context"];

/// Measures.
pub(crate) async fn run(asked: &Asked) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    say(&format!(
        "Over MCP on SQLite, {YEARS} years of four meals, a weigh-in, a night and steps a day and a workout every other \
         day; log_meal answers with the day's sums and target, each call for another day of the last year.\n\n\
         | tool | connections | p50, ms (quartiles) | p99, ms (quartiles) | calls/s |\n|---|---:|---:|---:|---:|"
    ))?;
    let two = Served::start(asked, folder.path(), YEARS)?;
    for connections in [1, 8] {
        for (tool, times) in two.timed(asked, connections).await? {
            say(&format!(
                "| {tool} | {connections} | {:.2} | {:.2} | {:.0} |",
                times.p50(),
                times.p99(),
                times.rate()
            ))?;
        }
    }
    let (resident, peak) = two.process.memory();
    drop(two);
    say(&format!("\nMemory of the server afterwards: {resident:.1} MB resident, {peak:.1} MB at most."))?;
    growth(asked, folder.path()).await
}

/// Whether a call costs more after ten years than after one, in turns on both.
async fn growth(asked: &Asked, folder: &Path) -> Result<(), Box<dyn Error>> {
    let young = Served::start(asked, folder, GROWTH[0])?;
    let old = Served::start(asked, folder, GROWTH[1])?;
    let mut ratios: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for round in 0..asked.rounds() {
        tell(&format!("one and ten years: round {} of {}", round + 1, asked.rounds()));
        for tool in NAMES {
            let (before, after) = (young.once(tool, 1).await?.0, old.once(tool, 1).await?.0);
            ratios.entry(tool).or_default().push(after / before);
        }
    }
    say(&format!(
        "\n| tool | p50 with {} years, of that with {} (quartiles) |\n|---|---:|",
        GROWTH[1], GROWTH[0]
    ))?;
    for (tool, ratios) in ratios {
        say(&format!("| {tool} | {:.2} |", Middle::of(ratios.into_iter())))?;
    }
    Ok(())
}

/// The program with a journal.
struct Served {
    process: Process,
    requests: BTreeMap<&'static str, Vec<Request>>,
}

/// What some rounds took.
#[derive(Default)]
struct Times(Vec<(f64, f64, f64)>);

impl Times {
    fn p50(&self) -> Middle {
        Middle::of(self.0.iter().map(|round| round.0))
    }

    fn p99(&self) -> Middle {
        Middle::of(self.0.iter().map(|round| round.1))
    }

    fn rate(&self) -> f64 {
        Middle::of(self.0.iter().map(|round| round.2)).median
    }
}

impl Served {
    fn start(asked: &Asked, folder: &Path, years: i64) -> Result<Self, Box<dyn Error>> {
        tell(&format!("a journal of {years} years"));
        let now = SystemClock.now();
        let database = format!("sqlite:{}", folder.join(format!("{years}.sqlite")).display());
        let file = folder.join("journal.json");
        fs::write(&file, journal::of_years(years, now).to_string())?;
        let belay = |arguments: &[&str]| -> Result<String, Box<dyn Error>> {
            let output =
                Command::new(&asked.belay).args(arguments).args(["--database", &database]).output()?;
            if !output.status.success() {
                return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
            }
            Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        };
        belay(&["user", "create", USER])?;
        let path = file.display().to_string();
        let report = belay(&["almanac", "import", &path, "--from", "almanac", "--user", USER])?;
        if !report.contains("\"refused\":0") && !report.contains("\"refused\": 0") {
            return Err(format!("the journal was not taken whole: {report}").into());
        }
        let token = belay(&["token", "create", "--app", "almanac", "--user", USER, "--name", "bench"])?;
        let mut command = Command::new(&asked.belay);
        command
            .args(["serve", "almanac", "--listen", "127.0.0.1:0", "--database", &database])
            .env("BELAY_ALMANAC_RATE_PER_MINUTE", "0")
            .stderr(Stdio::null());
        Ok(Self { process: Process::start(&mut command)?, requests: requests(&token) })
    }

    async fn timed(
        &self,
        asked: &Asked,
        connections: usize,
    ) -> Result<Vec<(&'static str, Times)>, Box<dyn Error>> {
        let mut all: BTreeMap<&str, Times> = BTreeMap::new();
        for round in 0..asked.rounds() {
            tell(&format!("{connections} connections: round {} of {}", round + 1, asked.rounds()));
            for tool in NAMES {
                all.entry(tool).or_default().0.push(self.once(tool, connections).await?);
            }
        }
        Ok(NAMES.into_iter().filter_map(|tool| Some((tool, all.remove(tool)?))).collect())
    }

    /// The median and the 99th percentile of a round in milliseconds, and calls a second.
    async fn once(&self, tool: &str, connections: usize) -> Result<(f64, f64, f64), Box<dyn Error>> {
        let requests = self.requests.get(tool).map(Vec::as_slice).unwrap_or_default();
        let sample = drive_each(self.process.address, requests, connections, ROUND, usize::MAX).await;
        let sample = sample.map_err(|error| error.to_string())?;
        Ok((sample.p50, sample.p99, sample.rate))
    }
}

fn requests(token: &str) -> BTreeMap<&'static str, Vec<Request>> {
    let call = |tool, arguments, expected| mcp("/mcp", LEGACY, &Work { tool, arguments, expected }, token);
    let meal = |back: i64| {
        let at = SystemClock.now().saturating_sub(SignedDuration::from_hours(24 * back)).unwrap_or_default();
        let arguments = json!({ "eaten_at": at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(), "kcal": 400, "protein_g": 20.0,
            "carb_g": 40.0, "fat_g": 15.0, "name": "Porridge" });
        // A meal that differs in nothing would be the same call.
        call("log_meal", arguments, "day_totals").with_counter("Idempotency-Key")
    };
    BTreeMap::from([
        ("log_meal", (0..365).map(meal).collect()),
        ("get_macros_today", vec![call("get_macros_today", json!({}), "kcal_in")]),
        ("get_today_context", vec![call("get_today_context", json!({}), "week_to_date")]),
    ])
}
