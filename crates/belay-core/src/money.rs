//! Exact money: a count of ten-thousandths of a currency unit, with the currency beside it.
//!
//! No amount is ever a binary fraction inside the program. JSON has only one kind of number, and
//! most of its readers keep that number as an IEEE 754 double; [`Amount::MAX`] is chosen so that
//! this does no harm.

mod amount;
mod currency;
mod currency_codes;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::amount::{Amount, ParseAmountError};
pub use self::currency::{Currency, ParseCurrencyError};

/// An amount in one currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Money {
    /// How much, in units of the currency, exact to four decimals.
    pub amount: Amount,
    /// ISO 4217 code of the currency, such as EUR.
    pub currency: Currency,
}

/// Why two sums of money have no total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddMoneyError {
    /// The currencies differ; there is no rate at which to add them.
    #[error("amounts in {0} and {1} cannot be added")]
    DifferentCurrencies(Currency, Currency),
    /// The total is beyond [`Amount::MAX`].
    #[error("the total is too large")]
    TooLarge,
}

impl Money {
    /// Puts an amount and its currency together.
    #[must_use]
    pub const fn new(amount: Amount, currency: Currency) -> Self {
        Self { amount, currency }
    }

    /// The total of two amounts of the same currency.
    ///
    /// # Errors
    ///
    /// [`AddMoneyError`] when the currencies differ or the total is too large.
    pub fn checked_add(self, other: Self) -> Result<Self, AddMoneyError> {
        if self.currency != other.currency {
            return Err(AddMoneyError::DifferentCurrencies(self.currency, other.currency));
        }
        let amount = self.amount.checked_add(other.amount).ok_or(AddMoneyError::TooLarge)?;
        Ok(Self { amount, currency: self.currency })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(amount: &str, currency: &str) -> Money {
        Money::new(Amount::parse(amount).unwrap(), Currency::parse(currency).unwrap())
    }

    #[test]
    fn amounts_of_one_currency_are_added() {
        assert_eq!(money("1.10", "EUR").checked_add(money("2.20", "EUR")), Ok(money("3.30", "EUR")));
    }

    #[test]
    fn different_currencies_are_never_added() {
        let refusal = money("1", "EUR").checked_add(money("1", "USD")).unwrap_err();
        assert_eq!(refusal.to_string(), "amounts in EUR and USD cannot be added");
    }

    #[test]
    fn a_total_beyond_the_limit_is_refused() {
        let most = Money::new(Amount::MAX, Currency::parse("JPY").unwrap());
        assert_eq!(most.checked_add(money("0.0001", "JPY")), Err(AddMoneyError::TooLarge));
    }

    #[test]
    fn json_carries_the_number_and_the_code() {
        let text = serde_json::to_string(&money("-1234.56", "CHF")).unwrap();
        assert_eq!(text, r#"{"amount":-1234.56,"currency":"CHF"}"#);
        assert_eq!(serde_json::from_str::<Money>(&text).unwrap(), money("-1234.56", "CHF"));
    }
}
