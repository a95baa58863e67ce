//! Percentages whose reference a line below names.

use super::builder::Builder;
use crate::model::{Load, Reference};
use crate::read::Phrase;

/// Nobody trains with more than this percentage of a maximum.
const MOST: f64 = 130.0;

impl Builder<'_> {
    /// `1x5 @ 65`, and below it `(percentages of your training max)`.
    pub(super) fn percent_of(&mut self, reference: &Reference) {
        let before = self.parts.last_mut().map(|part| part.sections.iter_mut()).into_iter().flatten();
        for section in before.chain(self.section.as_mut()) {
            let steps = section.steps.iter_mut().map(|step| &mut step.phrase);
            for phrase in steps.chain(section.set_specs.iter_mut().map(|(.., phrase)| phrase)) {
                taken_of(phrase, reference);
            }
        }
    }
}

fn taken_of(phrase: &mut Phrase, reference: &Reference) {
    let amount = match &phrase.load {
        Some(Load::PercentOneRm { amount, exercise: None, .. }) => *amount,
        Some(Load::Absolute { amount, implement_count: None, .. })
            if phrase.codes.contains(&crate::model::Code::UnitAssumed) && amount.largest() <= MOST =>
        {
            *amount
        }
        _ => return,
    };
    phrase.codes.retain(|code| {
        !matches!(code, crate::model::Code::UnitAssumed | crate::model::Code::ReferenceAssumed)
    });
    phrase.load = Some(Load::PercentReference { amount, reference: reference.clone(), bound: None });
}
