//! `parse`: a text, or a folder of them, and what was made of it.

use std::fmt::Write as _;

use belay_core::tool::Given;
use wod::model::{Proposal, Warning, WeightUnit};
use wod::render::{self, View};
use wod::{Library, Options, diagnose, lint};

pub(crate) fn run(given: &Given) -> Result<String, String> {
    let unit = given.value("unit").map(|unit| if unit == "lb" { WeightUnit::Lb } else { WeightUnit::Kg });
    let library = Library::default();
    let options = Options { unit: unit.unwrap_or(WeightUnit::Kg), ..Options::default() };
    if given.has("report") || given.is_folder {
        let texts = given.texts.iter().map(|(_, text)| text.as_str());
        return Ok(diagnose::report(texts, &library, &options).text());
    }
    let shapes = ["json", "board", "timeline"].into_iter().filter(|name| given.has(name)).count();
    if shapes > 1 {
        return Err("choose one of --json, --board and --timeline".to_owned());
    }
    let mut printed = String::new();
    for (name, text) in &given.texts {
        let mut proposal = wod::parse(text, &library, &options);
        // Both look for missing units; a place is told of once.
        for found in lint::lint(&proposal, &library) {
            let known = |one: &Warning| (one.code, one.span) == (found.code, found.span);
            if !proposal.warnings.iter().any(known) {
                proposal.warnings.push(found);
            }
        }
        printed += &shown(given, (name, text), (&proposal, &library), unit)?;
    }
    Ok(printed)
}

fn shown(
    given: &Given,
    (name, text): (&str, &str),
    (proposal, library): (&Proposal, &Library),
    unit: Option<WeightUnit>,
) -> Result<String, String> {
    if given.has("json") {
        return serde_json::to_string_pretty(proposal).map_err(|error| error.to_string());
    }
    if given.has("board") {
        return Ok(render::board(proposal, library, View { unit, ..View::default() }));
    }
    if given.has("timeline") {
        return Ok(timeline(proposal));
    }
    let mut out = render::canonical(proposal);
    let warnings = diagnose::diagnostics(name, text, &proposal.warnings);
    if !warnings.is_empty() {
        let _ = write!(out, "\n{warnings}");
    }
    Ok(out)
}

/// The clock of each section, a line a stretch.
fn timeline(proposal: &Proposal) -> String {
    let mut out = String::new();
    for (place, section) in proposal.all_sections().enumerate() {
        let clock = render::timeline(section);
        let total = clock.total_seconds.map_or_else(|| "until done".to_owned(), minutes);
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}. {total}", place + 1);
        for segment in &clock.segments {
            let end = segment.end_seconds.map_or_else(|| "…".to_owned(), minutes);
            let _ = writeln!(out, "   {:>6} - {end:<6} {}", minutes(segment.start_seconds), segment.label);
        }
    }
    out
}

#[expect(clippy::cast_possible_truncation, reason = "a clock shows whole seconds")]
fn minutes(seconds: f64) -> String {
    let seconds = seconds.clamp(0.0, 1e6) as i64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: &str = "Engine\n\nEMOM 4\nMin 1: 12/10 Cal Row\nMin 2: 10 Burpees\n\n3 rounds for time\n200 m Run\n10 Thrusters (95/65)\n";

    fn parsed(flags: &[(&'static str, &str)]) -> Result<String, String> {
        run(&Given {
            texts: vec![("day.txt".to_owned(), DAY.to_owned())],
            flags: flags.iter().map(|(name, value)| (*name, (*value).to_owned())).collect(),
            ..Given::default()
        })
    }

    #[test]
    fn a_day_is_shown_in_each_of_its_shapes() {
        let canonical = parsed(&[]).unwrap();
        assert!(canonical.contains("Burpee") && canonical.contains("warning[unit_assumed]"), "{canonical}");
        assert!(canonical.contains("--> day.txt:9:"), "the place is marked: {canonical}");
        assert_eq!(canonical.matches("warning[unit_assumed]").count(), 1, "once: {canonical}");
        let json: serde_json::Value = serde_json::from_str(&parsed(&[("json", "")]).unwrap()).unwrap();
        assert!(
            json["sections"].as_array().is_some_and(|sections| !sections.is_empty())
                || json["parts"].is_array()
        );
        assert!(parsed(&[("board", ""), ("unit", "lb")]).unwrap().contains("Thruster"));
        assert!(parsed(&[("timeline", "")]).unwrap().contains("1:00 - 2:00"));
        assert!(parsed(&[("report", "")]).unwrap().starts_with("1 texts"));
        assert!(parsed(&[("json", ""), ("board", "")]).is_err());
    }
}
