//! Steps of a section put in order before it is finished.

use super::draft::{Remark, SectionDraft, Step};
use crate::model::{Between, Code, Load, NoteKind, Reps, Rest, RestKind, Scheme, SectionKind};
use crate::read::{Join, Phrase, Setting};

/// `21 deadlifts (100/70 kg)`, `15 deadlifts`, `9 deadlifts`: nobody changes the plates in between.
pub(super) fn same_weight(draft: &mut SectionDraft) {
    use std::collections::HashMap;
    let mut known: HashMap<u32, Load> = HashMap::new();
    for step in draft.steps.iter_mut().filter(|step| !step.is_rest() && step.group.is_none()) {
        let Some(exercise) = step.phrase.exercise.filter(|_| step.phrase.exact) else { continue };
        match &step.phrase.load {
            Some(load @ Load::Absolute { .. }) => {
                known.insert(exercise, load.clone());
            }
            Some(_) => {
                known.remove(&exercise);
            }
            None => step.phrase.load = known.get(&exercise).cloned(),
        }
    }
}

/// How many in one round, where it is one number.
pub(super) fn total(phrase: &Phrase) -> Option<f64> {
    match &phrase.reps {
        Some(Reps::Fixed { amount, .. } | Reps::Calories { amount } | Reps::Distance { amount, .. }) => {
            Some(amount.largest())
        }
        _ => None,
    }
}

/// A name that stood alone and got no numbers.
pub(super) fn flush_pending(draft: &mut SectionDraft) {
    if draft.works() > 0 {
        // The work below has names of its own: this one is kept as words.
        let titled = draft.pending_titled;
        let names = std::mem::take(&mut draft.pending).into_iter().filter(|_| !titled);
        draft.remarks.extend(names.map(|phrase| Remark { kind: NoteKind::Text, text: phrase.mention }));
        return;
    }
    let pending = std::mem::take(&mut draft.pending);
    // `Cool-down: couch stretch, pigeon`: one after the other.
    let quiet = matches!(draft.kind, SectionKind::Warmup | SectionKind::Cooldown);
    let complex = pending.len() > 1 && !(quiet && pending.iter().all(|phrase| phrase.join == Join::New));
    if complex {
        draft.groups.push(super::draft::GroupDraft::default());
    }
    let at = draft.steps.iter().position(Step::is_rest).unwrap_or(draft.steps.len());
    for (offset, mut phrase) in pending.into_iter().enumerate() {
        if complex && phrase.reps.is_none() {
            phrase.reps = Some(Reps::fixed(1.0));
        }
        let group = complex.then_some(0);
        draft.steps.insert(at + offset, Step { phrase, group, ..Step::default() });
    }
}

/// What is done where something is missing, as a choice of the movement that needs it.
pub(super) fn substitutes(draft: &mut SectionDraft, setting: Setting<'_>) {
    for (missing, list) in std::mem::take(&mut draft.substitutes) {
        let needs = |step: &&mut Step| {
            let exercise = step.phrase.exercise.and_then(|at| setting.library.exercise(at));
            let mention = step.phrase.mention.to_ascii_lowercase();
            missing.iter().any(|word| {
                mention.contains(word.as_str())
                    || exercise.is_some_and(|found| {
                        found.needs(word)
                            || found.name.to_ascii_lowercase().contains(word.as_str())
                            || word.contains("row") && found.needs("rower")
                    })
            })
        };
        if let Some(step) = draft.steps.iter_mut().filter(|step| !step.is_rest()).find(needs) {
            for phrase in list {
                if phrase.certain() {
                    step.phrase.alternatives.push(phrase);
                } else {
                    step.phrase.codes.push(Code::AlternativeUnknown);
                }
            }
        }
    }
}

/// Single letters and abbreviations that a list of lifts settles.
pub(super) fn lift_letters(draft: &mut SectionDraft) {
    for step in draft.steps.iter_mut().filter(|step| step.phrase.ambiguous) {
        let mention = step.phrase.mention.to_ascii_lowercase();
        let lifted = step.group.is_some() || step.phrase.load.is_some();
        let settled = match mention.as_str() {
            "c" | "j" | "s" | "ps" | "sp" | "hs" => lifted,
            "ab" => matches!(
                step.phrase.reps,
                Some(
                    Reps::Calories { .. } | Reps::Distance { .. } | Reps::Duration { .. } | Reps::Max { .. }
                )
            ),
            _ => false,
        };
        step.phrase.ambiguous = !settled;
    }
}

/// Lines of a rotation, one a minute.
pub(super) fn rotate(draft: &mut SectionDraft, scheme: &Scheme) {
    let clocked = matches!(scheme, Scheme::Emom { .. } | Scheme::Interval { .. });
    if !clocked || !draft.facts.rotate || draft.steps.iter().any(|step| !step.slots.is_empty()) {
        return;
    }
    let mut slot = 0;
    let mut group = None;
    for step in &mut draft.steps {
        if step.group.is_none() || step.group != group {
            slot += 1;
        }
        group = step.group;
        step.slots = vec![slot];
    }
}

/// Unknown names of a warm-up are text.
pub(super) fn to_notes(draft: &mut SectionDraft) {
    let (known, unknown): (Vec<Step>, Vec<Step>) = std::mem::take(&mut draft.steps)
        .into_iter()
        .partition(|step| step.is_rest() || step.phrase.certain());
    if unknown.iter().any(|step| step.group.is_some()) {
        draft.groups.clear();
    }
    draft.steps = known;
    if draft.groups.is_empty() {
        for step in &mut draft.steps {
            step.group = None;
        }
    }
    for step in unknown {
        let text = step.phrase.mention.clone();
        draft.remarks.push(Remark { kind: NoteKind::Text, text });
    }
}

/// Pauses between rounds and sets stand at the end, whatever line said them. What the scheme has is no step.
pub(super) fn order_rests(draft: &mut SectionDraft, scheme: &Scheme) {
    let (between, rest): (Vec<Step>, Vec<Step>) =
        std::mem::take(&mut draft.steps).into_iter().partition(|step| {
            step.rest
                .as_ref()
                .is_some_and(|rest| matches!(rest.between, Some(Between::Rounds | Between::Sets)))
        });
    draft.steps = rest;
    // A pause on the format's own line comes after the work.
    let first = draft.steps.iter().position(|step| !step.is_rest()).unwrap_or(0);
    if draft.steps.iter().take(first).all(|step| step.slots.is_empty()) {
        draft.steps.rotate_left(first);
    }
    let mut between = between;
    if matches!(scheme, Scheme::Sets { .. }) {
        // Between what was not said: between the sets.
        for step in &mut between {
            if let Some(rest) = &mut step.rest {
                rest.between = Some(Between::Sets);
            }
        }
    }
    lone_lift(draft, scheme);
    let repeats = matches!(scheme, Scheme::Amrap { repeats: Some(_), .. });
    if !repeats {
        draft.steps.extend(between);
    }
    if let Some(seconds) = draft.facts.station {
        for rest in draft.steps.iter_mut().filter_map(|step| step.rest.as_mut()) {
            if rest.kind == RestKind::AsNeeded && rest.seconds.is_none() {
                rest.kind = RestKind::Timed;
                rest.seconds = Some(crate::model::Amount::one(seconds));
            }
        }
    }
    for step in &mut draft.steps {
        if let Some(Rest { kind: RestKind::AsNeeded, seconds: None, .. }) = &step.rest
            && !step.slots.is_empty()
            && let Some(rest) = &mut step.rest
        {
            rest.kind = RestKind::RemainingOfInterval;
        }
    }
}

/// A pause below the sets of one movement stands between them.
fn lone_lift(draft: &mut SectionDraft, scheme: &Scheme) {
    let sets = matches!(scheme, Scheme::Sets { .. });
    let works = draft.steps.iter().filter(|step| !step.is_rest()).count();
    if !sets || works != 1 && draft.groups.len() != 1 {
        return;
    }
    let timed = |step: &&mut Step| step.rest.as_ref().is_some_and(|rest| rest.kind == RestKind::Timed);
    if let Some(step) =
        draft.steps.iter_mut().skip(1).filter(timed).find(|step| step.slots.is_empty() && !step.apart)
        && let Some(rest) = &mut step.rest
    {
        rest.between.get_or_insert(Between::Sets);
    }
}
