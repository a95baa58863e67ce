//! Every setting there is, as data: the reference in the documentation is made from this list.

/// Whether a setting belongs to the server or to each application.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// To the server.
    Server,
    /// To an application: it stands in a section of the application's name.
    App,
}

/// One setting.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// Its name in the file; in the environment it is `BELAY_` and this in capitals.
    pub name: &'static str,
    /// Whose it is.
    pub scope: Scope,
    /// What holds without it.
    pub default: &'static str,
    /// What it does.
    pub about: &'static str,
}

const fn server(name: &'static str, default: &'static str, about: &'static str) -> Key {
    Key { name, scope: Scope::Server, default, about }
}

const fn app(name: &'static str, default: &'static str, about: &'static str) -> Key {
    Key { name, scope: Scope::App, default, about }
}

/// Every setting.
pub const KEYS: &[Key] = &[
    server("listen", "127.0.0.1:8080", "The address and port to listen on."),
    server(
        "public_url",
        "http:// and the listening address",
        "The address clients use, behind a proxy with TLS for instance.",
    ),
    server(
        "database",
        "sqlite:belay.sqlite in the user's data folder",
        "`sqlite:PATH` or `postgres://USER:PASSWORD@HOST/NAME`.",
    ),
    server(
        "secret_keys_file",
        "beside a SQLite database its name and .keys, else secret.keys in the user's data folder",
        "The file with the keys of the secrets in the database; made on first need. Servers that share a database share it.",
    ),
    server(
        "secret_keys",
        "none",
        "The same keys as text, for containers: NUMBER:BASE64 of 32 bytes, separated by commas, the newest last.",
    ),
    server(
        "backup_folder",
        "no copies are made",
        "A folder for copies of a SQLite database, which a running server makes by itself; best on another disk.",
    ),
    server("backup_every_hours", "24", "How many hours after one copy the next is made."),
    server("backup_keep", "14", "How many copies stay; the oldest go first."),
    server("allowed_hosts", "none", "Host names to answer for besides localhost and that of public_url."),
    server(
        "allowed_origins",
        "none",
        "Origins whose web pages may send requests besides that of public_url.",
    ),
    server(
        "log",
        "info",
        "What is logged: error, warn, info, debug, or a filter such as `info,belay_server=debug`.",
    ),
    server("log_format", "text", "`text` for people, `json` for machines."),
    server(
        "drain",
        "0",
        "How many seconds requests are still accepted after the server was told to stop, while /health/ready says 503.",
    ),
    server(
        "oauth",
        "false",
        "Whether assistants can ask people for access: this server is then an OAuth 2.1 authorization server.",
    ),
    server("access_token_minutes", "60", "How long an access token of an assistant lives."),
    server("refresh_token_days", "60", "How long an assistant stays connected without a use."),
    server(
        "client_document_hosts",
        "none",
        "Hosts of your own network, with their ports, whose documents may say who a program is.",
    ),
    server(
        "allowed_emails",
        "nobody",
        "Who may sign in through another provider or a proxy: addresses, or the path of a file with one a line.",
    ),
    server(
        "oidc_issuer",
        "none",
        "The OpenID provider that people sign in with, as it writes its own address.",
    ),
    server("oidc_client_id", "none", "What that provider calls this server."),
    server("oidc_client_secret", "none", "This server's secret at that provider."),
    server(
        "trusted_proxies",
        "none",
        "Addresses of proxies whose X-Forwarded-For and, with forwarded_email, X-Forwarded-Email count.",
    ),
    server("forwarded_email", "false", "Whether trusted proxies say who somebody is, by X-Forwarded-Email."),
    server(
        "test_auth_bypass",
        "false",
        "For development: x-test-user-id stands for a credential. Refused unless NODE_ENV is development.",
    ),
    server("node_env", "none", "`development` allows test_auth_bypass."),
    app(
        "sessions",
        "what the application says",
        "`off`, `on` or `required`: whether clients that open with a handshake keep a session.",
    ),
    app(
        "protocol_versions",
        "all",
        "The revisions of the Model Context Protocol to speak, such as `2025-11-25, 2025-06-18`.",
    ),
    app("read_only", "false", "Hides every operation that changes anything."),
    app("disabled_operations", "none", "Operations to hide, by name."),
    app(
        "instructions_file",
        "the built-in text",
        "A file whose text replaces what a model is told on connecting.",
    ),
    app(
        "credential",
        "the operator of the machine",
        "The key or token of whoever acts over standard input and output; also APP_API_KEY or APP_MCP_CLIENT_TOKEN.",
    ),
    app("issuer", "this server", "The issuer of its access tokens, as it writes its own address."),
    app("issuer_introspection_url", "none", "Where that issuer is asked about tokens that cannot be read."),
    app("issuer_client_id", "none", "What that issuer calls this server when it is asked."),
    app("issuer_client_secret", "none", "This server's secret when that issuer is asked."),
    app(
        "issuer_clients",
        "all",
        "The programs whose tokens of that issuer count, by what it calls them (`azp`, `client_id`).",
    ),
    app("clerk_publishable_key", "none", "A publishable key of Clerk, which names its issuer."),
    app("clerk_secret_key", "none", "Clerk's secret key, with which it is asked about tokens."),
    app("rate_per_minute", "1200", "How often one caller may call in a minute; 0 for no limit."),
    app("rate_burst", "300", "How many of these calls may come at once."),
    app("audit_days", "365", "How many days the audit trail is kept."),
    app("result_bytes", "100000", "The largest result, in bytes of JSON; longer lists end their page early."),
];
