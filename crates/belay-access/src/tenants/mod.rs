//! Tenants: whose data it is, and who belongs to it as what.

mod error;
pub(crate) mod sql;

use std::sync::Arc;

use belay_core::actor::Role;
use belay_core::app::Tenancy;
use belay_core::{Access, App, Entity, Entropy, Error, Id};
use belay_store::{Db, Row, StoreError, Tx, args};
use jiff::Timestamp;

pub use error::TenantRefusal;

/// A household, a person or an organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tenant {
    /// Its identifier.
    pub id: String,
    /// What people call it.
    pub name: String,
}

impl Entity for Tenant {
    const PREFIX: &'static str = "ten";
}

/// Somebody who belongs to a tenant.
#[derive(Debug, Clone)]
pub struct Member {
    /// The person.
    pub person: String,
    /// Their address.
    pub email: Option<String>,
    /// What they are called.
    pub name: String,
    /// What they are there.
    pub role: String,
}

/// The first tenant of an application, made if there is none yet.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn first(
    tx: &mut Tx,
    app: &str,
    name: &str,
    now: Timestamp,
    entropy: &dyn Entropy,
) -> Result<String, StoreError> {
    if let Some(row) = tx.opt(sql::SOLE, args![app]).await? {
        return row.get("id");
    }
    // Another process may make it in this moment; there is one all the same.
    let id = Id::<Tenant>::new(now, entropy);
    tx.exec(sql::INSERT_SOLE, args![id.as_str(), app, name, now.as_microsecond()]).await?;
    tx.one(sql::SOLE, args![app]).await?.get("id")
}

/// Makes a tenant of an application.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn create(
    tx: &mut Tx,
    (app, name): (&str, &str),
    now: Timestamp,
    entropy: &dyn Entropy,
) -> Result<String, StoreError> {
    let id = Id::<Tenant>::new(now, entropy);
    tx.exec(sql::INSERT, args![id.as_str(), app, name, now.as_microsecond()]).await?;
    Ok(id.as_str().to_owned())
}

/// The tenant of a person's own, made if there is none yet.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn own(
    tx: &mut Tx,
    (app, person): (&App, &str),
    now: Timestamp,
    entropy: &dyn Entropy,
) -> Result<String, StoreError> {
    let id = Id::<Tenant>::new(now, entropy);
    let at = now.as_microsecond();
    tx.exec(sql::INSERT_OWN, args![id.as_str(), app.name, app.title, at, person]).await?;
    let id: String = tx.one(sql::OWN, args![app.name, person]).await?.get("id")?;
    let role = app.roles.first().map_or("owner", |role| role.name);
    tx.exec(sql::JOIN, args![id.as_str(), person, role, at]).await?;
    Ok(id)
}

/// All tenants of an application, by name.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn list(db: &Db, app: &str) -> Result<Vec<Tenant>, StoreError> {
    let tenant = |row: &Row| Ok(Tenant { id: row.get("id")?, name: row.get("name")? });
    db.all(sql::LIST, args![app]).await?.iter().map(tenant).collect()
}

/// Makes a person a member of a tenant, or gives a member another role; their browser sessions end then.
///
/// # Errors
/// [`TenantRefusal::NoRole`] for a role that the application does not have; a fault when the database fails.
pub async fn join(
    tx: &mut Tx,
    app: &App,
    (tenant, person): (&str, &str),
    role: &str,
    now: Timestamp,
) -> Result<(), Error> {
    if app.role(role).is_none() {
        let known = app.roles.iter().map(|role| role.name).collect::<Vec<_>>().join(", ");
        return Err(TenantRefusal::NoRole { known }.into());
    }
    let before = tx.opt(sql::KNOWN, args![tenant, person]).await?;
    tx.exec(sql::JOIN, args![tenant, person, role, now.as_microsecond()]).await?;
    if before.map(|row| row.get::<String>("role")).transpose()?.is_some_and(|before| before != role) {
        tx.exec(crate::sessions::sql::END_ALL, args![person]).await?;
    }
    Ok(())
}

/// Makes somebody new part of the one tenant of an application with one, unless they belong to it already, in whatever
/// role, or were taken out of it.
///
/// # Errors
/// A fault when the database fails.
pub async fn enter(
    tx: &mut Tx,
    app: &App,
    person: &str,
    now: Timestamp,
    entropy: &dyn Entropy,
) -> Result<(), StoreError> {
    let tenant = first(tx, app.name, app.title, now, entropy).await?;
    tx.exec(sql::ENTER, args![tenant, person, newcomer(app).name, now.as_microsecond()]).await?;
    Ok(())
}

/// What somebody new becomes: the second role of an application, which is the one below that of whoever made it.
fn newcomer(app: &App) -> Role {
    app.roles.get(1).or_else(|| app.roles.first()).copied().unwrap_or(Role::new("member", Access::Full))
}

/// Ends a membership. False where there was none.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn leave(tx: &mut Tx, (tenant, person): (&str, &str), now: Timestamp) -> Result<bool, StoreError> {
    let left = tx.exec(sql::LEAVE, args![tenant, person, now.as_microsecond()]).await? > 0;
    tx.exec(crate::sessions::sql::END_ALL, args![person]).await?;
    Ok(left)
}

/// Who belongs to a tenant.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn members(db: &Db, tenant: &str) -> Result<Vec<Member>, StoreError> {
    let member = |row: &Row| {
        Ok(Member {
            person: row.get("person_id")?,
            email: row.get("email")?,
            name: row.get("name")?,
            role: row.get("role")?,
        })
    };
    db.all(sql::MEMBERS, args![tenant]).await?.iter().map(member).collect()
}

/// A tenant that a person acts in, with their role there.
#[derive(Debug, Clone)]
pub struct Seat {
    /// The tenant.
    pub tenant: Arc<str>,
    /// What people call it.
    pub name: Arc<str>,
    /// The person's role.
    pub role: Role,
}

/// The tenants of an application that a person may act in, by name. A role that the application no longer has, or
/// that does not act, is no seat.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn seats(db: &Db, app: &App, person: &str) -> Result<Vec<Seat>, StoreError> {
    seated(&db.all(sql::SEATS, args![app.name, person]).await?, app)
}

/// The seats that rows tell of; a row without a tenant tells of none.
pub(crate) fn seated(rows: &[Row], app: &App) -> Result<Vec<Seat>, StoreError> {
    let mut seats = Vec::new();
    for row in rows {
        let Some(tenant) = row.get::<Option<String>>("seat_id")? else { continue };
        let (name, role): (String, &str) = (row.get("seat_name")?, row.get("seat_role")?);
        let role = app.role(role).filter(|role| role.acts);
        seats.extend(role.map(|role| Seat { tenant: tenant.into(), name: name.into(), role }));
    }
    seats.sort_by(|one, other| (&one.name, &one.tenant).cmp(&(&other.name, &other.tenant)));
    Ok(seats)
}

/// The tenant in which a person acts in this request, named or not.
///
/// # Errors
/// [`TenantRefusal::Required`] where there are several and none is named; [`TenantRefusal::Forbidden`] where there is
/// none, or the named one is not theirs or does not exist: the same for all three. A fault when the database fails.
pub async fn seat(
    db: &Db,
    app: &App,
    (person, named): (&str, Option<&str>),
    now: Timestamp,
    entropy: &dyn Entropy,
) -> Result<Seat, Error> {
    let seats = seats(db, app, person).await?;
    choose(db, app, seats, (person, named), (now, entropy)).await
}

/// As [`seat`], where a person's seats are known already.
pub(crate) async fn choose(
    db: &Db,
    app: &App,
    mut seats: Vec<Seat>,
    (person, named): (&str, Option<&str>),
    (now, entropy): (Timestamp, &dyn Entropy),
) -> Result<Seat, Error> {
    if seats.is_empty() && app.tenancy == Tenancy::PerPerson {
        let mut tx = db.write().await?;
        own(&mut tx, (app, person), now, entropy).await?;
        tx.commit().await?;
        seats = self::seats(db, app, person).await?;
    }
    if seats.is_empty() && app.tenancy == Tenancy::One && !is_known(db, app, person).await? {
        let mut tx = db.write().await?;
        enter(&mut tx, app, person, now, entropy).await?;
        tx.commit().await?;
        seats = self::seats(db, app, person).await?;
    }
    if let Tenancy::Organizations { parameter } = app.tenancy {
        return match named {
            Some(named) => seats
                .into_iter()
                .find(|seat| *seat.tenant == *named)
                .ok_or_else(|| TenantRefusal::Forbidden.into()),
            None if seats.len() > 1 => {
                let choices = seats.into_iter().map(|seat| (seat.tenant, seat.name)).collect();
                Err(TenantRefusal::Required { parameter, choices }.into_error())
            }
            None => seats.into_iter().next().ok_or_else(|| TenantRefusal::Forbidden.into()),
        };
    }
    seats.into_iter().next().ok_or_else(|| TenantRefusal::Forbidden.into())
}

/// Whether somebody belongs to the one tenant of an application, or was taken out of it.
async fn is_known(db: &Db, app: &App, person: &str) -> Result<bool, StoreError> {
    let Some(row) = db.opt(sql::SOLE, args![app.name]).await? else { return Ok(false) };
    Ok(db.opt(sql::KNOWN, args![row.get::<String>("id")?, person]).await?.is_some())
}
