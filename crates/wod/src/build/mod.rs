//! From what lines say to a day: parts, sections, levels, warnings.

mod above;
mod arrange;
mod attach;
mod beside;
mod builder;
mod columns;
mod draft;
mod finish;
mod fixes;
mod formats;
mod ladder;
mod levels;
mod naming;
mod one;
mod options;
mod phrases;
mod reference;
mod scheme;
mod spec;
mod sport;
mod whole;

pub(crate) use whole::{clocked, majority, proposal};
