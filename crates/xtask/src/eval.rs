//! `cargo xtask eval`: how near the readings of `wod` come to what people expected.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use wod::Library;
use wod::expect::{Finding, Fixture, Measured, Tree, compare};

pub(crate) const HELP: &str = "\
Compares the readings of wod with the expectations in crates/wod/fixtures, by folder and by construct.

  --failures     also what differs, fixture by fixture
  --only TEXT    fixtures whose path or construct has the text

Fails where a blind fixture group misses its bar (scheme 97 %, names 97 %, reps 97 %, loads 96 %, levels 92 %) or any other
group has a difference.

Example: cargo xtask eval wod --failures --only ladder
";

/// What is measured, with the share that the blind fixtures must reach, in percent.
const BARS: &[(&str, f64)] =
    &[("scheme", 97.0), ("name", 97.0), ("reps", 97.0), ("load", 96.0), ("levels", 92.0), ("attribute", 0.0)];
/// How the folders of the fixtures begin that people wrote who had not seen the parser; each is counted by itself.
const BLIND: &str = "blind";

/// What was asked for.
pub(crate) struct Asked {
    failures: bool,
    only: Option<String>,
}

impl Asked {
    /// Reads the arguments behind `eval`.
    pub(crate) fn read(arguments: &[String]) -> Result<Self, String> {
        let mut asked = Self { failures: false, only: None };
        let mut rest = arguments.iter();
        if rest.next().map(String::as_str) != Some("wod") {
            return Err("say what to evaluate: cargo xtask eval wod".to_owned());
        }
        while let Some(argument) = rest.next() {
            match argument.as_str() {
                "--failures" => asked.failures = true,
                "--only" => asked.only = Some(rest.next().ok_or("--only needs a text")?.clone()),
                other => return Err(format!("`{other}` is no option of eval; see cargo xtask eval --help")),
            }
        }
        Ok(asked)
    }
}

/// Reads all fixtures and prints the tables. Says whether all bars are reached.
pub(crate) fn run(root: &Path, asked: &Asked) -> Result<bool, Box<dyn Error>> {
    let folder = root.join("crates/wod/fixtures");
    let library = Library::default();
    let mut out = stdout();
    let (mut groups, mut constructs) =
        (BTreeMap::<String, Measured>::new(), BTreeMap::<String, Measured>::new());
    let mut counts = BTreeMap::<String, usize>::new();
    for path in files(&folder)? {
        let fixture = Fixture::read(&std::fs::read_to_string(&path)?)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.strip_prefix(&folder)?.with_extension("").display().to_string();
        let asked_for = |only: &String| {
            name.contains(only.as_str()) || fixture.constructs.iter().any(|one| one.contains(only.as_str()))
        };
        if !asked.only.as_ref().is_none_or(asked_for) {
            continue;
        }
        let (measured, findings) = judge(&fixture, &library);
        let group = name.split('/').next().unwrap_or("").to_owned();
        *counts.entry(group.clone()).or_default() += 1;
        groups.entry(group).or_default().extend(&measured);
        for construct in &fixture.constructs {
            constructs.entry(construct.clone()).or_default().extend(&measured);
        }
        if asked.failures && !findings.is_empty() {
            writeln!(out, "{name}")?;
            for finding in findings {
                writeln!(out, "    {:<9} {}", finding.what, finding.text)?;
            }
        }
    }
    let labels = groups
        .keys()
        .map(|group| (group.clone(), format!("{group} ({})", counts.get(group).copied().unwrap_or(0))))
        .collect();
    table(&mut out, "folder", &groups, &labels)?;
    table(&mut out, "construct", &constructs, &BTreeMap::new())?;
    Ok(groups.iter().all(|(group, measured)| reaches(group, measured)))
}

/// One fixture's figures and differences.
fn judge(fixture: &Fixture, library: &Library) -> (Measured, Vec<Finding>) {
    let proposal = wod::parse(&fixture.text, library, &fixture.options);
    compare(&fixture.tree, &Tree::from(&proposal))
}

/// Whether a folder reaches its bars: everything right, or the shares that are asked of the blind ones.
fn reaches(group: &str, measured: &Measured) -> bool {
    BARS.iter().all(|(what, bar)| {
        let (right, all) = measured.counts.get(what).copied().unwrap_or_default();
        if group.starts_with(BLIND) { share(right, all) >= *bar } else { right == all }
    })
}

/// Percent; all of nothing is all.
fn share(right: usize, all: usize) -> f64 {
    if all == 0 {
        return 100.0;
    }
    let of = |count: usize| u32::try_from(count).map_or(f64::MAX, f64::from);
    100.0 * of(right) / of(all)
}

fn table(
    out: &mut impl Write,
    title: &str,
    rows: &BTreeMap<String, Measured>,
    labels: &BTreeMap<String, String>,
) -> std::io::Result<()> {
    write!(out, "\n{title:<24}")?;
    for (what, _) in BARS {
        write!(out, "{what:>18}")?;
    }
    writeln!(out)?;
    for (row, measured) in rows {
        write!(out, "{:<24}", labels.get(row).unwrap_or(row))?;
        for (what, _) in BARS {
            let (right, all) = measured.counts.get(what).copied().unwrap_or_default();
            let cell =
                if all == 0 { "-".to_owned() } else { format!("{right}/{all} {:.1} %", share(right, all)) };
            write!(out, "{cell:>18}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The fixtures' files, sorted.
fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else if path.extension().is_some_and(|ending| ending == "txt") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
