//! Sends a request over some connections for a while, each connection waiting for its answer.

use std::error::Error;
use std::io::{Read, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::Request;
use super::reply::{complete, find};
use crate::statistics::percentile;

/// Numbers for calls that must differ.
static NEXT: AtomicU64 = AtomicU64::new(1);

type Failure = Box<dyn Error + Send + Sync>;

/// What came of a while of load.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sample {
    /// How many calls were answered.
    pub(crate) calls: f64,
    /// Calls a second.
    pub(crate) rate: f64,
    /// The time within which half of the calls were answered, in milliseconds.
    pub(crate) p50: f64,
    /// The time within which 99 of 100 were answered, in milliseconds.
    pub(crate) p99: f64,
}

/// Sends until the time is over or a connection has had `most` answers.
pub(crate) async fn drive(
    address: SocketAddr,
    request: &Request,
    connections: usize,
    time: Duration,
    most: usize,
) -> Result<Sample, Failure> {
    drive_each(address, std::slice::from_ref(request), connections, time, most).await
}

/// Sends some requests in turns until the time is over or a connection has had `most` answers.
pub(crate) async fn drive_each(
    address: SocketAddr,
    requests: &[Request],
    connections: usize,
    time: Duration,
    most: usize,
) -> Result<Sample, Failure> {
    let requests: Arc<[Request]> = requests.into();
    let mut open = Vec::new();
    for _ in 0..connections {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        open.push(stream);
    }
    let started = Instant::now();
    let mut tasks = JoinSet::new();
    for stream in open {
        tasks.spawn(repeat(stream, Arc::clone(&requests), started + time, most));
    }
    let mut latencies = Vec::new();
    while let Some(ended) = tasks.join_next().await {
        latencies.extend(ended??);
    }
    let elapsed = started.elapsed().as_secs_f64();
    latencies.sort_by(f64::total_cmp);
    let calls = latencies.len() as f64;
    Ok(Sample {
        calls,
        rate: calls / elapsed,
        p50: percentile(&latencies, 50),
        p99: percentile(&latencies, 99),
    })
}

async fn repeat(
    mut stream: TcpStream,
    requests: Arc<[Request]>,
    end: Instant,
    most: usize,
) -> Result<Vec<f64>, Failure> {
    let mut latencies = Vec::with_capacity(4096);
    let mut answer = Vec::with_capacity(4096);
    let mut bytes = Vec::with_capacity(4096);
    while latencies.len() < most {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let turn = usize::try_from(number).unwrap_or_default().checked_rem(requests.len());
        let Some(request) = turn.and_then(|turn| requests.get(turn)) else { break };
        request.numbered(number, &mut bytes);
        let sent = Instant::now();
        if sent >= end {
            break;
        }
        stream.write_all(&bytes).await?;
        answer.clear();
        while complete(&answer).is_none() {
            if stream.read_buf(&mut answer).await? == 0 {
                return Err("the server closed the connection".into());
            }
        }
        latencies.push(sent.elapsed().as_secs_f64() * 1_000.0);
        check(&answer, request.expected)?;
    }
    Ok(latencies)
}

/// A wrong answer ends the measurement: a fast error is no result.
fn check(answer: &[u8], expected: &str) -> Result<(), Failure> {
    let right = complete(answer)
        .is_some_and(|(status, body)| status == 200 && find(body, expected.as_bytes()).is_some());
    if right { Ok(()) } else { Err(format!("a wrong answer: {}", String::from_utf8_lossy(answer)).into()) }
}

/// Sends a request once over a new connection and waits for the answer.
pub(crate) fn send_once(address: SocketAddr, request: &Request) -> Result<(), Failure> {
    let mut stream = std::net::TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    stream.write_all(&request.bytes)?;
    let mut answer = Vec::new();
    let mut part = [0; 4096];
    while complete(&answer).is_none() {
        let length = stream.read(&mut part)?;
        if length == 0 {
            return Err("the server closed the connection".into());
        }
        answer.extend(part.iter().take(length));
    }
    check(&answer, request.expected)
}
