//! Weights by level in one number row, where the text says which is which: `All loads are RX / Intermediate / Beginner`.

use super::draft::{LevelDraft, SectionDraft};
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
            let known = section.levels.iter().position(|level| level.code == *code);
            let place = known.unwrap_or(section.levels.len());
            if known.is_none() {
                section.levels.push(LevelDraft {
                    code: code.clone(),
                    label: label.clone(),
                    is_base: index == 0,
                    inline: true,
                    start: own.start,
                    end: own.end,
                    ..LevelDraft::default()
                });
            }
            if let Some(level) = section.levels.get_mut(place).filter(|_| index > 0) {
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
