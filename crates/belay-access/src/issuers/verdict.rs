//! Asking an issuer about a token that only it can read: introspection (RFC 7662), or Clerk's own endpoint.

use belay_core::Error;
use serde_json::{Value, json};

use super::{Claims, unavailable};
use crate::keys::KeyRefusal;
use crate::outbound::{Ask, Outbound, Unreachable};
use crate::secret::Secret;

/// How an issuer is asked.
#[derive(Debug, Clone)]
pub enum Verdict {
    /// As RFC 7662 has it, with a client's name and secret.
    Introspection {
        /// The endpoint.
        url: String,
        /// The client's identifier.
        client: String,
        /// The client's secret.
        secret: Secret,
    },
    /// As Clerk's interface for backends has it, with a secret key.
    Clerk {
        /// The endpoint.
        url: String,
        /// The secret key.
        secret: Secret,
    },
}

impl Verdict {
    /// What the issuer says about a token.
    ///
    /// # Errors
    /// [`KeyRefusal::Token`] for one that it does not know or that no longer holds; [`belay_core::Kind::Unavailable`]
    /// where it cannot be asked.
    pub(super) async fn ask(&self, outbound: &dyn Outbound, token: &str) -> Result<Claims, Error> {
        let ask = match self {
            Self::Introspection { url, client, secret } => {
                let form = [("token", token), ("token_type_hint", "access_token")];
                Ask::post(url.as_str(), &form).with(client, secret)
            }
            Self::Clerk { url, secret } => {
                Ask::post(url.as_str(), &[("access_token", token)]).with("", secret)
            }
        };
        let answer = outbound.send(ask).await.map_err(unavailable)?;
        // Clerk answers 400 or 404 for a token that it does not know; that is a verdict.
        if matches!((self, answer.status), (Self::Clerk { .. }, 400 | 404 | 422)) {
            return Err(KeyRefusal::Token.into());
        }
        if answer.status != 200 {
            return Err(unavailable(Unreachable::new(format!("the issuer answers {}", answer.status))));
        }
        let body = answer.json().map_err(unavailable)?;
        let claims = match self {
            Self::Introspection { .. } => introspected(&body),
            Self::Clerk { .. } => of_clerk(&body),
        };
        claims.ok_or_else(|| KeyRefusal::Token.into())
    }
}

fn introspected(body: &Value) -> Option<Claims> {
    body.get("active").and_then(Value::as_bool).filter(|active| *active)?;
    Claims::of(body)
}

/// Clerk's answer in the words of a token. Its instants are milliseconds.
fn of_clerk(body: &Value) -> Option<Claims> {
    let is = |key: &str| body.get(key).and_then(Value::as_bool).unwrap_or(false);
    if is("revoked") || is("expired") {
        return None;
    }
    let text = |key: &str| body.get(key).and_then(Value::as_str);
    let scopes = body.get("scopes").and_then(Value::as_array);
    let scope = scopes.map(|all| all.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "));
    let expires = body.get("expiration").and_then(Value::as_i64).map(|millis| millis / 1_000);
    Claims::of(&json!({
        "sub": text("subject"), "client_id": text("client_id"), "scope": scope,
        // A token without an end is ended by revoking it; it is asked about each time.
        "exp": expires.unwrap_or(i64::MAX / 4),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_token_that_the_issuer_calls_active_says_anything() {
        assert!(introspected(&json!({ "active": true, "sub": "u" })).is_some());
        for other in [
            json!({ "active": false, "sub": "u" }),
            json!({ "sub": "u" }),
            json!({ "active": "true", "sub": "u" }),
        ] {
            assert!(introspected(&other).is_none());
        }
        let clerk = json!({ "subject": "user_1", "scopes": ["a", "b"], "revoked": false, "expired": false });
        assert_eq!(of_clerk(&clerk).unwrap().scope.as_deref(), Some("a b"));
        assert!(of_clerk(&json!({ "subject": "user_1", "revoked": true })).is_none());
    }
}
