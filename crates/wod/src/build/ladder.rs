//! Numbers that change from round to round.

use super::draft::{SectionDraft, Step};
use crate::model::{Amount, Counted, Reps};

/// Folds a list that is written out and goes on, adds what is added each round, and gives the section's list to its lines.
pub(super) fn resolve(section: &mut SectionDraft) {
    if section.goes_on {
        fold(section);
    }
    if let Some(step) = section.facts.add_each_round {
        for one in section.steps.iter_mut().filter(|one| !one.is_rest()) {
            raise(one, step);
        }
    }
    let notes = std::mem::take(&mut section.footnotes);
    for note in notes {
        let starred = section.steps.iter().any(|step| step.phrase.starred);
        let named = section
            .steps
            .iter()
            .any(|step| step.phrase.exercise.is_some_and(|own| note.names.contains(&own)));
        for one in section.steps.iter_mut().filter(|one| !one.is_rest() && !one.each_round) {
            let own = one.phrase.exercise.is_some_and(|exercise| note.names.contains(&exercise));
            // A name that stands nowhere is a short form of the starred movement's.
            if own || !named && (one.phrase.starred || !starred && note.names.is_empty()) {
                raise(one, note.step);
            }
        }
    }
}

/// A fixed number becomes a ladder.
fn raise(step: &mut Step, by: f64) {
    let unit = match &step.phrase.reps {
        Some(Reps::Fixed { amount: Amount::One { value }, .. }) => Some((*value, None)),
        Some(Reps::Calories { amount: Amount::One { value } }) => Some((*value, Some(Counted::Calories))),
        _ => None,
    };
    if let Some((start, unit)) = unit {
        step.phrase.reps = Some(Reps::Ladder { start, step: by, end: None, unit });
    }
}

/// A, B, A, B, A, B with rising numbers into one ladder each.
fn fold(section: &mut SectionDraft) {
    let works: Vec<&Step> = section.steps.iter().filter(|step| !step.is_rest()).collect();
    let period = (1..=works.len() / 2).find(|period| {
        works.iter().enumerate().all(|(at, step)| {
            at < *period
                || works.get(at - period).is_some_and(|before| {
                    before.phrase.exercise == step.phrase.exercise && step.phrase.exercise.is_some()
                })
        })
    });
    let Some(period) = period else { return };
    let value = |step: &Step| match &step.phrase.reps {
        Some(Reps::Fixed { amount: Amount::One { value }, .. }) => Some((*value, None)),
        Some(Reps::Calories { amount: Amount::One { value } }) => Some((*value, Some(Counted::Calories))),
        Some(Reps::Distance { amount: Amount::One { value }, unit }) => Some((*value, Some((*unit).into()))),
        _ => None,
    };
    let mut folded: Vec<Step> = Vec::new();
    for at in 0..period {
        let Some(first) = works.get(at) else { return };
        let mut step = (*first).clone();
        if let (Some((start, unit)), Some((second, _))) =
            (value(first), works.get(at + period).and_then(|next| value(next)))
            && (second - start).abs() > f64::EPSILON
        {
            step.phrase.reps = Some(Reps::Ladder { start, step: second - start, end: None, unit });
        }
        folded.push(step);
    }
    section.steps = folded;
}
