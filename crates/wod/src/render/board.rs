//! A day as it stands on a gym's board.

use super::prescription::{line, load, rest};
use super::units::convert;
use crate::Library;
use crate::model::{Amount, Load, Movement, Proposal, Role, Section, WeightUnit};

/// How a board shows a day.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct View<'a> {
    /// Weights in this unit; as written without.
    pub unit: Option<WeightUnit>,
    /// Numbers of men (`true`) or women only; of both without.
    pub male: Option<bool>,
    /// The level to show, by code; the base without.
    pub level: Option<&'a str>,
}

/// The day for a board: headings, formats and movements, nothing of the prose.
#[must_use]
pub fn board(proposal: &Proposal, library: &Library, view: View<'_>) -> String {
    let mut shown = proposal.clone();
    shown.workout.description = None;
    let sections =
        shown.sections.iter_mut().chain(shown.parts.iter_mut().flat_map(|part| part.sections.iter_mut()));
    for section in sections {
        arrange(section, library, view);
    }
    for part in &mut shown.parts {
        part.note = None;
    }
    let mut out = String::new();
    if let Some(title) = &shown.workout.title {
        out.push_str(&format!("{title}\n"));
    }
    for section in &shown.sections {
        write(&mut out, section);
    }
    for part in &shown.parts {
        out.push_str(&format!("\n{}\n", part.title.to_uppercase()));
        for section in &part.sections {
            write(&mut out, section);
        }
    }
    out
}

/// Puts a section into the view: level, sex and unit.
fn arrange(section: &mut Section, library: &Library, view: View<'_>) {
    section.notes.clear();
    let level = view.level.and_then(|code| section.levels.iter().find(|level| level.code == code)).cloned();
    section.levels.clear();
    for movement in &mut section.movements {
        let change = level
            .as_ref()
            .and_then(|level| level.overrides.iter().find(|change| change.movement_key == movement.key));
        if let Some(change) = change {
            if let Some(mention) = &change.mention {
                movement.mention.clone_from(mention);
                movement.name.clone_from(&change.name);
                movement.exercise_id.clone_from(&change.exercise_id);
                movement.load = None;
            }
            movement.reps = change.reps.clone().unwrap_or_else(|| movement.reps.clone());
            movement.load = change.load.clone().or_else(|| movement.load.clone());
        }
        let equipment = movement
            .name
            .as_deref()
            .and_then(|name| library.by_name(name))
            .map(|found| found.equipment.clone());
        movement.load = movement.load.take().map(|own| seen(&own, view, equipment.as_deref().unwrap_or(&[])));
        one_sex(movement, view.male);
    }
    for group in &mut section.groups {
        group.group_load = group.group_load.take().map(|own| seen(&own, view, &[]));
    }
}

fn seen(own: &Load, view: View<'_>, equipment: &[String]) -> Load {
    let own = match view.unit {
        Some(unit) => convert(own, unit, equipment),
        None => own.clone(),
    };
    match own {
        Load::Absolute { amount, unit, implement_count } => {
            Load::Absolute { amount: pick(amount, view.male), unit, implement_count }
        }
        other => other,
    }
}

fn pick(amount: Amount, male: Option<bool>) -> Amount {
    match (amount, male) {
        (Amount::BySex { by_sex }, Some(true)) => Amount::one(by_sex.male),
        (Amount::BySex { by_sex }, Some(false)) => Amount::one(by_sex.female),
        (other, _) => other,
    }
}

fn one_sex(movement: &mut Movement, male: Option<bool>) {
    use crate::model::Reps;
    match &mut movement.reps {
        Reps::Fixed { amount, .. }
        | Reps::Calories { amount }
        | Reps::Distance { amount, .. }
        | Reps::Duration { amount } => {
            *amount = pick(*amount, male);
        }
        _ => {}
    }
    for height in [&mut movement.height, &mut movement.target].into_iter().flatten() {
        height.amount = pick(height.amount, male);
    }
}

fn write(out: &mut String, section: &Section) {
    let mut shown = section.clone();
    shown.title = None;
    let bare = Proposal {
        sections: vec![Section { movements: Vec::new(), groups: Vec::new(), slots: Vec::new(), ..shown }],
        ..Proposal::default()
    };
    if let Some(title) = &section.title {
        out.push_str(&format!("{title}\n"));
    }
    out.push_str(&super::canonical::canonical(&bare));
    for movement in &section.movements {
        let slot = section.slots.iter().position(|keys| keys.contains(&movement.key));
        let lead = slot.map_or_else(|| "  ".to_owned(), |slot| format!("  {}. ", slot + 1));
        let text = match (&movement.rest, movement.role) {
            (Some(found), _) => rest(found),
            (None, Role::Rest) => "Rest".to_owned(),
            (None, _) => line(movement, false),
        };
        let group = section.groups.iter().find(|group| group.members.last() == Some(&movement.key));
        let weight = group.and_then(|group| group.group_load.as_ref()).map_or_else(String::new, load);
        out.push_str(&format!("{lead}{text}{weight}\n"));
    }
}
