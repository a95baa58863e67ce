//! A transaction as it is shown, whole or in part.

use std::borrow::Cow;

use belay_core::money::{Amount, Currency};
use jiff::civil::Date;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::error::TransactionRefusal;
use super::model::Listed;

/// Which fields of a row are shown. The identifier always is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fields(u32);

/// Names for several fields at once.
const SETS: &[(&str, &[&str])] = &[
    ("minimal", &["name", "amount", "date"]),
    ("core", &["id", "date", "amount", "name", "iso_currency_code"]),
    ("category", &["category_primary", "category_detailed"]),
];

impl Fields {
    pub(crate) const ALL: Self = Self(u32::MAX);

    /// The fields that a list of names stands for.
    pub(crate) fn parse(names: &str) -> Result<Self, TransactionRefusal> {
        let unknown = || TransactionRefusal::UnknownField { known: NAMES.join(", ") };
        let mut bits = bit("id").unwrap_or(0);
        for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            match SETS.iter().find(|(set, _)| *set == name) {
                Some((_, members)) => {
                    bits |= members.iter().filter_map(|member| bit(member)).fold(0, |all, one| all | one);
                }
                None => bits |= bit(name).ok_or_else(unknown)?,
            }
        }
        Ok(Self(bits))
    }

    fn has(self, name: &str) -> bool {
        bit(name).is_some_and(|bit| self.0 & bit != 0)
    }
}

fn bit(name: &str) -> Option<u32> {
    NAMES.iter().position(|known| *known == name).map(|place| 1 << place)
}

/// A transaction as it is shown.
pub(crate) struct Row {
    pub(crate) listed: Listed,
    pub(crate) fields: Fields,
}

impl From<Listed> for Row {
    fn from(listed: Listed) -> Self {
        Self { listed, fields: Fields::ALL }
    }
}

/// The whole row, for its schema; which fields a row has depends on `fields`.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is read")]
struct Shape {
    /// Its identifier.
    id: String,
    /// The account it belongs to.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    account_id: String,
    /// That account's name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    account_name: String,
    /// The member the account belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    user_id: Option<String>,
    /// That member's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    user_name: Option<String>,
    /// Above zero: money out of the account; below zero: money in.
    #[serde(default, skip_serializing_if = "is_zero")]
    amount: Amount,
    /// The ISO 4217 code of its currency.
    #[serde(skip_serializing_if = "Option::is_none")]
    iso_currency_code: Option<Currency>,
    /// The day it was posted, YYYY-MM-DD.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    date: String,
    /// The day it was made, YYYY-MM-DD.
    #[serde(skip_serializing_if = "Option::is_none")]
    authorized_date: Option<String>,
    /// Whom the money went to or came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    merchant_name: Option<String>,
    /// The bank's own text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    /// The code of its category's group.
    #[serde(skip_serializing_if = "Option::is_none")]
    category_primary: Option<String>,
    /// The code of its category.
    #[serde(skip_serializing_if = "Option::is_none")]
    category_detailed: Option<String>,
    /// in store, online or other.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    payment_channel: String,
    /// Whether it can still change.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pending: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference in")]
fn is_zero(amount: &Amount) -> bool {
    *amount == Amount::ZERO
}

const NAMES: [&str; 15] = [
    "id",
    "account_id",
    "account_name",
    "user_id",
    "user_name",
    "amount",
    "iso_currency_code",
    "date",
    "authorized_date",
    "merchant_name",
    "name",
    "category_primary",
    "category_detailed",
    "payment_channel",
    "pending",
];

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (row, fields) = (&self.listed.transaction, self.fields);
        let mut map = serializer.serialize_map(None)?;
        macro_rules! put {
            ($($name:literal: $value:expr),* $(,)?) => {
                $(if fields.has($name) { map.serialize_entry($name, &$value)?; })*
            };
        }
        put! {
            "id": row.id,
            "account_id": row.account_id,
            "account_name": self.listed.account_name,
            "user_id": self.listed.user_id,
            "user_name": self.listed.user_name,
            "amount": row.amount,
            "iso_currency_code": row.currency,
            "date": row.date.to_string(),
            "authorized_date": row.authorized_date.as_ref().map(Date::to_string),
            "merchant_name": row.merchant_name,
            "name": row.name,
            "category_primary": row.category_primary,
            "category_detailed": row.category_detailed,
            "payment_channel": row.payment_channel,
            "pending": row.pending,
        }
        map.end()
    }
}

impl JsonSchema for Row {
    fn schema_name() -> Cow<'static, str> {
        "TransactionRow".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Shape::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_names_can_be_mixed_and_the_identifier_is_always_there() {
        let fields = Fields::parse("minimal, pending").unwrap();
        let shown: Vec<&str> = NAMES.into_iter().filter(|name| fields.has(name)).collect();
        assert_eq!(shown, ["id", "amount", "date", "name", "pending"]);
        assert!(Fields::parse("core,nmae").is_err());
        assert!(NAMES.iter().all(|name| Fields::ALL.has(name)));
    }
}
