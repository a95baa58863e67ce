//! What tests ask of every statement and of both schemas.

mod schema;

pub use schema::same_schema;

use crate::{Arg, Db, Sql, Statement, StoreError};

/// A statement that was tried.
#[derive(Debug)]
pub struct Checked {
    /// The module and the name of the statement.
    pub statement: &'static str,
    /// The columns of its result.
    pub columns: Vec<String>,
    /// Why the database refused it, if it did.
    pub failure: Option<StoreError>,
}

/// Prepares and executes every statement with sample values; nothing of it is kept.
///
/// A rule of a table that the samples break (a missing reference, say) is no failure: the statement ran.
/// Preparing alone would not do: PostgreSQL finds a value of the wrong type only when it is bound.
pub async fn prepare_all(db: &Db, statements: &[Statement]) -> Vec<Checked> {
    let mut checked = Vec::with_capacity(statements.len());
    for statement in statements {
        let samples = statement.parameters().iter().map(|parameter| parameter.kind.sample()).collect();
        let (columns, failure) = match execute(db, statement, samples).await {
            Ok(columns) => (columns, None),
            Err(error) => (Vec::new(), Some(error)),
        };
        checked.push(Checked { statement: statement.name(), columns, failure });
    }
    checked
}

/// Prepares and executes one statement, for those that a [`Filter`](crate::Filter) puts together; gives the
/// columns of its result. Nothing of it is kept.
///
/// # Errors
///
/// What the database says, except that the values break a rule of a table.
pub async fn execute(db: &Db, sql: impl Into<Sql>, args: Vec<Arg>) -> Result<Vec<String>, StoreError> {
    let sql = sql.into();
    let mut tx = db.write().await?;
    let columns = tx.describe(sql.clone()).await?;
    match tx.exec(sql, args).await {
        Ok(_) | Err(StoreError::Unique { .. } | StoreError::ForeignKey { .. } | StoreError::Check { .. }) => {
            Ok(columns)
        }
        Err(error) => Err(error),
    }
}
