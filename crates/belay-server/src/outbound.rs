//! Requests that this server sends to others, with a guard against being sent into its own network.

mod addresses;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use belay_access::outbound::{Answer, Ask, Outbound, Reach, Reply, Unreachable};
use http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect::Policy;
use reqwest::{Client, Response};
use url::{Host, Url};

/// The longest answer that is read, in bytes.
const LONGEST: usize = 64 * 1024;
/// How long a request may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// Sends requests over HTTP.
#[derive(Debug)]
pub struct Web {
    /// For addresses that a stranger names.
    public: Client,
    /// For addresses that the operator names.
    configured: Client,
}

impl Web {
    /// Makes the clients. Neither follows redirects, which could lead anywhere.
    ///
    /// # Errors
    /// [`Unreachable`] where the machine has no certificates to check others by.
    pub fn new() -> Result<Self, Unreachable> {
        // Whoever comes second finds the first one's choice, which is the same.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = || Client::builder().redirect(Policy::none()).timeout(PATIENCE).user_agent("belay");
        let unable = |error| Unreachable::new(belay_core::error::chain(&error));
        let public = client().https_only(true).no_proxy().dns_resolver(PublicOnly).build().map_err(unable)?;
        Ok(Self { public, configured: client().build().map_err(unable)? })
    }

    async fn sent(&self, ask: Ask) -> Result<Answer, Unreachable> {
        let failed = |error: reqwest::Error| Unreachable::new(belay_core::error::chain(&error.without_url()));
        let client = match ask.reach {
            Reach::Public => {
                check(&ask.url)?;
                &self.public
            }
            Reach::Configured => &self.configured,
        };
        let mut request = match &ask.form {
            Some(form) => client.post(&ask.url).form(form),
            None => client.get(&ask.url),
        };
        request = match &ask.credential {
            Some((name, secret)) if name.is_empty() => request.bearer_auth(secret.expose()),
            Some((name, secret)) => request.basic_auth(encoded(name), Some(encoded(secret.expose()))),
            None => request,
        };
        let response = request.header(ACCEPT, "application/json").send().await.map_err(failed)?;
        read(response).await
    }
}

impl Outbound for Web {
    fn send(&self, ask: Ask) -> Reply<'_> {
        Box::pin(self.sent(ask))
    }
}

/// A client's name and secret are encoded before they become a user and a password (RFC 6749, section 2.3.1).
fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

async fn read(mut response: Response) -> Result<Answer, Unreachable> {
    let failed = |error: reqwest::Error| Unreachable::new(belay_core::error::chain(&error.without_url()));
    let header = |name| response.headers().get(name).and_then(|value| value.to_str().ok());
    let media_type = header(CONTENT_TYPE).and_then(|kind| kind.split(';').next()).unwrap_or_default();
    let media_type = media_type.trim().to_ascii_lowercase();
    let max_age = header(CACHE_CONTROL).and_then(max_age);
    let status = response.status().as_u16();
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(failed)? {
        if body.len() + chunk.len() > LONGEST {
            return Err(Unreachable::new("the answer is longer than 64 KiB"));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Answer { status, body, media_type, max_age })
}

/// For how long an answer may be kept (RFC 9111, section 5.2.2.1).
fn max_age(text: &str) -> Option<Duration> {
    let directives: Vec<&str> = text.split(',').map(str::trim).collect();
    if directives.iter().any(|one| ["no-store", "no-cache"].contains(one)) {
        return Some(Duration::ZERO);
    }
    directives.iter().find_map(|one| one.strip_prefix("max-age=")?.parse().ok()).map(Duration::from_secs)
}

/// An address with a number in the place of a name never reaches the resolver, so it is checked here.
fn check(url: &str) -> Result<(), Unreachable> {
    let url = Url::parse(url).map_err(|_| Unreachable::new("the address cannot be read"))?;
    let address = match url.host() {
        Some(Host::Ipv4(address)) => Some(IpAddr::V4(address)),
        Some(Host::Ipv6(address)) => Some(IpAddr::V6(address)),
        Some(Host::Domain(_)) => None,
        None => return Err(Unreachable::new("the address has no host")),
    };
    match address {
        Some(address) if !addresses::is_public(address) => {
            Err(Unreachable::new("the host is not on the public internet"))
        }
        _ => Ok(()),
    }
}

/// Resolves names to public addresses only. The connection is made to what is returned here, so that a name cannot
/// mean one host when it is checked and another when it is used.
#[derive(Debug, Clone, Copy)]
struct PublicOnly;

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            if found.is_empty() || !found.iter().all(|one| addresses::is_public(one.ip())) {
                return Err(Unreachable::new("the host is not on the public internet").into());
            }
            let addresses: Addrs = Box::new(found.into_iter());
            Ok(addresses)
        })
    }
}

/// A reference to the clients that the identity of a server takes.
#[must_use]
pub fn shared(web: Web) -> Arc<dyn Outbound> {
    Arc::new(web)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_strangers_address_leads_to_no_host_of_ours_however_it_is_written() {
        let web = Web::new().unwrap();
        for url in [
            "http://example.org/c",
            "https://127.0.0.1:1/c",
            "https://localhost:1/c",
            "https://[::1]:1/c",
            "https://[::ffff:127.0.0.1]:1/c",
            "https://2130706433:1/c",
            "https://0x7f.1:1/c",
            "https://169.254.169.254/latest",
            "https://10.0.0.1/c",
            "https://[fd00::1]/c",
            "file:///etc/passwd",
        ] {
            let ask = Ask { reach: Reach::Public, ..Ask::get(url) };
            let error = web.send(ask).await.unwrap_err().to_string();
            let refused = error.contains("public internet")
                || error.contains("has no host")
                || error.contains("scheme");
            assert!(refused, "{url}: {error}");
        }
    }

    #[test]
    fn an_answer_says_how_long_it_may_be_kept() {
        assert_eq!(max_age("public, max-age=600"), Some(Duration::from_secs(600)));
        assert_eq!(max_age("no-store"), Some(Duration::ZERO));
        assert_eq!(max_age("public"), None);
    }
}
