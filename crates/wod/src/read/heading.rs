//! Headings of a line: letters, words, numbers.

use super::begins::name_at;
use super::item::What;
use super::label;
use super::layout::timed_tail;
use super::level_label::level_code;
use super::line::Reader;
use super::split::phrases;
use crate::model::SpanKind;
use crate::scan::{Kind, Tokens};

impl Reader<'_> {
    pub(super) fn heading(&mut self, at: usize, t: Tokens<'_>) -> bool {
        if let Some((letter, next)) = label::letter(t) {
            // `A - RX: as written`
            let before = self.items.len();
            let levelled = level_code(t, next)
                .is_some_and(|(code, _)| !matches!(code.as_str(), "performance" | "fitness" | "foundations"));
            if levelled && self.level(at + next, t.slice(next, t.len())) {
                if let Some(What::Level { label, .. }) = self.items.get_mut(before).map(|item| &mut item.what)
                {
                    label.insert_str(0, &format!("{letter} - "));
                }
                return true;
            }
            let rest = t.slice(next, t.len());
            if self.timed_title((letter, at), rest, next) {
                return true;
            }
            let is_name = self.whole_name(rest);
            let inner = label::heading(rest, self.line.framed, is_name || self.complex(rest));
            let (title, kind, to) = match inner {
                _ if self.numbered_title(rest) => {
                    let title = rest.raw(0, rest.len()).trim_end_matches(':').to_owned();
                    (title.clone(), label::kind_of(&title), t.len())
                }
                Some(found) => (found.title, found.kind, next + found.to),
                // `II. CLEAN + JERK`: the lifts that the part is about.
                None if label::shouts(rest) && self.complex(rest) && !self.has_facts(rest) => {
                    (rest.raw(0, rest.len()).trim_end_matches(':').to_owned(), None, t.len())
                }
                None if self.title_like(rest) && !self.has_facts(rest) => {
                    let title = rest.raw(0, rest.len()).trim_end_matches(':').to_owned();
                    (title.clone(), label::kind_of(&title), t.len())
                }
                None if self.title_like(label::without_number(rest, &[]))
                    && !self.has_facts(rest)
                    && !self.begins_with_name(rest) =>
                {
                    let title = rest.raw(0, rest.len()).trim_end_matches(':').to_owned();
                    (title.clone(), label::kind_of(&title), t.len())
                }
                None if self.long_title(rest) => {
                    (rest.raw(0, rest.len()).trim_end_matches(':').to_owned(), None, t.len())
                }
                None if letter.is_ascii_digit() => (t.raw(0, 2).to_owned(), None, next),
                None => (letter.to_string(), None, next),
            };
            self.push(at, SpanKind::Heading, What::Heading { title, letter: Some(letter), kind });
            let named = t.slice((next + 3).min(t.len()), t.len());
            let numbered = self.numbered_title(t.slice(next, t.len())) && self.whole_name(named);
            let rest = t.slice(to, t.len());
            if numbered {
                self.name_of_heading(at + next + 3, named);
            } else if rest.len() > 0 {
                self.body(at + to);
            } else if is_name {
                self.name_of_heading(at + next, t.slice(next, t.len()));
            }
            return true;
        }
        // A star behind a name points at a remark below.
        let end = t.len().saturating_sub(usize::from(t.is_sign(t.len().saturating_sub(1), '*')));
        let is_name =
            self.whole_name(t.slice(0, end)) || self.whole_name(label::without_number(t, label::PERIODS));
        let is_name = is_name || self.complex(t);
        let Some(found) = label::heading(t, self.line.framed, is_name) else { return false };
        self.push(
            at,
            SpanKind::Heading,
            What::Heading { title: found.title, letter: found.letter, kind: found.kind },
        );
        // `WOD in pairs`
        let team = super::facts::facts(t).0;
        if found.to >= t.len() && team.team_size.is_some() && !team.is_format() {
            self.push(at, SpanKind::Heading, What::Facts(Box::new(team)));
        }
        if found.to < t.len() {
            self.body(at + found.to);
        }
        true
    }

    /// `A) Gymnastics density - 10 min`: words that are no work, and the time for them.
    fn timed_title(&mut self, (letter, at): (char, usize), rest: Tokens<'_>, next: usize) -> bool {
        let (title, Some(_)) = timed_tail(rest) else { return false };
        let named = (0..title.len()).any(|place| name_at(title, place, self.setting).is_some());
        let own = label::heading(rest, self.line.framed, false).is_some();
        if title.len() > 12 || named || own || !self.title_like(title) || self.has_facts(title) {
            return false;
        }
        let text = title.raw(0, title.len()).to_owned();
        let kind = label::kind_of(&text);
        self.push(at, SpanKind::Heading, What::Heading { title: text, letter: Some(letter), kind });
        let tail = rest.raw(title.len(), rest.len()).to_owned();
        self.push(at + next + title.len(), SpanKind::Note, What::Prose(tail));
        true
    }

    /// `Clean + jerk`: names with a plus between, and no counts.
    fn complex(&self, t: Tokens<'_>) -> bool {
        let Some(plus) = (1..t.len()).find(|at| t.is_sign(*at, '+')) else { return false };
        let counted = (0..t.len()).any(|at| t.is_number_like(at));
        let named = |at: usize| name_at(t, at, self.setting).is_some();
        !counted && (named(0) || named(plus + 1))
    }

    /// `Event 1: yoke` and nothing else.
    fn numbered_title(&self, t: Tokens<'_>) -> bool {
        let Some(end) = label::numbered(t) else { return false };
        let rest = t.slice(end + 1, t.len());
        rest.len() == 0 || self.title_like(rest) && !self.has_format(rest)
    }

    /// A heading that is a movement's name: the work below is of that movement.
    pub(super) fn name_of_heading(&mut self, at: usize, t: Tokens<'_>) {
        let found = phrases(t, self.setting);
        if !found.is_empty() {
            self.push(at, SpanKind::Heading, What::Phrases(found));
        }
    }

    /// Whether the line is a movement's name and nothing else.
    pub(super) fn whole_name(&self, t: Tokens<'_>) -> bool {
        let end = if t.is_sign(t.len().saturating_sub(1), ':') { t.len() - 1 } else { t.len() };
        name_at(t, 0, self.setting).is_some_and(|(_, to)| to >= end)
    }

    /// One to five words, no digits.
    pub(super) fn title_like(&self, t: Tokens<'_>) -> bool {
        let words = t.list.iter().filter(|token| token.kind == Kind::Word).count();
        let digits = t.list.iter().any(|token| matches!(token.kind, Kind::Number(_) | Kind::Time(_)));
        (1..=5).contains(&words)
            && !digits
            && !t.list.iter().any(|token| matches!(token.kind, Kind::Sign('+' | '@' | '%')))
    }

    /// `Afterwards, for those who like it`: words alone, none of them work, and no sentence.
    fn long_title(&self, t: Tokens<'_>) -> bool {
        let words = t.list.iter().filter(|token| token.kind == Kind::Word).count();
        let plain = t.list.iter().all(|token| match token.kind {
            Kind::Word => true,
            Kind::Sign(sign) => matches!(sign, ',' | '(' | ')' | '-' | '&' | '\'' | '/'),
            _ => false,
        });
        let named = || (0..t.len()).any(|place| name_at(t, place, self.setting).is_some());
        plain && (6..=9).contains(&words) && !named() && !self.has_facts(t)
    }

    fn begins_with_name(&self, t: Tokens<'_>) -> bool {
        name_at(t, 0, self.setting).is_some()
    }
}
