//! What stands behind the work of a line and is none of it: a choice, what is left of the time, a coach's word.

use super::begins::{begins_movement, name_at};
use super::facts::facts;
use super::item::What;
use super::line::Reader;
use super::special::pick_one;
use crate::model::SpanKind;
use crate::scan::Tokens;

/// The fewest tokens of a label with sentences behind it.
const TALK: usize = 14;

/// Words that a coach's advice begins with behind a comma.
const ADVICE: &[&str] = &[
    "be", "break", "build", "do", "don't", "dont", "every", "get", "go", "it", "just", "keep", "leave",
    "make", "nice", "no", "not", "stay", "take", "then", "this", "try", "use", "you", "your",
];

/// How a lift is done, not what: the words that such a line begins with.
const CUES: &[&str] = &[
    "brace", "breathe", "control", "descend", "drive", "explode", "fast", "lower", "pause", "slow", "slowly",
    "squeeze",
];

impl Reader<'_> {
    /// Takes off the line's end what is none of its work.
    pub(super) fn behind(&mut self, at: usize, t: Tokens<'_>) -> bool {
        // `For time, pick one:`
        let choice = (2..t.len()).find(|place| {
            t.one_of(*place, &[",", ":", "-", ".", "("]) && pick_one(t.slice(place + 1, t.len()))
        });
        if let Some(place) = choice.filter(|place| facts(t.slice(0, *place)).0.is_format()) {
            self.body_of(at, at + place);
            self.push(at + place + 1, SpanKind::Connective, What::PickOne);
            return true;
        }
        if self.as_many(at, t) {
            return true;
        }
        let Some(place) = left_of_the_time(t).or_else(|| self.advice(t)) else {
            return self.cue(at, t) || self.labelled_work(at, t);
        };
        self.body_of(at, at + place);
        let end = words_end(t, place);
        let text = t.raw(place + usize::from(t.is_sign(place, ',')), end).to_owned();
        self.push(at + place, SpanKind::Note, What::Prose(text));
        if end < t.len() {
            self.work(at + end, t.slice(end, t.len()), SpanKind::Movement);
        }
        true
    }

    /// `Coaches' notes: 7 min to set up ...`, `Pacing: ...`: a label, and sentences behind it.
    pub(super) fn talk(&mut self, at: usize, t: Tokens<'_>) -> bool {
        if t.len() < TALK {
            return false;
        }
        let Some(mark) = (1..9).find(|place| t.is_sign(*place, ':')) else { return false };
        let (label, rest) = (t.slice(0, mark), t.slice(mark + 1, t.len()));
        let plain = (0..mark).all(|place| label.is_word(place) || label.is_sign(place, '\''))
            && !facts(label).0.any()
            && super::level_label::level_code(t, 0).is_none()
            && !(0..mark)
                .any(|place| name_at(label, place, self.setting).is_some_and(|(found, _)| !found.mended));
        let words = (0..rest.len()).filter(|place| rest.is_word(*place)).count();
        let ends = (1..rest.len())
            .filter(|place| rest.one_of(*place, &[".", "!", "?"]) && !rest.is_number_like(place + 1))
            .count();
        let told = super::prose::is_prose(rest, true) || ends >= 2 && words >= TALK;
        let prescribes =
            (0..mark).any(|place| super::lead::OWN.contains(&t.word(place)) || t.is(place, "limit"));
        if !plain || !told || prescribes || facts(rest).0.is_format() && ends < 2 {
            return false;
        }
        let text = t.raw(0, t.len()).to_owned();
        match super::label::remark(t) {
            Some((kind, _)) => self.push(at, SpanKind::Remark, What::Remark { kind, text }),
            None => self.push(at, SpanKind::Note, What::Prose(text)),
        }
        true
    }

    /// `As many sit-ups as possible in 3 minutes`
    fn as_many(&mut self, at: usize, t: Tokens<'_>) -> bool {
        let start = usize::from(t.is(0, "complete"));
        if t.len() > 20 || !t.phrase(start, &["as", "many"]) {
            return false;
        }
        let Some((_, end)) =
            name_at(t, start + 2, self.setting).filter(|(_, end)| t.phrase(*end, &["as", "possible"]))
        else {
            return false;
        };
        let time = (end + 2..t.len()).find_map(|place| super::facts::duration(t, place));
        let Some((seconds, _)) = time else { return false };
        let found = super::facts::Facts {
            named: Some(super::facts::Named::MaxInTime),
            duration: Some(seconds),
            ..super::facts::Facts::default()
        };
        let mut list = super::split::phrases(t.slice(start + 2, end), self.setting);
        for phrase in &mut list {
            phrase.reps = Some(crate::model::Reps::Max { unit: phrase.counted, seconds: None });
        }
        self.push(at, SpanKind::Format, What::Facts(Box::new(found)));
        self.push(at + start + 2, SpanKind::Movement, What::Phrases(list));
        true
    }

    /// `2 x 5 at 40%, get your back position right`: the comma before the advice.
    fn advice(&self, t: Tokens<'_>) -> Option<usize> {
        if !t.is_number_like(0) {
            return None;
        }
        let place = (3..t.len())
            .find(|place| t.is_sign(*place, ',') && t.one_of(place + 1, ADVICE) && place + 4 < t.len())?;
        let rest = t.slice(place + 1, t.len());
        let plain =
            !(0..rest.len()).any(|at| rest.is_number_like(at) || name_at(rest, at, self.setting).is_some());
        let found = facts(rest).0;
        (plain && !found.is_format() && found.rest.is_empty() && found.cap.is_none()).then_some(place)
    }

    /// `Lower for 3 seconds, push fast`
    fn cue(&mut self, at: usize, t: Tokens<'_>) -> bool {
        let named = || (0..t.len()).any(|place| name_at(t, place, self.setting).is_some());
        let drops = t.one_of(0, &["drop", "reset", "stop", "step", "let"])
            && t.one_of(1, &["after", "between", "the", "each", "your", "it", "go"]);
        let cue = (t.one_of(0, CUES) && !named() || drops) && t.len() > 2 && !facts(t).0.any();
        if cue {
            self.push(at, SpanKind::Note, What::Prose(t.raw(0, t.len()).to_owned()));
        }
        cue
    }

    /// `Before you go: 4 x 25 m sled push`: a label in words of the coach's own, however long, before counted work.
    fn labelled_work(&mut self, at: usize, t: Tokens<'_>) -> bool {
        let mark = (1..t.len().min(6)).find(|place| t.is_sign(*place, ':'));
        let Some(mark) = mark else { return false };
        let rest = t.slice(mark + 1, t.len());
        rest.is_number_like(0)
            && t.is_word(0)
            && begins_movement(rest, 0, false, self.setting)
            && self.lead_in(at, t)
    }
}

/// Where the words end and a weight stands: `... in the time left (50/35)`.
fn words_end(t: Tokens<'_>, from: usize) -> usize {
    (from..t.len()).find(|place| t.is_sign(*place, '(') && t.is_number_like(place + 1)).unwrap_or(t.len())
}

/// `ski for max cals in what is left of the 3 minutes`: where the words about the time begin.
fn left_of_the_time(t: Tokens<'_>) -> Option<usize> {
    let from = (2..t.len()).find(|place| {
        t.one_of(*place, &["in", "with", "for", "during"])
            && t.one_of(place + 1, &["what", "what's", "whatever", "the", "any", "all", "remaining"])
            && (place + 1..place + 7).any(|at| t.one_of(at, &["left", "remaining", "remains"]))
    })?;
    let time =
        (from..t.len()).any(|at| t.one_of(at, &["time", "minute", "minutes", "interval", "left", "clock"]));
    (time && t.len() <= 24).then_some(from)
}
