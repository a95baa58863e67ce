//! Sentences: what is told rather than prescribed.

use crate::scan::{Kind, Tokens};

/// Words that sentences have and prescriptions have not.
const TELLING: &[&str] = &[
    "able", "adjust", "aim", "allow", "are", "avoid", "be", "because", "been", "but", "can", "choose",
    "come", "could", "do", "don't", "dont", "enough", "feel", "focus", "get", "give", "go", "had", "has",
    "have", "here", "how", "i", "if", "is", "it", "it's", "its", "keep", "know", "let's", "make", "may",
    "might", "modify", "more", "must", "my", "need", "not", "our", "please", "remember", "should", "so",
    "stay", "sure", "take", "than", "that", "their", "there", "these", "they", "think", "this", "those",
    "today", "try", "us", "use", "using", "want", "was", "we", "we're", "welcome", "were", "what", "when",
    "where", "which", "who", "will", "would", "you", "you'll", "you're", "your",
];

/// Words that a format or movement begins with.
const BEGINS: &[&str] = &[
    "accumulate",
    "add",
    "alternating",
    "amrap",
    "as",
    "at",
    "build",
    "buy",
    "cash",
    "complete",
    "death",
    "each",
    "emom",
    "establish",
    "every",
    "find",
    "for",
    "from",
    "in",
    "max",
    "on",
    "perform",
    "rest",
    "score",
    "split",
    "tabata",
    "teams",
    "test",
    "then",
    "with",
    "work",
];

/// Words that join others to sentences.
const JOINING: &[&str] = &[
    "a", "after", "and", "as", "at", "before", "but", "by", "from", "if", "in", "last", "next", "of", "on",
    "or", "than", "the", "to", "until", "when", "with", "you", "your",
];

/// `Leave 2 reps in the tank`: nobody's movement, and words that join others.
pub(super) fn is_advice(t: Tokens<'_>) -> bool {
    let joining = (1..t.len()).filter(|at| JOINING.contains(&t.word(*at))).count();
    let sets = (0..t.len()).any(|at| t.is_sign(at, 'x') && t.is_number_like(at + 1));
    let percent = (0..t.len()).any(|at| t.is_sign(at, '%'));
    t.is_word(0) && !sets && !percent && joining >= 2
}

/// Whether a line is a sentence.
pub(super) fn is_prose(t: Tokens<'_>, has_name: bool) -> bool {
    let words = t.list.iter().filter(|token| token.kind == Kind::Word).count();
    let telling = (0..t.len()).filter(|at| TELLING.binary_search(&t.word(*at)).is_ok()).count();
    let ends = t.is_sign(t.len().saturating_sub(1), '.')
        || t.is_sign(t.len().saturating_sub(1), '!')
        || t.is_sign(t.len().saturating_sub(1), '?');
    let quantity = t.is_number_like(0);
    let begins = quantity || BEGINS.binary_search(&t.word(0)).is_ok();
    let numbers = t.list.iter().any(|token| matches!(token.kind, Kind::Number(_) | Kind::Time(_)));
    let calls = (1..t.len()).any(|at| t.is_sign(at, '!') || t.is_sign(at, '?'));
    if calls && !numbers && words >= 2 {
        return true;
    }
    if words < 4 {
        return false;
    }
    if quantity && !has_name && ends && telling >= 1 && words >= 5 {
        return true;
    }
    if begins {
        return words >= 10 && telling >= 3
            || words >= 16 && telling >= 2
            || ends && words >= 9 && telling >= 2;
    }
    if telling >= 2 && (words >= 6 || ends) || words >= 12 && telling >= 1 {
        return true;
    }
    if ends && telling >= 1 && words >= 5 {
        return true;
    }
    !has_name && (words >= 9 || words >= 6 && (ends || telling >= 1))
}

/// Lines that say nothing of the work.
pub(super) fn is_ignorable(t: Tokens<'_>) -> bool {
    let posts = t.is(0, "post")
        && t.one_of(
            1,
            &[
                "time",
                "times",
                "rounds",
                "load",
                "loads",
                "score",
                "scores",
                "reps",
                "results",
                "total",
                "your",
                "weights",
                "choice",
                "completed",
                "to",
                "max",
                "heaviest",
                "number",
            ],
        );
    let compares = t.is(0, "compare") && t.is(1, "to");
    posts || compares || !t.list.iter().any(|token| !matches!(token.kind, Kind::Sign(_)))
}
