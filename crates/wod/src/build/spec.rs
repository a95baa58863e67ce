//! Numbers without a name: for which of the movements above they are.

use super::draft::{SectionDraft, Step};
use crate::library::Parameter;
use crate::model::{Amount, Load};
use crate::read::{Implement, Phrase, Setting, by_size};

/// Puts a line's numbers where they belong.
pub(super) fn take(section: &mut SectionDraft, phrase: &Phrase, setting: Setting<'_>) {
    if section.steps.iter().all(Step::is_rest) {
        section.vest = section.vest.or(phrase.vest);
        section.effort = section.effort.or(phrase.effort);
        if phrase.tempo.is_some() {
            section.tempo.clone_from(&phrase.tempo);
        }
        if phrase.load.is_some() || phrase.height.is_some() {
            section.early.push(phrase.clone());
        }
        return;
    }
    // A load below a complex is the complex's.
    let last_group = section.steps.iter().rev().find(|step| !step.is_rest()).and_then(|step| step.group);
    if let (Some(group), Some(load)) = (last_group, &phrase.load)
        && phrase.implement.is_none()
        && let Some(group) = section.groups.get_mut(group)
    {
        if group.load.is_none() {
            group.load = Some(load.clone());
        }
        return;
    }
    let plain_weight = phrase.load.is_some() && phrase.reps.is_none() && phrase.implement.is_none();
    if plain_weight
        && section.steps.iter().filter(|step| !step.is_rest() && step.phrase.load.is_none()).count() > 1
    {
        apply(section, phrase, setting);
        return;
    }
    let target = find(section, phrase, setting);
    let Some(step) = target.and_then(|at| section.steps.get_mut(at)) else { return };
    fill(&mut step.phrase, phrase);
}

/// The step that a nameless phrase is for.
pub(super) fn find(section: &SectionDraft, phrase: &Phrase, setting: Setting<'_>) -> Option<usize> {
    let works: Vec<(usize, &Step)> =
        section.steps.iter().enumerate().filter(|(_, step)| !step.is_rest()).collect();
    let exercise = |step: &Step| step.phrase.exercise.and_then(|at| setting.library.exercise(at));
    if let Some(implement) = phrase.implement {
        let with = |step: &Step| {
            exercise(step).is_some_and(|found| {
                found.needs(implement.equipment())
                    || implement == Implement::Target && found.parameter == Parameter::Both
            })
        };
        let unloaded = works
            .iter()
            .find(|(_, step)| with(step) && step.phrase.load.is_none() && step.phrase.height.is_none());
        if let Some((at, _)) = unloaded.or_else(|| works.iter().find(|(_, step)| with(step))) {
            return Some(*at);
        }
    }
    let wants = |step: &Step| {
        let parameter = exercise(step).map_or(Parameter::Load, |found| found.parameter);
        if phrase.load.is_some() {
            matches!(parameter, Parameter::Load | Parameter::Both) && step.phrase.load.is_none()
        } else if phrase.height.is_some() {
            parameter == Parameter::Height && step.phrase.height.is_none()
        } else if phrase.target.is_some() {
            parameter == Parameter::Both && step.phrase.target.is_none()
        } else if phrase.reps.is_some() {
            step.phrase.reps.is_none()
        } else {
            true
        }
    };
    let last = works.last()?;
    if wants(last.1) {
        return Some(last.0);
    }
    let barbell = works
        .iter()
        .find(|(_, step)| wants(step) && exercise(step).is_some_and(|found| found.needs("barbell")));
    barbell.or_else(|| works.iter().find(|(_, step)| wants(step))).map(|(at, _)| *at)
}

/// Adds what is not there yet.
pub(super) fn fill(into: &mut Phrase, from: &Phrase) {
    into.codes.extend(from.codes.iter().copied());
    if into.load.is_none() {
        into.load.clone_from(&from.load);
    }
    into.height = into.height.or(from.height);
    into.target = into.target.or(from.target);
    into.effort = into.effort.or(from.effort);
    into.vest = into.vest.or(from.vest);
    into.unbroken |= from.unbroken;
    into.per_side |= from.per_side;
    if into.tempo.is_none() {
        into.tempo.clone_from(&from.tempo);
    }
    if into.reps.is_none() {
        into.reps.clone_from(&from.reps);
    }
    into.note.extend(from.note.iter().cloned());
}

/// Weights of division lines: for each the movement by implement, name, or the only one that is loaded.
pub(super) fn divisions(section: &mut SectionDraft, setting: Setting<'_>) {
    let lines = std::mem::take(&mut section.divisions);
    let lists: Vec<(bool, Vec<f64>)> = lines
        .iter()
        .filter(|line| !line.list.is_empty())
        .map(|line| (line.male, line.list.clone()))
        .collect();
    if !lists.is_empty() {
        // Several weights: the lines choose by number; kept by the caller through the facts of the section.
        section.divisions = lines;
        return;
    }
    let men: Vec<&Phrase> = lines.iter().filter(|line| line.male).flat_map(|line| &line.phrases).collect();
    let women: Vec<&Phrase> = lines.iter().filter(|line| !line.male).flat_map(|line| &line.phrases).collect();
    // `2 pood` on the line, and `Women use 1.5 pood` below.
    let only = if men.is_empty() { women.as_slice() } else { men.as_slice() };
    if let [one] = only
        && (men.is_empty() || women.is_empty())
        && pairs_with_own(section, one)
    {
        return;
    }
    let count = men.len().max(women.len());
    for at in 0..count {
        let merged = both(men.get(at).copied(), women.get(at).copied());
        apply(section, &merged, setting);
    }
}

/// Gives the loaded movements, where all have the same one weight for everybody, another for one sex.
fn pairs_with_own(section: &mut SectionDraft, one: &Phrase) -> bool {
    let Some(Load::Absolute { amount: Amount::One { value: other }, unit: second, .. }) = one.load else {
        return false;
    };
    let mut single: Vec<&mut Amount> = Vec::new();
    for step in &mut section.steps {
        match &mut step.phrase.load {
            Some(Load::Absolute { amount: amount @ Amount::One { .. }, unit, .. }) if *unit == second => {
                single.push(amount);
            }
            _ => {}
        }
    }
    let Some(first) = single.first().map(|amount| amount.largest()) else { return false };
    if single.iter().any(|amount| (amount.largest() - first).abs() > f64::EPSILON) {
        return false;
    }
    for amount in single {
        *amount = by_size(first, other, true, true).0;
    }
    true
}

/// One phrase from a men's and a women's.
pub(super) fn both(man: Option<&Phrase>, woman: Option<&Phrase>) -> Phrase {
    let (Some(man), Some(woman)) = (man, woman) else {
        return man.or(woman).cloned().unwrap_or_default();
    };
    let mut merged = man.clone();
    let pair = |one: Amount, other: Amount| by_size(one.largest(), other.largest(), true, true).0;
    merged.load = match (&man.load, &woman.load) {
        (
            Some(Load::Absolute { amount, unit, implement_count }),
            Some(Load::Absolute { amount: other, unit: second, .. }),
        ) => {
            let factor = if unit == second { 1.0 } else { second.kilograms() / unit.kilograms() };
            Some(Load::Absolute {
                amount: pair(*amount, other.map(|value| value * factor)),
                unit: *unit,
                implement_count: *implement_count,
            })
        }
        (Some(Load::Bodyweight { amount }), Some(Load::Bodyweight { amount: other })) => {
            Some(Load::Bodyweight { amount: pair(*amount, *other) })
        }
        (load, other) => load.clone().or_else(|| other.clone()),
    };
    for (slot, other) in [(&mut merged.height, woman.height), (&mut merged.target, woman.target)] {
        if let (Some(one), Some(other)) = (slot.as_mut(), other) {
            one.amount = pair(one.amount, other.amount);
        } else {
            *slot = slot.or(other);
        }
    }
    if let (
        Some(crate::model::Reps::Calories { amount }),
        Some(crate::model::Reps::Calories { amount: other }),
    ) = (&mut merged.reps, &woman.reps)
    {
        *amount = pair(*amount, *other);
    }
    merged
}

/// Loads of the format's own line: `AMRAP 12 @ 60/40 kg`.
pub(super) fn early(section: &mut SectionDraft, setting: Setting<'_>) {
    for phrase in std::mem::take(&mut section.early) {
        apply(section, &phrase, setting);
    }
}

fn apply(section: &mut SectionDraft, phrase: &Phrase, setting: Setting<'_>) {
    let vest_only = phrase.vest.is_some() && phrase.load.is_none();
    let same = phrase
        .exercise
        .and_then(|exercise| section.steps.iter().position(|step| step.phrase.exercise == Some(exercise)));
    // `carry 2x24 kg`: a part of the movement's name.
    let part = || {
        let lower = phrase.mention.to_ascii_lowercase();
        let words: Vec<&str> = lower.split([' ', '-']).filter(|word| word.len() > 2).collect();
        section.steps.iter().position(|step| {
            let name =
                step.phrase.exercise.and_then(|at| setting.library.exercise(at)).map_or("", |own| &own.name);
            let own = format!("{} {name}", step.phrase.mention).to_ascii_lowercase();
            !step.is_rest() && words.iter().all(|word| own.contains(word.trim_end_matches('s')))
        })
    };
    let same = same.or_else(|| {
        (phrase.named() && phrase.exercise.is_none() && phrase.implement.is_none()).then(part).flatten()
    });
    if vest_only {
        section.vest = phrase.vest;
        return;
    }
    // Every movement with the bar that has no weight yet gets the one weight that is given.
    let plain = phrase.load.is_some()
        && phrase.implement.is_none_or(|implement| implement == Implement::Barbell)
        && same.is_none();
    if plain {
        let bar = |step: &Step| {
            step.phrase
                .exercise
                .and_then(|at| setting.library.exercise(at))
                .is_some_and(|found| found.needs("barbell"))
        };
        let mut filled = false;
        for step in section.steps.iter_mut().filter(|step| !step.is_rest()) {
            if step.phrase.load.is_none() && step.group.is_none() && bar(step) {
                fill(&mut step.phrase, &Phrase { reps: None, ..phrase.clone() });
                filled = true;
            }
        }
        if filled {
            return;
        }
        if let Some(group) = section.groups.iter_mut().find(|group| group.load.is_none()) {
            group.load.clone_from(&phrase.load);
            return;
        }
    }
    // The same implement is in the hands for every movement with it.
    if let (Some(implement), None) = (phrase.implement, same) {
        let mut filled = false;
        for step in section.steps.iter_mut().filter(|step| !step.is_rest()) {
            let with = step
                .phrase
                .exercise
                .and_then(|at| setting.library.exercise(at))
                .is_some_and(|found| found.needs(implement.equipment()));
            let empty =
                step.phrase.load.is_none() && (phrase.height.is_none() || step.phrase.height.is_none());
            if with && empty {
                fill(&mut step.phrase, &Phrase { reps: None, ..phrase.clone() });
                filled = true;
            }
        }
        if filled {
            return;
        }
    }
    let target = same.or_else(|| find(section, phrase, setting));
    if let Some(step) = target.and_then(|at| section.steps.get_mut(at)) {
        fill(&mut step.phrase, phrase);
    }
}
