//! The ways in which people and programs are let in, as the operator's settings have it.

use std::net::IpAddr;
use std::sync::Arc;

use belay_access::identity::Identity;
use belay_access::oauth::Lifetimes;
use belay_access::upstream::Provider;
use ipnet::IpNet;

/// How callers become known, besides keys and tokens.
#[derive(Clone, Default)]
pub struct Entrance {
    /// Who decides.
    pub identity: Arc<Identity>,
    /// Whether this server is an authorization server for the applications that no other issuer serves.
    pub oauth: bool,
    /// How long what it issues lives.
    pub lifetimes: Lifetimes,
    /// Hosts within the operator's own network whose documents may say who a program is.
    pub own_hosts: Vec<String>,
    /// Another provider that people sign in with.
    pub provider: Option<Arc<Provider>>,
    /// Proxies that say who somebody is, and where they come from.
    pub proxies: Vec<IpNet>,
    /// Whether those proxies' `X-Forwarded-Email` counts.
    pub vouching: bool,
    /// Whether `x-test-user-id` stands for a credential: for development alone.
    pub bypass: bool,
}

impl std::fmt::Debug for Entrance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Entrance")
            .field("oauth", &self.oauth)
            .field("bypass", &self.bypass)
            .finish_non_exhaustive()
    }
}

impl Entrance {
    /// Whether the word of an address counts.
    pub(crate) fn trusts(&self, peer: IpAddr) -> bool {
        self.proxies.iter().any(|net| net.contains(&peer.to_canonical()))
    }

    /// Whether programs can ask people for access to an application, here or at another issuer.
    pub(crate) fn serves(&self, app: &str) -> bool {
        self.oauth || self.identity.issuers.contains_key(app)
    }
}
