//! Lines that are a few words: a title, a heading, a bare name or a remark.

use super::builder::Builder;
use super::phrases;
use crate::model::SectionKind;
use crate::read::{Phrase, Read, What};

impl Builder<'_> {
    /// A name that may be a title, a level's remark or only words.
    pub(super) fn name(&mut self, text: &str, quoted: bool, line: &Read, next: Option<&Read>) {
        self.ends_told(line);
        let colon = text.ends_with(':');
        let text = text.trim_end_matches(':').trim_end();
        let headed = self.parts.iter().skip(1).any(|part| !part.letter && !part.implicit);
        // `Superset:` says how the lines below it are done.
        let lower = text.to_ascii_lowercase();
        let in_a_row = next.is_some_and(|next| {
            next.items.first().is_some_and(|item| matches!(item.what, What::Superset(_)))
        });
        let headed = headed
            && !(in_a_row
                && ["superset", "supersets", "triset", "tri-set", "giant", "circuit of"]
                    .iter()
                    .any(|word| lower.starts_with(word)));
        if colon
            && headed
            && !quoted
            && text.split_whitespace().count() <= 2
            && next.is_some_and(|next| !next.blank_before)
        {
            self.heading(text, false, crate::read::kind_of(text), line);
            return;
        }
        if self.in_level && !line.blank_before {
            self.prose(text, line);
            return;
        }
        // `Hero WOD "Murph"`: the name is what stands in quotation marks.
        let inner = text.split('"').nth(1).filter(|inner| !quoted && !inner.trim().is_empty());
        if let Some(inner) = inner {
            return self.name(inner, true, line, next);
        }
        // Where the text has headings, a short line behind a blank one is one too.
        if headed
            && !quoted
            && line.blank_before
            && text.split_whitespace().count() <= 3
            && next.is_some_and(|next| !next.blank_before)
        {
            self.heading(text.trim_end_matches(':'), false, crate::read::kind_of(text), line);
            return;
        }
        if quoted
            && !line.blank_before
            && let Some(section) = &mut self.section
            && section.formatted
            && section.works() == 0
            && section.levels.is_empty()
        {
            section.title.get_or_insert_with(|| text.to_owned());
            return;
        }
        let format_next = next.is_some_and(|next| {
            next.items.iter().any(|item| matches!(&item.what, What::Facts(found) if found.is_format()))
        });
        if (format_next || quoted) && (line.blank_before || self.section.is_none() || quoted) {
            // A cap or a team that stands above the title is kept.
            if self.section.as_ref().is_some_and(|section| !section.is_empty()) || self.in_level {
                self.close();
            }
            self.title = Some((text.to_owned(), quoted));
            return;
        }
        let first = self.section.is_none()
            && self.parts.len() == 1
            && self.parts.first().is_some_and(|part| part.sections.is_empty());
        if first && self.brief.is_empty() && self.title.is_none() {
            self.title = Some((text.to_owned(), quoted));
            return;
        }
        if self.waits_for_names() && !text.ends_with('.') && text.split_whitespace().count() <= 4 {
            let mut phrase =
                Phrase { mention: text.to_owned(), start: line.start, end: line.end, ..Phrase::default() };
            phrase.exact = false;
            phrases::take(self, std::slice::from_ref(&phrase), line);
            return;
        }
        self.prose(text, line);
    }

    /// Whether bare names are movements here: below a dash list, in a tabata.
    fn waits_for_names(&self) -> bool {
        self.section.as_ref().is_some_and(|section| {
            !self.in_level
                && section.kind != SectionKind::Warmup
                && (!section.facts.list.is_empty() || section.facts.named == Some(crate::read::Named::Tabata))
        })
    }
}
