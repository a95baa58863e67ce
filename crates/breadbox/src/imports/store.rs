//! Imports in the database.

use belay_core::Ctx;
use belay_store::{StoreError, Tx, args};

use super::model::Import;
use super::sql;

pub(crate) async fn insert(cx: &Ctx, tx: &mut Tx, import: &Import) -> Result<(), StoreError> {
    let count = |rows: u64| i64::try_from(rows).unwrap_or(i64::MAX);
    let args = args![
        &import.id,
        cx.tenant(),
        &import.account_id,
        import.file_name.as_deref(),
        import.template.as_deref(),
        count(import.added),
        count(import.already_there),
        count(import.skipped),
        cx.now()
    ];
    tx.exec(sql::INSERT, args).await?;
    Ok(())
}
