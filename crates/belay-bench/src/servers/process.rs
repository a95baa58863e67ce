//! A server in a process of its own: its address, its memory, its end.

use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

/// A server that runs until this is dropped.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    pub(crate) address: SocketAddr,
    /// The key that it takes, where it takes one.
    pub(crate) key: String,
}

impl Process {
    /// Starts one of our own servers.
    pub(crate) fn of_ours(name: &str, database: &str) -> Result<Self, Box<dyn Error>> {
        Self::start(Command::new(std::env::current_exe()?).args(["serve", name, database]))
    }

    /// Starts a command and waits until it prints where it listens.
    pub(crate) fn start(command: &mut Command) -> Result<Self, Box<dyn Error>> {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        if let Some(out) = child.stdout.take() {
            let mut out = BufReader::new(out);
            out.read_line(&mut line)?;
            // What it prints later is read away, so that it never waits for us.
            std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
        }
        let mut words = line.trim().strip_prefix("Listening on http://").unwrap_or_default().split(' ');
        let Some(address) = words.next().and_then(|address| address.parse().ok()) else {
            let _ = child.kill();
            return Err(format!("the server did not start: {line}").into());
        };
        Ok(Self { child, address, key: words.next().unwrap_or_default().to_owned() })
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Resident memory now, and at its peak, in megabytes.
    pub(crate) fn memory(&self) -> (f64, f64) {
        (memory(self.child.id(), "VmRSS"), memory(self.child.id(), "VmHWM"))
    }

    /// The processor time that its threads have taken, in seconds.
    pub(crate) fn processor_time(&self) -> f64 {
        let tasks = fs::read_dir(format!("/proc/{}/task", self.child.id())).into_iter().flatten();
        let nanoseconds = tasks.filter_map(|task| {
            let statistics = fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
            statistics.split(' ').next()?.parse::<f64>().ok()
        });
        nanoseconds.sum::<f64>() / 1e9
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // A server that has ended already needs no end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A line of a process's status file, in megabytes; 0 when the process is gone.
pub(crate) fn memory(process: u32, field: &str) -> f64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(':'));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) / 1024.0
}
