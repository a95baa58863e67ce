use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

use super::currency_codes::MINOR_DIGITS;

/// A currency by its ISO 4217 code: three upper-case letters out of the current list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Currency([u8; 3]);

/// The text is not a current ISO 4217 code. Never holds the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a currency is a current ISO 4217 code of three upper-case letters, such as EUR or USD")]
pub struct ParseCurrencyError;

impl Currency {
    /// Reads a code; upper case only, so that one currency has one spelling.
    ///
    /// # Errors
    ///
    /// [`ParseCurrencyError`] when the text is not in the list of current codes.
    pub fn parse(text: &str) -> Result<Self, ParseCurrencyError> {
        let code = <[u8; 3]>::try_from(text.as_bytes()).map_err(|_| ParseCurrencyError)?;
        digits_of(code).map(|_| Self(code)).ok_or(ParseCurrencyError)
    }

    /// The three-letter code.
    #[must_use]
    pub fn code(&self) -> &str {
        // Only codes of the table get in, and they are ASCII.
        str::from_utf8(&self.0).unwrap_or_default()
    }

    /// How many decimals the currency's smallest coin or accounting unit has: 2 for EUR, 0 for JPY, 3 for KWD.
    #[must_use]
    pub fn minor_digits(self) -> u8 {
        digits_of(self.0).unwrap_or(2)
    }

    /// Every currency known here, by code.
    pub fn all() -> impl Iterator<Item = Self> {
        MINOR_DIGITS.iter().map(|(code, _)| Self(*code))
    }
}

fn digits_of(code: [u8; 3]) -> Option<u8> {
    let at = MINOR_DIGITS.binary_search_by_key(&code, |(code, _)| *code).ok()?;
    MINOR_DIGITS.get(at).map(|(_, digits)| *digits)
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Currency {
    type Err = ParseCurrencyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

impl Serialize for Currency {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Code)
    }
}

struct Code;

impl Visitor<'_> for Code {
    type Value = Currency;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an ISO 4217 currency code")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Currency, E> {
        Currency::parse(text).map_err(E::custom)
    }
}

impl JsonSchema for Currency {
    fn schema_name() -> Cow<'static, str> {
        "Currency".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "ISO 4217 code of a currency: three upper-case letters, such as EUR or USD.",
            "pattern": "^[A-Z]{3}$",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_holds_upper_case_codes() {
        assert!(MINOR_DIGITS.is_sorted_by(|a, b| a.0 < b.0));
        assert!(
            MINOR_DIGITS.iter().all(|(code, digits)| code.iter().all(u8::is_ascii_uppercase) && *digits <= 4)
        );
        assert!(MINOR_DIGITS.len() > 150);
    }

    #[test]
    fn every_code_reads_back_from_text_and_json() {
        for currency in Currency::all() {
            assert_eq!(Currency::parse(&currency.to_string()), Ok(currency));
            let json = serde_json::to_string(&currency).unwrap();
            assert_eq!(serde_json::from_str::<Currency>(&json).unwrap(), currency);
        }
    }

    #[test]
    fn minor_digits_follow_iso_4217() {
        for (code, digits) in
            [("EUR", 2), ("USD", 2), ("JPY", 0), ("KWD", 3), ("CLF", 4), ("ISK", 0), ("TND", 3)]
        {
            assert_eq!(Currency::parse(code).unwrap().minor_digits(), digits, "{code}");
        }
    }

    #[test]
    fn anything_but_a_current_code_is_refused_without_being_quoted() {
        for text in ["", "eur", "EU", "EURO", "XXX", "DEM", "€€€", "E R", "ÄÖ"] {
            assert_eq!(Currency::parse(text), Err(ParseCurrencyError), "{text}");
        }
        let refusal = serde_json::from_str::<Currency>("\"ZZQ\"").unwrap_err().to_string();
        assert!(!refusal.contains("ZZQ"), "{refusal}");
    }
}
