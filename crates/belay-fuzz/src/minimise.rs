//! Making a failing input shorter.

/// The input with as many pieces taken out as it still fails without. `fails` is asked at most `tries` times.
pub fn minimise(input: Vec<u8>, tries: usize, mut fails: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut shortest = input;
    let mut left = tries;
    let mut size = shortest.len().div_ceil(2);
    while size > 0 && left > 0 {
        let before = shortest.len();
        let mut at = 0;
        while at < shortest.len() && left > 0 {
            let mut candidate = shortest.clone();
            candidate.drain(at..(at + size).min(shortest.len()));
            left -= 1;
            if fails(&candidate) {
                shortest = candidate;
            } else {
                at += size;
            }
        }
        // A pass that took something out is worth another at the same size, for what became possible by it.
        if shortest.len() == before || size > 1 {
            size /= 2;
        }
    }
    shortest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_failure_does_not_need_is_taken_out() {
        let input = b"some text ( with a bracket ) and more of it".to_vec();
        let fails = |input: &[u8]| {
            let at = |wanted: u8| input.iter().position(|byte| *byte == wanted);
            at(b'(').zip(at(b')')).is_some_and(|(open, close)| open < close)
        };
        assert_eq!(minimise(input, 1_000, fails), b"()");
    }

    #[test]
    fn no_more_tries_are_made_than_allowed() {
        let mut asked = 0;
        minimise(vec![0; 5_000], 30, |_| {
            asked += 1;
            false
        });
        assert_eq!(asked, 30);
    }
}
