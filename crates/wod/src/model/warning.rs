//! What a reading warns of.

use serde::{Deserialize, Serialize};

use super::span::Span;

macro_rules! codes {
    ($($(#[$doc:meta])+ $name:ident = $text:literal, $says:literal;)+) => {
        /// Why a reading deserves a look.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Code { $($(#[$doc])+ $name,)+ }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// Its name on the wire.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }

            /// What it says to a coach.
            #[must_use]
            pub const fn message(self) -> &'static str {
                match self { $(Self::$name => $says,)+ }
            }
        }
    };
}

codes! {
    /// A pair without labels stood smaller first.
    SexOrderInferred = "sex_order_inferred", "the larger number was taken for men; write M/F to be sure";
    /// A weight or height had no unit.
    UnitAssumed = "unit_assumed", "no unit was given; one was assumed";
    /// Two units that do not agree.
    UnitConflict = "unit_conflict", "the two units do not say the same amount";
    /// A mark that may mean minutes or feet.
    MarkAmbiguous = "mark_ambiguous", "the mark may mean minutes or feet";
    /// A spelling was mended.
    TypoNormalized = "typo_normalized", "a spelling was taken for another";
    /// a x b that may be read in two ways.
    AxbAmbiguous = "axb_ambiguous", "may be sets times repetitions or the other way round";
    /// The same work was written twice.
    DuplicateView = "duplicate_view", "the work is written twice; the second way was taken";
    /// Two ways of writing disagree in their totals.
    TotalConflict = "total_conflict", "the two ways of writing do not add up to the same";
    /// Something of a level found no movement.
    LevelPartial = "level_partial", "a part of the level fits no movement";
    /// A level has another number of lines.
    LevelCountDiffers = "level_count_differs", "the level has another number of movements than the base";
    /// A level is only prose.
    LevelUnparsed = "level_unparsed", "the level is kept as a remark";
    /// A line's own list does not fit the section's.
    SchemeConflict = "scheme_conflict", "the line's own list has another length than the section's";
    /// A footnote that is work.
    FootnoteAsMovement = "footnote_as_movement", "the starred line was taken for work";
    /// Prose with numbers.
    ProseKept = "prose_kept", "the sentence was kept as a remark";
    /// Minutes or rounds.
    IntervalTotalAmbiguous = "interval_total_ambiguous", "the number may mean minutes or rounds";
    /// No scoring was said.
    ScoringAssumed = "scoring_assumed", "no score was said; one was assumed";
    /// No count was said.
    RepsMissing = "reps_missing", "no count was given";
    /// Two movements with a slash.
    AlternativesInferred = "alternatives_inferred", "the slash was taken for a choice";
    /// A choice nobody knows.
    AlternativeUnknown = "alternative_unknown", "one of the choices is not known";
    /// A name above a format.
    TitleGuessed = "title_guessed", "the line was taken for a title";
    /// Nothing could be made of it.
    UnparsedLine = "unparsed_line", "nothing could be made of this line";
    /// A link that fits no movement.
    LinkUnassigned = "link_unassigned", "the link fits no single movement";
    /// A percentage without its lift.
    ReferenceAssumed = "reference_assumed", "the percentage was taken of the same lift";
    /// A movement nobody knows.
    NeedsReview = "needs_review", "the movement is not certain";
    /// A number that cannot be meant.
    Implausible = "implausible", "this can hardly be meant";
}

/// A warning at a place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Warning {
    /// Why.
    pub code: Code,
    /// Where.
    pub span: Span,
    /// Of which movement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movement_key: Option<String>,
    /// What to write to be certain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
}
