//! Serves the fixture: `cargo run -p conformance -- serve`, then point the suite at /conformance/mcp.
use belay::cli::{Program, run};

fn main() -> std::process::ExitCode {
    run(Program {
        name: "conformance",
        version: "1.0.0",
        about: "The fixture server of the official MCP conformance suite",
        apps: &[("conformance", |_| Ok(conformance::app()))],
    })
}
