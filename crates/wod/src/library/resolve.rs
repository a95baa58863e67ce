//! Names on their own: what they mean, how surely, and what else they might.

use serde::{Deserialize, Serialize};

use super::{Library, ambiguous, canonical, is_modifier};
use crate::model::{Candidate, MatchStatus};

/// From here on a name is taken without asking.
pub(crate) const CERTAIN: f64 = 0.95;
/// From here on there is a suggestion.
const LIKELY: f64 = 0.75;
/// The most candidates that are offered.
const CANDIDATES: usize = 5;

/// What one name resolved to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Resolved {
    /// The exercise.
    pub exercise_id: String,
    /// Its name.
    pub name: String,
}

/// A name with what it may mean.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Resolution {
    /// As asked.
    pub name: String,
    /// How sure it is.
    pub status: MatchStatus,
    /// The exercise, where it is certain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise: Option<Resolved>,
    /// 0 to 1.
    pub confidence: f64,
    /// Best first, at most five.
    pub candidates: Vec<Candidate>,
}

impl Library {
    /// What each of the names means, in their order.
    #[must_use]
    pub fn resolve_batch<S: AsRef<str>>(&self, names: &[S]) -> Vec<Resolution> {
        names.iter().map(|name| self.resolve(name.as_ref())).collect()
    }

    /// What a name means on its own, with no text around it.
    #[must_use]
    pub fn resolve(&self, name: &str) -> Resolution {
        let lower = name.to_lowercase();
        let words: Vec<&str> = split(&lower);
        let found = if words.len() == 1 && words.first().is_some_and(|word| ambiguous(word).is_some()) {
            None
        } else {
            self.find(&words).filter(|found| found.words == words.len())
        };
        if let Some(found) = found.filter(|found| found.confidence >= CERTAIN)
            && let Some(exercise) = self.exercise(found.exercise)
        {
            return Resolution {
                name: name.to_owned(),
                status: MatchStatus::Matched,
                exercise: Some(Resolved { exercise_id: exercise.id.clone(), name: exercise.name.clone() }),
                confidence: found.confidence,
                candidates: Vec::new(),
            };
        }
        let (status, candidates) = self.candidates(&lower);
        let confidence = candidates.first().map_or(0.0, |best| best.score);
        Resolution { name: name.to_owned(), status, exercise: None, confidence, candidates }
    }

    /// What a mention that is not certain may mean, best first, and how unsure that is.
    pub(crate) fn candidates(&self, lower: &str) -> (MatchStatus, Vec<Candidate>) {
        let words = split(lower);
        if let (1, Some(names)) = (words.len(), words.first().and_then(|word| ambiguous(word))) {
            let score = 0.9;
            let list = names.iter().filter_map(|name| self.candidate(self.number_of(name)?, score)).collect();
            return (MatchStatus::Ambiguous, list);
        }
        let mut scores: Vec<(u32, f64)> = self.contained(&words);
        for (exercise, score) in self.by_words(&words) {
            if !scores.iter().any(|(known, _)| *known == exercise) {
                scores.push((exercise, score));
            }
        }
        scores.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        scores.truncate(CANDIDATES);
        let candidates: Vec<Candidate> =
            scores.iter().filter_map(|(exercise, score)| self.candidate(*exercise, *score)).collect();
        let status = match candidates.first() {
            Some(best) if best.score >= LIKELY => MatchStatus::LowConfidence,
            _ => MatchStatus::NotFound,
        };
        (status, candidates)
    }

    fn candidate(&self, exercise: u32, score: f64) -> Option<Candidate> {
        let found = self.exercise(exercise)?;
        Some(Candidate {
            exercise_id: found.id.clone(),
            name: found.name.clone(),
            score: (score * 100.0).round() / 100.0,
        })
    }

    /// Names that stand inside the mention.
    fn contained(&self, words: &[&str]) -> Vec<(u32, f64)> {
        let mut found: Vec<(u32, f64)> = Vec::new();
        for at in 0..words.len().min(8) {
            let Some(rest) = words.get(at..) else { break };
            if let Some(name) = self.find(rest)
                && !found.iter().any(|(known, _)| *known == name.exercise)
            {
                found.push((name.exercise, LIKELY));
            }
        }
        found
    }

    /// Names by the words they share with the mention.
    fn by_words(&self, words: &[&str]) -> Vec<(u32, f64)> {
        let mut shared: Vec<(u32, u32)> = Vec::new();
        let mut counted = 0_u32;
        for word in words.iter().take(8) {
            let (word, second) = canonical(word);
            for word in [Some(word), second].into_iter().flatten() {
                if is_modifier(word) {
                    continue;
                }
                counted += 1;
                let number = self.trie.word(word).or_else(|| self.spelling.mend(word));
                let Some(list) = number.and_then(|number| self.mentions.get(number as usize)) else {
                    continue;
                };
                for exercise in list {
                    match shared.iter_mut().find(|(known, _)| known == exercise) {
                        Some((_, count)) => *count += 1,
                        None => shared.push((*exercise, 1)),
                    }
                }
            }
        }
        let score = |(exercise, count): (u32, u32)| {
            let own = self.exercise(exercise).map_or(1, |one| split(&one.name).len());
            let dice =
                2.0 * f64::from(count) / (f64::from(counted) + f64::from(u32::try_from(own).unwrap_or(9)));
            (exercise, dice.min(0.8))
        };
        shared.into_iter().map(score).filter(|(_, score)| *score >= 0.4).collect()
    }
}

/// The words of a mention.
fn split(lower: &str) -> Vec<&str> {
    lower
        .split(|c: char| !(c.is_alphanumeric() || c == '\'' || c == '&'))
        .filter(|word| !word.is_empty())
        .collect()
}
