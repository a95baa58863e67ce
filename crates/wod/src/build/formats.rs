//! What a format line does: open a section, complete the one that is open, or speak of a level.

use super::builder::Builder;
use super::draft::SectionDraft;
use crate::model::{Role, Scheme};
use crate::read::{Facts, Named, Read, What};

/// Takes a line's facts.
pub(super) fn take(
    builder: &mut Builder<'_>,
    found: &Facts,
    line: &Read,
    (at, next): (usize, Option<&Read>),
) {
    let named =
        |what: &What| matches!(what, What::Phrases(list) if list.iter().any(crate::read::Phrase::named));
    let own = line.items.iter().skip(at + 1).any(|item| named(&item.what));
    let more_below =
        own || next.is_some_and(|next| !next.blank_before && next.items.iter().any(|item| named(&item.what)));
    let defined = builder.section.as_ref().is_some_and(|section| {
        section.facts.named == Some(Named::Tabata)
            && section.works() > 0
            && found.named == Some(Named::WorkRest)
    });
    // `Climb as high as you can`, `Each AMRAP starts anew` below an AMRAP: no other one.
    if defined || !own && !more_below && names_it_again(builder, found) {
        return;
    }
    // `Max burpees in 1 min` below `3 rounds`: one of the movements.
    let rounds = builder.section.as_ref().is_some_and(|section| {
        section.formatted
            && section.facts.named.is_none()
            && section.facts.list.is_empty()
            && !line.blank_before
            && (section.facts.rounds.is_some() || section.facts.sets.is_some() && !section.own_sets)
    });
    if rounds && found.named == Some(Named::MaxInTime) && own {
        builder.within = found.duration;
        return;
    }
    if builder.in_level && level_takes(builder, found, line) {
        return;
    }
    if !found.is_format() {
        beside(builder, found, line);
        return;
    }
    // `Every 4 min: 200 m run` right below the movements of `AMRAP 20`: beside them, not after them.
    if own
        && !line.blank_before
        && is_repeated(found)
        && builder.section.as_ref().is_some_and(goes_on_meanwhile)
    {
        builder.meanwhile = Some(found.interval.unwrap_or(60.0));
        return;
    }
    let merges = builder
        .section
        .as_ref()
        .is_some_and(|section| fits(section, found, (line, builder.linked, more_below, builder.or_next)));
    if !merges {
        open(builder, line);
    }
    builder.in_level = false;
    let title = builder.title.take();
    let first =
        builder.parts.len() == 1 && builder.parts.first().is_some_and(|part| part.sections.is_empty());
    if let Some((text, quoted)) = title {
        if first && builder.stated_title.is_none() {
            builder.stated_title = Some((text.clone(), quoted));
        }
        let section = builder.open(line);
        section.title = Some(text);
        section.title_guessed = !quoted;
    }
    // `Strict pull-ups: 3 reps x 5 sets`: the sets are of this line alone.
    let behind = line.items.iter().any(|item| match &item.what {
        What::Phrases(list) => {
            list.first().is_some_and(|first| first.named() && first.start <= line.start + 3)
        }
        _ => false,
    });
    let only_sets =
        found.sets.is_some() && found.named.is_none() && found.rounds.is_none() && !found.for_time;
    let section = builder.open(line);
    section.told_behind |= merges && section.works() > 0 && found.rounds.is_some() && found.named.is_none();
    // `5 x (1 clean + 1 jerk)`: likewise.
    let whole = line.items.iter().any(|item| match &item.what {
        What::Phrases(list) => {
            list.iter().filter(|phrase| phrase.join == crate::read::Join::Plus).count() + 1 >= list.len()
                && list.len() > 1
        }
        _ => false,
    });
    section.own_sets |= (behind || whole) && only_sets && !section.formatted;
    merge(section, found);
    rests(builder, found, line);
}

/// An AMRAP with nothing of its own, where one is open.
fn names_it_again(builder: &Builder<'_>, found: &Facts) -> bool {
    found.named == Some(Named::Amrap)
        && found.duration.is_none()
        && found.times.is_none()
        && builder
            .section
            .as_ref()
            .is_some_and(|section| section.facts.named == Some(Named::Amrap) && section.works() > 0)
}

/// Every so often, and no end of its own.
fn is_repeated(found: &Facts) -> bool {
    matches!(found.named, Some(Named::Every | Named::Emom))
        && found.times.is_none()
        && found.total.is_none()
        && found.bare_total.is_none()
}

/// A clock runs over the section's work.
fn goes_on_meanwhile(section: &SectionDraft) -> bool {
    (section.facts.named == Some(Named::Amrap) || section.facts.named.is_none() && section.facts.for_time)
        && section.works() > 0
        && section.superset.is_none()
        && section.levels.is_empty()
}

/// Closes the section and opens the next, with what waits for it.
fn open(builder: &mut Builder<'_>, line: &Read) {
    let keeps = builder
        .section
        .as_ref()
        .is_some_and(|section| !section.formatted && section.works() == 0 && section.levels.is_empty());
    let named = builder
        .section
        .as_ref()
        .filter(|section| !keeps && section.works() == 0)
        .map(|section| section.pending.clone());
    if !keeps {
        let linked = builder.linked;
        builder.close();
        builder.linked = linked;
    }
    let window = builder.section.as_ref().and_then(|section| section.facts.window);
    let section = builder.open(line);
    // `Work up to 1RM. Then 3 sets`: both are of the movement above.
    if let Some(named) = named {
        section.pending = named;
    }
    if window.is_some() {
        section.facts.window = window;
    }
}

/// Facts within a level: a format of its own, a cap, or the end of the level.
fn level_takes(builder: &mut Builder<'_>, found: &Facts, line: &Read) -> bool {
    let linked = builder.linked;
    let Some(section) = builder.section.as_mut() else { return false };
    let formatted = section.formatted;
    let bare = section.works() == 0;
    let Some(level) = section.levels.last_mut() else { return false };
    let fresh = level.lines.is_empty();
    if found.is_format()
        && !linked
        && (fresh
            || line.items.len() > 1 && line.items.iter().any(|item| matches!(item.what, What::Level { .. })))
    {
        if level.is_base && (!formatted || bare) {
            merge(section, found);
        } else {
            level.facts = Some(found.clone());
        }
        return true;
    }
    if found.is_format() {
        return false;
    }
    if found.cap.is_some() {
        let inline = line.items.iter().any(|item| matches!(item.what, What::Level { .. }));
        if inline {
            level.facts.get_or_insert_with(Facts::default).cap = found.cap;
        } else {
            section.facts.cap = found.cap;
            if line.blank_before {
                builder.in_level = false;
            }
        }
        return true;
    }
    if !found.rest.is_empty() && line.blank_before {
        builder.in_level = false;
        return false;
    }
    if !found.rest.is_empty() {
        // A pause within a restated body is the base's own.
        return true;
    }
    false
}

/// Facts that are no format.
fn beside(builder: &mut Builder<'_>, found: &Facts, line: &Read) {
    if let Some(window) = found.window {
        let closes = builder
            .section
            .as_ref()
            .is_some_and(|section| section.works() > 0 || section.facts.window.is_some());
        if closes {
            builder.close();
        }
        let section = builder.open(line);
        section.facts.window = Some(window);
    }
    let only_clock = Facts { running_clock: false, ..found.clone() } == Facts::default();
    if only_clock && builder.section.is_none() {
        return;
    }
    let only_rest = !found.rest.is_empty() && Facts { rest: Vec::new(), ..found.clone() } == Facts::default();
    if only_rest {
        rests(builder, found, line);
        return;
    }
    // A team or a partner behind a blank line and right above a format is the next section's.
    let team = found.team_size.is_some() || found.team_mode.is_some();
    let over = builder.section.as_ref().is_some_and(|section| section.works() > 0);
    if team && over && line.blank_before && builder.next_format.is_some() && !builder.in_level {
        builder.close();
    }
    // A team, a cap or a score may stand above the format it is of.
    let Some(section) = builder.section.as_mut() else {
        let section = builder.open(line);
        merge(section, found);
        section.formatted = false;
        rests(builder, found, line);
        return;
    };
    merge(section, found);
    rests(builder, found, line);
}

/// Pauses where they stand.
fn rests(builder: &mut Builder<'_>, found: &Facts, line: &Read) {
    for rest in &found.rest {
        builder.pause(rest.clone(), line);
    }
}

/// Whether a format completes the open section and opens none.
fn fits(
    section: &SectionDraft,
    found: &Facts,
    (line, linked, more_below, or_next): (&Read, bool, bool, bool),
) -> bool {
    if section.restated && section.works() == 0 {
        return true;
    }
    // `Clean and jerk`, `build to a heavy single`, and behind a blank line `5 RFT`: the lift is done.
    let next =
        found.rounds.is_some() || found.for_time || found.named.is_some_and(|named| named != Named::MaxLoad);
    if section.facts.named == Some(Named::MaxLoad)
        && next
        && line.blank_before
        && section.works() == 0
        && !section.pending.is_empty()
    {
        return false;
    }
    // The same maximum said twice.
    let again = found.named == Some(Named::MaxLoad)
        && section.facts.named == found.named
        && section.facts.max_rm == found.max_rm
        && section.facts.duration == found.duration
        && !line.items.iter().any(
            |item| matches!(&item.what, What::Phrases(list) if list.iter().any(crate::read::Phrase::named)),
        )
        && !linked
        && !line.blank_before;
    if again {
        return true;
    }
    let once_only = section.steps.iter().all(|step| step.is_rest() || step.phrase.role == Some(Role::BuyIn));
    if section.works() == 0 && section.formatted && linked && !section.pending.is_empty() {
        return false;
    }
    if section.works() == 0 && section.levels.iter().all(|level| level.lines.is_empty()) {
        return !(section.formatted && linked && section.facts.named.is_some() && found.named.is_some())
            || or_next;
    }
    if once_only && section.levels.is_empty() {
        return found.named.is_none() && section.facts.rounds.is_none() && section.facts.list.is_empty();
    }
    // A complex or one movement, and how often below it: `every 2 min x 6 sets`.
    let alone = section.works() == 1
        || section.groups.len() == 1 && section.steps.iter().all(|step| step.group.is_some());
    let clocked =
        matches!(found.named, Some(Named::Every | Named::Emom)) && (!section.formatted || section.own_sets);
    if alone && clocked && !linked && !more_below && !line.blank_before {
        return true;
    }
    // `x 3 rounds` behind the list.
    let only_rounds = Facts { rounds: None, for_time: false, quality: false, cap: None, ..found.clone() }
        == Facts::default()
        && found.rounds.is_some();
    if only_rounds && !section.formatted && !section.own_sets && !linked && !more_below && !line.blank_before
    {
        return true;
    }
    // `For time` or a cap behind the list.
    let only_time = Facts {
        for_time: false,
        cap: None,
        quality: false,
        score: None,
        calc: None,
        each_for_time: false,
        team_size: None,
        team_mode: None,
        ..found.clone()
    } == Facts::default();
    if only_time && !linked && !more_below && !line.blank_before {
        return true;
    }
    if only_time && !linked && !more_below && !section.formatted && !section.own_sets {
        return true;
    }
    // Sets for a complex or movement that stands above: `5 sets, 1+2+1 @ 70 %`.
    !section.formatted
        && !section.own_sets
        && !linked
        && found.named.is_none()
        && !found.for_time
        && found.list.is_empty()
        && found.sets.is_some()
        && !line.blank_before
        && section.steps.iter().all(|step| step.is_rest() || step.phrase.reps.is_none())
        && section.works() == 1
}

/// Adds facts to a section.
pub(super) fn merge(section: &mut SectionDraft, found: &Facts) {
    let own = &mut section.facts;
    if found.is_format() {
        let outer = section.formatted && matches!(own.named, Some(Named::Every | Named::Amrap | Named::Emom));
        let inner_rounds = outer
            && found.named.is_none()
            && (found.rounds.is_some() || found.for_time && own.named == Some(Named::Every));
        if inner_rounds {
            section.inner = Some(if found.for_time {
                Scheme::ForTime { rounds: found.rounds, rep_scheme: found.list.clone() }
            } else {
                Scheme::Rounds { rounds: found.rounds }
            });
            own.cap = own.cap.or(found.cap);
            return;
        }
        let nested_amrap =
            section.formatted && own.named == Some(Named::Every) && found.named == Some(Named::Amrap);
        if nested_amrap {
            section.inner = Some(Scheme::Amrap {
                duration_seconds: found.duration,
                repeats: None,
                rest_seconds: None,
                carry_over: found.carry,
            });
            own.carry |= found.carry;
            return;
        }
        section.formatted = true;
    }
    take_format(own, found);
    own.quality |= found.quality;
    own.for_time |= found.for_time;
    own.each_for_time |= found.each_for_time;
    own.carry |= found.carry;
    own.rotate |= found.rotate;
    own.max_reps |= found.max_reps;
    own.open_list |= found.open_list;
    own.running_clock |= found.running_clock;
    own.cap = found.cap.or(own.cap);
    own.team_size = found.team_size.or(own.team_size);
    own.team_mode = found.team_mode.or(own.team_mode);
    own.window = found.window.or(own.window);
    own.station = found.station.or(own.station);
    own.score = found.score.or(own.score);
    own.calc = found.calc.or(own.calc);
    own.add_each_round = found.add_each_round.or(own.add_each_round);
}

fn take_format(own: &mut Facts, found: &Facts) {
    // A second count beside a format is how often: `AMRAP 3`, `5 rounds`.
    let repeats = matches!(
        own.named,
        Some(Named::Amrap | Named::Every | Named::Emom | Named::WorkRest | Named::Tabata)
    );
    own.named = found.named.or(own.named);
    own.rounds = found.rounds.or(own.rounds);
    own.sets = found.sets.or(own.sets);
    own.times = found.times.or(own.times);
    if repeats && own.times.is_none() {
        own.times = own.sets.take();
    }
    own.duration = found.duration.or(own.duration);
    own.bare_total = found.bare_total.or(own.bare_total);
    own.bare_total_max = found.bare_total_max.or(own.bare_total_max);
    own.total = found.total.or(own.total);
    own.interval = found.interval.or(own.interval);
    own.interval_max = found.interval_max.or(own.interval_max);
    own.work_rest = found.work_rest.or(own.work_rest);
    own.max_rm = found.max_rm.or(own.max_rm);
    if !found.list.is_empty() {
        own.list.clone_from(&found.list);
    }
    // `5 x 5`, and `every 3 min` below it: the sets are the interval's.
    let clocked = matches!(found.named, Some(Named::Every | Named::Emom));
    if clocked && own.times.is_none() && own.total.is_none() && own.bare_total.is_none() {
        own.times = own.sets.take();
    }
}
