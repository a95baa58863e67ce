//! What can be wrong with an application's declarations, found before the first call.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use crate::app::REVISIONS;
use crate::template::UriTemplate;
use crate::{App, Operation};

/// What models allow. Clients put their own prefix before a tool's name, so an application does well to stay below 40,
/// which the test kit checks.
const LONGEST_NAME: usize = 64;
/// The application's name is part of that prefix.
const LONGEST_APP: usize = 16;

/// Everything wrong with an application's declarations, as sentences. The server starts only when empty.
#[must_use]
pub fn faults(app: &App) -> Vec<String> {
    let mut faults = Vec::new();
    if app.name.len() > LONGEST_APP || !is_name(app.name) {
        faults
            .push(format!("application `{}`: a name is at most {LONGEST_APP} lower-case letters", app.name));
    }
    let mut seen = HashMap::new();
    let mut places: HashMap<String, (&str, &str)> = HashMap::new();
    for operation in &app.operations {
        let mut fault = |text: String| faults.push(format!("operation `{}`: {text}", operation.name));
        if !is_name(operation.name) || operation.name.len() > LONGEST_NAME {
            fault(format!("a name is lower-case letters, digits and underscores, at most {LONGEST_NAME}"));
        }
        if operation.about.is_empty() || operation.title.is_empty() {
            fault("has no title or no description".to_owned());
        }
        if seen.insert(operation.name, ()).is_some() {
            fault("is declared twice".to_owned());
        }
        operation.faults.iter().cloned().for_each(&mut fault);
        authority(app, operation).into_iter().for_each(&mut fault);
        operation.gate_faults().into_iter().for_each(&mut fault);
        for route in &operation.routes {
            let place = format!("{} {}", route.method, shape(route.path));
            match places.insert(place, (operation.name, route.path)) {
                Some((other, path)) if other == operation.name || path == route.path => {
                    fault(format!("route {} {} is also that of `{other}`", route.method, route.path));
                }
                Some((other, path)) => {
                    fault(format!(
                        "route {} names a parameter otherwise than {path} of `{other}`",
                        route.path
                    ));
                }
                None => {}
            }
        }
    }
    readable(app, &mut faults);
    prompts(app, &mut faults);
    protocol(app, &mut faults);
    faults
}

/// What is wrong with whom an operation is for: a name that nobody can have would hide it from everybody.
fn authority(app: &App, operation: &Operation) -> Vec<String> {
    let mut faults = Vec::new();
    for role in operation.roles.iter().filter(|role| app.role(role).is_none()) {
        let known: Vec<&str> = app.roles.iter().map(|role| role.name).collect();
        faults.push(format!("is for the role `{role}`, which is none of {}", known.join(", ")));
    }
    let given = |permission: &str| app.roles.iter().any(|role| role.permissions.contains(&permission));
    for permission in operation.permissions.iter().filter(|permission| !given(permission)) {
        faults.push(format!("takes the permission `{permission}`, which no role has"));
    }
    for scope in operation.scopes.iter().filter(|scope| !is_name(scope)) {
        faults.push(format!("takes the scope `{scope}`; a scope is lower-case letters and underscores"));
    }
    faults
}

/// What is wrong with how the protocol is spoken, and with names that are said to be gone.
fn protocol(app: &App, faults: &mut Vec<String>) {
    if app.protocol.revisions.is_empty() {
        faults.push("protocol: at least one revision must be spoken".to_owned());
    }
    for name in app.protocol.revisions.iter().filter(|name| !REVISIONS.contains(name)) {
        faults.push(format!("protocol: `{name}` is no revision; there are {}", REVISIONS.join(", ")));
    }
    if app.protocol.durable_events && app.migrations.is_none() {
        faults.push(
            "protocol: events that outlive the process need a database, which has `migrations`".to_owned(),
        );
    }
    for (before, _) in app.renamed.iter().filter(|(before, _)| app.operation(before).is_some()) {
        faults.push(format!("renamed: `{before}` is still the name of an operation"));
    }
}

/// What is wrong with resources and their templates.
fn readable(app: &App, faults: &mut Vec<String>) {
    let (mut names, mut uris) = (HashSet::new(), HashSet::new());
    let fixed = app.resources.iter().map(|one| ("resource", &one.described, Some(one.uri), &[][..]));
    let templates = app.templates.iter().map(|one| {
        ("template", &one.described, one.uri.as_ref().map(UriTemplate::as_str), one.faults.as_slice())
    });
    for (kind, described, uri, own) in fixed.chain(templates) {
        let mut fault = |text: &str| faults.push(format!("{kind} `{}`: {text}", described.name));
        own.iter().for_each(|text| fault(text));
        if described.name.is_empty() || described.about.is_empty() {
            fault("has no name or no description");
        }
        if !names.insert((kind, described.name)) {
            fault("is declared twice");
        }
        let Some(uri) = uri else { continue };
        if !uris.insert(uri) {
            fault(&format!("{uri} is declared twice"));
        }
        if !uri.split_once(':').is_some_and(|(scheme, rest)| !scheme.is_empty() && !rest.is_empty()) {
            fault(&format!("{uri} is no absolute address"));
        }
        if kind == "resource" && uri.contains(['{', '}']) {
            fault(&format!("{uri} has a variable; that is a template"));
        }
    }
}

/// What is wrong with prompts.
fn prompts(app: &App, faults: &mut Vec<String>) {
    let mut names = HashSet::new();
    for prompt in &app.prompts {
        let name = prompt.described.name;
        let mut fault = |text: &str| faults.push(format!("prompt `{name}`: {text}"));
        prompt.faults.iter().for_each(|text| fault(text));
        if !is_name(name) || name.len() > LONGEST_NAME {
            fault("a name is lower-case letters, digits and underscores, at most 64");
        }
        if prompt.described.about.is_empty() {
            fault("has no description");
        }
        if !names.insert(name) {
            fault("is declared twice");
        }
    }
}

fn is_name(name: &str) -> bool {
    let mut letters = name.bytes();
    letters.next().is_some_and(|first| first.is_ascii_lowercase())
        && letters.all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

/// A path with its parameters' names taken out: two paths of one shape are one place for a router.
#[must_use]
pub fn shape(path: &str) -> String {
    path.split('/')
        .map(|segment| if segment.starts_with('{') { "{}" } else { segment })
        .collect::<Vec<_>>()
        .join("/")
}

/// The parameters of a path.
pub fn parameters(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter_map(|segment| segment.strip_prefix('{')?.strip_suffix('}'))
}

pub(crate) fn route_faults(path: &str, fixed: &Map<String, Value>, input: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    if !path.starts_with('/') || path.len() > 1 && path.ends_with('/') {
        faults.push(format!("route {path} must begin with a slash and not end with one"));
    }
    if path.split('/').any(|segment| {
        segment.contains(['{', '}', ':']) && !(segment.starts_with('{') && segment.ends_with('}'))
    }) {
        faults.push(format!("route {path}: a parameter is a whole segment, `{{name}}`"));
    }
    let required = input.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    for name in parameters(path) {
        let kind = input.pointer(&format!("/properties/{name}/type")).and_then(Value::as_str);
        if !matches!(kind, Some("string" | "integer")) || !required.contains(&name.into()) {
            faults.push(format!("route {path}: `{name}` is no required text or integer of the input"));
        }
    }
    for name in fixed.keys() {
        if input.pointer(&format!("/properties/{name}")).is_none() {
            faults.push(format!("route {path}: fixed `{name}` is not in the input"));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use http::Method;
    use serde_json::json;

    use super::*;
    use crate::{Ctx, Error, Operation};

    #[derive(serde::Deserialize, schemars::JsonSchema)]
    struct Which {
        /// The thing.
        #[expect(dead_code, reason = "only its schema is read")]
        thing_id: String,
    }

    async fn nothing(_: Ctx, _: Which) -> Result<(), Error> {
        Ok(())
    }

    fn app(operations: Vec<Operation>) -> App {
        App::new("demo", "1", operations)
    }

    fn get(name: &'static str, path: &'static str) -> Operation {
        Operation::read(name, nothing).title("T").about("Does nothing.").rest(Method::GET, path)
    }

    #[test]
    fn a_sound_application_has_no_faults() {
        let app = app(vec![get("get_thing", "/things/{thing_id}"), get("other", "/things/{thing_id}/other")]);
        assert_eq!(faults(&app), Vec::<String>::new());
    }

    #[test]
    fn what_the_protocol_cannot_be_spoken_like_is_a_fault() {
        let mut app = app(vec![get("get_thing", "/things/{thing_id}")]);
        app.protocol.revisions = vec!["2025-11-25", "2025-11-26"];
        app.protocol.durable_events = true;
        app.renamed =
            vec![("get_thing", "it is called `thing` now"), ("read_thing", "it is called `get_thing` now")];
        let told = faults(&app);
        assert_eq!(told.len(), 3, "{told:?}");
        for part in ["`2025-11-26` is no revision", "need a database", "`get_thing` is still"] {
            assert!(told.iter().any(|fault| fault.contains(part)), "{part} in {told:?}");
        }
        app.protocol.revisions.clear();
        assert!(faults(&app).iter().any(|fault| fault.contains("at least one revision")));
        let list = &[];
        app.protocol.revisions = REVISIONS.to_vec();
        app.migrations = Some(crate::migration::Migrations { owner: "demo", list });
        app.renamed.remove(0);
        assert_eq!(faults(&app), Vec::<String>::new());
    }

    #[test]
    fn every_fault_of_every_declaration_is_told_at_once() {
        let mut long = get("Bad-Name", "/x/{nope}");
        long = long.rest(Method::GET, "/y/{thing_id}:restore").upload("file");
        let twice = vec![long, get("a", "/things/{thing_id}"), get("a", "/things/{thing_id}")];
        let told = faults(&app(twice)).join("\n");
        for part in [
            "lower-case",
            "`nope` is no required",
            "whole segment",
            "upload field `file`",
            "declared twice",
            "also that of `a`",
        ] {
            assert!(told.contains(part), "{part} in {told}");
        }
        let named = vec![
            get("a", "/things/{thing_id}"),
            Operation::read("b", |_: Ctx, _: Other| async {
                Ok::<_, Error>(json!({ "ok": true }).to_string())
            })
            .title("B")
            .about("B.")
            .rest(Method::GET, "/things/{other_id}"),
        ];
        assert!(faults(&app(named)).join("\n").contains("names a parameter otherwise"));
    }

    #[derive(serde::Deserialize, schemars::JsonSchema)]
    struct Other {
        /// Another name for the same place.
        #[expect(dead_code, reason = "only its schema is read")]
        other_id: String,
    }
}
