//! The account for the outside. None of it is offered to models: a token in a conversation is a token that is lost.

use belay_access::keys::{self, NewKey, Owner};
use belay_core::actor::{READ, WRITE};
use belay_core::request::Door;
use belay_core::{Access, Ctx, Error, Operation};
use belay_store::CtxStore;
use http::Method;
use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::error::AccountRefusal;
use crate::profile;
use crate::profile::model::Units;
use crate::text::name;
use crate::wire::At;

pub(crate) fn all() -> Vec<Operation> {
    let off_mcp = |operation: Operation| operation.not_on(Door::Mcp).not_on(Door::Stdio);
    vec![
        off_mcp(Operation::read("whoami", whoami))
            .title("Who am I")
            .about("Whom this credential belongs to.")
            .rest(Method::GET, "/auth/whoami")
            .example(json!({})),
        off_mcp(Operation::read("list_tokens", list_tokens))
            .title("List tokens")
            .about("The personal access tokens that still work.")
            .rest(Method::GET, "/auth/tokens")
            .example(json!({})),
        off_mcp(Operation::write("create_token", create_token))
            .title("Create a token")
            .about("Create a personal access token, which ends by itself; its secret is shown this once. It needs a credential without limits.")
            .rest(Method::POST, "/auth/tokens")
            .example(json!({ "name": "Kitchen tablet", "scopes": ["read"], "days": 90 })),
        off_mcp(Operation::destructive("revoke_token", revoke_token))
            .title("Revoke a token")
            .about("End a personal access token at once; it may be the one that is used for this.")
            .repeatable()
            .rest(Method::DELETE, "/auth/tokens/{id}")
            .example(json!({ "id": "key_1" })),
        off_mcp(Operation::read("get_health", get_health))
            .title("Get the health")
            .about("Whether this application and its database answer.")
            .rest(Method::GET, "/health")
            .example(json!({})),
        off_mcp(Operation::read("get_version", get_version))
            .title("Get the version")
            .about("The version of this application.")
            .rest(Method::GET, "/version")
            .example(json!({})),
    ]
}

fn person(cx: &Ctx) -> Result<String, Error> {
    Ok(cx.actor().person.as_deref().ok_or(AccountRefusal::NoPerson)?.to_owned())
}

/// Who calls.
#[derive(Debug, Serialize, JsonSchema)]
struct Caller {
    /// Their id; null for a credential that is no person's.
    id: Option<String>,
    /// What they are called.
    name: String,
    /// Their address.
    email: Option<String>,
    /// Units of summaries.
    preferred_unit_system: Units,
    /// IANA zone.
    timezone: String,
    /// Whether an administrator let language models log for them here.
    llm_logging_enabled: bool,
    /// Whether a language model is set up on this server.
    llm_available: bool,
}

async fn whoami(cx: Ctx, (): ()) -> Result<Caller, Error> {
    let profile = profile::service::known(&cx).await?;
    Ok(Caller {
        id: cx.actor().person.as_deref().map(str::to_owned),
        name: profile.name,
        email: profile::service::email(&cx).await?,
        preferred_unit_system: profile.preferred_unit_system,
        timezone: profile.timezone,
        llm_logging_enabled: profile.llm_logging_enabled,
        llm_available: false,
    })
}

/// A token, without its secret.
#[derive(Debug, Serialize, JsonSchema)]
struct Token {
    /// Its id.
    id: String,
    /// The name it was given.
    name: String,
    /// How its secret begins.
    prefix: String,
    /// When it was last used.
    last_used_at: Option<At>,
    /// When it was made.
    created_at: At,
    /// What it is limited to; null for whatever its person may do.
    scopes: Option<Vec<String>>,
    /// When it ends by itself; null for never.
    expires_at: Option<At>,
}

/// Tokens.
#[derive(Debug, Serialize, JsonSchema)]
struct Tokens {
    /// The newest first.
    tokens: Vec<Token>,
}

async fn list_tokens(cx: Ctx, (): ()) -> Result<Tokens, Error> {
    let all = keys::of_person(cx.db()?, &person(&cx)?).await?;
    let works = |key: &keys::Key| key.revoked_at.is_none() && key.expires_at.is_none_or(|end| end > cx.now());
    let tokens = all.into_iter().filter(|(app, key)| app == "almanac" && works(key)).map(|(_, key)| Token {
        id: key.id,
        name: key.name,
        prefix: key.prefix,
        last_used_at: key.last_used_at.map(At),
        created_at: At(key.created_at),
        scopes: key.scopes.map(|scopes| scopes.iter().map(ToString::to_string).collect()),
        expires_at: key.expires_at.map(At),
    });
    Ok(Tokens { tokens: tokens.collect() })
}

/// Days that a token lives unless said otherwise.
const LIFE: i64 = 365;

/// Something that a token may do.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Scope {
    /// Look at the journal.
    Read,
    /// Look at the journal and change it.
    Write,
    /// With write, delete the whole account.
    Account,
    /// With write, manage the users of the server, where its person does.
    Admin,
}

impl Scope {
    fn name(self) -> &'static str {
        match self {
            Self::Read => READ,
            Self::Write => WRITE,
            Self::Account => "account",
            Self::Admin => "admin",
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct NewToken {
    /// A name to tell it by.
    #[schemars(length(min = 1, max = 100))]
    name: String,
    /// What it may do; everything that its person may unless said.
    #[schemars(length(min = 1, max = 4))]
    scopes: Option<Vec<Scope>>,
    /// Days until it ends, 365 unless said.
    #[schemars(range(min = 1, max = 3650))]
    days: Option<i64>,
}

/// A new token.
#[derive(Debug, Serialize, JsonSchema)]
struct Created {
    /// Its id.
    id: String,
    /// Its name.
    name: String,
    /// The secret. It is shown this once.
    token: String,
    /// When it ends by itself.
    expires_at: At,
}

async fn create_token(cx: Ctx, new: NewToken) -> Result<Created, Error> {
    let (person, actor) = (person(&cx)?, cx.actor());
    if actor.scopes.is_some() || actor.access != Access::Full {
        return Err(AccountRefusal::Limited.into());
    }
    let name = name("name", new.name)?;
    let scopes: Option<Vec<&str>> = new.scopes.map(|scopes| scopes.into_iter().map(Scope::name).collect());
    let writes = scopes.as_ref().is_none_or(|scopes| scopes.contains(&WRITE));
    let life = SignedDuration::from_hours(24 * new.days.unwrap_or(LIFE));
    let expires_at = cx.now().saturating_add(life).unwrap_or(Timestamp::MAX);
    let key = NewKey {
        app: "almanac",
        prefix: "alm",
        owner: Owner::Person(&person),
        name: &name,
        access: if writes { Access::Full } else { Access::Read },
        scopes: scopes.as_deref(),
        expires_at: Some(expires_at),
    };
    let (id, token) = keys::create(&mut *cx.tx().await?, key, cx.now(), cx.entropy()).await?;
    cx.audit(format!("token:{id}"), None, None);
    Ok(Created { id, name, token, expires_at: At(expires_at) })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Which {
    /// Id of a token.
    id: String,
}

/// It is done.
#[derive(Debug, Serialize, JsonSchema)]
struct Revoked {
    /// Whether there was one to end.
    revoked: bool,
}

async fn revoke_token(cx: Ctx, which: Which) -> Result<Revoked, Error> {
    let person = person(&cx)?;
    let revoked = keys::revoke_own(&mut *cx.tx().await?, &person, &which.id, cx.now()).await?;
    cx.audit(format!("token:{}", which.id), None, None);
    Ok(Revoked { revoked })
}

/// How the application is.
#[derive(Debug, Serialize, JsonSchema)]
struct Health {
    /// Always true.
    ok: bool,
    /// How many migrations this application has.
    migrations_applied: usize,
    /// The version.
    version: &'static str,
}

async fn get_health(cx: Ctx, (): ()) -> Result<Health, Error> {
    // Reading the profile asks the database.
    profile::service::load(&cx, &mut cx.read().await?).await?;
    let migrations_applied = crate::MIGRATIONS.list.len();
    Ok(Health { ok: true, migrations_applied, version: env!("CARGO_PKG_VERSION") })
}

/// The version.
#[derive(Debug, Serialize, JsonSchema)]
struct Version {
    /// The version.
    version: &'static str,
}

async fn get_version(_: Ctx, (): ()) -> Result<Version, Error> {
    Ok(Version { version: env!("CARGO_PKG_VERSION") })
}
