//! What the columns of a file mean.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::column_names;
use super::error::Refusal;
use super::options::Options;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The day of the transaction.
    Date,
    /// Money out, unsigned.
    Debit,
    /// Money in, unsigned.
    Credit,
    /// The signed amount.
    Amount,
    /// The text of the transaction.
    Description,
    /// The merchant or counterparty.
    Merchant,
    /// The bank's own category.
    Category,
    /// An ISO 4217 code.
    Currency,
    /// The account balance after the row.
    Balance,
    /// The bank's unique transaction id.
    Reference,
    /// Debit or credit, in a word.
    Direction,
    /// A fee charged beside the amount.
    Fee,
    /// Whether the transaction is completed.
    Status,
}

impl Role {
    /// In the order in which columns are handed out: the surest names first.
    pub(super) const ALL: [Self; 13] = [
        Self::Date,
        Self::Debit,
        Self::Credit,
        Self::Amount,
        Self::Description,
        Self::Merchant,
        Self::Category,
        Self::Currency,
        Self::Balance,
        Self::Reference,
        Self::Direction,
        Self::Fee,
        Self::Status,
    ];

    fn wanted(self, options: &Options) -> Option<&str> {
        let wanted = match self {
            Self::Date => &options.date_column,
            Self::Debit => &options.debit_column,
            Self::Credit => &options.credit_column,
            Self::Amount => &options.amount_column,
            Self::Description => &options.description_column,
            Self::Merchant => &options.merchant_column,
            Self::Category => &options.category_column,
            Self::Currency => &options.currency_column,
            Self::Balance => &options.balance_column,
            Self::Reference => &options.reference_column,
            Self::Direction => &options.direction_column,
            Self::Fee | Self::Status => &None,
        };
        wanted.as_deref()
    }
}

/// The name as it stands in flags and input fields.
impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Date => "date",
            Self::Debit => "debit",
            Self::Credit => "credit",
            Self::Amount => "amount",
            Self::Description => "description",
            Self::Merchant => "merchant",
            Self::Category => "category",
            Self::Currency => "currency",
            Self::Balance => "balance",
            Self::Reference => "reference",
            Self::Direction => "direction",
            Self::Fee => "fee",
            Self::Status => "status",
        })
    }
}

/// Which column, counted from 0, has which role.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Columns([Option<usize>; Role::ALL.len()]);

impl Columns {
    pub(super) fn get(&self, role: Role) -> Option<usize> {
        self.0.get(role as usize).copied().flatten()
    }

    pub(super) fn set(&mut self, role: Role, column: Option<usize>) {
        if let Some(slot) = self.0.get_mut(role as usize) {
            *slot = column;
        }
    }

    pub(super) fn has_money(&self) -> bool {
        [Role::Amount, Role::Debit, Role::Credit].iter().any(|role| self.get(*role).is_some())
    }

    /// A column has one role, but a "type" is a category or a direction depending on what it holds.
    fn is_free(&self, column: usize, role: Role) -> bool {
        !self.0.contains(&Some(column))
            || (role == Role::Direction && self.get(Role::Category) == Some(column))
    }

    /// Guesses the roles from column names, each column having one.
    pub(super) fn guess(names: &[String]) -> Self {
        let mut columns = Self::default();
        for role in Role::ALL {
            let known = column_names::of(role);
            let free = |name: &&str| {
                names.iter().enumerate().position(|(at, header)| header == name && columns.is_free(at, role))
            };
            let found = known.iter().find_map(free);
            columns.set(role, found);
        }
        columns.choose_money();
        columns
    }

    /// These roles, and from the others those that are missing.
    pub(super) fn or(mut self, others: Self) -> Self {
        for role in Role::ALL {
            if self.get(role).is_none() && !(role == Role::Amount && self.has_money()) {
                let free = others.get(role).filter(|column| !self.0.contains(&Some(*column)));
                self.set(role, free);
            }
        }
        self
    }

    /// Debit and credit columns together leave no question about signs; one of them alone, beside
    /// an amount, is something else.
    fn choose_money(&mut self) {
        if self.get(Role::Debit).is_some() && self.get(Role::Credit).is_some() {
            self.set(Role::Amount, None);
        } else if self.get(Role::Amount).is_some() {
            self.set(Role::Debit, None);
            self.set(Role::Credit, None);
        }
    }

    /// Puts the caller's choice in place of what was found. `names` is empty in a file without header.
    pub(super) fn choose(
        mut self,
        options: &Options,
        names: &[String],
        width: usize,
    ) -> Result<Self, Refusal> {
        let has = |role: Role| role.wanted(options).is_some();
        if has(Role::Amount) && (has(Role::Debit) || has(Role::Credit)) {
            return Err(Refusal::ConflictingColumns);
        }
        if has(Role::Amount) {
            self.set(Role::Debit, None);
            self.set(Role::Credit, None);
        } else if has(Role::Debit) || has(Role::Credit) {
            self.set(Role::Amount, None);
        }
        for role in Role::ALL {
            if let Some(wanted) = role.wanted(options) {
                let column = find(wanted, names, width).ok_or(Refusal::UnknownColumn(role))?;
                self.set(role, Some(column));
            }
        }
        Ok(self)
    }
}

fn find(wanted: &str, names: &[String], width: usize) -> Option<usize> {
    let folded = fold(wanted);
    let by_name = names.iter().position(|name| *name == folded);
    by_name.or_else(|| {
        let position: usize = folded.parse().ok()?;
        (1..=width).contains(&position).then(|| position - 1)
    })
}

/// Whether the cells hold every header name the caller asked for, of which there is at least one.
pub(super) fn has_wanted_names(names: &[String], options: &Options) -> bool {
    let mut wanted = Role::ALL
        .iter()
        .filter_map(|role| role.wanted(options))
        .map(fold)
        .filter(|name| name.parse::<usize>().is_err())
        .peekable();
    wanted.peek().is_some() && wanted.all(|name| names.contains(&name))
}

/// A column name for comparison: lower case, single spaces.
pub(super) fn fold(name: &str) -> String {
    name.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guess(names: &[&str]) -> Vec<(Role, usize)> {
        let names: Vec<String> = names.iter().map(|name| fold(name)).collect();
        let columns = Columns::guess(&names);
        Role::ALL.into_iter().filter_map(|role| Some((role, columns.get(role)?))).collect()
    }

    #[test]
    fn roles_are_in_the_order_of_their_numbers() {
        assert!(Role::ALL.iter().enumerate().all(|(at, role)| *role as usize == at));
    }

    #[test]
    fn columns_are_recognised_in_six_languages() {
        use Role::{Amount, Balance, Credit, Date, Debit, Description};
        assert_eq!(guess(&["Date", " DESCRIPTION", "Amount"]), [(Date, 0), (Amount, 2), (Description, 1)]);
        assert_eq!(
            guess(&["Datum", "Verwendungszweck", "Betrag", "Saldo"]),
            [(Date, 0), (Amount, 2), (Description, 1), (Balance, 3)]
        );
        assert_eq!(
            guess(&["Date", "Libellé", "Débit", "Crédit"]),
            [(Date, 0), (Debit, 2), (Credit, 3), (Description, 1)]
        );
        assert_eq!(guess(&["Fecha", "Concepto", "Importe"]), [(Date, 0), (Amount, 2), (Description, 1)]);
        assert_eq!(guess(&["Datum", "Omschrijving", "Bedrag"]), [(Date, 0), (Amount, 2), (Description, 1)]);
        assert_eq!(guess(&["Data", "Descrizione", "Importo"]), [(Date, 0), (Amount, 2), (Description, 1)]);
    }

    #[test]
    fn a_date_of_transaction_goes_before_a_date_of_posting() {
        assert_eq!(guess(&["Posting Date", "Transaction Date", "Amount"])[0], (Role::Date, 1));
    }

    #[test]
    fn debit_and_credit_together_replace_an_amount() {
        assert!(!guess(&["Date", "Amount", "Debit", "Credit"]).iter().any(|(role, _)| *role == Role::Amount));
        assert!(!guess(&["Date", "Amount", "Debit"]).iter().any(|(role, _)| *role == Role::Debit));
    }

    #[test]
    fn the_caller_chooses_by_name_or_position() {
        let names = ["a", "when", "3"].map(ToOwned::to_owned);
        let options = Options {
            date_column: Some("When".into()),
            amount_column: Some("1".into()),
            description_column: Some("3".into()),
            ..Options::default()
        };
        let columns = Columns::default().choose(&options, &names, 3).unwrap();
        assert_eq!(
            [Role::Date, Role::Amount, Role::Description].map(|role| columns.get(role)),
            [Some(1), Some(0), Some(2)]
        );
        for wrong in ["0", "4", "other", ""] {
            let options = Options { date_column: Some(wrong.into()), ..Options::default() };
            assert_eq!(
                Columns::default().choose(&options, &names, 3),
                Err(Refusal::UnknownColumn(Role::Date)),
                "{wrong}"
            );
        }
    }

    #[test]
    fn an_amount_beside_a_debit_column_is_refused() {
        let options =
            Options { amount_column: Some("1".into()), debit_column: Some("2".into()), ..Options::default() };
        assert_eq!(Columns::default().choose(&options, &[], 3), Err(Refusal::ConflictingColumns));
    }
}
