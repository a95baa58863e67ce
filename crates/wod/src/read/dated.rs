//! Dates, weekdays before a format, and windows of the clock before a heading.

use super::facts::facts;
use super::item::What;
use super::line::Reader;
use crate::model::SpanKind;
use crate::scan::Tokens;

const DAYS: &[&str] = &[
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "mon",
    "tue",
    "tues",
    "wed",
    "thu",
    "thur",
    "thurs",
    "fri",
    "sat",
    "sun",
    "mo",
    "tu",
    "we",
    "th",
    "fr",
    "sa",
    "su",
    // German, Dutch, French, Spanish, Portuguese, Italian, Danish: gyms write their days in their own language.
    "montag",
    "dienstag",
    "mittwoch",
    "donnerstag",
    "freitag",
    "samstag",
    "sonntag",
    "maandag",
    "dinsdag",
    "woensdag",
    "donderdag",
    "vrijdag",
    "zaterdag",
    "zondag",
    "lundi",
    "mardi",
    "mercredi",
    "jeudi",
    "vendredi",
    "samedi",
    "dimanche",
    "lunes",
    "martes",
    "mi\u{e9}rcoles",
    "miercoles",
    "jueves",
    "viernes",
    "s\u{e1}bado",
    "sabado",
    "domingo",
    "segunda",
    "ter\u{e7}a",
    "quarta",
    "quinta",
    "sexta",
    "luned\u{ec}",
    "marted\u{ec}",
    "mercoled\u{ec}",
    "gioved\u{ec}",
    "venerd\u{ec}",
    "domenica",
    "mandag",
    "tirsdag",
    "onsdag",
    "torsdag",
    "fredag",
    "l\u{f8}rdag",
    "s\u{f8}ndag",
];
const MONTHS: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "jan",
    "feb",
    "mar",
    "apr",
    "jun",
    "jul",
    "aug",
    "sep",
    "sept",
    "oct",
    "nov",
    "dec",
    "januar",
    "februar",
    "m\u{e4}rz",
    "mai",
    "juni",
    "juli",
    "oktober",
    "dezember",
    "januari",
    "februari",
    "maart",
    "mei",
    "augustus",
    "janvier",
    "f\u{e9}vrier",
    "mars",
    "avril",
    "juin",
    "juillet",
    "ao\u{fb}t",
    "septembre",
    "octobre",
    "novembre",
    "d\u{e9}cembre",
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
    "janeiro",
    "fevereiro",
    "mar\u{e7}o",
    "maio",
    "junho",
    "julho",
    "setembro",
    "outubro",
    "novembro",
    "dezembro",
];

/// Whether a word is the name of a month.
pub(super) fn is_month(word: &str) -> bool {
    word.len() > 2 && word != "mar" && word != "may" && MONTHS.contains(&word)
}

/// Whether a line begins with the name of a day.
pub(crate) fn begins_with_day(text: &str) -> bool {
    let word: String = text.chars().take_while(|sign| sign.is_alphabetic()).collect();
    is_weekday(&word.to_lowercase())
}

/// Whether a word is the name of a day.
pub(super) fn is_weekday(word: &str) -> bool {
    word.len() > 2 && DAYS.contains(&word)
}

/// `Mon 04.11.`, `2024-09-18`, `Tue 5 March`: nothing but a date.
fn is_date(t: Tokens<'_>) -> bool {
    let (mut numbers, mut named, mut year) = (0, false, false);
    for at in 0..t.len() {
        let day = t.one_of(at, DAYS) && (at == 0 || t.word(at).len() > 2);
        if t.is_number_like(at) {
            // `04.11` is one number.
            let fraction = t.number(at).is_some_and(|value| value.fract() != 0.0);
            numbers += 1 + usize::from(fraction);
            year |= t.number(at).is_some_and(|value| (1990.0..2100.0).contains(&value) && !fraction);
        } else if day || t.one_of(at, MONTHS) {
            named = true;
        } else if !t.one_of(at, &[".", "/", "-", ",", "st", "nd", "rd", "th", "of", "de", "feira", ":", "|"])
        {
            return false;
        }
    }
    named && (1..=3).contains(&numbers) || year && numbers == 3 || named && numbers == 0 && t.len() > 1
}

impl Reader<'_> {
    /// A date, or a weekday before a colon: said to nobody's work.
    pub(super) fn dated(&mut self, at: usize, t: Tokens<'_>) -> bool {
        if t.len() > 1 && t.len() <= 9 && is_date(t) {
            self.push(at, SpanKind::Note, What::Prose(t.raw(0, t.len()).to_owned()));
            return true;
        }
        let rest = t.slice(2, t.len());
        let marked = t.is_sign(1, ':') || t.one_of(1, &["-", "|"]) && !t.glued(1);
        let works = || {
            facts(rest).0.is_format()
                || rest.is(0, "rest")
                || (0..rest.len()).any(|place| super::begins::name_at(rest, place, self.setting).is_some())
        };
        if at == 0 && t.one_of(0, DAYS) && marked && self.whole_name(rest) {
            let title = t.raw(0, t.len()).to_owned();
            self.push(at, SpanKind::Heading, What::Heading { title, letter: None, kind: None });
            self.name_of_heading(at + 2, rest);
            return true;
        }
        if at == 0 && t.one_of(0, DAYS) && marked && works() {
            self.push(at, SpanKind::Note, What::Break);
            self.body(at + 2);
            return true;
        }
        false
    }

    /// `5-15 Warm up`, `0-10 min: Strength`: a heading with its minutes.
    fn minutes(&mut self, at: usize, t: Tokens<'_>) -> bool {
        let (Some(from), true, Some(to)) = (t.number(0), t.is_sign(1, '-'), t.number(2)) else {
            return false;
        };
        let next = super::facts::over(t, 3, &["min", "mins", "minutes", "'", ":", "-", "|", ")"]);
        let rest = t.slice(next, t.len());
        let is_name = self.whole_name(rest);
        let headed = super::label::heading(rest, false, is_name).filter(|found| found.to >= rest.len());
        // The first minutes are often spent with talking.
        let told = from.abs() < f64::EPSILON
            && rest.len() <= 3
            && self.title_like(rest)
            && !is_name
            && !self.has_facts(rest);
        if to <= from || to > 120.0 || headed.is_none() && !told {
            return false;
        }
        let Some(found) = headed else {
            self.push(at, SpanKind::Note, What::Prose(t.raw(0, t.len()).to_owned()));
            return true;
        };
        self.push(
            at,
            SpanKind::Heading,
            What::Heading { title: found.title, letter: None, kind: found.kind },
        );
        let window = Some((from * 60.0, Some(to * 60.0)));
        let found = super::facts::Facts { window, ..super::facts::Facts::default() };
        self.push(at, SpanKind::Heading, What::Facts(Box::new(found)));
        true
    }

    /// `0:00-8:00 | WARM UP`: a heading with its window.
    pub(super) fn clocked(&mut self, at: usize, t: Tokens<'_>) -> bool {
        if self.minutes(at, t) {
            return true;
        }
        let (Some(from), true, Some(to)) = (t.time(0), t.is_sign(1, '-'), t.time(2)) else { return false };
        let bar = t.is_sign(3, '|') || t.one_of(3, &["-", ":"]) && !t.glued(3);
        let rest = t.slice(4, t.len());
        if to <= from || !bar || !self.title_like(rest) || self.has_facts(rest) || self.whole_name(rest) {
            return false;
        }
        let title = rest.raw(0, rest.len()).trim_end_matches(':').trim().to_owned();
        let kind = super::label::kind_of(&title);
        self.push(at, SpanKind::Heading, What::Heading { title, letter: None, kind });
        let found = super::facts::Facts { window: Some((from, Some(to))), ..super::facts::Facts::default() };
        self.push(at, SpanKind::Heading, What::Facts(Box::new(found)));
        true
    }
}
