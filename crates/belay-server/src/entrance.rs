//! From settings to the ways in which people and programs are let in.

use std::collections::BTreeMap;
use std::sync::Arc;

use belay_access::allowlist::Allowlist;
use belay_access::identity::Identity;
use belay_access::issuers::{Issuer, Verdict, from_publishable_key};
use belay_access::oauth::Lifetimes;
use belay_access::outbound::{Nowhere, Outbound, Unreachable};
use belay_access::upstream::Provider;

use crate::config::{Config, IssuerConfig};
use crate::gate::Entrance;
use crate::outbound::{Web, shared};
use crate::served::Served;

/// Where Clerk is asked about tokens of its own.
const CLERK: &str = "https://api.clerk.com/oauth_applications/access_tokens/verify";

/// The ways in, as the settings have them.
///
/// # Errors
/// [`Unreachable`] where requests to others are needed and cannot be made.
pub fn entrance(config: &Config, public_url: &str, apps: &[Arc<Served>]) -> Result<Entrance, Unreachable> {
    let access = &config.access;
    let alone = apps.len() == 1;
    let issuers: BTreeMap<String, Issuer> = apps
        .iter()
        .filter_map(|served| {
            let name = served.app.name;
            let issuer = issuer(&config.app(name).issuer, public_url, (name, alone))?;
            Some((name.to_owned(), issuer))
        })
        .collect();
    let asks = access.oauth || access.oidc.is_some() || !issuers.is_empty();
    let outbound: Arc<dyn Outbound> = if asks { shared(Web::new()?) } else { Arc::new(Nowhere) };
    let provider = access.oidc.as_ref().map(|oidc| {
        let back = format!("{public_url}/oauth/callback");
        Arc::new(Provider::new(&oidc.issuer, &oidc.client_id, oidc.client_secret.clone(), back))
    });
    Ok(Entrance {
        identity: Arc::new(Identity {
            outbound,
            allowlist: access.allowed_emails.as_deref().map(Allowlist::new),
            issuers,
        }),
        oauth: access.oauth,
        lifetimes: Lifetimes { access: access.access_token, refresh: access.refresh_token },
        own_hosts: access.client_document_hosts.clone(),
        provider,
        proxies: access.trusted_proxies.clone(),
        vouching: access.forwarded_email,
        bypass: access.test_auth_bypass,
    })
}

/// Another issuer of an application's tokens, if the settings name one.
fn issuer(config: &IssuerConfig, public_url: &str, (app, alone): (&str, bool)) -> Option<Issuer> {
    let clerk = config.clerk_publishable_key.as_deref().and_then(from_publishable_key);
    let url = config.url.clone().or_else(|| clerk.clone())?;
    let verdict = match (&config.introspection_url, &config.client_id, &config.client_secret) {
        (Some(url), Some(client), Some(secret)) => {
            Some(Verdict::Introspection { url: url.clone(), client: client.clone(), secret: secret.clone() })
        }
        _ => config.clerk_secret_key.clone().map(|secret| Verdict::Clerk { url: CLERK.to_owned(), secret }),
    };
    let mut audiences = vec![format!("{public_url}/{app}/mcp")];
    if alone {
        audiences.push(format!("{public_url}/mcp"));
    }
    let mut issuer = Issuer::new(url, audiences, verdict);
    // Clerk's session tokens name no audience, and its verdicts on access tokens name none either: what stands in for it are
    // the programs that the operator names.
    issuer.takes_sessions = clerk.is_some_and(|clerk| clerk == issuer.url);
    issuer.clients.clone_from(&config.clients);
    Some(issuer)
}
