//! Adds two numbers for an assistant: `cargo run -p quickstart -- serve`, then connect to /adder/mcp.
use belay::cli::{Program, run};
use belay::prelude::*;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Numbers {
    /// The first number.
    a: i64,
    /// The second number.
    b: i64,
}

async fn add(_: Ctx, numbers: Numbers) -> Result<i64, Error> {
    Ok(numbers.a + numbers.b)
}

fn app(_: &Setup) -> Result<App, ConfigError> {
    let add = Operation::read("add", add).title("Add").about("Adds two numbers.").rest(Method::GET, "/sum");
    Ok(App::new("adder", "1.0.0", vec![add]))
}

fn main() -> std::process::ExitCode {
    run(Program { name: "quickstart", version: "1.0.0", about: "Adds numbers", apps: &[("adder", app)] })
}
