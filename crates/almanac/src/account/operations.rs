//! The account for the outside. None of it is offered to models: a token in a conversation is a token that is lost.

use belay_access::keys::{self, NewKey, Owner};
use belay_core::request::Door;
use belay_core::{Access, Ctx, Error, Operation};
use belay_store::CtxStore;
use http::Method;
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
            .about("Create a personal access token; its secret is shown this once. It needs a credential without limits.")
            .rest(Method::POST, "/auth/tokens")
            .example(json!({ "name": "Kitchen tablet" })),
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
    });
    Ok(Tokens { tokens: tokens.collect() })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct NewToken {
    /// A name to tell it by.
    #[schemars(length(min = 1, max = 100))]
    name: String,
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
}

async fn create_token(cx: Ctx, new: NewToken) -> Result<Created, Error> {
    let (person, actor) = (person(&cx)?, cx.actor());
    if actor.scopes.is_some() || actor.access != Access::Full {
        return Err(AccountRefusal::Limited.into());
    }
    let name = name("name", new.name)?;
    let key = NewKey {
        app: "almanac",
        prefix: "alm",
        owner: Owner::Person(&person),
        name: &name,
        access: Access::Full,
        scopes: None,
        expires_at: None,
    };
    let (id, token) = keys::create(&mut *cx.tx().await?, key, cx.now(), cx.entropy()).await?;
    cx.audit(format!("token:{id}"), None, None);
    Ok(Created { id, name, token })
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
