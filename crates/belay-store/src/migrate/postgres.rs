//! Migrating a PostgreSQL database.

use belay_core::migration::Migrations;

use super::{
    APPLIED, CREATE, Migrated, RECORD,
    plan::{self, Applied},
};
use crate::{Db, Engine, StoreError, args};

/// The key of the advisory lock that processes which start at once take in turn; any fixed number will do.
const LOCK: i64 = 0x6265_6c61_7900;

pub(super) async fn migrate(db: &Db, histories: &[Migrations], at: i64) -> Result<Migrated, StoreError> {
    let mut tx = db.write().await?;
    tx.exec("select pg_advisory_xact_lock($1)", args![LOCK]).await?;
    tx.script(CREATE).await?;
    let mut applied = Vec::new();
    for row in tx.all(APPLIED, args![]).await? {
        let (owner, number, checksum) = (row.get("owner")?, row.get("number")?, row.get("checksum")?);
        applied.push(Applied { owner, number, checksum });
    }
    let pending = plan::pending(histories, &applied, Engine::Postgres)?;
    for step in &pending {
        tx.script(step.text).await.map_err(|error| step.failed(error))?;
        let values =
            args![step.owner, step.migration.number, step.migration.name, step.checksum.as_str(), at];
        tx.exec(RECORD, values).await?;
    }
    tx.commit().await?;
    let applied = pending.iter().map(|step| (step.owner, step.migration.number)).collect();
    Ok(Migrated { applied, snapshot: None })
}
