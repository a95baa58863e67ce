//! Tables: one column for each level, or one for the names and others for sets, counts and loads.

use super::facts::Facts;
use super::item::{Read, What};
use super::level_label::level_code;
use super::phrase::{Phrase, Setting};
use super::split::phrases;
use crate::model::{Amount, Between, Code, Load, Reps, Rest, RestKind, SpanKind};
use crate::scan::{Kind, Line, Token, Tokens};

/// The most columns that are read.
const COLUMNS: usize = 8;

/// What a column is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Name,
    Sets,
    Count,
    Load,
    Rest,
    Tempo,
    Other,
}

enum Head {
    Levels(usize),
    Work(Vec<Column>),
}

/// Reads tables again, row by row.
pub(super) fn tables(lines: &[Line], read: &mut [Read], all: Tokens<'_>, setting: Setting<'_>) {
    let mut open: Option<Head> = None;
    for (line, read) in lines.iter().zip(read) {
        let t = all.slice(line.from, line.to);
        let cells = cells(t);
        // A sentence between the rows ends no table.
        if cells.len() < 2 {
            if !read.is_prose() || line.blank_before {
                open = None;
            }
            continue;
        }
        if line.blank_before {
            open = None;
        }
        let rule =
            !t.list.iter().any(|token| matches!(token.kind, Kind::Word | Kind::Number(_) | Kind::Time(_)));
        match &open {
            Some(_) if rule => set(read, What::Ignored, SpanKind::Ignored),
            Some(Head::Levels(count)) => {
                let row = cells.iter().take(*count).map(|cell| phrases(*cell, setting)).collect();
                set(read, What::Row(row), SpanKind::Movement);
            }
            Some(Head::Work(columns)) => row(read, &cells, columns, setting),
            None => open = head(read, &cells),
        }
    }
}

/// The cells of a line; one or none where it is no row.
fn cells(t: Tokens<'_>) -> Vec<Tokens<'_>> {
    let bars: Vec<usize> = (0..t.len()).filter(|at| t.is_sign(*at, '|')).take(COLUMNS + 2).collect();
    let mut cells = Vec::new();
    let mut from = 0;
    for bar in bars.iter().copied().chain([t.len()]) {
        let edge = from == 0 && bar == 0 || bar == t.len() && from >= t.len();
        if !edge {
            cells.push(t.slice(from, bar));
        }
        from = bar + 1;
    }
    cells
}

fn set(read: &mut Read, what: What, kind: SpanKind) {
    read.items.truncate(1);
    if let Some(first) = read.items.first_mut() {
        first.what = what;
        first.kind = kind;
    }
}

/// The first row, where it names levels or columns.
fn head(read: &mut Read, cells: &[Tokens<'_>]) -> Option<Head> {
    let levels: Vec<(String, String)> = cells
        .iter()
        .filter_map(|cell| {
            let (code, end) = level_code(*cell, 0)?;
            (cell.slice(end, cell.len()).list.iter().all(|token| token.kind != Kind::Word))
                .then(|| (code, cell.raw(0, cell.len()).to_owned()))
        })
        .collect();
    if levels.len() == cells.len() {
        let count = levels.len();
        set(read, What::Columns(levels), SpanKind::Level);
        return Some(Head::Levels(count));
    }
    let columns: Vec<Column> = cells.iter().map(|cell| column(*cell)).collect();
    let known = columns.iter().filter(|column| **column != Column::Other).count();
    if columns.contains(&Column::Name) && known > 1 {
        set(read, What::Ignored, SpanKind::Ignored);
        return Some(Head::Work(columns));
    }
    None
}

fn t_has(cell: Tokens<'_>, word: &str) -> bool {
    (0..cell.len()).any(|at| cell.is(at, word))
}

fn column(cell: Tokens<'_>) -> Column {
    let both = t_has(cell, "sets") && (t_has(cell, "reps") || t_has(cell, "rep"));
    match cell.word(0) {
        _ if both => Column::Count,
        "scheme" | "volume" | "dose" | "prescription" => Column::Count,
        "movement" | "exercise" | "lift" | "name" | "movements" | "exercises" | "what" => Column::Name,
        "sets" | "set" | "rounds" => Column::Sets,
        "reps" | "rep" | "count" | "amount" | "time" | "distance" | "work" => Column::Count,
        "load" | "weight" | "%" | "intensity" | "kg" | "lb" | "lbs" | "rx" | "percent" | "rpe" => {
            Column::Load
        }
        "rest" => Column::Rest,
        "tempo" => Column::Tempo,
        _ => Column::Other,
    }
}

/// One row of a table of work: a movement with its own sets.
fn row(read: &mut Read, cells: &[Tokens<'_>], columns: &[Column], setting: Setting<'_>) {
    let of = |asked: Column| {
        let mut found = columns.iter().zip(cells).filter(|(column, _)| **column == asked);
        found.next().map(|(_, cell)| *cell).filter(|cell| cell.len() > 0)
    };
    let Some(name) = of(Column::Name) else { return };
    // The count stands before the name, as it would on a line.
    let mut tokens: Vec<Token> = of(Column::Count).map(|cell| cell.list.to_vec()).unwrap_or_default();
    tokens.extend(
        name.list.iter().enumerate().map(|(at, token)| Token { glued: at > 0 && token.glued, ..*token }),
    );
    let mut list = phrases(Tokens { list: &tokens, ..name }, setting);
    let Some(phrase) = list.first_mut() else { return };
    if let Some(sets) = of(Column::Sets) {
        phrase.sets = super::facts::count(sets, 0).or(phrase.sets);
    }
    if let Some(load) = of(Column::Load) {
        take_load(phrase, load, setting);
    }
    if let Some((code, _)) = of(Column::Tempo).and_then(|cell| super::tempo::tempo_code(cell, 0)) {
        phrase.tempo = Some(code);
    }
    let start = read.start;
    set(read, What::Phrases(list), SpanKind::Movement);
    if let Some((seconds, _)) = of(Column::Rest).and_then(|cell| super::facts::duration(cell, 0)) {
        let rest =
            Rest { kind: RestKind::Timed, seconds: Some(Amount::one(seconds)), between: Some(Between::Sets) };
        let found = Facts { rest: vec![rest], ..Facts::default() };
        let what = What::Facts(Box::new(found));
        read.items.push(super::item::Item { what, kind: SpanKind::Rest, start });
    }
}

/// A cell with a weight, a percentage or an effort.
fn take_load(phrase: &mut Phrase, cell: Tokens<'_>, setting: Setting<'_>) {
    let Some(found) = phrases(cell, setting).into_iter().next() else { return };
    phrase.effort = phrase.effort.or(found.effort);
    phrase.load = found.load.or_else(|| match found.reps {
        Some(Reps::Fixed { amount, .. }) => {
            phrase.codes.push(Code::UnitAssumed);
            Some(Load::Absolute { amount, unit: setting.unit, implement_count: None })
        }
        _ => phrase.load.take(),
    });
}
