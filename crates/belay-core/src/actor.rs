//! Who is calling.

use std::sync::Arc;

/// How much a credential may do. Ordered: a higher value may do all that a lower one may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Access {
    /// Nothing at all: the caller showed no credential.
    Nothing,
    /// Operations that only read.
    Read,
    /// Every operation.
    Full,
}

impl Access {
    /// The name used in the database, in answers and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Read => "read_only",
            Self::Full => "full_access",
        }
    }

    /// The reverse of [`name`](Self::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Nothing, Self::Read, Self::Full].into_iter().find(|access| access.name() == name)
    }
}

/// How the caller became known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// Not at all.
    Anonymous,
    /// By an API key, which belongs to a tenant and to no person.
    Key,
    /// By a personal access token.
    Token,
    /// By a token that a client got from this server's own authorization server.
    Grant,
    /// By a token of another issuer that the operator trusts.
    Issuer,
    /// By the session of a signed-in browser.
    Session,
    /// By the word of a proxy that the operator trusts.
    Proxy,
    /// By name alone, where the operator switched credentials off for development.
    Bypass,
    /// By running a command on the machine that holds the database.
    Local,
    /// By reaching an application that asks nobody for a credential.
    Open,
}

impl Origin {
    /// The name used in the audit trail.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Anonymous => "anonymous",
            Self::Key => "key",
            Self::Token => "token",
            Self::Grant => "grant",
            Self::Issuer => "issuer",
            Self::Session => "session",
            Self::Proxy => "proxy",
            Self::Bypass => "bypass",
            Self::Local => "local",
            Self::Open => "open",
        }
    }

    /// Whether a client holding such a credential can ask its person for more, and knows how.
    #[must_use]
    pub fn can_step_up(self) -> bool {
        matches!(self, Self::Grant | Self::Issuer)
    }
}

/// A part of an application's authority that a credential may be limited to, without the application's name:
/// `read`, `write`, or one of its own.
pub type Scope = Arc<str>;

/// The scope of operations that only read.
pub const READ: &str = "read";
/// The scope of operations that change something. It holds [`READ`].
pub const WRITE: &str = "write";

/// What a person is in a tenant, and with it what they may do there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Role {
    /// Its name: one lower-case word.
    pub name: &'static str,
    /// How much it may do.
    pub access: Access,
    /// What it may do besides, by the application's own names.
    pub permissions: &'static [&'static str],
    /// Whether it may serve through credentials and assistants at all. Members of a studio have none of its staff's
    /// tools, for instance.
    pub acts: bool,
}

impl Role {
    /// A role without permissions of the application's own.
    #[must_use]
    pub const fn new(name: &'static str, access: Access) -> Self {
        Self { name, access, permissions: &[], acts: true }
    }

    /// The same role with permissions.
    #[must_use]
    pub const fn with(mut self, permissions: &'static [&'static str]) -> Self {
        self.permissions = permissions;
        self
    }

    /// The same role, without any way in.
    #[must_use]
    pub const fn outside(mut self) -> Self {
        self.acts = false;
        self
    }
}

/// The caller of an operation, as the one authenticator established it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// How the caller became known.
    pub origin: Origin,
    /// The credential's identifier, `local` or `anonymous`. Never the secret itself.
    pub id: Arc<str>,
    /// A name a person gave the credential.
    pub name: Arc<str>,
    /// How much the caller may do: what the credential was made for, and no more than the person's role.
    pub access: Access,
    /// The tenant whose data the credential reaches.
    pub tenant: Option<Arc<str>>,
    /// The person who stands behind the credential.
    pub person: Option<Arc<str>>,
    /// The person's role in the tenant. None for a caller who is no person: a key, the operator.
    pub role: Option<Role>,
    /// Whether the caller manages the whole server: the operator of the machine, or a person who was made an
    /// administrator.
    pub admin: bool,
    /// What the credential is limited to. None is no limit.
    pub scopes: Option<Arc<[Scope]>>,
}

impl Actor {
    /// A caller without a person, a role or a limit.
    #[must_use]
    pub fn new(origin: Origin, id: impl Into<Arc<str>>, name: impl Into<Arc<str>>, access: Access) -> Self {
        let (id, name) = (id.into(), name.into());
        Self { origin, id, name, access, tenant: None, person: None, role: None, admin: false, scopes: None }
    }

    /// A caller without a credential.
    #[must_use]
    pub fn anonymous() -> Self {
        Self::new(Origin::Anonymous, "anonymous", "anonymous", Access::Nothing)
    }

    /// Whoever reaches an application that asks nobody for a credential.
    #[must_use]
    pub fn open() -> Self {
        Self::new(Origin::Open, "anyone", "anyone", Access::Full)
    }

    /// The operator of the machine, at the command line or over standard input.
    #[must_use]
    pub fn local(tenant: Option<Arc<str>>) -> Self {
        Self { tenant, admin: true, ..Self::new(Origin::Local, "local", "local operator", Access::Full) }
    }

    /// Whom something that outlives a call belongs to: the person in a tenant, whichever credential they use; else the
    /// credential.
    #[must_use]
    pub fn principal(&self) -> String {
        let tenant = self.tenant.as_deref().unwrap_or_default();
        match &self.person {
            Some(person) => format!("person:{person}:{tenant}"),
            None => format!("{}:{}:{tenant}", self.origin.name(), self.id),
        }
    }

    /// Whether the credential reaches a scope. A wider scope holds the narrower one.
    #[must_use]
    pub fn holds(&self, scope: &str) -> bool {
        let Some(scopes) = &self.scopes else { return true };
        scopes.iter().any(|held| **held == *scope || scope == READ && **held == *WRITE)
    }

    /// Whether it manages the whole server. A credential that only reads manages nothing, though the person behind it does:
    /// users are no part of anybody's data.
    #[must_use]
    pub fn manages(&self) -> bool {
        self.admin && self.access == Access::Full
    }
}
