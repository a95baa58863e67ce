//! Changes that know nothing of what the bytes mean.

use crate::chance::Chance;

/// Numbers at which readers change their mind, as text.
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "-1",
    "1",
    "0.1",
    "1e0",
    "1e15",
    "1e308",
    "1e309",
    "-1e-400",
    "127",
    "128",
    "255",
    "256",
    "32767",
    "65536",
    "2147483647",
    "-2147483648",
    "4294967296",
    "9007199254740991",
    "9007199254740993",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "0.30000000000000004",
    "5.0",
    "007",
];

/// Bytes that end, open or escape something in many notations.
const MARKS: &[u8] = b"\0\t\n\r \"#%&'()*+,-./:;<=>?@[\\]^_`{|}~\x7f\x80\xbf\xc0\xe2\xf0\xff";

/// Flips a bit.
pub(super) fn flip(chance: &Chance, input: &mut [u8]) {
    let place = chance.below(input.len());
    if let Some(byte) = input.get_mut(place) {
        *byte ^= 1 << chance.below(8);
    }
}

/// Puts another byte in place of one.
pub(super) fn replace(chance: &Chance, input: &mut [u8]) {
    let place = chance.below(input.len());
    if let Some(byte) = input.get_mut(place) {
        *byte = any(chance);
    }
}

/// Puts a few bytes in.
pub(super) fn insert(chance: &Chance, input: &mut Vec<u8>) {
    let added: Vec<u8> = (0..chance.length(16)).map(|_| any(chance)).collect();
    put(chance, input, &added);
}

/// Takes a block out.
pub(super) fn delete(chance: &Chance, input: &mut Vec<u8>) {
    let (from, to) = block(chance, input.len());
    input.drain(from..to);
}

/// Puts a copy of a block in elsewhere.
pub(super) fn copy_within(chance: &Chance, input: &mut Vec<u8>) {
    let copied = part(chance, input);
    put(chance, input, &copied);
}

/// Repeats a block many times, for what grows faster than its input.
pub(super) fn repeat(chance: &Chance, input: &mut Vec<u8>) {
    let copied = part(chance, input);
    let times = if chance.once_in(16) { chance.length(8_192) } else { chance.length(16) };
    let fitting = super::LONGEST / copied.len().max(1);
    put(chance, input, &copied.repeat(times.min(fitting)));
}

/// Puts a block of another input in.
pub(super) fn splice(chance: &Chance, input: &mut Vec<u8>, other: &[u8]) {
    if chance.once_in(2) {
        // The beginning of one and the end of the other.
        input.truncate(chance.below(input.len() + 1));
        input.extend_from_slice(other.get(chance.below(other.len())..).unwrap_or_default());
    } else {
        let copied = part(chance, other);
        put(chance, input, &copied);
    }
}

/// Puts a number in, or in place of one that is there.
pub(super) fn number(chance: &Chance, input: &mut Vec<u8>) {
    let number = chance.pick(NUMBERS).copied().unwrap_or_default();
    let random;
    let number = if chance.once_in(4) {
        // Every second one is a fraction of arbitrary bits.
        let bits = chance.bits();
        let float = f64::from_bits(bits);
        random = if chance.once_in(2) && float.is_finite() { float.to_string() } else { bits.to_string() };
        &random
    } else {
        number
    };
    let digit = |byte: &u8| byte.is_ascii_digit();
    let start = chance.below(input.len());
    let found = input.get(start..).and_then(|rest| rest.iter().position(digit)).map(|at| at + start);
    match found.filter(|_| !chance.once_in(3)) {
        Some(from) => {
            let digits =
                input.get(from..).map_or(0, |rest| rest.iter().take_while(|byte| digit(byte)).count());
            input.splice(from..from + digits, number.bytes());
        }
        None => put(chance, input, number.as_bytes()),
    }
}

/// Puts a token in, in place of a block at times.
pub(super) fn token(chance: &Chance, input: &mut Vec<u8>, tokens: &[&str]) {
    if chance.once_in(3) {
        delete(chance, input);
    }
    if let Some(token) = chance.pick(tokens) {
        put(chance, input, token.as_bytes());
    }
}

fn any(chance: &Chance) -> u8 {
    match chance.below(4) {
        0 => chance.byte(),
        1 => chance.pick(MARKS).copied().unwrap_or_default(),
        _ => chance.pick(b"abcxyzABCXYZ019".as_slice()).copied().unwrap_or_default(),
    }
}

fn put(chance: &Chance, input: &mut Vec<u8>, added: &[u8]) {
    let place = chance.below(input.len() + 1);
    input.splice(place..place, added.iter().copied());
}

/// Where a block begins and ends.
fn block(chance: &Chance, length: usize) -> (usize, usize) {
    let from = chance.below(length);
    (from, (from + chance.length(length)).min(length))
}

fn part(chance: &Chance, of: &[u8]) -> Vec<u8> {
    let (from, to) = block(chance, of.len());
    of.get(from..to).unwrap_or_default().to_vec()
}
