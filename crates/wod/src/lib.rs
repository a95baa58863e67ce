//! Reads a gym coach's text for one day and proposes a structure: parts, sections with their format, movements with
//! their prescription, levels, scoring. It needs no network and no model, gives the same answer every time, and drops
//! nothing: each character of the text ends up in exactly one span of the answer.
//!
//! ```
//! let library = wod::Library::default();
//! let proposal = wod::parse("AMRAP 12\n10 Thrusters (43/30 kg)\n200 m Run", &library, &wod::Options::default());
//! assert_eq!(proposal.sections.len(), 1);
//! ```

mod build;
pub mod diagnose;
pub mod expect;
pub mod library;
pub mod lint;
pub mod model;
mod read;
pub mod render;
mod scan;

pub use library::{Exercise, Library};
pub use model::Proposal;

use model::WeightUnit;
use read::Setting;
use scan::{Normal, Tokens};

/// What a gym decides about reading its texts.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// The unit of weights where neither line nor text gives one.
    pub unit: WeightUnit,
    /// Whether pairs without labels are written men first. The larger number is for men either way; this decides which
    /// order is worth a warning.
    pub male_first: bool,
    /// A title that the caller gives.
    pub title: Option<String>,
    /// The title by date and program, used where the text states none.
    pub daily_title: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self { unit: WeightUnit::Kg, male_first: true, title: None, daily_title: None }
    }
}

/// Reads a text. The same text, library and options give the same proposal.
#[must_use]
pub fn parse(text: &str, library: &Library, options: &Options) -> Proposal {
    let normal = Normal::of(text);
    let (lines, tokens) = scan::lines(&normal);
    let unit = build::majority(&normal.lower, options);
    let all = Tokens { lower: &normal.lower, text: &normal.text, list: &tokens };
    let columns = read::legend(&lines, all);
    let clocked = build::clocked(&normal.lower);
    let names = read::Names::default();
    let setting =
        Setting { library, unit, clocked, male_first: options.male_first, names: &names, columns: &columns };
    let read = read::read_lines(&lines, all, setting);
    let read = read::through_prose(read::by_place(&lines, read, all, setting));
    build::proposal(&read, text, &normal, setting, options)
}
