//! The one authenticator: whoever calls, on whichever route and with whatever credential, becomes an actor here.

use std::collections::BTreeMap;
use std::sync::Arc;

use belay_core::actor::{Origin, Scope};
use belay_core::app::Tenancy;
use belay_core::{Access, Actor, App, Entropy, Error};
use belay_store::{Db, StoreError, Tx, args};
use jiff::Timestamp;

use crate::allowlist::{Admission, Allowlist};
use crate::issuers::{Claims, Issuer};
use crate::keys::{self, KeyRefusal, Verified};
use crate::outbound::{Nowhere, Outbound};
use crate::people::{self, NewPerson, Person, PersonRefusal};
use crate::tenants::{self, Seat, TenantRefusal};
use crate::{oauth, sessions};

/// What an access token of this server begins with.
pub const ACCESS_TOKEN: &str = "belay_at_";

/// What a request shows.
#[derive(Clone, Copy)]
pub enum Shown<'a> {
    /// Nothing.
    Nothing,
    /// A key or a token.
    Secret(&'a str),
    /// The cookie of a signed-in browser.
    Session(&'a str),
    /// An address for which a trusted proxy vouches.
    Vouched(&'a str),
    /// A name, where credentials are switched off for development.
    Bypass(&'a str),
}

/// Everything that decides who somebody is.
pub struct Identity {
    /// Sends requests to other issuers.
    pub outbound: Arc<dyn Outbound>,
    /// Whose addresses are let in, where others vouch for them. Without one, nobody new is.
    pub allowlist: Option<Allowlist>,
    /// The issuers that stand in for this server, by application.
    pub issuers: BTreeMap<String, Issuer>,
}

impl Default for Identity {
    fn default() -> Self {
        Self { outbound: Arc::new(Nowhere), allowlist: None, issuers: BTreeMap::new() }
    }
}

impl std::fmt::Debug for Identity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Identity").field("issuers", &self.issuers.keys()).finish_non_exhaustive()
    }
}

/// Where and when somebody asks to be let in.
#[derive(Clone, Copy)]
pub struct Asking<'a> {
    /// The database.
    pub db: &'a Db,
    /// The application.
    pub app: &'a App,
    /// The tenant that the request names.
    pub tenant: Option<&'a str>,
    /// The present instant.
    pub now: Timestamp,
    /// Random bytes, for what is made on the way.
    pub entropy: &'a dyn Entropy,
}

impl Identity {
    /// Who calls, and in which tenant.
    ///
    /// # Errors
    /// [`belay_core::Kind::Unauthenticated`] for a credential that is missing or not accepted,
    /// [`belay_core::Kind::Forbidden`] for somebody who may not act there, `organization_required` where a tenant must
    /// be named; a fault when something needed cannot be asked.
    pub async fn authenticate(&self, asking: Asking<'_>, shown: Shown<'_>) -> Result<Verified, Error> {
        let Asking { db, now, .. } = asking;
        let mut verified = match shown {
            Shown::Nothing => return Err(KeyRefusal::Missing.into()),
            Shown::Secret(secret) => self.secret(asking, secret).await?,
            Shown::Session(cookie) => {
                let person = sessions::person(db, cookie, now).await?.ok_or(KeyRefusal::Missing)?;
                fresh(of_person(Origin::Session, &person))
            }
            Shown::Vouched(email) => {
                let person = self.vouched(asking, (email, None, None)).await?;
                fresh(of_person(Origin::Proxy, &person))
            }
            Shown::Bypass(name) => fresh(of_person(Origin::Bypass, &named(db, name).await?)),
        };
        if let Some(person) = verified.actor.person.clone() {
            match verified.standing.take() {
                // All that is needed came with the credential, in one look at the database.
                Some(standing) => {
                    self.listed(db, (&person, standing.listed.as_deref()), now).await?;
                    seat(asking, &person, (Some(standing.seats), &mut verified.actor)).await?;
                }
                None => {
                    self.still_listed(db, &person, now).await?;
                    seat(asking, &person, (None, &mut verified.actor)).await?;
                }
            }
        }
        Ok(verified)
    }

    async fn secret(&self, asking: Asking<'_>, secret: &str) -> Result<Verified, Error> {
        let Asking { db, app, now, .. } = asking;
        if secret.starts_with(ACCESS_TOKEN) {
            return oauth::verify(db, app, secret, now).await;
        }
        let own = secret.strip_prefix(app.key_prefix).is_some_and(|rest| rest.starts_with('_'));
        match self.issuers.get(app.name).filter(|_| !own) {
            Some(issuer) => {
                let claims = issuer.verify(&self.outbound, secret, now).await?;
                self.claimed(asking, issuer, &claims).await
            }
            None => keys::verify(db, app, secret, now).await,
        }
    }

    /// The person whom an issuer's token speaks of: known by the issuer's name for them, else by their address.
    async fn claimed(&self, asking: Asking<'_>, issuer: &Issuer, claims: &Claims) -> Result<Verified, Error> {
        let Asking { db, app, .. } = asking;
        let subject = (issuer.url.as_str(), claims.subject.as_str());
        let known = people::by_subject(db, subject.0, subject.1).await?;
        let person = match (known, &claims.email) {
            (Some(person), _) if person.disabled_at.is_none() => person,
            (None, Some(email)) => {
                self.vouched(asking, (email, claims.name.as_deref(), Some(subject))).await?
            }
            // Somebody who belongs nowhere is told the same as somebody who does not belong here.
            _ => return Err(TenantRefusal::Forbidden.into()),
        };
        let prefix = format!("{}:", app.name);
        let own = |scope: &str| scope.strip_prefix(&prefix).map(Scope::from);
        let scopes: Option<Vec<Scope>> =
            claims.scope.as_deref().map(|text| text.split_ascii_whitespace().filter_map(own).collect());
        let client = claims.client.as_deref().unwrap_or("another issuer's token");
        let mut actor = of_person(Origin::Issuer, &person);
        actor.name = client.into();
        // An issuer that knows nothing of our scopes limits nothing by them.
        actor.scopes = scopes.filter(|scopes| !scopes.is_empty()).map(Arc::from);
        Ok(fresh(actor))
    }

    /// The person of an address for which somebody vouches; made known here at the first time.
    ///
    /// # Errors
    /// [`PersonRefusal::NotAllowed`] for an address that is not let in, or whose person was disabled.
    pub async fn vouched(
        &self,
        asking: Asking<'_>,
        (email, name, subject): (&str, Option<&str>, Option<(&str, &str)>),
    ) -> Result<Person, Error> {
        let Asking { db, .. } = asking;
        if let Some((issuer, subject)) = subject
            && let Some(person) = people::by_subject(db, issuer, subject).await?
        {
            return if person.disabled_at.is_none() {
                Ok(person)
            } else {
                Err(PersonRefusal::NotAllowed.into())
            };
        }
        let admission = self.allowlist.as_ref().map_or(Admission::Unlisted, |list| list.admits(email));
        if admission != Admission::Listed || !people::is_address(email) {
            return Err(PersonRefusal::NotAllowed.into());
        }
        let Some(person) = people::by_email(db, email).await? else {
            return made(asking, (email, name.unwrap_or_default(), subject)).await;
        };
        let same_issuer = |(issuer, _): (&str, &str)| person.issuer.as_deref() == Some(issuer);
        // The issuer knows somebody else by this address now: it was given to another person.
        if person.disabled_at.is_some() || subject.is_some_and(same_issuer) {
            return Err(PersonRefusal::NotAllowed.into());
        }
        if let (None, Some((issuer, subject))) = (&person.issuer, subject) {
            let mut tx = db.write().await?;
            people::link(&mut tx, &person.id, issuer, subject).await?;
            tx.commit().await?;
        }
        Ok(person)
    }

    /// Makes sure that somebody's address is still on the list, and ends everything of theirs where it was taken off.
    /// Somebody with a password here is let in by that, not by the list.
    ///
    /// # Errors
    /// [`PersonRefusal::NotAllowed`] where it is not, or the list cannot be read.
    pub async fn still_listed(&self, db: &Db, person: &str, now: Timestamp) -> Result<(), Error> {
        if self.allowlist.is_none() {
            return Ok(());
        }
        let Some(row) = db.opt(people::sql::LISTED, args![person]).await? else { return Ok(()) };
        self.listed(db, (person, row.get("email_folded")?), now).await
    }

    async fn listed(
        &self,
        db: &Db,
        (person, email): (&str, Option<&str>),
        now: Timestamp,
    ) -> Result<(), Error> {
        let (Some(list), Some(email)) = (&self.allowlist, email) else { return Ok(()) };
        match list.admits(email) {
            Admission::Listed => Ok(()),
            // Only what stood for a while is acted on: a file may be caught while it is written.
            Admission::Unreadable | Admission::Unsettled => Err(PersonRefusal::NotAllowed.into()),
            Admission::Unlisted => {
                let mut tx = db.write().await?;
                people::end_all(&mut tx, person, now).await?;
                tx.commit().await?;
                Err(PersonRefusal::NotAllowed.into())
            }
        }
    }
}

/// Makes somebody known here for whom others vouch.
async fn made(
    asking: Asking<'_>,
    (email, name, subject): (&str, &str, Option<(&str, &str)>),
) -> Result<Person, Error> {
    let Asking { db, now, entropy, .. } = asking;
    let mut tx = db.write().await?;
    let new = NewPerson { email: Some(email), name, subject, ..NewPerson::default() };
    match people::create(&mut tx, new, now, entropy).await {
        Ok(_) => tx.commit().await?,
        // Somebody else made the person known in this moment.
        Err(error) if error.code() == "email_taken" => drop(tx),
        Err(error) => return Err(error),
    }
    people::by_email(db, email).await?.ok_or_else(|| PersonRefusal::NotAllowed.into())
}

/// Notes that a credential was used.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn touch(db: &Db, actor: &Actor, now: Timestamp) -> Result<(), StoreError> {
    let statement = match actor.origin {
        Origin::Key | Origin::Token => keys::sql::TOUCH,
        Origin::Grant if actor.person.is_some() => oauth::sql::TOUCH_GRANT,
        _ => return Ok(()),
    };
    let mut tx = db.write().await?;
    tx.exec(statement, args![&*actor.id, now.as_microsecond()]).await?;
    tx.commit().await
}

/// Makes whoever set an application up the owner of its one tenant, where it has one.
///
/// # Errors
/// A fault when the database fails.
pub async fn own(
    tx: &mut Tx,
    app: &App,
    person: &str,
    now: Timestamp,
    entropy: &dyn Entropy,
) -> Result<(), Error> {
    let (Tenancy::One, Some(_), Some(role)) = (app.tenancy, &app.migrations, app.roles.first()) else {
        return Ok(());
    };
    let tenant = tenants::first(tx, app.name, app.title, now, entropy).await?;
    tenants::join(tx, app, (&tenant, person), role.name, now).await
}

/// A person by identifier, by address, or by what another issuer calls them.
async fn named(db: &Db, name: &str) -> Result<Person, Error> {
    let mut found = people::by_id(db, name).await?;
    if found.is_none() {
        found = people::by_email(db, name).await?;
    }
    if found.is_none() {
        let row = db.opt(people::sql::BY_ANY_SUBJECT, args![name]).await?;
        found = match row {
            Some(row) => people::by_id(db, row.get("id")?).await?,
            None => None,
        };
    }
    found.filter(|person| person.disabled_at.is_none()).ok_or_else(|| KeyRefusal::Unknown.into())
}

fn of_person(origin: Origin, person: &Person) -> Actor {
    let name = person.email.as_deref().unwrap_or(&person.name);
    Actor {
        person: Some(person.id.as_str().into()),
        admin: person.admin,
        ..Actor::new(origin, person.id.as_str(), name, Access::Full)
    }
}

fn fresh(actor: Actor) -> Verified {
    Verified { actor, stale: false, standing: None }
}

/// Gives an actor the tenant in which its person acts, and the role there.
async fn seat(
    asking: Asking<'_>,
    person: &str,
    (known, actor): (Option<Vec<Seat>>, &mut Actor),
) -> Result<(), Error> {
    let Asking { db, app, tenant, now, entropy } = asking;
    let seat = match known {
        Some(seats) => tenants::choose(db, app, seats, (person, tenant), (now, entropy)).await?,
        None => tenants::seat(db, app, (person, tenant), now, entropy).await?,
    };
    actor.access = actor.access.min(seat.role.access);
    actor.tenant = Some(seat.tenant);
    actor.role = Some(seat.role);
    Ok(())
}
