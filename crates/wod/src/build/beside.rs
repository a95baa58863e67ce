//! Lines that belong to work above or below: divisions, footnotes, links, remarks, pauses, prose.

use super::builder::Builder;
use super::draft::{Division, FootnoteDraft, LinkDraft, Remark, SectionDraft, Step};
use crate::model::{NoteKind, Rest, RestKind};
use crate::read::{Phrase, Read, What};

impl Builder<'_> {
    pub(super) fn division(&mut self, male: bool, list: &[Phrase], weights: &[f64], line: &Read) {
        let in_level = self.in_level;
        let section = self.open(line);
        if in_level
            && let Some(level) = section.level()
            && !level.is_base
        {
            level.divisions.push((male, list.to_vec()));
            return;
        }
        section.divisions.push(Division { male, phrases: list.to_vec(), list: weights.to_vec() });
    }

    pub(super) fn footnote(
        &mut self,
        text: &str,
        list: &[Phrase],
        (step, each_round): (Option<f64>, bool),
        line: &Read,
    ) {
        let section = self.open(line);
        if let Some(step) = step {
            let names = list.iter().filter_map(|phrase| phrase.exercise).collect();
            section.footnotes.push(FootnoteDraft { step, names });
        }
        if each_round {
            for phrase in list {
                let mut phrase = phrase.clone();
                phrase.codes.push(crate::model::Code::FootnoteAsMovement);
                section.steps.push(Step { phrase, each_round: true, ..Step::default() });
            }
            return;
        }
        section.remarks.push(Remark { kind: NoteKind::Footnote, text: text.to_owned() });
    }

    /// `Every 4 min: 200 m run` below the movements of `AMRAP 20`.
    pub(super) fn beside_the_work(&mut self, list: &[Phrase], line: &Read) {
        let seconds = self.meanwhile.unwrap_or_default();
        let told = format!("every {}:{:02}", (seconds / 60.0).floor(), seconds % 60.0);
        let list: Vec<Phrase> = list
            .iter()
            .map(|phrase| {
                let mut phrase = phrase.clone();
                phrase.note.push(told.clone());
                phrase
            })
            .collect();
        self.footnote("", &list, (None, true), line);
    }

    pub(super) fn link(&mut self, url: &str, line: &Read, was_starred: bool) {
        let above = self.section.as_ref().and_then(|section| {
            let last = section.steps.len().checked_sub(1)?;
            (section.end == line.end || section.steps.get(last).is_some_and(|step| !step.is_rest()))
                .then_some(last)
        });
        let link = LinkDraft {
            url: url.to_owned(),
            above,
            footnote: was_starred || self.last_starred,
            start: line.start,
            end: line.end,
        };
        self.last_starred |= was_starred;
        match &mut self.section {
            Some(section) => section.links.push(link),
            None => self.links_before.push(link),
        }
    }

    pub(super) fn remark(&mut self, kind: NoteKind, text: &str, line: &Read) {
        if kind == NoteKind::Text && self.section.is_none() {
            self.prose(text, line);
            return;
        }
        if self.section.is_none() {
            if let Some(part) = self.parts.last_mut()
                && let Some(section) = part.sections.last_mut()
            {
                section.remarks.push(Remark { kind, text: text.to_owned() });
                return;
            }
            self.prose(text, line);
            return;
        }
        self.open(line).remarks.push(Remark { kind, text: text.to_owned() });
    }

    pub(super) fn restated(&mut self, line: &Read) {
        let Some(section) = &mut self.section else { return };
        if section.works() == 0 {
            return;
        }
        self.in_level = false;
        section.flat = Some(std::mem::take(&mut section.steps));
        section.flat_facts = Some(std::mem::take(&mut section.facts));
        section.groups.clear();
        section.restated = true;
        section.end = line.end;
    }

    pub(super) fn rest_word(&mut self, line: &Read) {
        let slots = self.slots.clone();
        let section = self.open(line);
        if slots.is_empty()
            && section.steps.is_empty()
            && let Some((from, Some(to))) = section.facts.window
        {
            // A window that is only a pause.
            let seconds = Some(crate::model::Amount::one(to - from));
            self.section = None;
            self.pause(Rest { kind: RestKind::Timed, seconds, between: None }, line);
            return;
        }
        section.steps.push(Step {
            rest: Some(Rest { kind: RestKind::AsNeeded, seconds: None, between: None }),
            slots,
            ..Step::default()
        });
    }

    /// A pause behind the section that was closed last.
    pub(super) fn pause(&mut self, rest: Rest, line: &Read) {
        let slots = self.slots.clone();
        let first = line.items.first().is_some_and(|item| matches!(item.what, What::Facts(_)));
        let step = Step { rest: Some(rest), apart: line.blank_before && first, slots, ..Step::default() };
        if self.section.is_none()
            && let Some(section) = self.parts.last_mut().and_then(|part| part.sections.last_mut())
        {
            section.steps.push(step);
            return;
        }
        self.open(line).steps.push(step);
    }

    /// A blank line ends a list that had its rounds below it.
    pub(super) fn ends_told(&mut self, line: &Read) {
        let told = self.section.as_ref().is_some_and(|section| section.told_behind);
        if told && line.blank_before && !self.in_level {
            self.close();
        }
    }

    pub(super) fn prose(&mut self, text: &str, line: &Read) {
        if self.in_level
            && let Some(level) = self.section.as_mut().and_then(SectionDraft::level)
        {
            level.notes.push(text.to_owned());
            return;
        }
        if let Some(section) = &mut self.section {
            section.remarks.push(Remark { kind: NoteKind::Text, text: text.to_owned() });
            section.end = line.end;
            return;
        }
        let Some(part) = self.parts.last_mut() else { return };
        if part.implicit && part.sections.is_empty() {
            self.brief.push(text.to_owned());
        } else {
            part.notes.push(text.to_owned());
        }
    }
}
