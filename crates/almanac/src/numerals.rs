//! Numbers as people read them.

/// A whole number with its thousands apart, and a minus that is one.
pub(crate) fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut told = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            told.push(',');
        }
        told.push(digit);
    }
    if number < 0 { format!("\u{2212}{told}") } else { told }
}

/// A difference: always with its sign, but for nothing.
pub(crate) fn signed(number: i64) -> String {
    if number > 0 { format!("+{}", grouped(number)) } else { grouped(number) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart_and_minus_is_a_minus() {
        assert_eq!([grouped(0), grouped(999), grouped(1_234_567)], ["0", "999", "1,234,567"]);
        assert_eq!([signed(-1200), signed(0), signed(45)], ["\u{2212}1,200", "0", "+45"]);
    }
}
