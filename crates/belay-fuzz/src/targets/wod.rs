//! Texts of coaches, and anything else in their place.

use std::path::Path;
use std::sync::LazyLock;

use wod::model::{MatchStatus, Scheme};
use wod::{Library, Options, Proposal, parse};

use crate::target::{Signature, Target};

static LIBRARY: LazyLock<Library> = LazyLock::new(Library::default);

/// `wod::parse` on texts like those of its fixtures.
pub(super) struct Days;

/// `wod::parse` on any bytes.
pub(super) struct AnyText;

/// A day has three thousand characters; of longer inputs so many bytes are read.
const LONGEST: usize = 24 * 1024;

const TOKENS: &[&str] = &[
    "\n",
    "\n\n",
    "\r\n",
    "AMRAP 12",
    "EMOM 10",
    "Every 2:00 x 5",
    "21-15-9",
    "3 rounds for time",
    "5x5",
    "Tabata",
    "Death by",
    "Rest 2:00",
    "between sets",
    "Then",
    "or",
    "RX+: ",
    "Scaled",
    "Option 1",
    "Min 1: ",
    "Odd: ",
    "\u{2640} 65 lb",
    "\u{2642} 95 lb",
    "Men: ",
    "@ 75%",
    "of 3RM",
    "(43/30 kg)",
    "24/20\"",
    "10/9 ft",
    "1/2",
    "\u{bd}",
    " / ",
    " + ",
    " - ",
    "*",
    "[",
    "]",
    "(",
    ")",
    "...",
    "/side",
    "each leg",
    "max",
    "cal",
    " m",
    "12'",
    ":30",
    "1:00/1:00",
    "2x22,5 kg",
    "6o",
    "Build to a heavy 3",
    "TC 14:00",
    "teams of 2",
    "Buy in: ",
    "Pick one:",
    "If you don't have a sled -> ",
    "https://example.org/a",
    "Set 1-2: 70%",
    "A) ",
    "A1) ",
    "WARM UP",
    "\"Fran\"",
    "Thrusters",
    "Pull-ups",
    "Run",
    "double unders",
    "DB snatch",
    "add 2 reps each round",
    "Complete as 4 rounds of",
];

impl Target for Days {
    fn name(&self) -> &'static str {
        "wod_days"
    }

    fn about(&self) -> &'static str {
        "texts like a coach's: each character in one span, no more movements than words, and what is written out reads again"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../wod/fixtures");
        let mut files = Vec::new();
        collect(&folder, &mut files);
        files.sort();
        files
    }

    fn tokens(&self) -> &'static [&'static str] {
        TOKENS
    }

    fn run(&self, input: &[u8]) -> u64 {
        let text = String::from_utf8_lossy(input.get(..LONGEST).unwrap_or(input));
        let proposal = parse(&text, &LIBRARY, &Options::default());
        check(&text, &proposal);
        if text.len() < 400 {
            let written = wod::render::canonical(&proposal);
            check(&written, &parse(&written, &LIBRARY, &Options::default()));
        }
        signature(&proposal).value()
    }
}

impl Target for AnyText {
    fn name(&self) -> &'static str {
        "wod_any"
    }

    fn about(&self) -> &'static str {
        "any bytes as a text: each character in one span, no more movements than words, the same reading twice"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        [
            &b""[..],
            b"10",
            b"\xff\xfe",
            "\u{2640}\u{bd}\u{1f525}x".as_bytes(),
            b"1-1-1-1-1",
            b"((((((",
            b"::::",
            b"a\rb\nc",
            b"10 burpees",
            b"21-15-9\nThrusters\nPull-ups",
            b"AMRAP 12\n5 pull-ups\n\n5x5\nBack squat @ 75%",
            b"EMOM 10\nRow 10 cal",
        ]
        .map(<[u8]>::to_vec)
        .into()
    }

    fn run(&self, input: &[u8]) -> u64 {
        let text = String::from_utf8_lossy(input.get(..LONGEST).unwrap_or(input));
        let proposal = parse(&text, &LIBRARY, &Options::default());
        check(&text, &proposal);
        if text.len() < 400 {
            assert_eq!(parse(&text, &LIBRARY, &Options::default()), proposal, "a text reads the same twice");
        }
        signature(&proposal).size(text.len()).value()
    }
}

/// The texts of all fixtures below a folder; none where it cannot be read.
fn collect(folder: &Path, into: &mut Vec<Vec<u8>>) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, into);
        } else if let Ok(file) = std::fs::read_to_string(&path)
            && let Some((_, rest)) = file.split_once("--- text\n")
            && let Some((text, _)) = rest.split_once("--- tree\n")
        {
            into.push(text.as_bytes().to_vec());
        }
    }
}

/// What holds for every text.
fn check(text: &str, proposal: &Proposal) {
    let mut at = 0;
    for covered in &proposal.coverage {
        let gap = text.get(at..covered.span.start);
        assert!(
            gap.is_some_and(|gap| gap.trim().is_empty()),
            "every character is in exactly one span: {covered:?}"
        );
        at = covered.span.end;
    }
    let rest = text.get(at..);
    assert!(
        rest.is_some_and(|rest| rest.trim().is_empty()),
        "every character is in exactly one span: the end"
    );
    let movements: usize = proposal.all_sections().map(|section| section.movements.len()).sum();
    // A level may say a movement again, and nothing is made of nothing.
    assert!(movements <= text.len(), "no more movements than characters");
    for unresolved in &proposal.unresolved {
        assert!(unresolved.candidates.len() <= 5, "at most five candidates");
    }
}

/// Readings by the first section, the format of the last one, how much there is, and a kind of doubt: all sections and
/// doubts would be a kind for nearly every input, and all inputs would be kept.
fn signature(proposal: &Proposal) -> Signature {
    let movements = proposal.all_sections().map(|section| section.movements.len()).sum::<usize>();
    let signature = Signature::of("read").size(movements).size(proposal.sections.len().min(8));
    let signature = match proposal.all_sections().next() {
        Some(section) => signature
            .number(format(&section.scheme))
            .flag(section.movements.iter().any(|movement| movement.status == MatchStatus::Matched))
            .flag(!section.groups.is_empty())
            .flag(!section.levels.is_empty()),
        None => signature,
    };
    let last = proposal.all_sections().last().map_or(0, |section| format(&section.scheme));
    let signature = signature.number(last).flag(proposal.unresolved.is_empty()).size(proposal.warnings.len());
    match proposal.warnings.iter().map(|warning| warning.code).max() {
        Some(code) => signature.text(code.name()),
        None => signature,
    }
}

fn format(scheme: &Scheme) -> u64 {
    match scheme {
        Scheme::Sets { .. } => 0,
        Scheme::Rounds { .. } => 1,
        Scheme::ForTime { .. } => 2,
        Scheme::Amrap { .. } => 3,
        Scheme::Emom { .. } => 4,
        Scheme::Interval { .. } => 5,
        Scheme::Intervals { .. } => 6,
        Scheme::Tabata { .. } => 7,
        Scheme::DeathBy { .. } => 8,
        Scheme::MaxLoad { .. } => 9,
        Scheme::ForDistance { .. } => 10,
        Scheme::ForReps { .. } => 11,
        Scheme::Steady { .. } => 12,
        Scheme::Freeform => 13,
    }
}
