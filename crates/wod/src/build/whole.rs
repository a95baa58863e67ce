//! The whole proposal: titles, parts, what is unresolved, what became of every character.

use std::collections::BTreeMap;

use super::builder::Builder;
use super::finish::Finisher;
use crate::Options;
use crate::model::{
    Candidate, Code, Coverage, MatchStatus, Part, Prescription, Proposal, Scheme, ScoreType, Section,
    SectionKind, SessionType, Span, SpanKind, TitleSource, Unresolved, Workout,
};
use crate::read::{Read, Setting, What};
use crate::scan::Normal;

/// The most different names in doubt that are looked into.
const DOUBTS: usize = 300;

/// Lines into the proposal.
pub(crate) fn proposal(
    lines: &[Read],
    source: &str,
    normal: &Normal,
    setting: Setting<'_>,
    options: &Options,
) -> Proposal {
    let mut builder = Builder::new(setting);
    builder.read(lines);
    let mut finisher =
        Finisher { setting, normal, source, warnings: Vec::new(), keys: 0, doubts: BTreeMap::new() };
    let Builder { parts, stated_title, title, brief, .. } = builder;
    let mut result = Proposal::default();
    for (at, part) in parts.into_iter().enumerate() {
        let implicit = part.implicit;
        let window = part.window;
        let sections: Vec<Section> =
            part.sections.into_iter().map(|section| finisher.section(section)).collect();
        if implicit {
            result.sections = sections;
            continue;
        }
        result.parts.push(Part {
            key: format!("p{at}"),
            title: part.title,
            note: (!part.notes.is_empty()).then(|| part.notes.join("\n")),
            optional: part.optional,
            clock_start_seconds: window.map(|(from, _)| from),
            clock_end_seconds: window.and_then(|(_, to)| to),
            sections,
        });
    }
    result.coverage = coverage(lines, source, normal);
    line_warnings(lines, &mut finisher);
    unresolved(&mut result, &finisher);
    let mut warnings = finisher.warnings;
    warnings.sort_by_key(|warning| (warning.span.start, warning.code));
    result.warnings = warnings;
    let stated = stated_title.or(title.filter(|(_, quoted)| *quoted));
    result.workout = workout(&result, stated.map(|(text, _)| text), &brief, options);
    result
}

/// Prose with numbers, and lines that nothing could be made of.
fn line_warnings(lines: &[Read], finisher: &mut Finisher<'_>) {
    for line in lines {
        for item in &line.items {
            let digits = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
            let code = match &item.what {
                What::Unparsed(_) => Code::UnparsedLine,
                What::Prose(text) if digits(text) => Code::ProseKept,
                _ => continue,
            };
            let span = finisher.span(line.start, line.end);
            finisher.warn(code, span, None);
        }
    }
}

/// Every non-blank character once: each line cut where its things begin.
fn coverage(lines: &[Read], source: &str, normal: &Normal) -> Vec<Coverage> {
    let mut covered: Vec<Coverage> = Vec::new();
    for line in lines {
        for (at, item) in line.items.iter().enumerate() {
            let from = item.start;
            let to = line.items.get(at + 1).map_or(line.end, |next| next.start);
            let end = if at + 1 < line.items.len() {
                normal.source(to)
            } else {
                line_end(normal, source, line.end)
            };
            // One sign of the source may be several of the normal text; it belongs to what begins with it.
            let before = covered.last().map_or(0, |last| last.span.end);
            let start = normal.source(from).max(before);
            let Some(text) = source.get(start..end) else { continue };
            let lead = text.len() - text.trim_start().len();
            let trail = text.len() - text.trim_end().len();
            if lead + trail < text.len() {
                covered
                    .push(Coverage { span: Span { start: start + lead, end: end - trail }, kind: item.kind });
            }
        }
    }
    uncovered(&mut covered, source);
    covered
}

/// Where a line ends in the source.
fn line_end(normal: &Normal, source: &str, end: usize) -> usize {
    let last = normal.source(end.saturating_sub(1));
    let width = source.get(last..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    last + width
}

/// What lies between the spans: signs that the normal text leaves out.
fn uncovered(covered: &mut Vec<Coverage>, source: &str) {
    let mut missing = Vec::new();
    let mut at = 0;
    let ends = covered.iter().map(|one| (one.span.start, one.span.end)).chain([(source.len(), source.len())]);
    for (start, end) in ends {
        let Some(gap) = source.get(at..start.max(at)) else { continue };
        let mut offset = at;
        for piece in gap.split('\n') {
            let lead = piece.len() - piece.trim_start().len();
            let trimmed = piece.trim();
            if !trimmed.is_empty() {
                let span = Span { start: offset + lead, end: offset + lead + trimmed.len() };
                missing.push(Coverage { span, kind: SpanKind::Ignored });
            }
            offset += piece.len() + 1;
        }
        at = end.max(at);
    }
    covered.extend(missing);
    covered.sort_by_key(|one| one.span.start);
}

/// Movements that need a decision, in order.
fn unresolved(result: &mut Proposal, finisher: &Finisher<'_>) {
    let mut list = Vec::new();
    let mut known: BTreeMap<&str, (MatchStatus, Vec<Candidate>)> = BTreeMap::new();
    let parts = std::iter::once((None, &result.sections))
        .chain(result.parts.iter().map(|part| (Some(part.key.clone()), &part.sections)));
    let mut whole = 0;
    for (key, sections) in parts {
        for (at, section) in sections.iter().enumerate() {
            for movement in &section.movements {
                if matches!(movement.status, MatchStatus::Matched | MatchStatus::Rest) {
                    continue;
                }
                let mention = finisher.doubts.get(&movement.key).map_or("", String::as_str);
                if !known.contains_key(mention) {
                    // Beyond these the text is no workout, and nobody goes through the candidates.
                    let found = if known.len() < DOUBTS {
                        finisher.setting.library.candidates(mention)
                    } else {
                        (MatchStatus::NotFound, Vec::new())
                    };
                    known.insert(mention, found);
                }
                let (found, candidates) =
                    known.get(mention).cloned().unwrap_or((MatchStatus::NotFound, Vec::new()));
                let status = if movement.status == MatchStatus::Ambiguous { movement.status } else { found };
                list.push(Unresolved {
                    part_key: key.clone(),
                    section_index: at,
                    workout_section_index: whole,
                    movement_key: movement.key.clone(),
                    line: movement.span.of(finisher.source).to_owned(),
                    mention: movement.mention.clone(),
                    status,
                    candidates,
                    prescription: Prescription {
                        reps: movement.reps.clone(),
                        load: movement.load.clone(),
                        height: movement.height,
                        per_side: movement.per_side,
                    },
                });
            }
            whole += 1;
        }
    }
    result.unresolved = list;
}

/// The day's own fields.
fn workout(result: &Proposal, stated: Option<String>, brief: &[String], options: &Options) -> Workout {
    let given = options.title.clone().filter(|title| !title.trim().is_empty() && title != "null");
    let daily = options.daily_title.clone();
    let parts: Vec<&str> =
        result.parts.iter().map(|part| part.title.as_str()).filter(|title| !title.is_empty()).collect();
    let (title, title_source) = if let Some(title) = given {
        (Some(title), Some(TitleSource::Given))
    } else if let Some(title) = stated.filter(|title| !title.trim().is_empty() && title != "null") {
        (Some(title), Some(TitleSource::Stated))
    } else if let Some(title) = daily {
        (Some(title), Some(TitleSource::Daily))
    } else if parts.is_empty() {
        (None, None)
    } else {
        (Some(parts.join(" \u{b7} ")), Some(TitleSource::Parts))
    };
    let description = (!brief.is_empty()).then(|| brief.join("\n"));
    Workout { title, title_source, description, session_type: session_type(result) }
}

/// What kind of day the sections make.
fn session_type(result: &Proposal) -> Option<SessionType> {
    let (mut strength, mut conditioning, mut tests, mut scored, mut works) = (0, 0, 0, 0, 0);
    let mut steady = 0.0_f64;
    for section in result.all_sections() {
        if section.kind == SectionKind::Warmup || section.kind == SectionKind::Cooldown {
            continue;
        }
        works += 1;
        scored +=
            usize::from(section.scoring.as_ref().is_some_and(|scoring| scoring.kind != ScoreType::None));
        match &section.scheme {
            Scheme::MaxLoad { .. } => tests += 1,
            Scheme::Sets { .. } => strength += 1,
            Scheme::Steady { duration_seconds } => steady += duration_seconds,
            Scheme::Freeform => {}
            _ => conditioning += 1,
        }
    }
    if works == 0 {
        return result.all_sections().next().map(|_| SessionType::Recovery);
    }
    Some(match (strength + tests > 0, conditioning > 0) {
        (true, true) => SessionType::Mixed,
        (true, false) if strength == 0 => SessionType::Test,
        (true, false) => SessionType::Strength,
        (false, true) => SessionType::Conditioning,
        (false, false) if steady >= 1200.0 => SessionType::Endurance,
        (false, false) if scored == 0 => SessionType::Skill,
        (false, false) => SessionType::Conditioning,
    })
}

/// The setting a text is read in: the unit that most of its weights have.
pub(crate) fn majority(lower: &str, options: &Options) -> crate::model::WeightUnit {
    let (mut kg, mut lb) = (0_usize, 0_usize);
    let bytes = lower.as_bytes();
    for (at, _) in lower.match_indices("kg") {
        kg += usize::from(
            !bytes.get(at + 2).is_some_and(u8::is_ascii_alphabetic) || bytes.get(at + 2) == Some(&b's'),
        );
    }
    for (at, _) in lower.match_indices("lb") {
        let before = at.checked_sub(1).and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_alphabetic);
        lb += usize::from(!before);
    }
    lb += lower.matches("pound").count();
    for (at, _) in lower.match_indices('#') {
        lb += usize::from(at.checked_sub(1).and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit));
    }
    match kg.cmp(&lb) {
        std::cmp::Ordering::Greater => crate::model::WeightUnit::Kg,
        std::cmp::Ordering::Less => crate::model::WeightUnit::Lb,
        std::cmp::Ordering::Equal if kg == 0 => plausible(lower).unwrap_or(options.unit),
        std::cmp::Ordering::Equal => options.unit,
    }
}

/// Pairs that bars are loaded to in pounds, with plates of 45, 25 and 10.
const POUNDS: &[(u32, u32)] = &[
    (75, 55),
    (95, 65),
    (115, 75),
    (115, 80),
    (115, 85),
    (135, 85),
    (135, 95),
    (145, 95),
    (145, 100),
    (145, 105),
    (155, 105),
    (165, 115),
    (185, 125),
    (185, 130),
    (185, 135),
    (205, 135),
    (205, 145),
    (225, 145),
    (225, 155),
    (245, 165),
    (245, 175),
    (275, 185),
    (275, 195),
    (275, 205),
    (315, 205),
    (315, 215),
    (315, 225),
];
/// The same in kilograms; half kilograms are none but those.
const KILOGRAMS: &[(u32, u32)] = &[
    (43, 30),
    (52, 35),
    (61, 43),
    (61, 42),
    (70, 47),
    (70, 48),
    (84, 57),
    (84, 56),
    (84, 61),
    (102, 70),
    (125, 84),
];

/// The unit that a text without any unit shows by the pairs it has, where all of them agree.
fn plausible(lower: &str) -> Option<crate::model::WeightUnit> {
    let bytes = lower.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let (mut kg, mut lb) = (false, false);
    let mut last: Option<(usize, u32)> = None;
    for (at, _) in lower.match_indices('/') {
        let from = (0..at).rev().take(5).take_while(|at| digit(*at) || bytes.get(*at) == Some(&b'.')).last();
        let to = (at + 1..at + 6).take_while(|at| digit(*at) || bytes.get(*at) == Some(&b'.')).last();
        let (Some(from), Some(to)) = (from, to) else { continue };
        let (one, other) = (lower.get(from..at).unwrap_or(""), lower.get(at + 1..=to).unwrap_or(""));
        kg |= one.ends_with(".5") || other.ends_with(".5");
        let (Ok(one), Ok(other)) = (one.parse::<u32>(), other.parse::<u32>()) else { continue };
        let pair = (one.max(other), one.min(other));
        // `135/95 (61/43)`: one weight in both units.
        if let Some((end, before)) = last.replace((to, pair.0))
            && from <= end + 5
        {
            let ratio = f64::from(before) / f64::from(pair.0.max(1));
            if (2.05..2.4).contains(&ratio) {
                return Some(crate::model::WeightUnit::Lb);
            }
            if (2.05..2.4).contains(&(1.0 / ratio)) {
                return Some(crate::model::WeightUnit::Kg);
            }
        }
        lb |= POUNDS.contains(&pair);
        kg |= KILOGRAMS.contains(&pair);
    }
    match (kg, lb) {
        (true, false) => Some(crate::model::WeightUnit::Kg),
        (false, true) => Some(crate::model::WeightUnit::Lb),
        _ => None,
    }
}

/// Whether a text has minutes in turn somewhere.
pub(crate) fn clocked(lower: &str) -> bool {
    ["emom", "every minute", "on the minute", "alternat", "mom "].iter().any(|word| lower.contains(word))
}
