//! Weights by level in one number row, where the text says which is which: `All loads are RX / Intermediate / Beginner`.

use super::draft::SectionDraft;
use crate::model::{Amount, Load};
use crate::read::{Phrase, Setting};

/// Gives each level its weight of such a row, and the movement the first one's.
pub(super) fn columns(section: &mut SectionDraft, setting: Setting<'_>) {
    let codes = setting.columns;
    if codes.is_empty() {
        return;
    }
    for at in 0..section.steps.len() {
        let Some(step) = section.steps.get_mut(at) else { continue };
        let Some(Load::PerSet { sets }) = &step.phrase.load else { continue };
        let plain = |load: &Load| matches!(load, Load::Absolute { amount: Amount::One { .. }, .. });
        if sets.len() != codes.len() || !sets.iter().all(plain) {
            continue;
        }
        let loads = sets.clone();
        step.phrase.load = loads.first().cloned();
        let own = step.phrase.clone();
        for (index, ((code, label), load)) in codes.iter().zip(loads).enumerate() {
            let Some(level) = section.level_named(code, label, (own.start, own.end)) else { continue };
            if index == 0 {
                level.is_base |= level.lines.is_empty();
            } else {
                level.lines.push(Phrase {
                    mention: own.mention.clone(),
                    exercise: own.exercise,
                    confidence: own.confidence,
                    exact: own.exact,
                    load: Some(load),
                    start: own.start,
                    end: own.end,
                    ..Phrase::default()
                });
            }
        }
    }
}
