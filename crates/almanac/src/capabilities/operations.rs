//! The catalog for the outside.

use std::sync::Arc;

use belay_core::request::Door;
use belay_core::{Ctx, Error, Operation};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

/// What can be done with one kind of thing.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
struct Entity {
    /// The kind of thing.
    entity: &'static str,
    /// Tools that add some.
    create: Vec<&'static str>,
    /// Tools that read them.
    read: Vec<&'static str>,
    /// Tools that change them.
    update: Vec<&'static str>,
    /// Tools that take them away.
    delete: Vec<&'static str>,
}

impl Entity {
    fn is_empty(&self) -> bool {
        [&self.create, &self.read, &self.update, &self.delete].iter().all(|tools| tools.is_empty())
    }
}

/// How a common task is done.
#[derive(Debug, Clone, Serialize, JsonSchema)]
struct Recipe {
    /// Name.
    name: &'static str,
    /// When to follow it.
    when: &'static str,
    /// The steps.
    steps: &'static [&'static str],
}

/// The server.
#[derive(Debug, Clone, Serialize, JsonSchema)]
struct Server {
    /// Name.
    name: &'static str,
    /// Its version.
    version: &'static str,
}

/// How data is meant.
#[derive(Debug, Clone, Serialize, JsonSchema)]
struct Conventions {
    /// Zones.
    timezone_handling: &'static str,
    /// Dates.
    date_format: &'static str,
    /// Instants.
    timestamp_format: &'static str,
    /// Weights.
    weights_unit: &'static str,
    /// Portions.
    food_weights: &'static str,
    /// Retries.
    idempotency: &'static str,
}

/// The map of everything.
#[derive(Debug, Clone, Serialize, JsonSchema)]
struct Catalog {
    /// The server.
    server: Server,
    /// What to ask first.
    recommended_entrypoint: &'static str,
    /// How data is meant.
    conventions: Conventions,
    /// What can be done with each kind of thing.
    entities: Vec<Entity>,
    /// How common tasks are done.
    common_workflows: &'static [Recipe],
}

const CONVENTIONS: Conventions = Conventions {
    timezone_handling: "Bare local times are read in the user's zone; Z and offsets are taken as they are.",
    date_format: "YYYY-MM-DD, the user's own day, which begins at 04:00 unless set otherwise.",
    timestamp_format: "2026-05-25T12:30, with seconds, Z or an offset where given.",
    weights_unit: "Inputs and stored weights are kg; summaries speak the user's units.",
    food_weights: "Figures are those of the portion eaten.",
    idempotency: "The log tools but log_workout count once for the same arguments within 24 hours.",
};

const RECIPES: &[Recipe] = &[
    Recipe {
        name: "new_user_onboarding",
        when: "The profile is incomplete or no phase is active.",
        steps: &["get_next_best_action", "update_user_profile", "log_weight", "start_nutrition_phase"],
    },
    Recipe {
        name: "first-time setup of training",
        when: "The user wants workouts followed by a template.",
        steps: &["define_exercise_group", "define_exercise", "define_workout_template", "log_workout"],
    },
    Recipe {
        name: "log a meal the user described",
        when: "The user says what they ate.",
        steps: &["search_meals", "log_meal"],
    },
    Recipe {
        name: "log a usual meal",
        when: "The user names a meal they eat often.",
        steps: &["list_stored_meals", "log_meal_from_stored"],
    },
    Recipe {
        name: "delete a duplicate workout",
        when: "A workout was logged twice.",
        steps: &["get_recent_workouts", "get_workout", "delete_workout"],
    },
    Recipe {
        name: "answer 'how am I doing today?'",
        when: "A question without a narrower tool.",
        steps: &["get_today_context", "get_day_status"],
    },
    Recipe {
        name: "log a cardio session with heart rate",
        when: "The user tells of a run, ride or the like.",
        steps: &["log_cardio", "update_cardio"],
    },
    Recipe {
        name: "end a phase and start a new one",
        when: "The user's aim changes.",
        steps: &["get_active_phase", "get_phase_estimate", "start_nutrition_phase"],
    },
];

/// The operations of all areas with the catalog of them.
pub(crate) fn with_catalog(areas: Vec<(&'static str, Vec<Operation>)>) -> Vec<Operation> {
    let mut entities: Vec<Entity> = areas.iter().map(|(entity, all)| sorted(entity, all)).collect();
    let own = Entity { entity: "catalog", read: vec!["get_capabilities"], ..Entity::default() };
    // What is for programs alone has no tools to name.
    entities.retain(|entity| !entity.is_empty());
    entities.push(own);
    let catalog = Arc::new(Catalog {
        server: Server { name: "almanac", version: env!("CARGO_PKG_VERSION") },
        recommended_entrypoint: "get_next_best_action",
        conventions: CONVENTIONS,
        entities,
        common_workflows: RECIPES,
    });
    let mut operations: Vec<Operation> = areas.into_iter().flat_map(|(_, all)| all).collect();
    operations.push(
        Operation::read("get_capabilities", move |cx: Ctx, (): ()| {
            let mut catalog = Catalog::clone(&catalog);
            let manages = cx.actor().manages() && cx.actor().holds("admin");
            // What is hidden from a caller must not be named to them either.
            catalog.entities.retain(|entity| entity.entity != "admin" || manages);
            async move { Ok::<_, Error>(catalog) }
        })
        .title("Get the capabilities")
        .about("The map: tools by kind of thing, conventions, recipes. Once at the start of a session.")
        .example(json!({})),
    );
    operations
}

/// The tools of an area by what they do, which their names begin with.
fn sorted(entity: &'static str, operations: &[Operation]) -> Entity {
    let mut sorted = Entity { entity, ..Entity::default() };
    for operation in operations.iter().filter(|operation| operation.offered_on(Door::Mcp)) {
        let verb = operation.name.trim_start_matches("admin_").split('_').next().unwrap_or_default();
        let list = match verb {
            "log" | "define" | "start" | "create" | "add" | "apply" => &mut sorted.create,
            "delete" | "remove" => &mut sorted.delete,
            "update" | "end" | "archive" | "unarchive" | "set" | "undo" => &mut sorted.update,
            _ => &mut sorted.read,
        };
        list.push(operation.name);
    }
    sorted
}
