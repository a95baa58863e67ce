//! Movements of a line into the open section: sets of their own, complexes, choices, and loads for what stands above.

use super::above::{bare_above, next_weight, shared_list, swim_above};
use super::builder::Builder;
use super::draft::{GroupDraft, SectionDraft, Step};
use super::one::one;
use super::sport::{is_sport, line_sport, same_sport};
use crate::model::{Code, Reps};
use crate::read::{Join, Phrase, Read, What};

/// `hollow rocks / V-ups (alternate)` in a tabata: one after the other.
fn in_turn(builder: &Builder<'_>, mut list: Vec<Phrase>) -> Vec<Phrase> {
    let turns = builder.section.as_ref().is_some_and(|section| {
        section.facts.named == Some(crate::read::Named::Tabata) && section.facts.rotate
    });
    for phrase in list.iter_mut().filter(|phrase| turns && phrase.join == Join::Slash) {
        phrase.join = Join::New;
    }
    list
}

/// Takes the movements of a line.
pub(super) fn take(builder: &mut Builder<'_>, list: &[Phrase], line: &Read) {
    let list = if builder.in_level { become_other(list) } else { list.to_vec() };
    let list = line_sport(builder, fold(&in_turn(builder, list)));
    if list.is_empty() {
        return;
    }
    builder.ends_told(line);
    let from_heading = line.items.first().is_some_and(|item| matches!(item.what, What::Heading { .. }))
        && line.items.len() == 2
        && list.iter().all(|phrase| !phrase.measured());
    let list = if builder.in_level { spread(list) } else { list };
    if builder.in_level && level_takes(builder, &list, line) {
        return;
    }
    if from_heading {
        let section = builder.open(line);
        section.pending = list;
        section.pending_titled = true;
        return;
    }
    let Some(list) = waits(builder, list, line) else { return };
    close_before_steady(builder, &list, line);
    let list = within(builder, lift_list(builder, list));
    swim_above(builder, &list);
    opens(builder, &list, line);
    let list = next_weight(builder, list, line);
    let list = shared_list(builder, list, line);
    let (setting, slots, or_next) =
        (builder.setting, builder.slots.clone(), std::mem::take(&mut builder.or_next));
    let superset = builder.superset;
    title(builder, line);
    same_sport(builder, &list, line);
    let section = builder.open(line);
    section.superset = superset.or(section.superset);
    if section.picking.is_some_and(|from| section.steps.len() == from) {
        section.picking_marked = line.bullet;
    }
    // `Handstand push-ups`, below it `or wall walks`
    if or_next && section.works() == 0 && section.pending.len() == 1 {
        for phrase in std::mem::take(&mut section.pending) {
            section.steps.push(Step { phrase, ..Step::default() });
        }
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

/// A name that is for the work below, or was said above: nothing is left of it. Else the list as it is.
fn waits(builder: &mut Builder<'_>, list: Vec<Phrase>, line: &Read) -> Option<Vec<Phrase>> {
    // A sentence named the lift already, and its name stands below.
    let again = builder.section.as_ref().is_some_and(|section| {
        section.facts.named == Some(crate::read::Named::MaxLoad)
            && section.works() == 1
            && matches!(list.as_slice(), [phrase] if !phrase.measured() && phrase.exercise.is_some()
                && section.steps.iter().any(|step| step.phrase.exercise == phrase.exercise))
    });
    if again && line.items.len() == 1 && !line.blank_before && !builder.in_level {
        return None;
    }
    if bare_above(builder, &list, line) {
        if builder.section.as_ref().is_some_and(|section| section.works() > 0) {
            builder.close();
        }
        builder.open(line).pending = list;
        return None;
    }
    let lifted = list.len() == 1
        && builder.section.as_ref().is_some_and(|section| section.own_sets && section.works() > 0);
    if lifted
        && line.items.len() == 1
        && !line.bullet
        && !builder.in_level
        && list.iter().all(|phrase| !phrase.measured() && phrase.certain())
    {
        builder.close();
        builder.open(line).pending = list;
        return None;
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
        return None;
    }
    Some(list)
}

/// `Max burpees in 1 min`: the time is the line's.
fn within(builder: &mut Builder<'_>, mut list: Vec<Phrase>) -> Vec<Phrase> {
    let Some(seconds) = builder.within.take() else { return list };
    for phrase in &mut list {
        let unit = phrase.counted;
        if matches!(phrase.reps, None | Some(Reps::Max { .. })) {
            phrase.reps = Some(Reps::Max { unit, seconds: Some(seconds) });
        }
    }
    list
}

/// `20 min easy bike` behind a blank line and behind rounds: steady work of its own.
fn close_before_steady(builder: &mut Builder<'_>, list: &[Phrase], line: &Read) {
    let steady = matches!(list, [phrase] if is_sport(builder, phrase)
        && matches!(&phrase.reps, Some(Reps::Duration { amount }) if amount.smallest() >= super::scheme::STEADY));
    let rounds = builder.section.as_ref().is_some_and(|section| {
        section.works() > 0 && section.formatted && section.facts.named.is_none() && !section.facts.for_time
    });
    if steady && rounds && line.blank_before && !builder.in_level {
        builder.close();
    }
}

/// `15-12-9 thrusters, ring rows` below a level: the list is for the whole line.
fn spread(mut list: Vec<Phrase>) -> Vec<Phrase> {
    let first = list
        .first()
        .and_then(|first| first.reps.clone())
        .filter(|reps| matches!(reps, Reps::Scheme { values, unit: None } if values.len() > 1));
    if let Some(reps) = first {
        for phrase in list.iter_mut().filter(|phrase| phrase.named() && phrase.reps.is_none()) {
            phrase.reps = Some(reps.clone());
        }
    }
    list
}

/// `Push press 3-3-3-3-3`: a lift with a number for each set says its own sets.
fn lift_list(builder: &Builder<'_>, mut list: Vec<Phrase>) -> Vec<Phrase> {
    let open = builder.section.as_ref().is_none_or(|section| !section.formatted || section.own_sets);
    let library = builder.setting.library;
    if let ([phrase], true) = (list.as_mut_slice(), open)
        && let Some(Reps::Scheme { values, unit: None }) = &phrase.reps
        && values.len() > 2
        && values.iter().all(|value| *value <= 8.0)
        && phrase.sets.is_none()
        && phrase.exercise.and_then(|at| library.exercise(at)).is_some_and(|found| found.needs("barbell"))
    {
        phrase.sets = u32::try_from(values.len()).ok();
    }
    list
}

/// A title that waits is the section's, and the day's where it stands before all work.
fn title(builder: &mut Builder<'_>, line: &Read) {
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
}

/// `Pull-ups -> ring rows`, `row -> 750 m` below a level: what stands behind the arrow, of what stands before it.
fn become_other(list: &[Phrase]) -> Vec<Phrase> {
    let mut folded: Vec<Phrase> = Vec::new();
    for phrase in list {
        let mut phrase = phrase.clone();
        // `6 ring rows / 10 step-ups`: both counted, both done.
        if phrase.join == Join::Slash
            && phrase.reps.is_some()
            && folded.last().is_some_and(|before| before.reps.is_some())
        {
            phrase.join = Join::New;
        }
        if phrase.join == Join::Becomes
            && let Some(before) = folded.pop()
        {
            phrase.join = before.join;
            if phrase.named() {
                phrase.replaces = before.exercise;
            } else {
                phrase.mention.clone_from(&before.mention);
                phrase.exercise = before.exercise;
                phrase.confidence = before.confidence;
                phrase.exact = before.exact;
            }
        }
        folded.push(phrase);
    }
    folded
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
pub(super) fn of_level(list: &[Phrase]) -> Vec<Phrase> {
    spread(fold(&become_other(list)))
}

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

/// Opens a section where the line needs one of its own.
fn opens(builder: &mut Builder<'_>, list: &[Phrase], line: &Read) {
    let own_sets = list.iter().any(|phrase| phrase.sets.is_some());
    let superset = builder.superset;
    let Some(section) = &builder.section else { return };
    // `Build to a triple. Then 3x3`: both are of the movement above.
    let built = section.facts.named == Some(crate::read::Named::MaxLoad) && section.works() == 0;
    if own_sets && built && !section.pending.is_empty() {
        let pending = section.pending.clone();
        builder.close();
        builder.open(line).pending = pending;
        return;
    }
    let alone = section.works() == 1 && section.facts.named == Some(crate::read::Named::MaxLoad);
    if own_sets && alone && list.iter().all(|phrase| !phrase.named()) {
        let lift = section.steps.iter().find(|step| !step.is_rest()).map(|step| Phrase {
            mention: step.phrase.mention.clone(),
            exercise: step.phrase.exercise,
            confidence: step.phrase.confidence,
            exact: step.phrase.exact,
            ..Phrase::default()
        });
        let linked = builder.linked;
        builder.close();
        builder.linked = linked;
        builder.open(line).pending = lift.into_iter().collect();
        return;
    }
    if own_sets {
        let same_set = superset.is_some() && section.superset == superset && section.own_sets;
        let waits = section.works() == 0 && !section.own_sets;
        let found = section.facts.named == Some(crate::read::Named::MaxLoad) && section.works() > 0;
        let numbered = line.items.iter().any(|item| matches!(item.what, What::Numbered(_)));
        let named = list.iter().any(Phrase::named);
        let inside =
            section.formatted && !section.own_sets && !line.blank_before && !(named && (found || numbered));
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
pub(super) fn complex(section: &mut SectionDraft, list: &[Phrase], slots: &[usize]) {
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
