//! The example as an assistant meets it that starts it itself.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::io::Write;
use std::process::{Command, Stdio};

use belay_testkit::{Message, frames, portability};
use serde_json::{Value, json};

/// What the program answers to messages on its standard input.
fn answers(messages: &[Message]) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quickstart"));
    command.args(["adder", "mcp-stdio"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    // Settings of the test run are none of the program's.
    let mut child = command.env_clear().spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    for message in messages {
        writeln!(input, "{}", message.body()).unwrap();
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let lines = String::from_utf8(output.stdout).unwrap();
    let mut answers: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    answers.sort_by_key(|answer| answer["id"].as_u64());
    for (asked, answer) in messages.iter().zip(&answers) {
        assert_eq!(frames::faults(Some(asked.body()), answer), Vec::<String>::new());
    }
    answers
}

#[test]
fn its_tool_is_listed_with_schemas_for_every_client_and_adds() {
    let add = json!({ "name": "add", "arguments": { "a": 2, "b": 3 } });
    let answers =
        answers(&[Message::modern("tools/list", json!({})).id(1), Message::modern("tools/call", add).id(2)]);
    let tool = &answers[0]["result"]["tools"][0];
    assert_eq!(tool["name"], "add");
    for schema in ["inputSchema", "outputSchema"] {
        assert_eq!(portability(&tool[schema]), Vec::<String>::new(), "{schema}");
    }
    assert_eq!(answers[1]["result"]["content"][0]["text"], "5");
}
