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
    /// By an API key.
    Key,
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
            Self::Local => "local",
            Self::Open => "open",
        }
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
    /// How much the credential may do.
    pub access: Access,
    /// The tenant whose data the credential reaches.
    pub tenant: Option<Arc<str>>,
}

impl Actor {
    /// A caller without a credential.
    #[must_use]
    pub fn anonymous() -> Self {
        Self {
            origin: Origin::Anonymous,
            id: "anonymous".into(),
            name: "anonymous".into(),
            access: Access::Nothing,
            tenant: None,
        }
    }

    /// Whoever reaches an application that asks nobody for a credential.
    #[must_use]
    pub fn open() -> Self {
        Self {
            origin: Origin::Open,
            id: "anyone".into(),
            name: "anyone".into(),
            access: Access::Full,
            tenant: None,
        }
    }

    /// The operator of the machine, at the command line or over standard input.
    #[must_use]
    pub fn local(tenant: Option<Arc<str>>) -> Self {
        Self {
            origin: Origin::Local,
            id: "local".into(),
            name: "local operator".into(),
            access: Access::Full,
            tenant,
        }
    }
}

impl Actor {
    /// Whom something that outlives a call belongs to: the same for every call with the same credential, and for no
    /// other.
    #[must_use]
    pub fn principal(&self) -> String {
        let tenant = self.tenant.as_deref().unwrap_or_default();
        format!("{}:{}:{tenant}", self.origin.name(), self.id)
    }
}
