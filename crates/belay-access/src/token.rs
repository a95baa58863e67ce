//! Secrets that are handed out once and kept as a digest.

use belay_core::Entropy;

/// A new secret: a prefix by which scanners and people know what it is, and 160 random bits in base 32.
#[must_use]
pub fn mint(prefix: &str, entropy: &dyn Entropy) -> String {
    let mut bytes = [0; 20];
    entropy.fill(&mut bytes);
    format!("{prefix}_{}", base32(&bytes))
}

/// What is kept of a secret: its SHA-256 in hexadecimal. With 160 random bits in it, neither salt nor stretching would
/// add anything, and an index lookup of a digest tells a timer nothing about the secret.
#[must_use]
pub fn digest(secret: &str) -> String {
    crate::digest::of_bytes(secret.as_bytes())
}

/// Base 32 after RFC 4648, section 6, in lower case and without padding.
pub(crate) fn base32(bytes: &[u8]) -> String {
    const ALPHABET: &[u8] = b"abcdefghijklmnopqrstuvwxyz234567";
    bytes
        .chunks(5)
        .flat_map(|chunk| {
            let bits = chunk.iter().fold(0_u64, |bits, byte| (bits << 8) | u64::from(*byte))
                << (8 * (5 - chunk.len()));
            let letters = (chunk.len() * 8).div_ceil(5);
            (0..letters).filter_map(move |place| {
                let digit = usize::try_from((bits >> (35 - 5 * place)) & 31).ok()?;
                ALPHABET.get(digit).map(|letter| char::from(*letter))
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base32_agrees_with_the_vectors_of_its_standard() {
        for (plain, coded) in [
            ("", ""),
            ("f", "my"),
            ("fo", "mzxq"),
            ("foo", "mzxw6"),
            ("fooba", "mzxw6ytb"),
            ("foobar", "mzxw6ytboi"),
        ] {
            assert_eq!(base32(plain.as_bytes()), coded);
        }
    }
}
