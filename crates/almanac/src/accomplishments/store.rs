//! Accomplishments in the database.

use belay_core::Ctx;
use belay_store::{Row, Statement, StoreError, Tx, args};
use jiff::civil::Date;
use serde_json::Value;

use super::model::{Code, Earned, Reached};
use super::sql;
use crate::wire::At;

/// Those of a kind, the oldest first.
pub(crate) async fn of(tx: &mut Tx, tenant: &str, code: Code) -> Result<Vec<Earned>, StoreError> {
    tx.all(sql::OF_CODE, args![tenant, code]).await?.iter().map(earned).collect()
}

/// Those from a day on, the newest first.
pub(crate) async fn since(tx: &mut Tx, tenant: &str, first: Date) -> Result<Vec<Earned>, StoreError> {
    tx.all(sql::SINCE, args![tenant, first]).await?.iter().map(earned).collect()
}

pub(crate) async fn add(cx: &Ctx, tx: &mut Tx, id: i64, reached: &Reached) -> Result<(), StoreError> {
    let args = args![
        cx.tenant(),
        id,
        reached.code,
        reached.earned_on,
        reached.value,
        &reached.key,
        Value::Object(reached.details.clone()).to_string(),
        At(cx.now())
    ];
    tx.exec(sql::ADD, args).await?;
    Ok(())
}

pub(crate) async fn remove(tx: &mut Tx, tenant: &str, id: i64) -> Result<(), StoreError> {
    tx.exec(sql::REMOVE, args![tenant, id]).await?;
    Ok(())
}

/// What is counted.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Counted {
    Meals,
    WeighIns,
    Workouts,
}

impl Counted {
    /// The kind of row, as identifiers count it.
    pub(crate) fn entity(self) -> &'static str {
        match self {
            Self::Meals => "meal",
            Self::WeighIns => "weight",
            Self::Workouts => "workout",
        }
    }

    fn statements(self) -> (Statement, Statement) {
        match self {
            Self::Meals => (sql::MEALS, sql::MEAL_DAY),
            Self::WeighIns => (sql::WEIGH_INS, sql::WEIGH_IN_DAY),
            Self::Workouts => (sql::WORKOUTS, sql::WORKOUT_DAY),
        }
    }
}

/// How many there are up to a day.
pub(crate) async fn count(tx: &mut Tx, tenant: &str, what: Counted, last: Date) -> Result<i64, StoreError> {
    tx.one(what.statements().0, args![tenant, last]).await?.get("number")
}

/// The day of the one of a place in time, from 1.
pub(crate) async fn day_of(
    tx: &mut Tx,
    tenant: &str,
    what: Counted,
    place: i64,
) -> Result<Option<Date>, StoreError> {
    tx.opt(what.statements().1, args![tenant, place - 1]).await?.map(|row| row.get("on_date")).transpose()
}

/// The kilograms moved on each day that has any.
pub(crate) async fn volumes(tx: &mut Tx, tenant: &str) -> Result<Vec<(Date, f64)>, StoreError> {
    let read = |row: &Row| Ok((row.get("on_date")?, row.get("kg")?));
    tx.all(sql::VOLUMES, args![tenant]).await?.iter().map(read).collect()
}

/// A set that tells a single repetition.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Lift {
    pub(crate) workout: i64,
    pub(crate) on: Date,
    pub(crate) weight_kg: f64,
    pub(crate) reps: i64,
    /// The exercise's name.
    pub(crate) exercise: String,
}

/// The sets of an exercise that tell a single repetition, in the order of their workouts.
pub(crate) async fn lifts(tx: &mut Tx, tenant: &str, exercise: i64) -> Result<Vec<Lift>, StoreError> {
    let read = |row: &Row| {
        Ok(Lift {
            workout: row.get("workout_id")?,
            on: row.get("on_date")?,
            weight_kg: row.get("weight_kg")?,
            reps: row.get("reps")?,
            exercise: row.get("name")?,
        })
    };
    tx.all(sql::LIFTS, args![tenant, exercise]).await?.iter().map(read).collect()
}

fn earned(row: &Row) -> Result<Earned, StoreError> {
    let details: String = row.get("details")?;
    let reached = Reached {
        code: row.get("code")?,
        earned_on: row.get("earned_on")?,
        value: row.get("value")?,
        key: row.get("dedup_key")?,
        details: serde_json::from_str(&details).unwrap_or_default(),
    };
    Ok(Earned { id: row.get("id")?, reached })
}
