//! Streaks: units in a row, days or weeks, that each hold something.

/// What a unit of a streak is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kept {
    Yes,
    No,
    /// It neither counts nor breaks the streak.
    Skipped,
}

/// A streak, counted back from its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Streak {
    /// Units that count.
    pub(crate) length: i64,
    /// The place of its first unit that counts, counted back from the end, which is 0.
    pub(crate) back: usize,
    /// Whether it may reach further back than was looked.
    pub(crate) open: bool,
}

/// The streak at the end of some units, given from the newest to the oldest.
pub(crate) fn streak(newest_first: &[Kept]) -> Streak {
    let broken = newest_first.iter().position(|kept| *kept == Kept::No);
    let lasts = newest_first.iter().take(broken.unwrap_or(newest_first.len()));
    let counting: Vec<usize> =
        lasts.enumerate().filter(|(_, kept)| **kept == Kept::Yes).map(|(at, _)| at).collect();
    Streak {
        length: i64::try_from(counting.len()).unwrap_or(i64::MAX),
        back: counting.last().copied().unwrap_or(0),
        open: broken.is_none(),
    }
}

/// The tiers of a streak: some first ones, and from the last of them on one more at every further step. Without end, so
/// that a long streak is noticed again and again, and each remembers where it began.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tiers {
    pub(crate) first: &'static [i64],
    pub(crate) step: i64,
}

impl Tiers {
    /// The tiers that a streak of a length has reached.
    pub(crate) fn reached(self, length: i64) -> impl Iterator<Item = i64> {
        let last = self.first.last().copied().unwrap_or(0);
        let further = (1..).map(move |times| last + times * self.step);
        self.first.iter().copied().chain(further).take_while(move |tier| *tier <= length)
    }
}

#[cfg(test)]
mod tests {
    use super::Kept::{No, Skipped, Yes};
    use super::*;

    #[test]
    fn a_streak_is_counted_back_to_the_first_break_and_over_what_is_skipped() {
        assert_eq!(
            streak(&[Yes, Skipped, Yes, Yes, Skipped, No, Yes]),
            Streak { length: 3, back: 3, open: false }
        );
        assert_eq!(streak(&[No, Yes]), Streak { length: 0, back: 0, open: false });
        assert_eq!(streak(&[Yes, Yes]), Streak { length: 2, back: 1, open: true });
    }

    #[test]
    fn tiers_go_on_in_steps() {
        let tiers = Tiers { first: &[7, 14, 30, 60, 100], step: 100 };
        assert_eq!(tiers.reached(6).count(), 0);
        assert_eq!(tiers.reached(30).collect::<Vec<_>>(), [7, 14, 30]);
        assert_eq!(tiers.reached(310).collect::<Vec<_>>(), [7, 14, 30, 60, 100, 200, 300]);
    }
}
