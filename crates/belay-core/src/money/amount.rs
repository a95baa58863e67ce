use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

/// Ten-thousandths in one unit of a currency. ISO 4217 knows no currency with more than four decimals.
const SCALE: i64 = 10_000;
const DECIMALS: usize = 4;

/// An exact amount of money in ten-thousandths of a currency unit, of at most [`Amount::MAX`] either way.
///
/// In JSON it is a plain number (`12.34`), in text it has at least two decimals and no zeros beyond
/// them (`12.00`, `0.125`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Amount(i64);

/// Why a text or a number is not an [`Amount`]. Never holds the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseAmountError {
    /// Not digits with an optional leading minus and an optional decimal point between digits.
    #[error("an amount is written with digits and at most one decimal point, such as 12.34 or -5")]
    NotANumber,
    /// More than four significant decimals.
    #[error("an amount has at most four decimals")]
    TooPrecise,
    /// Beyond [`Amount::MAX`].
    #[error("an amount is at most 500000000000 units of its currency")]
    TooLarge,
}

impl Amount {
    /// No money.
    pub const ZERO: Self = Self(0);

    /// The largest amount: 500 000 000 000 currency units, 5·10¹⁵ ten-thousandths.
    ///
    /// JSON readers mostly keep numbers as IEEE 754 doubles. Below 2³⁹ (549 755 813 888) neighbouring
    /// doubles are at most 2⁻¹⁴ ≈ 0.000061 apart, which is less than the 0.0001 between neighbouring
    /// amounts. So no two amounts share a double, and the shortest decimal that reads back as that
    /// double, which is what every JSON writer prints, is the amount itself. From 2³⁹ on doubles lie
    /// 0.000122 apart and amounts would merge, although their count of ten-thousandths is still below
    /// 2⁵³: that better-known bound protects whole numbers only.
    pub const MAX: Self = Self(500_000_000_000 * SCALE);

    /// The most negative amount, `-MAX`.
    pub const MIN: Self = Self(-Self::MAX.0);

    /// An amount of that many ten-thousandths of a currency unit; `None` beyond [`Amount::MAX`].
    #[must_use]
    pub const fn from_units(units: i64) -> Option<Self> {
        if units > Self::MAX.0 || units < Self::MIN.0 { None } else { Some(Self(units)) }
    }

    /// The amount as a count of ten-thousandths of a currency unit; what is stored.
    #[must_use]
    pub const fn units(self) -> i64 {
        self.0
    }

    /// Reads plain decimal form: an optional minus, digits, and optionally a point and one to four digits.
    ///
    /// Zeros after the fourth decimal are accepted, as they add nothing.
    ///
    /// # Errors
    ///
    /// [`ParseAmountError`] for any other form (exponents, group marks, spaces) and for values that
    /// are too precise or too large.
    pub fn parse(text: &str) -> Result<Self, ParseAmountError> {
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (whole, fraction) = match digits.split_once('.') {
            Some((_, "")) => return Err(ParseAmountError::NotANumber),
            Some(parts) => parts,
            None => (digits, ""),
        };
        if whole.is_empty() || !whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit()) {
            return Err(ParseAmountError::NotANumber);
        }
        let fraction = fraction.trim_end_matches('0');
        if fraction.len() > DECIMALS {
            return Err(ParseAmountError::TooPrecise);
        }
        let padding = std::iter::repeat_n(b'0', DECIMALS - fraction.len());
        let mut units: i64 = 0;
        for digit in whole.bytes().chain(fraction.bytes()).chain(padding) {
            units = units * 10 + i64::from(digit - b'0');
            // Checked at each digit, so that the product above cannot overflow.
            if units > Self::MAX.0 {
                return Err(ParseAmountError::TooLarge);
            }
        }
        Ok(Self(if negative { -units } else { units }))
    }

    /// The sum; `None` beyond [`Amount::MAX`].
    #[must_use]
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        // Two amounts are below 2^53 each: the sum cannot leave i64.
        Self::from_units(self.0 + other.0)
    }

    /// The difference; `None` beyond [`Amount::MAX`].
    #[must_use]
    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        Self::from_units(self.0 - other.0)
    }

    /// The amount without its sign. Always exists, as the range is symmetric.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self(self.0.abs())
    }

    /// Whether the amount is below zero.
    #[must_use]
    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// Whether the amount is zero.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

/// The opposite amount. Always exists, as the range is symmetric.
impl std::ops::Neg for Amount {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = self.0.unsigned_abs();
        let scale = SCALE.unsigned_abs();
        let (whole, fraction) = (units / scale, units % scale);
        let text = match (fraction % 100, fraction % 10) {
            (0, _) => format!("{whole}.{:02}", fraction / 100),
            (_, 0) => format!("{whole}.{:03}", fraction / 10),
            _ => format!("{whole}.{fraction:04}"),
        };
        f.pad_integral(self.0 >= 0, "", &text)
    }
}

impl FromStr for Amount {
    type Err = ParseAmountError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % SCALE == 0 {
            return serializer.serialize_i64(self.0 / SCALE);
        }
        // Division of two exact doubles is correctly rounded: this is the double nearest to the
        // amount, and by the argument at `MAX` its shortest decimal is the amount.
        #[expect(clippy::cast_precision_loss, reason = "both are below 2^53 and so exact")]
        serializer.serialize_f64(self.0 as f64 / SCALE as f64)
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonNumber)
    }
}

struct JsonNumber;

impl Visitor<'_> for JsonNumber {
    type Value = Amount;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number with at most four decimals")
    }

    fn visit_i64<E: serde::de::Error>(self, whole: i64) -> Result<Amount, E> {
        whole
            .checked_mul(SCALE)
            .and_then(Amount::from_units)
            .ok_or_else(|| E::custom(ParseAmountError::TooLarge))
    }

    fn visit_u64<E: serde::de::Error>(self, whole: u64) -> Result<Amount, E> {
        i64::try_from(whole)
            .map_err(|_| E::custom(ParseAmountError::TooLarge))
            .and_then(|n| self.visit_i64(n))
    }

    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Amount, E> {
        // Display prints the shortest decimal of the double, without exponent: the text that was sent.
        Amount::parse(&number.to_string()).map_err(E::custom)
    }
}

impl JsonSchema for Amount {
    fn schema_name() -> Cow<'static, str> {
        "Amount".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "number",
            "description": "An amount of money in units of its currency, exact, with at most four decimals.",
            "minimum": -500_000_000_000_i64,
            "maximum": 500_000_000_000_i64,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_amount() -> impl Strategy<Value = Amount> {
        let cents = (-1_000_000_i64..1_000_000).prop_map(|cents| cents * 100);
        let all = Amount::MIN.0..=Amount::MAX.0;
        let edge = Amount::MAX.0 - 20_000..=Amount::MAX.0;
        prop_oneof![cents, all, edge].prop_map(Amount)
    }

    #[test]
    fn plain_decimal_form_is_read_exactly() {
        let cases = [
            ("0", 0),
            ("-0", 0),
            ("12", 120_000),
            ("12.3", 123_000),
            ("12.34", 123_400),
            ("-0.0001", -1),
            ("007.50000", 75_000),
            ("500000000000", Amount::MAX.0),
            ("-500000000000.0000", Amount::MIN.0),
        ];
        for (text, units) in cases {
            assert_eq!(Amount::parse(text).map(Amount::units), Ok(units), "{text}");
        }
    }

    #[test]
    fn any_other_form_is_refused() {
        use ParseAmountError::{NotANumber, TooLarge, TooPrecise};
        let cases = [
            ("", NotANumber),
            ("-", NotANumber),
            (".5", NotANumber),
            ("5.", NotANumber),
            ("+5", NotANumber),
            ("--5", NotANumber),
            ("1e3", NotANumber),
            ("1,000", NotANumber),
            ("1.2.3", NotANumber),
            (" 1", NotANumber),
            ("١", NotANumber),
            ("NaN", NotANumber),
            ("0.00001", TooPrecise),
            ("500000000000.0001", TooLarge),
            ("99999999999999999999999999", TooLarge),
        ];
        for (text, refusal) in cases {
            assert_eq!(Amount::parse(text), Err(refusal), "{text}");
        }
    }

    #[test]
    fn text_has_two_decimals_and_more_only_where_they_count() {
        let cases = [(0, "0.00"), (-1, "-0.0001"), (125, "0.0125"), (1_250, "0.125"), (-123_400, "-12.34")];
        for (units, text) in cases {
            assert_eq!(Amount(units).to_string(), text);
        }
        assert_eq!(format!("{:>8}", Amount(-15_000)), "   -1.50");
    }

    #[test]
    fn json_refusals_do_not_name_the_value() {
        for text in ["1.23456", "1e40", "600000000000", "-98765432109876", "18446744073709551615"] {
            let refusal = serde_json::from_str::<Amount>(text).unwrap_err().to_string();
            assert!(refusal.starts_with("an amount "), "{refusal}");
            assert!(!refusal.contains(text), "{refusal}");
        }
        assert!(serde_json::from_str::<Amount>("\"1.5\"").is_err(), "a string is no amount");
    }

    #[test]
    fn whole_amounts_are_json_integers() {
        assert_eq!(serde_json::to_string(&Amount(120_000)).unwrap(), "12");
        assert_eq!(serde_json::from_str::<Amount>("12.0").unwrap(), Amount(120_000));
        assert_eq!(serde_json::from_str::<Amount>("1.2e1").unwrap(), Amount(120_000));
    }

    #[test]
    fn the_schema_is_a_bounded_number() {
        let schema = schemars::schema_for!(Amount);
        assert_eq!(schema.get("type").unwrap(), "number");
        assert!(schema.get("format").is_none());
    }

    proptest! {
        #[test]
        fn text_reads_back(amount in any_amount()) {
            prop_assert_eq!(Amount::parse(&amount.to_string()), Ok(amount));
        }

        #[test]
        fn json_prints_the_decimal_itself_and_reads_back(amount in any_amount()) {
            let json = serde_json::to_string(&amount).unwrap();
            prop_assert_eq!(Amount::parse(&json), Ok(amount));
            prop_assert_eq!(serde_json::from_str::<Amount>(&json).unwrap(), amount);
            prop_assert_eq!(serde_json::from_value::<Amount>(serde_json::to_value(amount).unwrap()).unwrap(), amount);
        }

        #[test]
        fn sums_are_exact_or_refused(a in any_amount(), b in any_amount()) {
            match a.checked_add(b) {
                Some(sum) => {
                    prop_assert_eq!(sum.units(), a.units() + b.units());
                    prop_assert_eq!(sum.checked_sub(b), Some(a));
                }
                None => prop_assert!((a.units() + b.units()).abs() > Amount::MAX.units()),
            }
        }

        #[test]
        fn negation_is_its_own_inverse(a in any_amount()) {
            prop_assert_eq!(-(-a), a);
            prop_assert_eq!(a.checked_add(-a), Some(Amount::ZERO));
            prop_assert_eq!((-a).abs(), a.abs());
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in ".{0,40}") {
            let _ = Amount::parse(&text);
        }
    }
}
