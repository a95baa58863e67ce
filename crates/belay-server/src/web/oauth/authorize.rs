//! The page on which a person allows a program something.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Request, State};
use axum::response::Response;
use belay_access::oauth::{self, Asked, OAuthError, Parameters, Refused};
use belay_access::tenants;
use belay_core::Error;
use belay_core::actor::{READ, WRITE};
use http::StatusCode;
use http::request::Parts;

use super::super::Site;
use super::super::shell::{Frame, Visitor, failed, page_leading_to, problem, redirect, source_of};
use super::Form;

/// A scope on the page.
struct ScopeRow {
    name: &'static str,
    about: String,
    shown: String,
}

#[derive(Template)]
#[template(path = "consent.html")]
struct Consent<'a> {
    frame: Frame,
    client: &'a str,
    host: Option<String>,
    app: &'a str,
    resource: &'a str,
    redirect_host: String,
    redirect_uri: &'a str,
    local: bool,
    scopes: Vec<ScopeRow>,
    hidden: Vec<(&'static str, &'a str)>,
}

pub(super) async fn show(State(site): State<Arc<Site>>, request: Parts) -> Response {
    let query = request.uri.query().unwrap_or_default();
    let form = match Form::parse(query.as_bytes()) {
        Ok(form) => form,
        Err(error) => return here(&error),
    };
    match prepared(&site, &form, &request, &format!("/oauth/authorize?{query}")).await {
        Ok((visitor, asked)) => consent(&visitor, &asked),
        Err(response) => *response,
    }
}

/// The request, and who is to decide over it.
async fn prepared(
    site: &Site,
    form: &Form,
    request: &Parts,
    back: &str,
) -> Result<(Visitor, Asked), Box<Response>> {
    let address = site.gate.address(crate::gate::Asked::from(request));
    site.throttles.beginning(address).map_err(|error| Box::new(failed(&error)))?;
    // Nobody is sent to fetch a document by somebody who is not signed in.
    if form.get("client_id").is_some_and(|id| id.contains("://")) {
        site.visitor(&request.headers, back).await?;
    }
    let asked = read(site, form).await?;
    let visitor = site.visitor(&request.headers, back).await?;
    let served = site.apps.iter().find(|served| served.app.name == asked.resource.app);
    let seated = match served {
        Some(served) => {
            let db = site.store()?;
            let seats = tenants::seats(db, &served.app, &visitor.person.id).await;
            let own = served.app.tenancy == belay_core::app::Tenancy::PerPerson;
            own || !seats.map_err(|error| failed(&Error::from(error)))?.is_empty()
        }
        None => false,
    };
    if !seated {
        let text = format!(
            "You do not belong to {}; ask an owner to add you, then connect again.",
            asked.resource.title
        );
        return Err(Box::new(problem(StatusCode::FORBIDDEN, "That is not for you", &text)));
    }
    Ok((visitor, asked))
}

async fn read(site: &Site, form: &Form) -> Result<Asked, Box<Response>> {
    let db = site.store()?;
    let text = |name: &str| form.get(name).unwrap_or_default().to_owned();
    let resource = form.resource(&site.resources).map_err(|error| Box::new(here(&error)))?;
    let parameters = Parameters {
        response_type: text("response_type"),
        client_id: text("client_id"),
        redirect_uri: text("redirect_uri"),
        state: form.get("state").map(str::to_owned),
        scope: text("scope"),
        resource: resource.map(str::to_owned),
        code_challenge: text("code_challenge"),
        code_challenge_method: text("code_challenge_method"),
    };
    let entrance = site.gate.entrance();
    let own = (site.public_url.as_str(), &site.resources, entrance.own_hosts.as_slice());
    oauth::read(db, entrance.identity.outbound.as_ref(), own, parameters, site.now()).await.map_err(
        |refused| {
            Box::new(match refused {
                Refused::Here(error) => here(&error),
                Refused::Back(address) => redirect(&address),
            })
        },
    )
}

/// Neither the program nor the address it wants the browser sent to is certain: the person stays here.
fn here(error: &OAuthError) -> Response {
    let text = format!("{} ({})", error.description, error.code);
    problem(error.status.max(StatusCode::BAD_REQUEST), "The program cannot be connected", &text)
}

fn consent(visitor: &Visitor, asked: &Asked) -> Response {
    let parameters = &asked.parameters;
    let mut hidden = vec![
        ("response_type", parameters.response_type.as_str()),
        ("client_id", &parameters.client_id),
        ("redirect_uri", &parameters.redirect_uri),
        ("scope", &parameters.scope),
        ("code_challenge", &parameters.code_challenge),
        ("code_challenge_method", &parameters.code_challenge_method),
    ];
    hidden.extend(parameters.state.as_deref().map(|state| ("state", state)));
    hidden.extend(parameters.resource.as_deref().map(|resource| ("resource", resource)));
    let (app, title) = (asked.resource.app, asked.resource.title);
    let row = |name: &&'static str| ScopeRow {
        name,
        about: match *name {
            READ => format!("See what is in {title}"),
            WRITE => format!("Change what is in {title}"),
            other => format!("Use “{}” of {title}", other.replace('_', " ")),
        },
        shown: format!("{app}:{name}"),
    };
    let consent = Consent {
        frame: visitor.frame(),
        client: &asked.client.name,
        host: asked.client.host(),
        app: title,
        resource: &asked.resource.url,
        redirect_host: oauth::host(&parameters.redirect_uri),
        redirect_uri: &parameters.redirect_uri,
        local: asked.client.is_local() || oauth::is_local(&parameters.redirect_uri),
        scopes: asked.scopes.iter().map(row).collect(),
        hidden,
    };
    page_leading_to(StatusCode::OK, &consent, &source_of(&parameters.redirect_uri))
}

pub(super) async fn decide(State(site): State<Arc<Site>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let form = match Form::read(body).await {
        Ok(form) => form,
        Err(error) => return here(&error),
    };
    match decided(&site, &form, &parts).await {
        Ok(address) => redirect(&address),
        Err(response) => *response,
    }
}

async fn decided(site: &Site, form: &Form, request: &Parts) -> Result<String, Box<Response>> {
    // Whoever was signed out meanwhile begins anew at the program.
    let (visitor, asked) = prepared(site, form, request, "/").await?;
    visitor.check(form.get("form_token").unwrap_or_default())?;
    let issuer = site.public_url.as_str();
    let allowed = form.all("allow");
    let scopes: Vec<&str> = asked.scopes.iter().copied().filter(|scope| allowed.contains(scope)).collect();
    if form.get("decision") != Some("allow") || scopes.is_empty() {
        tracing::info!(
            client = asked.client.id,
            person = visitor.person.id,
            "a program was not allowed access"
        );
        return Ok(asked.denied(issuer));
    }
    tracing::info!(client = asked.client.id, person = visitor.person.id, "a program was allowed access");
    let entropy = site.entropy();
    let decision = (issuer, visitor.person.id.as_str(), scopes.as_slice());
    let approved = oauth::approve(site.store()?, &asked, decision, site.now(), &*entropy).await;
    approved.map_err(|error| Box::new(failed(&Error::from(error))))
}
