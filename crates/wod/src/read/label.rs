//! Labels that begin a line: headings, levels, slots, supersets, remarks.

use super::facts::count;
use crate::model::{NoteKind, SectionKind};
use crate::scan::{Kind, Tokens};

/// Words that a heading is made of. Each alone or with others makes one.
const HEADINGS: &[&str] = &[
    "accesory",
    "accessories",
    "accessory",
    "activation",
    "aerobic",
    "barbell",
    "bodybuilding",
    "calisthenics",
    "cardio",
    "competition",
    "competitors",
    "conditioning",
    "cool",
    "cooldown",
    "core",
    "drills",
    "endurance",
    "engine",
    "extra",
    "finisher",
    "flexibility",
    "gymnastic",
    "gymnastics",
    "homework",
    "hypertrophy",
    "hyrox",
    "lifting",
    "metcon",
    "metcons",
    "midline",
    "mobility",
    "movement",
    "oly",
    "olympic",
    "plyo",
    "plyometrics",
    "post",
    "power",
    "pre",
    "prep",
    "preparation",
    "primer",
    "priming",
    "pump",
    "recovery",
    "skill",
    "skills",
    "strength",
    "stretch",
    "stretching",
    "strongman",
    "tech",
    "technique",
    "warm",
    "warmdown",
    "warmup",
    "warmups",
    "weakness",
    "weightlifting",
    "wod",
    "work",
    "workout",
];
/// Words that may stand beside them.
const BESIDE: &[&str] = &[
    "&", "+", "-", "/", "1", "2", "3", "a", "ab", "abs", "active", "and", "b", "block", "body", "c",
    "complex", "cycling", "d", "daily", "day", "down", "full", "general", "gym", "i", "ii", "iii", "in",
    "lift", "lower", "main", "no", "of", "only", "optional", "out", "part", "partner", "piece", "session",
    "specific", "team", "the", "today's", "todays", "training", "up", "upper", "work", "workouts", "your",
];

/// A heading with the place behind it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Heading {
    pub(super) title: String,
    pub(super) letter: Option<char>,
    pub(super) kind: Option<SectionKind>,
    pub(super) to: usize,
}

/// What a section under a heading is for.
pub(crate) fn kind_of(title: &str) -> Option<SectionKind> {
    let title = title.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| title.contains(word));
    match title.trim() {
        "wu" | "w/u" => return Some(SectionKind::Warmup),
        "cd" | "c/d" => return Some(SectionKind::Cooldown),
        _ => {}
    }
    if has(&[
        "cool",
        "cooldown",
        "warm down",
        "warmdown",
        "down regulation",
        "downregulation",
        "down-regulation",
    ]) {
        Some(SectionKind::Cooldown)
    } else if has(&["warm", "activation", "mobility", "prep", "primer", "priming", "stretch", "flexibility"])
    {
        Some(SectionKind::Warmup)
    } else if has(&["skill", "technique", "tech", "drill"]) {
        Some(SectionKind::Skill)
    } else {
        None
    }
}

/// `A)`, `B.`, `Part C:`: the letter and the place behind it.
pub(super) fn letter(t: Tokens<'_>) -> Option<(char, usize)> {
    let at = usize::from(t.one_of(0, &["part", "block", "section"]));
    // `(A) Back squat`
    if t.is_sign(0, '(') && t.is_sign(2, ')') && t.get(3).is_some() {
        let letter =
            t.word(1).chars().next().filter(|sign| ('a'..='f').contains(sign) && t.word(1).len() == 1)?;
        return Some((letter.to_ascii_uppercase(), 3));
    }
    // `II.`, `III)`: as the letters do.
    let roman = ["ii", "iii", "iv", "v", "vi"].iter().position(|roman| t.is(0, roman));
    if let Some(place) = roman.filter(|_| t.one_of(1, &[")", "."]) && t.get(2).is_some()) {
        let letter = char::from_digit(u32::try_from(place).ok()? + 11, 36)?;
        return Some((letter.to_ascii_uppercase(), 2));
    }
    let word = t.word(at);
    if at == 1
        && let Some(number) = count(t, 1).filter(|number| *number <= 9)
        && (t.get(2).is_none() || t.one_of(2, &[":", ")", ".", "-"]))
    {
        return Some((char::from_digit(number, 10)?, if t.get(2).is_none() { 2 } else { 3 }));
    }
    let mut signs = word.chars();
    let letter = signs.next().filter(char::is_ascii_lowercase)?;
    if signs.next().is_some() || letter > 'j' {
        return None;
    }
    let marked = t.one_of(at + 1, &[")", ".", ":", "|"]) || t.is_sign(at + 1, '-') && !t.glued(at + 1);
    let end = if marked { at + 2 } else { at + 1 };
    let end = if marked && t.one_of(end, &["-", ":"]) { end + 1 } else { end };
    let stands = marked || at == 1 || t.len() == 1 && matches!(t.raw(0, 1), "A" | "B" | "C" | "D");
    stands.then_some((letter.to_ascii_uppercase(), end))
}

/// `P1 -`, `Partner A:`, `Athlete 2:`: the place behind who it is.
pub(super) fn person(t: Tokens<'_>) -> Option<usize> {
    let end = if t.one_of(0, &["p1", "p2", "p3", "p4"]) {
        1
    } else if t.one_of(0, &["partner", "athlete", "person", "player", "member"])
        && t.one_of(1, &["a", "b", "c", "d", "1", "2", "3", "4", "one", "two"])
    {
        2
    } else {
        return None;
    };
    (t.one_of(end, &[":", "-", ")", "="]) && t.get(end + 1).is_some()).then_some(end + 1)
}

/// `A1)`, `B2.`: letter, number and the place behind.
pub(super) fn superset(t: Tokens<'_>) -> Option<(char, u32, usize)> {
    // `1a.`, `1b)`: the number says which superset.
    if let Some(number) = count(t, 0).filter(|number| *number <= 9)
        && t.one_of(1, &["a", "b", "c", "d", "e"])
        && t.glued(1)
        && t.one_of(2, &[")", ".", ":", "-"])
    {
        let letter = char::from_digit(number + 9, 36)?;
        return Some((letter.to_ascii_uppercase(), 1, 3));
    }
    let word = t.word(0);
    let mut signs = word.chars();
    let letter = signs.next().filter(|sign| ('a'..='h').contains(sign))?;
    let number: u32 = signs.as_str().parse().ok().filter(|number| (1..=9).contains(number))?;
    let marked = t.one_of(1, &[")", ".", ":", "-"]);
    if !marked && !t.is_word(1) && !t.is_number_like(1) {
        return None;
    }
    Some((letter.to_ascii_uppercase(), number, 1 + usize::from(marked)))
}

/// A heading by its words: the whole line, or up to a colon or dash.
pub(super) fn heading(t: Tokens<'_>, framed: bool, is_name: bool) -> Option<Heading> {
    let joins = ["rest", "then", "into", "or", "and", "directly", "straight", "immediately", "followed"];
    if t.one_of(0, &joins) {
        return None;
    }
    if let Some(end) = abbreviated(t) {
        let kind = match t.word(0) {
            "w" | "wu" | "wrm" | "act" | "prim" => Some(SectionKind::Warmup),
            "skl" | "skil" | "skll" => Some(SectionKind::Skill),
            "c" | "cd" => Some(SectionKind::Cooldown),
            word => kind_of(word),
        };
        return Some(Heading {
            title: t.raw(0, end).to_owned(),
            letter: None,
            kind,
            to: if t.get(end).is_some() { end + 1 } else { end },
        });
    }
    let mut at = 0;
    let mut core = false;
    let mut named_day = false;
    while at < t.len() && at < 7 {
        let word = t.word(at);
        let misspelt = word.len() >= 7
            && HEADINGS.iter().any(|known| known.len() >= 7 && crate::library::one_off(word, known));
        let main_set = at == 1 && t.is(0, "main") && matches!(word, "set" | "sets" | "event");
        if HEADINGS.binary_search(&word).is_ok() || misspelt || main_set {
            core = true;
        } else if super::dated::is_weekday(word) && at == 0 {
            named_day = true;
            core |= t.len() == 1;
        } else if BESIDE.binary_search(&word).is_err()
            || word == "-"
                && at > 0
                && !t.glued(at)
                && !(t.is_word(at + 1) && HEADINGS.binary_search(&t.word(at + 1)).is_ok())
        {
            break;
        }
        at += 1;
    }
    let closed = t.get(at).is_none()
        || t.is_sign(at, ':')
        || t.is_sign(at, '-') && !t.glued(at)
        || at > 0 && super::facts::duration(t, at).is_some_and(|(_, end)| t.get(end).is_none())
        || t.is_sign(at, '|')
        || t.is_sign(at, '(')
        || t.is_sign(at, '[')
        || t.is_sign(at, '!')
        || t.is(at, "with") && t.is_number_like(at + 1)
        || t.is_sign(at, '"') && t.is_sign(t.len().saturating_sub(1), '"')
        || t.is_sign(at, '.') && (t.len() == at + 1 || t.is_sign(at + 1, '.'));
    if core && closed && !is_name && !only_weak(t, at) {
        let dots = (at..t.len()).take_while(|place| t.is_sign(*place, '.')).count();
        let end = if t.one_of(at, &[":", "-", "|", "with"]) { at + 1 } else { at + dots };
        let title = t.raw(0, at).trim().to_owned();
        return Some(Heading { kind: kind_of(&title), title, letter: None, to: end });
    }
    let capital = shouts(t);
    let unnumbered = without_number(t, PERIODS);
    let digits = unnumbered.list.iter().any(|token| matches!(token.kind, Kind::Number(_) | Kind::Time(_)));
    let words = t.list.iter().filter(|token| token.kind == Kind::Word).count();
    let shown = (framed || capital) && !digits && !is_name && (1..=6).contains(&words);
    if shown && !super::facts::facts(t).0.is_format() || named_day && words <= 5 && !is_name {
        let end = t.len();
        let last = if t.is_sign(end.saturating_sub(1), ':') { end - 1 } else { end };
        let title = t.raw(0, last).trim().to_owned();
        return Some(Heading { kind: kind_of(&title), title, letter: None, to: end });
    }
    None
}

/// Words that say which day it is, on a line of their own.
pub(super) const PERIODS: &[&str] = &["day", "week", "wk", "phase", "cycle", "month", "session"];

/// `ZONE 2`, `BLOCK 1:` without its number; a line that ends otherwise as it is. What is counted otherwise keeps its own.
pub(super) fn without_number<'a>(t: Tokens<'a>, others: &[&str]) -> Tokens<'a> {
    const COUNTED: &[&str] = &[
        "round", "rounds", "set", "sets", "min", "minute", "station", "interval", "amrap", "emom", "every",
        "rm", "x", "for", "in", "of", "cap", "tabata", "page",
    ];
    let end = if t.is_sign(t.len().saturating_sub(1), ':') { t.len() - 1 } else { t.len() };
    let Some(at) = end.checked_sub(1).filter(|at| *at > 0) else { return t };
    let number = t.number(at).is_some_and(|number| (1.0..=12.0).contains(&number) && number.fract() == 0.0);
    let behind =
        t.is_word(at - 1) && !t.glued(at) && !COUNTED.contains(&t.word(at - 1)) && !t.one_of(at - 1, others);
    if number && behind { t.slice(0, at) } else { t }
}

/// `Event 1`, `Block 2 - legs`, `Piece 3: row`: the place behind the number.
pub(super) fn numbered(t: Tokens<'_>) -> Option<usize> {
    const OF: &[&str] = &[
        "block", "day", "event", "part", "piece", "round", "section", "segment", "set", "skill", "stage",
        "station", "test", "wod", "workout",
    ];
    let number = t.number(1).filter(|number| (1.0..=12.0).contains(number) && number.fract() == 0.0);
    let behind = t.get(2).is_none() || t.one_of(2, &[":", "-", ".", ")", "|", "of"]);
    (OF.contains(&t.word(0)) && number.is_some() && behind).then_some(2)
}

/// Whether a word that makes headings stands in the line.
pub(super) fn headed(t: Tokens<'_>) -> bool {
    (0..t.len()).any(|at| HEADINGS.binary_search(&t.word(at)).is_ok()) || abbreviated(t).is_some()
}

/// Headings cut short.
const SHORT: &[&str] = &[
    "acc", "accy", "act", "cd", "cond", "cool", "eng", "fin", "gym", "gymn", "met", "mob", "mtcn", "oly",
    "prep", "prim", "skil", "skl", "skll", "str", "stren", "streng", "strg", "strgth", "strn", "tech", "wl",
    "wod", "wrm", "wu",
];

/// `W/U`, `C/D`, `STR`, `MET`, `ACC`: the place behind it, where nothing or a colon follows.
fn abbreviated(t: Tokens<'_>) -> Option<usize> {
    let slashed = t.phrase(0, &["w", "/", "u"]) || t.phrase(0, &["c", "/", "d"]);
    let end = if slashed {
        3
    } else if t.one_of(0, SHORT) {
        1
    } else {
        return None;
    };
    let dashed = t.one_of(end, &["-", "|", "=", "/"]) && !t.glued(end) && t.get(end + 1).is_some();
    (t.get(end).is_none() || t.is_sign(end, ':') || dashed).then_some(end)
}

/// Words that make a heading only together with another.
fn only_weak(t: Tokens<'_>, end: usize) -> bool {
    (0..end).all(|at| {
        t.one_of(
            at,
            &[
                "work", "movement", "power", "barbell", "a", "b", "c", "the", "up", "down", "and", "of", "1",
                "2", "3", "rest", "in", "post", "pre", "cool", "extra",
            ],
        )
    }) && !(0..end).any(|at| {
        t.is(at, "extra") && t.is(at + 1, "work")
            || t.is(at, "cool") && t.is(at + 1, "down")
            || t.is(at, "post")
            || t.is(at, "pre")
    })
}

/// Whether a line is in capitals, by its words of more than one letter.
pub(super) fn shouts(t: Tokens<'_>) -> bool {
    let mut letters = 0;
    for at in 0..t.len() {
        if t.is_word(at) {
            let raw = t.raw(at, at + 1);
            if raw.chars().any(|sign| sign.is_ascii_lowercase()) {
                return false;
            }
            letters += raw.chars().filter(char::is_ascii_uppercase).count();
        }
    }
    letters >= 4
}

/// `Goal:`, `Stimulus -`, `Score is ...`: the kind, and the place behind the label.
pub(super) fn remark(t: Tokens<'_>) -> Option<(NoteKind, usize)> {
    if t.phrase(0, &["your", "score"]) || t.phrase(0, &["the", "score"]) || t.phrase(0, &["final", "score"]) {
        return Some((NoteKind::Score, 2));
    }
    if t.is(0, "ps") && t.is_sign(1, ':') && t.is_word(2) || t.phrase(0, &["p", ".", "s"]) {
        return Some((NoteKind::Text, 1));
    }
    let (kind, at) = match t.word(0) {
        "time" | "target" | "expected" | "goal" if t.one_of(1, &["domain", "range"]) => (NoteKind::Goal, 1),
        "goal" | "goals" | "aim" | "intention" | "intent" => (NoteKind::Goal, 1),
        "target" | "targets" if t.one_of(1, &[":", "-", "time", "score", "is", "sub"]) => (NoteKind::Goal, 1),
        "target" if t.is_number_like(1) => return Some((NoteKind::Goal, 1)),
        "stimulus" | "intensity" | "feel" => (NoteKind::Stimulus, 1),
        "workout" | "intended" | "desired" if t.one_of(1, &["goal", "stimulus"]) => (NoteKind::Stimulus, 2),
        "score" | "scoring" | "result" | "record" | "log" => (NoteKind::Score, 1),
        "note" | "notes" | "coach" | "coaches" | "coach's" | "cues" | "focus" | "tip" | "tips"
        | "scaling" | "strategy" | "equipment" | "reminder" | "logistics" | "points" => (NoteKind::Text, 1),
        _ => return None,
    };
    let marked = t.one_of(at, &[":", "-", "="])
        || t.one_of(at, &["is", "notes", "note", "options", "time", "your", "total", "on"])
        || matches!(kind, NoteKind::Score | NoteKind::Stimulus);
    marked.then_some((kind, at))
}
