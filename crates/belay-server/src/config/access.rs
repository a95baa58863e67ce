//! The settings of how people and programs are let in.

use belay_access::secret::Secret;
use ipnet::IpNet;
use jiff::SignedDuration;

use super::layers::Reader;

/// How people and programs are let in.
#[derive(Debug, Clone, Default)]
pub struct AccessConfig {
    /// Whether this server is an authorization server.
    pub oauth: bool,
    /// How long an access token lives.
    pub access_token: SignedDuration,
    /// How long a refresh token lives from its last use.
    pub refresh_token: SignedDuration,
    /// Hosts within the own network whose documents may say who a program is.
    pub client_document_hosts: Vec<String>,
    /// The addresses that are let in: a file, or a list.
    pub allowed_emails: Option<String>,
    /// The provider that people sign in with.
    pub oidc: Option<Oidc>,
    /// Proxies whose word counts.
    pub trusted_proxies: Vec<IpNet>,
    /// Whether those proxies say who somebody is.
    pub forwarded_email: bool,
    /// Whether a name stands for a credential.
    pub test_auth_bypass: bool,
}

/// A provider that people sign in with.
#[derive(Debug, Clone)]
pub struct Oidc {
    /// Its identifier.
    pub issuer: String,
    /// What it calls us.
    pub client_id: String,
    /// Our secret there.
    pub client_secret: Option<Secret>,
}

/// Another issuer of an application's tokens.
#[derive(Debug, Clone, Default)]
pub struct IssuerConfig {
    /// Its identifier.
    pub url: Option<String>,
    /// Where it is asked about tokens that cannot be read.
    pub introspection_url: Option<String>,
    /// What it calls us there.
    pub client_id: Option<String>,
    /// Our secret there.
    pub client_secret: Option<Secret>,
    /// The programs whose tokens count; empty for all.
    pub clients: Vec<String>,
    /// One of Clerk's publishable keys, which names an issuer.
    pub clerk_publishable_key: Option<String>,
    /// Clerk's secret key, with which it is asked about tokens.
    pub clerk_secret_key: Option<Secret>,
}

pub(super) fn access(read: &mut Reader<'_>) -> AccessConfig {
    let truth = "true or false";
    let whole = "a whole number above 0";
    let minutes = read.parsed::<u32>("access_token_minutes", whole).unwrap_or(60).max(1);
    let days = read.parsed::<u32>("refresh_token_days", whole).unwrap_or(60).max(1);
    let mut proxies = Vec::new();
    for text in read.list("trusted_proxies") {
        let net = text.parse::<IpNet>().or_else(|_| text.parse::<std::net::IpAddr>().map(IpNet::from));
        match net {
            Ok(net) => proxies.push(net),
            Err(_) => read.problem("trusted_proxies", "expected addresses such as 127.0.0.1 or 10.0.0.0/8"),
        }
    }
    let forwarded_email = read.parsed("forwarded_email", truth).unwrap_or(false);
    if forwarded_email && proxies.is_empty() {
        read.problem("forwarded_email", "needs `trusted_proxies`: anybody else could claim any address");
    }
    let config = AccessConfig {
        oauth: read.parsed("oauth", truth).unwrap_or(false),
        access_token: SignedDuration::from_mins(i64::from(minutes)),
        refresh_token: SignedDuration::from_hours(i64::from(days) * 24),
        client_document_hosts: read.list("client_document_hosts"),
        allowed_emails: read.text("allowed_emails"),
        oidc: oidc(read),
        trusted_proxies: proxies,
        forwarded_email,
        test_auth_bypass: bypass(read),
    };
    if (config.oidc.is_some() || config.forwarded_email) && config.allowed_emails.is_none() {
        let key = if config.oidc.is_some() { "oidc_issuer" } else { "forwarded_email" };
        read.problem(key, "needs `allowed_emails`: without it nobody new would be let in");
    }
    config
}

fn oidc(read: &mut Reader<'_>) -> Option<Oidc> {
    let (issuer, client_id) = (read.text("oidc_issuer"), read.text("oidc_client_id"));
    let client_secret = read.text("oidc_client_secret").map(Secret::new);
    match (issuer, client_id) {
        (Some(issuer), Some(client_id)) => Some(Oidc { issuer, client_id, client_secret }),
        (None, None) => None,
        (Some(_), None) => {
            read.problem("oidc_issuer", "needs `oidc_client_id`, the name it gave this server");
            None
        }
        (None, Some(_)) => {
            read.problem("oidc_client_id", "needs `oidc_issuer`");
            None
        }
    }
}

/// Two switches must agree, so that neither a forgotten one nor a copied file opens a real server.
fn bypass(read: &mut Reader<'_>) -> bool {
    let wanted = read.parsed("test_auth_bypass", "true or false").unwrap_or(false);
    let developing = read.text("node_env").as_deref() == Some("development");
    if wanted && !developing {
        read.problem(
            "test_auth_bypass",
            "lets anybody in by name and is for development: set NODE_ENV=development too, or take it away",
        );
    }
    wanted && developing
}

pub(super) fn issuer(read: &mut Reader<'_>, app: &str) -> IssuerConfig {
    let key = |name: &str| format!("{app}.{name}");
    let config = IssuerConfig {
        url: read.text(&key("issuer")),
        introspection_url: read.text(&key("issuer_introspection_url")),
        client_id: read.text(&key("issuer_client_id")),
        client_secret: read.text(&key("issuer_client_secret")).map(Secret::new),
        clients: read.list(&key("issuer_clients")),
        clerk_publishable_key: read.text(&key("clerk_publishable_key")),
        clerk_secret_key: read.text(&key("clerk_secret_key")).map(Secret::new),
    };
    let derived = config.clerk_publishable_key.as_deref().map(belay_access::issuers::from_publishable_key);
    if derived == Some(None) {
        read.problem(&key("clerk_publishable_key"), "expected a key that begins with pk_test_ or pk_live_");
    }
    if config.introspection_url.is_some() && (config.client_id.is_none() || config.client_secret.is_none()) {
        read.problem(
            &key("issuer_introspection_url"),
            "needs `issuer_client_id` and `issuer_client_secret`, with which the issuer is asked",
        );
    }
    config
}

/// Names that variables of the environment have besides those that begin with `BELAY_`.
pub(super) fn alias(variable: &str, apps: &[&str]) -> Option<String> {
    let of = |app: &str, key: &str| apps.contains(&app).then(|| format!("{app}.{key}"));
    match variable {
        "API_BASE_URL" => Some("public_url".to_owned()),
        "TEST_AUTH_BYPASS" => Some("test_auth_bypass".to_owned()),
        "NODE_ENV" => Some("node_env".to_owned()),
        "ALMANAC_ALLOWED_EMAILS" => apps.contains(&"almanac").then(|| "allowed_emails".to_owned()),
        "CLERK_PUBLISHABLE_KEY" => of("taikan", "clerk_publishable_key"),
        "CLERK_SECRET_KEY" => of("taikan", "clerk_secret_key"),
        _ => apps.iter().find_map(|app| {
            let rest = variable.strip_prefix(&app.to_uppercase())?;
            ["_API_KEY", "_MCP_CLIENT_TOKEN"].contains(&rest).then(|| format!("{app}.credential"))
        }),
    }
}
