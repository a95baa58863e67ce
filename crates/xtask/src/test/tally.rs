//! How many tests passed, failed and were passed over, from what the runners print.

use std::fmt;
use std::ops::AddAssign;

/// A count of tests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped)
    }
}

/// Whose lines are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Runner {
    /// Something that runs no tests.
    None,
    /// cargo-nextest: one summary line at its end.
    Nextest,
    /// The harness of the standard library: one line for each binary.
    Standard,
    /// A script whose last line is `N passed, N failed`, perhaps with `, N skipped`.
    Script,
}

impl Runner {
    /// The tally of a line, where it is one that counts.
    pub(crate) fn read(self, line: &str) -> Option<Tally> {
        let line = plain(line);
        let line = line.trim();
        match self {
            Self::None => None,
            Self::Nextest => items(line.strip_prefix("Summary [")?.split_once("run: ")?.1),
            Self::Standard => items(line.strip_prefix("test result: ")?.split_once(". ")?.1),
            Self::Script => items(line).filter(|_| line.contains(" passed, ") && line.contains(" failed")),
        }
    }

    /// Whether a later line takes the place of an earlier one.
    pub(crate) fn last_counts(self) -> bool {
        matches!(self, Self::Nextest | Self::Script)
    }
}

/// `12 passed (1 slow), 1 failed, 2 skipped`, with commas or semicolons; `None` for any other text.
fn items(text: &str) -> Option<Tally> {
    let mut tally = Tally::default();
    for item in without_parentheses(text).split([',', ';']) {
        let (number, what) = item.trim().split_once(' ')?;
        let Ok(number) = number.parse::<u64>() else {
            // The standard harness ends with how long it took.
            return item.trim().starts_with("finished in").then_some(tally);
        };
        match what.trim() {
            "passed" => tally.passed += number,
            "failed" | "timed out" | "exec failed" => tally.failed += number,
            "skipped" | "ignored" => tally.skipped += number,
            "measured" | "filtered out" => {}
            _ => return None,
        }
    }
    Some(tally)
}

fn without_parentheses(text: &str) -> String {
    let mut depth = 0_usize;
    let keep = |c: &char| {
        depth += usize::from(*c == '(');
        let outside = depth == 0;
        depth = depth.saturating_sub(usize::from(*c == ')'));
        outside
    };
    text.chars().filter(keep).collect()
}

/// A line without the colours of a terminal.
fn plain(line: &str) -> String {
    let mut parts = line.split('\u{1b}');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(part.split_once('m').map_or(part, |(_, rest)| rest));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(passed: u64, failed: u64, skipped: u64) -> Option<Tally> {
        Some(Tally { passed, failed, skipped })
    }

    #[test]
    fn every_runners_closing_line_is_understood() {
        for (runner, line, expected) in [
            (Runner::Nextest, "     Summary [   0.077s] 25 tests run: 25 passed, 0 skipped", tally(25, 0, 0)),
            (
                Runner::Nextest,
                "     Summary [   1.2s] 9/12 tests run: 5 passed (1 slow, 1 flaky), 3 failed, 1 timed out, 2 skipped",
                tally(5, 4, 2),
            ),
            (
                Runner::Nextest,
                "\u{1b}[32;1m     Summary\u{1b}[0m [   0.077s] \u{1b}[1m2\u{1b}[0m tests run: \u{1b}[1m2\u{1b}[0m \u{1b}[32;1mpassed\u{1b}[0m, \u{1b}[1m0\u{1b}[0m skipped",
                tally(2, 0, 0),
            ),
            (
                Runner::Standard,
                "test result: FAILED. 3 passed; 1 failed; 2 ignored; 0 measured; 4 filtered out; finished in 0.01s",
                tally(3, 1, 2),
            ),
            (Runner::Script, "12 passed, 1 failed", tally(12, 1, 0)),
            (Runner::Script, "12 passed, 0 failed, 3 skipped", tally(12, 0, 3)),
        ] {
            assert_eq!(runner.read(line), expected, "{line}");
        }
    }

    #[test]
    fn other_lines_count_nothing() {
        for (runner, line) in [
            (Runner::Script, "all 12 passed, 1 failed to start"),
            (Runner::Script, "Checking 3 things"),
            (Runner::Standard, "running 3 tests"),
            (Runner::Nextest, "PASS [ 0.01s] a::b"),
            (Runner::None, "1 passed, 1 failed"),
        ] {
            assert_eq!(runner.read(line), None, "{line}");
        }
    }
}
