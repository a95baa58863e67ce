//! What a signed token says (RFC 7519, RFC 9068).

use belay_core::Error;
use jiff::Timestamp;
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use serde_json::Value;

use crate::keys::KeyRefusal;

/// The algorithms whose signatures are accepted: those with a public key. A token that is merely authenticated with a
/// shared secret, or not at all, says nothing about who made it.
const ALGORITHMS: &[Algorithm] = &[
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
    Algorithm::ES256,
    Algorithm::ES384,
    Algorithm::EdDSA,
];
/// How far clocks may differ, in seconds.
const SKEW: i64 = 60;

/// What an issuer says about a token.
#[derive(Debug, Clone, Default)]
pub struct Claims {
    /// Its name for the person, or for the program that acts for nobody.
    pub subject: String,
    /// Whom the token is for.
    pub audiences: Vec<String>,
    /// Until when it holds, in seconds since 1970.
    pub expires: Option<i64>,
    /// From when it holds, in seconds since 1970.
    pub not_before: Option<i64>,
    /// The person's address, where the issuer has verified it.
    pub email: Option<String>,
    /// What the person is called.
    pub name: Option<String>,
    /// The scopes as the issuer writes them, where it says.
    pub scope: Option<String>,
    /// The program that holds the token.
    pub client: Option<String>,
    /// What ties the token to one sign-in.
    pub nonce: Option<String>,
}

impl Claims {
    /// What a set of claims says. None without a subject.
    #[must_use]
    pub fn of(claims: &Value) -> Option<Self> {
        let text = |key: &str| claims.get(key).and_then(Value::as_str).map(str::to_owned);
        let number = |key: &str| claims.get(key).and_then(|value| value.as_i64().or_else(|| whole(value)));
        let audiences = match claims.get("aud") {
            Some(Value::String(one)) => vec![one.clone()],
            Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        let verified = match claims.get("email_verified") {
            Some(Value::Bool(verified)) => *verified,
            Some(Value::String(verified)) => verified == "true",
            _ => false,
        };
        Some(Self {
            subject: text("sub").filter(|subject| !subject.is_empty())?,
            audiences,
            expires: number("exp"),
            not_before: number("nbf"),
            email: text("email").filter(|_| verified),
            name: text("name"),
            scope: text("scope"),
            client: text("client_id").or_else(|| text("azp")),
            nonce: text("nonce"),
        })
    }

    /// Whether the token holds at an instant.
    #[must_use]
    pub fn is_current(&self, now: Timestamp) -> bool {
        let now = now.as_second();
        self.expires.is_some_and(|end| now < end.saturating_add(SKEW))
            && self.not_before.is_none_or(|begin| now >= begin.saturating_sub(SKEW))
    }
}

#[expect(clippy::cast_possible_truncation, reason = "an instant with a fraction is cut to its second")]
fn whole(value: &Value) -> Option<i64> {
    value.as_f64().filter(|number| number.abs() < 1e15).map(|number| number as i64)
}

/// What a token says that a key of the issuer signed. Whether it is for us and holds now is left to the caller.
pub(super) fn read(secret: &str, key: &Jwk, issuer: &str) -> Result<Claims, Error> {
    let refused = |_| Error::from(KeyRefusal::Token);
    let header = decode_header(secret).map_err(refused)?;
    if !ALGORITHMS.contains(&header.alg) {
        return Err(KeyRefusal::Token.into());
    }
    let key = DecodingKey::from_jwk(key).map_err(refused)?;
    let mut validation = Validation::new(header.alg);
    validation.set_issuer(&[issuer]);
    validation.set_required_spec_claims(&["exp", "iss", "sub"]);
    validation.validate_aud = false;
    // The times are compared with the clock of the application instead.
    validation.validate_exp = false;
    let token = decode::<Value>(secret, &key, &validation).map_err(refused)?;
    Claims::of(&token.claims).ok_or_else(|| KeyRefusal::Token.into())
}

/// What an identity token says (OpenID Connect Core 1.0, section 3.1.3.7).
pub(crate) fn identity(
    secret: &str,
    key: &Jwk,
    issuer: &str,
    client: &str,
    now: Timestamp,
) -> Result<Claims, Error> {
    let claims = read(secret, key, issuer)?;
    let ours = claims.audiences.iter().any(|one| one == client);
    let foreign_party = claims.audiences.len() > 1 && claims.client.as_deref() != Some(client);
    if !ours || foreign_party || !claims.is_current(now) {
        return Err(KeyRefusal::Token.into());
    }
    Ok(claims)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_address_counts_only_once_it_was_verified() {
        let with = |verified: Value| {
            Claims::of(&json!({ "sub": "1", "email": "a@b.c", "email_verified": verified })).unwrap().email
        };
        assert_eq!(with(json!(true)).as_deref(), Some("a@b.c"));
        for other in [json!(false), json!(null), json!(1), json!("no")] {
            assert_eq!(with(other), None);
        }
        assert!(Claims::of(&json!({ "sub": "" })).is_none());
    }

    #[test]
    fn a_token_holds_between_its_instants_give_or_take_a_minute() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let claims = Claims { expires: Some(1_000), not_before: Some(500), ..Claims::default() };
        for (second, expected) in [(439, false), (440, true), (700, true), (1_059, true), (1_060, false)] {
            assert_eq!(claims.is_current(at(second)), expected, "{second}");
        }
        assert!(!Claims::default().is_current(at(0)), "a token without an end never holds");
    }
}
