//! The vocabulary of a day's training.

mod movement;
mod prescription;
mod proposal;
mod quantity;
mod scheme;
mod section;
mod span;
mod warning;

pub use movement::{Alternative, Level, LevelMode, MatchStatus, Movement, Override, Role};
pub use prescription::{Between, Bound, Effort, Height, Load, Reference, Reps, Rest, RestKind, Vest, Weight};
pub use proposal::{
    Candidate, Note, NoteKind, Part, Prescription, Proposal, SessionType, TitleSource, Unresolved, Workout,
};
pub use quantity::{Amount, BySex, Counted, DistanceUnit, HeightUnit, WeightUnit};
pub use scheme::{Calc, Scheme, ScoreType, Scoring, Sort, Team, TeamMode, TimeCap};
pub use section::{Group, Section, SectionKind, Weights};
pub use span::{Coverage, Span, SpanKind};
pub use warning::{Code, Warning};
