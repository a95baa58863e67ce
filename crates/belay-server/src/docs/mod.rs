//! Reference pages made from the declarations, so that they cannot say anything else.

mod tool;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use belay_core::App;
use clap::Command;
use serde_json::{Value, json};

use crate::config::{KEYS, Scope};
use crate::rest::openapi;

/// The pages by their path below the documentation's folder.
pub(crate) fn pages(apps: &[App], commands: Command) -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    for app in apps {
        for operation in &app.operations {
            pages.insert(format!("tools/{}/{}.md", app.name, operation.name), tool::page(app, operation));
        }
        pages.insert(format!("tools/{}/README.md", app.name), tool::index(app));
        let document = openapi::document(app, &format!("/{}/api/v1", app.name), |_| true);
        pages.insert(format!("reference/{}.openapi.json", app.name), pretty(&document));
        pages.insert(format!("reference/{}.tools.json", app.name), pretty(&schemas(app)));
    }
    pages.insert("reference/settings.md".to_owned(), settings());
    pages.insert("reference/commands.md".to_owned(), command_page(commands));
    pages
}

fn pretty(value: &Value) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

/// What a client is told of each operation.
fn schemas(app: &App) -> Value {
    let tool = |operation: &belay_core::Operation| {
        json!({
            "name": operation.name,
            "title": operation.title,
            "description": operation.about,
            "effect": format!("{:?}", operation.effect).to_lowercase(),
            "input": operation.input.portable.value(),
            "output": operation.output.documented.value(),
        })
    };
    Value::Array(app.operations.iter().map(tool).collect())
}

fn settings() -> String {
    let mut page = "# Settings\n\nSettings stand in a file, in the environment, or on the command line; each overrides the one before. The file \
        is named with `--config`, else it is `~/.config/belay/belay.toml`; `belay serve` takes `belay.toml` of the \
        folder it is started in instead, where there is one; give other commands that file with `--config`. Variables that others named \
        (`NODE_ENV`, `API_BASE_URL` and the like) count only where nothing else says the setting. This page is made from \
        the program; `belay docs` writes it anew.\n"
        .to_owned();
    for (scope, title, text) in [
        (
            Scope::Server,
            "The server",
            "In the environment the name is in capitals after `BELAY_`, such as `BELAY_LISTEN`.",
        ),
        (
            Scope::App,
            "Each application",
            "They stand in a section of the application's name, such as `[breadbox]`; in the environment that name comes \
             first, such as `BELAY_BREADBOX_READ_ONLY`. Lists are separated by commas there. Settings of one application alone are \
             on its own pages.",
        ),
    ] {
        let _ = write!(
            page,
            "\n## {title}\n\n{text}\n\n| name | without it | what it does |\n| --- | --- | --- |\n"
        );
        for key in KEYS.iter().filter(|key| key.scope == scope) {
            let _ = writeln!(page, "| `{}` | {} | {} |", key.name, key.default, key.about);
        }
    }
    page
}

fn command_page(mut root: Command) -> String {
    let mut page = "# Commands\n\nWhat `--help` says, for every command. This page is made from the program; `belay docs` \
        writes it anew.\n"
        .to_owned();
    root.build();
    describe(&mut page, &mut root, "");
    page
}

fn describe(page: &mut String, command: &mut Command, parents: &str) {
    let name = format!("{parents}{}", command.get_name());
    let help = command.render_help().to_string();
    let help: Vec<&str> = help.lines().map(str::trim_end).collect();
    let _ = write!(page, "\n## `{name}`\n\n```text\n{}\n```\n", help.join("\n").trim_end());
    for inner in
        command.get_subcommands_mut().filter(|inner| !inner.is_hide_set() && inner.get_name() != "help")
    {
        describe(page, inner, &format!("{name} "));
    }
}
