//! Programs whose identifier is the address of a document about them
//! (draft-ietf-oauth-client-id-metadata-document).

use std::time::Duration;

use belay_store::{Db, args};
use jiff::Timestamp;
use serde_json::Value;
use url::Url;

use super::client::{self, Client, Kind};
use super::{OAuthError, redirect, register, sql};
use crate::outbound::{Ask, Outbound, Reach};

/// For how long a document is kept at the least and at the most.
const KEPT: (Duration, Duration) = (Duration::from_secs(300), Duration::from_secs(24 * 3600));
/// The most addresses one may name.
const MOST_ADDRESSES: usize = 50;
/// The longest name that is shown.
pub(super) const LONGEST_NAME: usize = 80;

/// Whether an identifier is an address of a document.
pub(super) fn is_address(id: &str) -> bool {
    id.starts_with("https://") || id.starts_with("http://")
}

/// The program that a document is about; fetched anew where what is kept is old. Hosts that the operator named may lie
/// within its own network.
pub(super) async fn client(
    db: &Db,
    outbound: &dyn Outbound,
    (id, own_hosts): (&str, &[String]),
    now: Timestamp,
) -> Result<Client, OAuthError> {
    let own = check_address(id, own_hosts)?;
    let kept = client::find(db, id).await?.filter(|client| client.kind == Kind::Document);
    if let Some(kept) = kept.filter(|kept| kept.fresh_until.is_some_and(|until| until > now)) {
        return Ok(kept);
    }
    let reach = if own { Reach::Configured } else { Reach::Public };
    let answer = outbound.send(Ask { reach, ..Ask::get(id) }).await;
    let failed = |why: String| {
        tracing::warn!(client = id, why, "the document about a program could not be had");
        OAuthError::new(
            "invalid_client",
            "The document about the program could not be fetched, or is not about it",
        )
    };
    let answer = answer.map_err(|error| failed(error.to_string()))?;
    if !answer.media_type.ends_with("json") {
        return Err(failed(format!("it is {}, not JSON", answer.media_type)));
    }
    let document = answer.json().map_err(|error| failed(error.to_string()))?;
    let (name, redirects) = read(id, &document).map_err(|why| failed(why.to_owned()))?;
    let fresh_until = answer.fresh_until(now, KEPT);
    let redirects = serde_json::to_string(&redirects).unwrap_or_default();
    let args = args![id, name, redirects, now.as_microsecond(), fresh_until.as_microsecond()];
    let mut tx = db.write().await?;
    register::make_room(&mut tx).await?;
    tx.exec(sql::KEEP_DOCUMENT, args).await?;
    tx.commit().await?;
    client::find(db, id).await?.ok_or_else(OAuthError::invalid_client)
}

/// Whether the address may name a program at all, and whether its host is one of the operator's own.
fn check_address(id: &str, own_hosts: &[String]) -> Result<bool, OAuthError> {
    let refused = |why: &str| OAuthError::new("invalid_client", format!("The program's address {why}"));
    let url = Url::parse(id).map_err(|_| refused("cannot be read"))?;
    let authority = match (url.host_str(), url.port()) {
        (Some(host), Some(port)) => format!("{host}:{port}"),
        (Some(host), None) => host.to_owned(),
        (None, _) => return Err(refused("has no host")),
    };
    let own = own_hosts.contains(&authority);
    if url.scheme() != "https" && !own {
        return Err(refused("must begin with https://"));
    }
    let plain = url.fragment().is_none() && url.username().is_empty() && url.password().is_none();
    // What a parser would tidy up, such as dots in the path, was not written the same.
    if !plain || url.as_str() != id || url.path() == "/" || id.len() > 1_000 {
        return Err(refused(
            "must have a path, and neither a fragment, credentials nor dots as a step of the path",
        ));
    }
    Ok(own)
}

/// The name and the addresses of a document, where it is about the program and says nothing unsafe.
fn read(id: &str, document: &Value) -> Result<(String, Vec<String>), &'static str> {
    let text = |key: &str| document.get(key).and_then(Value::as_str);
    if text("client_id") != Some(id) {
        return Err("its client_id is not its address");
    }
    if text("token_endpoint_auth_method").is_some_and(|method| method != "none")
        || document.get("client_secret").is_some()
    {
        return Err("it asks for a shared secret or a method that is not supported");
    }
    let name = text("client_name").filter(|name| !name.trim().is_empty()).ok_or("it has no client_name")?;
    let redirects: Vec<String> = document
        .get("redirect_uris")
        .and_then(Value::as_array)
        .map(|list| list.iter().filter_map(Value::as_str).map(str::to_owned).collect())
        .unwrap_or_default();
    if redirects.is_empty() || redirects.len() > MOST_ADDRESSES {
        return Err("it has no redirect_uris, or too many");
    }
    if !redirects.iter().all(|address| redirect::is_allowed(address)) {
        return Err("one of its redirect_uris is not allowed");
    }
    Ok((shown_name(name), redirects))
}

/// A stranger's name for itself, as it is kept: short, on one line, without what could turn the text around it.
pub(super) fn shown_name(name: &str) -> String {
    let unseen = |c: &char| {
        matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
    };
    let plain = |c: &char| !c.is_control() && !unseen(c);
    let shown: String = name.chars().filter(plain).take(LONGEST_NAME).collect();
    let shown = shown.trim();
    if shown.is_empty() { "A program without a name".to_owned() } else { shown.to_owned() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_a_plain_https_address_names_a_program() {
        let own = ["nas.local:9443".to_owned()];
        for (id, expected) in [
            ("https://app.example/client.json", Some(false)),
            ("https://nas.local:9443/c", Some(true)),
            ("http://nas.local:9443/c", Some(true)),
            ("http://app.example/client.json", None),
            ("https://app.example/", None),
            ("https://app.example", None),
            ("https://app.example/c#x", None),
            ("https://u:p@app.example/c", None),
            ("https://app.example/a/../c", None),
            ("https://APP.example/c", None),
        ] {
            assert_eq!(check_address(id, &own).ok(), expected, "{id}");
        }
    }

    #[test]
    fn a_document_must_be_about_its_own_address_and_ask_for_nothing_unsafe() {
        let id = "https://app.example/c";
        let good =
            json!({ "client_id": id, "client_name": "App", "redirect_uris": ["https://app.example/cb"] });
        assert!(read(id, &good).is_ok());
        let with = |key: &str, value: Value| {
            let mut changed = good.clone();
            changed[key] = value;
            changed
        };
        for bad in [
            with("client_id", json!("https://app.example/other")),
            with("client_name", json!(" ")),
            with("redirect_uris", json!([])),
            with("redirect_uris", json!(["javascript:alert(1)"])),
            with("token_endpoint_auth_method", json!("client_secret_post")),
            with("client_secret", json!("x")),
            json!([]),
        ] {
            assert!(read(id, &bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_strangers_name_cannot_turn_the_page_around() {
        assert_eq!(shown_name(" Cl\u{202e}aude\n "), "Claude");
        assert_eq!(shown_name("\u{200b}\u{feff} "), "A program without a name");
        assert_eq!(shown_name(&"x".repeat(500)).len(), LONGEST_NAME);
    }
}
