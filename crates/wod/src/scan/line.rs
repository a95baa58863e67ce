//! Lines of tokens: decoration taken off, wrapped lines joined.

use super::token::{Kind, Token, tokens};
use super::{Normal, Tokens};

/// The most tokens of a line. A longer one, which nobody writes, is read in pieces, so that no line takes long.
const TOKENS: usize = 150;

/// The longest line that is joined with the next, in bytes.
const JOINED: usize = 400;

/// A line of the text.
#[derive(Debug, Clone, Default)]
pub(crate) struct Line {
    /// Bytes of the normal text, blanks at the ends left out.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Its tokens without decoration: from, to.
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// Began with a list mark.
    pub(crate) bullet: bool,
    /// Began with a footnote's star.
    pub(crate) starred: bool,
    /// Stood between dashes or in markdown's bold or heading marks.
    pub(crate) framed: bool,
    /// Began with a picture.
    pub(crate) picture: bool,
    /// An empty line stood before.
    pub(crate) blank_before: bool,
}

/// The lines that are not blank, and all tokens.
pub(crate) fn lines(normal: &Normal) -> (Vec<Line>, Vec<Token>) {
    let mut list: Vec<Token> = Vec::with_capacity(normal.lower.len() / 3 + 8);
    let mut lines: Vec<Line> = Vec::new();
    let star_bullets = stars_are_bullets(&normal.lower);
    let mut start = 0;
    let mut blank = false;
    for piece in normal.lower.split('\n') {
        let end = start + piece.len();
        let inner = start + (piece.len() - piece.trim_start().len());
        let close = start + piece.trim_end().len();
        start = end + 1;
        if inner >= close {
            blank = true;
            continue;
        }
        let from = list.len();
        tokens(&normal.lower, inner, close, &mut list);
        let to = list.len();
        number_words(&normal.lower, &mut list, from);
        if !blank && joins(normal, lines.last(), &list, (from, to)) {
            if let Some(last) = lines.last_mut() {
                last.end = close;
                last.to = to;
            }
            continue;
        }
        let mut line = Line { start: inner, end: close, from, to, blank_before: blank, ..Line::default() };
        blank = false;
        undecorate(&mut line, &list, star_bullets);
        pieces(line, &list, &mut lines);
    }
    (lines, list)
}

/// A line as it is, or a very long one in pieces.
fn pieces(mut line: Line, list: &[Token], into: &mut Vec<Line>) {
    while line.to - line.from > TOKENS {
        let cut = line.from + TOKENS;
        let start = list.get(cut).map_or(line.end, |token| token.start);
        let end = list.get(cut - 1).map_or(line.end, |token| token.end);
        into.push(Line { end, to: cut, ..line.clone() });
        line = Line { start, from: cut, blank_before: false, ..line };
    }
    into.push(line);
}

/// `Three rounds` as `3 rounds`.
fn number_words(lower: &str, list: &mut [Token], from: usize) {
    const WORDS: &[(&str, f64)] = &[
        ("one", 1.0),
        ("two", 2.0),
        ("three", 3.0),
        ("four", 4.0),
        ("five", 5.0),
        ("six", 6.0),
        ("seven", 7.0),
        ("eight", 8.0),
        ("nine", 9.0),
        ("ten", 10.0),
        ("eleven", 11.0),
        ("twelve", 12.0),
        ("thirteen", 13.0),
        ("fourteen", 14.0),
        ("fifteen", 15.0),
        ("sixteen", 16.0),
        ("seventeen", 17.0),
        ("eighteen", 18.0),
        ("twenty", 20.0),
        ("thirty", 30.0),
        ("forty", 40.0),
        ("fifty", 50.0),
    ];
    const COUNTED: &[&str] = &[
        "round", "rounds", "set", "sets", "rep", "reps", "minute", "minutes", "min", "mins", "second",
        "seconds", "sec", "mile", "miles", "times", "rds", "rft",
    ];
    let text = |token: &Token| lower.get(token.start..token.end).unwrap_or("");
    for at in from..list.len() {
        let next = list.get(at + 1).map_or("", text);
        let between =
            matches!(next, "-" | "easy" | "full" | "total" | "quality" | "quick" | "light" | "more");
        let after = if between { list.get(at + 2).map_or("", text) } else { next };
        // `sets of five`, `a heavy five`
        let behind = |by: usize| {
            at.checked_sub(by).filter(|last| *last >= from).and_then(|last| list.get(last)).map_or("", text)
        };
        let (before, further) = (behind(1), behind(2));
        let ends = at + 1 == list.len() || matches!(next, ":" | "." | "," | "-" | ")");
        let said = before == "of" && matches!(further, "sets" | "rounds" | "set")
            || before == "heavy" && at > from + 1;
        let counts = COUNTED.contains(&after) || said && ends;
        if !counts {
            continue;
        }
        if let Some(token) = list.get_mut(at)
            && token.kind == Kind::Word
            && let Some((_, value)) =
                WORDS.iter().find(|(word, _)| *word == lower.get(token.start..token.end).unwrap_or(""))
        {
            token.kind = Kind::Number(*value);
        }
    }
}

/// Stars with a blank behind them are list marks where several lines have them and no word is marked with one.
fn stars_are_bullets(lower: &str) -> bool {
    let spaced = lower.split('\n').filter(|line| line.trim_start().starts_with("* ")).count();
    // A line in bold ends with stars and marks nothing.
    let marks = |line: &str| {
        let line = line.trim();
        line.ends_with('*') && !line.trim_start_matches(['#', '-', '>', ' ']).starts_with('*')
    };
    // One star among other list marks, before a number.
    let among = || {
        let lines: Vec<&str> = lower.split('\n').map(str::trim).collect();
        lines.iter().enumerate().any(|(at, line)| {
            let mut block = lines.iter().take(at).rev().take(3).take_while(|above| !above.is_empty());
            let marked = block.any(|above| above.starts_with(['-', '\u{2013}', '\u{2022}']));
            marked
                && line
                    .strip_prefix("* ")
                    .is_some_and(|rest| rest.starts_with(|sign: char| sign.is_ascii_digit()))
                && !line.contains("after")
                && !line.contains("each round")
        })
    };
    (spaced > 1 || spaced == 1 && among())
        && !lower.split('\n').any(|line| marks(line) || line.contains("*)"))
}

/// Takes list marks, footnote stars and frames off a line's ends.
fn undecorate(line: &mut Line, list: &[Token], star_bullets: bool) {
    let sign = |at: usize| match list.get(at).map(|token| token.kind) {
        Some(Kind::Sign(sign)) => sign,
        _ => '\0',
    };
    while line.from < line.to && sign(line.from) == super::PICTURE {
        line.picture = true;
        line.from += 1;
    }
    let (mut dashes, mut stars, mut hashes) = (0, 0, 0);
    while line.from < line.to {
        match sign(line.from) {
            '-' | '_' | '=' | '>' | '~' => dashes += 1,
            '*' => stars += 1,
            '#' => hashes += 1,
            _ => break,
        }
        line.from += 1;
    }
    let mut closing = 0;
    let closes =
        |sign: char| matches!(sign, '-' | '_' | '=' | '*' | '~') || matches!(sign, '<' | '>') && dashes > 0;
    while line.to > line.from && closes(sign(line.to - 1)) {
        // A star behind a word marks it, unless stars stand before the line too.
        if sign(line.to - 1) == '*' && stars == 0 {
            break;
        }
        closing += 1;
        line.to -= 1;
    }
    if dashes + stars + hashes + closing == 0 {
        closing = framed(line, list);
        dashes += closing;
    }
    // `[Warm Up]` stands in a frame; `[12 min cap]` does too, and is read all the same.
    let boxed = line.to > line.from + 2
        && sign(line.from) == '['
        && sign(line.to - 1) == ']'
        && !(line.from + 1..line.to - 1).any(|at| matches!(sign(at), '[' | ']'));
    if boxed {
        line.from += 1;
        line.to -= 1;
        closing += 1;
        dashes += 1;
    }
    line.framed = hashes > 0 || closing > 0 && dashes + stars > 0;
    line.starred = stars > 0 && closing == 0 && !(star_bullets && stars == 1);
    line.bullet = (dashes > 0 || stars > 0 && !line.starred) && !line.framed;
}

/// `// WARM UP //`, `<< Metcon >>`, `| Strength |`: takes off signs that stand at both ends, and says how many.
fn framed(line: &mut Line, list: &[Token]) -> usize {
    let sign = |at: usize| match list.get(at).map(|token| token.kind) {
        Some(Kind::Sign(sign)) => sign,
        _ => '\0',
    };
    let frame = |sign: char| matches!(sign, '/' | '|' | '<' | '>' | '+' | ':' | '{' | '}' | '!' | '^' | '\\');
    let from = (line.from..line.to).take_while(|at| frame(sign(*at))).count();
    let to = (line.from..line.to).rev().take_while(|at| frame(sign(*at))).count();
    let rest = line.from + from..line.to.saturating_sub(to);
    // A row of a table has more of them inside.
    let row = sign(line.from) == '|' && rest.clone().any(|at| sign(at) == '|');
    if from == 0 || to == 0 || rest.is_empty() || row {
        return 0;
    }
    line.from += from;
    line.to -= to;
    to
}

/// Whether a line goes on with the next: inside a parenthesis, behind a joining word, between a number and its unit.
fn joins(normal: &Normal, last: Option<&Line>, list: &[Token], next: (usize, usize)) -> bool {
    let Some(last) = last else { return false };
    if last.end - last.start > JOINED {
        return false;
    }
    let all = Tokens { lower: &normal.lower, text: &normal.text, list };
    let (before, after) = (all.slice(last.from, last.to), all.slice(next.0, next.1));
    let count = |tokens: Tokens<'_>, sign: char| {
        tokens.list.iter().filter(|one| one.kind == Kind::Sign(sign)).count()
    };
    if count(before, '(') > count(before, ')') && count(after, ')') > count(after, '(') && after.len() < 12 {
        return true;
    }
    let end = before.len().saturating_sub(1);
    if before.len() > 1
        && (before.one_of(end, &["or", "and", "&"]) || before.is_sign(end, '+') && !before.glued(end))
    {
        return !after.is_sign(0, '-') && !after.is_sign(0, '*');
    }
    // `... instead of the toes`, below it `to bars`
    if before.one_of(end, &["toes", "knees", "chest"]) && after.is(0, "to") && after.len() < 8 {
        return true;
    }
    before.number(end).is_some()
        && before.len() > 1
        && after.one_of(0, &["kg", "kgs", "lb", "lbs", "cm", "pood"])
}
