//! `resources/read`: a resource at a fixed address, else the first template that matches.

use std::sync::Arc;

use belay_core::resource::Body;
use belay_core::schema::{Mode, coerce};
use belay_core::{Cache, Error, Issue, Kind, Resource, ResourceTemplate};
use serde_json::{Value, json};

use super::super::door::Door;
use super::super::progress::{Logger, Reporter};
use super::super::turn::Turn;
use super::super::wire::fault::{INVALID_PARAMS, RESOURCE_NOT_FOUND};
use super::super::wire::{Fault, Request};
use super::{Fields, question};
use crate::call::visit::{self, Visit};

pub(super) async fn read(door: &Arc<Door>, turn: &Turn, request: &Request) -> Result<Fields, Fault> {
    let Some(uri) = request.text("uri").map(str::to_owned) else {
        return Err(Fault::invalid_params("`uri` must be the address of a resource"));
    };
    let served = &door.served;
    if !visit::may_read(served, &turn.caller.actor) {
        return Err(missing(turn, &uri));
    }
    let place = match served.app.resources.iter().find(|resource| resource.uri == uri) {
        Some(resource) => Place::Fixed(resource),
        None => matching(door, turn, &uri)?,
    };
    let mut answers = question::answers(door, turn, request)?;
    for _ in 0..question::MOST_ROUNDS {
        let visit = visitor(door, turn, request, (&place, &uri), answers.clone());
        let found = match &place {
            Place::Fixed(resource) => visit::visit(served, visit, |cx| (resource.read)(cx)).await.map(Some),
            Place::Template(template, values) => {
                visit::visit(served, visit, |cx| (template.find)(cx, values.clone())).await
            }
        };
        let error = match found {
            Ok(Some(body)) => return Ok(contents(door, turn, &place, &uri, body)),
            Ok(None) => return Err(missing(turn, &uri)),
            Err(error) => error,
        };
        let Some(ask) = error.asked().cloned() else {
            return Err(if error.kind() == Kind::NotFound {
                missing(turn, &uri)
            } else {
                super::fault(&error, turn)
            });
        };
        match &turn.asker {
            _ if turn.revision.is_modern() => {
                return question::result(door, turn, request, &ask, &answers);
            }
            Some(asker) => {
                let answered = question::put(&**asker, turn, ask, &answers).await;
                answers = answered.map_err(|error| super::fault(&error, turn))?;
            }
            None => return Err(super::fault(&error, turn)),
        }
    }
    Err(Fault::internal())
}

enum Place<'a> {
    Fixed(&'a Resource),
    Template(&'a ResourceTemplate, Value),
}

impl Place<'_> {
    fn name(&self) -> &'static str {
        match self {
            Self::Fixed(resource) => resource.described.name,
            Self::Template(template, _) => template.described.name,
        }
    }

    fn cache(&self) -> Cache {
        match self {
            Self::Fixed(resource) => resource.cache,
            Self::Template(template, _) => template.cache,
        }
    }

    fn mime_type(&self) -> &'static str {
        match self {
            Self::Fixed(resource) => resource.mime_type,
            Self::Template(template, _) => template.mime_type,
        }
    }
}

/// The first template that matches, with its variables checked: a malformed address never reaches the function.
fn matching<'a>(door: &'a Door, turn: &Turn, uri: &str) -> Result<Place<'a>, Fault> {
    let templates = door.served.app.templates.iter().zip(door.served.template_checks());
    for (template, check) in templates {
        let Some(values) = template.uri.as_ref().and_then(|pattern| pattern.matches(uri)) else { continue };
        let mut values = Value::Object(values);
        coerce(&mut values, check.schema(), Mode::Text);
        let issues = check.issues(&values);
        if issues.is_empty() {
            return Ok(Place::Template(template, values));
        }
        return Err(invalid(&issues, uri));
    }
    Err(missing(turn, uri))
}

fn invalid(issues: &[Issue], uri: &str) -> Fault {
    let error = Error::invalid(issues.to_vec());
    Fault::new(INVALID_PARAMS, error.message()).with_data(json!({ "uri": uri, "issues": issues }))
}

/// What is not there, or not for this caller.
fn missing(turn: &Turn, uri: &str) -> Fault {
    let code = if super::is_legacy(turn.revision) { RESOURCE_NOT_FOUND } else { INVALID_PARAMS };
    Fault::new(code, "Resource not found").with_data(json!({ "uri": uri }))
}

fn visitor(
    door: &Door,
    turn: &Turn,
    request: &Request,
    (place, uri): (&Place<'_>, &str),
    answers: belay_core::ask::Answers,
) -> Visit {
    let mut facts = turn.facts();
    facts.uri = Some(uri.into());
    Visit {
        method: "resources/read",
        name: place.name(),
        actor: turn.caller.actor.clone(),
        request: facts,
        cancelled: Some(turn.cancelled.clone()),
        progress: Reporter::of(turn, request)
            .map(|reporter| -> Arc<dyn belay_core::ctx::Progress> { reporter }),
        log: Logger::of(turn, door.served.app.protocol.logging),
        answers,
    }
}

fn contents(door: &Door, turn: &Turn, place: &Place<'_>, uri: &str, body: Body) -> Fields {
    let mut fields = Fields::new();
    fields.insert("contents".to_owned(), json!(body.contents(uri, place.mime_type())));
    door.cached(&mut fields, turn.revision, place.cache());
    fields
}
