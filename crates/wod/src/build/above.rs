//! Names and lists that stand above the work they are for.

use super::builder::Builder;
use super::draft::SectionDraft;
use crate::model::{Reps, SectionKind};
use crate::read::{Join, Phrase, Read, What};

/// A name with nothing else, where no list of names is open: it is for the work below.
pub(super) fn bare_above(builder: &Builder<'_>, list: &[Phrase], line: &Read) -> bool {
    let bare = list.iter().all(|phrase| {
        !phrase.prescribed()
            && phrase.named()
            && phrase.members.is_empty()
            && phrase.role.is_none()
            && phrase.alternatives.is_empty()
            && phrase.counted.is_none()
    });
    let numbered = line.blank_before
        && line.items.len() == 2
        && line.items.first().is_some_and(|item| matches!(item.what, What::Numbered(_)));
    let alone = (line.items.len() == 1 || numbered) && builder.slots.is_empty() && !line.bullet;
    let complex = list.iter().any(|phrase| phrase.join == Join::Plus);
    let lists_names = builder.section.as_ref().is_some_and(|section| {
        section.formatted || section.works() > 0 && !line.blank_before || !section.pending.is_empty()
    });
    let mobility = builder
        .section
        .as_ref()
        .map_or(builder.parts.last().map(|part| part.kind), |section| Some(section.kind));
    let warm = matches!(mobility, Some(SectionKind::Warmup | SectionKind::Cooldown));
    bare && alone
        && (list.len() == 1 || complex)
        && !lists_names
        && !warm
        && list.iter().all(|phrase| phrase.exercise.is_some() && phrase.exact)
        || bare
            && alone
            && builder
                .section
                .as_ref()
                .is_some_and(|section| section.formatted && section.own_sets || finished(section, line))
            && (list.len() == 1 || complex)
            && list.iter().all(|phrase| phrase.exercise.is_some() && phrase.exact)
            && !warm
            && line.blank_before
}

/// `Swim` above lines of swimming is a heading.
pub(super) fn swim_above(builder: &mut Builder<'_>, list: &[Phrase]) {
    let own = list.iter().any(|phrase| phrase.named() && phrase.measured());
    let above =
        builder.section.as_ref().filter(|section| section.works() == 0 && own && !section.pending_titled);
    let Some([name]) = above.map(|section| section.pending.as_slice()) else { return };
    let monostructural = name
        .exercise
        .and_then(|at| builder.setting.library.exercise(at))
        .is_some_and(|found| found.family == crate::library::Family::Monostructural);
    if !monostructural {
        return;
    }
    let title = name.mention.clone();
    let mut section = builder.section.take();
    if let Some(section) = &mut section {
        section.pending.clear();
    }
    builder.section = section.filter(|section| section.formatted);
    let kind = SectionKind::Work;
    builder.parts.push(super::draft::PartDraft { title, kind, ..super::draft::PartDraft::default() });
}

/// `21-15-9 swings and squats`: a list before the first name is for all of the line.
pub(super) fn shared_list(builder: &mut Builder<'_>, mut list: Vec<Phrase>, line: &Read) -> Vec<Phrase> {
    let rest = list.get(1..).unwrap_or(&[]);
    let bare = !rest.is_empty()
        && rest.iter().all(|phrase| phrase.named() && phrase.reps.is_none() && phrase.sets.is_none());
    let free = builder.section.as_ref().is_none_or(|section| {
        !section.formatted
            || section.works() == 0
                && section.facts.named.is_none()
                && section.facts.for_time
                && section.facts.list.is_empty()
    });
    // Below a format the list is of this line's names only.
    let own = list.first().and_then(|first| first.reps.clone()).filter(|reps| match reps {
        Reps::Ladder { .. } => true,
        Reps::Scheme { values, .. } => values.len() > 2,
        _ => false,
    });
    if let (true, false, Some(reps)) = (bare, free, own)
        && builder.section.as_ref().is_some_and(|section| section.facts.list.is_empty())
    {
        for phrase in &mut list {
            phrase.reps = Some(reps.clone());
        }
        return list;
    }
    if let (true, true, Some(first)) = (bare, free, list.first_mut())
        && let Some(Reps::Scheme { values, unit: None }) = first.reps.clone()
        && values.len() > 1
    {
        first.reps = None;
        let section = builder.open(line);
        section.facts.list = values;
        section.formatted = true;
    }
    list
}

/// `1x5 @ 65%`, `1x5 @ 75%` below a name: each line is a section of the same movement.
pub(super) fn next_weight(builder: &mut Builder<'_>, mut list: Vec<Phrase>, line: &Read) -> Vec<Phrase> {
    let again = matches!(list.as_slice(), [phrase] if !phrase.named() && phrase.sets.is_some() && phrase.reps.is_some());
    let name = builder
        .section
        .as_ref()
        .filter(|section| again && section.own_sets && section.works() == 1 && section.groups.is_empty())
        .and_then(|section| {
            section.steps.iter().find(|step| !step.is_rest()).map(|step| step.phrase.clone())
        });
    let (Some(name), Some(phrase)) = (name, list.first_mut()) else { return list };
    phrase.mention = name.mention;
    phrase.exercise = name.exercise;
    phrase.confidence = name.confidence;
    phrase.exact = name.exact;
    builder.close();
    builder.open(line);
    list
}

/// A blank line behind work that has no list of names.
fn finished(section: &SectionDraft, line: &Read) -> bool {
    line.blank_before
        && section.works() > 0
        && section.facts.list.is_empty()
        && section.facts.named.is_none()
        && !section.facts.for_time
        && section.facts.rounds.is_none()
}
