//! The binary `belay`. Called through a link named like an application, it is that application.

use std::process::ExitCode;

use belay_server::cli::{Program, run_with_tools};

fn main() -> ExitCode {
    let program = Program {
        name: "belay",
        version: env!("CARGO_PKG_VERSION"),
        about: "Lets AI assistants act on your applications, on a rope",
        apps: &[("breadbox", breadbox::app), ("almanac", almanac::app)],
    };
    run_with_tools(program, taikan::TOOLS)
}
