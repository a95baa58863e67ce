//! Digests: of what a call was given, and of what something belongs to.

use std::io::{self, Read};

use belay_core::canonical::canonical;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The SHA-256 digest of bytes, as 64 hexadecimal digits.
#[must_use]
pub fn of_bytes(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// The digest of several texts in their order. Each counts with its length, so that none can be taken for two.
#[must_use]
pub fn of_texts(texts: &[&str]) -> String {
    let mut digest = Sha256::new();
    for text in texts {
        digest.update((text.len() as u64).to_be_bytes());
        digest.update(text.as_bytes());
    }
    hex(&digest.finalize())
}

/// The digest of a call's arguments, the same whatever the order of fields, with the file that came along.
#[must_use]
pub fn of_arguments(arguments: &Value, file: Option<&[u8]>) -> String {
    let text = canonical(arguments);
    match file {
        Some(bytes) => of_texts(&[&text, &of_bytes(bytes)]),
        None => of_bytes(text.as_bytes()),
    }
}

/// As [`of_arguments`] with a file, which is read to its end.
///
/// # Errors
/// Whatever reading it says.
pub fn of_arguments_with(arguments: &Value, mut file: impl Read) -> io::Result<String> {
    let (mut digest, mut piece) = (Sha256::new(), vec![0; PIECE]);
    loop {
        let read = file.read(&mut piece)?;
        let Some(bytes) = piece.get(..read).filter(|bytes| !bytes.is_empty()) else { break };
        digest.update(bytes);
    }
    Ok(of_texts(&[&canonical(arguments), &hex(&digest.finalize())]))
}

/// Bytes of a file that are digested at once.
const PIECE: usize = 64 * 1024;

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |nibble: u8| DIGITS.get(usize::from(nibble)).map_or('0', |digit| char::from(*digit));
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_differs_has_another_digest() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(of_bytes(b""), empty, "FIPS 180-4");
        assert_ne!(of_texts(&["ab", "c"]), of_texts(&["a", "bc"]));
        let arguments = json!({ "a": 1, "b": 2 });
        assert_eq!(of_arguments(&arguments, None), of_arguments(&json!({ "b": 2, "a": 1 }), None));
        assert_ne!(of_arguments(&arguments, None), of_arguments(&arguments, Some(b"")));
        assert_ne!(of_arguments(&arguments, Some(b"x")), of_arguments(&arguments, Some(b"y")));
        let file = vec![7; 3 * PIECE / 2];
        let piecewise = of_arguments_with(&arguments, file.as_slice()).unwrap();
        assert_eq!(piecewise, of_arguments(&arguments, Some(&file)));
    }
}
