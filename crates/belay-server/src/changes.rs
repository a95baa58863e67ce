//! News of what changed, from the calls that changed it to the clients that asked to be told.

use std::sync::Arc;

use belay_core::Change;
use belay_core::error::chain;
use belay_store::Db;
use belay_store::bus::{Bus, Notice, Notices, Received};
use serde_json::{Value, json};

/// The news of one application.
#[derive(Clone)]
pub struct Changes {
    app: &'static str,
    bus: Bus,
}

impl Changes {
    /// News that reach every process on the same database, where that can tell them, else this process.
    pub(crate) fn new(app: &'static str, db: Option<&Db>) -> Self {
        Self { app, bus: db.map_or_else(Bus::local, Bus::open) }
    }

    /// Tells everyone of a tenant who listens, or everyone at all where no tenant is named. News are no part of what
    /// changed: if they cannot be told, that is logged.
    pub async fn publish(&self, change: &Change, tenant: Option<&str>) {
        let body = json!({ "change": change.to_text(), "tenant": tenant }).to_string();
        let notice = Notice { topic: self.app.to_owned(), body };
        if let Err(error) = self.bus.publish(notice).await {
            tracing::warn!(app = self.app, cause = chain(&error), "news could not be told");
        }
    }

    /// Listens from now on, to what a tenant is told and to what everybody is.
    pub(crate) fn listen(&self, tenant: Option<Arc<str>>) -> Heard {
        Heard { app: self.app, tenant, notices: self.bus.subscribe() }
    }
}

/// What may be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum News {
    /// This has changed.
    Changed(Change),
    /// News may have been missed: anything may have changed.
    Anything,
}

impl News {
    /// The changes to look at for somebody who follows addresses and tasks: where anything may have changed, every list
    /// and each of these.
    pub(crate) fn changes<'a>(
        self,
        uris: impl IntoIterator<Item = &'a String>,
        tasks: impl IntoIterator<Item = &'a String>,
    ) -> Vec<Change> {
        match self {
            Self::Changed(change) => vec![change],
            Self::Anything => [Change::Tools, Change::Prompts, Change::Resources]
                .into_iter()
                .chain(uris.into_iter().cloned().map(Change::Resource))
                .chain(tasks.into_iter().cloned().map(Change::Task))
                .collect(),
        }
    }
}

/// What is heard.
pub(crate) struct Heard {
    app: &'static str,
    tenant: Option<Arc<str>>,
    notices: Notices,
}

impl Heard {
    /// What comes next; nothing when nobody speaks any more.
    pub(crate) async fn next(&mut self) -> Option<News> {
        loop {
            match self.notices.next().await? {
                Received::Notice(notice) if notice.topic == self.app => {
                    if let Some(change) = self.read(&notice.body) {
                        return Some(News::Changed(change));
                    }
                }
                Received::Notice(_) => {}
                Received::Missed(_) => return Some(News::Anything),
            }
        }
    }

    /// The change that a notice tells, where it is for this listener.
    fn read(&self, body: &str) -> Option<Change> {
        let body: Value = serde_json::from_str(body).ok()?;
        let tenant = match body.get("tenant")? {
            Value::Null => None,
            tenant => Some(tenant.as_str()?),
        };
        if tenant.is_some() && tenant != self.tenant.as_deref() {
            return None;
        }
        Change::parse(body.get("change")?.as_str()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resource(uri: &str) -> Change {
        Change::Resource(uri.to_owned())
    }

    #[tokio::test]
    async fn a_listener_hears_of_its_own_tenant_and_what_is_for_everybody() {
        let changes = Changes::new("demo", None);
        let mut ours = changes.listen(Some("ours".into()));
        let mut nobodys = changes.listen(None);
        for (uri, tenant) in [("a", Some("theirs")), ("b", Some("ours")), ("c", None)] {
            changes.publish(&resource(uri), tenant).await;
        }
        assert_eq!(ours.next().await, Some(News::Changed(resource("b"))));
        assert_eq!(ours.next().await, Some(News::Changed(resource("c"))));
        assert_eq!(nobodys.next().await, Some(News::Changed(resource("c"))));
    }

    #[tokio::test]
    async fn who_missed_news_is_told_that_anything_may_have_changed() {
        let changes = Changes::new("demo", None);
        let mut heard = changes.listen(None);
        for _ in 0..2_000 {
            changes.publish(&Change::Tools, None).await;
        }
        let news = heard.next().await.unwrap();
        assert_eq!(news, News::Anything);
        let all = news.changes([&"a".to_owned()], [&"t".to_owned()]);
        let lists = [Change::Tools, Change::Prompts, Change::Resources];
        assert_eq!(all, [&lists[..], &[resource("a"), Change::Task("t".to_owned())]].concat());
    }
}
