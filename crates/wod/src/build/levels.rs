//! Levels: what they change, movement by movement.

use super::draft::{LevelDraft, Step};
use super::spec;
use crate::library::{Exercise, Parameter};
use crate::model::{Code, Level, LevelMode, Movement, Override, Scheme};
use crate::read::{Facts, Implement, Phrase, Setting};

/// What a level's alignment needs to know of its section.
pub(super) struct Base<'a> {
    pub(super) steps: &'a [Step],
    /// Keys of the steps' movements, in the same order.
    pub(super) keys: &'a [String],
    pub(super) setting: Setting<'a>,
}

/// A level with its codes. Movements it adds are made by the caller's function.
pub(super) fn level(
    draft: &LevelDraft,
    base: &Base<'_>,
    scheme: Option<Scheme>,
    make: &mut dyn FnMut(&Phrase) -> Movement,
) -> (Level, Vec<Code>) {
    let mut codes = Vec::new();
    let mut lines = split_loads(&draft.lines, base);
    divisions(draft, &mut lines);
    let mut level = Level {
        code: draft.code.clone(),
        label: draft.label.clone(),
        mode: LevelMode::Note,
        overrides: Vec::new(),
        added: Vec::new(),
        scheme: None,
        time_cap_seconds: draft.facts.as_ref().and_then(|facts| facts.cap),
        note: (!draft.notes.is_empty()).then(|| draft.notes.join("\n")),
    };
    if draft.is_base {
        level.mode = LevelMode::Restated;
        return (level, codes);
    }
    level.scheme = scheme;
    let own_list = draft.facts.as_ref().filter(|facts| !facts.list.is_empty());
    if lines.is_empty() {
        if level.scheme.is_none() && level.time_cap_seconds.is_none() {
            codes.push(Code::LevelUnparsed);
        }
        if let Some(facts) = own_list {
            list_only(&mut level, facts, base);
        }
        return (level, codes);
    }
    let works: Vec<usize> =
        (0..base.steps.len()).filter(|at| base.steps.get(*at).is_some_and(|step| !step.is_rest())).collect();
    let named = lines.iter().filter(|line| line.named()).count();
    let restated = !draft.inline && named == lines.len() && lines.len() == works.len();
    level.mode = if restated { LevelMode::Restated } else { LevelMode::Overrides };
    if !restated && !draft.inline && named == lines.len() && lines.len() > works.len() {
        codes.push(Code::LevelCountDiffers);
    }
    let mut free = works.clone();
    let mut placed: Vec<Option<usize>> = vec![None; lines.len()];
    place_said(&lines, &mut placed, &mut free, base);
    place_named(&lines, &mut placed, &mut free, base);
    if restated {
        in_order(&mut placed, &mut free);
    } else {
        place_rest(&lines, &mut placed, (&mut free, &works), base);
    }
    for (line, place) in lines.iter().zip(&placed) {
        match place {
            Some(at) => overrides(&mut level, line, (*at, own_list), base),
            None if line.named() && line.reps.is_some() => level.added.push(make(line)),
            None => codes.push(Code::LevelPartial),
        }
    }
    of_each(&mut level, (&lines, &placed), base);
    bars(&mut level, &lines, &placed, base);
    if !restated {
        repeated(&mut level, &placed, base);
    }
    if let Some(facts) = own_list {
        list_only(&mut level, facts, base);
    }
    (level, codes)
}

/// `30 of each` where the section has forty of each.
fn of_each(level: &mut Level, (lines, placed): (&[Phrase], &[Option<usize>]), base: &Base<'_>) {
    use crate::model::{Amount, Reps};
    let fixed = |phrase: &Phrase| {
        phrase.reps.clone().filter(|reps| matches!(reps, Reps::Fixed { amount: Amount::One { .. }, .. }))
    };
    let both = || lines.iter().zip(placed);
    let said = both().find(|(line, place)| place.is_none() && !line.named() && line.load.is_none());
    let Some(reps) = said.and_then(|(line, _)| fixed(line)) else { return };
    let works = || base.steps.iter().filter(|step| !step.is_rest());
    let first = works().next().and_then(|step| fixed(&step.phrase));
    if works().count() < 3 || first.is_none() || works().any(|step| fixed(&step.phrase) != first) {
        return;
    }
    for (at, (_, key)) in
        base.steps.iter().zip(base.keys).enumerate().filter(|(_, (step, _))| !step.is_rest())
    {
        // `20 of each, 40 singles`
        if both().any(|(line, place)| *place == Some(at) && fixed(line).is_some()) {
            continue;
        }
        match level.overrides.iter_mut().find(|known| known.movement_key == *key) {
            Some(known) => known.reps = Some(reps.clone()),
            None => level.overrides.push(Override {
                movement_key: key.clone(),
                reps: Some(reps.clone()),
                ..Override::default()
            }),
        }
    }
}

/// `155/105` without a name or unit is a weight.
fn bare_pair(line: &mut Phrase, base: &Base<'_>) {
    use crate::model::{Amount, Load, Reps};
    if line.named() || line.load.is_some() {
        return;
    }
    // `70s/50s` are a pair of dumbbells: nobody works 70 and 50 seconds.
    if let Some(
        Reps::Fixed { amount: amount @ Amount::BySex { by_sex }, .. }
        | Reps::Duration { amount: amount @ Amount::BySex { by_sex } },
    ) = line.reps
        && (by_sex.female >= 10.0 || !base.steps.iter().any(|step| counts_by_sex(&step.phrase)))
    {
        line.reps = None;
        line.load = Some(Load::Absolute { amount, unit: base.setting.unit, implement_count: None });
        line.codes.push(Code::UnitAssumed);
    }
}

/// `10/8 push-ups`
fn counts_by_sex(phrase: &Phrase) -> bool {
    use crate::model::{Amount, Reps};
    matches!(
        phrase.reps,
        Some(
            Reps::Fixed { amount: Amount::BySex { .. }, .. }
                | Reps::Duration { amount: Amount::BySex { .. } }
        )
    )
}

/// `8 pull-ups, 35/25 kg`: the weight is not the pull-ups'.
fn split_loads(lines: &[Phrase], base: &Base<'_>) -> Vec<Phrase> {
    let setting = base.setting;
    let mut split = Vec::new();
    for line in lines {
        let unloaded = line
            .exercise
            .and_then(|at| setting.library.exercise(at))
            .is_some_and(|found| found.parameter == Parameter::None);
        let mut own = line.clone();
        bare_pair(&mut own, base);
        let load = if unloaded && line.named() { own.load.take() } else { None };
        let height = if !own.named() && own.load.is_some() { own.height.take() } else { None };
        split.push(own);
        if height.is_some() {
            split.push(Phrase { height, start: line.start, end: line.end, ..Phrase::default() });
        }
        if load.is_some() {
            split.push(Phrase { load, start: line.start, end: line.end, ..Phrase::default() });
        }
    }
    split
}

/// Weights by sex under a level.
fn divisions(draft: &LevelDraft, lines: &mut Vec<Phrase>) {
    let of = |male: bool| {
        draft
            .divisions
            .iter()
            .filter(move |(sex, _)| *sex == male)
            .flat_map(|(_, list)| list)
            .collect::<Vec<_>>()
    };
    let (men, women) = (of(true), of(false));
    for at in 0..men.len().max(women.len()) {
        lines.push(spec::both(men.get(at).copied(), women.get(at).copied()));
    }
}

/// `Step-ups instead of box jumps`, and a part of a name: `D-ball` for the ball over the shoulder.
fn place_said(lines: &[Phrase], placed: &mut [Option<usize>], free: &mut Vec<usize>, base: &Base<'_>) {
    for (line, place) in lines.iter().zip(placed.iter_mut()) {
        let part = line.exercise.is_none() && line.named();
        if !part && line.replaces.is_none() {
            continue;
        }
        let words: Vec<String> =
            line.mention.to_ascii_lowercase().split([' ', '-']).map(str::to_owned).collect();
        let fits = |at: &usize| {
            let Some(step) = base.steps.get(*at) else { return false };
            if let Some(replaced) = line.replaces {
                return step.phrase.exercise == Some(replaced);
            }
            let name = step
                .phrase
                .exercise
                .and_then(|own| base.setting.library.exercise(own))
                .map_or("", |own| &own.name);
            let own = format!("{} {name}", step.phrase.mention).to_ascii_lowercase();
            part && words.iter().all(|word| own.contains(word.trim_end_matches('s')))
        };
        if let Some(found) = free.iter().position(fits) {
            *place = Some(free.remove(found));
        }
    }
}

/// The same movement, then one of the same chain of easier forms.
fn place_named(lines: &[Phrase], placed: &mut [Option<usize>], free: &mut Vec<usize>, base: &Base<'_>) {
    for exact in [true, false] {
        for (line, place) in lines.iter().zip(placed.iter_mut()) {
            let Some(exercise) = line.exercise.filter(|_| line.named() && place.is_none()) else { continue };
            let fits = |at: &usize| {
                base.steps.get(*at).and_then(|step| step.phrase.exercise).is_some_and(|own| {
                    if exact { own == exercise } else { base.setting.library.same_chain(own, exercise) }
                })
            };
            let alternative = |at: &usize| {
                exact
                    && base.steps.get(*at).is_some_and(|step| {
                        step.phrase.alternatives.iter().any(|other| other.exercise == Some(exercise))
                    })
            };
            let found = free.iter().position(fits).or_else(|| free.iter().position(alternative));
            if let Some(found) = found {
                *place = Some(free.remove(found));
            }
        }
    }
}

/// What is left over on both sides, in order.
fn in_order(placed: &mut [Option<usize>], free: &mut Vec<usize>) {
    for place in placed.iter_mut().filter(|place| place.is_none()) {
        if !free.is_empty() {
            *place = Some(free.remove(0));
        }
    }
}

/// Lines with no name by what they measure; named ones where only one movement of that kind is left.
fn place_rest(
    lines: &[Phrase],
    placed: &mut [Option<usize>],
    (free, works): (&mut Vec<usize>, &[usize]),
    base: &Base<'_>,
) {
    for (line, place) in lines.iter().zip(placed.iter_mut()).filter(|(_, place)| place.is_none()) {
        let exercise = |at: &usize| {
            base.steps
                .get(*at)
                .and_then(|step| step.phrase.exercise)
                .and_then(|own| base.setting.library.exercise(own))
        };
        let found = if line.named() {
            let own = line.exercise.and_then(|own| base.setting.library.exercise(own));
            let kind = |at: &&usize| match (own, exercise(at)) {
                (Some(own), Some(other)) => {
                    own.family == other.family
                        && own.is_machine() == other.is_machine()
                        && own.parameter == other.parameter
                }
                _ => false,
            };
            let alike: Vec<usize> = free.iter().filter(kind).copied().collect();
            let same_amount = |at: &&usize| {
                base.steps.get(**at).is_some_and(|step| line.reps.is_some() && step.phrase.reps == line.reps)
            };
            match alike.as_slice() {
                [only] => Some(*only),
                several => several.iter().find(same_amount).copied(),
            }
        } else {
            let loaded = |at: &&usize| {
                line.load.is_some()
                    && line.implement.is_none()
                    && exercise(at)
                        .is_some_and(|found| matches!(found.parameter, Parameter::Load | Parameter::Both))
            };
            let fits = |at: &&usize| measures(line, exercise(at), base.steps.get(**at));
            // Weights in a row are for the loaded movements in order.
            let weighed = |at: &&usize| {
                loaded(at) && base.steps.get(**at).is_some_and(|step| step.phrase.load.is_some())
            };
            let fits = free
                .iter()
                .find(fits)
                .or_else(|| free.iter().find(weighed))
                .or_else(|| works.iter().find(fits));
            fits.or_else(|| works.iter().find(loaded)).copied()
        };
        if let Some(at) = found {
            free.retain(|other| *other != at);
            *place = Some(at);
        }
    }
}

/// Whether a bare amount or load can be meant for a movement.
fn measures(line: &Phrase, exercise: Option<&Exercise>, step: Option<&Step>) -> bool {
    use crate::model::Reps;
    let (Some(exercise), Some(step)) = (exercise, step) else { return false };
    if let Some(implement) = line.implement {
        return exercise.needs(implement.equipment())
            || implement == Implement::Target && exercise.parameter == Parameter::Both;
    }
    if line.load.is_some() {
        let bar = exercise.parameter == Parameter::Load && step.phrase.load.is_some();
        return bar;
    }
    if line.height.is_some() {
        return exercise.parameter == Parameter::Height;
    }
    if line.target.is_some() {
        return exercise.parameter == Parameter::Both;
    }
    match (&line.reps, &step.phrase.reps) {
        (Some(Reps::Calories { .. }), Some(own)) => matches!(
            own,
            Reps::Calories { .. } | Reps::Scheme { unit: Some(_), .. } | Reps::Max { unit: Some(_), .. }
        ),
        (Some(Reps::Distance { .. }), Some(own)) => matches!(own, Reps::Distance { .. }),
        (Some(Reps::Duration { .. }), Some(own)) => matches!(own, Reps::Duration { .. }),
        _ => false,
    }
}

/// What a line changes on its movement.
fn overrides(level: &mut Level, line: &Phrase, (at, own_list): (usize, Option<&Facts>), base: &Base<'_>) {
    let (Some(step), Some(key)) = (base.steps.get(at), base.keys.get(at)) else { return };
    let own = &step.phrase;
    // `Scaled: 16/12 kg swings` are those of the section, whatever their kind.
    let same = line.load.is_some() && own.load.is_some() && part_of(&line.mention, own, base);
    let other = line.named() && line.exercise.is_some() && line.exercise != own.exercise && !same
        || line.named() && line.exercise.is_none() && !part_of(&line.mention, own, base);
    let exercise =
        line.exercise.and_then(|found| base.setting.library.exercise(found)).filter(|_| line.certain());
    // `30/20 wall balls` below `14 wall balls (20/14)`: a pair where the section has one count and a pair of weights.
    let weighed = heavier(line, own, base);
    let line = weighed.as_ref().unwrap_or(line);
    let load = same_unit(line, own);
    let load = load.filter(|load| other || Some(load) != own.load.as_ref());
    let reps = line.reps.clone().filter(|reps| Some(reps) != own.reps.as_ref());
    let reps = match (&reps, own_list) {
        (None, Some(facts)) if line.reps.is_none() => {
            Some(crate::read::listed_of(&facts.list, facts.open_list, own.counted))
        }
        _ => reps,
    };
    let change = Override {
        movement_key: key.clone(),
        removed: false,
        mention: other.then(|| line.mention.clone()),
        exercise_id: exercise.filter(|_| other).map(|found| found.id.clone()),
        name: exercise.filter(|_| other).map(|found| found.name.clone()),
        reps,
        load,
        height: line.height.filter(|height| Some(*height) != own.height),
        target: line.target.filter(|target| Some(*target) != own.target),
    };
    let empty = Override { movement_key: key.clone(), ..Override::default() };
    if change == empty {
        return;
    }
    match level.overrides.iter_mut().find(|known| known.movement_key == *key) {
        Some(known) => {
            known.load = change.load.or_else(|| known.load.take());
            known.reps = change.reps.or_else(|| known.reps.take());
            known.height = change.height.or(known.height);
            known.target = change.target.or(known.target);
        }
        None => level.overrides.push(change),
    }
}

/// `14/10 ball` below `wall balls (20/14 lb)`: a weight without a unit has that of the section's.
fn same_unit(line: &Phrase, own: &Phrase) -> Option<crate::model::Load> {
    use crate::model::{Code, Load};
    match (&line.load, &own.load) {
        (Some(Load::Absolute { amount, implement_count, .. }), Some(Load::Absolute { unit, .. }))
            if line.codes.contains(&Code::UnitAssumed) =>
        {
            Some(Load::Absolute { amount: *amount, unit: *unit, implement_count: *implement_count })
        }
        (load, _) => load.clone(),
    }
}

/// A level's line whose count is a weight.
fn heavier(line: &Phrase, own: &Phrase, base: &Base<'_>) -> Option<Phrase> {
    use crate::model::{Amount, Load, Reps};
    let pair = match line.reps {
        Some(
            Reps::Fixed { amount: amount @ Amount::BySex { .. }, .. }
            | Reps::Duration { amount: amount @ Amount::BySex { .. } },
        ) => amount,
        _ => return None,
    };
    let single = matches!(own.reps, Some(Reps::Fixed { amount: Amount::One { .. }, .. }));
    let Some(Load::Absolute { amount: Amount::BySex { .. }, unit, implement_count }) = own.load else {
        return None;
    };
    let same = line.exercise == own.exercise || part_of(&line.mention, own, base);
    (single && line.load.is_none() && same).then(|| Phrase {
        reps: None,
        load: Some(Load::Absolute { amount: pair, unit, implement_count }),
        ..line.clone()
    })
}

/// Whether a mention is a part of a movement's own name.
fn part_of(mention: &str, own: &Phrase, base: &Base<'_>) -> bool {
    let name = own.exercise.and_then(|at| base.setting.library.exercise(at)).map_or("", |own| &own.name);
    let own = format!("{} {name}", own.mention).to_ascii_lowercase();
    mention.to_ascii_lowercase().split([' ', '-']).all(|word| own.contains(word.trim_end_matches('s')))
}

/// A bare weight is for every movement with the same weight as the one it was given to.
fn bars(level: &mut Level, lines: &[Phrase], placed: &[Option<usize>], base: &Base<'_>) {
    for (line, place) in lines.iter().zip(placed) {
        let (Some(at), false, Some(load)) = (place, line.named(), &line.load) else { continue };
        let Some(first) = base.steps.get(*at) else { continue };
        let with = |step: &Step| {
            let own = step.phrase.exercise.and_then(|own| base.setting.library.exercise(own));
            step.phrase.load.is_some()
                && line.implement.is_some_and(|held| own.is_some_and(|own| own.needs(held.equipment())))
        };
        let bar = |step: &Step| {
            step.phrase
                .exercise
                .and_then(|own| base.setting.library.exercise(own))
                .is_some_and(|own| own.needs("barbell") && own.parameter == Parameter::Load)
        };
        for (other, step) in base.steps.iter().enumerate() {
            if other != *at
                && (with(step) || step.phrase.load == first.phrase.load)
                && (step.phrase.load.is_some() || line.implement.is_none() && bar(first) && bar(step))
                && !step.is_rest()
            {
                let line = Phrase { load: Some(load.clone()), ..Phrase::default() };
                let taken = level
                    .overrides
                    .iter()
                    .any(|known| base.keys.get(other) == Some(&known.movement_key) && known.load.is_some());
                if !taken {
                    overrides(level, &line, (other, None), base);
                }
            }
        }
    }
}

/// What a level changes of a movement it changes wherever the section has the same once more.
fn repeated(level: &mut Level, placed: &[Option<usize>], base: &Base<'_>) {
    // Nobody's work is longer, and each movement is compared with each.
    if base.steps.len() > 40 {
        return;
    }
    for at in placed.iter().flatten() {
        let (Some(own), Some(key)) = (base.steps.get(*at), base.keys.get(*at)) else { continue };
        let Some(change) = level.overrides.iter().find(|one| one.movement_key == *key).cloned() else {
            continue;
        };
        for (other, (step, key)) in base.steps.iter().zip(base.keys).enumerate() {
            let same = other != *at
                && own.phrase.exercise.is_some()
                && step.phrase.exercise == own.phrase.exercise
                && step.phrase.reps == own.phrase.reps
                && step.phrase.load == own.phrase.load
                && !placed.contains(&Some(other));
            if same && !level.overrides.iter().any(|one| one.movement_key == *key) {
                level.overrides.push(Override { movement_key: key.clone(), ..change.clone() });
            }
        }
    }
}

/// A level with its own dash list: every movement that follows the section's gets it.
fn list_only(level: &mut Level, facts: &Facts, base: &Base<'_>) {
    use crate::model::Reps;
    for (step, key) in base.steps.iter().zip(base.keys) {
        let follows = matches!(&step.phrase.reps, Some(Reps::Scheme { values, .. }) if values.is_empty());
        if !follows || facts.list.is_empty() {
            continue;
        }
        let reps = Some(crate::read::listed_of(&facts.list, facts.open_list, step.phrase.counted));
        match level.overrides.iter_mut().find(|known| known.movement_key == *key) {
            Some(known) => known.reps = known.reps.take().or(reps),
            None => level.overrides.push(Override { movement_key: key.clone(), reps, ..Override::default() }),
        }
    }
}
