//! What clients can read at addresses, and how they can begin a conversation: the same answers as the operations', without
//! what stands around them.

use belay_core::operation::Run;
use belay_core::{Completing, Ctx, Error, Message, Operation, Prompt, Resource, ResourceTemplate};
use belay_store::CtxStore;
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::day::after;
use crate::profile;

const JSON: &str = "application/json";

/// The function behind an operation.
fn run(operations: &[Operation], name: &str) -> Option<Run> {
    operations.iter().find(|operation| operation.name == name).map(|operation| operation.run.clone())
}

/// A resource that is an operation's answer, or one field of it.
fn of(
    operations: &[Operation],
    (uri, name): (&'static str, &'static str),
    (operation, field): (&str, Option<&'static str>),
    about: &'static str,
) -> Option<Resource> {
    let run = run(operations, operation)?;
    let read = move |cx: Ctx| {
        let answer = run(cx, json!({}));
        async move {
            let mut value = answer.await?;
            Ok::<Value, Error>(match field.and_then(|field| value.get_mut(field)) {
                Some(part) => part.take(),
                None => value,
            })
        }
    };
    Some(Resource::new(uri, name, read).title(about).about(about).mime_type(JSON))
}

/// What can be read at fixed addresses.
pub(crate) fn resources(operations: &[Operation]) -> Vec<Resource> {
    [
        (("almanac://today", "today"), ("get_today_context", None), "How the user stands today"),
        (
            ("almanac://phase/current", "phase_current"),
            ("get_active_phase", Some("phase")),
            "The active phase, or null",
        ),
        (
            ("almanac://stim-states", "stim_states"),
            ("get_stim_state", Some("stim_states")),
            "Recovery of each group of muscles",
        ),
        (
            ("almanac://templates", "templates"),
            ("list_workout_templates", Some("workout_templates")),
            "The workout templates",
        ),
        (("almanac://exercises", "exercises"), ("list_exercises", Some("exercises")), "The exercises"),
    ]
    .into_iter()
    .filter_map(|(place, what, about)| of(operations, place, what, about))
    .collect()
}

#[derive(Debug, Deserialize, JsonSchema)]
struct OfDay {
    /// The day, YYYY-MM-DD.
    date: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct OfWorkout {
    /// The workout's id.
    id: i64,
}

/// What a day consists of: a field each, with the operation that answers it and how it is asked.
type Part = (&'static str, Option<Run>, fn(&str) -> Value);

/// What can be read at addresses with variables.
pub(crate) fn templates(operations: &[Operation]) -> Vec<ResourceTemplate> {
    let dated = |date: &str| json!({ "from_date": date, "to_date": date });
    let parts: [Part; 4] = [
        ("macros", run(operations, "get_macros_for_date"), |date| json!({ "date": date })),
        ("meals", run(operations, "get_meals"), dated),
        ("workouts", run(operations, "get_workout_for_day"), |date| json!({ "date": date })),
        ("sleep", run(operations, "get_sleep_recent"), dated),
    ];
    let day = move |cx: Ctx, of: OfDay| {
        let parts = parts.clone();
        async move {
            let mut whole = Map::new();
            for (name, run, input) in parts {
                if let Some(run) = run {
                    whole.insert(name.to_owned(), run(cx.clone(), input(&of.date)).await?);
                }
            }
            Ok::<_, Error>(Some(Value::Object(whole)))
        }
    };
    let get = run(operations, "get_workout");
    let workout = move |cx: Ctx, of: OfWorkout| {
        let answer = get.as_ref().map(|get| get(cx, json!({ "id": of.id })));
        async move {
            let Some(answer) = answer else { return Ok(None) };
            Ok::<_, Error>(Some(answer.await?))
        }
    };
    vec![
        ResourceTemplate::new("almanac://day/{date}", "day", day)
            .title("A day")
            .about("Macros, meals, workouts and sleep of one of the user's days.")
            .mime_type(JSON)
            .complete(recent_days),
        ResourceTemplate::new("almanac://workout/{id}", "workout", workout)
            .title("A workout")
            .about("A workout with its exercises and sets.")
            .mime_type(JSON),
    ]
}

/// The last two weeks, as far as they fit what was typed.
async fn recent_days(cx: Ctx, typed: Completing) -> Result<Vec<String>, Error> {
    let today: Date = profile::service::load(&cx, &mut cx.read().await?).await?.days().of(cx.now());
    let days = (0..14).map(|back| after(today, -back).to_string());
    Ok(days.filter(|day| day.starts_with(&typed.value)).collect())
}

#[derive(Debug, Deserialize, JsonSchema)]
struct LogMyDay {
    /// The day, YYYY-MM-DD; today unless said.
    date: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct PlanAPhase {
    /// cut, bulk or maintenance.
    aim: Option<String>,
}

/// How clients can begin a conversation.
pub(crate) fn prompts() -> Vec<Prompt> {
    let log = |_: Ctx, of: LogMyDay| async move {
        let day = of.date.unwrap_or_else(|| "today".to_owned());
        Ok::<_, Error>(vec![Message::user(format!(
            "Let us log {day}. Look at what is there already with get_macros_for_date or get_today_context, then ask me \
             step by step for meals, drinks, sleep, steps, weight and training that are missing. Log only what I \
             confirm, and sum the day up at the end."
        ))])
    };
    let review = |_: Ctx, (): ()| async move {
        Ok::<_, Error>(vec![Message::user(
            "Review my last seven days: get_macros_range, get_weight_trend, get_sleep_debt, get_training_history and \
             get_tdee. Tell me what went well, what did not, how the trend fits my phase, and one thing to change.",
        )])
    };
    let plan = |_: Ctx, of: PlanAPhase| async move {
        let aim = of.aim.map(|aim| format!(" I think of a {aim}.")).unwrap_or_default();
        Ok::<_, Error>(vec![Message::user(format!(
            "Plan a nutrition phase with me.{aim} Begin with get_next_best_action and get_phase_estimate, ask for my \
             aim and time, propose a target and macros, and start it with start_nutrition_phase once I agree."
        ))])
    };
    vec![
        Prompt::new("log_my_day", log).title("Log my day").about("Go through a day and log what is missing."),
        Prompt::new("weekly_review", review)
            .title("Weekly review")
            .about("Look back at the last seven days."),
        Prompt::new("plan_a_phase", plan)
            .title("Plan a phase")
            .about("Plan a cut, a bulk or maintenance.")
            .complete(aims),
    ]
}

async fn aims(_: Ctx, typed: Completing) -> Result<Vec<String>, Error> {
    let aims = ["cut", "bulk", "maintenance"];
    Ok(aims.iter().filter(|aim| aim.starts_with(&typed.value)).map(|aim| (*aim).to_owned()).collect())
}
