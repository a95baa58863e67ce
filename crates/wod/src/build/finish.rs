//! A read section into the model: counts, loads, complexes, links, levels, scoring.

use super::arrange::{flush_pending, lift_letters, order_rests, rotate, substitutes, to_notes, total};
use super::draft::{SectionDraft, Step};
use super::{ladder, scheme, spec};
use crate::model::{
    Alternative, Code, Group, Load, MatchStatus, Movement, Note, Reps, Role, Scheme, Section, SectionKind,
    Span, Team, Warning, Weights,
};
use crate::read::{Phrase, Setting};
use crate::scan::Normal;

/// What finishing needs, and what it gathers.
pub(super) struct Finisher<'a> {
    pub(super) setting: Setting<'a>,
    pub(super) normal: &'a Normal,
    pub(super) source: &'a str,
    pub(super) warnings: Vec<Warning>,
    pub(super) keys: usize,
    /// Mentions that are not certain, with the span of their line: by movement key.
    pub(super) doubts: std::collections::BTreeMap<String, String>,
}

impl Finisher<'_> {
    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        // The end is the origin of the last byte plus that character.
        let from = self.normal.source(start);
        let last = self.normal.source(end.saturating_sub(1));
        let width = self.source.get(last..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        Span { start: from, end: (last + width).max(from) }
    }

    pub(super) fn warn(&mut self, code: Code, span: Span, key: Option<&str>) {
        let same =
            self.warnings.iter().rev().take(8).any(|known| {
                known.code == code && known.span == span && known.movement_key.as_deref() == key
            });
        if !same {
            let fix = super::fixes::fix(code).map(str::to_owned);
            self.warnings.push(Warning { code, span, movement_key: key.map(str::to_owned), fix });
        }
    }

    fn key(&mut self) -> String {
        self.keys += 1;
        format!("m{}", self.keys)
    }

    /// The whole section.
    pub(super) fn section(&mut self, mut draft: SectionDraft) -> Section {
        let place = self.span(draft.start, draft.end);
        flush_pending(&mut draft);
        scheme::remark_scoring(&mut draft);
        self.restated(&mut draft, place);
        spec::divisions(&mut draft, self.setting);
        spec::early(&mut draft, self.setting);
        self.set_specs(&mut draft);
        super::columns::columns(&mut draft, self.setting);
        ladder::resolve(&mut draft);
        substitutes(&mut draft, self.setting);
        lift_letters(&mut draft);
        super::arrange::same_weight(&mut draft);
        let mut codes = Vec::new();
        let scheme = scheme::scheme(&mut draft, self.setting, &mut codes);
        scheme::fill_reps(&mut draft, &scheme);
        self.own_lists(&draft, &scheme);
        rotate(&mut draft, &scheme);
        let quiet = matches!(draft.kind, SectionKind::Warmup | SectionKind::Cooldown);
        if quiet {
            to_notes(&mut draft);
        }
        order_rests(&mut draft, &scheme);
        let scoring = scheme::scoring(&draft, &scheme, &mut codes);
        if draft.title_guessed && draft.title.is_some() {
            codes.push(Code::TitleGuessed);
        }
        for code in codes {
            self.warn(code, place, None);
        }
        let links = self.links(&mut draft);
        let mut section = Section::new(scheme);
        section.scoring = scoring;
        section.source_text = place.of(self.source).to_owned();
        if draft.facts.team_size.is_none() {
            // Each of what, where nobody shares? Each side.
            for step in draft.steps.iter_mut().filter(|step| step.phrase.shared.as_deref() == Some("each")) {
                step.phrase.shared = None;
                step.phrase.per_side = true;
            }
        }
        self.movements(&draft, &mut section);
        self.head(&draft, &mut section);
        self.levels(&draft, &mut section);
        for (url, key) in links {
            if let Some(movement) = section.movements.iter_mut().find(|movement| movement.key == key) {
                movement.media_url = Some(url);
            }
        }
        section
    }

    /// Title, clock, team and remarks.
    fn head(&self, draft: &SectionDraft, section: &mut Section) {
        let facts = &draft.facts;
        section.title.clone_from(&draft.title);
        section.kind = draft.kind;
        section.inner.clone_from(&draft.inner);
        section.time_cap_seconds = facts.cap.or(draft.cap);
        section.clock_start_seconds = facts.window.map(|(from, _)| from);
        section.clock_end_seconds = facts.window.and_then(|(_, to)| to);
        let size = facts.team_size;
        section.team = size.map(|size| Team { size, mode: facts.team_mode });
        section.quality = facts.quality;
        section.linked = draft.linked;
        section.vest = draft.vest;
        section.effort = draft.effort;
        section.tempo.clone_from(&draft.tempo);
        let lists: Vec<&super::draft::Division> =
            draft.divisions.iter().filter(|line| !line.list.is_empty()).collect();
        if let (Some(men), Some(women)) =
            (lists.iter().find(|line| line.male), lists.iter().find(|line| !line.male))
        {
            let unit = men.phrases.iter().find_map(|phrase| match &phrase.load {
                Some(Load::Absolute { unit, .. }) => Some(*unit),
                _ => None,
            });
            section.weights = Some(Weights {
                unit: unit.unwrap_or(self.setting.unit),
                by_sex: crate::model::BySex { male: men.list.clone(), female: women.list.clone() },
            });
        }
        section.notes = draft
            .remarks
            .iter()
            .map(|remark| Note { kind: remark.kind, text: remark.text.clone() })
            .collect();
    }

    /// Steps into movements, groups and slots.
    fn movements(&mut self, draft: &SectionDraft, section: &mut Section) {
        let mut members: Vec<Vec<String>> = vec![Vec::new(); draft.groups.len()];
        let slots = draft.steps.iter().flat_map(|step| step.slots.iter().copied()).max().unwrap_or(0);
        section.slots = vec![Vec::new(); slots];
        for step in &draft.steps {
            let movement = self.movement(step);
            if let Some(list) = step.group.and_then(|group| members.get_mut(group)) {
                list.push(movement.key.clone());
            }
            for slot in &step.slots {
                if let Some(list) = slot.checked_sub(1).and_then(|at| section.slots.get_mut(at)) {
                    list.push(movement.key.clone());
                }
            }
            section.movements.push(movement);
        }
        for (at, (group, members)) in draft.groups.iter().zip(members).enumerate() {
            if members.len() > 1 {
                let key = format!("g{}", at + 1);
                section.groups.push(Group { key, members, sets: group.sets, group_load: group.load.clone() });
            } else if let (Some(only), Some(load)) = (members.first(), &group.load)
                && let Some(movement) = section.movements.iter_mut().find(|movement| movement.key == *only)
            {
                movement.load.get_or_insert_with(|| load.clone());
            }
        }
    }

    /// One step.
    pub(super) fn movement(&mut self, step: &Step) -> Movement {
        let phrase = &step.phrase;
        let key = self.key();
        let span =
            if phrase.end > phrase.start { self.span(phrase.start, phrase.end) } else { Span::default() };
        for code in &phrase.codes {
            self.warn(*code, span, Some(&key));
        }
        let exercise = phrase.exercise.and_then(|at| self.setting.library.exercise(at));
        let certain = phrase.certain();
        let status = match (step.is_rest(), certain, phrase.ambiguous) {
            (true, ..) => MatchStatus::Rest,
            (_, true, _) => MatchStatus::Matched,
            (_, _, true) => MatchStatus::Ambiguous,
            _ if exercise.is_some() => MatchStatus::LowConfidence,
            _ => MatchStatus::NotFound,
        };
        if !matches!(status, MatchStatus::Rest | MatchStatus::Matched) {
            self.doubts.insert(key.clone(), phrase.mention.to_ascii_lowercase());
            self.warn(Code::NeedsReview, span, Some(&key));
        }
        let role = if step.is_rest() {
            Role::Rest
        } else if step.each_round {
            Role::EachRound
        } else {
            phrase.role.unwrap_or_default()
        };
        let alternatives = phrase.alternatives.iter().map(|other| self.alternative(other)).collect();
        Movement {
            key,
            mention: phrase.mention.clone(),
            exercise_id: exercise.filter(|_| certain).map(|found| found.id.clone()),
            name: exercise.filter(|_| certain).map(|found| found.name.clone()),
            status,
            role,
            reps: phrase.reps.clone().unwrap_or(Reps::Unspecified),
            per_side: phrase.per_side,
            load: phrase.load.clone(),
            height: phrase.height,
            target: phrase.target,
            tempo: phrase.tempo.clone(),
            effort: phrase.effort,
            unbroken: phrase.unbroken,
            modifiers: phrase.modifiers.clone(),
            rest: step.rest.clone(),
            vest: phrase.vest,
            shared: phrase.shared.clone(),
            media_url: step.media.clone(),
            alternatives,
            note: (!phrase.note.is_empty()).then(|| phrase.note.join(" ")),
            also_written: phrase.also.clone(),
            span,
        }
    }

    fn alternative(&self, other: &Phrase) -> Alternative {
        let exercise =
            other.exercise.filter(|_| other.certain()).and_then(|at| self.setting.library.exercise(at));
        Alternative {
            mention: other.mention.clone(),
            exercise_id: exercise.map(|found| found.id.clone()),
            name: exercise.map(|found| found.name.clone()),
            reps: other.reps.clone(),
            load: other.load.clone(),
        }
    }

    /// A second way of writing the same work: the totals must agree; loads stay from the first.
    fn restated(&mut self, draft: &mut SectionDraft, place: Span) {
        let Some(flat) = draft.flat.take() else { return };
        let first = draft.flat_facts.take().unwrap_or_default();
        self.warn(Code::DuplicateView, place, None);
        draft.facts.for_time |= first.for_time;
        draft.facts.cap = draft.facts.cap.or(first.cap);
        draft.facts.team_size = draft.facts.team_size.or(first.team_size);
        if draft.facts.for_time && draft.facts.rounds.is_none() {
            draft.facts.rounds = draft.facts.sets.take();
        }
        let times = f64::from(draft.facts.rounds.or(draft.facts.times).unwrap_or(1));
        for old in flat.iter().filter(|step| !step.is_rest()) {
            let Some(new) = draft.steps.iter_mut().find(|step| step.phrase.exercise == old.phrase.exercise)
            else {
                continue;
            };
            spec::fill(&mut new.phrase, &Phrase { reps: None, ..old.phrase.clone() });
            if let (Some(all), Some(each)) = (total(&old.phrase), total(&new.phrase))
                && (all - each * times).abs() > 0.5
            {
                self.warn(Code::TotalConflict, place, None);
            }
        }
    }

    /// A line's own list that is not as long as the section's.
    fn own_lists(&mut self, draft: &SectionDraft, scheme: &Scheme) {
        let Scheme::ForTime { rep_scheme, .. } = scheme else { return };
        for step in &draft.steps {
            if let Some(Reps::Scheme { values, .. }) = &step.phrase.reps
                && !values.is_empty()
                && !rep_scheme.is_empty()
                && values.len() != rep_scheme.len()
            {
                let span = self.span(step.phrase.start, step.phrase.end);
                self.warn(Code::SchemeConflict, span, None);
            }
        }
    }
}
