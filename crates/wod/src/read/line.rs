//! One line into what it says.

use super::begins::name_at;
use super::facts::{Named, facts};
use super::item::{Item, Read, What};
use super::level_list::enclosed;
use super::phrase::Setting;
use super::{label, level_label, prose, slot_label, special};
use crate::model::SpanKind;
use crate::scan::{Kind, Line, Tokens};

/// What a line says, with a place in the text for each thing.
pub(super) fn read_line(line: &Line, all: Tokens<'_>, setting: Setting<'_>) -> Read {
    let t = all.slice(line.from, line.to);
    let mut reader = Reader { t, setting, items: Vec::new(), line };
    reader.line();
    let mut items = reader.items;
    if items.is_empty() {
        items.push(Item { what: What::Ignored, kind: SpanKind::Ignored, start: line.start });
    }
    if let Some(first) = items.first_mut() {
        first.start = line.start;
    }
    Read { items, start: line.start, end: line.end, blank_before: line.blank_before, bullet: line.bullet }
}

pub(super) struct Reader<'a> {
    pub(super) t: Tokens<'a>,
    pub(super) setting: Setting<'a>,
    pub(super) items: Vec<Item>,
    pub(super) line: &'a Line,
}

impl Reader<'_> {
    /// Adds a thing that begins at a token of the line.
    pub(super) fn push(&mut self, at: usize, kind: SpanKind, what: What) {
        let start = self.t.get(at).map_or(self.line.start, |token| token.start);
        let after = self.items.last().map_or(start, |last| last.start.max(start));
        self.items.push(Item { what, kind, start: after });
    }

    fn line(&mut self) {
        let t = self.t;
        if let Some(links) = self.link() {
            if links == 0 {
                return;
            }
            self.t = t.slice(0, links);
        }
        if self.dots() || self.ignored() {
            return;
        }
        // `Front squat, week 3 of 6`
        if let Some(place) = self.dated_tail() {
            let whole = self.t;
            self.t = whole.slice(0, place);
            self.body(0);
            self.t = whole;
            self.push(place, SpanKind::Note, What::Prose(whole.raw(place, whole.len()).to_owned()));
            return;
        }
        // `*Scaled = 40/25` is a level as well.
        let levelled = level_label::level(self.t)
            .is_some_and(|(_, _, next)| self.t.one_of(next - 1, &[":", "=", "-"]) && next < self.t.len());
        if self.line.starred && !levelled && !self.only_a_clock() {
            if let Some(phrase) = special::vest(self.t, self.setting) {
                self.push(0, SpanKind::Spec, What::Vest { phrase: Box::new(phrase) });
                return;
            }
            let what = special::footnote(self.t, self.setting);
            let kind = if matches!(what, What::Footnote { each_round: true, .. }) {
                SpanKind::Movement
            } else {
                SpanKind::Footnote
            };
            let remark = kind == SpanKind::Footnote;
            self.push(0, kind, what);
            let (found, _) = facts(self.t);
            if remark
                && !found.is_format()
                && (found.team_mode.is_some() || found.carry || found.cap.is_some())
            {
                self.push(0, kind, What::Facts(Box::new(found)));
            }
            return;
        }
        self.body(0);
    }

    /// Where it is said which week of a plan it is, behind a name.
    fn dated_tail(&self) -> Option<usize> {
        let t = self.t;
        let place = (1..t.len().min(8)).find(|place| {
            t.one_of(*place, &[",", "-", "(", "|"])
                && t.one_of(place + 1, &["week", "wk", "day", "session", "phase", "cycle"])
                && t.is_number_like(place + 2)
        })?;
        let end = if t.one_of(place + 3, &["of", "/"]) { place + 5 } else { place + 3 };
        let closed = end >= t.len() || t.is_sign(end, ')') && end + 1 >= t.len();
        (closed && name_at(t, 0, self.setting).is_some()).then_some(place)
    }

    /// `*Every 2 minutes`: the format of what stands above, and nothing else.
    fn only_a_clock(&self) -> bool {
        let (found, taken) = facts(self.t);
        matches!(found.named, Some(Named::Every | Named::Emom))
            && taken.free().iter().all(|(from, to)| (*from..*to).all(|free| !self.t.is_word(free)))
    }

    /// Takes a link off the line. The number of tokens before it; none where there is no link.
    fn link(&mut self) -> Option<usize> {
        let t = self.t;
        let at = (0..t.len()).find(|at| {
            t.one_of(*at, &["http", "https"]) && t.is_sign(at + 1, ':') && t.is_sign(at + 2, '/')
        })?;
        let start = t.get(at)?.start;
        let rest = t.text.get(start..self.line.end)?;
        let link = rest.split_whitespace().next().unwrap_or(rest).trim_end_matches([')', ',', ']', '>']);
        let before = if at > 0 && t.is_sign(at - 1, '(') { at - 1 } else { at };
        let words_before = (0..before).any(|place| t.is_word(place) || t.is_number_like(place));
        let label_only = words_before
            && (0..before).all(|place| !t.is_number_like(place))
            && before <= 3
            && name_at(t, 0, self.setting).is_none();
        if !words_before || label_only {
            self.push(0, SpanKind::Link, What::Link(link.to_owned()));
            return Some(0);
        }
        // The link comes after the line's own things; it is added first and moved behind by the caller's order.
        self.t = t.slice(0, before);
        self.body(0);
        self.t = t;
        self.push(at, SpanKind::Link, What::Link(link.to_owned()));
        Some(0)
    }

    fn dots(&mut self) -> bool {
        let t = self.t;
        let dots = t.len() >= 2 && t.list.iter().all(|token| token.kind == Kind::Sign('.'));
        let behind = (0..t.len()).take_while(|at| t.is_sign(*at, '.')).count();
        let rest = t.slice(behind, t.len());
        let goes_on = rest.phrase(0, &["keep", "adding"])
            || rest.phrase(0, &["keep", "going"])
            || rest.phrase(0, &["keep", "climbing"])
            || behind > 1 && rest.one_of(0, &["continue", "and", "add", "up", "keep", "until"]);
        let etc = goes_on && rest.len() < 16
            || t.is(0, "etc")
            || t.phrase(0, &["and", "so", "on"])
            || t.phrase(0, &["continue", "in", "this"])
            || t.phrase(0, &["continue", "adding"]);
        if dots || etc {
            self.push(0, SpanKind::Format, What::GoesOn);
            let found = facts(rest).0;
            if goes_on && found.add_each_round.is_some() {
                self.push(behind, SpanKind::Format, What::Facts(Box::new(found)));
            }
        }
        dots || etc
    }

    fn ignored(&mut self) -> bool {
        if prose::is_ignorable(self.t) {
            self.push(0, SpanKind::Ignored, What::Ignored);
            return true;
        }
        false
    }

    /// The line from a token on, labels first.
    pub(super) fn body(&mut self, at: usize) {
        let t = self.t.slice(at, self.t.len());
        if t.len() == 0 {
            return;
        }
        // Nobody writes more labels on one line.
        if self.items.len() > 12 {
            self.work(at, t, SpanKind::Movement);
            return;
        }
        if self.talk(at, t) {
            return;
        }
        // `... in 15 min. Then 3x5 ...`, `3:00 bike, then 2 rounds of`
        let format_behind = |place: usize| {
            t.one_of(place, &[",", "-"])
                && t.is(place + 1, "then")
                && self.has_format(t.slice(place + 2, t.len()))
                && !self.has_format(t.slice(0, place))
        };
        let then = (2..t.len()).find(|place| {
            let rests = *place > 1 && t.is_sign(*place, '.') && t.is(place + 1, "rest") && t.len() < 16;
            t.is(place + 1, "then") && (*place > 2 && t.is_sign(*place, '.') || format_behind(*place))
                || rests
        });
        if let Some(place) = then {
            let whole = self.t;
            self.t = whole.slice(0, at + place);
            let said = t.slice(0, place);
            let idle = !(0..place).any(|at| t.is_number_like(at) || name_at(t, at, self.setting).is_some());
            if idle && t.is(place + 1, "rest") && !self.has_facts(said) {
                self.push(at, SpanKind::Note, What::Prose(said.raw(0, place).to_owned()));
            } else {
                self.body(at);
            }
            self.t = whole;
            self.body(at + place + 1);
            return;
        }
        if self.sentence_behind(at, t) || self.sentences(at, t) {
            return;
        }
        if self.quoted(at, t)
            || self.dated(at, t)
            || self.clocked(at, t)
            || self.in_passing(at, t)
            || self.level(at, t)
            || self.special(at, t)
            || self.labelled(at, t)
            || self.heading(at, t)
        {
            return;
        }
        self.plain(at, t);
    }

    /// `Cap 8 min. If you do not finish, count the reps.`: what is said of the section, and a sentence behind it.
    fn sentence_behind(&mut self, at: usize, t: Tokens<'_>) -> bool {
        let stop = (2..t.len().min(16)).find(|place| {
            t.one_of(*place, &[".", ";"])
                && !t.is_sign(place - 1, '.')
                && t.is_word(place + 1)
                && !t.glued(place + 1)
                && place + 2 < t.len()
        });
        let Some(stop) = stop else { return false };
        let (found, taken) = facts(t.slice(0, stop));
        let whole = taken.free().iter().all(|(from, to)| (*from..*to).all(|free| !t.is_word(free)));
        if !found.any() || !whole {
            return false;
        }
        self.body_of(at, at + stop);
        self.body(at + stop + 1);
        true
    }

    /// The part of the line between two tokens.
    pub(super) fn body_of(&mut self, from: usize, to: usize) {
        let whole = self.t;
        self.t = whole.slice(0, to);
        self.body(from);
        self.t = whole;
    }

    pub(super) fn level(&mut self, at: usize, t: Tokens<'_>) -> bool {
        // `(RX+: 32/24 kg)`
        if let Some(inner) = enclosed(t)
            && level_label::level(inner).is_some_and(|(_, _, next)| next < inner.len())
        {
            return self.level(at + 1, inner);
        }
        // `RX+ KBS 32/24 kg`
        let before_name = || {
            let (code, end) = level_label::level_code(t, 0).filter(|(code, _)| code == "rx_plus")?;
            name_at(t, end, self.setting).map(|_| (code, t.raw(0, end).to_owned(), end))
        };
        let Some((code, label, next)) = level_label::level(t).or_else(before_name) else { return false };
        self.push(at, SpanKind::Level, What::Level { code, label });
        let rest = t.slice(next, t.len());
        // `Scaled (65/45, 14/10 ball)`
        let (next, rest) = enclosed(rest).map_or((next, rest), |inner| (next + 1, inner));
        if rest.len() == 0 {
            return true;
        }
        let named = (0..rest.len()).any(|place| name_at(rest, place, self.setting).is_some());
        let numbers = rest.list.iter().any(|token| matches!(token.kind, Kind::Number(_) | Kind::Time(_)));
        let told = rest.one_of(
            0,
            &[
                "reduce", "scale", "cut", "adjust", "keep", "choose", "lighten", "lower", "drop", "modify",
                "decrease",
            ],
        ) && !(named && numbers);
        if !numbers && !named || told || prose::is_prose(rest, named) {
            self.push(at + next, SpanKind::Level, What::Prose(rest.raw(0, rest.len()).to_owned()));
            return true;
        }
        // `ring rows, and stop at the round of 10`
        let stop = (2..rest.len())
            .find(|place| rest.is(*place, "stop") && rest.one_of(place - 1, &[",", "and", "then"]));
        let Some(stop) = stop else {
            self.work(at + next, rest, SpanKind::Level);
            return true;
        };
        self.work(at + next, rest.slice(0, stop - 1), SpanKind::Level);
        self.push(
            at + next + stop - 1,
            SpanKind::Level,
            What::Prose(rest.raw(stop - 1, rest.len()).to_owned()),
        );
        true
    }

    fn special(&mut self, at: usize, t: Tokens<'_>) -> bool {
        if let Some(what) = special::substitute(t, self.setting) {
            self.push(at, SpanKind::Spec, what);
            return true;
        }
        if let Some(divisions) = special::divisions(t, self.setting) {
            for (place, what) in divisions {
                self.push(at + place, SpanKind::Division, what);
            }
            return true;
        }
        if special::pick_one(t) {
            self.push(at, SpanKind::Connective, What::PickOne);
            return true;
        }
        if let Some(what) = special::set_spec(t, self.setting) {
            self.push(at, SpanKind::Spec, what);
            return true;
        }
        false
    }

    /// Slots, numbering, supersets, letters, remarks.
    fn labelled(&mut self, at: usize, t: Tokens<'_>) -> bool {
        if let Some((slots, next)) =
            slot_label::slot(t, 0).filter(|(_, next)| !t.one_of(*next, &["amrap", "emom", "cap", "time"]))
        {
            self.push(at, SpanKind::Slot, What::Slots(slots));
            // Another slot on the same line.
            let end = (next..t.len()).find(|place| slot_label::slot(t, *place).is_some()).unwrap_or(t.len());
            let rest = t.slice(next, end);
            if rest.len() > 0 {
                self.slot_content(at + next, rest);
            }
            if end < t.len() {
                self.body(at + end);
            }
            return true;
        }
        if let Some(number) = slot_label::lone_number(t)
            && self.line.end - self.line.start <= 4
            && !self.setting.clocked
        {
            let what = What::Heading { title: number.to_string(), letter: Some(number), kind: None };
            self.push(at, SpanKind::Heading, what);
            return true;
        }
        if let Some((number, next)) = slot_label::numbering(t, self.setting.clocked) {
            self.push(at, SpanKind::Slot, What::Numbered(number));
            self.body(at + next);
            return true;
        }
        // `P1 - 200 m run`, `Partner A: ...`: who does it changes nothing.
        if let Some(next) = label::person(t) {
            self.body(at + next);
            return true;
        }
        if let Some((letter, _, next)) = label::superset(t) {
            self.push(at, SpanKind::Slot, What::Superset(letter));
            self.body(at + next);
            return true;
        }
        // `**Score**` with nothing behind it is a heading.
        let alone = (self.line.framed || label::shouts(t)) && t.list.iter().all(|one| one.kind == Kind::Word);
        if let Some((kind, _)) = label::remark(t).filter(|_| !alone || t.len() > 2) {
            self.push(at, SpanKind::Remark, What::Remark { kind, text: t.raw(0, t.len()).to_owned() });
            return true;
        }
        false
    }

    fn slot_content(&mut self, at: usize, t: Tokens<'_>) {
        if t.is(0, "rest") && t.len() <= 2 || t.is(0, "off") && t.len() == 1 {
            self.push(at, SpanKind::Rest, What::RestWord);
            return;
        }
        self.work(at, t, SpanKind::Movement);
    }

    pub(super) fn has_facts(&self, t: Tokens<'_>) -> bool {
        facts(t).0.any()
    }

    /// Connectives, prose and work.
    fn plain(&mut self, at: usize, t: Tokens<'_>) {
        if let Some(reference) = super::percent::percentages_of(t) {
            self.push(at, SpanKind::Spec, What::PercentOf(reference));
            return;
        }
        let counts = |at: usize| t.one_of(at, &["day", "week", "wk", "phase", "cycle", "month", "session"]);
        let again = t.one_of(2, &[",", "-", "|", "/", "of"]) && t.len() <= 6;
        let counted = counts(0) && t.is_number_like(1) && (t.len() <= 4 || again);
        if counted && !self.has_facts(t.slice(2, t.len())) {
            self.push(at, SpanKind::Note, What::Prose(t.raw(0, t.len()).to_owned()));
            return;
        }
        // `Week 1: 5x5 @ 70%`
        if counts(0) && t.number(1).is_some() && t.is_sign(2, ':') && t.get(3).is_some() {
            self.push(at, SpanKind::Note, What::Prose(t.raw(0, 2).to_owned()));
            self.body(at + 3);
            return;
        }
        if self.connective(at, t) || self.behind(at, t) {
            return;
        }
        let idle =
            || t.len() <= 5 && !(0..t.len()).any(|place| t.is_number_like(place)) && !self.has_facts(t);
        if t.is(0, "rest") && (t.len() == 1 || idle()) {
            let day = t.is(1, "day");
            let what = if day { What::Prose(t.raw(0, 2).to_owned()) } else { What::RestWord };
            self.push(at, SpanKind::Rest, what);
            return;
        }
        if let Some(phrase) = special::vest(t, self.setting).filter(|_| !self.has_format(t)) {
            self.push(at, SpanKind::Spec, What::Vest { phrase: Box::new(phrase) });
            return;
        }
        if let Some(phrases) = special::each_round(t, self.setting).filter(|_| !self.has_format(t)) {
            let text = t.raw(0, t.len()).to_owned();
            let what = What::Footnote { text, phrases, step: None, each_round: true };
            self.push(at, SpanKind::Movement, what);
            return;
        }
        let named = (0..t.len()).any(|place| name_at(t, place, self.setting).is_some());
        if prose::is_prose(t, named) && !self.allowed_sentence(t) {
            self.push(at, SpanKind::Note, What::Prose(t.raw(0, t.len()).to_owned()));
            return;
        }
        let ends = t.is_sign(t.len() - 1, '.') && name_at(t, 0, self.setting).is_none();
        if (!named || ends) && prose::is_advice(t) && !self.has_facts(t) {
            self.push(at, SpanKind::Note, What::Prose(t.raw(0, t.len()).to_owned()));
            return;
        }
        // `5 min mobility: couch stretch, child's pose`
        if let Some(colon) = self.timed_list(t) {
            self.push(at, SpanKind::Note, What::Prose(t.raw(0, colon + 1).to_owned()));
            self.work(at + colon + 1, t.slice(colon + 1, t.len()), SpanKind::Movement);
            return;
        }
        // `Every time you break the set: 5 burpees`
        if t.one_of(0, &["every", "each", "any"])
            && t.is(1, "time")
            && t.one_of(2, &["you", "the", "a", "someone"])
        {
            self.push(at, SpanKind::Note, What::Prose(t.raw(0, t.len()).to_owned()));
            return;
        }
        if self.title(at, t, named) || self.lead_in(at, t) {
            return;
        }
        self.work(at, t, SpanKind::Movement);
    }

    /// The colon behind minutes of something that is no movement, with movements behind it.
    fn timed_list(&self, t: Tokens<'_>) -> Option<usize> {
        let (_, next) = super::facts::duration(t, 0)?;
        let colon = (next + 1..next + 4).find(|place| t.is_sign(*place, ':'))?;
        let words = (next..colon).all(|place| t.is_word(place) && name_at(t, place, self.setting).is_none());
        let idle = words && !self.has_facts(t.slice(0, colon));
        (idle && name_at(t, colon + 1, self.setting).is_some()).then_some(colon)
    }

    pub(super) fn has_format(&self, t: Tokens<'_>) -> bool {
        facts(t).0.is_format()
    }

    /// Sentences that do prescribe something: rests, carrying on, sharing, building.
    fn allowed_sentence(&self, t: Tokens<'_>) -> bool {
        if t.len() > 16 {
            return false;
        }
        let (found, taken) = facts(t);
        if t.is_sign(t.len().saturating_sub(1), ':') && found.is_format() {
            return true;
        }
        let free: usize = taken.free().iter().map(|(from, to)| to - from).sum();
        (found.carry
            || !found.rest.is_empty()
            || found.team_mode.is_some()
            || found.add_each_round.is_some()
            || found.named.is_some())
            && free * 2 <= t.len()
    }
}
