use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

/// The order in which a date names day, month and year. Separators, leading zeros, two-digit years
/// and month names need no saying: they show in the text. Two-digit years from 00 to 68 are 2000 to
/// 2068, from 69 to 99 they are 1969 to 1999.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateFormat {
    /// Month, day, year: 12/31/2024.
    Mdy,
    /// Day, month, year: 31/12/2024.
    Dmy,
    /// Year, month, day: 2024-12-31.
    Ymd,
}

/// The text names no order of day, month and year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a date format is mdy, dmy or ymd, or a pattern such as DD.MM.YYYY, %d/%m/%Y or 01/02/2006")]
pub struct ParseDateFormatError;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Day,
    Month,
    Year,
}

impl DateFormat {
    pub(super) const ALL: [Self; 3] = [Self::Mdy, Self::Dmy, Self::Ymd];

    /// The name: mdy, dmy or ymd.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mdy => "mdy",
            Self::Dmy => "dmy",
            Self::Ymd => "ymd",
        }
    }

    /// Reads a name or a pattern: letters (`DD/MM/YYYY`), `strftime` (`%d/%m/%Y`) or a Go layout
    /// (`02/01/2006`), of which only the order counts.
    ///
    /// # Errors
    ///
    /// [`ParseDateFormatError`] unless day, month and year each occur, in one of the three orders.
    pub fn parse(text: &str) -> Result<Self, ParseDateFormatError> {
        let text = text.trim();
        let parts = if text.contains('%') {
            strftime(text)
        } else if text.contains(|char: char| char.is_ascii_digit()) {
            go_layout(text)
        } else {
            letters(text)
        };
        match parts.as_slice() {
            [Part::Month, Part::Day, Part::Year] => Ok(Self::Mdy),
            [Part::Day, Part::Month, Part::Year] => Ok(Self::Dmy),
            [Part::Year, Part::Month, Part::Day] => Ok(Self::Ymd),
            _ => Err(ParseDateFormatError),
        }
    }
}

fn strftime(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    // The piece before the first percent sign is no directive.
    for directive in text.split('%').skip(1) {
        match directive.trim_start_matches(['-', '_', '0']).chars().next() {
            Some('d' | 'e') => parts.push(Part::Day),
            Some('m' | 'b' | 'B' | 'h') => parts.push(Part::Month),
            Some('Y' | 'y') => parts.push(Part::Year),
            Some('F') => parts.extend([Part::Year, Part::Month, Part::Day]),
            Some('D') => parts.extend([Part::Month, Part::Day, Part::Year]),
            _ => {}
        }
    }
    parts
}

/// Go writes layouts as its reference time: 2 January 2006, 15:04:05.
fn go_layout(text: &str) -> Vec<Part> {
    const TOKENS: [(&str, Option<Part>); 14] = [
        ("2006", Some(Part::Year)),
        ("January", Some(Part::Month)),
        ("Jan", Some(Part::Month)),
        ("Monday", None),
        ("Mon", None),
        ("15", None),
        ("01", Some(Part::Month)),
        ("02", Some(Part::Day)),
        ("03", None),
        ("04", None),
        ("05", None),
        ("06", Some(Part::Year)),
        ("1", Some(Part::Month)),
        ("2", Some(Part::Day)),
    ];
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        let token = TOKENS.iter().find_map(|(token, part)| Some((rest.strip_prefix(token)?, *part)));
        let (after, part) = token.unwrap_or_else(|| (rest.get(char.len_utf8()..).unwrap_or_default(), None));
        parts.extend(part);
        rest = after;
    }
    parts
}

/// Runs of letters: `mdy`, `MM/DD/YYYY`, `yyyyMMdd`, `D Mon YYYY`. What follows a `T` or an hour is time.
fn letters(text: &str) -> Vec<Part> {
    let folded = text.to_ascii_lowercase().replace("month", "m").replace("mon", "m");
    let mut parts = Vec::new();
    for char in folded.chars() {
        let part = match char {
            'd' => Part::Day,
            'm' => Part::Month,
            'y' => Part::Year,
            'h' | 't' => break,
            char if char.is_alphabetic() => return Vec::new(),
            _ => continue,
        };
        if parts.last() != Some(&part) {
            parts.push(part);
        }
    }
    parts
}

impl FromStr for DateFormat {
    type Err = ParseDateFormatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

impl fmt::Display for DateFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for DateFormat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for DateFormat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for DateFormat {
    fn schema_name() -> Cow<'static, str> {
        "DateFormat".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "Order of day, month and year: mdy, dmy or ymd, or a pattern such as DD.MM.YYYY.",
            "minLength": 3,
            "maxLength": 40,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_patterns_of_three_notations_are_understood() {
        let cases = [
            (
                DateFormat::Mdy,
                [
                    "mdy",
                    "MM/DD/YYYY",
                    "%m/%d/%Y",
                    "01/02/2006",
                    "Jan 2, 2006",
                    "Mon D YYYY",
                    "%b %-d, %Y",
                    "%D",
                ],
            ),
            (
                DateFormat::Dmy,
                [
                    "DMY",
                    "D.M.YYYY",
                    "%d.%m.%y",
                    "2.1.06",
                    "2 Jan 2006",
                    "D Month YYYY",
                    "dd-MM-yyyy HH:mm",
                    "02/01/2006 15:04:05",
                ],
            ),
            (
                DateFormat::Ymd,
                [
                    "ymd",
                    "YYYY-MM-DD",
                    "%F",
                    "2006-01-02",
                    "20060102",
                    "YYYYMMDD",
                    "%Y/%m/%d %H:%M",
                    "yyyy-MM-ddTHH:mm:ss",
                ],
            ),
        ];
        for (format, texts) in cases {
            for text in texts {
                assert_eq!(DateFormat::parse(text), Ok(format), "{text}");
            }
        }
    }

    #[test]
    fn anything_else_is_refused_without_being_quoted() {
        for text in ["", "md", "YYYY-DD-MM", "day month year", "%H:%M", "12/31/2024", "mdyy m"] {
            assert_eq!(DateFormat::parse(text), Err(ParseDateFormatError), "{text}");
        }
        let refusal = serde_json::from_str::<DateFormat>("\"zzz\"").unwrap_err().to_string();
        assert!(!refusal.contains("zzz"), "{refusal}");
    }

    #[test]
    fn json_carries_the_name() {
        assert_eq!(serde_json::to_string(&DateFormat::Dmy).unwrap(), "\"dmy\"");
        assert_eq!(serde_json::from_str::<DateFormat>("\"%d.%m.%Y\"").unwrap(), DateFormat::Dmy);
    }
}
