//! A day being put together.

use crate::model::{NoteKind, Rest, Scheme, SectionKind, TimeCap, Vest};
use crate::read::{Facts, Phrase};

/// A step of a section: a movement or a pause.
#[derive(Debug, Clone, Default)]
pub(super) struct Step {
    pub(super) phrase: Phrase,
    /// Minutes of the rotation, from 1.
    pub(super) slots: Vec<usize>,
    /// Number of its complex within the section.
    pub(super) group: Option<usize>,
    /// A pause in place of a movement.
    pub(super) rest: Option<Rest>,
    /// A blank line stood before the pause.
    pub(super) apart: bool,
    /// Done after each round.
    pub(super) each_round: bool,
    pub(super) media: Option<String>,
}

impl Step {
    pub(super) fn work(phrase: Phrase) -> Self {
        Self { phrase, ..Self::default() }
    }

    pub(super) fn is_rest(&self) -> bool {
        self.rest.is_some()
    }
}

/// A level being read.
#[derive(Debug, Clone, Default)]
pub(super) struct LevelDraft {
    pub(super) code: String,
    pub(super) label: String,
    pub(super) lines: Vec<Phrase>,
    pub(super) facts: Option<Facts>,
    pub(super) notes: Vec<String>,
    /// Lines stood on the label's own line.
    pub(super) inline: bool,
    /// The section's movements were first written under this level.
    pub(super) is_base: bool,
    /// Byte of the normal text.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Weights by sex, by line.
    pub(super) divisions: Vec<(bool, Vec<Phrase>)>,
}

/// A remark with its kind.
#[derive(Debug, Clone)]
pub(super) struct Remark {
    pub(super) kind: NoteKind,
    pub(super) text: String,
}

/// Weights of a division line that belong to no movement by word.
#[derive(Debug, Clone)]
pub(super) struct Division {
    pub(super) male: bool,
    pub(super) phrases: Vec<Phrase>,
    pub(super) list: Vec<f64>,
}

/// A link that waits for its movement.
#[derive(Debug, Clone)]
pub(super) struct LinkDraft {
    pub(super) url: String,
    /// The step right above.
    pub(super) above: Option<usize>,
    /// Stood in or next to a footnote.
    pub(super) footnote: bool,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// A section being read.
#[derive(Debug, Clone, Default)]
pub(super) struct SectionDraft {
    pub(super) title: Option<String>,
    pub(super) title_guessed: bool,
    pub(super) kind: SectionKind,
    pub(super) facts: Facts,
    /// A format was read.
    pub(super) formatted: bool,
    /// A format inside the format.
    pub(super) inner: Option<Scheme>,
    /// One line of strength work with its own sets.
    pub(super) own_sets: bool,
    /// Letter of a superset.
    pub(super) superset: Option<char>,
    /// Movements below are choices of one.
    pub(super) picking: Option<usize>,
    /// The choices have list marks, and end where the marks end.
    pub(super) picking_marked: bool,
    pub(super) steps: Vec<Step>,
    /// Complexes: own sets and load.
    pub(super) groups: Vec<GroupDraft>,
    pub(super) levels: Vec<LevelDraft>,
    /// So many of the last levels are columns of a table.
    pub(super) columns: usize,
    pub(super) divisions: Vec<Division>,
    pub(super) links: Vec<LinkDraft>,
    pub(super) remarks: Vec<Remark>,
    /// Lines below a name that each are one set.
    pub(super) set_lines: u32,
    pub(super) set_specs: Vec<(u32, u32, Phrase)>,
    pub(super) substitutes: Vec<(Vec<String>, Vec<Phrase>)>,
    pub(super) footnotes: Vec<FootnoteDraft>,
    /// A name that stood alone above.
    pub(super) pending: Vec<Phrase>,
    /// The pending name came from a heading.
    pub(super) pending_titled: bool,
    /// Its lines have letters before them.
    pub(super) lettered: bool,
    /// How often stood below its list: a blank line ends it.
    pub(super) told_behind: bool,
    pub(super) goes_on: bool,
    pub(super) linked: bool,
    pub(super) vest: Option<Vest>,
    pub(super) effort: Option<crate::model::Effort>,
    pub(super) tempo: Option<String>,
    /// Loads that stand before any movement.
    pub(super) early: Vec<Phrase>,
    pub(super) cap: Option<TimeCap>,
    /// Movements written first, before `complete as`.
    pub(super) flat: Option<Vec<Step>>,
    pub(super) flat_facts: Option<Facts>,
    pub(super) restated: bool,
    /// Bytes of the normal text.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// A complex.
#[derive(Debug, Clone, Default)]
pub(super) struct GroupDraft {
    pub(super) sets: Option<u32>,
    pub(super) load: Option<crate::model::Load>,
}

/// A footnote that changes movements.
#[derive(Debug, Clone)]
pub(super) struct FootnoteDraft {
    pub(super) step: f64,
    pub(super) names: Vec<u32>,
}

impl SectionDraft {
    pub(super) fn new(start: usize, kind: SectionKind) -> Self {
        Self { start, end: start, kind, ..Self::default() }
    }

    /// Movements that are no pauses.
    pub(super) fn works(&self) -> usize {
        self.steps.iter().filter(|step| !step.is_rest()).count()
    }

    /// Whether anything is in it.
    pub(super) fn is_empty(&self) -> bool {
        !self.formatted && self.steps.is_empty() && self.pending.is_empty() && self.levels.is_empty()
    }

    pub(super) fn level(&mut self) -> Option<&mut LevelDraft> {
        self.levels.last_mut()
    }

    /// The level of a code, which is begun here where the section has none, for lines that stand beside the section's own.
    pub(super) fn level_named(
        &mut self,
        code: &str,
        label: &str,
        (start, end): (usize, usize),
    ) -> Option<&mut LevelDraft> {
        let at = self.levels.iter().position(|level| level.code == code).unwrap_or_else(|| {
            let (code, label) = (code.to_owned(), label.to_owned());
            self.levels.push(LevelDraft { code, label, start, end, ..LevelDraft::default() });
            self.levels.len() - 1
        });
        let level = self.levels.get_mut(at)?;
        level.inline = true;
        Some(level)
    }
}

/// A part being read.
#[derive(Debug, Clone, Default)]
pub(super) struct PartDraft {
    pub(super) title: String,
    pub(super) letter: bool,
    pub(super) kind: SectionKind,
    pub(super) optional: bool,
    pub(super) window: Option<(f64, Option<f64>)>,
    pub(super) sections: Vec<SectionDraft>,
    pub(super) notes: Vec<String>,
    pub(super) implicit: bool,
}
