//! Several logs in one call, for the outside.

use belay_core::{Ctx, Error, Issue, Kind, Operation};
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// How many logs one call may hold.
const MOST: u32 = 50;

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::write("log_several", log_several)
            .title("Log several things")
            .about("Log several things the user told at once; either all are kept or none. Fields are those of the tool named. Not for workouts. Safe to retry.")
            .idempotent(belay_core::operation::Payload::within(crate::DAY))
            .rest(Method::POST, "/logs")
            .example(json!({ "logs": [{ "tool": "log_weight", "measured_on": "2026-03-14", "weight_kg": 80 }] })),
    ]
}

/// What can be logged.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, JsonSchema)]
enum Tool {
    #[serde(rename = "log_meal")]
    Meal,
    #[serde(rename = "log_meal_from_stored")]
    MealFromStored,
    #[serde(rename = "log_weight")]
    Weight,
    #[serde(rename = "log_sleep")]
    Sleep,
    #[serde(rename = "log_steps")]
    Steps,
    #[serde(rename = "log_cardio")]
    Cardio,
    #[serde(rename = "log_alcohol")]
    Alcohol,
}

impl Tool {
    fn name(self) -> &'static str {
        match self {
            Self::Meal => "log_meal",
            Self::MealFromStored => "log_meal_from_stored",
            Self::Weight => "log_weight",
            Self::Sleep => "log_sleep",
            Self::Steps => "log_steps",
            Self::Cardio => "log_cardio",
            Self::Alcohol => "log_alcohol",
        }
    }
}

/// A log: the fields of its tool's input, as that tool has them.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct Log {
    /// The tool.
    #[serde(skip_serializing)]
    tool: Tool,
    /// Time.
    #[serde(skip_serializing_if = "Option::is_none")]
    eaten_at: Option<String>,
    /// Name.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// kcal.
    #[serde(skip_serializing_if = "Option::is_none")]
    kcal: Option<i64>,
    /// Grams.
    #[serde(skip_serializing_if = "Option::is_none")]
    protein_g: Option<f64>,
    /// Grams.
    #[serde(skip_serializing_if = "Option::is_none")]
    carb_g: Option<f64>,
    /// Grams.
    #[serde(skip_serializing_if = "Option::is_none")]
    fat_g: Option<f64>,
    /// Id.
    #[serde(skip_serializing_if = "Option::is_none")]
    stored_meal_id: Option<i64>,
    /// Day.
    #[serde(skip_serializing_if = "Option::is_none")]
    measured_on: Option<String>,
    /// kg.
    #[serde(skip_serializing_if = "Option::is_none")]
    weight_kg: Option<f64>,
    /// Day of waking.
    #[serde(skip_serializing_if = "Option::is_none")]
    slept_on: Option<String>,
    /// Evening of the night.
    #[serde(skip_serializing_if = "Option::is_none")]
    night_of: Option<String>,
    /// Hours.
    #[serde(skip_serializing_if = "Option::is_none")]
    hours: Option<f64>,
    /// 1 to 5.
    #[serde(skip_serializing_if = "Option::is_none")]
    quality: Option<i64>,
    /// Day.
    #[serde(skip_serializing_if = "Option::is_none")]
    on_date: Option<String>,
    /// Steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<i64>,
    /// Time.
    #[serde(skip_serializing_if = "Option::is_none")]
    started_at: Option<String>,
    /// Time.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_at: Option<String>,
    /// Drinks.
    #[serde(skip_serializing_if = "Option::is_none")]
    drinks_count: Option<f64>,
    /// kcal.
    #[serde(skip_serializing_if = "Option::is_none")]
    est_kcal: Option<i64>,
    /// Duration.
    #[serde(skip_serializing_if = "Option::is_none")]
    duration_min: Option<i64>,
    /// Kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    modality: Option<String>,
    /// Beats a minute.
    #[serde(skip_serializing_if = "Option::is_none")]
    avg_hr: Option<i64>,
    /// km.
    #[serde(skip_serializing_if = "Option::is_none")]
    distance_km: Option<f64>,
    /// Notes.
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Several {
    /// In the order in which they happened.
    #[schemars(length(min = 1, max = MOST))]
    logs: Vec<Log>,
}

/// What a log came to.
#[derive(Debug, Serialize, JsonSchema)]
struct Kept {
    /// The tool.
    tool: Tool,
    /// The row's id.
    id: Option<i64>,
    /// What to tell the user.
    summary: Option<String>,
}

/// What was logged.
#[derive(Debug, Serialize, JsonSchema)]
struct AllKept {
    /// As they were given.
    logged: Vec<Kept>,
    /// How many.
    count: usize,
}

async fn log_several(cx: Ctx, several: Several) -> Result<AllKept, Error> {
    let (mut logged, mut issues) = (Vec::new(), Vec::new());
    for (at, log) in several.logs.into_iter().enumerate() {
        let input = serde_json::to_value(&log).map_err(Error::internal)?;
        match cx.part(log.tool.name(), input).await {
            Ok(answer) => logged.push(Kept {
                tool: log.tool,
                id: answer.get("id").and_then(Value::as_i64),
                summary: answer.get("summary").and_then(Value::as_str).map(str::to_owned),
            }),
            // All that is wrong is told at once; nothing is kept of the rest then.
            Err(error) if error.kind() == Kind::Invalid && !error.issues().is_empty() => {
                issues.extend(error.issues().iter().map(|issue| within(at, issue)));
            }
            Err(error) => return Err(error.with_detail("logs_index", at)),
        }
    }
    if !issues.is_empty() {
        return Err(Error::invalid(issues));
    }
    Ok(AllKept { count: logged.len(), logged })
}

fn within(at: usize, issue: &Issue) -> Issue {
    let path = match issue.path.as_str() {
        "" => format!("logs[{at}]"),
        path => format!("logs[{at}].{path}"),
    };
    Issue { path, ..issue.clone() }
}
