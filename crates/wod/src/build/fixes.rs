//! What to write so that nothing needs to be guessed.

use crate::model::Code;

/// A hint for a code.
pub(super) const fn fix(code: Code) -> Option<&'static str> {
    Some(match code {
        Code::SexOrderInferred => "label the numbers: M 25 / F 18",
        Code::UnitAssumed => "write the unit behind the number: kg, lb, in, cm",
        Code::UnitConflict => "correct one of the two amounts",
        Code::MarkAmbiguous => "write min or ft",
        Code::TypoNormalized => "correct the spelling",
        Code::AxbAmbiguous => "write the words: 5 sets of 3",
        Code::IntervalTotalAmbiguous => "write for 10 minutes, or x 5 rounds",
        Code::ScoringAssumed => "write for time, or for quality",
        Code::RepsMissing => "write the count before the name",
        Code::ReferenceAssumed => "write of 1RM, or of the lift that is meant",
        Code::LevelPartial => "name the movement that the number is for",
        Code::SchemeConflict => "give the line as many numbers as the section has",
        Code::NeedsReview => "choose an exercise, or add the name as an alias",
        Code::LinkUnassigned => "put the link below its movement",
        _ => return None,
    })
}
