//! `resources/read`: a resource at a fixed address, else the first template that matches.

use std::sync::Arc;

use belay_core::ask::Answers;
use belay_core::ctx::Progress;
use belay_core::resource::Body;
use belay_core::schema::{Mode, coerce};
use belay_core::{Cache, Error, Issue, Kind, Resource, ResourceTemplate};
use serde_json::{Value, json};

use super::super::door::Door;
use super::super::progress::{Logger, Reporter};
use super::super::turn::Turn;
use super::super::wire::fault::{INVALID_PARAMS, RESOURCE_NOT_FOUND};
use super::super::wire::{Fault, Request};
use super::question::{Attempt, Step};
use super::{Fields, question};
use crate::call::visit::{self, Visit};

/// The longest address that is looked at, in bytes.
pub(super) const LONGEST_URI: usize = 2_048;

pub(super) async fn read(door: &Arc<Door>, turn: &Turn, request: &Request) -> Result<Fields, Fault> {
    let Some(uri) = request.text("uri").filter(|uri| uri.len() <= LONGEST_URI).map(str::to_owned) else {
        let message = format!("`uri` must be the address of a resource, at most {LONGEST_URI} bytes long");
        return Err(Fault::invalid_params(message));
    };
    let served = &door.served;
    if !visit::may_read(served, &turn.caller.actor) {
        return Err(missing(turn, &uri));
    }
    let place = match served.app.resources.iter().find(|resource| resource.uri == uri) {
        Some(resource) => Place::Fixed(resource),
        None => matching(door, turn, &uri)?,
    };
    let answers = question::answers(door, turn, request).await?;
    let answered = !answers.given().is_empty();
    let reporter = Reporter::of(turn, request);
    let step = question::until_answered((door, turn, request), answers, |answers| {
        let visit = visitor(door, turn, (&place, &uri), (answers, reporter.clone()));
        let (place, served) = (&place, &door.served);
        Box::pin(async move {
            let found = match place {
                Place::Fixed(resource) => {
                    visit::visit(served, visit, |cx| (resource.read)(cx)).await.map(Some)
                }
                Place::Template(template, values) => {
                    visit::visit(served, visit, |cx| (template.find)(cx, values.clone())).await
                }
            };
            match found {
                Err(error) if error.asked().is_some() => {
                    Attempt::Asks(error.asked().cloned().unwrap_or_default())
                }
                found => Attempt::Done(found),
            }
        })
    });
    match step.await? {
        Step::Asked(fields) => Ok(fields),
        Step::Done(Ok(Some(body))) => {
            // What depends on answers is nobody else's, and will be asked again.
            let cache = if answered { Cache::NONE } else { place.cache() };
            Ok(contents(door, turn, (&place, cache), &uri, body))
        }
        Step::Done(Ok(None)) => Err(missing(turn, &uri)),
        Step::Done(Err(error)) if error.kind() == Kind::NotFound => Err(missing(turn, &uri)),
        Step::Done(Err(error)) | Step::Unanswered(error) => Err(super::fault(&error, turn)),
    }
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
    let code = if turn.revision.is_modern() { INVALID_PARAMS } else { RESOURCE_NOT_FOUND };
    Fault::new(code, "Resource not found").with_data(json!({ "uri": uri }))
}

fn visitor(
    door: &Door,
    turn: &Turn,
    (place, uri): (&Place<'_>, &str),
    (answers, reporter): (Answers, Option<Arc<Reporter>>),
) -> Visit {
    let mut visit = Visit::new("resources/read", place.name(), turn);
    visit.request.uri = Some(uri.into());
    visit.progress = reporter.map(|reporter| -> Arc<dyn Progress> { reporter });
    visit.log = Logger::of(turn, door.served.app.protocol.logging);
    visit.answers = answers;
    visit
}

fn contents(door: &Door, turn: &Turn, (place, cache): (&Place<'_>, Cache), uri: &str, body: Body) -> Fields {
    let mut fields = Fields::new();
    fields.insert("contents".to_owned(), json!(body.contents(uri, place.mime_type())));
    door.cached(&mut fields, turn.revision, cache);
    fields
}
