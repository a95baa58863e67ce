//! The vocabulary of a day's training.

mod prescription;
mod proposal;
mod quantity;
mod scheme;
mod span;
mod warning;

pub use prescription::{Between, Bound, Effort, Height, Load, Reference, Reps, Rest, RestKind, Vest, Weight};
pub use proposal::{
    Alternative, Candidate, Group, Level, LevelMode, MatchStatus, Movement, Note, NoteKind, Override, Part,
    Prescription, Proposal, Role, Section, SectionKind, SessionType, TitleSource, Unresolved, Weights,
    Workout,
};
pub use quantity::{Amount, BySex, Counted, DistanceUnit, HeightUnit, WeightUnit};
pub use scheme::{Calc, Scheme, ScoreType, Scoring, Sort, Team, TeamMode, TimeCap};
pub use span::{Coverage, Span, SpanKind};
pub use warning::{Code, Warning};
