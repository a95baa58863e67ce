//! A person's tokens, the keys of what they own, and their password.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Request, State};
use axum::response::Response;
use belay_access::keys::{self, Key, NewKey, Owner};
use belay_access::{passwords, people, tenants};
use belay_core::app::Tenancy;
use belay_core::{Access, Error, Kind};
use http::request::Parts;
use http::{HeaderMap, StatusCode};
use jiff::{SignedDuration, Timestamp};

use super::super::Site;
use super::super::shell::{Frame, Visitor, failed, page, redirect};
use super::form::Fields;
use crate::gate::Asked;
use crate::served::Served;

/// A token or a key in a list.
struct Row {
    id: String,
    name: String,
    prefix: String,
    app: String,
    may: &'static str,
    used: String,
    ends: String,
    active: bool,
}

struct Choice {
    name: &'static str,
    title: &'static str,
}

#[derive(Template)]
#[template(path = "account/tokens.html")]
struct Tokens {
    frame: Frame,
    problem: Option<String>,
    secret: Option<String>,
    tokens: Vec<Row>,
    keys: Vec<Row>,
    apps: Vec<Choice>,
    has_password: bool,
}

/// What a page tells besides the lists.
#[derive(Default)]
struct Told {
    problem: Option<String>,
    secret: Option<String>,
}

/// A day, for people.
pub(super) fn day(at: Timestamp) -> String {
    at.strftime("%Y-%m-%d").to_string()
}

fn row(app: &str, key: Key, now: Timestamp) -> Row {
    Row {
        id: key.id,
        name: key.name,
        prefix: key.prefix,
        app: app.to_owned(),
        may: if key.access == Access::Full { "read and change" } else { "read" },
        used: key.last_used_at.map_or_else(|| "never".to_owned(), day),
        ends: key.expires_at.map_or_else(|| "never".to_owned(), day),
        active: key.revoked_at.is_none() && key.expires_at.is_none_or(|end| end > now),
    }
}

pub(super) async fn show(State(site): State<Arc<Site>>, request: Parts) -> Response {
    let shown = async {
        let visitor = site.visitor(&request.headers, "/account/tokens").await?;
        Ok(list(&site, &visitor, StatusCode::OK, Told::default()).await)
    };
    shown.await.unwrap_or_else(|response: Box<Response>| *response)
}

async fn list(site: &Site, visitor: &Visitor, status: StatusCode, told: Told) -> Response {
    match listed(site, visitor, told).await {
        Ok(tokens) => page(status, &tokens),
        Err(error) => failed(&error),
    }
}

async fn listed(site: &Site, visitor: &Visitor, told: Told) -> Result<Tokens, Error> {
    let (db, now) = (site.db()?, site.now());
    let tokens = keys::of_person(db, &visitor.person.id).await?;
    let mut shared = Vec::new();
    for served in site.apps.iter().filter(|served| served.app.tenancy == Tenancy::One) {
        if owns(site, visitor, served).await? {
            let all = keys::list(db, served.app.name).await?;
            shared.extend(
                all.into_iter().filter(|key| key.person.is_none()).map(|key| row(served.app.name, key, now)),
            );
        }
    }
    let locked = site.apps.iter().filter(|served| served.is_locked());
    Ok(Tokens {
        frame: visitor.frame(),
        problem: told.problem,
        secret: told.secret,
        tokens: tokens.into_iter().map(|(app, key)| row(&app, key, now)).collect(),
        keys: shared,
        apps: locked.map(|served| Choice { name: served.app.name, title: served.app.title }).collect(),
        has_password: passwords::has(db, &visitor.person.id).await?,
    })
}

/// Whether somebody has the first role of an application's tenant, which is that of its owner.
pub(super) async fn owns(site: &Site, visitor: &Visitor, served: &Served) -> Result<bool, Error> {
    let seats = tenants::seats(site.db()?, &served.app, &visitor.person.id).await?;
    let owner = served.app.roles.first().map(|role| role.name);
    Ok(visitor.person.admin || seats.iter().any(|seat| Some(seat.role.name) == owner))
}

/// Reads a form of a signed-in person, does what it asks, and shows the list again.
async fn with_form<F>(site: &Site, request: Request, act: F) -> Result<Response, Box<Response>>
where
    F: AsyncFnOnce(&Visitor, &Fields, &HeaderMap) -> Result<Told, Error>,
{
    let (parts, body) = request.into_parts();
    let visitor = site.visitor(&parts.headers, "/account/tokens").await?;
    let fields = Fields::read(body).await?;
    visitor.check(fields.get("form_token"))?;
    Ok(match act(&visitor, &fields, &parts.headers).await {
        Ok(told) => list(site, &visitor, StatusCode::OK, told).await,
        Err(error) if error.kind().is_fault() => failed(&error),
        Err(error) => {
            let told = Told { problem: Some(error.message().to_owned()), ..Told::default() };
            list(site, &visitor, error.kind().status(), told).await
        }
    })
}

pub(super) async fn make(State(site): State<Arc<Site>>, request: Request) -> Response {
    let made = with_form(&site, request, async |visitor, fields, _| {
        let invalid = |message: &str| Error::new(Kind::Invalid, "invalid_input", message);
        let name = fields.get("name").trim();
        if name.is_empty() || name.chars().count() > 80 {
            return Err(invalid("Say what the token is for, in at most 80 characters"));
        }
        let served =
            site.apps.iter().find(|served| served.is_locked() && served.app.name == fields.get("app"));
        let served = served.ok_or_else(|| invalid("There is no such application"))?;
        let now = site.now();
        let expires_at = match fields.get("days").trim() {
            "" => None,
            days => {
                let days: i64 = days
                    .parse()
                    .ok()
                    .filter(|days| (1..=3_650).contains(days))
                    .ok_or_else(|| invalid("The days are a whole number from 1 to 3650"))?;
                now.checked_add(SignedDuration::from_hours(days * 24)).ok()
            }
        };
        let access = if fields.get("access") == "full" { Access::Full } else { Access::Read };
        let new = NewKey {
            expires_at,
            ..NewKey::new(&served.app, Owner::Person(&visitor.person.id), name, access)
        };
        let mut tx = site.db()?.write().await?;
        let (id, secret) = keys::create(&mut tx, new, now, &*site.entropy()).await?;
        tx.commit().await?;
        tracing::info!(person = visitor.person.id, token = id, "a token was made");
        Ok(Told { secret: Some(secret), ..Told::default() })
    });
    made.await.unwrap_or_else(|response| *response)
}

pub(super) async fn revoke(State(site): State<Arc<Site>>, request: Request) -> Response {
    let revoked = with_form(&site, request, async |visitor, fields, _| {
        let mut tx = site.db()?.write().await?;
        keys::revoke_own(&mut tx, &visitor.person.id, fields.get("id"), site.now()).await?;
        tx.commit().await?;
        Ok(Told::default())
    });
    revoked.await.unwrap_or_else(|response| *response)
}

pub(super) async fn revoke_key(State(site): State<Arc<Site>>, request: Request) -> Response {
    let revoked = with_form(&site, request, async |visitor, fields, _| {
        let served = site.apps.iter().find(|served| served.app.name == fields.get("app"));
        let forbidden =
            || Error::new(Kind::Forbidden, "forbidden", "Only an owner can end keys that act for everybody");
        let served = served.ok_or_else(forbidden)?;
        if served.app.tenancy != Tenancy::One || !owns(&site, visitor, served).await? {
            return Err(forbidden());
        }
        let mut tx = site.db()?.write().await?;
        keys::revoke_shared(&mut tx, served.app.name, fields.get("id"), site.now()).await?;
        tx.commit().await?;
        Ok(Told::default())
    });
    revoked.await.unwrap_or_else(|response| *response)
}

pub(super) async fn change_password(State(site): State<Arc<Site>>, request: Request) -> Response {
    let address = site.gate.address(Asked::from(&request));
    let mut signed_out = false;
    let changed = with_form(&site, request, async |visitor, fields, _| {
        let email = visitor.person.email.clone().unwrap_or_default();
        site.throttles.sign_in(&email, address)?;
        let db = site.db()?;
        let check = passwords::check(db, &email).await?;
        let (current, next) = (fields.get("current").to_owned(), fields.get("next").to_owned());
        let entropy = site.entropy();
        let compared = site.throttles.compare(move || {
            check.verify(&current, &*entropy)?;
            passwords::hash(&next, &*entropy)
        });
        let digest = compared.await??;
        let mut tx = db.write().await?;
        people::set_password(&mut tx, &visitor.person.id, &digest).await?;
        tx.commit().await?;
        signed_out = true;
        Ok(Told::default())
    });
    let response = changed.await.unwrap_or_else(|response| *response);
    if signed_out { redirect("/signin") } else { response }
}
