//! What the operator reads in the log.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use belay_testkit::{Message, TestApp};
use serde_json::{Value, json};
use tracing_subscriber::fmt::MakeWriter;

use crate::wire_app::app;

/// What was logged, as lines of JSON.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

impl Lines {
    fn all(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    fn calls(&self) -> Vec<Value> {
        let lines = self.all();
        let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines.filter(|line| line["fields"].get("outcome").is_some()).collect()
    }
}

async fn logged(calls: &[(&str, Value)]) -> Lines {
    let lines = Lines::default();
    let subscriber = tracing_subscriber::fmt().json().with_writer(lines.clone()).finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let app = TestApp::start(app()).await;
    for (tool, arguments) in calls {
        let params = json!({ "name": tool, "arguments": arguments });
        let message = Message::modern("tools/call", params).meta("example.com/private", "hunter3");
        app.nobody().say(&message).await;
    }
    lines
}

// A38.
#[tokio::test]
async fn refusals_are_warnings_and_faults_are_errors_with_their_causes() {
    let lines = logged(&[
        ("add", json!({ "a": 1 })),
        ("refuse", json!({ "how": "conflict" })),
        ("refuse", json!({ "how": "fault" })),
        ("fly", json!({})),
    ])
    .await;
    let told: Vec<_> = lines
        .calls()
        .iter()
        .map(|line| [&line["level"], &line["fields"]["operation"], &line["fields"]["code"]].map(Value::clone))
        .collect();
    assert_eq!(
        told,
        [
            [json!("INFO"), json!("add"), Value::Null],
            [json!("WARN"), json!("refuse"), json!("too_late")],
            [json!("ERROR"), json!("refuse"), json!("internal")],
            [json!("WARN"), json!("unknown"), Value::Null],
        ]
    );
    assert!(lines.calls()[2]["fields"]["cause"].as_str().unwrap().contains("select hunter2"));
}

// A39.
#[tokio::test]
async fn a_log_line_says_what_was_called_and_nothing_of_what_was_sent() {
    let lines = logged(&[
        ("get_thing", json!({ "id": "hunter1" })),
        ("add", json!({ "a": "hunter1", "hunter1": 2 })),
        ("hunter1", json!({})),
    ])
    .await;
    assert_eq!(lines.calls().len(), 3);
    for secret in ["hunter1", "hunter3"] {
        assert!(!lines.all().contains(secret), "{secret} in {}", lines.all());
    }
}
