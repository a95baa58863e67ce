//! The OpenAPI 3.1 description of an application's routes, from the same declarations as everything else.

use belay_core::operation::{Confirm, Effect, Route, Success};
use belay_core::request::Door;
use belay_core::{App, Operation, registry};
use http::Method;
use serde_json::{Map, Value, json};

/// The document for an application served at `base`, such as `https://example.org/breadbox/api/v1`, with the
/// operations that are to be shown.
#[must_use]
pub fn document(app: &App, base: &str, shown: impl Fn(&Operation) -> bool) -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for operation in
        app.operations.iter().filter(|operation| operation.offered_on(Door::Rest) && shown(operation))
    {
        for (index, route) in operation.routes.iter().enumerate() {
            let path = one_name(&paths, route.path);
            let mut one = described(app, operation, route, index);
            rename(&mut one, route.path, &path);
            if let Some(entry) = paths.entry(path).or_insert_with(|| json!({})).as_object_mut() {
                entry.insert(route.method.as_str().to_lowercase(), one);
            }
        }
    }
    let document = json!({
        "openapi": "3.1.0",
        "info": { "title": app.title, "version": app.version, "description": app.about },
        "servers": [{ "url": base }],
        "paths": paths,
        "components": { "schemas": { "Error": error_schema() } },
    });
    if app.migrations.is_some() { locked(document) } else { document }
}

/// The path under which an address is in the document: its parameters have the names of whichever came first.
fn one_name(paths: &Map<String, Value>, path: &str) -> String {
    let shape = registry::shape(path);
    paths.keys().find(|known| registry::shape(known) == shape).map_or_else(|| path.to_owned(), Clone::clone)
}

/// Gives the parameters of a route the names that they have in the path it is listed under.
fn rename(described: &mut Value, own: &str, listed: &str) {
    let names: Vec<(&str, &str)> = registry::parameters(own).zip(registry::parameters(listed)).collect();
    let parameters = described.get_mut("parameters").and_then(Value::as_array_mut);
    for parameter in parameters.into_iter().flatten().filter(|parameter| parameter["in"] == "path") {
        let own = parameter["name"].as_str().unwrap_or_default();
        if let Some((_, name)) = names.iter().find(|(name, _)| *name == own) {
            put(parameter, "name", (*name).into());
        }
    }
}

/// Says how a caller shows a key.
fn locked(mut document: Value) -> Value {
    let schemes = json!({
        "apiKey": { "type": "apiKey", "in": "header", "name": "X-API-Key" },
        "bearer": { "type": "http", "scheme": "bearer" },
    });
    if let Some(components) = document.get_mut("components") {
        put(components, "securitySchemes", schemes);
    }
    put(&mut document, "security", json!([{ "apiKey": [] }, { "bearer": [] }]));
    document
}

/// Sets a member of an object.
fn put(object: &mut Value, name: &str, member: Value) {
    if let Some(object) = object.as_object_mut() {
        object.insert(name.to_owned(), member);
    }
}

fn described(app: &App, operation: &Operation, route: &Route, index: usize) -> Value {
    let in_path: Vec<&str> = registry::parameters(route.path).collect();
    let has_body = route.method != Method::GET && route.method != Method::DELETE;
    let mut body = operation.input.portable.value();
    let mut parameters = Vec::new();
    let required = required(&body);
    if let Some(properties) = body.get_mut("properties").and_then(Value::as_object_mut) {
        properties.retain(|name, schema| {
            // The method DELETE says what `confirm` does.
            let said = operation.confirms_literally() && route.method == Method::DELETE && name == "confirm";
            if said || route.fixed.contains_key(name) {
                return false;
            }
            let place = if in_path.contains(&name.as_str()) { "path" } else { "query" };
            if place == "query" && has_body {
                return true;
            }
            parameters.push(parameter(name, place, schema, required.contains(name)));
            false
        });
    }
    parameters.extend(headers(operation));
    let mut result = json!({
        "operationId": operation_id(operation, route, index),
        "summary": operation.title,
        "description": operation.about,
        "tags": [app.title],
        "parameters": parameters,
        "responses": responses(operation, route),
    });
    if has_body {
        put(&mut result, "requestBody", request_body(operation, body, &in_path));
    }
    result
}

/// Operation identifiers are unique, so a further route carries its last word too.
fn operation_id(operation: &Operation, route: &Route, index: usize) -> String {
    let word = route.path.rsplit('/').find(|segment| !segment.is_empty() && !segment.starts_with('{'));
    match word {
        Some(word) if index > 0 => format!("{}_{}", operation.name, word.replace('-', "_")),
        _ => operation.name.to_owned(),
    }
}

fn required(schema: &Value) -> Vec<String> {
    let names = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    names.filter_map(Value::as_str).map(str::to_owned).collect()
}

fn parameter(name: &str, place: &str, schema: &mut Value, required: bool) -> Value {
    let mut schema = schema.take();
    let description = schema.as_object_mut().and_then(|schema| schema.remove("description"));
    json!({
        "name": name,
        "in": place,
        "required": required || place == "path",
        "description": description,
        "schema": schema,
    })
}

fn request_body(operation: &Operation, mut body: Value, in_path: &[&str]) -> Value {
    if let Some(required) = body.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|name| name.as_str().is_none_or(|name| !in_path.contains(&name)));
    }
    let mut content = json!({ "application/json": { "schema": body.clone() } });
    if let Some(field) = operation.upload {
        if let Some(properties) = body.get_mut("properties").and_then(Value::as_object_mut) {
            properties.shift_remove(field);
            let file =
                json!({ "type": "string", "format": "binary", "description": "The file, up to 50 MB." });
            properties.insert("file".to_owned(), file);
        }
        put(&mut content, "multipart/form-data", json!({ "schema": body }));
    }
    json!({ "required": true, "content": content })
}

/// The headers that a route takes besides its input.
fn headers(operation: &Operation) -> Vec<Value> {
    let header = |name: &str, about: &str| json!({ "name": name, "in": "header", "required": false, "description": about, "schema": { "type": "string" } });
    let mut headers = Vec::new();
    if operation.effect != Effect::Read {
        headers.push(header(
            "Idempotency-Key",
            "Names the call, so that it is done once however often it is sent.",
        ));
    }
    if matches!(operation.confirm, Confirm::Ask(_)) {
        headers.push(header("Confirm-Token", "The confirmation, as `confirm_token` among the fields."));
    }
    headers
}

fn responses(operation: &Operation, route: &Route) -> Value {
    let failed = |text: &str| json!({ "description": text, "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Error" } } } });
    let mut all = json!({
        "400": failed("The input was refused."),
        "401": failed("No credential, or one that is not accepted."),
        "404": failed("The thing named does not exist, or this credential may not know of it."),
        "500": failed("Something went wrong on this server; the reference stands in its log."),
        "429": failed("Too many calls; Retry-After says when to come back."),
        "503": failed("Something this server needs is not reachable."),
    });
    let done = match route.success {
        Success::NoContent => json!({ "description": "It is done; there is nothing to say." }),
        Success::Ok | Success::Created => {
            json!({ "description": "The result.", "content": { "application/json": { "schema": operation.output.documented.value() } } })
        }
    };
    put(&mut all, route.success.status().as_str(), done);
    if operation.effect != Effect::Read {
        put(
            &mut all,
            "409",
            failed("It cannot be done as things are, or its idempotency key has another call."),
        );
    }
    if matches!(operation.confirm, Confirm::Ask(_)) {
        put(&mut all, "428", failed("What it would do, and the token with which the same call does it."));
    }
    all
}

fn error_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "error": { "type": "string", "description": "A sentence with the way out." },
            "code": { "type": "string", "description": "A stable code; each has a page in docs/errors." },
            "hint": { "type": "string", "description": "The way out, where the sentence does not hold it." },
            "issues": { "type": "array", "description": "What is wrong with the input.", "items": { "type": "object", "properties": {
                "path": { "type": "string" }, "code": { "type": "string" }, "message": { "type": "string" },
            }, "required": ["path", "code", "message"] } },
            "reference": { "type": "string", "description": "Names the request in the server's log." },
        },
        "required": ["error", "code"],
    })
}
