//! A server on a real socket, and a client that can cut its connection.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use belay_testkit::{Message, TestApp};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// How long a test waits for what must come.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server that listens on a port of its own.
pub(crate) struct Listening {
    pub(crate) app: TestApp,
    pub(crate) address: SocketAddr,
    stop: CancellationToken,
    serving: JoinHandle<io::Result<()>>,
}

impl Listening {
    pub(crate) async fn start(app: TestApp) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        // As the program does: one sign ends the doors and the listener.
        let stop = app.stop.clone();
        let serving = tokio::spawn(belay_server::serve::serve(listener, app.router.clone(), stop.clone()));
        Self { app, address, stop, serving }
    }

    pub(crate) async fn connect(&self) -> Socket {
        Socket { stream: TcpStream::connect(self.address).await.unwrap(), read: Vec::new() }
    }

    /// Sends a message on a connection of its own.
    pub(crate) async fn post(&self, message: &Message) -> Socket {
        let mut socket = self.connect().await;
        socket.post(message).await;
        socket
    }

    /// Gives the sign to stop without waiting for the end.
    pub(crate) fn stopping(&self) {
        self.stop.cancel();
    }

    /// Waits for the end.
    pub(crate) async fn ended(self) {
        timeout(PATIENCE, self.serving).await.expect("the server ends").unwrap().unwrap();
    }

    pub(crate) async fn stop(self) {
        self.stopping();
        self.ended().await;
    }
}

/// A connection. Dropping it cuts it.
pub(crate) struct Socket {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Socket {
    /// Sends a message in one write.
    pub(crate) async fn post(&mut self, message: &Message) {
        let body = message.body().to_string();
        let mut head =
            "POST /wire/mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n".to_owned();
        for (name, value) in message.headers() {
            head += &format!("{name}: {value}\r\n");
        }
        let text = format!("{head}content-length: {}\r\n\r\n{body}", body.len());
        self.write(&text).await;
    }

    pub(crate) async fn write(&mut self, text: &str) {
        self.stream.write_all(text.as_bytes()).await.unwrap();
    }

    /// Reads until a text has come, and gives everything up to and with it.
    pub(crate) async fn until(&mut self, text: &str) -> String {
        loop {
            let all = String::from_utf8_lossy(&self.read).into_owned();
            if let Some(at) = all.find(text) {
                let end = at + text.len();
                self.read.drain(..end);
                return all[..end].to_owned();
            }
            let mut chunk = [0; 4096];
            let count = timeout(PATIENCE, self.stream.read(&mut chunk)).await.expect("it comes").unwrap();
            assert!(count > 0, "the connection ended before `{text}`: {all}");
            self.read.extend_from_slice(&chunk[..count]);
        }
    }

    /// Reads to the end of the connection.
    pub(crate) async fn rest(&mut self) -> String {
        timeout(PATIENCE, self.stream.read_to_end(&mut self.read)).await.expect("it ends").unwrap();
        String::from_utf8_lossy(&std::mem::take(&mut self.read)).into_owned()
    }
}
