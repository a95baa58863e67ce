//! Typed identifiers: one text everywhere, in JSON, URLs, logs and SQL.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;

use jiff::Timestamp;
use serde::{Serialize, Serializer};

use crate::Entropy;

/// A kind of thing that has identifiers.
pub trait Entity: 'static {
    /// What its identifiers begin with, such as `acc`.
    const PREFIX: &'static str;
}

/// An identifier of a `T`: prefix, underscore and 20 characters of Crockford's base 32.
///
/// The first 48 bits are the milliseconds since 1970, so identifiers sort by age; 52 random bits follow,
/// enough that a million made within one second collide with a probability below one in ten billion.
pub struct Id<T> {
    text: Arc<str>,
    entity: PhantomData<fn() -> T>,
}

const ALPHABET: [char; 32] = [
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'j', 'k', 'm',
    'n', 'p', 'q', 'r', 's', 't', 'v', 'w', 'x', 'y', 'z',
];
const DIGITS: u32 = 20;

impl<T: Entity> Id<T> {
    /// A new identifier.
    #[must_use]
    pub fn new(now: Timestamp, entropy: &dyn Entropy) -> Self {
        let millis = u128::from(u64::try_from(now.as_millisecond()).unwrap_or(0)) & 0xffff_ffff_ffff;
        let bits = (millis << 52) | u128::from(entropy.next() >> 12);
        let mut text = String::with_capacity(T::PREFIX.len() + 21);
        text.push_str(T::PREFIX);
        text.push('_');
        for place in (0..DIGITS).rev() {
            let digit = usize::try_from((bits >> (place * 5)) & 31).unwrap_or(0);
            text.extend(ALPHABET.get(digit));
        }
        Self::from_trusted(&text)
    }

    /// The identifier that a text spells, or nothing when no `T` could have it.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let rest = text.strip_prefix(T::PREFIX)?.strip_prefix('_')?;
        let spelled = (1..=40).contains(&rest.len())
            && rest.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        spelled.then(|| Self::from_trusted(text))
    }

    fn from_trusted(text: &str) -> Self {
        Self { text: text.into(), entity: PhantomData }
    }
}

impl<T> Id<T> {
    /// The text of the identifier.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        Self { text: Arc::clone(&self.text), entity: PhantomData }
    }
}

impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl<T> Eq for Id<T> {}

impl<T> Hash for Id<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl<T> fmt::Display for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<T> Serialize for Id<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl<T> schemars::JsonSchema for Id<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Id".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entropy::Seeded;

    struct Thing;
    impl Entity for Thing {
        const PREFIX: &'static str = "thg";
    }

    #[test]
    fn identifiers_sort_by_the_time_they_were_made() {
        let entropy = Seeded::new(1);
        let at = |ms| Id::<Thing>::new(Timestamp::from_millisecond(ms).unwrap(), &entropy);
        let (old, new) = (at(1_700_000_000_000), at(1_700_000_000_001));
        assert!(old.as_str() < new.as_str());
        assert_eq!(old.as_str().len(), 24);
    }

    #[test]
    fn a_text_of_another_kind_is_no_identifier() {
        let id = Id::<Thing>::new(Timestamp::UNIX_EPOCH, &Seeded::new(1));
        assert_eq!(Id::<Thing>::parse(id.as_str()), Some(id));
        for text in ["", "thg", "thg_", "acc_1", "thg_A", "thg_1 or 1=1"] {
            assert!(Id::<Thing>::parse(text).is_none(), "{text}");
        }
    }
}
