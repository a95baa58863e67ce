//! The first account, by the link that the program printed.

use std::net::IpAddr;
use std::sync::Arc;

use askama::Template;
use axum::extract::{Request, State};
use axum::response::Response;
use belay_access::people::NewPerson;
use belay_access::{identity, passwords, people, sessions, setup};
use belay_core::{Error, Kind};
use http::StatusCode;
use http::request::Parts;

use super::super::Site;
use super::super::shell::{failed, page, redirect};
use super::form::Fields;
use crate::gate::Asked;

#[derive(Template, Default)]
#[template(path = "setup.html")]
struct Setup {
    key: Option<String>,
    email: String,
    problem: Option<String>,
}

pub(super) async fn show(State(site): State<Arc<Site>>, request: Parts) -> Response {
    shown(&site, &request).await.unwrap_or_else(|response| *response)
}

async fn shown(site: &Site, request: &Parts) -> Result<Response, Box<Response>> {
    if !site.awaits_setup().await? {
        return Ok(redirect("/signin"));
    }
    let query = request.uri.query().unwrap_or_default();
    let key = url::form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "key");
    let Some(key) = key.map(|(_, value)| value.into_owned()) else {
        return Ok(page(StatusCode::OK, &Setup::default()));
    };
    let offered = setup::is_offered(site.store()?, &key).await.map_err(|error| failed(&error.into()))?;
    let problem = (!offered).then(|| "That link does not work any more; open the newest one.".to_owned());
    Ok(page(StatusCode::OK, &Setup { key: offered.then_some(key), problem, ..Setup::default() }))
}

pub(super) async fn make(State(site): State<Arc<Site>>, request: Request) -> Response {
    made(&site, request).await.unwrap_or_else(|response| *response)
}

async fn made(site: &Site, request: Request) -> Result<Response, Box<Response>> {
    if !site.awaits_setup().await? {
        return Ok(redirect("/signin"));
    }
    let address = site.gate.address(Asked::from(&request));
    let fields = Fields::read(request.into_body()).await?;
    match account(site, address, &fields).await {
        Ok(session) => {
            let mut response = redirect("/connect");
            site.remember(&mut response, &session);
            Ok(response)
        }
        Err(error) if error.kind() == Kind::Invalid || error.kind() == Kind::Conflict => {
            let (key, email) = (Some(fields.get("key").to_owned()), fields.get("email").to_owned());
            Ok(page(
                StatusCode::BAD_REQUEST,
                &Setup { key, email, problem: Some(error.message().to_owned()) },
            ))
        }
        Err(error) => Ok(failed(&error)),
    }
}

/// Makes the first person, who manages the server and everything that is served with one tenant, and signs them in.
async fn account(site: &Site, address: Option<IpAddr>, fields: &Fields) -> Result<String, Error> {
    site.throttles.set_up(address)?;
    let db = site.db()?;
    let used = || {
        let message = "That link was used, or is not the newest; start the program again for another";
        Error::new(Kind::Forbidden, "setup_link_used", message)
    };
    if !setup::is_offered(db, fields.get("key")).await? {
        return Err(used());
    }
    let (now, entropy) = (site.now(), site.entropy());
    let (password, random) = (fields.get("password").to_owned(), site.entropy());
    let password = site.throttles.compare(move || passwords::hash(&password, &*random)).await??;
    let new = NewPerson {
        email: Some(fields.get("email")),
        admin: true,
        password: Some(&password),
        ..NewPerson::default()
    };
    let mut tx = db.write().await?;
    if !setup::take(&mut tx, fields.get("key"), now).await? {
        return Err(used());
    }
    let person = people::create(&mut tx, new, now, &*entropy).await?;
    for served in &site.apps {
        identity::own(&mut tx, &served.app, &person, now, &*entropy).await?;
    }
    let session = sessions::begin(&mut tx, &person, now, &*entropy).await?;
    tx.commit().await?;
    tracing::info!(person, "the server was set up");
    Ok(session)
}
