//! Signing in with another provider.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use belay_access::identity::Asking;
use belay_access::upstream::{Means, Provider, SignedIn};
use belay_access::{sessions, tenants};
use belay_core::app::Tenancy;
use belay_core::{Error, Kind};
use http::StatusCode;
use http::request::Parts;

use super::super::Site;
use super::super::shell::{failed, own_path, problem, redirect};
use super::signin;
use crate::gate::Asked;

fn provider(site: &Site) -> Result<Arc<Provider>, Box<Response>> {
    let text = "No other provider is set up here.";
    let none = || Box::new(problem(StatusCode::NOT_FOUND, "Nothing here", text));
    site.gate.entrance().provider.clone().ok_or_else(none)
}

/// A link leads here, not a form: browsers hold a page's policy on its forms against where their answers redirect to, and
/// where the provider signs people in is known only once it was asked.
pub(super) async fn begin(State(site): State<Arc<Site>>, request: Parts) -> Response {
    begun(&site, &request).await.unwrap_or_else(|response| *response)
}

async fn begun(site: &Site, request: &Parts) -> Result<Response, Box<Response>> {
    let provider = provider(site)?;
    let address = site.gate.address(Asked::from(request));
    site.throttles.beginning(address).map_err(|error| Box::new(failed(&error)))?;
    let query = request.uri.query().unwrap_or_default();
    let return_to = url::form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "return_to");
    let return_to = return_to.map(|(_, value)| value.into_owned()).unwrap_or_default();
    let browser = site.browser(&request.headers);
    let entropy = site.entropy();
    let address = async {
        let with = Means {
            db: site.db()?,
            outbound: site.gate.entrance().identity.outbound.as_ref(),
            now: site.now(),
            entropy: &*entropy,
        };
        provider.begin(with, &browser, own_path(&return_to)).await
    };
    let mut response = redirect(&address.await.map_err(|error| Box::new(failed(&error)))?);
    site.bind(&mut response, &browser);
    Ok(response)
}

pub(super) async fn finish(State(site): State<Arc<Site>>, request: Parts) -> Response {
    finished(&site, &request).await.unwrap_or_else(|response| *response)
}

async fn finished(site: &Site, request: &Parts) -> Result<Response, Box<Response>> {
    let provider = provider(site)?;
    let query = request.uri.query().unwrap_or_default();
    let given: HashMap<String, String> = url::form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    let told = |text: &str| {
        let problem = (StatusCode::FORBIDDEN, Some(text));
        Ok(signin::form(site, &request.headers, problem, ("/", "")))
    };
    if given.contains_key("error") {
        return told("The other provider did not sign you in; try again.");
    }
    match session(site, request, (&provider, &given)).await {
        Ok((session, return_to)) => {
            let mut response = redirect(own_path(&return_to));
            site.remember(&mut response, &session);
            Ok(response)
        }
        Err(error) if error.kind() == Kind::Unauthenticated => {
            tracing::warn!(cause = belay_core::error::chain(&error), "a sign-in elsewhere did not hold");
            told("The sign-in with the other provider did not hold; begin it again here.")
        }
        Err(error) if error.kind() == Kind::Forbidden => told(error.message()),
        Err(error) => Ok(failed(&error)),
    }
}

async fn session(
    site: &Site,
    request: &Parts,
    (provider, given): (&Provider, &HashMap<String, String>),
) -> Result<(String, String), Error> {
    let (db, now, entropy) = (site.db()?, site.now(), site.entropy());
    let identity = &site.gate.entrance().identity;
    let with = Means { db, outbound: identity.outbound.as_ref(), now, entropy: &*entropy };
    let text = |name: &str| given.get(name).map(String::as_str).unwrap_or_default();
    let browser = site.browser(&request.headers);
    let signed_in = provider.finish(with, &browser, (text("state"), text("code"))).await?;
    let SignedIn { subject, email, name, return_to } = signed_in;
    let Some(first) = site.apps.iter().find(|served| served.is_locked()) else {
        return Err(Error::internal("a sign-in without an application"));
    };
    let asking = |app| Asking { db, app, tenant: None, now, entropy: &*entropy };
    let vouched = (email.as_str(), name.as_deref(), Some((provider.issuer.as_str(), subject.as_str())));
    let person = identity.vouched(asking(&first.app), vouched).await?;
    let mut tx = db.write().await?;
    for served in site.apps.iter().filter(|served| served.app.tenancy == Tenancy::One && served.is_locked()) {
        tenants::enter(&mut tx, &served.app, &person.id, now, &*entropy).await?;
    }
    let session = sessions::begin(&mut tx, &person.id, now, &*entropy).await?;
    tx.commit().await?;
    tracing::info!(person = person.id, "somebody signed in with the other provider");
    Ok((session, return_to))
}
