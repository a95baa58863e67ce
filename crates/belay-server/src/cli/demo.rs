//! Made-up data for a look around: a database of its own, and somebody to look around as.

use std::path::PathBuf;

use belay_access::keys::{self, NewKey, Owner};
use belay_access::people::{self, NewPerson};
use belay_access::tenants;
use belay_core::app::Tenancy;
use belay_core::{Access, Actor};

use super::{CliError, key};
use crate::served::Served;
use crate::{call, open};

/// Who looks around, where an application keeps people apart.
const SOMEBODY: &str = "demo@example.org";

/// Fills an application's part of the database, and returns a credential to look at it with.
pub(super) async fn fill(served: &Served) -> Result<String, CliError> {
    let actor = somebody(served).await?;
    if let Some(demo) = &served.app.demo {
        eprintln!("Making up data for {} …", served.app.title);
        call::within(served, demo, actor.clone()).await?;
    }
    let (Some(db), Some(person)) = (&served.db, &actor.person) else {
        return key::new_key(served, "demonstration", Access::Full).await;
    };
    let new = NewKey::new(&served.app, Owner::Person(person), "demonstration", Access::Full);
    let mut tx = db.write().await?;
    let (_, secret) = keys::create(&mut tx, new, served.shared.clock.now(), &*served.shared.entropy).await?;
    tx.commit().await?;
    Ok(secret)
}

/// The operator, or somebody made up with something of their own.
async fn somebody(served: &Served) -> Result<Actor, CliError> {
    let Some(db) = served.db.as_ref().filter(|_| served.app.tenancy != Tenancy::One) else {
        return Ok(open::local_operator(served).await?);
    };
    let (now, entropy) = (served.shared.clock.now(), &*served.shared.entropy);
    let mut tx = db.write().await?;
    let person = match people::by_email(db, SOMEBODY).await? {
        Some(person) => person.id,
        None => {
            let new = NewPerson { email: Some(SOMEBODY), name: "Demo", ..NewPerson::default() };
            people::create(&mut tx, new, now, entropy).await?
        }
    };
    if matches!(served.app.tenancy, Tenancy::Organizations { .. }) {
        let tenant = tenants::create(&mut tx, (served.app.name, served.app.title), now, entropy).await?;
        let role = served.app.roles.first().map_or("owner", |role| role.name);
        tenants::join(&mut tx, &served.app, (&tenant, &person), role, now).await?;
    }
    tx.commit().await?;
    Ok(open::local_person(served, (SOMEBODY, None)).await?)
}

/// A database for made-up data, gone when the server stops.
pub(super) struct Demo {
    folder: PathBuf,
}

impl Demo {
    pub(super) fn new() -> Result<Self, CliError> {
        let folder = std::env::temp_dir().join(format!("belay-demo-{}", crate::gate::request_id()));
        std::fs::create_dir_all(&folder)
            .map_err(|source| CliError::File { path: folder.display().to_string(), source })?;
        Ok(Self { folder })
    }

    pub(super) fn url(&self) -> String {
        format!("sqlite:{}", self.folder.join("demo.sqlite").display())
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.folder) {
            tracing::warn!(%error, folder = %self.folder.display(), "the demonstration's data was left behind");
        }
    }
}
