//! All lines of a text, each different one read once.

use std::collections::HashMap;

use super::item::{Read, What};
use super::line::read_line;
use super::phrase::{Phrase, Setting};
use crate::scan::{Line, Tokens};

/// What the lines say. A line depends on nothing but itself here, so one that comes again is the first one's reading,
/// moved to its place.
pub(crate) fn read_lines(lines: &[Line], all: Tokens<'_>, setting: Setting<'_>) -> Vec<Read> {
    let mut known: HashMap<(&str, [bool; 5]), usize> = HashMap::new();
    let mut read: Vec<Read> = Vec::with_capacity(lines.len());
    for line in lines {
        let marks = [line.bullet, line.starred, line.framed, line.picture, line.blank_before];
        let text = all.text.get(line.start..line.end).unwrap_or("");
        let at = *known.entry((text, marks)).or_insert(read.len());
        let own = match read.get(at) {
            Some(first) => first.moved(line.start),
            None => read_line(line, all, setting),
        };
        read.push(own);
    }
    read
}

impl Read {
    /// The same line where another begins.
    fn moved(&self, start: usize) -> Self {
        let (from, mut line) = (self.start, self.clone());
        let to = |place: usize| place.saturating_sub(from) + start;
        line.start = start;
        line.end = to(self.end);
        for item in &mut line.items {
            item.start = to(item.start);
            for phrase in phrases_of(&mut item.what) {
                moved(phrase, &to);
            }
        }
        line
    }
}

fn moved(phrase: &mut Phrase, to: &impl Fn(usize) -> usize) {
    // A movement that stands nowhere still does.
    if (phrase.start, phrase.end) != (0, 0) {
        (phrase.start, phrase.end) = (to(phrase.start), to(phrase.end));
    }
    for other in &mut phrase.alternatives {
        moved(other, to);
    }
}

/// The movements of a thing.
fn phrases_of(what: &mut What) -> Vec<&mut Phrase> {
    match what {
        What::Phrases(list)
        | What::Aside { phrases: list, .. }
        | What::Division { phrases: list, .. }
        | What::Footnote { phrases: list, .. }
        | What::Substitute { phrases: list, .. } => list.iter_mut().collect(),
        What::Row(row) => row.iter_mut().flatten().collect(),
        What::SetSpec { phrase, .. } | What::Vest { phrase } => vec![&mut **phrase],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::Library;
    use crate::model::WeightUnit;
    use crate::read::Names;
    use crate::scan::{Normal, lines};

    fn files(folder: &Path, into: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { files(&path, into) } else { into.push(path) }
        }
    }

    #[test]
    fn a_line_that_comes_again_is_read_as_if_alone() {
        let library = Library::default();
        let mut all = Vec::new();
        files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures"), &mut all);
        assert!(all.len() > 700, "{}", all.len());
        for path in all {
            let file = fs::read_to_string(&path).unwrap();
            let Some((_, text)) = file.split_once("--- text\n") else { continue };
            let text = text.split("--- tree\n").next().unwrap();
            let normal = Normal::of(&format!("{text}\n\n{text}"));
            let (lines, tokens) = lines(&normal);
            let names = Names::default();
            let setting = Setting {
                library: &library,
                unit: WeightUnit::Kg,
                clocked: false,
                male_first: true,
                names: &names,
                columns: &[],
            };
            let view = Tokens { lower: &normal.lower, text: &normal.text, list: &tokens };
            let once = read_lines(&lines, view, setting);
            let alone: Vec<Read> = lines.iter().map(|line| read_line(line, view, setting)).collect();
            assert_eq!(format!("{once:#?}"), format!("{alone:#?}"), "{}", path.display());
        }
    }
}
