//! Sealed texts, opened and changed on their way.

use std::sync::LazyLock;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use belay_access::seal::Seal;
use belay_core::entropy::Seeded;

use super::halves;
use crate::target::{Signature, Target};

/// `belay_access::seal::Seal`. The first line of an input is what a text belongs to, the second says how its sealed form
/// is changed, the rest is the text. The text is also taken for a sealed one, and for the body of one.
pub(super) struct SealedState;

static OURS: LazyLock<Seal> = LazyLock::new(|| Seal::fresh(&Seeded::new(1)));
static ANOTHER: LazyLock<Seal> = LazyLock::new(|| Seal::fresh(&Seeded::new(2)));

/// Version, number of the key, and a nonce: what a sealed text begins with.
const HEAD: [u8; 17] = [1, 0, 0, 0, 1, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9];

/// Every text up to this length is sealed.
const LONGEST: usize = 47 * 1024;

impl Target for SealedState {
    fn name(&self) -> &'static str {
        "sealed_state"
    }

    fn about(&self) -> &'static str {
        "any text: sealed it opens for the same purpose; changed, made up or for another purpose it does not"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        let made = OURS.seal("state", "another caller", &Seeded::new(3)).unwrap_or_default();
        let mut seeds = vec![format!("anna: delete 7\na0x\n{made}").into_bytes()];
        let plain = [
            "\n\n",
            "anna\n\nthe state",
            "anna\nc9A\n{\"step\":1}",
            "anna\nd9\nx",
            "anna\nb0=\nAQAAAAE",
            "a\ne5\n\0",
        ];
        seeds.extend(plain.map(|seed| seed.as_bytes().to_vec()));
        seeds
    }

    fn tokens(&self) -> &'static [&'static str] {
        &["\n", "AQAAAAE", "=", "-", "_", "A", "\na", "\nb", "\nc", "\nd", "\ne"]
    }

    fn run(&self, input: &[u8]) -> u64 {
        let (purpose, rest) = halves(input);
        let (change, text) = halves(rest);
        let (purpose, text) = (String::from_utf8_lossy(purpose), String::from_utf8_lossy(text));
        // The nonce must follow from the input, as everything that happens to it does.
        let nonce = Seeded::new(Signature::of("nonce").bytes(input).value());
        let Ok(sealed) = OURS.seal(&text, &purpose, &nonce) else {
            assert!(text.len() > LONGEST, "only what is too long is not sealed");
            return Signature::of("too long").value();
        };
        assert_eq!(OURS.open(&sealed, &purpose).as_deref(), Ok(&*text), "what was sealed opens for the same");
        for other in [format!("{purpose} "), purpose.chars().skip(1).collect(), text.to_string()] {
            assert!(other == purpose || OURS.open(&sealed, &other).is_err(), "it opens for nothing else");
        }
        assert!(ANOTHER.open(&sealed, &purpose).is_err(), "another key does not open it");
        let changed = changed(sealed.as_bytes(), change);
        let decodes = URL_SAFE_NO_PAD.decode(&changed).map(|bytes| bytes.len());
        let same = changed == sealed;
        assert!(same || OURS.open(&changed, &purpose).is_err(), "a changed text does not open");
        let body = URL_SAFE_NO_PAD.encode([&HEAD, text.as_bytes()].concat());
        assert!(OURS.open(&body, &purpose).is_err(), "a body that was made up does not open");
        assert!(OURS.open(&text, &purpose).is_err(), "a text that was made up does not open");
        let outcome = Signature::of("sealed").size(text.len()).flag(purpose.is_empty()).flag(same);
        let way = u64::try_from(changed.len().cmp(&sealed.len()) as i8 + 1).unwrap_or_default();
        outcome.number(way).flag(decodes.is_ok_and(|length| length > HEAD.len())).value()
    }
}

/// A sealed text after changes of three bytes each: what to do, where, and with which byte.
fn changed(sealed: &[u8], changes: &[u8]) -> String {
    let mut bytes = sealed.to_vec();
    for change in changes.chunks(3).take(8) {
        let [what, place, byte] = [0, 1, 2].map(|index| change.get(index).copied().unwrap_or(b'A'));
        let place = (usize::from(place) * bytes.len()).div_ceil(256).min(bytes.len());
        match what % 5 {
            // `a`: appended; `b`: put in; `c`: put in its place; `d`: cut short; `e`: taken out.
            2 => bytes.push(byte),
            3 => bytes.insert(place, byte),
            4 => bytes.iter_mut().skip(place).take(1).for_each(|old| *old = byte),
            0 => bytes.truncate(place),
            _ => drop(bytes.drain(place..(place + 1).min(bytes.len()))),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
