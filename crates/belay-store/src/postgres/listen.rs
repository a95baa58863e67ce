//! Notifications: sending one, and a connection that hears them.

use std::{
    collections::VecDeque,
    future::poll_fn,
    pin::pin,
    task::{Poll, ready},
    time::Duration,
};

use futures_util::future::{Either, select};
use tokio::time::timeout;
use tokio_postgres::{AsyncMessage, Client, Connection, NoTls, Socket, tls::NoTlsStream, types::Type};

use super::{Pool, fault::translate};
use crate::StoreError;

type Incoming = Connection<Socket, NoTlsStream>;

/// A connection that only listens would take hours to notice that the other end is gone without a word.
const ASK_AFTER: Duration = Duration::from_secs(30);
const ASK_EVERY: Duration = Duration::from_secs(10);
const ASK_TIMES: u32 = 3;

impl Pool {
    /// Sends a notification, in a transaction of its own.
    ///
    /// A connection whose query is abandoned may be used by others at once: their statements wait behind it.
    pub(crate) async fn notify(&self, channel: &str, payload: &str) -> Result<(), StoreError> {
        // Without a prepared statement there is none to be left over when the future is dropped.
        let connection = self.get().await?;
        let values: [(&(dyn tokio_postgres::types::ToSql + Sync), Type); 2] =
            [(&channel, Type::TEXT), (&payload, Type::TEXT)];
        connection.query_typed("select pg_notify($1, $2)", &values).await.map(drop).map_err(translate)
    }
}

/// A connection of its own that hears the notifications of a channel. It closes when it is dropped.
pub(crate) struct Listener {
    incoming: Incoming,
    /// What came in while the connection was set up.
    early: VecDeque<String>,
    /// Without its client the connection would end.
    _client: Client,
}

impl Listener {
    /// Connects; every notification committed after this has returned is heard.
    pub(crate) async fn connect(pool: &Pool, channel: &str) -> Result<Self, StoreError> {
        let mut config = pool.config().clone();
        config.keepalives_idle(ASK_AFTER).keepalives_interval(ASK_EVERY).keepalives_retries(ASK_TIMES);
        let listening = async {
            let (client, mut incoming) = config.connect(NoTls).await.map_err(translate)?;
            let early = listen(&client, &mut incoming, channel).await?;
            Ok(Self { incoming, early, _client: client })
        };
        timeout(pool.busy_timeout(), listening)
            .await
            .unwrap_or_else(|error| Err(StoreError::unavailable(error)))
    }

    /// Waits for the payload of the next notification. Nothing is lost when the future is dropped; after an error
    /// there is nothing more.
    pub(crate) async fn next(&mut self) -> Result<String, StoreError> {
        match self.early.pop_front() {
            Some(payload) => Ok(payload),
            None => hear(&mut self.incoming).await,
        }
    }
}

/// Tells the server to send notifications, and gives those that come before its answer does.
async fn listen(
    client: &Client,
    incoming: &mut Incoming,
    channel: &str,
) -> Result<VecDeque<String>, StoreError> {
    let statement = format!("listen {channel}");
    let mut answer = pin!(client.batch_execute(&statement));
    let mut early = VecDeque::new();
    loop {
        // The answer comes through the connection, which moves only while it is asked for notifications.
        match select(answer.as_mut(), pin!(hear(incoming))).await {
            Either::Left((answer, _)) => return answer.map(|()| early).map_err(translate),
            Either::Right((payload, _)) => early.push_back(payload?),
        }
    }
}

async fn hear(incoming: &mut Incoming) -> Result<String, StoreError> {
    poll_fn(|cx| {
        loop {
            match ready!(incoming.poll_message(cx)) {
                Some(Ok(AsyncMessage::Notification(heard))) => {
                    return Poll::Ready(Ok(heard.payload().to_owned()));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Poll::Ready(Err(translate(error))),
                None => return Poll::Ready(Err(StoreError::unavailable("the server hung up"))),
            }
        }
    })
    .await
}
