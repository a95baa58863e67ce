//! What holds for every text.

use std::sync::LazyLock;

use proptest::prelude::*;
use wod::expect::{Tree, compare};
use wod::{Library, Options, Proposal, parse};

use crate::fixtures;

static LIBRARY: LazyLock<Library> = LazyLock::new(Library::default);
static LINES: LazyLock<Vec<String>> = LazyLock::new(|| {
    fixtures::all()
        .into_iter()
        .flat_map(|(_, fixture)| fixture.text.lines().map(str::to_owned).collect::<Vec<_>>())
        .collect()
});

/// Each non-blank character of the text stands in exactly one span.
fn covers_once(text: &str, proposal: &Proposal) -> Result<(), String> {
    let mut at = 0;
    for covered in &proposal.coverage {
        if covered.span.start < at {
            return Err(format!("{:?} overlaps the span before", covered.span));
        }
        let gap = text.get(at..covered.span.start).ok_or("a span begins inside a character")?;
        if !gap.trim().is_empty() {
            return Err(format!("{gap:?} is in no span"));
        }
        at = covered.span.end;
    }
    let rest = text.get(at..).ok_or("a span ends inside a character")?;
    if rest.trim().is_empty() { Ok(()) } else { Err(format!("{rest:?} is in no span")) }
}

/// A reading without places, titles and remarks: what must not change.
fn work(proposal: &Proposal) -> Tree {
    let mut tree = Tree::from(proposal);
    tree.warnings.clear();
    tree.title = None;
    for section in &mut tree.sections {
        section.attributes.remove("note");
    }
    tree
}

/// What differs between the readings of two texts.
fn differs(one: &str, other: &str, options: &Options) -> Vec<String> {
    let (first, second) = (work(&parse(one, &LIBRARY, options)), work(&parse(other, &LIBRARY, options)));
    compare(&first, &second)
        .1
        .into_iter()
        .map(|finding| format!("{} {}", finding.what, finding.text))
        .collect()
}

/// Every fixture reads the same after a change.
fn unchanged_by(change: impl Fn(&str) -> Option<String>) {
    let mut wrong = Vec::new();
    for (path, fixture) in fixtures::all() {
        let Some(changed) = change(&fixture.text) else { continue };
        let found = differs(&fixture.text, &changed, &fixture.options);
        if !found.is_empty() {
            wrong.push(format!("{}\n  {}", path.display(), found.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "{} of them\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn line_ends_and_trailing_blanks_change_nothing() {
    unchanged_by(|text| Some(text.replace('\n', "\r\n")));
    unchanged_by(|text| Some(text.replace('\n', "  \t\n")));
}

#[test]
fn smart_quotes_and_long_dashes_change_nothing() {
    unchanged_by(|text| {
        Some(text.replace('\'', "\u{2019}").replace('"', "\u{201d}").replace('-', "\u{2013}"))
    });
}

#[test]
fn the_style_of_list_marks_changes_nothing() {
    unchanged_by(|text| {
        let lines: Vec<String> = text
            .lines()
            .map(|line| match line.strip_prefix("- ") {
                Some(rest) if !line.trim_end().ends_with('-') => format!("\u{2022} {rest}"),
                _ => line.to_owned(),
            })
            .collect();
        Some(lines.join("\n"))
    });
}

#[test]
fn the_letter_case_of_names_changes_nothing() {
    for upper in [true, false] {
        unchanged_by(|text| {
            let proposal = parse(text, &LIBRARY, &Options::default());
            let mut changed = text.to_owned();
            for movement in proposal.all_sections().flat_map(|section| &section.movements) {
                if movement.name.is_none() {
                    continue;
                }
                let line = movement.span.of(text);
                if let Some(at) = line.find(&movement.mention) {
                    let from = movement.span.start + at;
                    let own =
                        if upper { movement.mention.to_uppercase() } else { movement.mention.to_lowercase() };
                    if own.len() == movement.mention.len() {
                        changed.replace_range(from..from + own.len(), &own);
                    }
                }
            }
            Some(changed)
        });
    }
}

#[test]
fn a_line_of_prose_changes_no_movement() {
    let prose = "Remember that we are here to have fun and that you should breathe.";
    let names = |proposal: &Proposal| {
        let movements = proposal.all_sections().flat_map(|section| section.movements.iter());
        movements
            .map(|movement| (movement.mention.clone(), movement.reps.clone(), movement.load.clone()))
            .collect::<Vec<_>>()
    };
    let mut wrong = Vec::new();
    for (path, fixture) in fixtures::all() {
        let first = names(&parse(&fixture.text, &LIBRARY, &fixture.options));
        let lines: Vec<&str> = fixture.text.lines().collect();
        for at in 0..=lines.len() {
            // A line broken in two stays together, and a choice ends with its list.
            let broken = |line: &str| {
                let line = line.to_lowercase();
                line.ends_with("or")
                    || line.ends_with(" and")
                    || line.ends_with('/')
                    || line.matches('(').count() > line.matches(')').count()
                    || line.ends_with(|sign: char| sign.is_ascii_digit())
                        && lines.get(at).is_some_and(|next| next.starts_with("lb"))
            };
            if at > 0 && lines.get(at - 1).is_some_and(|line| broken(line)) {
                continue;
            }
            let mut longer = lines.clone();
            longer.insert(at, prose);
            if first != names(&parse(&longer.join("\n"), &LIBRARY, &fixture.options)) {
                wrong.push(format!("{} at line {at}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of them\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_same_text_gives_the_same_bytes() {
    for (_, fixture) in fixtures::all().into_iter().step_by(7) {
        let read =
            || serde_json::to_string(&parse(&fixture.text, &Library::default(), &fixture.options)).unwrap();
        assert_eq!(read(), read());
    }
}

#[test]
fn a_proposal_survives_json() {
    for (path, fixture) in fixtures::all() {
        let proposal = parse(&fixture.text, &LIBRARY, &fixture.options);
        let json = serde_json::to_string(&proposal).unwrap();
        let back: Proposal =
            serde_json::from_str(&json).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(back, proposal, "{}", path.display());
    }
}

#[test]
fn every_character_of_a_fixture_is_in_one_span() {
    for (path, fixture) in fixtures::all() {
        let proposal = parse(&fixture.text, &LIBRARY, &fixture.options);
        covers_once(&fixture.text, &proposal).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}

#[test]
fn a_sign_that_is_read_as_several_is_in_one_span() {
    for text in
        ["\u{bd}".repeat(200), "\u{2026}".repeat(300), "5\u{bd} pood swings \u{2192}\u{2192} x".to_owned()]
    {
        let proposal = parse(&text, &LIBRARY, &Options::default());
        assert_eq!(covers_once(&text, &proposal), Ok(()), "{text}");
    }
}

#[test]
fn a_level_gives_no_weight_to_a_movement_that_takes_none() {
    for (path, fixture) in fixtures::all() {
        let proposal = parse(&fixture.text, &LIBRARY, &fixture.options);
        for section in proposal.all_sections() {
            for change in section
                .levels
                .iter()
                .flat_map(|level| &level.overrides)
                .filter(|change| change.load.is_some())
            {
                let base = section.movements.iter().find(|movement| movement.key == change.movement_key);
                let name = change.name.as_deref().or(base.and_then(|base| base.name.as_deref()));
                let exercise = name.and_then(|name| LIBRARY.by_name(name));
                assert!(
                    exercise.is_none_or(|found| found.parameter != wod::library::Parameter::None),
                    "{}: {name:?} gets a weight",
                    path.display()
                );
            }
        }
    }
}

/// Lines of fixtures in any order, some bent.
fn shuffled() -> impl Strategy<Value = String> {
    prop::collection::vec(
        (prop::sample::select(LINES.clone()), 0..12_u8, any::<prop::sample::Index>()),
        0..30,
    )
    .prop_map(|picked| {
        let bent = picked.into_iter().map(|(line, how, at)| {
            let mut signs: Vec<char> = line.chars().collect();
            if signs.is_empty() {
                return line;
            }
            let place = at.index(signs.len());
            match how {
                0 => drop(signs.remove(place)),
                1 => signs.insert(place, '/'),
                2 => signs.insert(place, '('),
                3 => signs.insert(place, '\u{2640}'),
                4 => signs.truncate(place),
                _ => {}
            }
            signs.into_iter().collect()
        });
        bent.collect::<Vec<String>>().join("\n")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_lines_come_back_whole(text in "([ -~\u{a0}-\u{17f}\u{2010}-\u{2026}\u{2640}\u{2642}\u{1f525}\u{feff}]{0,60}\r?\n?){0,20}") {
        let proposal = parse(&text, &LIBRARY, &Options::default());
        prop_assert_eq!(covers_once(&text, &proposal), Ok(()));
    }

    #[test]
    fn lines_of_days_in_any_order_come_back_whole(text in shuffled()) {
            let proposal = parse(&text, &LIBRARY, &Options::default());
        prop_assert_eq!(covers_once(&text, &proposal), Ok(()));
        // Whatever was read can be written out and read again.
        let written = wod::render::canonical(&proposal);
        let _ = parse(&written, &LIBRARY, &Options::default());
        let _ = wod::lint::lint(&proposal, &LIBRARY);
        let _ = wod::diagnose::diagnostics("a.txt", &text, &proposal.warnings);
        for section in proposal.all_sections() {
            let _ = wod::render::timeline(section);
        }
    }

    #[test]
    fn swapping_the_labels_swaps_the_sexes(heavy in 20..120_u32, light in 20..120_u32) {
        prop_assume!(heavy != light);
        let text = |one: &str, other: &str| format!("5 rounds for time\n10 power cleans\n{one}: {heavy} kg\n{other}: {light} kg");
        let load = |text: &str| {
            let proposal = parse(text, &LIBRARY, &Options::default());
            proposal.sections[0].movements[0].load.clone()
        };
        let (straight, turned) = (load(&text("Men", "Women")), load(&text("Women", "Men")));
        let of = |load: Option<wod::model::Load>| match load {
            Some(wod::model::Load::Absolute { amount: wod::model::Amount::BySex { by_sex }, .. }) => Some((by_sex.male, by_sex.female)),
            _ => None,
        };
        prop_assert_eq!(of(straight), Some((f64::from(heavy), f64::from(light))));
        prop_assert_eq!(of(turned), Some((f64::from(light), f64::from(heavy))));
    }
}
