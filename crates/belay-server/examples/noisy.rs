//! A server on standard input and output whose tool writes there by every way there is. Tests start it to see that
//! none of that gets between the protocol's messages.
#![expect(clippy::print_stdout, clippy::panic, reason = "that is what it is for")]

use std::io::Write;
use std::process::{Command, ExitCode};
use std::sync::Arc;

use belay_core::{App, Ctx, Error, Operation};
use belay_server::{mcp, open};
use tokio_util::sync::CancellationToken;

async fn make_noise(_: Ctx, (): ()) -> Result<String, Error> {
    println!("NOISE from println");
    print!("NOISE without a line's end");
    std::io::stdout().flush().map_err(Error::internal)?;
    let raw = rustix::io::write(rustix::stdio::stdout(), b"NOISE from a raw write\n");
    raw.map_err(Error::internal)?;
    let child = Command::new("sh").args(["-c", "echo NOISE from a child"]).status();
    child.map_err(Error::internal)?;
    Ok("quiet".to_owned())
}

async fn panic_now(_: Ctx, (): ()) -> Result<String, Error> {
    panic!("NOISE in a panic");
}

async fn wait(_: Ctx, (): ()) -> Result<String, Error> {
    eprintln!("WAITING");
    std::future::pending().await
}

#[tokio::main]
async fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|_| println!("NOISE from a panic hook")));
    let read = |operation: Operation| operation.title("T").about("Makes noise.");
    let app = App::new(
        "noisy",
        "1.0.0",
        vec![
            read(Operation::read("make_noise", make_noise)),
            read(Operation::read("panic_now", panic_now)),
            read(Operation::read("wait", wait)),
        ],
    );
    let shared = open::shared(&app, None);
    let Ok(served) = open::served(app, None, shared, &belay_server::config::AppConfig::default()) else {
        return ExitCode::FAILURE;
    };
    let actor = belay_core::Actor::local(None);
    match mcp::stdio::serve(Arc::new(served), actor, CancellationToken::new()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
