//! Clients that come and never say goodbye.

use axum::body::Body;
use belay_core::app::Sessions;
use belay_testkit::{LEGACY, Message, TestApp};
use bytes::Bytes;
use http::Request;
use jiff::SignedDuration;
use serde_json::json;
use tower::ServiceExt;

use crate::wire_app::with_sessions;

/// The memory of this process that is really there, in KiB.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn p37_a_hundred_thousand_sessions_that_nobody_ends_take_no_more_memory_than_two_thousand() {
    let app = TestApp::start(with_sessions(Sessions::On)).await;
    let hello = Bytes::from(Message::initialize(LEGACY, json!({})).body().to_string());
    let open = async |times: u32| {
        for _ in 0..times {
            // Past the client of the test kit, which keeps what it gets and would be what grows.
            let request = Request::post("/wire/mcp").header("host", "localhost");
            let request = request.body(Body::from(hello.clone())).unwrap();
            assert_eq!(app.router.clone().oneshot(request).await.unwrap().status(), 200);
            app.clock.advance(SignedDuration::from_millis(10));
        }
    };
    open(2_000).await;
    let before = resident();
    open(98_000).await;
    let grown = resident().saturating_sub(before);
    assert!(grown < 10 * 1024, "{grown} KiB more than {before}");
}
