//! The log, caught for a test.

use std::io::Write;
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tracing::subscriber::DefaultGuard;

/// Log lines, as they are written.
#[derive(Clone, Default)]
pub(crate) struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Lines {
    /// Writes down what this thread logs from a level on, until the guard is gone.
    pub(crate) fn record(level: &str) -> (Self, DefaultGuard) {
        let lines = Self::default();
        let writer = lines.clone();
        let subscriber = tracing_subscriber::fmt()
            .json()
            .flatten_event(true)
            .with_env_filter(level)
            .with_writer(move || writer.clone())
            .finish();
        (lines, tracing::subscriber::set_default(subscriber))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    /// The lines that tell of calls.
    pub(crate) fn calls(&self) -> Vec<Value> {
        let lines: Vec<Value> = self.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        lines.into_iter().filter(|line| line.get("operation").is_some()).collect()
    }
}
