//! What only a line's place shows: headings in a coach's own words, notices between them, the text's first and last line.

use super::begins::name_at;
use super::blocks::{enumerated, names_a_block, tells, told_below};
use super::dated::is_weekday;
use super::facts::{Named, facts};
use super::item::{Read, What};
use super::label::{headed, kind_of, numbered, shouts};
use super::marked::{alone, marked, stand_alone};
use super::phrase::{Phrase, Setting};
use super::pieces::pieces;
use crate::model::{Reps, SpanKind};
use crate::scan::{Kind, Line, Tokens};

/// The most lines of a block that are looked at for work.
pub(super) const NEAR: usize = 12;
/// The most tokens of a heading.
const LONG: usize = 10;

/// Lines that are no sentences, in order: the line's number, and whether a blank one stands before it or before the
/// sentences above it.
pub(super) struct Kept(pub(super) Vec<(usize, bool)>);

impl Kept {
    fn of(lines: &[Line], read: &[Read], all: Tokens<'_>) -> Self {
        let mut kept = Vec::with_capacity(lines.len());
        let mut blank = false;
        for (at, (line, own)) in lines.iter().zip(read).enumerate() {
            blank |= line.blank_before;
            let t = all.slice(line.from, line.to);
            if own.is_prose() && (t.len() > LONG || t.is_sign(t.len().saturating_sub(1), '.')) {
                continue;
            }
            kept.push((at, std::mem::take(&mut blank)));
        }
        Self(kept)
    }

    /// Whether a block of lines begins here.
    pub(super) fn begins(&self, place: usize) -> bool {
        place == 0 || self.0.get(place).is_some_and(|(_, blank)| *blank)
    }

    /// The next line of the same block.
    pub(super) fn below(&self, place: usize) -> Option<usize> {
        self.0.get(place + 1).filter(|(_, blank)| !blank).map(|(at, _)| *at)
    }
}

/// Reads lines again by where they stand.
pub(crate) fn by_place(
    lines: &[Line],
    mut read: Vec<Read>,
    all: Tokens<'_>,
    setting: Setting<'_>,
) -> Vec<Read> {
    super::table::tables(lines, &mut read, all, setting);
    let view = |at: usize| lines.get(at).map_or(all.slice(0, 0), |line| all.slice(line.from, line.to));
    let kept = Kept::of(lines, &read, all);
    for (place, (at, _)) in kept.0.iter().enumerate() {
        let told = || view(*at).is_sign(view(*at).len().saturating_sub(1), '.') || headline(view(*at));
        if may_be_notice(read.get(*at))
            && (kept.begins(place) || told())
            && is_notice(&read, (*at, place == 0), view(*at))
        {
            to_prose(&mut read, *at, view(*at));
        } else if let (Some(seconds), Some(next)) = (lone_time(read.get(*at)), kept.below(place))
            && lend(read.get_mut(next), seconds)
        {
            // `Metcon 12 min` stays a heading.
            match read.get_mut(*at).filter(|line| is_titled(line)) {
                Some(line) => line.items.truncate(1),
                None => to_prose(&mut read, *at, view(*at)),
            }
        }
    }
    let kept = Kept::of(lines, &read, all);
    let whole = view;
    for (at, tokens) in marked(lines, &read, &kept, whole, setting) {
        let t = whole(at);
        to_heading(&mut read, at, t.slice(tokens, t.len()), setting);
    }
    let view = |at: usize| timed_tail(whole(at)).0;
    let apart = alone(&read, &kept, whole, |place, at| {
        let (Some(line), Some(own)) = (lines.get(at), read.get(at)) else { return false };
        place > 0
            && !line.bullet
            && !line.starred
            && may_become(own, whole(at))
            && in_words(whole(at), setting)
    });
    if apart.len() > 2 || !apart.is_empty() && stand_alone(&read, &kept) {
        for at in apart {
            to_heading(&mut read, at, whole(at), setting);
        }
    }
    let counted = enumerated(&kept, whole);
    let asked: Vec<(usize, usize)> = (0..kept.0.len())
        .filter_map(|place| Some((place, kept.0.get(place)?.0)))
        .filter(|(place, at)| {
            counted.contains(at) && works_below(&read, &kept, *place)
                || is_heading(
                    lines,
                    &read,
                    (&kept, *place),
                    (*at, view(*at), timed_tail(whole(*at)).1.is_some()),
                    setting,
                )
        })
        .collect();
    let known = read.iter().any(is_headed);
    let several = asked.len() > 1;
    for (place, at) in asked {
        if known && place > 0 || several {
            to_heading(&mut read, at, view(at), setting);
            if let (Some(seconds), Some(next)) = (timed_tail(whole(at)).1, kept.below(place)) {
                lend(read.get_mut(next), seconds);
            }
        }
    }
    told_below(&mut read, &kept, whole);
    if known {
        let kept = Kept::of(lines, &read, all);
        for place in 0..kept.0.len() {
            let Some((at, _)) = kept.0.get(place).copied() else { continue };
            if names_a_block(lines, &read, (&kept, place), (at, whole(at)), setting) {
                to_heading(&mut read, at, whole(at), setting);
            }
        }
    }
    pieces(&mut read, &kept, whole);
    ends(&mut read, &kept, whole);
    super::place::by_neighbours(lines, &mut read, whole);
    read
}

/// Whether a line begins with a heading of words.
fn is_titled(line: &Read) -> bool {
    line.items
        .first()
        .is_some_and(|item| matches!(&item.what, What::Heading { title, .. } if title.len() > 1))
}

fn is_headed(line: &Read) -> bool {
    line.items.first().is_some_and(|item| matches!(item.what, What::Heading { letter: None, .. }))
}

/// A short line above a block of work that is itself neither work nor a sentence.
fn is_heading(
    lines: &[Line],
    read: &[Read],
    (kept, place): (&Kept, usize),
    (at, t, timed): (usize, Tokens<'_>, bool),
    setting: Setting<'_>,
) -> bool {
    let (Some(line), Some(own)) = (lines.get(at), read.get(at)) else { return false };
    kept.begins(place)
        && !line.bullet
        && !line.starred
        && t.len() <= LONG * 2
        && kept.below(place).is_some()
        && (may_become(own, t) || numbered(t).is_some() || timed && idle_work(own))
        && in_words(t, setting)
        && works_below(read, kept, place)
}

/// `Piece one - 8 minutes`, `Grind (12 min)`: the words before the time, and the time in seconds.
pub(super) fn timed_tail(t: Tokens<'_>) -> (Tokens<'_>, Option<f64>) {
    let marked =
        |at: usize| t.one_of(at, &["-", "(", "|", ",", ":"]) && !t.glued(at + 1) || t.is_sign(at, '(');
    for at in (1..t.len()).rev().take(6) {
        if marked(at)
            && t.is_word(at - 1)
            && let Some((seconds, end)) = super::facts::duration(t, at + 1)
            && (t.get(end).is_none() || t.one_of(end, &[")", ":"]) && t.get(end + 1).is_none())
        {
            return (t.slice(0, at), Some(seconds));
        }
    }
    (t, None)
}

/// Whether a line's movements are all unknown, with no more than a time.
fn idle_work(line: &Read) -> bool {
    let [item] = line.items.as_slice() else { return false };
    let What::Phrases(list) = &item.what else { return false };
    list.iter().all(|phrase| {
        phrase.exercise.is_none()
            && phrase.sets.is_none()
            && phrase.load.is_none()
            && matches!(phrase.reps, None | Some(Reps::Duration { .. }))
    })
}

/// Whether what was read of the line leaves open that it is a heading.
fn may_become(line: &Read, t: Tokens<'_>) -> bool {
    match line.items.as_slice() {
        [item] => match &item.what {
            What::Title { quoted, .. } => !quoted,
            What::Prose(_) => !t.is(0, "rest"),
            What::Phrases(list) => list.iter().all(|phrase| !phrase.measured() && phrase.exercise.is_none()),
            _ => false,
        },
        _ => false,
    }
}

/// One to seven words with no numbers of their own, no format, no movement, no full stop.
fn in_words(t: Tokens<'_>, setting: Setting<'_>) -> bool {
    const JOINS: &[&str] = &[
        "then",
        "rest",
        "into",
        "or",
        "and",
        "directly",
        "straight",
        "finally",
        "level",
        "rx",
        "superset",
        "supersets",
        "triset",
        "giant",
    ];
    let rest = t.slice(numbered(t).unwrap_or(0), t.len());
    let words = t.list.iter().filter(|token| token.kind == Kind::Word).count();
    let plain = rest.list.iter().all(|token| match token.kind {
        Kind::Word => true,
        Kind::Sign(sign) => matches!(sign, ':' | '-' | '?' | '&' | ',' | '\'' | '|' | '/' | '(' | ')'),
        _ => false,
    });
    let sung = numbered(t).is_some();
    let found = facts(rest).0;
    let idle =
        if sung { !found.is_format() && found.cap.is_none() && found.rest.is_empty() } else { !found.any() };
    (1..=7).contains(&words)
        && plain
        && !t.one_of(0, JOINS)
        && idle
        && (sung || name_at(rest, 0, setting).is_none_or(|(_, to)| to < rest.len() && rest.len() > to + 1))
}

/// Whether the block below has a format or counted work, and names what is done.
pub(super) fn works_below(read: &[Read], kept: &Kept, place: usize) -> bool {
    let block = kept.0.iter().skip(place + 1).take(NEAR).enumerate();
    let block = block.take_while(|(step, (_, blank))| *step == 0 || !blank);
    let block = block.filter_map(|(_, (at, _))| read.get(*at));
    let (mut works, mut names) = (false, false);
    for line in block {
        for item in &line.items {
            match &item.what {
                What::Facts(found) => works |= found.is_format(),
                What::Phrases(list) => {
                    works |= list.iter().any(Phrase::measured);
                    names |= list.iter().any(|phrase| phrase.exercise.is_some());
                }
                What::Slots(_) | What::Superset(_) | What::Level { .. } | What::Columns(_) => works = true,
                // `A.` and `B.` below `Superset, 3 sets`
                What::Heading { letter: Some(_), title, .. } if title.len() == 1 => works = true,
                What::Heading { .. } => return false,
                _ => {}
            }
        }
    }
    works && names
}

/// Whether a line could be one: it has no movement that is known.
fn may_be_notice(line: Option<&Read>) -> bool {
    let Some(items) = line.map(|line| line.items.as_slice()) else { return false };
    let Some(What::Phrases(list)) = items.last().map(|item| &item.what) else {
        return matches!(items, [item] if matches!(item.what, What::Unparsed(_) | What::Facts(_) | What::Prose(_)));
    };
    items.len() < 3 && list.iter().any(|phrase| phrase.exercise.is_none() || !phrase.exact)
}

/// Words of no work at all: pages, weeks, days, months, hours.
fn headline(t: Tokens<'_>) -> bool {
    let said = |at: usize| {
        let word = t.word(at);
        is_weekday(word)
            || super::dated::is_month(word)
            || t.one_of(at, &["page", "week", "block", "cycle", "phase"])
            || t.is_number_like(at) && t.one_of(at + 1, &["h", "uhr", "am", "pm"])
    };
    let tags = (0..t.len()).filter(|at| t.is_sign(*at, '#') && t.is_word(at + 1)).count();
    t.is_word(0) && (0..t.len()).any(said) || tags > 1
}

/// `Open gym from 7`, `Week 4, session 2`: words of nobody's movement with a number behind them.
fn is_notice(read: &[Read], (at, first): (usize, bool), t: Tokens<'_>) -> bool {
    let Some(line) = read.get(at) else { return false };
    let paged = t.is(0, "page") && t.is_number_like(1) && t.len() <= 4;
    let list = match line.items.as_slice() {
        _ if paged => return true,
        [label, item] if matches!(label.what, What::Prose(_) | What::Break) && headline(t) => {
            match &item.what {
                What::Phrases(list) => list,
                _ => return false,
            }
        }
        [item] => match &item.what {
            What::Phrases(list) => list,
            What::Unparsed(_) => return true,
            _ => return false,
        },
        [clock, item] if first => match (&clock.what, &item.what) {
            (What::Facts(found), What::Phrases(list)) if !found.is_format() && found.running_clock => list,
            _ => return false,
        },
        _ => return false,
    };
    // `SUNRISE CREW 5:30 / 6:30 / 7:30`: when classes are.
    let times = (0..t.len()).filter(|at| t.time(*at).is_some()).count();
    if first && times > 1 && t.is_word(0) && list.iter().all(|phrase| phrase.exercise.is_none()) {
        return true;
    }
    // The text's first line: where, when, for whom.
    if first && headline(t) && t.is_word(0) {
        return list.iter().all(|phrase| {
            phrase.sets.is_none() && phrase.load.is_none() && !(phrase.exercise.is_some() && phrase.exact)
        });
    }
    let timed = |phrase: &Phrase| matches!(phrase.reps, Some(Reps::Duration { .. }));
    let unknown = |phrase: &Phrase| {
        phrase.exercise.is_none()
            && phrase.sets.is_none()
            && phrase.load.is_none()
            && !phrase.ambiguous
            && (phrase.mention.contains(' ') || timed(phrase) || first && shouts(t))
            && (t.is_word(0) || first && timed(phrase))
            && matches!(phrase.reps, Some(Reps::Fixed { .. } | Reps::Range { .. } | Reps::Duration { .. }))
    };
    let told = |phrase: &Phrase| unknown(phrase) || !phrase.measured() && phrase.exercise.is_none();
    list.iter().all(told) && list.iter().any(unknown)
}

pub(super) fn to_prose(read: &mut [Read], at: usize, t: Tokens<'_>) {
    let text = t.raw(0, t.len()).to_owned();
    if let Some(line) = read.get_mut(at) {
        line.items.truncate(1);
        if let Some(item) = line.items.first_mut() {
            item.what = What::Prose(text);
            item.kind = SpanKind::Note;
        }
    }
}

fn to_heading(read: &mut [Read], at: usize, t: Tokens<'_>, setting: Setting<'_>) {
    let end = if t.is_sign(t.len().saturating_sub(1), ':') { t.len() - 1 } else { t.len() };
    let title = t.raw(0, end).trim().to_owned();
    // `Skill 1: handstand push-up` says what the work below is of.
    let named = numbered(t)
        .map(|place| place + 1)
        .or(Some(0).filter(|_| numbered(t).is_none()))
        .filter(|place| name_at(t, *place, setting).is_some_and(|(_, to)| to >= end))
        .map(|place| super::split::phrases(t.slice(place, end), setting));
    let Some(line) = read.get_mut(at) else { return };
    line.items.truncate(1);
    let Some(first) = line.items.first_mut() else { return };
    first.kind = SpanKind::Heading;
    first.what = What::Heading { kind: kind_of(&title), title, letter: None };
    let start = first.start;
    if let Some(list) = named {
        line.items.push(super::item::Item { what: What::Phrases(list), kind: SpanKind::Heading, start });
    }
}

/// A framed or loud line with no work below it is the day's name at the beginning, and a greeting at the end.
fn ends<'a>(read: &mut [Read], kept: &Kept, view: impl Fn(usize) -> Tokens<'a>) {
    let own = |line: &Read, t: Tokens<'_>| {
        matches!(line.items.as_slice(), [item]
            if matches!(&item.what, What::Heading { letter: None, title, .. } if !tells(title)))
            && !headed(t)
    };
    let at = |place: usize| kept.0.get(place).map(|(at, _)| *at);
    // A short line of talk may stand between the day's name and the first heading.
    let idle = |line: &Read| match line.items.as_slice() {
        [item] => match &item.what {
            What::Prose(_) | What::Title { quoted: false, .. } => true,
            What::Phrases(list) => list
                .iter()
                .all(|phrase| phrase.exercise.is_none() && phrase.reps.is_none() && phrase.sets.is_none()),
            _ => false,
        },
        _ => false,
    };
    let next = at(1).and_then(|place| read.get(place)).filter(|line| idle(line)).map_or(1, |_| 2);
    let followed = at(next)
        .and_then(|at| read.get(at))
        .is_some_and(|line| line.items.first().is_some_and(|item| matches!(item.what, What::Heading { .. })));
    // A weekday alone is the day's name, whatever is told below it.
    let named_day = at(0).is_some_and(|at| view(at).len() == 1 && is_weekday(view(at).word(0)));
    let headed_below = read.iter().skip(1).any(is_headed);
    if (followed || named_day && headed_below)
        && let Some(at) = at(0)
        && let Some(first) = read.get_mut(at)
        && own(first, view(at))
        && let Some(item) = first.items.first_mut()
        && let What::Heading { title, .. } = &item.what
    {
        item.what = What::Title { text: title.clone(), quoted: false };
        item.kind = SpanKind::Title;
    }
    let last = at(kept.0.len().saturating_sub(1)).filter(|at| *at > 0);
    if let Some(last) = last
        && read.get(last).is_some_and(|line| own(line, view(last)))
    {
        to_prose(read, last, view(last));
    }
}

/// `12 min @ RPE 7`, `8 minutes, easy:`: a time with no work.
fn lone_time(line: Option<&Read>) -> Option<f64> {
    let item = match line?.items.as_slice() {
        [item] => item,
        [heading, item] if matches!(heading.what, What::Heading { .. }) => item,
        _ => return None,
    };
    let What::Phrases(list) = &item.what else { return None };
    let (first, rest) = list.split_first()?;
    let Some(Reps::Duration { amount: crate::model::Amount::One { value } }) = first.reps else {
        return None;
    };
    let idle = first.exercise.is_none()
        && first.load.is_none()
        && first.sets.is_none()
        && rest.iter().all(|phrase| !phrase.measured() && phrase.exercise.is_none());
    idle.then_some(value)
}

/// Gives a format that has no time the one that stands above it.
fn lend(line: Option<&mut Read>, seconds: f64) -> bool {
    let Some(item) = line.and_then(|line| line.items.first_mut()) else { return false };
    let What::Facts(found) = &mut item.what else { return false };
    let open = found.named == Some(Named::Amrap) && found.duration.is_none();
    if open {
        found.duration = Some(seconds);
    }
    // `Gymnastics (15:00)`, and `E3MOM` below.
    let endless = matches!(found.named, Some(Named::Every | Named::Emom))
        && found.times.is_none()
        && found.total.is_none()
        && found.bare_total.is_none()
        && found.interval.unwrap_or(60.0) * 2.0 <= seconds;
    if endless {
        found.total = Some(seconds);
    }
    open || endless
}
