//! How to connect an assistant: the address, and what to do in each program.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use belay_access::tenants;
use belay_core::Error;
use belay_core::app::Tenancy;
use http::request::Parts;
use http::{StatusCode, Uri};

use super::super::Site;
use super::super::shell::{Frame, Visitor, failed, page};
use crate::served::Served;

/// An address to copy. With several organizations there is one for each.
struct Endpoint {
    id: String,
    name: String,
    url: String,
}

struct Target {
    name: &'static str,
    title: &'static str,
    endpoints: Vec<Endpoint>,
    first: String,
    /// Whether an assistant can ask for access, rather than being given a token.
    asks: bool,
    is_local: bool,
}

#[derive(Template)]
#[template(path = "connect.html")]
struct Connect {
    frame: Frame,
    apps: Vec<Target>,
}

pub(super) async fn show(State(site): State<Arc<Site>>, request: Parts) -> Response {
    let path = request.uri.path().to_owned();
    let shown = async {
        let visitor = site.visitor(&request.headers, &path).await?;
        let mut apps = Vec::new();
        for served in site.apps.iter().filter(|served| served.is_locked()) {
            if path == "/connect" || path == format!("/{}/connect", served.app.name) {
                apps.push(target(&site, &visitor, served).await.map_err(|error| Box::new(failed(&error)))?);
            }
        }
        Ok(page(StatusCode::OK, &Connect { frame: visitor.frame(), apps }))
    };
    shown.await.unwrap_or_else(|response: Box<Response>| *response)
}

async fn target(site: &Site, visitor: &Visitor, served: &Served) -> Result<Target, Error> {
    let app = &served.app;
    let base = format!("{}/{}/mcp", site.public_url, app.name);
    let seats = tenants::seats(site.db()?, app, &visitor.person.id).await?;
    let endpoint = |(place, name, url): (usize, String, String)| Endpoint {
        id: format!("{}-{place}", app.name),
        name,
        url,
    };
    let endpoints: Vec<Endpoint> = match app.tenancy {
        Tenancy::Organizations { parameter } if seats.len() > 1 => seats
            .into_iter()
            .enumerate()
            .map(|(place, seat)| {
                (place, seat.name.to_string(), format!("{base}?{parameter}={}", seat.tenant))
            })
            .map(endpoint)
            .collect(),
        Tenancy::PerPerson => vec![endpoint((0, String::new(), base))],
        _ if seats.is_empty() => Vec::new(),
        _ => vec![endpoint((0, String::new(), base))],
    };
    let host =
        site.public_url.parse::<Uri>().ok().and_then(|url| url.host().map(str::to_owned)).unwrap_or_default();
    Ok(Target {
        name: app.name,
        title: app.title,
        first: endpoints.first().map(|endpoint| endpoint.url.clone()).unwrap_or_default(),
        endpoints,
        asks: site.gate.entrance().serves(app.name),
        is_local: ["localhost", "127.0.0.1", "[::1]"].contains(&host.as_str()),
    })
}
