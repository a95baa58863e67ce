//! How near a reading comes to what was expected.

use std::collections::BTreeMap;

use super::equal::{align, alike, counts, loads, names, plain, schemes};
use super::tree::{Tree, TreeLevel, TreeSection, TreeStep};
use super::words;

/// Right and all, by what is measured.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Measured {
    /// `scheme`, `name`, `reps`, `load`, `levels`, `attribute`: (right, all).
    pub counts: BTreeMap<&'static str, (usize, usize)>,
}

impl Measured {
    fn add(&mut self, what: &'static str, right: bool) {
        let count = self.counts.entry(what).or_default();
        count.0 += usize::from(right);
        count.1 += 1;
    }

    /// Adds the counts of another.
    pub fn extend(&mut self, other: &Self) {
        for (what, (right, all)) in &other.counts {
            let count = self.counts.entry(what).or_default();
            count.0 += right;
            count.1 += all;
        }
    }
}

/// A difference in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What was measured.
    pub what: &'static str,
    /// Expected and read.
    pub text: String,
}

/// Compares; says how much was right, and what was not.
#[must_use]
pub fn compare(expected: &Tree, read: &Tree) -> (Measured, Vec<Finding>) {
    let mut judge = Judge { measured: Measured::default(), findings: Vec::new() };
    judge.whole(expected, read);
    (judge.measured, judge.findings)
}

struct Judge {
    measured: Measured,
    findings: Vec<Finding>,
}

impl Judge {
    fn check(&mut self, what: &'static str, right: bool, text: impl FnOnce() -> String) {
        self.measured.add(what, right);
        if !right {
            self.findings.push(Finding { what, text: text() });
        }
    }

    fn whole(&mut self, expected: &Tree, read: &Tree) {
        if let Some(title) = &expected.title {
            let right = read.title.as_ref() == Some(title);
            self.check("attribute", right, || format!("title {title:?}, read {:?}", read.title));
        }
        for code in &expected.warnings {
            let right = read.warnings.contains(code);
            self.check("attribute", right, || format!("warning {code} is missing"));
        }
        if !expected.parts.is_empty() {
            let titles = |tree: &Tree| tree.parts.iter().map(|(title, _)| plain(title)).collect::<Vec<_>>();
            let right = titles(expected) == titles(read);
            self.check("attribute", right, || format!("parts {:?}, read {:?}", expected.parts, read.parts));
        }
        let pairs = align(&expected.sections, &read.sections, alike);
        for (one, other) in pairs {
            match (one.and_then(|at| expected.sections.get(at)), other.and_then(|at| read.sections.get(at))) {
                (Some(one), Some(other)) => self.section(one, other),
                (Some(one), None) => self.lost(one, "is missing"),
                (None, Some(other)) => {
                    self.check("scheme", false, || {
                        format!("a section too many: {}", words::scheme(&other.scheme))
                    });
                    for step in &other.steps {
                        self.check("name", false, || format!("a movement too many: {}", step.name));
                    }
                }
                (None, None) => {}
            }
        }
    }

    fn lost(&mut self, section: &TreeSection, why: &str) {
        self.check("scheme", false, || format!("section {} {why}", words::scheme(&section.scheme)));
        for step in &section.steps {
            self.check("name", false, || format!("movement {} {why}", step.name));
            self.check("reps", false, || format!("movement {} {why}", step.name));
            if step.load.is_some() {
                self.check("load", false, || format!("movement {} {why}", step.name));
            }
        }
        for level in &section.levels {
            self.check("levels", false, || format!("level {} {why}", level.code));
        }
    }

    fn section(&mut self, expected: &TreeSection, read: &TreeSection) {
        let right = schemes(&expected.scheme, &read.scheme);
        self.check("scheme", right, || {
            format!("scheme {}, read {}", words::scheme(&expected.scheme), words::scheme(&read.scheme))
        });
        for (name, value) in &expected.attributes {
            let own = read.attributes.get(name);
            let right = match name.as_str() {
                "score" => own.is_some_and(|own| starts(own, value)),
                "note" | "mod" => own.is_some_and(|own| value.split(", ").all(|one| own.contains(one))),
                "team" => own.is_some_and(|own| own == value || own.starts_with(&format!("{value} "))),
                "inner" => own.is_some_and(|own| own == value || own == &format!("{value} x1")),
                "vest" if value.is_empty() => own.is_some(),
                _ => own == Some(value),
            };
            self.check("attribute", right, || format!("section's {name} {value}, read {own:?}"));
        }
        self.steps(expected, read);
        if !expected.rests.is_empty() {
            let right = expected.rests == read.rests;
            self.check("attribute", right, || format!("rests {:?}, read {:?}", expected.rests, read.rests));
        }
        self.levels(expected, read);
    }

    fn steps(&mut self, expected: &TreeSection, read: &TreeSection) {
        let drop = |section: &TreeSection| {
            let quiet =
                matches!(section.attributes.get("kind").map(String::as_str), Some("warmup" | "cooldown"));
            section.steps.iter().filter(|step| step.known || !quiet).cloned().collect::<Vec<_>>()
        };
        let quiet = matches!(read.attributes.get("kind").map(String::as_str), Some("warmup" | "cooldown"));
        let wanted: Vec<TreeStep> = if quiet {
            expected.steps.iter().filter(|step| step.known).cloned().collect()
        } else {
            drop(expected)
        };
        let found = drop(read);
        for (one, other) in align(&wanted, &found, |one, other| {
            2 * usize::from(names(one, other)) + usize::from(counts(one, other, expected, read))
        }) {
            match (one.and_then(|at| wanted.get(at)), other.and_then(|at| found.get(at))) {
                (Some(one), Some(other)) => self.step(one, other, (expected, read)),
                (Some(one), None) => {
                    self.check("name", false, || format!("movement {} is missing", one.name));
                    self.check("reps", false, || format!("movement {} is missing", one.name));
                    if one.load.is_some() {
                        self.check("load", false, || format!("movement {} is missing", one.name));
                    }
                }
                (None, Some(other)) => {
                    self.check("name", false, || format!("a movement too many: {}", other.name));
                }
                (None, None) => {}
            }
        }
    }

    fn step(&mut self, expected: &TreeStep, read: &TreeStep, (one, other): (&TreeSection, &TreeSection)) {
        self.check("name", names(expected, read), || {
            format!("name {}, read {} (known: {})", expected.name, read.name, read.known)
        });
        let text = |step: &TreeStep| step.reps.as_ref().map_or_else(|| "?".to_owned(), words::reps);
        self.check("reps", counts(expected, read, one, other), || {
            format!("{}: reps {}, read {}", expected.name, text(expected), text(read))
        });
        if expected.load.is_some() || read.load.is_some() {
            let text = |step: &TreeStep| step.load.as_ref().map_or_else(|| "none".to_owned(), words::load);
            self.check("load", loads(expected, read), || {
                format!("{}: load {}, read {}", expected.name, text(expected), text(read))
            });
        }
        for (name, value) in &expected.attributes {
            let own = read.attributes.get(name);
            let right = match name.as_str() {
                "mod" => own.is_some_and(|own| value.split(", ").all(|one| own.contains(one))),
                "vest" if value.is_empty() => own.is_some(),
                _ => own == Some(value),
            };
            self.check("attribute", right, || format!("{}: {name} {value}, read {own:?}", expected.name));
        }
        if !expected.slots.is_empty() {
            self.check("attribute", expected.slots == read.slots, || {
                format!("{}: slots {:?}, read {:?}", expected.name, expected.slots, read.slots)
            });
        }
        if expected.group.is_some() {
            self.check("attribute", read.group.is_some(), || {
                format!("{} is not in a complex", expected.name)
            });
        }
        if !expected.alternatives.is_empty() {
            let right = expected.alternatives.len() == read.alternatives.len()
                && expected.alternatives.iter().zip(&read.alternatives).all(|(one, other)| {
                    names(one, other)
                        && (one.reps.is_none()
                            || one.reps.as_ref().map(words::reps) == other.reps.as_ref().map(words::reps))
                });
            let list = |step: &TreeStep| {
                step.alternatives
                    .iter()
                    .map(|one| {
                        format!("{} {}", one.reps.as_ref().map_or_else(String::new, words::reps), one.name)
                    })
                    .collect::<Vec<_>>()
            };
            self.check("attribute", right, || {
                format!("{}: alternatives {:?}, read {:?}", expected.name, list(expected), list(read))
            });
        }
    }

    fn levels(&mut self, expected: &TreeSection, read: &TreeSection) {
        for level in &expected.levels {
            let own = read.levels.iter().find(|own| own.code == level.code);
            let wanted = effective(expected, level);
            let right = own.is_some_and(|own| same_steps(&wanted, &own.steps, expected, read));
            self.check("levels", right, || {
                format!(
                    "level {}: {:?}, read {:?}",
                    level.code,
                    brief(&wanted),
                    own.map(|own| brief(&own.steps))
                )
            });
        }
        for level in &read.levels {
            if !expected.levels.iter().any(|own| own.code == level.code) {
                self.check("levels", false, || format!("a level too many: {}", level.code));
            }
        }
    }
}

fn starts(own: &str, value: &str) -> bool {
    value.split(' ').collect::<Vec<_>>().windows(2).all(|pair| own.contains(&pair.join(" ")))
        && own.split(' ').next() == value.split(' ').next()
}

fn brief(steps: &[TreeStep]) -> Vec<String> {
    steps
        .iter()
        .map(|step| {
            let reps = step.reps.as_ref().map_or_else(String::new, words::reps);
            let load = step.load.as_ref().map_or_else(String::new, words::load);
            format!("{reps} {} {load}", step.name)
        })
        .collect()
}

/// What one does at a level: the base with its changes, or the level's own list.
fn effective(section: &TreeSection, level: &TreeLevel) -> Vec<TreeStep> {
    if !level.steps.is_empty() && level.changes.is_empty() {
        return level
            .steps
            .iter()
            .enumerate()
            .map(|(at, step)| {
                let mut step = step.clone();
                // A restated line that leaves the load out keeps the base's where the movement is the same.
                if step.load.is_none()
                    && let Some(base) = section.steps.get(at).filter(|base| base.name == step.name)
                {
                    step.load.clone_from(&base.load);
                }
                step
            })
            .collect();
    }
    let mut steps = section.steps.clone();
    for (base, change) in &level.changes {
        let Some(step) = steps.iter_mut().find(|step| step.name.eq_ignore_ascii_case(base.trim_matches('"')))
        else {
            continue;
        };
        if !change.name.is_empty() && change.name != step.name {
            step.name.clone_from(&change.name);
            step.known = change.known;
            step.load = None;
        }
        step.reps = change.reps.clone().or(step.reps.take());
        step.load = change.load.clone().or(step.load.take());
    }
    steps.extend(level.steps.iter().cloned());
    steps
}

fn same_steps(wanted: &[TreeStep], own: &[TreeStep], expected: &TreeSection, read: &TreeSection) -> bool {
    wanted.len() == own.len()
        && wanted
            .iter()
            .zip(own)
            .all(|(one, other)| names(one, other) && counts(one, other, expected, read) && loads(one, other))
}
