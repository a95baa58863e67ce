//! The work of a line, and the words that join lines.

use super::begins::name_at;
use super::facts::{Facts, facts};
use super::item::What;
use super::label;
use super::line::Reader;
use super::phrase::Phrase;
use super::split::phrases;
use crate::model::SpanKind;
use crate::scan::{Kind, Tokens};

impl Reader<'_> {
    pub(super) fn connective(&mut self, at: usize, t: Tokens<'_>) -> bool {
        let then = ["then", "into", "directly", "straight", "followed", "immediately", "right", "after"];
        let mut end = 0;
        while end < t.len()
            && t.one_of(
                end,
                &[
                    "then",
                    "into",
                    "directly",
                    "straight",
                    "followed",
                    "by",
                    "immediately",
                    "right",
                    "and",
                    "after",
                    "that",
                    ":",
                    "-",
                    "...",
                    ",",
                    "go",
                    "finish",
                    "with",
                    "finally",
                    "now",
                    "next",
                    ".",
                ],
            )
            && (end > 0 || t.one_of(0, &then) || t.is(0, "and") && t.is(1, "then") || t.is(0, "finally"))
        {
            end += 1;
        }
        if end == 0 || t.is(0, "after") && end < 2 || t.is(0, "right") && end < 2 {
            if t.is(0, "or") || t.is(0, "-") && t.is(1, "or") {
                self.push(at, SpanKind::Connective, What::Or);
                if t.len() > 1 && !(t.len() == 2 && t.is_sign(1, ':')) {
                    self.body(at + 1);
                }
                return true;
            }
            if t.is_sign(0, '+') && t.len() > 1 && !t.is(1, "add") {
                let each = (1..t.len()).any(|place| t.one_of(place, &["each", "every"]));
                if !each {
                    self.work(at + 1, t.slice(1, t.len()), SpanKind::Movement);
                    return true;
                }
            }
            return false;
        }
        self.push(at, SpanKind::Connective, What::Then);
        // `Then bar prep: a few light sets`: a heading begins no sentence in its middle.
        let rest = t.slice(end, t.len());
        let small = rest.raw(0, 1).starts_with(char::is_lowercase);
        let idle = (0..rest.len()).all(|place| name_at(rest, place, self.setting).is_none());
        if small && idle && !self.has_format(rest) && label::heading(rest, false, false).is_some() {
            self.push(at + end, SpanKind::Note, What::Prose(rest.raw(0, rest.len()).to_owned()));
        } else if end < t.len() {
            self.body(at + end);
        }
        true
    }

    /// A name in quotation marks.
    pub(super) fn quoted(&mut self, at: usize, t: Tokens<'_>) -> bool {
        let last = t.len().saturating_sub(1);
        let quoted = t.is_sign(0, '"')
            && t.is_sign(last, '"')
            && t.len() > 2
            && !(1..last).any(|place| t.is_sign(place, '"'));
        if quoted {
            let text = t.raw(1, last).to_owned();
            self.push(at, SpanKind::Title, What::Title { text, quoted: true });
            return true;
        }
        // `"Long Haul" - teams of 2`
        let close = (2..t.len().min(9)).find(|place| t.is_sign(0, '"') && t.is_sign(*place, '"'));
        let Some(close) = close.filter(|close| t.one_of(close + 1, &["-", ":", "|"])) else { return false };
        let plain = (1..close).all(|place| t.is_word(place));
        if !plain || close + 2 >= t.len() {
            return false;
        }
        self.push(at, SpanKind::Title, What::Title { text: t.raw(1, close).to_owned(), quoted: true });
        self.body(at + close + 2);
        true
    }

    /// A name above a format: a few capitalised words.
    pub(super) fn title(&mut self, at: usize, t: Tokens<'_>, named: bool) -> bool {
        let capital = t.raw(0, 1).starts_with(|sign: char| sign.is_uppercase());
        let mixed_digits = t.len() <= 5
            && t.is_word(0)
            && t.list.iter().any(|token| matches!(token.kind, Kind::Number(value) if value > 1000.0));
        if (self.title_like(t) && !named || mixed_digits && !named && !self.has_facts(t))
            && capital
            && !self.has_facts(t)
        {
            let text = t.raw(0, t.len()).to_owned();
            self.push(at, SpanKind::Title, What::Title { text, quoted: false });
            return true;
        }
        false
    }

    /// Facts of the section and movements.
    pub(super) fn work(&mut self, at: usize, t: Tokens<'_>, kind: SpanKind) {
        let restated = t.is(0, "complete") && t.is(1, "as") && !t.is(2, "many")
            || t.phrase(0, &["as", "follows"])
            || t.phrase(0, &["completed", "as"])
            || t.is(0, "as") && super::facts::count(t, 1).is_some();
        if restated {
            self.push(at, SpanKind::Format, What::Restated);
        }
        let (mut found, taken) = facts(t);
        // `EMOM 12: odd - 10 wall balls, even - 8 burpees`: the minutes are read as if on lines of their own.
        let clocked = matches!(found.named, Some(super::facts::Named::Emom | super::facts::Named::Every));
        let slot = (1..t.len())
            .find(|place| clocked && taken.is_free(*place) && super::slot_label::slot(t, *place).is_some());
        if let Some(place) = slot {
            let whole = self.t;
            self.t = whole.slice(0, at + place);
            self.work(at, t.slice(0, place), kind);
            self.t = whole;
            self.body(at + place);
            return;
        }
        let free: Vec<crate::scan::Token> =
            taken.free().iter().flat_map(|(from, to)| t.slice(*from, *to).list.iter().copied()).collect();
        let free = paired(t, free);
        let first = taken.free().first().map_or(0, |(from, _)| *from);
        let view = Tokens { list: &free, ..t };
        let mut list = if kind == SpanKind::Level {
            super::level_list::parts(view, self.setting)
        } else {
            phrases(view, self.setting)
        };
        if as_many(t, &found, &mut list) {
            found = Facts::default();
        }
        let runs: Vec<(usize, Vec<Phrase>)> = vec![(first, list)];
        let any = found.any();
        let behind = any && !found.is_format() && !found.rest.is_empty() && found.window.is_none();
        let facts_item = any.then(|| {
            let span = if kind == SpanKind::Level { kind } else { span_of(&found) };
            (span, What::Facts(Box::new(found)))
        });
        if let Some((span, what)) = facts_item.clone().filter(|_| !behind) {
            self.push(at, span, what);
        }
        // `EMOM 16: 12 cal bike | 10 burpees | rest`
        let last = t.len().saturating_sub(1);
        let pauses = last > 2 && t.is(last, "rest") && t.one_of(last - 1, &["|", ",", "/", "+"]);
        let empty =
            runs.iter().all(|(_, list)| list.iter().all(|phrase| !phrase.named() && !phrase.measured()));
        if empty {
            if let Some((span, what)) = facts_item.clone().filter(|_| behind) {
                self.push(at, span, what);
            }
            if !any {
                let text = t.raw(0, t.len()).to_owned();
                let digits = t.list.iter().any(|token| matches!(token.kind, Kind::Number(_) | Kind::Time(_)));
                let what = if digits { What::Unparsed(text) } else { What::Prose(text) };
                let kind = if digits { SpanKind::Unparsed } else { SpanKind::Note };
                self.push(at, kind, what);
            }
            return;
        }
        for (from, list) in runs {
            let list: Vec<Phrase> = list
                .into_iter()
                .filter(|phrase| {
                    !any || phrase.measured()
                        || phrase.exercise.is_some()
                        || phrase.named() && phrase.reps.is_some()
                })
                .collect();
            if !list.is_empty() {
                self.push(if behind { at } else { at + from }, kind, What::Phrases(list));
            }
        }
        if pauses {
            self.push(at + last, SpanKind::Rest, What::RestWord);
        }
        if let Some((span, what)) = facts_item.filter(|_| behind) {
            self.push(at + taken.taken_first(), span, what);
        }
    }
}

/// What the line's facts are called.
fn span_of(found: &Facts) -> SpanKind {
    if found.is_format() || found.rest.is_empty() && found.cap.is_none() {
        SpanKind::Format
    } else if found.rest.is_empty() {
        SpanKind::Cap
    } else {
        SpanKind::Rest
    }
}

/// `AMRAP push-ups` with no time: as many as possible of one movement, and no format.
fn as_many(t: Tokens<'_>, found: &Facts, list: &mut [Phrase]) -> bool {
    let open = Facts { named: Some(super::facts::Named::Amrap), ..Facts::default() };
    let [phrase] = list else { return false };
    let many = *found == open && t.is(0, "amrap") && phrase.exercise.is_some() && phrase.reps.is_none();
    if many {
        phrase.reps = Some(crate::model::Reps::Max { unit: phrase.counted, seconds: None });
    }
    many
}

/// Without the parentheses whose other half was spoken for: `For time (15 min cap): 75 snatches`.
fn paired(t: Tokens<'_>, free: Vec<crate::scan::Token>) -> Vec<crate::scan::Token> {
    let view = Tokens { list: &free, ..t };
    let mut open: Vec<usize> = Vec::new();
    let mut alone: Vec<usize> = Vec::new();
    for at in 0..view.len() {
        if view.is_sign(at, '(') {
            open.push(at);
        } else if view.is_sign(at, ')') && open.pop().is_none() {
            alone.push(at);
        }
    }
    alone.extend(open);
    if alone.is_empty() {
        return free;
    }
    free.iter().enumerate().filter(|(at, _)| !alone.contains(at)).map(|(_, token)| *token).collect()
}
