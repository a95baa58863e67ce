//! What is attached to movements at the end: links, loads set by set, levels.

use super::draft::{SectionDraft, Step};
use super::finish::Finisher;
use super::{levels, scheme};
use crate::model::{Code, Load, MatchStatus, Movement, Reps, Role, Section, Span};
use crate::read::{Phrase, Setting};

impl Finisher<'_> {
    /// Which movement a link belongs to: a starred one for a footnote's link, else the one right above, else the only one.
    pub(super) fn links(&mut self, draft: &mut SectionDraft) -> Vec<(String, String)> {
        let works: Vec<usize> = (0..draft.steps.len())
            .filter(|at| draft.steps.get(*at).is_some_and(|step| !step.is_rest()))
            .collect();
        for link in std::mem::take(&mut draft.links) {
            let starred = works
                .iter()
                .find(|at| draft.steps.get(**at).is_some_and(|step| step.phrase.starred))
                .copied();
            let above = link.above.filter(|at| works.contains(at));
            let only = if works.len() == 1 { works.first().copied() } else { None };
            let target = if link.footnote { starred.or(above).or(only) } else { above.or(only) };
            match target
                .and_then(|at| draft.steps.get_mut(at))
                .filter(|_| link.url.starts_with("https://") && link.url.len() <= 2048)
            {
                Some(step) => step.media = Some(link.url),
                None => {
                    let span = self.span(link.start, link.end);
                    self.warn(Code::LinkUnassigned, span, None);
                }
            }
        }
        Vec::new()
    }

    /// `Set 1-2: 70%` into one load for each set.
    pub(super) fn set_specs(&mut self, draft: &mut SectionDraft) {
        if draft.set_specs.is_empty() {
            return;
        }
        let specs = std::mem::take(&mut draft.set_specs);
        let count = specs.iter().map(|(_, to, _)| *to).max().unwrap_or(0).min(50);
        if draft.facts.sets.is_none() && draft.facts.list.is_empty() && draft.facts.named.is_none() {
            draft.facts.sets = Some(count);
            draft.formatted = true;
        }
        let loads: Vec<Load> = (1..=count)
            .filter_map(|set| {
                specs
                    .iter()
                    .find(|(from, to, _)| (*from..=*to).contains(&set))
                    .and_then(|(_, _, phrase)| phrase.load.clone())
            })
            .collect();
        let reps: Vec<f64> = (1..=count)
            .filter_map(|set| specs.iter().find(|(from, to, _)| (*from..=*to).contains(&set)))
            .filter_map(|(_, _, phrase)| match &phrase.reps {
                Some(Reps::Fixed { amount: crate::model::Amount::One { value }, .. }) => Some(*value),
                _ => None,
            })
            .collect();
        // `Sets 1-2: 3 front squats @ 70%`: the name stands in the sets alone.
        let named = specs.iter().map(|(_, _, phrase)| phrase).find(|phrase| phrase.named());
        if let (None, Some(phrase)) = (draft.steps.iter().find(|step| !step.is_rest()), named) {
            let phrase = Phrase { reps: None, load: None, ..phrase.clone() };
            draft.steps.insert(0, Step::work(phrase));
        }
        let group = draft.steps.iter().find_map(|step| step.group);
        if let Some(group) = group.and_then(|at| draft.groups.get_mut(at)) {
            group.load = Some(Load::PerSet { sets: loads });
            return;
        }
        if let Some(step) = draft.steps.iter_mut().find(|step| !step.is_rest()) {
            if !loads.is_empty() {
                step.phrase.load = Some(Load::PerSet { sets: loads });
            }
            // `5, 5, 5+`: the same in each set, and more in the last.
            let open = specs
                .iter()
                .any(|(_, _, phrase)| matches!(phrase.reps, Some(Reps::Fixed { or_more: true, .. })));
            let same = reps.first().copied().filter(|first| reps.iter().all(|one| (one - first).abs() < 0.5));
            if let Some(value) = same.filter(|_| open && step.phrase.reps.is_none()) {
                step.phrase.reps =
                    Some(Reps::Fixed { amount: crate::model::Amount::one(value), or_more: true });
            }
            if !reps.is_empty() && step.phrase.reps.is_none() {
                step.phrase.reps = Some(Reps::Scheme { values: reps, unit: None });
            }
        }
    }

    pub(super) fn levels(&mut self, draft: &SectionDraft, section: &mut Section) {
        let keys: Vec<String> = section.movements.iter().map(|movement| movement.key.clone()).collect();
        for one in &draft.levels {
            let base = levels::Base { steps: &draft.steps, keys: &keys, setting: self.setting };
            let own = one.facts.as_ref().filter(|facts| facts.is_format()).map(|facts| {
                let mut copy = SectionDraft {
                    facts: facts.clone(),
                    formatted: true,
                    kind: draft.kind,
                    steps: draft.steps.clone(),
                    ..SectionDraft::default()
                };
                scheme::scheme(&mut copy, self.setting, &mut Vec::new())
            });
            let setting = self.setting;
            let mut made: Vec<Phrase> = Vec::new();
            let mut make = |phrase: &Phrase| {
                made.push(phrase.clone());
                blank(phrase, setting)
            };
            let (mut level, codes) =
                levels::level(one, &base, own.filter(|own| *own != section.scheme), &mut make);
            for (added, phrase) in level.added.iter_mut().zip(&made) {
                *added = self.movement(&Step::work(phrase.clone()));
            }
            let span = self.span(one.start, one.end);
            for code in codes {
                self.warn(code, span, None);
            }
            section.levels.push(level);
        }
    }
}

/// A stand-in that the caller replaces.
fn blank(phrase: &Phrase, setting: Setting<'_>) -> Movement {
    let exercise = phrase.exercise.and_then(|at| setting.library.exercise(at));
    Movement {
        key: String::new(),
        mention: phrase.mention.clone(),
        exercise_id: exercise.map(|found| found.id.clone()),
        name: exercise.map(|found| found.name.clone()),
        status: MatchStatus::NotFound,
        role: Role::Work,
        reps: phrase.reps.clone().unwrap_or(Reps::Unspecified),
        per_side: false,
        load: None,
        height: None,
        target: None,
        tempo: None,
        effort: None,
        unbroken: false,
        modifiers: Vec::new(),
        rest: None,
        vest: None,
        shared: None,
        media_url: None,
        alternatives: Vec::new(),
        note: None,
        also_written: Vec::new(),
        span: Span::default(),
    }
}
