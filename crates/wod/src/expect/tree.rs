//! A reading reduced to what is compared.

use std::collections::BTreeMap;

use super::words;
use crate::model::{Load, MatchStatus, Movement, Proposal, Reps, Rest, Role, Scheme, Section, SectionKind};

/// A reading, expected or real.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tree {
    /// The title that the text states: unstated, none, or one.
    pub title: Option<Option<String>>,
    /// Titles of parts, with the number of their first section.
    pub parts: Vec<(String, usize)>,
    /// In order.
    pub sections: Vec<TreeSection>,
    /// Codes of warnings.
    pub warnings: Vec<String>,
}

/// A section.
#[derive(Debug, Clone, PartialEq)]
pub struct TreeSection {
    /// Its format.
    pub scheme: Scheme,
    /// Attributes by name.
    pub attributes: BTreeMap<String, String>,
    /// Movements.
    pub steps: Vec<TreeStep>,
    /// Pauses in words of the notation.
    pub rests: Vec<String>,
    /// Levels by code.
    pub levels: Vec<TreeLevel>,
}

/// A movement.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TreeStep {
    /// The library's name, or the mention where there is none.
    pub name: String,
    /// Whether the name is known.
    pub known: bool,
    /// How much.
    pub reps: Option<Reps>,
    /// How heavy; a complex's load stands at each member.
    pub load: Option<Load>,
    /// Its minutes.
    pub slots: Vec<usize>,
    /// Number of its complex.
    pub group: Option<usize>,
    /// Attributes by name.
    pub attributes: BTreeMap<String, String>,
    /// Others in its place.
    pub alternatives: Vec<TreeStep>,
}

/// A level.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TreeLevel {
    /// Its code.
    pub code: String,
    /// What one does at it.
    pub steps: Vec<TreeStep>,
    /// Lines as `base -> change`; resolved against the base by the comparison.
    pub changes: Vec<(String, TreeStep)>,
}

impl From<&Proposal> for Tree {
    fn from(proposal: &Proposal) -> Self {
        let mut tree = Self::default();
        let stated = proposal.workout.title_source == Some(crate::model::TitleSource::Stated);
        tree.title = Some(proposal.workout.title.clone().filter(|_| stated));
        tree.sections.extend(proposal.sections.iter().map(section));
        for part in &proposal.parts {
            tree.parts.push((part.title.clone(), tree.sections.len()));
            tree.sections.extend(part.sections.iter().map(section));
        }
        tree.warnings = proposal.warnings.iter().map(|warning| warning.code.name().to_owned()).collect();
        tree
    }
}

fn section(section: &Section) -> TreeSection {
    let works: Vec<&Movement> =
        section.movements.iter().filter(|movement| movement.role != Role::Rest).collect();
    let steps: Vec<TreeStep> = works.iter().map(|movement| step(movement, section)).collect();
    let rests = section.movements.iter().filter_map(|movement| movement.rest.as_ref()).map(rest).collect();
    let levels = section
        .levels
        .iter()
        .map(|level| {
            let mut own = Vec::new();
            for (movement, base) in works.iter().zip(&steps) {
                let change = level.overrides.iter().find(|change| change.movement_key == movement.key);
                let mut step = base.clone();
                if let Some(change) = change {
                    if change.removed {
                        continue;
                    }
                    if let Some(mention) = &change.mention {
                        step.known = change.name.is_some();
                        step.name = change.name.clone().unwrap_or_else(|| mention.clone());
                        step.load = None;
                    }
                    step.reps = change.reps.clone().or(step.reps);
                    step.load = change.load.clone().or(step.load);
                }
                own.push(step);
            }
            own.extend(level.added.iter().map(|movement| step(movement, section)));
            TreeLevel { code: level.code.clone(), steps: own, changes: Vec::new() }
        })
        .collect();
    TreeSection { scheme: section.scheme.clone(), attributes: attributes(section), steps, rests, levels }
}

/// A pause in the notation's words.
fn rest(rest: &Rest) -> String {
    words::rest(rest)
}

fn step(movement: &Movement, section: &Section) -> TreeStep {
    let group = section.groups.iter().position(|group| group.members.contains(&movement.key));
    let group_load = group.and_then(|at| section.groups.get(at)).and_then(|group| group.group_load.clone());
    let slots = section
        .slots
        .iter()
        .enumerate()
        .filter(|(_, keys)| keys.contains(&movement.key))
        .map(|(at, _)| at + 1)
        .collect();
    let known = movement.status == MatchStatus::Matched;
    let mut attributes = BTreeMap::new();
    let mut put = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            attributes.insert(name.to_owned(), value);
        }
    };
    put("height", movement.height.map(|height| words::height(&height)));
    put("length", movement.height.map(|height| words::height(&height)));
    put("target", movement.target.map(|height| words::height(&height)));
    put("tempo", movement.tempo.clone());
    put("rpe", movement.effort.map(|effort| words::range(effort.min, effort.max)));
    put("side", movement.per_side.then(String::new));
    put("unbroken", movement.unbroken.then(String::new));
    put("media", movement.media_url.clone());
    put("vest", movement.vest.map(|vest| words::vest(&vest)));
    put("mod", Some(movement.modifiers.join(", ")));
    let role = match movement.role {
        Role::BuyIn => Some("buy_in"),
        Role::CashOut => Some("cash_out"),
        Role::EachRound => Some("each_round"),
        Role::Work | Role::Rest => None,
    };
    put("role", role.map(str::to_owned));
    let alternatives = movement
        .alternatives
        .iter()
        .map(|other| TreeStep {
            name: other.name.clone().unwrap_or_else(|| other.mention.clone()),
            known: other.name.is_some(),
            reps: other.reps.clone(),
            load: other.load.clone(),
            ..TreeStep::default()
        })
        .collect();
    TreeStep {
        name: movement.name.clone().unwrap_or_else(|| movement.mention.clone()),
        known,
        reps: Some(movement.reps.clone()),
        load: movement.load.clone().or(group_load),
        slots,
        group,
        attributes,
        alternatives,
    }
}

fn attributes(section: &Section) -> BTreeMap<String, String> {
    let mut attributes = BTreeMap::new();
    let mut put = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            attributes.insert(name.to_owned(), value);
        }
    };
    put("score", section.scoring.as_ref().map(words::scoring));
    let calc = section
        .scoring
        .as_ref()
        .map(words::scoring)
        .and_then(|text| text.split("calc ").nth(1).map(str::to_owned));
    put("calc", calc);
    put("cap", section.time_cap_seconds.map(|cap| words::times(&cap)));
    put("title", section.title.as_ref().map(|title| format!("\"{title}\"")));
    put("team", section.team.as_ref().map(words::team));
    put("quality", section.quality.then(String::new));
    put("link", section.linked.then(|| "then".to_owned()));
    put("inner", section.inner.as_ref().map(words::scheme));
    put("rpe", section.effort.map(|effort| words::range(effort.min, effort.max)));
    put("tempo", section.tempo.clone());
    put("vest", section.vest.map(|vest| words::vest(&vest)));
    put("weights", section.weights.as_ref().map(words::weights));
    let kind = match section.kind {
        SectionKind::Work => "work",
        SectionKind::Warmup => "warmup",
        SectionKind::Skill => "skill",
        SectionKind::Cooldown => "cooldown",
    };
    put("kind", Some(kind.to_owned()));
    let notes: Vec<&str> = section
        .notes
        .iter()
        .map(|note| match note.kind {
            crate::model::NoteKind::Goal => "goal",
            crate::model::NoteKind::Stimulus => "stimulus",
            crate::model::NoteKind::Score => "score",
            crate::model::NoteKind::Footnote => "footnote",
            crate::model::NoteKind::Text => "text",
        })
        .collect();
    put("note", Some(notes.join(", ")));
    let clock = section.clock_start_seconds.map(|start| match section.clock_end_seconds {
        Some(end) => format!("{}-{}", words::clock(start), words::clock(end)),
        None => words::clock(start),
    });
    put("clock", clock);
    attributes
}
