use std::collections::{HashMap, HashSet};
use std::fmt;

use belay_core::money::{Amount, Currency};
use jiff::civil::Date;
use sha2::{Digest, Sha256};

/// What an entry is known by when the same or an overlapping file is imported again: a SHA-256.
///
/// With a transaction id of the bank that no other row of the file has, it covers the account key and
/// that id. Otherwise it covers the account key, the date, the amount with its currency, the description
/// without regard to case, and how many equal entries stand before this one in the file. So twin purchases differ, the order of rows
/// does not matter, and encoding, delimiter and notation of the file leave no trace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    /// The 32 bytes of the hash.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The first half as 32 hexadecimal digits: enough to tell the rows of an account apart, and half the index.
    #[must_use]
    pub fn short(&self) -> String {
        let mut text = self.to_string();
        text.truncate(32);
        text
    }
}

/// 64 lower-case hexadecimal digits.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Half a SHA-256: enough to tell a million rows apart, and all that is kept of each.
type Key = [u8; 16];

/// Takes the fingerprints of one file for one account.
pub(super) struct Fingerprints<'r> {
    account: Sha256,
    seen: HashMap<Key, u32>,
    references: &'r References,
    /// The currency of rows that name none.
    pub(super) currency: Option<Currency>,
}

impl<'r> Fingerprints<'r> {
    pub(super) fn new(account_key: &str, references: &'r References) -> Self {
        let mut account = Sha256::new();
        add_text(&mut account, account_key);
        Self { account, seen: HashMap::new(), references, currency: None }
    }

    /// The fingerprint of an entry by the bank's id, if the id is its alone.
    pub(super) fn of_reference(&self, reference: &str) -> Option<Fingerprint> {
        if !self.references.is_unique(reference) {
            return None;
        }
        let mut hash = self.account.clone();
        hash.update(b"reference");
        add_text(&mut hash, reference);
        Some(Fingerprint(hash.finalize().into()))
    }

    /// The fingerprint of the next entry of the file with this content.
    pub(super) fn of_content(
        &mut self,
        date: Date,
        (amount, currency): (Amount, Option<Currency>),
        description: &str,
    ) -> Fingerprint {
        let mut hash = self.account.clone();
        hash.update(b"content");
        hash.update(date.year().to_be_bytes());
        hash.update(date.month().to_be_bytes());
        hash.update(date.day().to_be_bytes());
        hash.update(amount.units().to_be_bytes());
        let currency = currency.or(self.currency);
        add_text(&mut hash, currency.as_ref().map_or("", Currency::code));
        add_text(&mut hash, &description.to_lowercase());
        let occurrence = self.seen.entry(half(hash.clone())).or_default();
        hash.update(occurrence.to_be_bytes());
        *occurrence += 1;
        Fingerprint(hash.finalize().into())
    }
}

/// The length in front keeps neighbouring texts from running into each other.
fn add_text(hash: &mut Sha256, text: &str) {
    hash.update(text.len().to_be_bytes());
    hash.update(text);
}

fn half(hash: Sha256) -> Key {
    let whole: [u8; 32] = hash.finalize().into();
    whole.first_chunk().copied().unwrap_or_default()
}

/// The bank's ids in a file: which of them name one row alone.
#[derive(Debug, Default)]
pub(super) struct References {
    seen: HashSet<Key>,
    repeated: HashSet<Key>,
}

impl References {
    pub(super) fn add(&mut self, reference: &str) {
        let key = half(Sha256::new_with_prefix(reference));
        if !reference.is_empty() && !self.seen.insert(key) {
            self.repeated.insert(key);
        }
    }

    /// Whether any row is known by an id of its own.
    pub(super) fn are_usable(&self) -> bool {
        self.seen.len() > self.repeated.len()
    }

    fn is_unique(&self, reference: &str) -> bool {
        !reference.is_empty() && !self.repeated.contains(&half(Sha256::new_with_prefix(reference)))
    }

    /// Lets go of the ids that the second reading has no use for.
    pub(super) fn settle(&mut self) {
        self.seen = HashSet::new();
    }
}
