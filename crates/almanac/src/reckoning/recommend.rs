//! Which template to train next.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::Serialize;

use super::round::mean;
use super::stimulus::Phase;

/// Hours that a group which was never trained counts as rested.
const NEVER: f64 = 999_999.0;

/// A group that a template trains.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    pub(crate) name: String,
    /// Hours since it was last trained.
    pub(crate) hours: Option<f64>,
}

/// Whether a recommendation says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Confidence {
    Low,
    Actionable,
}

/// The groups behind a score.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Reasoning {
    /// Best trained now.
    pub(crate) prime_groups_hit: Vec<String>,
    /// Well trained now.
    pub(crate) in_window_groups_hit: Vec<String>,
    /// Trained less than two days ago.
    pub(crate) too_soon_groups_hit: Vec<String>,
    /// Neither.
    pub(crate) neutral_groups_hit: Vec<String>,
    /// Not trained for over a week.
    pub(crate) overdue_groups_hit: Vec<String>,
}

/// A template with what speaks for it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Recommendation {
    /// The template.
    pub(crate) template_id: i64,
    /// Its name.
    pub(crate) template_name: String,
    /// Two for each group in its window, one for each at its prime, two less where one is too soon.
    pub(crate) score: i64,
    /// Mean hours since its groups were trained; breaks ties.
    pub(crate) avg_recovery_hours: f64,
    /// low: after a lay-off nothing speaks for or against it.
    pub(crate) confidence: Confidence,
    /// The groups behind the score.
    pub(crate) reasoning: Reasoning,
}

/// What speaks for a template.
pub(crate) fn weigh(template_id: i64, template_name: String, groups: &[Group]) -> Recommendation {
    let mut reasoning = Reasoning::default();
    for group in groups {
        let list = match Phase::after(group.hours) {
            Phase::Prime => &mut reasoning.prime_groups_hit,
            Phase::InWindow => &mut reasoning.in_window_groups_hit,
            Phase::TooSoon => &mut reasoning.too_soon_groups_hit,
            Phase::Acceptable => &mut reasoning.neutral_groups_hit,
            Phase::Fading | Phase::Detrained => &mut reasoning.overdue_groups_hit,
        };
        list.push(group.name.clone());
        list.sort();
    }
    let number = |list: &[String]| i64::try_from(list.len()).unwrap_or(i64::MAX);
    let too_soon = !reasoning.too_soon_groups_hit.is_empty();
    let timely = number(&reasoning.prime_groups_hit) + number(&reasoning.in_window_groups_hit);
    let score = 2 * number(&reasoning.in_window_groups_hit) + number(&reasoning.prime_groups_hit)
        - if too_soon { 2 } else { 0 };
    let confidence =
        if score == 0 && timely == 0 && !too_soon { Confidence::Low } else { Confidence::Actionable };
    let avg_recovery_hours = mean(groups.iter().map(|group| group.hours.unwrap_or(NEVER))).unwrap_or(0.0);
    Recommendation { template_id, template_name, score, avg_recovery_hours, confidence, reasoning }
}

/// The best first: by score, then by rest, then by name.
pub(crate) fn rank(all: &mut [Recommendation]) {
    all.sort_by(|a, b| {
        let rest = b.avg_recovery_hours.partial_cmp(&a.avg_recovery_hours).unwrap_or(Ordering::Equal);
        b.score.cmp(&a.score).then(rest).then_with(|| a.template_name.cmp(&b.template_name))
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weighed(name: &str, hours: &[Option<f64>]) -> Recommendation {
        let groups: Vec<Group> = hours
            .iter()
            .enumerate()
            .map(|(at, hours)| Group { name: format!("g{at}"), hours: *hours })
            .collect();
        weigh(1, name.to_owned(), &groups)
    }

    #[test]
    fn groups_speak_for_and_against() {
        let push = weighed("Push", &[Some(130.0), Some(80.0), Some(10.0), Some(10.0), Some(60.0), None]);
        assert_eq!((push.score, push.confidence), (1, Confidence::Actionable));
        let lists = &push.reasoning;
        assert_eq!(lists.in_window_groups_hit, ["g0"]);
        assert_eq!((lists.too_soon_groups_hit.len(), lists.overdue_groups_hit.len()), (2, 1));
        let idle = weighed("Idle", &[None]);
        assert_eq!((idle.score, idle.confidence), (0, Confidence::Low));
        assert_eq!(weighed("Empty", &[]).avg_recovery_hours, 0.0);
    }

    /// By rest first, a template with one group that was never trained would win always.
    #[test]
    fn the_score_decides_before_rest_does() {
        let mut all =
            vec![weighed("Never", &[None]), weighed("Legs", &[Some(130.0)]), weighed("Arms", &[Some(130.0)])];
        rank(&mut all);
        let names: Vec<&str> = all.iter().map(|one| one.template_name.as_str()).collect();
        assert_eq!(names, ["Arms", "Legs", "Never"]);
    }
}
