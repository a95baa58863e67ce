//! Texts that must not be seen.

use std::fmt;

use subtle::ConstantTimeEq;

use crate::digest;

/// A text that must not be seen: it cannot be printed, serialised or compared but on purpose.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Takes a text out of sight.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text, for the one place that needs it.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Whether it is a text. How long that takes tells nothing about either.
    #[must_use]
    pub fn is(&self, text: &str) -> bool {
        // Digests have one length, and a common beginning of theirs says nothing about the texts.
        let [ours, theirs] = [&self.0, text].map(|text| digest::of_bytes(text.as_bytes()));
        ours.as_bytes().ct_eq(theirs.as_bytes()).into()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_not_printed_and_equals_its_own_text_alone() {
        let secret = Secret::new("hunter2");
        assert_eq!(format!("{secret:?} {:?}", Some(&secret)), "Secret(…) Some(Secret(…))");
        assert!(secret.is("hunter2") && secret.is(secret.expose()));
        for other in ["", "hunter", "hunter22", "Hunter2"] {
            assert!(!secret.is(other), "{other}");
        }
    }
}
