//! The reading of workout texts: over all fixtures, over long texts, and of names alone.

use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use wod::expect::Fixture;
use wod::{Library, Options, parse};

use crate::statistics::{Middle, percentile};
use crate::{Asked, say};

/// Reads everything and prints the figures.
pub(crate) fn run(asked: &Asked) -> Result<(), Box<dyn Error>> {
    let started = Instant::now();
    let library = Library::default();
    let built = milliseconds(started);
    let mut fixtures = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../wod/fixtures"), &mut fixtures)?;
    let rounds = asked.rounds() * 10;
    let (mut parsed, mut with_json) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        for fixture in &fixtures {
            let started = Instant::now();
            let proposal = black_box(parse(&fixture.text, &library, &fixture.options));
            parsed.push(milliseconds(started));
            black_box(serde_json::to_string(&proposal)?);
            with_json.push(milliseconds(started));
        }
    }
    parsed.sort_by(f64::total_cmp);
    with_json.sort_by(f64::total_cmp);
    let bytes: usize = fixtures.iter().map(|fixture| fixture.text.len()).sum();
    say("| what | figure |\n|---|---:|")?;
    say(&format!(
        "| fixtures; their mean size, bytes | {}; {} |",
        fixtures.len(),
        bytes / fixtures.len().max(1)
    ))?;
    for (what, times) in [("a reading", &parsed), ("a reading as JSON", &with_json)] {
        let (middle, high) = (percentile(times, 50), percentile(times, 99));
        say(&format!(
            "| {what}, ms: p50, p99, most | {middle:.3}, {high:.3}, {:.3} |",
            percentile(times, 100)
        ))?;
    }
    for kibibytes in [4, 16, 64] {
        let text = long(&fixtures, kibibytes * 1024);
        let middle = Middle::of((0..asked.rounds()).map(|_| {
            let started = Instant::now();
            black_box(parse(&text, &library, &Options::default()));
            milliseconds(started)
        }));
        say(&format!("| a text of {kibibytes} KiB, ms (quartiles) | {middle:.2} |"))?;
    }
    let names: Vec<&str> =
        library.exercises().iter().map(|exercise| exercise.name.as_str()).step_by(3).take(94).collect();
    let names: Vec<&str> = names
        .into_iter()
        .chain(["SU", "Landmine Rotation", "kettelbell swing", "hill sprints", "x", "gorilla row"])
        .collect();
    let middle = Middle::of((0..asked.rounds()).map(|_| {
        let started = Instant::now();
        black_box(library.resolve_batch(&names));
        milliseconds(started)
    }));
    say(&format!("| {} names resolved, ms (quartiles) | {middle:.3} |", names.len()))?;
    say(&format!("| names in memory, KiB | {} |", library.lexicon_bytes() / 1024))?;
    say(&format!("| building the library, ms | {built:.2} |"))
}

/// The fixtures' texts one after the other until there are so many bytes.
fn long(fixtures: &[Fixture], bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 4096);
    for fixture in fixtures.iter().cycle() {
        if text.len() >= bytes || fixtures.is_empty() {
            break;
        }
        text.push_str(&fixture.text);
        text.push_str("\n\n");
    }
    let end = (0..=bytes.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    text.truncate(end);
    text
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1_000.0
}

fn collect(folder: &Path, into: &mut Vec<Fixture>) -> Result<(), Box<dyn Error>> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, into)?;
        } else if path.extension().is_some_and(|ending| ending == "txt") {
            into.push(Fixture::read(&std::fs::read_to_string(path)?)?);
        }
    }
    Ok(())
}
