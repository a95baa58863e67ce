//! What is worth saying today, and what to do next.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::day::{after, days_between, each};
use crate::reckoning::phase::PhaseType;
use crate::reckoning::round::{decimals, real, whole};
use crate::wire::On;

/// How much something matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Severity {
    /// Only if it fits the talk.
    Info,
    /// Worth saying unasked.
    Warn,
    /// To be said unasked.
    Concern,
}

/// Something that is worth saying.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Nudge {
    /// What it is.
    pub(crate) code: &'static str,
    /// How much it matters.
    pub(crate) severity: Severity,
    /// The figures behind it.
    pub(crate) details: Map<String, Value>,
}

/// What nudges and actions look at.
#[derive(Debug, Clone)]
pub(crate) struct Facts {
    pub(crate) today: Date,
    /// Hours since midnight of the person's day; beyond 24 after the calendar's midnight.
    pub(crate) hour: i32,
    pub(crate) untracked: Vec<Date>,
    pub(crate) meals_today: i64,
    pub(crate) kcal_today: i64,
    /// Mean kcal of tracked days with meals in the week before.
    pub(crate) usual_kcal: Option<f64>,
    pub(crate) phase_type: Option<PhaseType>,
    pub(crate) profile_complete: bool,
    pub(crate) last_workout: Option<Date>,
    pub(crate) last_weight: Option<Date>,
    pub(crate) last_sleep: Option<Date>,
    pub(crate) slept_today: bool,
    pub(crate) steps_today: bool,
    pub(crate) steps_yesterday: bool,
    /// Whether the person trains: has workouts or exercises.
    pub(crate) trains: bool,
    pub(crate) has_template: bool,
}

fn details(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

impl Facts {
    fn is_untracked(&self, day: Date) -> bool {
        self.untracked.contains(&day)
    }

    /// Days since one, and how many of them are tracked.
    fn since(&self, day: Date) -> (i64, i64) {
        let tracked = each(after(day, 1), self.today).filter(|day| !self.is_untracked(*day)).count();
        (days_between(day, self.today), i64::try_from(tracked).unwrap_or(i64::MAX))
    }

    /// Everything that is worth saying.
    pub(crate) fn nudges(&self) -> Vec<Nudge> {
        [self.low_intake(), self.no_workout(), self.stale_weight(), self.stale_sleep(), self.no_steps()]
            .into_iter()
            .flatten()
            .collect()
    }

    fn low_intake(&self) -> Option<Nudge> {
        let usual = self.usual_kcal.filter(|usual| *usual > 0.0)?;
        let fraction = real(self.kcal_today) / usual;
        (self.hour >= 14 && self.meals_today > 0 && fraction < 0.3).then(|| Nudge {
            code: "low_intake_today",
            severity: Severity::Warn,
            details: details(json!({
                "kcal_in": self.kcal_today, "avg7d_kcal_in": whole(usual), "fraction": decimals(fraction, 2),
            })),
        })
    }

    fn no_workout(&self) -> Option<Nudge> {
        let (days, tracked) = self.since(self.last_workout?);
        let severity = if tracked >= 14 { Severity::Concern } else { Severity::Warn };
        (tracked >= 7).then(|| Nudge { code: "no_workout_streak", severity, details: since(Some(days)) })
    }

    fn stale_weight(&self) -> Option<Nudge> {
        let code = "stale_weight_log";
        let Some(last) = self.last_weight else {
            return Some(Nudge { code, severity: Severity::Concern, details: since(None) });
        };
        let (days, tracked) = self.since(last);
        let severity = if days > 9 { Severity::Concern } else { Severity::Warn };
        (days > 3 && tracked > 0).then(|| Nudge { code, severity, details: since(Some(days)) })
    }

    fn stale_sleep(&self) -> Option<Nudge> {
        let code = "stale_sleep_log";
        let Some(last) = self.last_sleep else {
            return Some(Nudge { code, severity: Severity::Info, details: since(None) });
        };
        let (days, tracked) = self.since(last);
        let severity = if days > 6 { Severity::Warn } else { Severity::Info };
        (days > 2 && tracked > 0).then(|| Nudge { code, severity, details: since(Some(days)) })
    }

    fn no_steps(&self) -> Option<Nudge> {
        let aims = matches!(self.phase_type, Some(PhaseType::Cut | PhaseType::Bulk));
        (aims && !self.steps_today && self.hour >= 20).then(|| Nudge {
            code: "unlogged_steps",
            severity: Severity::Info,
            details: details(json!({ "hour_local": self.hour % 24 })),
        })
    }

    /// What to do next: the first tier that holds anything, in order.
    pub(crate) fn actions(&self) -> Vec<Action> {
        [self.onboarding(), self.previous_day(), self.due_today()]
            .into_iter()
            .find(|tier| !tier.is_empty())
            .unwrap_or_default()
    }

    fn onboarding(&self) -> Vec<Action> {
        let tier = Tier::Onboarding;
        let mut actions = Vec::new();
        if !self.profile_complete {
            actions.push(Action::new(tier, "complete_profile", "update_user_profile", None));
        }
        if self.last_weight.is_none() {
            actions.push(Action::new(tier, "log_initial_weight", "log_weight", None));
        }
        if self.phase_type.is_none() {
            let args = json!({ "phase_type": "maintenance" });
            actions.push(Action::new(tier, "start_nutrition_phase", "start_nutrition_phase", Some(args)));
        }
        // Who only minds what they eat is not held up by templates.
        if self.trains && !self.has_template {
            actions.push(Action::new(tier, "create_workout_templates", "define_workout_template", None));
        }
        actions
    }

    fn previous_day(&self) -> Vec<Action> {
        let tier = Tier::PreviousDay;
        let yesterday = after(self.today, -1);
        let mut actions = Vec::new();
        // Last night is filed under the day of waking, which is today.
        if !self.slept_today && !self.is_untracked(self.today) {
            let args = json!({ "slept_on": self.today.to_string() });
            actions.push(Action::new(tier, "log_yesterday_sleep", "log_sleep", Some(args)));
        }
        if !self.steps_yesterday && !self.is_untracked(yesterday) {
            let args = json!({ "on_date": yesterday.to_string() });
            actions.push(Action::new(tier, "log_yesterday_steps", "log_steps", Some(args)));
        }
        actions
    }

    fn due_today(&self) -> Vec<Action> {
        let loud = self.nudges().into_iter().filter(|nudge| nudge.severity >= Severity::Warn);
        loud.map(|nudge| {
            let tool = match nudge.code {
                "low_intake_today" => "log_meal",
                "no_workout_streak" => "log_workout",
                "stale_weight_log" => "log_weight",
                "stale_sleep_log" => "log_sleep",
                _ => "log_steps",
            };
            Action {
                severity: Some(nudge.severity),
                details: Some(nudge.details),
                ..Action::new(Tier::Today, nudge.code, tool, None)
            }
        })
        .collect()
    }
}

fn since(days: Option<i64>) -> Map<String, Value> {
    details(json!({ "days_since_last": days }))
}

/// What an action belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Tier {
    Onboarding,
    PreviousDay,
    Today,
}

/// Something to do next.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Action {
    /// What it is.
    pub(crate) code: &'static str,
    /// What it belongs to.
    pub(crate) tier: Tier,
    /// What to tell the user.
    pub(crate) title: &'static str,
    /// Why.
    pub(crate) detail: &'static str,
    /// The tool that does it.
    pub(crate) suggested_tool: &'static str,
    /// Arguments to confirm with the user.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) suggested_args: Option<Map<String, Value>>,
    /// How much it matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) severity: Option<Severity>,
    /// The figures behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) details: Option<Map<String, Value>>,
}

impl Action {
    fn new(
        tier: Tier,
        code: &'static str,
        suggested_tool: &'static str,
        suggested_args: Option<Value>,
    ) -> Self {
        let (title, detail) = words(code);
        let suggested_args = suggested_args.map(details);
        Self { code, tier, title, detail, suggested_tool, suggested_args, severity: None, details: None }
    }
}

fn words(code: &str) -> (&'static str, &'static str) {
    match code {
        "complete_profile" => (
            "Complete the profile",
            "Date of birth, height, sex and everyday movement decide the daily energy.",
        ),
        "log_initial_weight" => {
            ("Log a first weigh-in", "Without a weight there is no daily energy to aim by.")
        }
        "start_nutrition_phase" => {
            ("Start a phase", "Ask whether to lose, keep or gain weight; maintenance is a start.")
        }
        "create_workout_templates" => {
            ("Make a workout template", "There are exercises or workouts but no template to follow.")
        }
        "log_yesterday_sleep" => ("Log last night's sleep", "Nothing is logged for last night."),
        "log_yesterday_steps" => ("Log yesterday's steps", "No step count is logged for yesterday."),
        "low_intake_today" => {
            ("Ask about missing meals", "Far less is logged than on other days by this hour.")
        }
        "no_workout_streak" => ("Ask about training", "No workout is logged for a week or more."),
        "stale_weight_log" => ("Ask for a weigh-in", "The last one is some days old."),
        "stale_sleep_log" => ("Ask about sleep", "The last logged night is some days old."),
        _ => ("Ask for today's steps", "No step count is logged for today."),
    }
}

/// What to do next.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct NextBestAction {
    /// The user's day.
    pub(crate) as_of: On,
    /// Whether everything is set up.
    pub(crate) onboarding_complete: bool,
    /// The title of the first action; null when all is clear.
    pub(crate) headline: Option<&'static str>,
    /// In order.
    pub(crate) actions: Vec<Action>,
    /// Whether there is nothing to do.
    pub(crate) all_clear: bool,
}

impl From<&Facts> for NextBestAction {
    fn from(facts: &Facts) -> Self {
        let actions = facts.actions();
        Self {
            as_of: On(facts.today),
            onboarding_complete: facts.onboarding().is_empty(),
            headline: actions.first().map(|action| action.title),
            all_clear: actions.is_empty(),
            actions,
        }
    }
}
