//! Days and their sums in the database.

use belay_store::{Row, StoreError, Tx, args};
use jiff::civil::Date;

use super::model::{Filed, Movement, Timed, Totals};
use super::sql;

pub(crate) async fn get(tx: &mut Tx, tenant: &str, on: Date) -> Result<Totals, StoreError> {
    let row = tx.opt(sql::GET, args![tenant, on]).await?;
    Ok(row.as_ref().map(totals).transpose()?.map_or_else(Totals::default, |(_, totals)| totals))
}

pub(crate) async fn range(
    tx: &mut Tx,
    tenant: &str,
    (from, to): (Date, Date),
) -> Result<Vec<(Date, Totals)>, StoreError> {
    tx.all(sql::RANGE, args![tenant, from, to]).await?.iter().map(totals).collect()
}

/// Sums the days between two days up anew.
pub(crate) async fn sum_up(tx: &mut Tx, tenant: &str, (from, to): (Date, Date)) -> Result<(), StoreError> {
    tx.exec(sql::FORGET, args![tenant, from, to]).await?;
    tx.exec(sql::SUM_UP, args![tenant, from, to]).await?;
    Ok(())
}

/// The days between two on which anything was logged.
pub(crate) async fn logged(
    tx: &mut Tx,
    tenant: &str,
    (from, to): (Date, Date),
) -> Result<Vec<Date>, StoreError> {
    tx.all(sql::LOGGED, args![tenant, from, to]).await?.iter().map(|row| row.get("on_date")).collect()
}

/// What movement cost on the days between two that have any.
pub(crate) async fn movement(
    tx: &mut Tx,
    tenant: &str,
    (from, to): (Date, Date),
) -> Result<Vec<(Date, Movement)>, StoreError> {
    let read = |row: &Row| {
        let movement = Movement {
            cardio_kcal: row.get("cardio_kcal")?,
            workout_kcal: row.get("workout_kcal")?,
            steps_kcal: row.get("steps_kcal")?,
        };
        Ok((row.get("on_date")?, movement))
    };
    tx.all(sql::MOVEMENT, args![tenant, from, to]).await?.iter().map(read).collect()
}

pub(crate) async fn filed(tx: &mut Tx, tenant: &str, which: Timed) -> Result<Vec<Filed>, StoreError> {
    let statement = match which {
        Timed::Meals => sql::FILED_MEALS,
        Timed::Alcohol => sql::FILED_ALCOHOL,
        Timed::Cardio => sql::FILED_CARDIO,
        Timed::Workouts => sql::FILED_WORKOUTS,
    };
    let read = |row: &Row| Ok(Filed { id: row.get("id")?, at: row.get("at")?, on: row.get("on_date")? });
    tx.all(statement, args![tenant]).await?.iter().map(read).collect()
}

/// Files rows under other days, each given by its number.
pub(crate) async fn file(
    tx: &mut Tx,
    tenant: &str,
    which: Timed,
    moved: &[(i64, Date)],
) -> Result<(), StoreError> {
    let statement = match which {
        Timed::Meals => sql::FILE_MEAL,
        Timed::Alcohol => sql::FILE_ALCOHOL,
        Timed::Cardio => sql::FILE_CARDIO,
        Timed::Workouts => sql::FILE_WORKOUT,
    };
    tx.batch(statement, moved.iter().map(|(id, on)| args![tenant, *id, *on]).collect()).await?;
    Ok(())
}

fn totals(row: &Row) -> Result<(Date, Totals), StoreError> {
    let totals = Totals {
        food_kcal: row.get("food_kcal")?,
        protein_g: row.get("protein_g")?,
        carb_g: row.get("carb_g")?,
        fat_g: row.get("fat_g")?,
        meals: row.get("meals")?,
        alcohol_kcal: row.get("alcohol_kcal")?,
        drinks: row.get("drinks")?,
    };
    Ok((row.get("on_date")?, totals))
}
