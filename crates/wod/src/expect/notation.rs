//! The notation of expected trees.

use std::collections::BTreeMap;

use super::Malformed;
use super::formats::scheme;
use super::tree::{Tree, TreeLevel, TreeSection, TreeStep};
use crate::model::{Amount, Bound, Counted, DistanceUnit, Load, Reference, Reps, WeightUnit};

/// Where lines of a section go.
enum Place {
    Section,
    Level,
}

/// Reads a tree.
pub(super) fn tree(text: &str) -> Result<Tree, Malformed> {
    let mut tree = Tree::default();
    let mut place = Place::Section;
    let mut group: Option<(usize, usize, Option<Load>)> = None;
    let mut groups = 0;
    for (at, raw) in text.lines().enumerate() {
        let line = raw.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let indent = raw.len() - raw.trim_start().len();
        let fail = |what: &str| Malformed { line: at + 1, what: format!("{what}: {line}") };
        let (head, rest) = line.split_once(' ').unwrap_or((line, ""));
        if group.as_ref().is_some_and(|(depth, ..)| indent <= *depth) {
            group = None;
        }
        match head {
            "title" => tree.title = Some(if rest == "none" { None } else { Some(unquote(rest)) }),
            "warn" => tree.warnings.push(rest.to_owned()),
            "part" => {
                let title = rest.split(" | ").next().unwrap_or(rest);
                tree.parts.push((unquote(title), tree.sections.len()));
            }
            "section" => {
                place = Place::Section;
                let mut pieces = rest.split(" | ");
                let scheme = scheme(pieces.next().unwrap_or("")).ok_or_else(|| fail("no scheme"))?;
                let attributes = pieces.map(attribute).collect();
                tree.sections.push(TreeSection {
                    scheme,
                    attributes,
                    steps: Vec::new(),
                    rests: Vec::new(),
                    levels: Vec::new(),
                });
            }
            _ => {
                let section = tree.sections.last_mut().ok_or_else(|| fail("no section above"))?;
                match head {
                    "rest" if !rest.is_empty() || line == "rest" => section.rests.push(rest.to_owned()),
                    "level" => {
                        place = Place::Level;
                        let code = rest.split_whitespace().next().unwrap_or("").to_owned();
                        section.levels.push(TreeLevel { code, ..TreeLevel::default() });
                    }
                    "group" => {
                        let own = line.split(" | ").skip(1).map(attribute).collect::<BTreeMap<_, _>>();
                        let load = match own.get("load") {
                            Some(text) => Some(load(text).ok_or_else(|| fail("no load"))?),
                            None => None,
                        };
                        group = Some((indent, groups, load));
                        groups += 1;
                    }
                    "or" => {
                        let found = step(rest, true).ok_or_else(|| fail("no movement"))?;
                        let last = section.steps.last_mut().ok_or_else(|| fail("no movement above"))?;
                        last.alternatives.push(found);
                    }
                    _ if matches!(place, Place::Level) => {
                        level_line(section, line).ok_or_else(|| fail("no line of a level"))?;
                    }
                    _ => {
                        if line.starts_with('@') && line.split(' ').nth(1) == Some("rest") {
                            continue;
                        }
                        let mut found = step(line, false).ok_or_else(|| fail("no movement"))?;
                        if let Some((_, number, load)) = &group {
                            found.group = Some(*number);
                            found.load = found.load.or_else(|| load.clone());
                        }
                        section.steps.push(found);
                    }
                }
            }
        }
    }
    Ok(tree)
}

/// A line below a level: a change, or a movement.
fn level_line(section: &mut TreeSection, line: &str) -> Option<()> {
    let level = section.levels.last_mut()?;
    match line.split_once("->") {
        Some((base, change)) => level.changes.push((base.trim().to_owned(), step(change.trim(), true)?)),
        None => level.steps.push(step(line, false)?),
    }
    Some(())
}

fn unquote(text: &str) -> String {
    text.trim().trim_matches('"').to_owned()
}

fn attribute(text: &str) -> (String, String) {
    let (name, value) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    (name.to_owned(), value.trim().to_owned())
}

/// `@2 REPS NAME | attributes`. Where `partial`, the count or the name may be missing.
fn step(text: &str, partial: bool) -> Option<TreeStep> {
    let mut result = TreeStep { known: true, ..TreeStep::default() };
    let mut pieces = text.split('|').map(str::trim);
    let mut main = pieces.next().unwrap_or("").trim();
    for piece in pieces {
        let (name, value) = attribute(piece);
        if name == "load" {
            result.load = Some(load(&value)?);
        } else {
            result.attributes.insert(name, value);
        }
    }
    while let Some(rest) = main.strip_prefix('@') {
        let (slot, behind) = rest.split_once(' ')?;
        for one in slot.split(['&', ',']) {
            result.slots.push(one.trim_start_matches('@').parse().ok()?);
        }
        main = behind.trim();
    }
    let words: Vec<&str> = main.split_whitespace().collect();
    // The longest beginning that is a count.
    for length in (1..=words.len().min(4)).rev() {
        let head = words.get(..length)?.join(" ");
        if let Some(found) = reps(&head) {
            result.reps = Some(found);
            let name = words.get(length..)?.join(" ");
            return named(result, &name, partial);
        }
    }
    if !partial {
        return None;
    }
    named(result, main, true)
}

fn named(mut step: TreeStep, name: &str, partial: bool) -> Option<TreeStep> {
    let name = name.trim();
    if name.is_empty() && !partial {
        return None;
    }
    if name.starts_with('"') {
        step.known = false;
    }
    step.name = name.trim_matches('"').to_owned();
    Some(step)
}

/// `m:ss`.
pub(crate) fn clock(text: &str) -> Option<f64> {
    let (minutes, seconds) = text.split_once(':')?;
    if seconds.len() != 2 {
        return None;
    }
    let minutes: f64 = if minutes.is_empty() { 0.0 } else { minutes.parse().ok()? };
    Some(minutes * 60.0 + seconds.parse::<f64>().ok()?)
}

fn amount(text: &str, one: impl Fn(&str) -> Option<f64>) -> Option<Amount> {
    if let Some((male, female)) = text.split_once('/') {
        return Some(Amount::by_sex(one(male)?, one(female)?));
    }
    if let Some((min, max)) = text.split_once('-') {
        return Some(Amount::Range { min: one(min)?, max: one(max)? });
    }
    Some(Amount::one(one(text)?))
}

fn plain(text: &str) -> Option<f64> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    text.parse().ok()
}

fn unit(text: &str) -> Option<Counted> {
    Some(match text {
        "cal" => Counted::Calories,
        "m" => Counted::M,
        "km" => Counted::Km,
        "mi" => Counted::Mi,
        "ft" => Counted::Ft,
        "yd" => Counted::Yd,
        "s" => Counted::Seconds,
        _ => return None,
    })
}

fn distance(unit: Counted) -> Option<DistanceUnit> {
    Some(match unit {
        Counted::M => DistanceUnit::M,
        Counted::Km => DistanceUnit::Km,
        Counted::Mi => DistanceUnit::Mi,
        Counted::Ft => DistanceUnit::Ft,
        Counted::Yd => DistanceUnit::Yd,
        Counted::Calories | Counted::Seconds => return None,
    })
}

/// A count.
pub(crate) fn reps(text: &str) -> Option<Reps> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        ["-"] => Some(Reps::Unspecified),
        ["~"] => Some(Reps::Scheme { values: Vec::new(), unit: None }),
        ["~", of] => Some(Reps::Scheme { values: Vec::new(), unit: Some(unit(of)?) }),
        ["max"] => Some(Reps::Max { unit: None, seconds: None }),
        ["max", of] => Some(Reps::Max { unit: Some(unit(of)?), seconds: None }),
        [time, "max"] if clock(time).is_some() => Some(Reps::Max { unit: None, seconds: clock(time) }),
        [time, "max", of] if clock(time).is_some() => {
            Some(Reps::Max { unit: Some(unit(of)?), seconds: clock(time) })
        }
        [share, "max"] => {
            let share = share.strip_suffix('%')?;
            Some(Reps::PercentOfMax { amount: amount(share, plain)? })
        }
        ["ladder", steps] => ladder(steps, None),
        ["ladder", steps, of] => ladder(steps, Some(unit(of)?)),
        [one] => counted(one),
        [values, of] => {
            let unit = unit(of)?;
            if values.matches('-').count() > 1 || values.contains('-') && !ascending(values) {
                return Some(Reps::Scheme { values: list(values)?, unit: Some(unit) });
            }
            let amount = amount(values, plain)?;
            Some(match distance(unit) {
                Some(unit) => Reps::Distance { amount, unit },
                None => Reps::Calories { amount },
            })
        }
        _ => None,
    }
}

pub(super) fn list(text: &str) -> Option<Vec<f64>> {
    text.split('-').map(plain).collect()
}

fn ascending(text: &str) -> bool {
    list(text).is_some_and(|values| matches!(values.as_slice(), [one, other] if one < other))
}

fn counted(text: &str) -> Option<Reps> {
    if text.contains(':') {
        if text.matches('-').count() > 1 {
            let values = text.split('-').map(clock).collect::<Option<Vec<_>>>()?;
            return Some(Reps::Scheme { values, unit: Some(Counted::Seconds) });
        }
        return Some(Reps::Duration { amount: amount(text, clock)? });
    }
    if let Some(least) = text.strip_suffix('+') {
        return Some(Reps::Fixed { amount: Amount::one(plain(least)?), or_more: true });
    }
    if text.contains('-') {
        let values = list(text)?;
        return Some(match values.as_slice() {
            [min, max] if min < max => Reps::Range { min: *min, max: *max },
            _ => Reps::Scheme { values, unit: None },
        });
    }
    Some(Reps::Fixed { amount: amount(text, plain)?, or_more: false })
}

fn ladder(text: &str, unit: Option<Counted>) -> Option<Reps> {
    let (steps, end) = match text.split_once("..") {
        Some((steps, end)) => (steps, Some(plain(end)?)),
        None => (text, None),
    };
    let at = steps.find(['+', '-'])?;
    let start = plain(steps.get(..at)?)?;
    let step: f64 = steps.get(at..)?.parse().ok()?;
    Some(Reps::Ladder { start, step, end, unit })
}

/// A load.
pub(crate) fn load(text: &str) -> Option<Load> {
    let text = text.trim();
    if text.contains(", ") {
        return Some(Load::PerSet { sets: text.split(", ").map(load).collect::<Option<Vec<_>>>()? });
    }
    if let Some(index) = text.strip_prefix('#') {
        return Some(Load::WeightIndex { index: index.parse().ok()? });
    }
    if let Some((percent, rest)) = text.split_once('%') {
        let bound = rest.starts_with('+').then_some(Bound::AtLeast);
        let of = rest.trim_start_matches('+').trim().strip_prefix("of ").map(str::trim);
        let amount = amount(percent.trim(), plain)?;
        return Some(match of {
            None => Load::PercentOneRm { amount, exercise: None, bound },
            Some(of) if of.starts_with('"') => Load::PercentReference {
                amount,
                reference: Reference { exercise: None, n_rm: None, label: unquote(of) },
                bound,
            },
            Some(of) => {
                let rm = of
                    .split_once("RM")
                    .and_then(|(count, lift)| Some((count.parse::<u32>().ok()?, lift.trim())));
                match rm {
                    Some((1, "")) => Load::PercentOneRm { amount, exercise: None, bound },
                    Some((1, lift)) => Load::PercentOneRm { amount, exercise: Some(lift.to_owned()), bound },
                    Some((rm, lift)) => {
                        let exercise = (!lift.is_empty()).then(|| lift.to_owned());
                        Load::PercentReference {
                            amount,
                            reference: Reference { exercise, n_rm: Some(rm), label: of.to_owned() },
                            bound,
                        }
                    }
                    None => Load::PercentOneRm { amount, exercise: Some(of.to_owned()), bound },
                }
            }
        });
    }
    if let Some(factor) = text.strip_suffix(" bw") {
        return Some(Load::Bodyweight { amount: amount(factor, plain)? });
    }
    if let Some((values, symbol)) = text.rsplit_once(' ') {
        let unit = match symbol {
            "kg" => Some(WeightUnit::Kg),
            "lb" => Some(WeightUnit::Lb),
            "pood" => Some(WeightUnit::Pood),
            _ => None,
        };
        if let Some(unit) = unit {
            let (count, values) = match values.split_once('x') {
                Some((count, values)) => (Some(count.trim().parse().ok()?), values.trim()),
                None => (None, values),
            };
            return Some(Load::Absolute { amount: amount(values, plain)?, unit, implement_count: count });
        }
    }
    text.chars()
        .all(|sign| sign.is_ascii_alphabetic() || sign == '_' || sign == ' ')
        .then(|| Load::Descriptive { word: text.to_owned() })
}
