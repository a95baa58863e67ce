//! Programs for the outside.

use belay_core::{Ctx, Error, Operation};
use belay_store::CtxStore;
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::Preset;
use super::service;
use crate::templates::model::Template;

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::write("apply_starter_program", apply_starter_program)
            .title("Set up a starter program")
            .about("Make the templates, exercises and groups of a program for beginners, where they are missing. Ask which one first; weights are left open.")
            .repeatable()
            .rest(Method::POST, "/starter-programs")
            .example(json!({ "preset": "ppl" })),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Apply {
    /// The program.
    preset: Preset,
}

/// What was set up.
#[derive(Debug, Serialize, JsonSchema)]
struct Applied {
    /// The templates that were made; those of their names stay as they are.
    workout_templates: Vec<Template>,
}

async fn apply_starter_program(cx: Ctx, apply: Apply) -> Result<Applied, Error> {
    Ok(Applied { workout_templates: service::apply(&cx, &mut *cx.tx().await?, apply.preset).await? })
}
