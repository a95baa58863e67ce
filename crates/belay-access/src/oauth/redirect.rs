//! Where a browser may be sent with a code.

use url::Url;

/// Schemes under which a browser would run or show what it is sent, instead of handing it to a program.
const REFUSED: &[&str] = &[
    "javascript",
    "data",
    "vbscript",
    "file",
    "blob",
    "about",
    "view-source",
    "filesystem",
    "ws",
    "wss",
    "ftp",
    "mailto",
    "tel",
    "chrome",
    "intent",
];

/// Whether an address may be registered: TLS, the machine itself, or a scheme of a program's own.
#[must_use]
pub(crate) fn is_allowed(text: &str) -> bool {
    let Ok(url) = Url::parse(text) else { return false };
    let sound = text.len() <= 2_000
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none()
        && !text.contains(['*', '\\'])
        && !text.chars().any(|c| c.is_whitespace() || c.is_control());
    sound
        && match url.scheme() {
            "https" => url.host_str().is_some(),
            "http" => is_loopback(&url),
            scheme => !REFUSED.contains(&scheme),
        }
}

/// Whether an address is that of a program on the person's own machine.
#[must_use]
pub fn is_local(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| url.scheme() == "http" && is_loopback(&url))
}

fn is_loopback(url: &Url) -> bool {
    matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"))
}

/// Whether a browser may be sent to an address, given the registered ones: the same text, but for the port on the
/// machine itself, which programs choose anew each time (RFC 8252, section 7.3).
#[must_use]
pub(crate) fn is_registered(registered: &[String], asked: &str) -> bool {
    registered.iter().any(|known| known == asked || differs_in_port_alone(known, asked))
}

fn differs_in_port_alone(known: &str, asked: &str) -> bool {
    let (Ok(known), Ok(mut url)) = (Url::parse(known), Url::parse(asked)) else { return false };
    // What a parser would tidy up was not written the same.
    if url.as_str() != asked || !is_allowed(asked) || url.scheme() != "http" || !is_loopback(&url) {
        return false;
    }
    url.set_port(known.port()).is_ok() && url == known
}

/// The host for a person to read, or the scheme of a program's own.
#[must_use]
pub fn host(text: &str) -> String {
    match Url::parse(text) {
        Ok(url) => match url.host_str() {
            Some(host) if ["https", "http"].contains(&url.scheme()) => host.to_owned(),
            _ => format!("{}:", url.scheme()),
        },
        Err(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_that_end_at_a_program_may_be_registered() {
        for good in [
            "https://claude.ai/api/mcp/auth_callback",
            "http://localhost:3000/callback",
            "http://127.0.0.1/callback",
            "http://[::1]:8000/cb?x=1",
            "cursor://anysphere.cursor-retrieval/oauth/cb",
            "com.example.app:/cb",
        ] {
            assert!(is_allowed(good), "{good}");
        }
        for bad in [
            "http://example.org/cb",
            "https://user:secret@example.org/cb",
            "https://example.org/cb#x",
            "https://*.example.org/cb",
            "javascript:alert(1)",
            "data:text/html,x",
            "/cb",
            "",
            "http://localhost.example.org/cb",
            "https://example.org/a b",
        ] {
            assert!(!is_allowed(bad), "{bad}");
        }
    }

    #[test]
    fn the_port_on_the_machine_itself_is_free_and_nothing_else_is() {
        let registered = ["http://127.0.0.1:3000/cb".to_owned(), "https://example.org/cb".to_owned()];
        for good in [
            "http://127.0.0.1:3000/cb",
            "http://127.0.0.1:9/cb",
            "http://127.0.0.1/cb",
            "https://example.org/cb",
        ] {
            assert!(is_registered(&registered, good), "{good}");
        }
        for bad in [
            "http://localhost:3000/cb",
            "http://127.0.0.1:3000/cb/",
            "http://127.0.0.1:3000/cb?x",
            "http://127.0.0.1:3000/other/../cb",
            "https://example.org:8443/cb",
            "https://EXAMPLE.org/cb",
            "https://example.org/cb/x",
            "http://127.0.0.1:3000@evil.example/cb",
            "https://127.0.0.1:3000/cb",
        ] {
            assert!(!is_registered(&registered, bad), "{bad}");
        }
    }
}
