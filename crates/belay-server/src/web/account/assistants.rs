//! The programs that a person allowed to act for them.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Request, State};
use axum::response::Response;
use belay_access::oauth;
use belay_core::Error;
use http::StatusCode;
use http::request::Parts;

use super::super::Site;
use super::super::shell::{Frame, failed, page, redirect};
use super::form::Fields;
use super::tokens::day;

struct Row {
    id: String,
    client: String,
    host: String,
    app: String,
    scopes: String,
    since: String,
    used: String,
}

#[derive(Template)]
#[template(path = "account/assistants.html")]
struct Assistants {
    frame: Frame,
    rows: Vec<Row>,
}

pub(super) async fn show(State(site): State<Arc<Site>>, request: Parts) -> Response {
    shown(&site, &request).await.unwrap_or_else(|response| *response)
}

async fn shown(site: &Site, request: &Parts) -> Result<Response, Box<Response>> {
    let visitor = site.visitor(&request.headers, "/account/assistants").await?;
    let grants = oauth::of_person(site.store()?, &visitor.person.id, site.now()).await;
    let grants = grants.map_err(|error| Box::new(failed(&Error::from(error))))?;
    let title = |name: &str| {
        let served = site.apps.iter().find(|served| served.app.name == name);
        served.map_or_else(|| name.to_owned(), |served| served.app.title.to_owned())
    };
    let row = |grant: oauth::Grant| Row {
        app: title(&grant.app),
        id: grant.id,
        client: grant.client,
        host: grant.host,
        scopes: grant.scopes.replace(' ', ", "),
        since: day(grant.created_at),
        used: grant.last_used_at.map_or_else(|| "never".to_owned(), day),
    };
    let rows = grants.into_iter().map(row).collect();
    Ok(page(StatusCode::OK, &Assistants { frame: visitor.frame(), rows }))
}

pub(super) async fn revoke(State(site): State<Arc<Site>>, request: Request) -> Response {
    revoked(&site, request).await.unwrap_or_else(|response| *response)
}

async fn revoked(site: &Site, request: Request) -> Result<Response, Box<Response>> {
    let (parts, body) = request.into_parts();
    let visitor = site.visitor(&parts.headers, "/account/assistants").await?;
    let fields = Fields::read(body).await?;
    visitor.check(fields.get("form_token"))?;
    let ended = async {
        let mut tx = site.db()?.write().await?;
        oauth::revoke_own(&mut tx, &visitor.person.id, fields.get("id"), site.now()).await?;
        Ok::<_, Error>(tx.commit().await?)
    };
    ended.await.map_err(|error| Box::new(failed(&error)))?;
    tracing::info!(person = visitor.person.id, grant = fields.get("id"), "a program's access was ended");
    Ok(redirect("/account/assistants"))
}
