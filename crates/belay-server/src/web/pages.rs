//! The pages: what is served here, and each application's routes. They work without scripts.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use belay_core::operation::Effect;
use belay_core::registry;
use belay_core::request::Door;
use http::StatusCode;
use serde_json::Value;

use super::shell::{page, redirect};
use super::{AppState, Site};

/// An application on the index.
struct AppLink {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    version: &'static str,
}

#[derive(Template)]
#[template(path = "index.html")]
struct Index {
    apps: Vec<AppLink>,
    /// Whether there are accounts.
    people: bool,
    public_url: String,
    version: &'static str,
}

/// A route on the page of an application.
struct RouteRow {
    method: String,
    path: String,
    operation: &'static str,
    title: &'static str,
    about: &'static str,
    changes: bool,
    fields: Vec<FieldRow>,
}

struct FieldRow {
    name: String,
    place: &'static str,
    kind: String,
    required: bool,
    about: String,
}

#[derive(Template)]
#[template(path = "api.html")]
struct Api {
    title: &'static str,
    name: &'static str,
    about: &'static str,
    base: String,
    routes: Vec<RouteRow>,
}

pub(super) async fn index(State(site): State<Arc<Site>>) -> Response {
    match site.awaits_setup().await {
        Ok(true) => return redirect("/setup"),
        Ok(false) => {}
        Err(response) => return *response,
    }
    let link = |served: &Arc<crate::served::Served>| AppLink {
        name: served.app.name,
        title: served.app.title,
        about: served.app.about,
        version: served.app.version,
    };
    let apps = site.apps.iter().map(link).collect();
    let people = site.db().is_ok();
    page(StatusCode::OK, &Index { apps, people, public_url: site.public_url.clone(), version: site.version })
}

pub(super) async fn api(State((site, served)): State<AppState>) -> Response {
    let app = &served.app;
    let routes = app
        .operations
        .iter()
        .filter(|operation| operation.offered_on(Door::Rest) && served.shows(operation))
        .flat_map(|operation| {
            operation.routes.iter().map(|route| RouteRow {
                method: route.method.to_string(),
                path: route.path.to_owned(),
                operation: operation.name,
                title: operation.title,
                about: operation.about,
                changes: operation.effect != Effect::Read,
                fields: fields(&operation.input.portable.value(), route.path, &route.fixed),
            })
        });
    let base = format!("{}/{}/api/v1", site.public_url, app.name);
    page(
        StatusCode::OK,
        &Api { title: app.title, name: app.name, about: app.about, base, routes: routes.collect() },
    )
}

fn fields(input: &Value, path: &str, fixed: &serde_json::Map<String, Value>) -> Vec<FieldRow> {
    let required = input.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let in_path: Vec<&str> = registry::parameters(path).collect();
    let properties = input.get("properties").and_then(Value::as_object).into_iter().flatten();
    let text =
        |schema: &Value, key: &str| schema.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let row = |(name, schema): (&String, &Value)| FieldRow {
        name: name.clone(),
        place: if in_path.contains(&name.as_str()) { "path" } else { "" },
        kind: text(schema, "type"),
        required: required.contains(&name.as_str().into()),
        about: text(schema, "description"),
    };
    properties.filter(|(name, _)| !fixed.contains_key(*name)).map(row).collect()
}
