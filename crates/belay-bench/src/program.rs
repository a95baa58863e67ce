//! The built program itself: how soon it answers, how much memory it rests in, how fast it imports.

use std::error::Error;
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use belay_core::entropy::{Entropy, Seeded};
use serde_json::{Value, json};

use crate::load::{LEGACY, Request, Work, drive, mcp, send_once};
use crate::servers::{Process, memory};
use crate::statistics::Middle;
use crate::{Asked, say, tell};

/// Times a start on an existing database up to the first answer, and weighs the program after 1,000 calls.
pub(crate) async fn start(asked: &Asked) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let database = url(&folder.path().join("start.sqlite"));
    let key = key(&asked.belay, &database)?;
    let call =
        mcp("/mcp", LEGACY, &Work { tool: "list_accounts", arguments: json!({}), expected: "data" }, &key);
    let mut times = Vec::new();
    for _ in 0..15 {
        let started = Instant::now();
        let server = serve(asked, &database)?;
        send_once(server.address, &call).map_err(|error| error.to_string())?;
        times.push(started.elapsed().as_secs_f64() * 1_000.0);
    }
    say("### The program `belay serve breadbox`\n\n| what | figure |\n|---|---:|")?;
    let middle = Middle::of(times.into_iter());
    say(&format!(
        "| from process start to the first answered call, existing database, ms (quartiles) | {middle} |"
    ))?;
    let server = serve(asked, &database)?;
    let (fresh, _) = server.memory();
    calls(&server, &call, 1_000).await?;
    let (idle, peak) = server.memory();
    say(&format!("| resident memory at start, MB | {fresh:.1} |"))?;
    say(&format!(
        "| resident memory after 1,000 calls of list_accounts, MB (peak) | {idle:.1} ({peak:.1}) |"
    ))?;
    Ok(())
}

async fn calls(server: &Process, call: &Request, most: usize) -> Result<(), Box<dyn Error>> {
    let ended = drive(server.address, call, 1, Duration::from_secs(60), most).await;
    ended.map(drop).map_err(|error| error.to_string().into())
}

fn serve(asked: &Asked, database: &str) -> Result<Process, Box<dyn Error>> {
    let arguments = ["serve", "breadbox", "--listen", "127.0.0.1:0", "--database", database];
    // Log lines go where nobody reads them, as a service's would go to its journal.
    let mut command = Command::new(&asked.belay);
    // What is measured is the program, not its limit.
    command.args(arguments).env("BELAY_BREADBOX_RATE_PER_MINUTE", "0").stderr(Stdio::null());
    Process::start(&mut command)
}

fn url(path: &Path) -> String {
    format!("sqlite:{}", path.display())
}

fn key(belay: &Path, database: &str) -> Result<String, Box<dyn Error>> {
    let arguments = ["key", "create", "--app", "breadbox", "--name", "bench", "--database", database];
    let output = Command::new(belay).args(arguments).output()?;
    let key = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if key.is_empty() { Err(String::from_utf8_lossy(&output.stderr).into_owned().into()) } else { Ok(key) }
}

/// Imports files of a bank.
pub(crate) async fn import(asked: &Asked) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    say("| rows | file, MB | seconds (quartiles) | rows/s | peak memory, MB |\n|---:|---:|---:|---:|---:|")?;
    let sizes: &[(u32, usize)] = if asked.quick { &[(100_000, 1)] } else { &[(100_000, 5), (1_000_000, 1)] };
    for (rows, rounds) in sizes.iter().copied() {
        let file = folder.path().join(format!("{rows}.csv"));
        write_statement(&file, rows)?;
        let size = fs::metadata(&file)?.len() as f64 / 1_000_000.0;
        let (mut times, mut peak) = (Vec::new(), 0.0_f64);
        for round in 0..rounds {
            tell(&format!("{rows} rows, round {} of {rounds}", round + 1));
            let database = folder.path().join(format!("{rows}-{round}.sqlite"));
            let (seconds, weight) = import_once(&asked.belay, &file, &database, rows).await?;
            times.push(seconds);
            peak = peak.max(weight);
        }
        let middle = Middle::of(times.into_iter());
        say(&format!(
            "| {rows} | {size:.1} | {middle:.2} | {:.0} | {peak:.0} |",
            f64::from(rows) / middle.median
        ))?;
    }
    say("\nThe whole command into a new database, its start and its report included.")
}

/// Seconds and peak megabytes of one import.
async fn import_once(
    belay: &Path,
    file: &Path,
    database: &Path,
    rows: u32,
) -> Result<(f64, f64), Box<dyn Error>> {
    let report: PathBuf = database.with_extension("json");
    let started = Instant::now();
    let mut child = Command::new(belay)
        .args(["breadbox", "import"])
        .arg(file)
        .args([
            "--account",
            "Bench",
            "--currency",
            "USD",
            "--sign",
            "positive_is_out",
            "--database",
            &url(database),
        ])
        .stdout(fs::File::create(&report)?)
        .spawn()?;
    let mut peak = 0.0_f64;
    let mut looks = tokio::time::interval(Duration::from_millis(5));
    let status = loop {
        looks.tick().await;
        peak = peak.max(memory(child.id(), "VmHWM"));
        if let Some(status) = child.try_wait()? {
            break status;
        }
    };
    let seconds = started.elapsed().as_secs_f64();
    let told: Value = serde_json::from_str(&fs::read_to_string(&report)?).unwrap_or_default();
    let imported = told.pointer("/data/imported_transactions").and_then(Value::as_u64);
    if status.success() && imported == Some(u64::from(rows)) {
        Ok((seconds, peak))
    } else {
        Err(format!("the import did not take every row: {told}").into())
    }
}

/// A statement of five years: a date, a text and an amount a row, some of them refunds.
fn write_statement(path: &Path, rows: u32) -> Result<(), Box<dyn Error>> {
    const SHOPS: [&str; 8] = [
        "Corner Bakery",
        "City Transit",
        "Green Grocer",
        "Book Store",
        "Power & Light",
        "Coffee \"To Go\"",
        "Fuel, Stop 12",
        "Rent",
    ];
    let random = Seeded::new(1);
    let mut file = BufWriter::new(fs::File::create(path)?);
    writeln!(file, "Date,Description,Amount")?;
    for row in 0..rows {
        let draw = random.next();
        let (month, day) = (draw % 12 + 1, draw / 12 % 28 + 1);
        let (year, cents) = (2021 + draw / 400 % 5, draw / 2_000 % 50_000 + 1);
        let sign = if draw.is_multiple_of(17) { "-" } else { "" };
        let shop = SHOPS
            .iter()
            .cycle()
            .nth(usize::try_from(draw / 7 % 8)?)
            .copied()
            .unwrap_or_default()
            .replace('"', "\"\"");
        writeln!(
            file,
            "{year}-{month:02}-{day:02},\"{shop} #{row}\",{sign}{}.{:02}",
            cents / 100,
            cents % 100
        )?;
    }
    Ok(file.flush()?)
}
