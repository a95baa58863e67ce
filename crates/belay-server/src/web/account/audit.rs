//! What was changed, for owners.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use belay_access::{audit, tenants};
use belay_core::Error;
use http::StatusCode;
use http::request::Parts;
use jiff::Timestamp;

use super::super::Site;
use super::super::shell::{Frame, Visitor, failed, page};

/// How many changes are shown of each tenant.
const SHOWN: u32 = 200;

struct Row {
    at: String,
    operation: String,
    actor: String,
    origin: String,
    door: String,
    entity: String,
}

struct Part {
    title: String,
    rows: Vec<Row>,
}

#[derive(Template)]
#[template(path = "account/audit.html")]
struct Audit {
    frame: Frame,
    parts: Vec<Part>,
}

pub(super) async fn show(State(site): State<Arc<Site>>, request: Parts) -> Response {
    let shown = async {
        let visitor = site.visitor(&request.headers, "/account/audit").await?;
        let parts = parts(&site, &visitor).await.map_err(|error| Box::new(failed(&error)))?;
        Ok(page(StatusCode::OK, &Audit { frame: visitor.frame(), parts }))
    };
    shown.await.unwrap_or_else(|response: Box<Response>| *response)
}

async fn parts(site: &Site, visitor: &Visitor) -> Result<Vec<Part>, Error> {
    let db = site.db()?;
    let mut parts = Vec::new();
    for served in site.apps.iter().filter(|served| served.is_locked()) {
        let owner = served.app.roles.first().map(|role| role.name);
        let seats = tenants::seats(db, &served.app, &visitor.person.id).await?;
        for seat in seats.into_iter().filter(|seat| Some(seat.role.name) == owner) {
            let row = |entry: audit::Entry| Row {
                at: Timestamp::from_microsecond(entry.at)
                    .map_or_else(|_| String::new(), |at| format!("{at:.0}")),
                operation: entry.operation,
                actor: entry.actor_name,
                origin: entry.origin,
                door: entry.door,
                entity: entry.entity.unwrap_or_default(),
            };
            let rows = audit::newest(db, &seat.tenant, SHOWN).await?.into_iter().map(row).collect();
            let title =
                if *seat.name == *served.app.title { String::new() } else { format!(", {}", seat.name) };
            parts.push(Part { title: format!("{}{title}", served.app.title), rows });
        }
    }
    Ok(parts)
}
