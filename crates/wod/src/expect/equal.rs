//! When two readings say the same, and which belong together.

use super::tree::{TreeSection, TreeStep};
use super::words;
use crate::model::{Load, Reps, Scheme};

pub(super) fn plain(text: &str) -> String {
    text.chars().filter(|sign| sign.is_alphanumeric()).collect::<String>().to_lowercase()
}

pub(super) fn names(expected: &TreeStep, read: &TreeStep) -> bool {
    if expected.known != read.known {
        return false;
    }
    if expected.known {
        return expected.name == read.name;
    }
    let (one, other) = (plain(&expected.name), plain(&read.name));
    one.contains(&other) || other.contains(&one)
}

/// Whether two counts say the same, each in its section.
pub(super) fn counts(expected: &TreeStep, read: &TreeStep, one: &TreeSection, other: &TreeSection) -> bool {
    match (&expected.reps, &read.reps) {
        (None, _) => true,
        (Some(_), None) => false,
        // Where the clock ends the work, no count is as many as possible.
        (Some(Reps::Unspecified), Some(Reps::Max { unit: None, seconds: None })) => true,
        (Some(Reps::Max { unit, seconds: None }), Some(Reps::Max { unit: own, .. })) => {
            unit == own || unit.is_none()
        }
        (Some(Reps::Duration { amount }), Some(Reps::Max { seconds: Some(seconds), .. })) => {
            (amount.largest() - seconds).abs() < 0.5
        }
        (Some(a), Some(b)) => words::reps(&spread(a, one)) == words::reps(&spread(b, other)),
    }
}

/// A section's list in place of a reference to it; a list of equal numbers as one number.
fn spread(reps: &Reps, section: &TreeSection) -> Reps {
    let mut reps = reps.clone();
    if let (Reps::Scheme { values, .. }, Scheme::ForTime { rep_scheme, .. }) = (&mut reps, &section.scheme)
        && values.is_empty()
    {
        values.clone_from(rep_scheme);
    }
    if let (Reps::Scheme { values, unit: None }, Scheme::Sets { .. }) = (&reps, &section.scheme)
        && let Some(first) = values.first()
        && values.iter().all(|value| value == first)
    {
        return Reps::fixed(*first);
    }
    reps
}

/// Whether two loads say the same, each for its movement.
pub(super) fn loads(expected: &TreeStep, read: &TreeStep) -> bool {
    let own = |step: &TreeStep| {
        step.load.as_ref().map(|load| words::load(&simple(load, &step.name)).to_lowercase())
    };
    own(expected) == own(read)
}

/// A percentage of the movement's own lift without naming it; one load where all sets have the same.
fn simple(load: &Load, name: &str) -> Load {
    match load.clone() {
        Load::PercentOneRm { amount, exercise, .. } => {
            Load::PercentOneRm { amount, exercise: exercise.filter(|lift| lift != name), bound: None }
        }
        Load::PercentReference { amount, mut reference, .. } => {
            reference.exercise = reference.exercise.filter(|lift| lift != name);
            Load::PercentReference { amount, reference, bound: None }
        }
        Load::PerSet { sets } => {
            let sets: Vec<Load> = sets.iter().map(|load| simple(load, name)).collect();
            match sets.first() {
                Some(first) if sets.iter().all(|load| load == first) => first.clone(),
                _ => Load::PerSet { sets },
            }
        }
        other => other,
    }
}

/// Whether two schemes say the same: a total and a number of times are one.
pub(super) fn schemes(expected: &Scheme, read: &Scheme) -> bool {
    let total = |every: f64, total: Option<f64>, rounds: Option<u32>| {
        total.or(rounds.map(|rounds| every * f64::from(rounds)))
    };
    match (expected, read) {
        (
            Scheme::Emom { interval_seconds: a, total_seconds: t, rounds: r },
            Scheme::Emom { interval_seconds: b, total_seconds: u, rounds: s },
        ) => a == b && total(*a, *t, *r) == total(*b, *u, *s),
        (
            Scheme::Interval { interval_seconds: a, interval_seconds_max: m, rounds: r, total_seconds: t },
            Scheme::Interval { interval_seconds: b, interval_seconds_max: n, rounds: s, total_seconds: u },
        ) => a == b && m == n && total(*a, *t, *r) == total(*b, *u, *s),
        (Scheme::ForTime { rounds: r, rep_scheme: a }, Scheme::ForTime { rounds: s, rep_scheme: b }) => {
            a == b && (r == s || !a.is_empty() || r.unwrap_or(1) == s.unwrap_or(1))
        }
        (one, other) => one == other,
    }
}

pub(super) fn alike(one: &TreeSection, other: &TreeSection) -> usize {
    let shared = one.steps.iter().filter(|step| other.steps.iter().any(|own| own.name == step.name)).count();
    shared * 2
        + usize::from(schemes(&one.scheme, &other.scheme))
        + usize::from(std::mem::discriminant(&one.scheme) == std::mem::discriminant(&other.scheme))
}

/// The best pairs in order: those that fit most together; what fits nowhere stands alone.
pub(super) fn align<T>(
    one: &[T],
    other: &[T],
    score: impl Fn(&T, &T) -> usize,
) -> Vec<(Option<usize>, Option<usize>)> {
    let (rows, columns) = (one.len(), other.len());
    let mut best = vec![vec![0_usize; columns + 1]; rows + 1];
    let at = |table: &[Vec<usize>], row: usize, column: usize| {
        table.get(row).and_then(|row| row.get(column)).copied().unwrap_or(0)
    };
    let value = |row: usize, column: usize| match (one.get(row), other.get(column)) {
        // One more than the score, so that a poor pair is better than two orphans.
        (Some(one), Some(other)) => score(one, other) * 4 + 1,
        _ => 0,
    };
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            let paired = at(&best, row + 1, column + 1) + value(row, column);
            let skipped = at(&best, row + 1, column).max(at(&best, row, column + 1));
            if let Some(place) = best.get_mut(row).and_then(|row| row.get_mut(column)) {
                *place = paired.max(skipped);
            }
        }
    }
    let (mut row, mut column, mut pairs) = (0, 0, Vec::new());
    while row < rows || column < columns {
        let here = at(&best, row, column);
        if row < rows && column < columns && here == at(&best, row + 1, column + 1) + value(row, column) {
            pairs.push((Some(row), Some(column)));
            row += 1;
            column += 1;
        } else if row < rows && (column >= columns || here == at(&best, row + 1, column)) {
            pairs.push((Some(row), None));
            row += 1;
        } else {
            pairs.push((None, Some(column)));
            column += 1;
        }
    }
    pairs
}
