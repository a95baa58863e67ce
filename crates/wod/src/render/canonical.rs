//! The one way of writing a proposal that reads as the same proposal.

use super::prescription::{line, load, rest, seconds, with_unit};
use crate::expect::words::{clock, number, range};
use crate::model::{
    Alternative, Calc, Level, Load, Movement, Note, NoteKind, Proposal, Reps, Role, Scheme, ScoreType,
    Section, TeamMode, Vest,
};

/// The proposal as text, in the grammar that `parse` reads. Reading it gives the same structure.
#[must_use]
pub fn canonical(proposal: &Proposal) -> String {
    let mut text = Text { out: String::new() };
    let stated = proposal.workout.title_source == Some(crate::model::TitleSource::Stated);
    let first = proposal.sections.first().and_then(|section| section.title.as_ref());
    if let Some(title) = proposal.workout.title.as_ref().filter(|_| stated)
        && first != Some(title)
    {
        text.line(&format!("\"{title}\""));
    }
    if let Some(brief) = &proposal.workout.description {
        text.remark(brief);
    }
    for (at, section) in proposal.sections.iter().enumerate() {
        text.section(section, at > 0);
    }
    for (at, part) in proposal.parts.iter().enumerate() {
        text.blank();
        let letter =
            u32::try_from(at).ok().and_then(|at| char::from_u32(u32::from('A') + at.min(9))).unwrap_or('A');
        let numbered = part.title.strip_prefix("Part ").is_some_and(|number| number.len() == 1);
        if numbered {
            text.line(&part.title);
        } else if part.title.len() == 1 {
            text.line(&format!("{}.", part.title));
        } else {
            text.line(&format!("{letter}) {}", part.title));
        }
        if let Some(note) = &part.note {
            text.remark(note);
        }
        for (at, section) in part.sections.iter().enumerate() {
            text.section(section, at > 0);
        }
    }
    text.out
}

struct Text {
    out: String,
}

impl Text {
    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    fn blank(&mut self) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
    }

    /// Words that are no work, a line each, labelled so that they stay words.
    fn remark(&mut self, text: &str) {
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let labelled = line.starts_with("Note:");
            self.line(&if labelled { line.to_owned() } else { format!("Note: {line}") });
        }
    }

    fn section(&mut self, section: &Section, apart: bool) {
        if apart {
            self.blank();
        }
        if section.linked {
            self.line("Then");
        }
        if let Some(title) = &section.title {
            self.line(&format!("\"{title}\""));
        }
        if let Some(from) = section.clock_start_seconds {
            match section.clock_end_seconds {
                Some(to) => self.line(&format!("From {}-{}", clock(from), clock(to))),
                None => self.line(&format!("At {}", clock(from))),
            }
        }
        self.format(section, apart);
        let mut slot_of: Vec<(usize, &str)> = Vec::new();
        for (at, keys) in section.slots.iter().enumerate() {
            slot_of.extend(keys.iter().map(|key| (at + 1, key.as_str())));
        }
        let mut done: Vec<&str> = Vec::new();
        for movement in &section.movements {
            if done.contains(&movement.key.as_str()) {
                continue;
            }
            let slots: Vec<String> = slot_of
                .iter()
                .filter(|(_, key)| *key == movement.key)
                .map(|(slot, _)| slot.to_string())
                .collect();
            let lead = if slots.is_empty() { String::new() } else { format!("Min {}: ", slots.join(" & ")) };
            let group = section.groups.iter().find(|group| group.members.contains(&movement.key));
            if let Some(group) = group {
                let members: Vec<&Movement> =
                    section.movements.iter().filter(|one| group.members.contains(&one.key)).collect();
                done.extend(members.iter().map(|one| one.key.as_str()));
                let names: Vec<String> = members.iter().map(|one| line(one, false)).collect();
                let weight = group.group_load.as_ref().map_or_else(String::new, load);
                self.line(&format!("{lead}{}{weight}", names.join(" + ")));
                self.per_set(group.group_load.as_ref());
                continue;
            }
            self.movement(movement, section, &lead);
        }
        self.tail(section);
        for level in &section.levels {
            self.level(level, section);
        }
    }

    fn movement(&mut self, movement: &Movement, section: &Section, lead: &str) {
        if movement.role == Role::Rest {
            let text = movement.rest.as_ref().map_or_else(|| "Rest".to_owned(), rest);
            let text = if lead.is_empty() { text } else { "Rest".to_owned() };
            self.line(&format!("{lead}{text}"));
            return;
        }
        let usual = matches!(section.scheme, Scheme::DeathBy { .. });
        let one_up =
            matches!(&movement.reps, Reps::Ladder { start, step, .. } if *start == 1.0 && *step == 1.0);
        self.line(&format!("{lead}{}", line(movement, usual && one_up)));
        self.per_set(movement.load.as_ref());
        if let Some(url) = &movement.media_url {
            self.line(url);
        }
        for other in &movement.alternatives {
            self.line(&format!("or {}", alternative(other)));
        }
    }

    fn per_set(&mut self, found: Option<&Load>) {
        if let Some(Load::PerSet { sets }) = found {
            for (at, one) in sets.iter().enumerate() {
                self.line(&format!("Set {}:{}", at + 1, load(one).trim_end_matches(')').replace(" (", " ")));
            }
        }
    }

    /// The format's line and those that stand with it.
    fn format(&mut self, section: &Section, apart: bool) {
        if let Some(team) = &section.team {
            let mode = match team.mode {
                Some(TeamMode::YouGoIGo) => ", you go I go",
                Some(TeamMode::Shared) => ", split the work as needed",
                Some(TeamMode::Relay) => ", relay style",
                Some(TeamMode::Synchro) => ", all reps synchro",
                _ => "",
            };
            self.line(&format!("Teams of {}{mode}", team.size));
        }
        let mut head = scheme(section);
        if let Some(effort) = &section.effort {
            head.push_str(&format!(" @ RPE {}", range(effort.min, effort.max)));
        }
        if let Some(tempo) = &section.tempo {
            head.push_str(&format!(" tempo {tempo}"));
        }
        if head.is_empty() && apart {
            self.line("Freeform:");
        } else if !head.is_empty() {
            self.line(&head);
        }
        if let Some(inner) = &section.inner {
            let section = Section::new(inner.clone());
            self.line(&scheme(&section));
        }
        if let Some(vest) = &section.vest {
            self.line(&vest_line(vest));
        }
    }

    /// What stands below the movements: cap, weights, remarks.
    fn tail(&mut self, section: &Section) {
        if let Scheme::Amrap { carry_over: true, .. } = section.scheme {
            self.line("Continue where you left off");
        }
        if let Some(cap) = &section.time_cap_seconds {
            self.line(&format!("Time cap: {}", seconds(cap)));
        }
        if let Some(weights) = &section.weights {
            let list =
                |values: &[f64]| values.iter().map(|value| number(*value)).collect::<Vec<_>>().join(", ");
            self.line(&format!("Men: {} {}", list(&weights.by_sex.male), weights.unit.symbol()));
            self.line(&format!("Women: {} {}", list(&weights.by_sex.female), weights.unit.symbol()));
        }
        for note in &section.notes {
            self.note(note);
        }
    }

    fn note(&mut self, note: &Note) {
        match note.kind {
            NoteKind::Goal | NoteKind::Stimulus | NoteKind::Score => self.line(&note.text.replace('\n', " ")),
            NoteKind::Footnote | NoteKind::Text => self.remark(&note.text),
        }
    }

    /// A level with everything one does at it.
    fn level(&mut self, level: &Level, section: &Section) {
        self.blank();
        let body = level.mode != crate::model::LevelMode::Note;
        if !body {
            match level.note.as_deref().map(str::trim).filter(|note| !note.is_empty()) {
                Some(note) => self.line(&format!("{}: {}", level.label, note.replace('\n', " "))),
                None => self.line(&level.label),
            }
            return;
        }
        self.line(&level.label);
        if let Some(own) = &level.scheme {
            let mut copy = Section::new(own.clone());
            copy.quality = section.quality;
            self.line(&scheme(&copy));
        }
        for movement in section.movements.iter().filter(|movement| movement.role != Role::Rest) {
            let change = level.overrides.iter().find(|change| change.movement_key == movement.key);
            let mut own = movement.clone();
            own.role = Role::Work;
            own.alternatives.clear();
            if let Some(change) = change {
                if change.removed {
                    continue;
                }
                if let Some(mention) = &change.mention {
                    own.mention.clone_from(mention);
                    own.name.clone_from(&change.name);
                    own.load = None;
                    own.modifiers.clear();
                }
                own.reps = change.reps.clone().unwrap_or(own.reps);
                own.load = change.load.clone().or(own.load);
                own.height = change.height.or(own.height);
                own.target = change.target.or(own.target);
            }
            self.line(&line(&own, false));
        }
        for movement in &level.added {
            self.line(&line(movement, false));
        }
    }
}

fn alternative(other: &Alternative) -> String {
    let name = other.name.as_deref().unwrap_or(&other.mention);
    let count = other.reps.as_ref().map_or_else(String::new, super::prescription::reps);
    let weight = other.load.as_ref().map_or_else(String::new, load);
    format!("{count}{name}{weight}")
}

fn vest_line(vest: &Vest) -> String {
    let weight = vest
        .weight
        .map_or_else(String::new, |weight| format!("{} ", with_unit(&weight.amount, weight.unit.symbol())));
    if vest.optional {
        format!("If you have a {weight}vest, wear it")
    } else {
        format!("Wear a {weight}vest")
    }
}

/// The format as a line.
fn scheme(section: &Section) -> String {
    let quality = if section.quality { " for quality" } else { "" };
    let scored = section.scoring.as_ref().map(|scoring| scoring.kind);
    let times = |count: &Option<u32>| count.map_or_else(String::new, |count| format!(" x {count}"));
    match &section.scheme {
        Scheme::Sets { sets } => {
            let reps = if scored == Some(ScoreType::Reps) { " for max reps" } else { "" };
            sets.map_or_else(String::new, |sets| format!("{sets} sets{quality}{reps}:"))
        }
        Scheme::Rounds { rounds } => {
            let summed = section.scoring.as_ref().is_some_and(|scoring| scoring.calc == Some(Calc::Sum));
            let reps = match scored {
                Some(ScoreType::Reps) if summed => " for max reps",
                Some(ScoreType::Reps) => " for reps",
                _ => "",
            };
            rounds.map_or_else(String::new, |rounds| format!("{rounds} rounds{quality}{reps}:"))
        }
        Scheme::ForTime { rounds, rep_scheme } => {
            let each = section.scoring.as_ref().is_some_and(|scoring| scoring.sets.is_some());
            let list: Vec<String> = rep_scheme.iter().map(|value| number(*value)).collect();
            match (rounds, list.is_empty()) {
                (Some(rounds), true) if each => format!("{rounds} rounds, each for time:"),
                (Some(rounds), true) => format!("{rounds} rounds for time:"),
                (None, true) => "For time:".to_owned(),
                (_, false) => format!("{} for time:", list.join("-")),
            }
        }
        Scheme::Amrap { duration_seconds, repeats, rest_seconds, .. } => {
            let before = repeats.map_or_else(String::new, |repeats| format!("{repeats} x "));
            let time = duration_seconds.map_or_else(String::new, |time| format!(" {}", clock(time)));
            let reps = if scored == Some(ScoreType::Reps) { " for reps" } else { "" };
            let pause = rest_seconds
                .map_or_else(String::new, |rest| format!(", rest {} between rounds", clock(rest)));
            format!("{before}AMRAP{time}{quality}{reps}{pause}")
        }
        Scheme::Emom { total_seconds, rounds, .. } => match total_seconds {
            Some(total) => format!("EMOM {}{quality}", clock(*total)),
            None => format!("EMOM{}{quality}", times(rounds)),
        },
        Scheme::Interval { interval_seconds, interval_seconds_max, rounds, total_seconds } => {
            let max = interval_seconds_max.map_or_else(String::new, |max| format!("-{}", clock(max)));
            let total = total_seconds
                .filter(|_| rounds.is_none())
                .map_or_else(String::new, |total| format!(" for {}", clock(total)));
            format!("Every {}{max}{}{total}{quality}", clock(*interval_seconds), times(rounds))
        }
        Scheme::Intervals { work_seconds, rest_seconds, rounds } => {
            format!("{} on / {} off{}", clock(*work_seconds), clock(*rest_seconds), times(rounds))
        }
        Scheme::Tabata { work_seconds, rest_seconds, rounds } => {
            if (*work_seconds, *rest_seconds, *rounds) == (20.0, 10.0, 8) {
                return "Tabata".to_owned();
            }
            format!("Tabata {} on / {} off x {rounds}", clock(*work_seconds), clock(*rest_seconds))
        }
        Scheme::DeathBy { .. } => "Death by:".to_owned(),
        Scheme::MaxLoad { rm, window_seconds } => {
            let window = window_seconds.map_or_else(String::new, |window| format!(" in {}", clock(window)));
            format!("Build to a heavy {rm}{window}")
        }
        Scheme::ForDistance { duration_seconds } => in_time("Max distance", *duration_seconds),
        Scheme::ForReps { duration_seconds } => in_time("Max reps", *duration_seconds),
        Scheme::Freeform if section.quality => "For quality:".to_owned(),
        Scheme::Steady { .. } | Scheme::Freeform => String::new(),
    }
}

fn in_time(what: &str, time: Option<f64>) -> String {
    time.map_or_else(|| what.to_owned(), |time| format!("{what} in {}", clock(time)))
}
