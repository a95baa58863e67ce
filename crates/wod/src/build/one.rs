//! One movement into a section, or numbers for what stands above.

use super::draft::{SectionDraft, Step};
use super::phrases::complex;
use crate::model::{Amount, Load, Reps};
use crate::read::{Phrase, Setting};

/// One movement, or numbers for what stands above.
pub(super) fn one(section: &mut SectionDraft, mut phrase: Phrase, (setting, slots): (Setting<'_>, &[usize])) {
    // Words that nobody knows beside numbers for the name above are a remark.
    if phrase.named()
        && phrase.exercise.is_none()
        && !section.pending.is_empty()
        && section.works() == 0
        && phrase.measured()
    {
        phrase.note.push(std::mem::take(&mut phrase.mention));
    }
    // `Wallball: 20/14 to 10/9 ft` below the wall balls.
    let above = section.steps.iter_mut().find(|step| {
        !step.is_rest() && step.phrase.exercise.is_some() && step.phrase.exercise == phrase.exercise
    });
    if let Some(step) = above
        && phrase.reps.is_none()
        && phrase.sets.is_none()
        && (phrase.load.is_some() && step.phrase.load.is_none()
            || phrase.height.is_some() && step.phrase.height.is_none())
    {
        super::spec::fill(&mut step.phrase, &phrase);
        return;
    }
    // A name nobody knows with no count is a remark, except in a list of names.
    let listed = !section.facts.list.is_empty()
        || section.facts.named == Some(crate::read::Named::Tabata)
        || !slots.is_empty();
    let unknown = phrase.exercise.is_none() || !phrase.exact && !phrase.ambiguous;
    if phrase.named()
        && unknown
        && phrase.reps.is_none()
        && phrase.sets.is_none()
        && !listed
        && phrase.load.as_ref().is_none_or(|load| matches!(load, Load::PercentOneRm { .. }))
    {
        let text = phrase.mention.clone();
        section.remarks.push(super::draft::Remark { kind: crate::model::NoteKind::Text, text });
        phrase.mention.clear();
        if phrase.measured() {
            super::spec::take(section, &phrase, setting);
        }
        return;
    }
    if phrase.named() {
        own_sets(section, &mut phrase);
        let bare = phrase.reps.is_none() && phrase.load.is_none() && section.works() == 0;
        for name in std::mem::take(&mut section.pending) {
            // `Couch stretch`, below it `Pigeon`: a list of names, of which the first is one.
            if bare && !section.pending_titled && name.exercise.is_some() && name.exercise != phrase.exercise
            {
                section.steps.push(Step { phrase: name, ..Step::default() });
            }
        }
        section.steps.push(Step { phrase, slots: slots.to_vec(), ..Step::default() });
        return;
    }
    if window(section, &phrase) || next_set(section, &phrase) {
        return;
    }
    if !section.pending.is_empty() && section.works() == 0 {
        own_sets(section, &mut phrase);
        from_pending(section, &phrase, slots);
        return;
    }
    own_sets(section, &mut phrase);
    super::spec::take(section, &phrase, setting);
}

/// `15 minutes` below `Build to a heavy triple`.
fn window(section: &mut SectionDraft, phrase: &Phrase) -> bool {
    let open = section.facts.named == Some(crate::read::Named::MaxLoad)
        && section.facts.duration.is_none()
        && section.facts.interval.is_none();
    let Some(Reps::Duration { amount: Amount::One { value } }) = phrase.reps else { return false };
    let alone = phrase.load.is_none() && phrase.sets.is_none();
    if open && alone && value >= 180.0 {
        section.facts.duration = Some(value);
    }
    open && alone && value >= 180.0
}

/// `5 reps @ 70%`, `3 reps @ 80%` below each other: each line is a set of the movement above.
fn next_set(section: &mut SectionDraft, phrase: &Phrase) -> bool {
    let whole = phrase.reps.is_some() && phrase.load.is_some();
    let counted = section.own_sets && section.facts.sets.is_some() && phrase.sets.is_some();
    let open = section.groups.is_empty()
        && section.works() == 1
        && (!section.formatted && phrase.sets.is_none() || section.set_lines > 0 || counted);
    if !whole || !open {
        return false;
    }
    let Some(step) = section.steps.iter_mut().find(|step| !step.is_rest()) else { return false };
    if section.set_lines == 0 {
        if step.phrase.reps.is_none() || step.phrase.load.is_none() {
            return false;
        }
        let sets = section.facts.sets.take().unwrap_or(1);
        section.set_specs.push((1, sets, step.phrase.clone()));
        step.phrase.reps = None;
        section.set_lines = sets;
    }
    let (from, sets) = (section.set_lines + 1, phrase.sets.unwrap_or(1));
    section.set_lines += sets;
    section.set_specs.push((from, section.set_lines, phrase.clone()));
    true
}

/// Sets that a line says for itself become the section's.
fn own_sets(section: &mut SectionDraft, phrase: &mut Phrase) {
    let Some(sets) = phrase.sets.take() else { return };
    // `6 x 2, every 90 sec`
    let clocked = matches!(section.facts.named, Some(crate::read::Named::Every | crate::read::Named::Emom));
    let open =
        section.facts.times.is_none() && section.facts.total.is_none() && section.facts.bare_total.is_none();
    if clocked && open && section.works() == 0 {
        section.facts.times = Some(sets);
        return;
    }
    if !section.formatted {
        section.formatted = true;
        section.own_sets = true;
        section.facts.sets = Some(sets);
    } else if section.facts.sets.is_none()
        && section.facts.named.is_none()
        && section.facts.rounds.is_none()
        && section.facts.list.is_empty()
        && !section.facts.for_time
    {
        section.facts.sets = Some(sets);
    } else {
        phrase.note.push(format!("{sets} sets"));
    }
}

/// The name above with the numbers of this line.
fn from_pending(section: &mut SectionDraft, phrase: &Phrase, slots: &[usize]) {
    let pending = std::mem::take(&mut section.pending);
    if let [name] = pending.as_slice() {
        let mut merged = phrase.clone();
        merged.mention.clone_from(&name.mention);
        merged.exercise = name.exercise;
        merged.confidence = name.confidence;
        merged.exact = name.exact;
        merged.ambiguous = name.ambiguous;
        merged.codes.extend(name.codes.iter().copied());
        merged.modifiers.extend(name.modifiers.iter().cloned());
        merged.tempo = merged.tempo.or_else(|| name.tempo.clone());
        merged.effort = merged.effort.or(name.effort);
        if let (Some(Load::Absolute { implement_count: None, .. }), Some(_)) = (&merged.load, merged.sets) {
            merged.sets = None;
        }
        section.steps.push(Step { phrase: merged, slots: slots.to_vec(), ..Step::default() });
        return;
    }
    let mut list = pending;
    if let Some(last) = list.last_mut() {
        last.load.clone_from(&phrase.load);
        last.members.clone_from(&phrase.members);
    }
    if let Some(first) = list.first_mut() {
        first.sets = phrase.sets;
    }
    complex(section, &list, slots);
}
