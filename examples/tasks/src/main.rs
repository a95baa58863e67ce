//! Serves somebody's tasks to an assistant: `cargo run -p tasks -- serve --demo`.
use belay::cli::{Program, run};

fn main() -> std::process::ExitCode {
    let apps: &[(&str, belay::cli::Build)] = &[("tasks", tasks::app)];
    run(Program { name: "tasks", version: "1.0.0", about: "Keeps tasks for an assistant", apps })
}
