//! Taking a whole journal out, and putting into one what was read from a file.

use std::collections::BTreeMap;

use belay_core::request::Door;
use belay_core::{Ctx, Error};
use belay_store::{CtxStore, Tx};
use jiff::civil::Date;

use super::document::Journal;
use super::draft::{self, Reading};
use super::model::{Cell, Row};
use super::plan::{self, Plan};
use super::report::Report;
use super::store;
use super::tables::{Shape, Table};
use crate::accomplishments::touched::{self, Area, touch};
use crate::profile::model::{ActivityLevel, Profile, Sex, Units};
use crate::reckoning::cardio::by_movement;
use crate::reckoning::energy::steps_kcal;
use crate::text::folded;
use crate::{numbering, profile, totals, undo, weights};

/// Problems that are told one by one over a network. On the command line all that are kept are.
const MOST_PROBLEMS: usize = 200;

/// The whole journal of the caller.
pub(crate) async fn journal(cx: &Ctx, tx: &mut Tx) -> Result<Journal, Error> {
    let counters = store::counters(tx, cx.tenant()).await?;
    let mut rows = Vec::new();
    for table in Table::ALL {
        rows.push((table, store::read(tx, cx.tenant(), table).await?));
    }
    Ok(Journal { counters, rows })
}

/// Puts in what is new of a file: all of it in one transaction, or nothing on a dry run.
pub(crate) async fn put(cx: &Ctx, reading: Reading, dry_run: bool) -> Result<Report, Error> {
    if dry_run {
        let there = journal(cx, &mut cx.read().await?).await?;
        let restored = reading.has_ids && there.is_untouched();
        return Ok(decided(cx, &there, reading, (true, restored)).1);
    }
    // Accomplishments are looked for in the same transaction once this is through, and the call path commits it.
    let mut tx = cx.tx().await?;
    let there = journal(cx, &mut tx).await?;
    let restored = reading.has_ids && there.is_untouched();
    let counters = restored.then(|| reading.counters.clone());
    let (plan, report) = decided(cx, &there, reading, (false, restored));
    write(cx, &mut tx, &there, plan, counters).await?;
    if restored {
        touched::forget(cx);
    }
    undo::note::forget(cx, &mut tx).await?;
    belay_access::audit::record_about(cx, &mut tx, "import_data", (None, Some(&report.summary()))).await?;
    Ok(report)
}

/// What becomes of each row, and the report of it.
fn decided(
    cx: &Ctx,
    there: &Journal,
    mut reading: Reading,
    (dry_run, restored): (bool, bool),
) -> (Plan, Report) {
    if !restored {
        let mut drafts = std::mem::take(&mut reading.drafts);
        drafts.retain(|draft| {
            let found_anew = draft.table == Table::Accomplishments;
            if found_anew {
                reading.pass_over("accomplishments, which are found from the rows");
            }
            !found_anew
        });
        reading.drafts = drafts;
    }
    let mut plan = cx.long_work(|| plan::decide(there, reading.drafts));
    for (table, count) in &reading.refused {
        if let Some(table) = table {
            plan.refused_before(*table, *count);
        }
    }
    let mut problems = reading.problems;
    problems.append(&mut plan.problems);
    let most = if cx.request().door == Door::Command { draft::MOST_PROBLEMS } else { MOST_PROBLEMS };
    let left_off = reading.problems_left_off + problems.len().saturating_sub(most);
    problems.truncate(most);
    let unplaced = reading.refused.get(&None).copied().unwrap_or_default();
    let report = Report::new(dry_run, (&plan.fates, unplaced), (problems, left_off), reading.passed_over);
    (plan, report)
}

/// Writes what is new. The file's own numbers are kept where its counters are given.
async fn write(
    cx: &Ctx,
    tx: &mut Tx,
    there: &Journal,
    mut plan: Plan,
    kept: Option<BTreeMap<String, i64>>,
) -> Result<(), Error> {
    number(cx, tx, &mut plan, kept).await?;
    for row in plan.new.get(&Table::Profile).into_iter().flatten() {
        profile::service::save(cx, tx, &of_row(row)).await?;
    }
    let body = Body::new(there, &plan);
    let days = profile::service::load(cx, tx).await?.days();
    let total = plan.new.values().map(|rows| rows.len() as u64).sum();
    let (mut done, mut new) = (0, std::mem::take(&mut plan.new));
    for (table, rows) in &mut new {
        for row in rows.iter_mut() {
            body.fill(*table, row);
        }
        for batch in rows.chunks(store::BATCH) {
            let derived = batch.iter().map(|row| (row, derived(*table, row, &|at| days.of(at))));
            store::write(tx, cx.tenant(), *table, derived).await?;
            done += batch.len() as u64;
            cx.report_progress(done, Some(total), "Keeping rows");
        }
    }
    let recount = |(id, steps, on): &(i64, i64, Date)| (*id, *steps, steps_kcal(*steps, body.kg_on(*on)));
    let recounts: Vec<(i64, i64, i64)> = plan.recounts.iter().map(recount).collect();
    store::recount(tx, cx.tenant(), &recounts).await?;
    if let Some(first) = earliest(&new, Table::Weights, "measured_on") {
        weights::service::redraw(cx, tx, first).await?;
    }
    touch_all(cx, &new);
    // Another clock files what was there before under other days.
    if [Table::Meals, Table::Alcohol, Table::Profile].iter().any(|table| new.contains_key(table)) {
        totals::service::refile(cx, tx, &days).await?;
    }
    Ok(())
}

/// The first day of a table's new rows.
fn earliest(new: &BTreeMap<Table, Vec<Row>>, table: Table, column: &str) -> Option<Date> {
    let rows = new.get(&table)?.iter();
    rows.filter_map(|row| table.shape().cell(row, column)).filter_map(Cell::on).min()
}

/// Marks what accomplishments depend on; meals and weigh-ins mark themselves.
fn touch_all(cx: &Ctx, new: &BTreeMap<Table, Vec<Row>>) {
    if let Some(first) = earliest(new, Table::Sleep, "slept_on") {
        touch(cx, Area::Sleep(first));
    }
    if let Some(first) = earliest(new, Table::Phases, "started_on") {
        touch(cx, Area::Phase(first));
    }
    if let Some(first) = earliest(new, Table::Untracked, "started_on") {
        touch(cx, Area::Food(first));
        touch(cx, Area::Sleep(first));
    }
    if new.contains_key(&Table::Workouts) {
        touch(cx, Area::Training(Date::MIN));
    }
    let shape = Table::WorkoutExercises.shape();
    let lifts = new.get(&Table::WorkoutExercises).into_iter().flatten();
    for exercise in lifts.filter_map(|row| shape.cell(row, "exercise_id")).filter_map(Cell::int) {
        touch(cx, Area::Lift(exercise));
    }
}

/// Gives every new row its number, and counts on.
async fn number(
    cx: &Ctx,
    tx: &mut Tx,
    plan: &mut Plan,
    kept: Option<BTreeMap<String, i64>>,
) -> Result<(), Error> {
    let mut first = BTreeMap::new();
    let Some(counters) = kept else {
        for (table, rows) in &plan.new {
            if let Some(counter) = table.shape().counter {
                let count = i64::try_from(rows.len()).unwrap_or(i64::MAX);
                first.insert(*table, numbering::service::several(cx, tx, counter, count).await?);
            }
        }
        plan.numbered(&first, false);
        return Ok(());
    };
    plan.numbered(&first, true);
    for (entity, last) in &counters {
        store::raise(tx, cx.tenant(), entity, *last).await?;
    }
    for (table, rows) in &plan.new {
        let shape = table.shape();
        let last = rows.iter().filter_map(|row| shape.id(row)).max();
        if let Some((counter, last)) = shape.counter.zip(last) {
            store::raise(tx, cx.tenant(), counter, last).await?;
        }
    }
    Ok(())
}

/// What follows from a row: the day it counts for, and the texts it is found by.
fn derived(table: Table, row: &Row, day: &dyn Fn(jiff::Timestamp) -> Date) -> Vec<Cell> {
    let shape = table.shape();
    let text = |name: &str| shape.cell(row, name).and_then(Cell::text).unwrap_or_default();
    let on = |name: &str| shape.cell(row, name).and_then(Cell::at).map_or(Cell::Null, |at| Cell::On(day(at)));
    match table {
        Table::Groups | Table::Exercises | Table::Templates | Table::StoredMeals => {
            vec![Cell::Text(folded(text("name")))]
        }
        Table::Meals => {
            let found_by = folded(&format!("{} {}", text("name"), text("notes")));
            vec![on("eaten_at"), Cell::Text(found_by)]
        }
        Table::Alcohol | Table::Cardio | Table::Workouts => vec![on("started_at")],
        // The trend is drawn once all weigh-ins are there.
        Table::Weights => vec![shape.cell(row, "weight_kg").cloned().unwrap_or(Cell::Null)],
        _ => Vec::new(),
    }
}

/// What somebody weighs day by day, for what depends on it.
struct Body(BTreeMap<Date, f64>);

impl Body {
    fn new(there: &Journal, plan: &Plan) -> Self {
        let shape = Table::Weights.shape();
        let rows = there.of(Table::Weights).iter().chain(plan.new.get(&Table::Weights).into_iter().flatten());
        let weight =
            |row: &Row| Some((shape.cell(row, "measured_on")?.on()?, shape.cell(row, "weight_kg")?.real()?));
        Self(rows.filter_map(weight).collect())
    }

    /// As the areas tell it: by the last weigh-in up to a day, else by the first after it.
    fn kg_on(&self, on: Date) -> Option<f64> {
        self.0.range(..=on).next_back().or_else(|| self.0.first_key_value()).map(|(_, kg)| *kg)
    }

    /// Works out what was left open.
    fn fill(&self, table: Table, row: &mut Row) {
        let shape = table.shape();
        let Some(at) = shape.at("est_kcal").filter(|at| row.get(*at) == Some(&Cell::Null)) else { return };
        let number = |name: &str| shape.cell(row, name).and_then(Cell::int);
        let kcal = match table {
            Table::Steps => {
                let on = shape.cell(row, "on_date").and_then(Cell::on);
                number("steps").zip(on).map(|(steps, on)| steps_kcal(steps, self.kg_on(on)))
            }
            Table::Cardio => {
                let on = shape
                    .cell(row, "started_at")
                    .and_then(Cell::at)
                    .map(|at| crate::day::Days::default().of(at));
                let modality = shape.cell(row, "modality").and_then(Cell::text);
                let minutes = number("duration_min").unwrap_or(0);
                Some(by_movement(modality, minutes, on.and_then(|on| self.kg_on(on))))
            }
            _ => None,
        };
        if let (Some(cell), Some(kcal)) = (row.get_mut(at), kcal) {
            *cell = Cell::Int(kcal);
        }
    }
}

fn of_row(row: &Row) -> Profile {
    let shape: &Shape = Table::Profile.shape();
    let cell = |name: &str| shape.cell(row, name);
    let text = |name: &str| cell(name).and_then(Cell::text);
    Profile {
        dob: cell("dob").and_then(Cell::on),
        height_cm: cell("height_cm").and_then(Cell::real),
        sex: text("sex").and_then(Sex::named),
        preferred_unit_system: text("preferred_unit_system").and_then(Units::named).unwrap_or(Units::Metric),
        timezone: text("timezone").unwrap_or("UTC").to_owned(),
        day_start_hour: cell("day_start_hour")
            .and_then(Cell::int)
            .and_then(|hour| i8::try_from(hour).ok())
            .unwrap_or(crate::day::DAY_START_HOUR),
        activity_level: text("activity_level").and_then(ActivityLevel::named),
        about_me: text("about_me").map(str::to_owned),
        ..Profile::new(text("name").unwrap_or_default().to_owned())
    }
}
