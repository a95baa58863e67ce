//! Running, rowing and the like: distances that do not say which.

use super::builder::Builder;
use crate::model::Reps;
use crate::read::{Phrase, Read, What};

/// Forms of a sport that nobody does a distance of without naming them.
const DRILLS: &[&str] =
    &["High Knees", "Butt Kicks", "Double-Under", "Single-Under", "Jumping Jack", "Shuttle Run"];

/// `800 m hard, 400 m jog`: a distance without a name is of the sport that the line names, or of the one named last.
pub(super) fn line_sport(builder: &Builder<'_>, mut list: Vec<Phrase>) -> Vec<Phrase> {
    let far = |phrase: &Phrase| {
        !phrase.named() && phrase.implement.is_none() && matches!(phrase.reps, Some(Reps::Distance { .. }))
    };
    let first = list.iter().find(|phrase| is_sport(builder, phrase)).cloned();
    let walks = first.as_ref().is_some_and(|phrase| named(builder, phrase) == "Walk");
    let before = builder.sport.clone().or_else(|| builder.only_sport.clone());
    let first = if walks { before.clone().or(first) } else { first };
    let idle = |phrase: &Phrase| {
        !phrase.measured() && (phrase.exercise.is_none() || DRILLS.contains(&named(builder, phrase)))
    };
    let only = list.len() > 1
        && list.iter().all(|phrase| {
            phrase.alternatives.is_empty() && (far(phrase) || is_sport(builder, phrase) || idle(phrase))
        });
    let Some(sport) = first.or(before).filter(|_| only) else { return list };
    for phrase in list.iter_mut().filter(|phrase| far(phrase)) {
        phrase.mention.clone_from(&sport.mention);
        phrase.exercise = sport.exercise;
        phrase.confidence = sport.confidence;
        phrase.exact = true;
    }
    if list.iter().any(Phrase::measured) {
        list.retain(|phrase| !idle(phrase));
    }
    list
}

fn named<'a>(builder: &Builder<'a>, phrase: &Phrase) -> &'a str {
    phrase.exercise.and_then(|at| builder.setting.library.exercise(at)).map_or("", |found| &found.name)
}

/// Whether a movement is running, rowing or the like.
pub(super) fn is_sport(builder: &Builder<'_>, phrase: &Phrase) -> bool {
    let exercise = phrase.exercise.and_then(|at| builder.setting.library.exercise(at));
    phrase.certain()
        && exercise.is_some_and(|found| {
            found.family == crate::library::Family::Monostructural && !DRILLS.contains(&found.name.as_str())
        })
}

/// `4 x 800 m` with no name goes on with the sport that was named last.
pub(super) fn same_sport(builder: &mut Builder<'_>, list: &[Phrase], line: &Read) {
    if let Some(phrase) = list.iter().rev().find(|phrase| is_sport(builder, phrase)) {
        builder.sport = Some(Phrase {
            mention: phrase.mention.clone(),
            exercise: phrase.exercise,
            confidence: phrase.confidence,
            exact: true,
            ..Phrase::default()
        });
        return;
    }
    let bare =
        matches!(list, [phrase] if !phrase.named() && matches!(phrase.reps, Some(Reps::Distance { .. })));
    let Some(sport) = builder.sport.clone().filter(|_| bare) else { return };
    let section = builder.open(line);
    if section.works() == 0 && section.pending.is_empty() {
        section.pending = vec![sport];
    }
}

impl Builder<'_> {
    /// The one sport that the text names, for distances before its name; none where it names several.
    pub(super) fn only_sport(&self, lines: &[Read]) -> Option<Phrase> {
        let mut found: Option<Phrase> = None;
        for item in lines.iter().flat_map(|line| &line.items) {
            let What::Phrases(list) = &item.what else { continue };
            for phrase in list
                .iter()
                .filter(|phrase| is_sport(self, phrase) && !phrase.mention.eq_ignore_ascii_case("walk"))
            {
                match &found {
                    Some(known) if known.exercise != phrase.exercise => return None,
                    _ => {
                        found = Some(Phrase {
                            mention: phrase.mention.clone(),
                            exercise: phrase.exercise,
                            confidence: phrase.confidence,
                            exact: true,
                            ..Phrase::default()
                        });
                    }
                }
            }
        }
        found
    }
}
