//! What an issuer says of itself (OpenID Connect Discovery 1.0, RFC 8414).

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use belay_core::Error;
use serde_json::Value;

use super::unavailable;
use crate::outbound::{Answer, Ask, Outbound, Unreachable};

/// Where an issuer does what.
#[derive(Debug, Clone)]
pub struct Discovered {
    /// Where people sign in.
    pub authorization_endpoint: String,
    /// Where codes become tokens.
    pub token_endpoint: String,
    /// Its keys.
    pub jwks_uri: String,
    /// Where more about a person is told, if anywhere.
    pub userinfo_endpoint: Option<String>,
    /// The whole document.
    pub document: Value,
    /// For how long it may be kept.
    pub answer: Answer,
}

/// Asks an issuer what it says of itself, at the two places where that can be.
///
/// # Errors
/// [`belay_core::Kind::Unavailable`] where it does not answer, or answers for another issuer.
pub async fn discover(outbound: &dyn Outbound, issuer: &str) -> Result<Discovered, Error> {
    let base = issuer.trim_end_matches('/');
    let mut last = Unreachable::new("no address");
    for path in ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"] {
        match outbound.send(Ask::get(format!("{base}{path}"))).await.and_then(|answer| read(issuer, answer)) {
            Ok(found) => return Ok(found),
            Err(error) => last = error,
        }
    }
    Err(unavailable(last))
}

fn read(issuer: &str, answer: Answer) -> Result<Discovered, Unreachable> {
    let document = answer.json()?;
    let text = |key: &str| document.get(key).and_then(Value::as_str).map(str::to_owned);
    // A document of another issuer would let its keys speak for this one (OpenID Connect Discovery, section 4.3).
    if text("issuer").as_deref() != Some(issuer) {
        return Err(Unreachable::new(
            "the document is another issuer's; mind the slash at the end of the address",
        ));
    }
    let required = |key: &str| text(key).ok_or_else(|| Unreachable::new(format!("the document lacks {key}")));
    Ok(Discovered {
        authorization_endpoint: required("authorization_endpoint")?,
        token_endpoint: required("token_endpoint")?,
        jwks_uri: required("jwks_uri")?,
        userinfo_endpoint: text("userinfo_endpoint"),
        document,
        answer,
    })
}

/// The issuer that one of Clerk's publishable keys names: after its prefix stand the host and a dollar sign in base64.
#[must_use]
pub fn from_publishable_key(key: &str) -> Option<String> {
    let coded = key.strip_prefix("pk_test_").or_else(|| key.strip_prefix("pk_live_"))?;
    let bytes = STANDARD.decode(coded).or_else(|_| STANDARD_NO_PAD.decode(coded)).ok()?;
    let host = String::from_utf8(bytes).ok()?.strip_suffix('$')?.to_owned();
    let sound = !host.is_empty() && host.bytes().all(|b| b.is_ascii_alphanumeric() || b"-.:".contains(&b));
    sound.then(|| format!("https://{host}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_publishable_key_names_its_issuer() {
        let key = |host: &str| format!("pk_test_{}", STANDARD.encode(format!("{host}$")));
        assert_eq!(from_publishable_key(&key("a.clerk.dev")).as_deref(), Some("https://a.clerk.dev"));
        assert_eq!(
            from_publishable_key(key("a.clerk.dev").trim_end_matches('=')).as_deref(),
            Some("https://a.clerk.dev")
        );
        for bad in [
            "",
            "pk_test_",
            "sk_test_YSQ=",
            "pk_test_!!",
            &key("a/b"),
            &format!("pk_live_{}", STANDARD.encode("a")),
        ] {
            assert_eq!(from_publishable_key(bad), None, "{bad}");
        }
    }
}
