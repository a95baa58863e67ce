//! Movements of a line into the open section: sets of their own, complexes, choices, and loads for what stands above.

use super::builder::Builder;
use super::draft::{GroupDraft, SectionDraft, Step};
use crate::model::{Code, Load, Reps, SectionKind};
use crate::read::{Join, Phrase, Read, Setting, What};

/// Takes the movements of a line.
pub(super) fn take(builder: &mut Builder<'_>, list: &[Phrase], line: &Read, at: usize) {
    let list = fold(list);
    if list.is_empty() {
        return;
    }
    let from_heading = line.items.first().is_some_and(|item| matches!(item.what, What::Heading { .. }))
        && line.items.len() == 2
        && list.iter().all(|phrase| !phrase.measured());
    if builder.in_level && level_takes(builder, &list, line) {
        return;
    }
    if from_heading {
        let section = builder.open(line);
        section.pending = list;
        section.pending_titled = true;
        return;
    }
    if bare_above(builder, &list, line) {
        builder.open(line).pending = list;
        return;
    }
    let plain = list.len() == 1 && list.iter().all(|phrase| !phrase.measured() && phrase.exercise.is_some());
    let over = builder.section.as_ref().is_some_and(|section| section.works() > 0);
    if plain
        && over
        && line.blank_before
        && line.items.len() == 1
        && builder.next_format.is_some()
        && !builder.linked
    {
        builder.close();
        builder.open(line).pending = list;
        return;
    }
    swim_above(builder, &list, line);
    opens(builder, &list, line);
    let list = next_weight(builder, list, line);
    let list = shared_list(builder, list, line);
    let (setting, slots, or_next) =
        (builder.setting, builder.slots.clone(), std::mem::take(&mut builder.or_next));
    let superset = builder.superset;
    if let Some((text, quoted)) = builder.title.take() {
        let first =
            builder.parts.len() == 1 && builder.parts.first().is_some_and(|part| part.sections.is_empty());
        if first && builder.stated_title.is_none() {
            builder.stated_title = Some((text.clone(), quoted));
        }
        let section = builder.open(line);
        section.title.get_or_insert(text);
        section.title_guessed = !quoted;
    }
    let section = builder.open(line);
    section.superset = superset.or(section.superset);
    let _ = at;
    if section.picking.is_some_and(|from| section.steps.len() == from) {
        section.picking_marked = line.bullet;
    }
    if or_next || section.picking.is_some_and(|from| section.steps.len() > from) {
        choices(section, &list);
        return;
    }
    if list.iter().any(|phrase| phrase.join == Join::Plus) {
        complex(section, &list, &slots);
        return;
    }
    for phrase in list {
        one(section, phrase, (setting, &slots));
    }
}

/// Choices into the movement they belong to.
fn fold(list: &[Phrase]) -> Vec<Phrase> {
    let mut folded: Vec<Phrase> = Vec::new();
    for phrase in list {
        let choice = matches!(phrase.join, Join::Or | Join::Slash) && phrase.named();
        match folded.last_mut() {
            Some(last) if choice && (last.named() || last.reps.is_some()) => {
                if phrase.join == Join::Slash {
                    last.codes.push(Code::AlternativesInferred);
                }
                if last.load.is_none() && phrase.load.is_some() && phrase.reps.is_none() {
                    last.load.clone_from(&phrase.load);
                }
                last.alternatives.push(phrase.clone());
            }
            Some(last) if phrase.join == Join::Or && !phrase.named() && phrase.measured() => {
                last.note.push("or".to_owned());
            }
            _ => folded.push(phrase.clone()),
        }
    }
    folded
}

/// Lines below a level's label.
fn level_takes(builder: &mut Builder<'_>, list: &[Phrase], line: &Read) -> bool {
    let kept = builder.linked && line.blank_before;
    let Some(section) = builder.section.as_mut() else { return false };
    if kept {
        builder.in_level = false;
        return false;
    }
    let inline = line.items.iter().any(|item| matches!(item.what, What::Level { .. }));
    let Some(level) = section.levels.last_mut() else { return false };
    // A blank line ends what stood on the label's own line.
    if level.inline && line.blank_before && !inline {
        builder.in_level = false;
        return false;
    }
    level.inline |= inline;
    if list.iter().all(|phrase| !phrase.measured() && phrase.exercise.is_none()) {
        level.notes.extend(list.iter().map(|phrase| phrase.mention.clone()));
        return true;
    }
    // A load without a name belongs to the line above it.
    if let [phrase] = list
        && !phrase.named()
        && phrase.reps.is_none()
        && !inline
        && let Some(last) = level.lines.last_mut()
        && last.load.is_none()
    {
        last.load.clone_from(&phrase.load);
        return true;
    }
    let extends_base = level.is_base;
    level.lines.extend(list.iter().cloned());
    if extends_base {
        let slots = builder.slots.clone();
        let setting = builder.setting;
        for phrase in list {
            one(section, phrase.clone(), (setting, &slots));
        }
    }
    true
}

/// A name with nothing else, where no list of names is open: it is for the work below.
fn bare_above(builder: &Builder<'_>, list: &[Phrase], line: &Read) -> bool {
    let bare = list.iter().all(|phrase| {
        !phrase.measured()
            && phrase.named()
            && phrase.members.is_empty()
            && phrase.role.is_none()
            && phrase.alternatives.is_empty()
            && phrase.counted.is_none()
    });
    let alone = line.items.len() == 1 && builder.slots.is_empty() && !line.bullet;
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
        && list.iter().all(|phrase| phrase.exercise.is_some())
        || bare
            && alone
            && builder
                .section
                .as_ref()
                .is_some_and(|section| section.formatted && section.own_sets || finished(section, line))
            && (list.len() == 1 || complex)
            && list.iter().all(|phrase| phrase.exercise.is_some())
            && !warm
            && start_over(builder, line)
}

/// `Swim` above lines of swimming is a heading.
fn swim_above(builder: &mut Builder<'_>, list: &[Phrase], line: &Read) {
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
    let _ = line;
}

/// `21-15-9 swings and squats`: a list before the first name is for all of the line.
fn shared_list(builder: &mut Builder<'_>, mut list: Vec<Phrase>, line: &Read) -> Vec<Phrase> {
    let rest = list.get(1..).unwrap_or(&[]);
    let bare = !rest.is_empty()
        && rest.iter().all(|phrase| phrase.named() && phrase.reps.is_none() && phrase.sets.is_none());
    let free = builder.section.as_ref().is_none_or(|section| !section.formatted);
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
fn next_weight(builder: &mut Builder<'_>, mut list: Vec<Phrase>, line: &Read) -> Vec<Phrase> {
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

/// Whether the section that is open is over; asked last, as the caller then replaces it.
fn start_over(builder: &Builder<'_>, line: &Read) -> bool {
    let _ = builder;
    line.blank_before
}

/// Opens a section where the line needs one of its own.
fn opens(builder: &mut Builder<'_>, list: &[Phrase], line: &Read) {
    let own_sets = list.iter().any(|phrase| phrase.sets.is_some());
    let superset = builder.superset;
    let Some(section) = &builder.section else { return };
    if own_sets {
        let same_set = superset.is_some() && section.superset == superset && section.own_sets;
        let waits = section.works() == 0 && !section.own_sets;
        let inside = section.formatted && !section.own_sets && !line.blank_before;
        let unnamed = list.iter().all(|phrase| !phrase.named());
        if !(same_set
            || waits
            || inside
            || unnamed && section.own_sets && section.pending.is_empty() && !section.steps.is_empty())
        {
            builder.close();
        }
        return;
    }
    let unnamed = list.iter().all(|phrase| !phrase.named());
    // A list with no format behind lifts with their own sets is a section of its own.
    if section.own_sets
        && !unnamed
        && superset.is_none()
        && list.iter().any(|phrase| phrase.reps.is_some() && phrase.named())
        && section.works() > 0
    {
        builder.close();
    }
}

/// Movements in place of the one above.
fn choices(section: &mut SectionDraft, list: &[Phrase]) {
    let Some(step) = section.steps.iter_mut().rev().find(|step| !step.is_rest()) else { return };
    for phrase in list {
        step.phrase.alternatives.push(phrase.clone());
        let known = phrase.certain();
        if !known {
            step.phrase.codes.push(Code::AlternativeUnknown);
        }
    }
}

/// `1 clean + 2 front squats`: one complex where a bar or a bell stays in the hands, else one after the other.
fn complex(section: &mut SectionDraft, list: &[Phrase], slots: &[usize]) {
    section.pending.clear();
    let group = section.groups.len();
    let mut draft = GroupDraft::default();
    let counts = list.iter().find(|phrase| !phrase.members.is_empty()).map(|phrase| phrase.members.clone());
    let named: Vec<&Phrase> = list.iter().filter(|phrase| phrase.named()).collect();
    for phrase in list {
        if let Some(load) = &phrase.load
            && (phrase.named() && std::ptr::eq(*named.last().unwrap_or(&phrase), phrase) || !phrase.named())
        {
            draft.load = Some(load.clone());
        }
        draft.sets = draft.sets.or(phrase.sets);
    }
    let loads = named.iter().filter(|phrase| phrase.load.is_some()).count();
    let own_loads = loads > 1 || loads == 1 && named.last().is_none_or(|last| last.load.is_none());
    if own_loads {
        draft.load = None;
    }
    if let Some(sets) = draft.sets {
        if !section.formatted {
            section.formatted = true;
            section.own_sets = true;
            section.facts.sets = Some(sets);
        }
        draft.sets = None;
    }
    for (at, phrase) in named.iter().enumerate() {
        let mut phrase = (*phrase).clone();
        phrase.sets = None;
        if !own_loads {
            phrase.load = None;
        }
        if phrase.reps.is_none() {
            let count = counts.as_ref().and_then(|counts| counts.get(at)).copied().unwrap_or(1.0);
            phrase.reps = Some(Reps::fixed(count));
        }
        section.steps.push(Step { phrase, slots: slots.to_vec(), group: Some(group), ..Step::default() });
    }
    section.groups.push(draft);
}

/// One movement, or numbers for what stands above.
fn one(section: &mut SectionDraft, mut phrase: Phrase, (setting, slots): (Setting<'_>, &[usize])) {
    // Words that nobody knows beside numbers for the name above are a remark.
    if phrase.named()
        && phrase.exercise.is_none()
        && !section.pending.is_empty()
        && section.works() == 0
        && phrase.measured()
    {
        phrase.note.push(std::mem::take(&mut phrase.mention));
    }
    // `Wallball: 20/14 to 10/9 ft` below the wall balls.
    let above = section.steps.iter_mut().find(|step| {
        !step.is_rest() && step.phrase.exercise.is_some() && step.phrase.exercise == phrase.exercise
    });
    if let Some(step) = above
        && phrase.reps.is_none()
        && phrase.sets.is_none()
        && (phrase.load.is_some() && step.phrase.load.is_none()
            || phrase.height.is_some() && step.phrase.height.is_none())
    {
        super::spec::fill(&mut step.phrase, &phrase);
        return;
    }
    // A name nobody knows with no count is a remark, except in a list of names.
    let listed = !section.facts.list.is_empty()
        || section.facts.named == Some(crate::read::Named::Tabata)
        || !slots.is_empty();
    let unknown = phrase.exercise.is_none() || !phrase.exact && !phrase.ambiguous;
    if phrase.named()
        && unknown
        && phrase.reps.is_none()
        && phrase.sets.is_none()
        && !listed
        && phrase.load.is_none()
    {
        let text = phrase.mention.clone();
        section.remarks.push(super::draft::Remark { kind: crate::model::NoteKind::Text, text });
        phrase.mention.clear();
        if phrase.measured() {
            super::spec::take(section, &phrase, setting);
        }
        return;
    }
    if phrase.named() {
        own_sets(section, &mut phrase);
        section.pending.retain(|_| false);
        section.steps.push(Step { phrase, slots: slots.to_vec(), ..Step::default() });
        return;
    }
    if next_set(section, &phrase) {
        return;
    }
    if !section.pending.is_empty() && section.works() == 0 {
        own_sets(section, &mut phrase);
        from_pending(section, &phrase, slots);
        return;
    }
    own_sets(section, &mut phrase);
    super::spec::take(section, &phrase, setting);
}

/// `5 reps @ 70%`, `3 reps @ 80%` below each other: each line is a set of the movement above.
fn next_set(section: &mut SectionDraft, phrase: &Phrase) -> bool {
    let one_set = phrase.reps.is_some() && phrase.load.is_some() && phrase.sets.is_none();
    let open =
        section.groups.is_empty() && section.works() == 1 && (!section.formatted || section.set_lines > 0);
    if !one_set || !open {
        return false;
    }
    let Some(step) = section.steps.iter_mut().find(|step| !step.is_rest()) else { return false };
    if section.set_lines == 0 {
        if step.phrase.reps.is_none() || step.phrase.load.is_none() {
            return false;
        }
        section.set_specs.push((1, 1, step.phrase.clone()));
        step.phrase.reps = None;
        section.set_lines = 1;
    }
    section.set_lines += 1;
    section.set_specs.push((section.set_lines, section.set_lines, phrase.clone()));
    true
}

/// Sets that a line says for itself become the section's.
fn own_sets(section: &mut SectionDraft, phrase: &mut Phrase) {
    let Some(sets) = phrase.sets.take() else { return };
    if !section.formatted {
        section.formatted = true;
        section.own_sets = true;
        section.facts.sets = Some(sets);
    } else if section.facts.sets.is_none()
        && section.facts.named.is_none()
        && section.facts.rounds.is_none()
        && section.facts.list.is_empty()
        && !section.facts.for_time
    {
        section.facts.sets = Some(sets);
    } else {
        phrase.note.push(format!("{sets} sets"));
    }
}

/// The name above with the numbers of this line.
fn from_pending(section: &mut SectionDraft, phrase: &Phrase, slots: &[usize]) {
    let pending = std::mem::take(&mut section.pending);
    if let [name] = pending.as_slice() {
        let mut merged = phrase.clone();
        merged.mention.clone_from(&name.mention);
        merged.exercise = name.exercise;
        merged.confidence = name.confidence;
        merged.exact = name.exact;
        merged.ambiguous = name.ambiguous;
        merged.codes.extend(name.codes.iter().copied());
        merged.modifiers.extend(name.modifiers.iter().cloned());
        if let (Some(Load::Absolute { implement_count: None, .. }), Some(_)) = (&merged.load, merged.sets) {
            merged.sets = None;
        }
        section.steps.push(Step { phrase: merged, slots: slots.to_vec(), ..Step::default() });
        return;
    }
    let mut list = pending;
    if let Some(last) = list.last_mut() {
        last.load.clone_from(&phrase.load);
        last.members.clone_from(&phrase.members);
    }
    if let Some(first) = list.first_mut() {
        first.sets = phrase.sets;
    }
    complex(section, &list, slots);
}
