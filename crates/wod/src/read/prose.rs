//! Sentences: what is told rather than prescribed.

use crate::scan::{Kind, Tokens};

/// Words that sentences have and prescriptions have not.
const TELLING: &[&str] = &[
    "you", "your", "you'll", "you're", "should", "will", "we", "we're", "our", "us", "try", "keep", "make",
    "sure", "please", "is", "are", "was", "were", "be", "been", "don't", "dont", "do", "not", "if", "today",
    "this", "that", "these", "those", "can", "could", "want", "need", "feel", "think", "know", "stay", "aim",
    "because", "so", "but", "what", "how", "they", "their", "it", "its", "it's", "let's", "remember",
    "focus", "use", "using", "have", "has", "had", "more", "than", "enough", "able", "when", "where",
    "which", "would", "may", "might", "must", "come", "take", "get", "give", "allow", "avoid", "choose",
    "adjust", "modify", "here", "there", "welcome", "i", "my", "go", "who",
];

/// Words that a format or movement begins with.
const BEGINS: &[&str] = &[
    "every",
    "emom",
    "amrap",
    "as",
    "rest",
    "build",
    "find",
    "establish",
    "work",
    "max",
    "for",
    "tabata",
    "death",
    "in",
    "on",
    "complete",
    "teams",
    "with",
    "then",
    "buy",
    "cash",
    "each",
    "alternating",
    "at",
    "from",
    "score",
    "add",
    "test",
    "perform",
    "split",
    "accumulate",
];

/// Whether a line is a sentence.
pub(super) fn is_prose(t: Tokens<'_>, has_name: bool) -> bool {
    let words = t.list.iter().filter(|token| token.kind == Kind::Word).count();
    let telling = (0..t.len()).filter(|at| TELLING.contains(&t.word(*at))).count();
    let ends = t.is_sign(t.len().saturating_sub(1), '.')
        || t.is_sign(t.len().saturating_sub(1), '!')
        || t.is_sign(t.len().saturating_sub(1), '?');
    let quantity = t.is_number_like(0);
    let begins = quantity || BEGINS.contains(&t.word(0));
    let numbers = t.list.iter().any(|token| matches!(token.kind, Kind::Number(_) | Kind::Time(_)));
    let calls = (1..t.len()).any(|at| t.is_sign(at, '!') || t.is_sign(at, '?'));
    if calls && !numbers && words >= 2 {
        return true;
    }
    if words < 4 {
        return false;
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
