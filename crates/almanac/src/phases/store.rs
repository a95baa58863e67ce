//! Phases in the database.

use belay_core::Ctx;
use belay_store::{Row, StoreError, Tx, args};
use jiff::civil::Date;

use super::model::Phase;
use super::sql;

pub(crate) async fn get(tx: &mut Tx, tenant: &str, id: i64) -> Result<Option<Phase>, StoreError> {
    tx.opt(sql::GET, args![tenant, id]).await?.as_ref().map(phase).transpose()
}

pub(crate) async fn list(tx: &mut Tx, tenant: &str) -> Result<Vec<Phase>, StoreError> {
    tx.all(sql::LIST, args![tenant]).await?.iter().map(phase).collect()
}

/// The phase that goes on.
pub(crate) async fn active(tx: &mut Tx, tenant: &str) -> Result<Option<Phase>, StoreError> {
    tx.opt(sql::ACTIVE, args![tenant]).await?.as_ref().map(phase).transpose()
}

/// The phases that have a day between two, the one that began last first.
pub(crate) async fn in_force(
    tx: &mut Tx,
    tenant: &str,
    (from, to): (Date, Date),
) -> Result<Vec<Phase>, StoreError> {
    tx.all(sql::IN_FORCE, args![tenant, from, to]).await?.iter().map(phase).collect()
}

pub(crate) async fn put(cx: &Ctx, tx: &mut Tx, phase: &Phase) -> Result<(), StoreError> {
    let args = args![
        cx.tenant(),
        phase.id,
        &phase.name,
        phase.intent,
        phase.phase_type,
        phase.tdee_at_phase_start,
        phase.tdee_source,
        phase.deficit_kcal,
        phase.daily_kcal_target,
        phase.base_protein_g,
        phase.base_carb_g,
        phase.base_fat_g,
        phase.started_on,
        phase.planned_end_on,
        phase.ended_on,
        phase.notes.as_deref(),
        phase.created_at
    ];
    tx.exec(sql::PUT, args).await?;
    Ok(())
}

pub(crate) async fn delete(tx: &mut Tx, tenant: &str, id: i64) -> Result<(), StoreError> {
    tx.exec(sql::DELETE, args![tenant, id]).await?;
    Ok(())
}

fn phase(row: &Row) -> Result<Phase, StoreError> {
    Ok(Phase {
        id: row.get("id")?,
        name: row.get("name")?,
        intent: row.get("intent")?,
        phase_type: row.get("phase_type")?,
        tdee_at_phase_start: row.get("tdee_at_phase_start")?,
        tdee_source: row.get("tdee_source")?,
        deficit_kcal: row.get("deficit_kcal")?,
        daily_kcal_target: row.get("daily_kcal_target")?,
        base_protein_g: row.get("base_protein_g")?,
        base_carb_g: row.get("base_carb_g")?,
        base_fat_g: row.get("base_fat_g")?,
        started_on: row.get("started_on")?,
        planned_end_on: row.get("planned_end_on")?,
        ended_on: row.get("ended_on")?,
        notes: row.get("notes")?,
        created_at: row.get("created_at")?,
    })
}
