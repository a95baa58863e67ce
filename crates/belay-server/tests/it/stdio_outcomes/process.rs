//! What only a process of its own shows: whose standard output is, and how it ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use belay_testkit::{Message, frames};
use serde_json::{Value, json};

/// A program whose tools write to standard output by every way there is.
pub(crate) fn noisy() -> Child {
    // Examples are built together with the tests, beside them.
    let tests = std::env::current_exe().unwrap();
    let program: PathBuf = tests.parent().unwrap().with_file_name("examples").join("noisy");
    assert!(program.exists(), "build it with `cargo build -p belay-server --example noisy`");
    let mut command = Command::new(program);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

pub(crate) fn call(id: u64, tool: &str) -> String {
    format!("{}\n", Message::modern("tools/call", json!({ "name": tool })).id(id).body())
}

/// What a process says to an input, as messages, and what it writes to standard error.
pub(crate) fn output(mut child: Child, input: &str) -> (Vec<Value>, String) {
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let lines = String::from_utf8(output.stdout).unwrap();
    let messages = lines.lines().map(|line| serde_json::from_str(line).unwrap());
    (messages.collect(), String::from_utf8(output.stderr).unwrap())
}

// A45, whose other half is the rest of this list. Row 15.
#[test]
fn what_anything_in_the_process_prints_does_not_get_between_the_messages() {
    let mut child = noisy();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut lines = Vec::new();
    for (id, tool) in [(1, "make_noise"), (2, "panic_now"), (3, "make_noise")] {
        input.write_all(call(id, tool).as_bytes()).unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        lines.push(line);
    }
    drop(input);
    output.read_to_string(lines.last_mut().unwrap()).unwrap();
    assert!(child.wait().unwrap().success());
    let messages: Vec<Value> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (message, id) in messages.iter().zip(1..) {
        assert_eq!((&message["id"], frames::faults(None, message)), (&json!(id), Vec::new()));
    }
    assert_eq!(messages[0]["result"]["content"][0]["text"], "quiet");
    let mut noise = String::new();
    child.stderr.take().unwrap().read_to_string(&mut noise).unwrap();
    for source in ["println", "without a line's end", "a raw write", "a child", "a panic hook"] {
        assert!(noise.contains(source), "what is printed goes to standard error: {source} in {noise}");
    }
}

// Row 16.
#[test]
fn at_the_end_of_its_input_the_process_ends_promptly_and_well_whatever_runs() {
    let mut child = noisy();
    let mut input = child.stdin.take().unwrap();
    input.write_all(call(1, "wait").as_bytes()).unwrap();
    let mut told = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    told.read_line(&mut line).unwrap();
    assert_eq!(line, "WAITING\n");
    let ending = Instant::now();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0), "no answer for what was ended");
    assert!(ending.elapsed() < Duration::from_secs(5), "{:?}", ending.elapsed());
}
