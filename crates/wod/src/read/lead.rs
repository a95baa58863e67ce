//! Lines that say several things: sentences in a row, and words of the coach's own before the work.

use super::begins::{begins_movement, name_at};
use super::facts::{Facts, Named, facts};
use super::item::What;
use super::line::Reader;
use crate::model::SpanKind;
use crate::scan::{Kind, Tokens};

/// The shortest line that is looked at for sentences.
const SHORT: usize = 8;

/// Words before a colon that mean something themselves.
pub(super) const OWN: &[&str] = &[
    "bar", "barbell", "buy", "buyin", "cap", "cash", "cashout", "each", "even", "every", "f", "female",
    "for", "from", "hold", "in", "load", "loads", "m", "male", "max", "men", "minute", "odd", "or", "pairs",
    "partner", "partners", "relay", "rest", "score", "set", "sets", "team", "teams", "tempo", "time", "w",
    "weight", "weights", "with", "women",
];

/// Words that are cut short with a full stop.
const ABBREVIATED: &[&str] = &[
    "alt", "approx", "db", "ea", "incl", "kb", "max", "min", "mins", "no", "opt", "rep", "reps", "sec",
    "secs", "st", "vs",
];

impl Reader<'_> {
    /// Several sentences, of which some prescribe and others tell.
    pub(super) fn sentences(&mut self, at: usize, t: Tokens<'_>) -> bool {
        if t.len() < SHORT {
            return false;
        }
        let ends = |place: usize| {
            t.one_of(place, &[".", "!", "?"])
                && t.glued(place)
                && t.get(place + 1).is_some()
                && !t.glued(place + 1)
                && !t.is_sign(place - 1, '.')
                && t.word(place - 1).len() > 1
                && !(t.is_sign(place, '.') && t.one_of(place - 1, ABBREVIATED))
                && t.raw(place + 1, place + 2)
                    .starts_with(|sign: char| sign.is_uppercase() || sign.is_ascii_digit())
        };
        let stops: Vec<usize> = (2..t.len()).filter(|place| ends(*place)).take(8).collect();
        if stops.is_empty() {
            return false;
        }
        let mut pieces = Vec::with_capacity(stops.len() + 1);
        let mut from = 0;
        for stop in stops.into_iter().chain([t.len()]) {
            pieces.push((from, stop));
            from = stop + 1;
        }
        let works = |(from, to): &(usize, usize)| {
            // A sentence as one would speak it tells, whatever numbers it has.
            let piece = t.slice(*from, *to);
            if super::prose::is_prose(piece, true) {
                return false;
            }
            let found = facts(piece).0;
            found.is_format()
                || !found.rest.is_empty()
                || found.cap.is_some()
                || begins_movement(piece, 0, false, self.setting)
                || super::measure::measure(piece, 0).is_some_and(|read| read.times.is_some())
        };
        let told: Vec<bool> = pieces.iter().map(|piece| !works(piece)).collect();
        let formats = pieces.iter().skip(1).any(|(from, to)| facts(t.slice(*from, *to)).0.is_format());
        let prose = super::prose::is_prose(t, true);
        if told.iter().all(|told| *told) || told.iter().all(|told| !told) && !formats && !prose {
            return false;
        }
        for ((from, to), told) in pieces.into_iter().zip(told) {
            if told {
                let text = t.raw(from, to).to_owned();
                self.push(at + from, SpanKind::Note, What::Prose(text));
            } else {
                self.body_of(at + from, at + to);
            }
        }
        true
    }

    /// `After party (5 min): max distance farmers carry`: a heading, and the time for what stands behind it.
    fn timed_lead(&mut self, at: usize, t: Tokens<'_>) -> bool {
        let Some(open) = (1..t.len().min(5)).find(|place| t.is_sign(*place, '(')) else { return false };
        let Some((seconds, end)) = super::facts::duration(t, open + 1) else { return false };
        let rest = t.slice((end + 2).min(t.len()), t.len());
        let words = (0..open).all(|place| t.is_word(place) && name_at(t, place, self.setting).is_none());
        let closed = t.is_sign(end, ')') && t.is_sign(end + 1, ':') && rest.len() > 0;
        if at > 0 || !words || !closed || facts(t.slice(0, open)).0.any() || facts(rest).0.is_format() {
            return false;
        }
        let title = t.raw(0, open).trim().to_owned();
        let kind = super::label::kind_of(&title);
        self.push(at, SpanKind::Heading, What::Heading { title, letter: None, kind });
        if rest.is(0, "max") {
            let clock = Facts { named: Some(Named::MaxInTime), duration: Some(seconds), ..Facts::default() };
            self.push(at + open, SpanKind::Format, What::Facts(Box::new(clock)));
        }
        self.work(at + end + 2, rest, SpanKind::Movement);
        true
    }

    /// `Burner: 3 rounds of ...`, `The grind - 20 burpees`: words of nobody's movement, a mark, and work behind it.
    pub(super) fn lead_in(&mut self, at: usize, t: Tokens<'_>) -> bool {
        if self.timed_lead(at, t) {
            return true;
        }
        // `Snatch complex: 1 pull + 1 hang snatch`
        let complex = (1..t.len().min(5)).find(|place| t.is(*place, "complex") && t.is_sign(place + 1, ':'));
        if let Some(place) = complex.filter(|place| place + 2 < t.len()) {
            self.push(at, SpanKind::Note, What::Prose(t.raw(0, place + 1).to_owned()));
            self.body(at + place + 2);
            return true;
        }
        // `Partner up for the warm up: 3 rounds of ...`
        let far = (6..t.len().min(11)).find(|place| t.is_sign(*place, ':')).filter(|place| {
            (0..*place).all(|word| t.is_word(word) && name_at(t, word, self.setting).is_none())
                && facts(t.slice(place + 1, t.len())).0.is_format()
        });
        if let Some(place) = far.filter(|_| at == 0) {
            self.push(at, SpanKind::Note, What::Prose(t.raw(0, place + 1).to_owned()));
            self.body(at + place + 1);
            return true;
        }
        let mark = (1..t.len().min(6)).find(|place| {
            t.is_sign(*place, ':')
                || t.is_sign(*place, ',')
                || t.is_sign(*place, '-') && !t.glued(*place) && !t.glued(place + 1)
        });
        let Some(mark) = mark else { return false };
        let label = t.slice(0, mark);
        let rest = t.slice(mark + 1, t.len());
        // `Drop set: 2 x 6 ...`, `Back-off sets - 3 x 5 ...`
        let of_sets = t.one_of(0, &["drop", "back", "backoff", "top", "working", "work", "down", "final"])
            && t.one_of(mark - 1, &["set", "sets"])
            && mark <= 4;
        let plain = of_sets
            || label.list.iter().all(|token| token.kind == Kind::Word)
                && !(0..mark)
                    .any(|place| OWN.contains(&t.word(place)) || name_at(t, place, self.setting).is_some())
                && super::phrase::Implement::of(t.word(0)).is_none()
                && !facts(label).0.any();
        let works = || {
            facts(rest).0.is_format()
                || begins_movement(rest, 0, !t.is_sign(mark, ',') && rest.len() < 24, self.setting)
        };
        if !plain || rest.len() == 0 || !works() {
            return false;
        }
        // Behind a blank line it begins anew.
        let label = What::Prose(label.raw(0, mark).to_owned());
        let what =
            if at == 0 && self.line.blank_before && t.is_sign(mark, ':') { What::Break } else { label };
        self.push(at, SpanKind::Note, what);
        self.body(at + mark + 1);
        true
    }
}
