use belay_core::money::Amount;

use super::options::Sign;

/// Pairs of rows that have to agree before balances prove anything.
const ENOUGH: u64 = 3;

/// Compares each row's balance with its neighbour's, under the four ways a file can be written:
/// oldest or newest row first, positive amounts in or out.
///
/// The balance is taken as money the account holds. A column of debt owed says the opposite, and
/// cannot be told apart by arithmetic; such a file needs the sign named.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunningBalance {
    previous: Option<(i64, i64)>,
    pairs: u64,
    oldest_first: Holds,
    newest_first: Holds,
}

#[derive(Clone, Copy, Debug)]
struct Holds {
    positive_in: bool,
    positive_out: bool,
}

impl Default for RunningBalance {
    fn default() -> Self {
        let open = Holds { positive_in: true, positive_out: true };
        Self { previous: None, pairs: 0, oldest_first: open, newest_first: open }
    }
}

impl RunningBalance {
    /// Takes the next row into account.
    pub(super) fn add(&mut self, amount: Amount, balance: Amount) {
        let (amount, balance) = (amount.units(), balance.units());
        if let Some((last_amount, last_balance)) = self.previous.replace((amount, balance)) {
            let rise = balance - last_balance;
            self.oldest_first.check(rise, amount);
            self.newest_first.check(-rise, last_amount);
            self.pairs += u64::from(amount != 0 && last_amount != 0);
        }
    }

    /// A row in between could not be read: its neighbours are not compared.
    pub(super) const fn interrupt(&mut self) {
        self.previous = None;
    }

    pub(super) const fn proves(&self) -> Option<Sign> {
        if self.pairs < ENOUGH {
            return None;
        }
        let positive_in = self.oldest_first.positive_in || self.newest_first.positive_in;
        let positive_out = self.oldest_first.positive_out || self.newest_first.positive_out;
        match (positive_in, positive_out) {
            (true, false) => Some(Sign::PositiveIsIn),
            (false, true) => Some(Sign::PositiveIsOut),
            _ => None,
        }
    }
}

impl Holds {
    const fn check(&mut self, rise: i64, amount: i64) {
        self.positive_in &= rise == amount;
        self.positive_out &= rise == -amount;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof(rows: &[(&str, &str)]) -> Option<Sign> {
        let mut balance = RunningBalance::default();
        for (amount, after) in rows {
            balance.add(Amount::parse(amount).unwrap(), Amount::parse(after).unwrap());
        }
        balance.proves()
    }

    const PAYMENTS_NEGATIVE: [(&str, &str); 4] =
        [("-10", "90"), ("-20.50", "69.50"), ("100", "169.50"), ("-9.50", "160")];

    #[test]
    fn balances_prove_the_sign_whichever_row_comes_first() {
        let mut rows = PAYMENTS_NEGATIVE;
        assert_eq!(proof(&rows), Some(Sign::PositiveIsIn));
        rows.reverse();
        assert_eq!(proof(&rows), Some(Sign::PositiveIsIn));
        let out = [("10", "90"), ("20.50", "69.50"), ("-100", "169.50"), ("9.50", "160")];
        assert_eq!(proof(&out), Some(Sign::PositiveIsOut));
    }

    #[test]
    fn too_few_rows_or_one_that_does_not_fit_prove_nothing() {
        assert_eq!(proof(&PAYMENTS_NEGATIVE[..3]), None);
        let mut rows = PAYMENTS_NEGATIVE;
        rows[2].1 = "169.51";
        assert_eq!(proof(&rows), None);
    }

    #[test]
    fn equal_amounts_fit_both_directions_and_prove_nothing() {
        assert_eq!(proof(&[("10", "90"), ("10", "80"), ("10", "70"), ("10", "60")]), None);
    }
}
