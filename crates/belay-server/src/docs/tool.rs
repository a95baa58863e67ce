//! The page of one operation.

use std::fmt::Write as _;

use belay_core::operation::{Confirm, Effect};
use belay_core::request::Door;
use belay_core::{App, Operation};
use serde_json::Value;

/// The list of an application's operations.
pub(super) fn index(app: &App) -> String {
    let mut page = format!(
        "# {}: operations\n\n{}\n\n| operation | what it is for |\n| --- | --- |\n",
        app.title, app.about
    );
    for operation in &app.operations {
        let _ = writeln!(page, "| [`{0}`]({0}.md) | {1} |", operation.name, operation.about);
    }
    page
}

/// The page of one operation.
pub(super) fn page(app: &App, operation: &Operation) -> String {
    let mut page = format!("# `{}`\n\n{}\n\n", operation.name, operation.about);
    let effect = match operation.effect {
        Effect::Read => "It only reads; any key may call it.",
        Effect::Write => "It adds or changes; a read-only key is not shown it.",
        Effect::Destructive => "It removes or overwrites; a read-only key is not shown it.",
    };
    let _ = write!(page, "{effect}{}\n\n## Ways to call it\n\n", gates(operation));
    if operation.offered_on(Door::Mcp) {
        let _ = writeln!(page, "- As the tool `{}` of `/{}/mcp`.", operation.name, app.name);
    }
    for route in &operation.routes {
        let fixed = if route.fixed.is_empty() {
            String::new()
        } else {
            format!(", with `{}` set", Value::Object(route.fixed.clone()))
        };
        let _ = writeln!(page, "- As `{} /{}/api/v1{}`{fixed}.", route.method, app.name, route.path);
    }
    let _ = writeln!(page, "- As `belay call {} {}`.", app.name, operation.name);
    if let Some(command) = operation.command {
        let _ = writeln!(page, "- As `belay {} {}`.", app.name, command.example);
    }
    page.push_str("\n## Input\n\n");
    fields(&mut page, &operation.input.portable.value(), "");
    page.push_str("\n## Result\n\n");
    fields(&mut page, &operation.output.documented.value(), "");
    page.push_str("\n## Examples\n");
    for example in &operation.examples {
        let text = serde_json::to_string_pretty(example).unwrap_or_default();
        let _ = write!(page, "\n```json\n{text}\n```\n");
    }
    page
}

/// What stands before it, in words.
fn gates(operation: &Operation) -> String {
    let confirmed = match operation.confirm {
        Confirm::No => "",
        Confirm::Literal | Confirm::Hidden => {
            " It has to be confirmed with `confirm: true`; over REST, DELETE says so."
        }
        Confirm::Ask(_) => " It has to be confirmed: it tells what it would do and waits for a yes.",
    };
    let payload = operation.payload.map(|payload| {
        let hours = payload.within.as_secs() / 3600;
        format!(
            " The same input within {hours} hours is the same call, unless it says `allow_duplicate: true`."
        )
    });
    let rate =
        operation.rate.map(|rate| format!(" One caller may call it {} times a minute.", rate.per_minute));
    [confirmed.to_owned(), payload.unwrap_or_default(), rate.unwrap_or_default()].concat()
}

/// The fields of an object and of what is in it, a row each.
fn fields(page: &mut String, schema: &Value, prefix: &str) {
    let mut rows = Vec::new();
    collect(&mut rows, schema, prefix);
    if rows.is_empty() {
        page.push_str("None.\n");
        return;
    }
    page.push_str("| field | type | what it is |\n| --- | --- | --- |\n");
    for row in rows {
        let _ = writeln!(page, "{row}");
    }
}

fn collect(rows: &mut Vec<String>, schema: &Value, prefix: &str) {
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    for (name, field) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let path = format!("{prefix}{name}");
        let needed = if required.contains(&name.as_str()) { "" } else { ", optional" };
        let about = field.get("description").and_then(Value::as_str).unwrap_or_default().replace('|', "\\|");
        rows.push(format!("| `{path}` | {}{needed} | {about} |", kind(field)));
        collect(rows, field, &format!("{path}."));
        if let Some(items) = field.get("items") {
            collect(rows, items, &format!("{path}[]."));
        }
    }
}

fn kind(field: &Value) -> String {
    let names: Vec<&str> = match field.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => vec!["any"],
    };
    names.join(" or ")
}
