//! The authorization endpoint: what a program asks for, and what a person allows.

use std::time::Duration;

use belay_core::{Entity, Entropy, Id};
use belay_store::{Db, StoreError, args};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use url::Url;

use super::client::{self, Client};
use super::grant::Grant;
use super::{OAuthError, Resource, Resources, document, scope, sql};
use crate::outbound::Outbound;
use crate::token;

/// How long a code may be used.
const CODE_LIVES: Duration = Duration::from_secs(60);

/// The parameters of an authorization request (RFC 6749, section 4.1.1; RFC 7636; RFC 8707).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Parameters {
    /// `code`.
    pub response_type: String,
    /// The program.
    pub client_id: String,
    /// Where the browser is to be sent.
    pub redirect_uri: String,
    /// What the program knows its request by.
    pub state: Option<String>,
    /// The scopes, with blanks between.
    pub scope: String,
    /// The application's address.
    pub resource: Option<String>,
    /// The digest of the program's secret for this request.
    pub code_challenge: String,
    /// `S256`.
    pub code_challenge_method: String,
}

/// A request that may be put before a person.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The program.
    pub client: Client,
    /// The application.
    pub resource: Resource,
    /// The scopes, without the application's name.
    pub scopes: Vec<&'static str>,
    /// The request as it came.
    pub parameters: Parameters,
}

/// A request that is not put before a person.
#[derive(Debug)]
pub enum Refused {
    /// Neither the program nor the address is certain: the person is told, and stays.
    Here(OAuthError),
    /// The browser goes back to the program, at this address, with the reason.
    Back(String),
}

/// Reads a request.
///
/// # Errors
/// [`Refused`] where the program, the address or anything else of it is not right.
pub async fn read(
    db: &Db,
    outbound: &dyn Outbound,
    (issuer, resources, own_hosts): (&str, &Resources, &[String]),
    parameters: Parameters,
    now: Timestamp,
) -> Result<Asked, Refused> {
    let client =
        program(db, outbound, (&parameters.client_id, own_hosts), now).await.map_err(Refused::Here)?;
    if !client.redirects_to(&parameters.redirect_uri) {
        let why = "The program did not register the address that it wants the browser sent to";
        return Err(Refused::Here(OAuthError::new("invalid_redirect_uri", why)));
    }
    let back = |code: &str, why: &str| {
        let address = answer(&parameters, issuer, &[("error", code), ("error_description", why)]);
        Err(Refused::Back(address))
    };
    if parameters.response_type != "code" {
        return back("unsupported_response_type", "response_type must be code");
    }
    if parameters.code_challenge_method != "S256" || !is_challenge(&parameters.code_challenge) {
        return back("invalid_request", "code_challenge is required, with code_challenge_method S256");
    }
    let resource = match parameters.resource.as_deref().filter(|asked| !asked.is_empty()) {
        Some(asked) => resources.find(asked),
        None => resources.implied(&parameters.scope),
    };
    let Some(resource) = resource.cloned() else {
        return back("invalid_target", "resource must be the address of an application served here");
    };
    let scopes = scope::requested(&resource, &parameters.scope);
    Ok(Asked { client, resource, scopes, parameters })
}

/// The program that an identifier names: a registered one, or one with a document.
async fn program(
    db: &Db,
    outbound: &dyn Outbound,
    (id, own_hosts): (&str, &[String]),
    now: Timestamp,
) -> Result<Client, OAuthError> {
    if document::is_address(id) {
        return document::client(db, outbound, (id, own_hosts), now).await;
    }
    let unknown =
        || OAuthError::new("invalid_client", "The program is not known here; it has to register again");
    client::find(db, id).await?.filter(|client| client.kind == super::Kind::Registered).ok_or_else(unknown)
}

/// The base64 of a SHA-256 digest, without padding.
fn is_challenge(text: &str) -> bool {
    text.len() == 43 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// The address to which the browser goes back: the program's own, with an answer, its state and the issuer (RFC 9207).
#[must_use]
fn answer(parameters: &Parameters, issuer: &str, fields: &[(&str, &str)]) -> String {
    let Ok(mut url) = Url::parse(&parameters.redirect_uri) else { return String::new() };
    {
        let mut query = url.query_pairs_mut();
        query.extend_pairs(fields);
        if let Some(state) = &parameters.state {
            query.append_pair("state", state);
        }
        query.append_pair("iss", issuer);
    }
    url.into()
}

impl Asked {
    /// The address to which the browser goes back when the person says no.
    #[must_use]
    pub fn denied(&self, issuer: &str) -> String {
        answer(
            &self.parameters,
            issuer,
            &[("error", "access_denied"), ("error_description", "The person said no")],
        )
    }
}

/// Keeps what a person allows and returns the address to which the browser goes back, with a code.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn approve(
    db: &Db,
    asked: &Asked,
    (issuer, person, scopes): (&str, &str, &[&str]),
    now: Timestamp,
    entropy: &dyn Entropy,
) -> Result<String, StoreError> {
    let code = token::mint("belay_code", entropy);
    let (grant, at) = (Id::<Grant>::new(now, entropy), now.as_microsecond());
    let scopes = scopes.join(" ");
    let expires = now.saturating_add(CODE_LIVES).unwrap_or(Timestamp::MAX).as_microsecond();
    let (client, parameters) = (&asked.client, &asked.parameters);
    let mut tx = db.write().await?;
    let kept = args![
        grant.as_str(),
        client.id.as_str(),
        person,
        asked.resource.app,
        asked.resource.url.as_str(),
        parameters.redirect_uri.as_str(),
        scopes.as_str(),
        at
    ];
    tx.exec(sql::INSERT_GRANT, kept).await?;
    let challenge = Some(parameters.code_challenge.as_str());
    let issued = args![token::digest(&code), "code", grant.as_str(), scopes, challenge, at, expires];
    tx.exec(sql::INSERT_ISSUED, issued).await?;
    tx.exec(sql::USE_CLIENT, args![client.id.as_str(), at]).await?;
    tx.commit().await?;
    Ok(answer(parameters, issuer, &[("code", &code)]))
}

impl Entity for Grant {
    const PREFIX: &'static str = "gra";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_goes_to_the_programs_own_address_with_its_state_and_the_issuer() {
        let parameters = Parameters {
            redirect_uri: "https://app.example/cb?keep=1".to_owned(),
            state: Some("a b&c".to_owned()),
            ..Parameters::default()
        };
        assert_eq!(
            answer(&parameters, "https://x.example", &[("code", "1")]),
            "https://app.example/cb?keep=1&code=1&state=a+b%26c&iss=https%3A%2F%2Fx.example"
        );
    }

    #[test]
    fn a_challenge_is_the_base64_of_a_digest() {
        assert!(is_challenge("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"));
        for bad in [
            "",
            "short",
            "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM",
            "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM=",
        ] {
            assert!(!is_challenge(bad), "{bad}");
        }
    }
}
