//! Lines into parts, sections and levels.

use super::draft::{LevelDraft, LinkDraft, PartDraft, SectionDraft};
use super::phrases;
use crate::model::SectionKind;
use crate::read::{Facts, Phrase, Read, Setting, What};

/// The most steps of a section. Nobody writes more; a list of more goes on in another section, so that none takes long.
const STEPS: usize = 200;

/// What has been read so far.
pub(super) struct Builder<'a> {
    pub(super) setting: Setting<'a>,
    pub(super) parts: Vec<PartDraft>,
    pub(super) section: Option<SectionDraft>,
    /// Lines go to the section's last level.
    pub(super) in_level: bool,
    /// A title waits for a format.
    pub(super) title: Option<(String, bool)>,
    pub(super) stated_title: Option<(String, bool)>,
    pub(super) brief: Vec<String>,
    pub(super) slots: Vec<usize>,
    pub(super) superset: Option<char>,
    pub(super) or_next: bool,
    pub(super) linked: bool,
    pub(super) last_starred: bool,
    /// The running, rowing or the like that was named last.
    pub(super) sport: Option<Phrase>,
    /// The one that the text names at all.
    pub(super) only_sport: Option<Phrase>,
    /// The next line's format, where it has one and no blank line stands before it.
    pub(super) next_format: Option<Facts>,
    /// Minutes that a line of their own named, for the lines below it.
    pub(super) open_slots: Vec<usize>,
    pub(super) links_before: Vec<LinkDraft>,
    pub(super) vest_before: Option<crate::model::Vest>,
    /// Letters before the lines are the levels' own.
    pub(super) options: bool,
    /// Seconds: the line's movements are done so often beside the section's work.
    pub(super) meanwhile: Option<f64>,
    /// Seconds within which the line's movement is done as often as possible.
    pub(super) within: Option<f64>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(setting: Setting<'a>) -> Self {
        let first = PartDraft { implicit: true, ..PartDraft::default() };
        Self {
            setting,
            parts: vec![first],
            section: None,
            in_level: false,
            title: None,
            stated_title: None,
            brief: Vec::new(),
            slots: Vec::new(),
            superset: None,
            or_next: false,
            linked: false,
            last_starred: false,
            sport: None,
            only_sport: None,
            next_format: None,
            open_slots: Vec::new(),
            links_before: Vec::new(),
            vest_before: None,
            options: false,
            meanwhile: None,
            within: None,
        }
    }

    /// Takes all lines.
    pub(super) fn read(&mut self, lines: &[Read]) {
        self.only_sport = self.only_sport(lines);
        for (at, line) in lines.iter().enumerate() {
            let next = lines.iter().skip(at + 1).take(4).find(|next| !next.is_prose());
            self.line(line, next);
        }
        self.close();
    }

    /// `Minute 1` on a line of its own is for the lines below it.
    fn take_open_slots(&mut self, line: &Read) {
        let named = line.items.iter().any(|item| matches!(item.what, What::Slots(_) | What::Numbered(_)));
        let ends = line.blank_before
            || line.items.iter().any(|item| match &item.what {
                What::Heading { .. } | What::Level { .. } | What::Then => true,
                What::Facts(found) => found.is_format(),
                _ => false,
            });
        if named || ends {
            self.open_slots.clear();
        }
        if let [item] = line.items.as_slice()
            && let What::Slots(slots) = &item.what
        {
            self.open_slots.clone_from(slots);
        }
        self.slots.clone_from(&self.open_slots);
    }

    fn kind(&self) -> SectionKind {
        self.parts.last().map_or(SectionKind::Work, |part| part.kind)
    }

    /// The open section; a new one where there is none.
    pub(super) fn open(&mut self, line: &Read) -> &mut SectionDraft {
        let kind = self.kind();
        let (start, end) = (line.start, line.end);
        let links = std::mem::take(&mut self.links_before);
        let linked = std::mem::take(&mut self.linked);
        let vest = self.vest_before.take();
        let fresh = self.section.is_none();
        let section = self.section.get_or_insert_with(|| SectionDraft::new(start, kind));
        if fresh {
            section.linked = linked;
            section.vest = vest;
        }
        section.links.extend(links);
        section.end = end;
        section
    }

    /// Puts the open section into its part.
    pub(super) fn close(&mut self) {
        self.in_level = false;
        self.slots.clear();
        self.or_next = false;
        let Some(section) = self.section.take() else { return };
        if section.is_empty() {
            let Some(part) = self.parts.last_mut() else { return };
            match part.sections.last_mut() {
                Some(last) => last.remarks.extend(section.remarks),
                None => part.notes.extend(section.remarks.into_iter().map(|remark| remark.text)),
            }
            return;
        }
        if let Some(part) = self.parts.last_mut() {
            part.sections.push(section);
        }
    }

    fn line(&mut self, line: &Read, next: Option<&Read>) {
        let full = self.section.as_ref().is_some_and(|section| {
            let lines: usize = section.levels.iter().map(|level| level.lines.len()).sum();
            section.steps.len() > STEPS || section.levels.len() > STEPS / 8 || lines > STEPS * 2
        });
        if full {
            self.close();
        }
        let ends_picking =
            line.blank_before && self.section.as_ref().is_some_and(|section| section.picking.is_some());
        let works = line.items.iter().any(|item| matches!(item.what, What::Phrases(_) | What::Facts(_)));
        if (ends_picking || !line.bullet && works)
            && let Some(section) = &mut self.section
            && section.picking.is_some_and(|_| ends_picking || section.bulleted_choice())
        {
            section.picking = None;
        }
        self.next_format = next.filter(|next| !next.blank_before).and_then(|next| {
            next.items.iter().find_map(|item| match &item.what {
                What::Facts(found) if found.is_format() => Some((**found).clone()),
                _ => None,
            })
        });
        self.slots.clear();
        self.within = None;
        self.meanwhile = None;
        self.take_open_slots(line);
        self.superset = None;
        let told = self.section.as_ref().is_some_and(|section| {
            section.facts.named == Some(crate::read::Named::DeathBy) && section.works() > 0
        });
        if told && line.items.first().is_some_and(|item| matches!(item.what, What::Slots(_))) {
            return;
        }
        let was_starred = std::mem::take(&mut self.last_starred);
        for (at, item) in line.items.iter().enumerate() {
            self.item(&item.what, line, (at, next, was_starred));
        }
        if let Some(section) = &mut self.section {
            section.end = line.end;
            if self.in_level
                && let Some(level) = section.level()
            {
                level.end = line.end;
            }
        }
    }

    fn item(&mut self, what: &What, line: &Read, (at, next, was_starred): (usize, Option<&Read>, bool)) {
        match what {
            What::Heading { title, letter: None, .. } if self.lists_options(title, next) => {}
            What::Heading { title, letter: Some(letter), .. } if self.options && title.len() == 1 => {
                self.option(*letter, line);
            }
            What::Heading { title, letter, kind } => {
                self.options = false;
                self.heading(title, letter.is_some(), *kind, line);
            }
            What::Title { text, .. } if self.lists_options(text, next) => {}
            What::Title { text, quoted } => self.name(text, *quoted, line, next),
            What::Facts(found) => self.facts(found, line, (at, next)),
            What::Phrases(list) if self.meanwhile.is_some() => self.beside_the_work(list, line),
            What::Phrases(list) => phrases::take(self, list, line),
            What::Slots(slots) => self.slots.clone_from(slots),
            What::Numbered(number) if self.options => {
                self.option(char::from_digit(u32::try_from(*number).unwrap_or(1), 10).unwrap_or('1'), line);
            }
            What::Numbered(number) => self.numbered(*number, line),
            What::Superset(letter) => {
                self.superset = Some(*letter);
                // The next exercise of a superset is none of a level's.
                self.in_level &= self.section.as_ref().is_none_or(|section| section.superset.is_none());
            }
            What::Level { label, .. } if line.items.len() == 1 && self.lists_options(label, next) => {}
            What::Level { code, label } if is_track(code, line, next) => {
                self.options = false;
                self.heading(label, false, None, line);
            }
            What::Level { code, label } => self.level(code, label, line),
            What::Aside { code, label, phrases } => self.aside(code, label, phrases, line),
            What::Columns(columns) => {
                for (code, label) in columns {
                    self.level(code, label, line);
                }
                if let Some(section) = &mut self.section {
                    section.columns = columns.len();
                }
            }
            What::Row(row) => self.row(row, line),
            What::Division { male, phrases, list } => self.division(*male, phrases, list, line),
            What::SetSpec { from, to, phrase } => {
                self.open(line).set_specs.push((*from, *to, (**phrase).clone()));
            }
            What::Footnote { text, phrases, step, each_round } => {
                self.last_starred = true;
                self.footnote(text, phrases, (*step, *each_round), line);
            }
            What::Link(url) => self.link(url, line, was_starred),
            What::Remark { kind, text } => self.remark(*kind, text, line),
            What::Then => {
                self.or_next = false;
                self.linked = self.section.as_ref().is_some_and(|section| !section.is_empty());
            }
            What::Or => self.or_next = true,
            What::PickOne => {
                let section = self.open(line);
                section.picking = Some(section.steps.len());
            }
            What::GoesOn => {
                if let Some(section) = &mut self.section {
                    section.goes_on = true;
                }
            }
            What::Substitute { missing, phrases } => {
                self.open(line).substitutes.push((missing.clone(), phrases.clone()));
            }
            What::Vest { phrase } => {
                if self.section.is_some() {
                    self.open(line).vest = phrase.vest;
                } else {
                    self.vest_before = phrase.vest;
                }
            }
            What::PercentOf(reference) => self.percent_of(reference),
            What::Restated => self.restated(line),
            What::Break => self.close(),
            What::RestWord => self.rest_word(line),
            What::Prose(text) | What::Unparsed(text) => self.prose(text, line),
            What::Ignored => {}
        }
    }

    pub(super) fn heading(&mut self, title: &str, letter: bool, kind: Option<SectionKind>, line: &Read) {
        let inside =
            self.parts.last().is_some_and(|part| !part.implicit && !part.letter && !part.title.is_empty());
        let bare_letter = letter && title.len() == 1;
        // `B) 3x10 Hip Thrusts` below a heading of its own is a section of that part.
        let clocked = self.section.as_ref().is_some_and(|section| {
            section.levels.is_empty()
                && section.formatted
                && matches!(section.facts.named, Some(crate::read::Named::Emom | crate::read::Named::Every))
                && (section.works() == 0 && section.facts.rotate
                    || section.steps.iter().any(|step| !step.slots.is_empty()))
        });
        if bare_letter
            && clocked
            && let Some(letter) = title.bytes().next()
        {
            self.slots = vec![usize::from(letter.saturating_sub(b'A')) + 1];
            return;
        }
        // `A) 8 presses`, `B) 10 rows` right below `5 rounds of:` only count the lines.
        let formatted =
            line.items.iter().any(|item| matches!(&item.what, What::Facts(found) if found.is_format()));
        if let Some(section) = self
            .section
            .as_mut()
            .filter(|section| bare_letter && section.formatted && !line.blank_before && !formatted)
            && (section.lettered || title == "A" && section.works() == 0)
        {
            section.lettered = true;
            return;
        }
        if bare_letter && inside {
            self.close();
            return;
        }
        let untouched = self.section.is_none()
            && self.parts.len() == 1
            && self.parts.first().is_some_and(|part| part.implicit && part.sections.is_empty());
        self.close();
        match self.title.take() {
            Some((text, quoted)) if untouched && self.stated_title.is_none() => {
                self.stated_title = Some((text, quoted));
            }
            // What named nothing after all is a remark.
            Some((text, _)) => {
                if let Some(part) = self.parts.last_mut() {
                    part.notes.push(text);
                }
            }
            None => {}
        }
        // A heading with nothing below it that another heading follows was the day's title.
        let lone = self.parts.last().is_some_and(|part| {
            let dated = part.notes.iter().all(|note| crate::read::begins_with_day(note));
            !part.implicit && part.sections.is_empty() && dated && !part.letter
        });
        if lone
            && self.parts.len() == 2
            && self.parts.first().is_some_and(|part| part.sections.is_empty())
            && let Some(part) = self.parts.pop()
            && self.stated_title.is_none()
        {
            self.stated_title = Some((part.title, true));
        }
        let inherited = if letter {
            self.parts.last().filter(|part| !part.implicit && part.letter).map(|_| SectionKind::Work)
        } else {
            None
        };
        let kind = kind.or(inherited).unwrap_or_default();
        self.linked = false;
        self.parts.push(PartDraft { title: title.to_owned(), letter, kind, ..PartDraft::default() });
    }

    fn numbered(&mut self, number: usize, line: &Read) {
        let clocked = self.section.as_ref().is_some_and(|section| {
            matches!(section.facts.named, Some(crate::read::Named::Emom))
                || section.facts.named == Some(crate::read::Named::Every) && section.facts.rotate
        });
        if clocked {
            self.slots = vec![number];
        } else if line.blank_before && self.section.as_ref().is_some_and(|section| section.works() > 0) {
            self.close();
        }
    }

    pub(super) fn level(&mut self, code: &str, label: &str, line: &Read) {
        let empty = self.section.as_ref().is_none_or(SectionDraft::is_empty);
        let other_format = line.blank_before
            && self.section.as_ref().is_some_and(|section| {
                self.next_format.as_ref().is_some_and(|next| {
                    next.named != section.facts.named || next.for_time != section.facts.for_time
                })
            });
        let below_heading = empty
            && self.parts.last().is_some_and(|part| {
                let next = part.notes.is_empty() || !line.blank_before;
                !part.implicit && part.sections.is_empty() && next
            });
        if !below_heading
            && (empty || other_format && line.items.len() == 1)
            && matches!(code, "performance" | "fitness")
        {
            self.heading(label, false, None, line);
            return;
        }
        let section = self.open(line);
        section.picking = None;
        let is_base = section.works() == 0 && section.pending.is_empty() && section.levels.is_empty();
        section.levels.push(LevelDraft {
            code: code.to_owned(),
            label: label.to_owned(),
            is_base,
            start: line.start,
            end: line.end,
            ..LevelDraft::default()
        });
        self.in_level = true;
    }

    /// A level said in passing: the section's lines go on below.
    fn aside(&mut self, code: &str, label: &str, list: &[Phrase], line: &Read) {
        let lines = phrases::of_level(list);
        let section = self.open(line);
        if let Some(level) = section.level_named(code, label, (line.start, line.end)) {
            level.end = line.end;
            level.lines.extend(lines);
        }
    }

    /// A table's row: each cell to its level, and the first level's to the section where it has no movements of its own.
    fn row(&mut self, row: &[Vec<Phrase>], line: &Read) {
        let setting = self.setting;
        let section = self.open(line);
        let first = section.levels.len().saturating_sub(section.columns);
        for (at, list) in row.iter().enumerate() {
            let Some(level) = section.levels.get_mut(first + at) else { continue };
            level.end = line.end;
            level.lines.extend(list.iter().cloned());
            if level.is_base {
                for phrase in list {
                    super::one::one(section, phrase.clone(), (setting, &[]));
                }
            }
        }
    }

    fn facts(&mut self, found: &Facts, line: &Read, context: (usize, Option<&Read>)) {
        super::formats::take(self, found, line, context);
    }
}

/// `Fitness` above `A: ...`, `B: ...`: a day of its own, not a level of the work above.
fn is_track(code: &str, line: &Read, next: Option<&Read>) -> bool {
    let lettered = next
        .and_then(|next| next.items.first())
        .is_some_and(|item| matches!(item.what, What::Heading { letter: Some(_), .. }));
    lettered && line.items.len() == 1 && matches!(code, "performance" | "fitness" | "foundations")
}

impl SectionDraft {
    /// Whether the first choice had a list mark: then the list ends where the marks end.
    fn bulleted_choice(&self) -> bool {
        self.picking_marked && self.picking.is_some_and(|from| self.steps.len() > from)
    }
}
