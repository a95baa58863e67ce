//! Phases for the outside.

use belay_core::request::Door;
use belay_core::{Ctx, Error, Issue, Operation, Patch};
use belay_store::CtxStore;
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::error::PhaseRefusal;
use super::model::{Intent, Phase};
use super::service;
use crate::day::date;
use crate::deleted::deleted;
use crate::reckoning::phase::PhaseType;
use crate::text::{NAME, NOTES, kept, name, nothing_to_change};
use crate::wire::{At, On};

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::write("start_nutrition_phase", start_nutrition_phase)
            .title("Start a nutrition phase")
            .about("Start a cut, bulk or maintenance with the daily energy as it is now; the active phase ends the day before. Give deficit_kcal or daily_kcal_target. Refused with tdee_unavailable while no weight is logged: log one and retry. Then see get_next_best_action.")
            .rest(Method::POST, "/nutrition-phases")
            .example(json!({ "name": "Spring cut", "phase_type": "cut", "deficit_kcal": -450, "base_protein_g": 180,
                             "base_carb_g": 200, "base_fat_g": 60, "started_on": "2026-03-15" })),
        Operation::write("update_phase", update_phase)
            .title("Correct a phase")
            .about("Correct a phase; confirm with the user first. Of tdee_at_phase_start, deficit_kcal and daily_kcal_target give all three, or the first two. The whole phase must still hold: a cut below -5 % of the energy, a bulk above, maintenance within. For a new aim prefer end_phase and start_nutrition_phase.")
            .rest(Method::PATCH, "/nutrition-phases/{phase_id}")
            .example(json!({ "phase_id": 1, "name": "Summer cut" })),
        Operation::write("end_phase", end_phase)
            .title("End a phase")
            .about("End a phase; none is active afterwards. Not needed before start_nutrition_phase, which ends the active one by itself.")
            .repeatable()
            .rest(Method::POST, "/nutrition-phases/{phase_id}/end")
            .example(json!({ "phase_id": 1, "ended_on": "2026-03-14" })),
        Operation::destructive("delete_phase", delete_phase)
            .title("Delete a phase")
            .about("Delete a phase that never should have been; its days lose their verdicts. To finish one use end_phase.")
            .confirm_literal()
            .repeatable()
            .rest(Method::DELETE, "/nutrition-phases/{phase_id}")
            .example(json!({ "phase_id": 1, "confirm": true })),
        Operation::read("get_active_phase", get_active_phase)
            .title("Get the active phase")
            .about("The active phase; null without one. tdee_at_phase_start is a snapshot and does not move. A deficit below zero is a cut.")
            .rest(Method::GET, "/nutrition-phases/active")
            .example(json!({})),
        Operation::read("get_phase_history", get_phase_history)
            .title("List phases")
            .about("All phases, the one that began last first.")
            .rest(Method::GET, "/nutrition-phases")
            .example(json!({})),
        Operation::read("get_phase", get_phase)
            .title("Get a phase")
            .about("One phase.")
            .not_on(Door::Mcp)
            .not_on(Door::Stdio)
            .rest(Method::GET, "/nutrition-phases/{id}")
            .example(json!({ "id": 1 })),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Start {
    /// Name.
    #[schemars(length(min = 1, max = NAME))]
    name: String,
    /// Their own word; as phase_type unless said.
    intent: Option<Intent>,
    /// What decides the verdicts.
    phase_type: PhaseType,
    /// Below zero in a cut, above in a bulk.
    #[schemars(range(min = -5000, max = 5000))]
    deficit_kcal: Option<i64>,
    /// Daily kcal target.
    #[schemars(range(min = 1, max = 20_000))]
    daily_kcal_target: Option<i64>,
    /// Only where the user asserts it.
    #[schemars(range(min = 500, max = 15_000))]
    tdee_override: Option<i64>,
    /// Base protein.
    #[schemars(range(min = 0, max = 1000))]
    base_protein_g: i64,
    /// Base carb.
    #[schemars(range(min = 0, max = 2000))]
    base_carb_g: i64,
    /// Base fat.
    #[schemars(range(min = 0, max = 1000))]
    base_fat_g: i64,
    /// First day, YYYY-MM-DD.
    started_on: String,
    /// Planned end.
    planned_end_on: Option<String>,
    /// Notes.
    #[schemars(length(max = NOTES))]
    notes: Option<String>,
}

/// A phase.
#[derive(Debug, Serialize, JsonSchema)]
struct One {
    /// The phase.
    phase: Phase,
    /// What does not fit and is kept all the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

impl One {
    fn of(phase: Phase) -> Self {
        let by_macros = 4 * (phase.base_protein_g + phase.base_carb_g) + 9 * phase.base_fat_g;
        let off = (by_macros - phase.daily_kcal_target).abs() * 10 > phase.daily_kcal_target;
        let note = off.then(|| {
            format!(
                "The macros make {by_macros} kcal, the target is {}. Tell the user; update_phase mends it.",
                phase.daily_kcal_target
            )
        });
        Self { phase, note }
    }
}

async fn start_nutrition_phase(cx: Ctx, start: Start) -> Result<One, Error> {
    let started_on = date("started_on", &start.started_on)?;
    let planned = start.planned_end_on.as_ref().map(|text| date("planned_end_on", text)).transpose()?;
    if start.deficit_kcal.is_none() && start.daily_kcal_target.is_none() {
        let text = "Give deficit_kcal or daily_kcal_target";
        return Err(Error::invalid(vec![Issue::custom("deficit_kcal", text)]));
    }
    let mut tx = cx.tx().await?;
    let (tdee, source) = service::energy_now(&cx, &mut tx, start.tdee_override).await?;
    let target = start.daily_kcal_target.or(start.deficit_kcal.map(|deficit| tdee + deficit)).unwrap_or(tdee);
    let phase = Phase {
        id: 0,
        name: name("name", start.name)?,
        intent: start.intent.unwrap_or_else(|| Intent::of(start.phase_type)),
        phase_type: start.phase_type,
        tdee_at_phase_start: tdee,
        tdee_source: source,
        deficit_kcal: start.deficit_kcal.unwrap_or(target - tdee),
        daily_kcal_target: target,
        base_protein_g: start.base_protein_g,
        base_carb_g: start.base_carb_g,
        base_fat_g: start.base_fat_g,
        started_on: On(started_on),
        planned_end_on: planned.map(On),
        ended_on: None,
        notes: kept(start.notes),
        created_at: At(cx.now()),
    };
    Ok(One::of(service::start(&cx, &mut tx, phase).await?))
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Change {
    /// Id from get_phase_history.
    phase_id: i64,
    /// Name.
    #[schemars(length(min = 1, max = NAME))]
    name: Option<String>,
    /// Their own word.
    intent: Option<Intent>,
    /// What decides the verdicts.
    phase_type: Option<PhaseType>,
    /// Daily kcal when it began.
    #[schemars(range(min = 500, max = 15_000))]
    tdee_at_phase_start: Option<i64>,
    /// kcal against it.
    #[schemars(range(min = -5000, max = 5000))]
    deficit_kcal: Option<i64>,
    /// Daily kcal target.
    #[schemars(range(min = 1, max = 20_000))]
    daily_kcal_target: Option<i64>,
    /// Base protein.
    #[schemars(range(min = 0, max = 1000))]
    base_protein_g: Option<i64>,
    /// Base carb.
    #[schemars(range(min = 0, max = 2000))]
    base_carb_g: Option<i64>,
    /// Base fat.
    #[schemars(range(min = 0, max = 1000))]
    base_fat_g: Option<i64>,
    /// First day, YYYY-MM-DD.
    started_on: Option<String>,
    /// Planned last day; null clears.
    #[serde(default)]
    planned_end_on: Patch<String>,
    /// Last day; null reopens.
    #[serde(default)]
    ended_on: Patch<String>,
    /// Remarks; null clears.
    #[serde(default)]
    #[schemars(length(max = NOTES))]
    notes: Patch<String>,
}

impl Change {
    fn is_empty(&self) -> bool {
        let numbers = [self.tdee_at_phase_start, self.deficit_kcal, self.daily_kcal_target];
        let macros = [self.base_protein_g, self.base_carb_g, self.base_fat_g];
        self.name.is_none()
            && self.intent.is_none()
            && self.phase_type.is_none()
            && self.started_on.is_none()
            && numbers.iter().chain(&macros).all(Option::is_none)
            && [&self.planned_end_on, &self.ended_on, &self.notes].iter().all(|patch| patch.keeps())
    }

    /// What the three numbers become: they are given all, or energy and deficit without the target.
    fn numbers(&self, phase: &Phase) -> Result<(i64, i64, i64), Error> {
        let ambiguous = |key: &str, field: &str, text: String| {
            Err(Error::from(PhaseRefusal::Ambiguous(text)).with_detail(key, field))
        };
        let lone = |field: &str| {
            let text = format!(
                "{field} alone leaves open what the others become; give tdee_at_phase_start and deficit_kcal too"
            );
            ambiguous("field", field, text)
        };
        let missing = |field: &str| {
            let text = format!("Give {field} as well, so that all three numbers are certain");
            ambiguous("missing_field", field, text)
        };
        match (self.tdee_at_phase_start, self.deficit_kcal, self.daily_kcal_target) {
            (None, None, None) => {
                Ok((phase.tdee_at_phase_start, phase.deficit_kcal, phase.daily_kcal_target))
            }
            (Some(tdee), Some(deficit), None) => Ok((tdee, deficit, tdee + deficit)),
            (Some(tdee), Some(deficit), Some(target)) if tdee + deficit == target => {
                Ok((tdee, deficit, target))
            }
            (Some(tdee), Some(deficit), Some(target)) => Err(PhaseRefusal::Inconsistent(format!(
                "{tdee} {deficit:+} is {}, not {target}",
                tdee + deficit
            ))
            .into()),
            (Some(_), None, None) => lone("tdee_at_phase_start"),
            (None, Some(_), None) => lone("deficit_kcal"),
            (None, None, Some(_)) => lone("daily_kcal_target"),
            (Some(_), None, Some(_)) => missing("deficit_kcal"),
            (None, Some(_), Some(_)) => missing("tdee_at_phase_start"),
        }
    }
}

async fn update_phase(cx: Ctx, change: Change) -> Result<One, Error> {
    if change.is_empty() {
        return Err(nothing_to_change());
    }
    let mut tx = cx.tx().await?;
    let mut phase = service::get(&cx, &mut tx, change.phase_id).await?;
    let (tdee, deficit, target) = change.numbers(&phase)?;
    (phase.tdee_at_phase_start, phase.deficit_kcal, phase.daily_kcal_target) = (tdee, deficit, target);
    if let Some(new) = change.name {
        phase.name = name("name", new)?;
    }
    phase.phase_type = change.phase_type.unwrap_or(phase.phase_type);
    let intent =
        if phase.intent.fits(phase.phase_type) { phase.intent } else { Intent::of(phase.phase_type) };
    phase.intent = change.intent.unwrap_or(intent);
    phase.base_protein_g = change.base_protein_g.unwrap_or(phase.base_protein_g);
    phase.base_carb_g = change.base_carb_g.unwrap_or(phase.base_carb_g);
    phase.base_fat_g = change.base_fat_g.unwrap_or(phase.base_fat_g);
    if let Some(text) = &change.started_on {
        phase.started_on = On(date("started_on", text)?);
    }
    phase.planned_end_on = day("planned_end_on", change.planned_end_on, phase.planned_end_on)?;
    phase.ended_on = day("ended_on", change.ended_on, phase.ended_on)?;
    phase.notes = kept(change.notes.over(phase.notes));
    Ok(One::of(service::update(&cx, &mut tx, phase).await?))
}

/// A date after a change to it.
fn day(field: &str, change: Patch<String>, before: Option<On>) -> Result<Option<On>, Error> {
    match change {
        Patch::Keep => Ok(before),
        Patch::Clear => Ok(None),
        Patch::Set(text) => Ok(Some(On(date(field, &text)?))),
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct End {
    /// The phase.
    phase_id: i64,
    /// Its last day, YYYY-MM-DD.
    ended_on: String,
}

async fn end_phase(cx: Ctx, end: End) -> Result<One, Error> {
    let ended_on = date("ended_on", &end.ended_on)?;
    let mut tx = cx.tx().await?;
    let mut phase = service::get(&cx, &mut tx, end.phase_id).await?;
    phase.ended_on = Some(On(ended_on));
    Ok(One::of(service::update(&cx, &mut tx, phase).await?))
}

deleted!(phase_id);

#[derive(Debug, Deserialize, JsonSchema)]
struct Gone {
    /// Id from get_phase_history.
    phase_id: i64,
}

async fn delete_phase(cx: Ctx, gone: Gone) -> Result<Deleted, Error> {
    service::delete(&cx, &mut *cx.tx().await?, gone.phase_id).await?;
    Ok(Deleted::row(gone.phase_id))
}

/// The active phase.
#[derive(Debug, Serialize, JsonSchema)]
struct Active {
    /// The phase; null without one.
    phase: Option<Phase>,
}

async fn get_active_phase(cx: Ctx, (): ()) -> Result<Active, Error> {
    Ok(Active { phase: service::active(&cx, &mut cx.read().await?).await? })
}

/// Phases.
#[derive(Debug, Serialize, JsonSchema)]
struct History {
    /// The one that began last first.
    phases: Vec<Phase>,
    /// How many.
    count: usize,
}

async fn get_phase_history(cx: Ctx, (): ()) -> Result<History, Error> {
    let phases = service::list(&cx, &mut cx.read().await?).await?;
    Ok(History { count: phases.len(), phases })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Which {
    /// The phase.
    id: i64,
}

async fn get_phase(cx: Ctx, which: Which) -> Result<One, Error> {
    Ok(One { phase: service::get(&cx, &mut cx.read().await?, which.id).await?, note: None })
}
