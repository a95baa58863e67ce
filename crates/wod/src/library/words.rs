//! Words of names: one form for plurals, abbreviations and spellings.

/// One or two canonical words for a word of a text, lower case already.
///
/// `DB` and `dumbbell` are one, as are `medball` and `medicine ball`.
pub(crate) fn canonical(word: &str) -> (&str, Option<&'static str>) {
    let word = singular(word);
    match word {
        "dumbbell" | "dumbell" | "dumbel" | "dumbbel" => ("db", None),
        "kettlebell" | "kettle-bell" | "kettlbell" => ("kb", None),
        "oh" => ("overhead", None),
        "sa" => ("single", Some("arm")),
        "sl" => ("single", Some("leg")),
        "mb" | "medball" => ("med", Some("ball")),
        "medicine" => ("med", None),
        "alt" | "alternate" => ("alternating", None),
        "synchronized" | "synchronised" | "sync" | "synchro" => ("synchro", None),
        "one" => ("single", None),
        "legged" => ("leg", None),
        "armed" => ("arm", None),
        "dual" => ("double", None),
        "hr" => ("hand", Some("release")),
        "fr" => ("front", Some("rack")),
        "sb" => ("sandbag", None),
        "dbl" | "2db" => ("double", None),
        "sgl" | "sngl" => ("single", None),
        "pwr" => ("power", None),
        "stdg" => ("standing", None),
        "&" => ("and", None),
        _ if word.len() >= 4 && word.starts_with("kett") => ("kb", None),
        _ if word.starts_with("dumbb") || word == "dbell" => ("db", None),
        _ if word.len() > 8 && word.starts_with('k') && super::spelling::one_off(word, "kettlebell") => {
            ("kb", None)
        }
        _ if word.len() > 6 && word.starts_with('d') && super::spelling::one_off(word, "dumbbell") => {
            ("db", None)
        }
        "gobblet" => ("goblet", None),
        "walkling" => ("walking", None),
        _ => (word, None),
    }
}

/// The singular of an English word as it appears in names.
fn singular(word: &str) -> &str {
    let word = word.strip_suffix("'s").or_else(|| word.strip_suffix("s'")).unwrap_or(word);
    if word.len() < 4 || word.ends_with("ss") || word.ends_with("us") && word.len() < 5 {
        return word;
    }
    for ending in ["sses", "shes", "ches", "xes"] {
        if word.ends_with(ending) {
            return word.get(..word.len() - 2).unwrap_or(word);
        }
    }
    word.strip_suffix('s').unwrap_or(word)
}

/// Words that narrow a name down and are looked over where the name is only known without them.
pub(crate) fn is_modifier(word: &str) -> bool {
    matches!(
        word,
        "alternating"
            | "single"
            | "double"
            | "left"
            | "right"
            | "arm"
            | "strict"
            | "kipping"
            | "butterfly"
            | "synchro"
            | "partner"
            | "weighted"
            | "seated"
            | "kneeling"
            | "half"
            | "standing"
            | "tempo"
            | "pause"
            | "paused"
            | "deficit"
            | "unbroken"
            | "ub"
            | "max"
            | "light"
            | "heavy"
            | "moderate"
            | "slow"
            | "fast"
            | "easy"
            | "hard"
            | "touch"
            | "tng"
            | "tall"
            | "barbell"
            | "bb"
            | "abmat"
            | "american"
            | "assisted"
            | "banded"
            | "full"
            | "controlled"
            | "explosive"
            | "perfect"
            | "big"
            | "consecutive"
            | "steady"
            | "recovery"
    )
}

/// Abbreviations that may mean several things, with what they may mean.
pub(crate) fn ambiguous(word: &str) -> Option<&'static [&'static str]> {
    Some(match word {
        "su" => &["Sit-Up", "Single-Under"],
        "pu" => &["Pull-Up", "Push-Up"],
        "hs" => &["Hang Snatch", "Handstand Hold"],
        "sp" => &["Strict Press", "Split Jerk"],
        "ps" => &["Power Snatch", "Push-Up"],
        "c" => &["Clean"],
        "j" => &["Jerk"],
        "s" => &["Snatch"],
        "b" => &["Burpee"],
        "mu" => &["Ring Muscle-Up", "Bar Muscle-Up"],
        "rr" => &["Ring Row"],
        "ab" => &["Assault Bike"],
        _ => return None,
    })
}
