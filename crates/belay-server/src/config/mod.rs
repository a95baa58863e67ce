//! Settings: a file, overlaid by the environment, overlaid by flags. Every error names the key and its source.

mod access;
mod keys;
mod layers;
mod places;

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::time::Duration;

use belay_access::policy::Rules;
use belay_access::secret::Secret;
use belay_core::app::{REVISIONS, Sessions, Setup};
use belay_core::operation::Rate;
use jiff::SignedDuration;

pub use access::{AccessConfig, IssuerConfig, Oidc};
pub use keys::{KEYS, Key, Scope};
pub use layers::{Layers, Source};
pub(crate) use places::config_file;
pub use places::{data_folder, default_database};

use crate::backups::Backups;
use crate::gates::RATE;

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For machines, one JSON object a line.
    Json,
}

/// The settings of a server.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The address that clients use, without a slash at the end.
    pub public_url: String,
    /// Whether that address was given, rather than taken from where the server listens.
    pub has_public_url: bool,
    /// The database, as `sqlite:PATH` or `postgres://…`.
    pub database: String,
    /// The file with the keys of the secrets in the database, where it is named.
    pub secret_keys_file: Option<PathBuf>,
    /// These keys themselves, where they are given as text.
    pub secret_keys: Option<Secret>,
    /// Where copies of the database go, if the server makes any.
    pub backups: Option<Backups>,
    /// Further host names to answer for.
    pub allowed_hosts: Vec<String>,
    /// Further origins whose pages may send requests.
    pub allowed_origins: Vec<String>,
    /// How people and programs are let in.
    pub access: AccessConfig,
    /// How long requests are still accepted after the server was told to stop.
    pub drain: Duration,
    /// What is logged, as a level or a filter.
    pub log: String,
    /// How log lines are written.
    pub log_format: LogFormat,
    /// The settings of each application that has any.
    pub apps: BTreeMap<String, AppConfig>,
}

/// The settings of one application.
#[derive(Debug, Clone, Default)]
pub struct AppConfig {
    /// What the operator switched off.
    pub rules: Rules,
    /// A file whose text replaces the built-in instructions.
    pub instructions_file: Option<PathBuf>,
    /// The largest result in bytes, where it differs from the default.
    pub result_bytes: Option<usize>,
    /// How often one caller may call, where it differs from the default.
    pub rate: Option<Rate>,
    /// How many days the audit trail is kept, where it differs from the default.
    pub audit_days: Option<u32>,
    /// Whether clients keep a session, where that differs from what the application says.
    pub sessions: Option<Sessions>,
    /// The revisions of the protocol, where not all are spoken.
    pub revisions: Option<Vec<&'static str>>,
    /// The key or token of whoever acts over standard input and output.
    pub credential: Option<Secret>,
    /// Another issuer of its tokens.
    pub issuer: IssuerConfig,
    /// The application's own settings.
    pub setup: Setup,
}

/// Settings that make no sense; all of them at once.
#[derive(Debug, thiserror::Error)]
#[error("{}", problems.join("\n"))]
pub struct ConfigErrors {
    /// A sentence each.
    pub problems: Vec<String>,
}

impl Config {
    /// The settings that the layers add up to. `apps` are the names of the applications there are.
    ///
    /// # Errors
    /// [`ConfigErrors`] with every value that makes no sense and every key that is not known.
    pub fn new(layers: &Layers, apps: &[&str]) -> Result<Self, ConfigErrors> {
        let mut read = layers.reader(apps);
        let listen = read.parsed("listen", "an address and port, such as 127.0.0.1:8080");
        let listen = listen.unwrap_or(SocketAddr::from(([127, 0, 0, 1], 8080)));
        let public_url = read.text("public_url").map(|url| url.trim_end_matches('/').to_owned());
        if public_url.as_ref().is_some_and(|url| !url.starts_with("http://") && !url.starts_with("https://"))
        {
            read.problem("public_url", "expected an address that begins with https:// or http://");
        }
        let database = read.text("database").unwrap_or_else(default_database);
        if !["sqlite:", "postgres://", "postgresql://"].iter().any(|scheme| database.starts_with(scheme)) {
            read.problem("database", "expected sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME");
        }
        let log_format = match read.text("log_format").as_deref() {
            None | Some("text") => LogFormat::Text,
            Some("json") => LogFormat::Json,
            Some(_) => {
                read.problem("log_format", "expected text or json");
                LogFormat::Text
            }
        };
        let log = read.text("log").unwrap_or_else(|| "info".to_owned());
        if !is_filter(&log) {
            read.problem(
                "log",
                "expected error, warn, info, debug or a filter such as info,belay_server=debug",
            );
        }
        let backups = backups(&mut read, &database);
        let config = Self {
            listen,
            has_public_url: public_url.is_some(),
            public_url: public_url.unwrap_or_else(|| format!("http://{listen}")),
            database,
            secret_keys_file: read.text("secret_keys_file").map(PathBuf::from),
            secret_keys: read.text("secret_keys").map(Secret::new),
            backups,
            allowed_hosts: read.list("allowed_hosts"),
            allowed_origins: read.list("allowed_origins"),
            access: access::access(&mut read),
            drain: Duration::from_secs(read.parsed("drain", "a number of seconds").unwrap_or(0)),
            log,
            log_format,
            apps: apps.iter().map(|app| ((*app).to_owned(), app_config(&mut read, app))).collect(),
        };
        read.finish().map(|()| config)
    }

    /// The settings of an application.
    #[must_use]
    pub fn app(&self, name: &str) -> AppConfig {
        self.apps.get(name).cloned().unwrap_or_default()
    }
}

/// Whether a text is a log filter. A lone word that is no level would be taken for the name of a target, and
/// silence everything else.
fn is_filter(text: &str) -> bool {
    let levels = ["off", "error", "warn", "info", "debug", "trace"];
    let sound = |part: &str| part.contains('=') || levels.contains(&part.trim().to_lowercase().as_str());
    text.split(',').all(sound) && tracing_subscriber::filter::EnvFilter::try_new(text).is_ok()
}

fn backups(read: &mut layers::Reader<'_>, database: &str) -> Option<Backups> {
    let hours = read.parsed("backup_every_hours", "a number of hours from 1 on");
    let keep = read.parsed("backup_keep", "a number of copies from 1 on");
    let folder = read.text("backup_folder");
    if folder.is_some() && !database.starts_with("sqlite:") {
        read.problem("backup_folder", "is for SQLite; a PostgreSQL database is copied with pg_dump");
    }
    let folder = PathBuf::from(folder?);
    Some(Backups {
        folder,
        every: SignedDuration::from_hours(hours.map_or(24, |hours: NonZeroU16| hours.get().into())),
        keep: keep.map_or(14, |keep: NonZeroU16| keep.get().into()),
    })
}

fn sessions(read: &mut layers::Reader<'_>, key: &str) -> Option<Sessions> {
    Some(match read.text(key)?.as_str() {
        "off" => Sessions::Off,
        "on" => Sessions::On,
        "required" => Sessions::Required,
        _ => {
            read.problem(key, "expected off, on or required");
            return None;
        }
    })
}

fn revisions(read: &mut layers::Reader<'_>, key: &str) -> Option<Vec<&'static str>> {
    let named = read.list(key);
    if named.is_empty() {
        return None;
    }
    let known: Vec<&'static str> =
        REVISIONS.iter().copied().filter(|one| named.iter().any(|name| name == one)).collect();
    if known.len() != named.len() {
        read.problem(key, &format!("expected some of {}", REVISIONS.join(", ")));
    }
    Some(known)
}

fn rate(read: &mut layers::Reader<'_>, [per_minute, burst]: [&str; 2]) -> Option<Rate> {
    let per_minute = read.parsed(per_minute, "how often a minute, or 0 for no limit");
    let burst = read.parsed(burst, "how often at once");
    (per_minute.is_some() || burst.is_some()).then(|| Rate {
        per_minute: per_minute.unwrap_or(RATE.per_minute),
        burst: burst.unwrap_or(RATE.burst),
    })
}

fn app_config(read: &mut layers::Reader<'_>, app: &str) -> AppConfig {
    let key = |name: &str| format!("{app}.{name}");
    AppConfig {
        sessions: sessions(read, &key("sessions")),
        revisions: revisions(read, &key("protocol_versions")),
        rules: Rules {
            read_only: read.parsed(&key("read_only"), "true or false").unwrap_or(false),
            disabled: read.list(&key("disabled_operations")).into_iter().collect::<BTreeSet<_>>(),
        },
        instructions_file: read.text(&key("instructions_file")).map(PathBuf::from),
        result_bytes: read.parsed(&key("result_bytes"), "a number of bytes"),
        credential: read.text(&key("credential")).map(Secret::new),
        issuer: access::issuer(read, app),
        rate: rate(read, [&key("rate_per_minute"), &key("rate_burst")]),
        audit_days: read.parsed(&key("audit_days"), "a number of days"),
        setup: Setup { settings: read.rest(app) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layers(file: &str, env: &[(&str, &str)], flags: &[(&str, &str)]) -> Layers {
        let owned = |pairs: &[(&str, &str)]| {
            pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect::<Vec<_>>()
        };
        let mut layers = Layers::default();
        layers.file(&PathBuf::from("belay.toml"), file).unwrap();
        layers.environment(owned(env), &["breadbox"]);
        for (key, value) in flags {
            layers.flag(key, value);
        }
        layers
    }

    #[test]
    fn flags_win_over_the_environment_and_that_over_the_file() {
        let file = "listen = \"127.0.0.1:1\"\nlog = \"warn\"\n[breadbox]\nread_only = true\n";
        let env = [
            ("BELAY_LISTEN", "127.0.0.1:2"),
            ("BELAY_BREADBOX_DISABLED_OPERATIONS", "a, b"),
            ("PATH", "/bin"),
        ];
        let config = Config::new(&layers(file, &env, &[("listen", "127.0.0.1:3")]), &["breadbox"]).unwrap();
        assert_eq!(config.listen.port(), 3);
        assert_eq!(config.public_url, "http://127.0.0.1:3");
        assert_eq!(config.log, "warn");
        let app = config.app("breadbox");
        assert!(app.rules.read_only);
        assert_eq!(app.rules.disabled.into_iter().collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn names_that_others_gave_to_settings_are_known() {
        let mut layers = Layers::default();
        let variables = [
            ("API_BASE_URL", "https://studio.example.org/"),
            ("CLERK_PUBLISHABLE_KEY", "pk_test_YS5jbGVyay5kZXYk"),
            ("BREADBOX_API_KEY", "bb_secret"),
            ("TEST_AUTH_BYPASS", "true"),
            ("NODE_ENV", "development"),
            ("TAIKAN_HOME", "/opt"),
        ];
        let owned = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
        layers.environment(owned, &["breadbox", "taikan"]);
        let config = Config::new(&layers, &["breadbox", "taikan"]).unwrap();
        assert_eq!(config.public_url, "https://studio.example.org");
        assert!(config.access.test_auth_bypass);
        assert!(config.app("breadbox").credential.is_some_and(|secret| secret.is("bb_secret")));
        assert!(config.app("taikan").issuer.clerk_publishable_key.is_some());
    }

    #[test]
    fn every_setting_is_read_from_the_environment() {
        for key in KEYS {
            let section = if key.scope == Scope::App { "BREADBOX_" } else { "" };
            let variable = format!("BELAY_{section}{}", key.name.to_uppercase());
            let mut layers = Layers::default();
            layers.environment([(variable.clone(), "value".to_owned())], &["breadbox"]);
            let full =
                if key.scope == Scope::App { format!("breadbox.{}", key.name) } else { key.name.to_owned() };
            let read = layers.reader(&["breadbox"]).text(&full);
            assert_eq!(read.as_deref(), Some("value"), "{variable}");
        }
    }

    #[test]
    fn what_would_let_anybody_in_or_nobody_is_a_mistake() {
        for (settings, said) in [
            (&[("BELAY_FORWARDED_EMAIL", "true")][..], "needs `trusted_proxies`"),
            (&[("BELAY_OIDC_ISSUER", "https://x"), ("BELAY_OIDC_CLIENT_ID", "b")], "needs `allowed_emails`"),
            (&[("TEST_AUTH_BYPASS", "true")], "NODE_ENV=development"),
            (&[("BELAY_TEST_AUTH_BYPASS", "true")], "NODE_ENV=development"),
            (&[("TEST_AUTH_BYPASS", "true"), ("NODE_ENV", "production")], "NODE_ENV=development"),
            (&[("BELAY_BACKUP_FOLDER", "/b"), ("BELAY_DATABASE", "postgres://x/y")], "pg_dump"),
            (&[("BELAY_BACKUP_FOLDER", "/b"), ("BELAY_BACKUP_KEEP", "0")], "from 1 on"),
            (&[("BELAY_TRUSTED_PROXIES", "everybody")], "expected addresses"),
            (&[("BELAY_BREADBOX_ISSUER_INTROSPECTION_URL", "https://x")], "needs `issuer_client_id`"),
        ] {
            let error = Config::new(&layers("", settings, &[]), &["breadbox"]).unwrap_err().to_string();
            assert!(error.contains(said), "{said} in {error}");
        }
    }

    #[test]
    fn every_mistake_is_told_at_once_with_its_key_and_source() {
        let file = "listne = \"x\"\n[breadbox]\nread_only = \"maybe\"\n";
        let env = [
            ("BELAY_LISTEN", "nowhere"),
            ("BELAY_DATABASE", "mysql://x"),
            ("BELAY_SPEED", "1"),
            ("BELAY_LOG", "inof"),
        ];
        let error = Config::new(&layers(file, &env, &[]), &["breadbox"]).unwrap_err().to_string();
        for part in [
            "listen (from BELAY_LISTEN): expected an address and port",
            "database (from BELAY_DATABASE): expected sqlite:PATH",
            "breadbox.read_only (from belay.toml): expected true or false",
            "listne (from belay.toml): is no setting; did you mean `listen`?",
            "speed (from BELAY_SPEED): is no setting",
            "log (from BELAY_LOG): expected error, warn, info",
        ] {
            assert!(error.contains(part), "{part} in\n{error}");
        }
        assert!(!error.contains("mysql"), "a value may be a secret");
    }
}
