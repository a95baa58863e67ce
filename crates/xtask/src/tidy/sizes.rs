//! How long a file may be.

use super::Finding;
use super::project::{File, Project};

const WARNS: usize = 400;
const FAILS: usize = 600;
/// The binary wires applications together and holds no logic.
const WIRING: (&str, usize) = ("crates/belay-cli/src/", 80);

pub(super) fn check(project: &Project) -> Vec<Finding> {
    project.rust().filter_map(of_file).collect()
}

fn of_file(file: &File) -> Option<Finding> {
    let lines = file.text.lines().count();
    let (folder, most) = WIRING;
    if file.path.starts_with(folder) && lines >= most {
        let text = format!("{lines} lines, at most {} here; move the logic to belay-server", most - 1);
        return Some(Finding::new(&file.path, most, text));
    }
    if lines >= FAILS {
        let text = format!("{lines} lines, {FAILS} are too many; split the file by what it does");
        return Some(Finding::new(&file.path, FAILS, text));
    }
    let text = format!("{lines} lines; split the file by what it does before it has {FAILS}");
    (lines >= WARNS).then(|| Finding::new(&file.path, WARNS, text).warning())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_warns_then_fails_as_it_grows() {
        let told = |path: &str, lines: usize| {
            of_file(&File::new(path, &"x\n".repeat(lines))).map(|finding| finding.warning)
        };
        assert_eq!(told("crates/a/src/b.rs", 399), None);
        assert_eq!(told("crates/a/src/b.rs", 400), Some(true));
        assert_eq!(told("crates/a/src/b.rs", 600), Some(false));
        assert_eq!(told("crates/belay-cli/src/main.rs", 80), Some(false));
        assert_eq!(told("crates/belay-cli/src/main.rs", 79), None);
    }
}
