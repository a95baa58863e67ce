//! Who sends a request.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, OnceLock};

use axum::extract::ConnectInfo;
use belay_access::identity::{self, Asking, Shown};
use belay_access::keys::KeyRefusal;
use belay_access::sessions;
use belay_core::app::Tenancy;
use belay_core::{Actor, Error, Kind};
use http::header::{AUTHORIZATION, CONTENT_LENGTH, COOKIE, USER_AGENT};
use http::request::Parts;
use http::{Extensions, HeaderMap, HeaderName, Method, Request, Uri};

use super::{API_KEY, Gate, RequestId, request_id, short_name};
use crate::served::Served;

static FORWARDED_EMAIL: HeaderName = HeaderName::from_static("x-forwarded-email");
static FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
static FORM_TOKEN: HeaderName = HeaderName::from_static("x-form-token");
static BYPASS: HeaderName = HeaderName::from_static("x-test-user-id");

/// The names of the cookie of a signed-in browser: over TLS it is bound to this host, without TLS it cannot be.
pub(crate) const COOKIES: [&str; 2] = ["__Host-belay", "belay"];

/// Who sent a request, and the identifier under which the log knows it.
#[derive(Debug, Clone)]
pub(crate) struct Caller {
    pub(crate) actor: Actor,
    pub(crate) request_id: Arc<str>,
    pub(crate) request_bytes: i64,
    /// The client program, by its `User-Agent`.
    pub(crate) client: Option<Arc<str>>,
    /// Where it came from, where that is known.
    pub(crate) address: Option<IpAddr>,
    /// The request's headers without credentials, where the door hands them on.
    pub(crate) headers: Arc<HeaderMap>,
}

/// Which kind of route a request takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// The protocol's endpoint. Cookies do not count there: a page of somebody else's could send them along.
    Protocol,
    /// A route of an application. A cookie counts for reading, and for changing with the token of our own page.
    Route,
}

/// What of a request says who sends it.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) method: &'a Method,
    pub(crate) uri: &'a Uri,
    pub(crate) headers: &'a HeaderMap,
    pub(crate) extensions: &'a Extensions,
}

impl<'a, B> From<&'a Request<B>> for Asked<'a> {
    fn from(request: &'a Request<B>) -> Self {
        Self {
            method: request.method(),
            uri: request.uri(),
            headers: request.headers(),
            extensions: request.extensions(),
        }
    }
}

impl<'a> From<&'a Parts> for Asked<'a> {
    fn from(parts: &'a Parts) -> Self {
        Self {
            method: &parts.method,
            uri: &parts.uri,
            headers: &parts.headers,
            extensions: &parts.extensions,
        }
    }
}

impl<'a> Asked<'a> {
    fn header(self, name: &HeaderName) -> Option<&'a str> {
        self.headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim)
    }

    /// The address at the other end of the connection.
    pub(crate) fn peer(self) -> Option<IpAddr> {
        self.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip())
    }

    /// A parameter of the address.
    fn parameter(self, name: &str) -> Option<String> {
        let query = self.uri.query()?;
        url::form_urlencoded::parse(query.as_bytes())
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.into_owned())
    }
}

impl Gate {
    /// Who sends a request, by its credential.
    ///
    /// # Errors
    /// [`belay_core::Kind::Unauthenticated`] when there is none or it is not accepted, and what else
    /// [`identity::Identity::authenticate`] says; a fault when the store cannot be asked.
    pub(crate) async fn caller(&self, served: &Served, way: Way, asked: Asked<'_>) -> Result<Caller, Error> {
        let request_id = asked.extensions.get::<RequestId>().map_or_else(request_id, |id| Arc::clone(&id.0));
        let address = self.address(asked);
        let caller = |actor| Caller {
            actor,
            address,
            request_id,
            request_bytes: length(asked.headers),
            client: asked.header(&USER_AGENT).map(short_name),
            headers: Arc::default(),
        };
        let Some(db) = &served.db else {
            served.gates.admit(&anyone(), address, 1)?;
            return Ok(caller(anyone()));
        };
        let refused = |error: Error| {
            let theirs = error.kind() == Kind::Unauthenticated;
            if theirs { served.gates.refuse(address, error) } else { error }
        };
        if ["access_token", "api_key", "apikey"].iter().any(|name| asked.parameter(name).is_some()) {
            return Err(refused(KeyRefusal::InAddress.into()));
        }
        let tenant = match served.app.tenancy {
            Tenancy::Organizations { parameter } => asked.parameter(parameter),
            _ => None,
        };
        let now = served.shared.clock.now();
        let entropy = &*served.shared.entropy;
        let asking = Asking { db, app: &served.app, tenant: tenant.as_deref(), now, entropy };
        let verified =
            self.entrance.identity.authenticate(asking, self.shown(way, asked)).await.map_err(refused)?;
        served.gates.admit(&verified.actor, address, 1)?;
        if verified.stale {
            let (db, actor) = (db.clone(), verified.actor.clone());
            tokio::spawn(async move {
                if let Err(error) = identity::touch(&db, &actor, now).await {
                    let cause = belay_core::error::chain(&error);
                    tracing::warn!(cause, "a credential's last use was not noted");
                }
            });
        }
        Ok(caller(verified.actor))
    }

    /// The credential of a request. One that is sent counts even where something else would do without: a wrong one
    /// must not pass because a proxy stands behind it.
    fn shown<'a>(&self, way: Way, asked: Asked<'a>) -> Shown<'a> {
        if let Some(secret) = secret(asked.headers) {
            return Shown::Secret(secret);
        }
        if let Some(name) = asked.header(&BYPASS).filter(|_| self.entrance.bypass) {
            return Shown::Bypass(name);
        }
        let trusted = asked.peer().is_some_and(|peer| self.entrance.trusts(peer));
        if let Some(email) = asked.header(&FORWARDED_EMAIL).filter(|_| self.entrance.vouching && trusted) {
            return Shown::Vouched(email);
        }
        match cookie(asked.headers).filter(|_| way == Way::Route) {
            Some(cookie) if asked.method.is_safe() => Shown::Session(cookie),
            Some(cookie) if asked.header(&FORM_TOKEN) == Some(&sessions::form_token(cookie)) => {
                Shown::Session(cookie)
            }
            _ => Shown::Nothing,
        }
    }

    /// Where a request comes from: the other end of the connection, or what a trusted proxy says that was.
    pub(crate) fn address(&self, asked: Asked<'_>) -> Option<IpAddr> {
        let peer = asked.peer()?.to_canonical();
        if !self.entrance.trusts(peer) {
            return Some(peer);
        }
        // The proxy nearest to us wrote the last entry; what stands before it anybody may have written.
        let named =
            asked.header(&FORWARDED_FOR).and_then(|list| list.rsplit(',').next()?.trim().parse().ok());
        Some(named.unwrap_or(peer))
    }
}

/// The caller of an application that asks for no key.
fn anyone() -> Actor {
    static ANYONE: OnceLock<Actor> = OnceLock::new();
    ANYONE.get_or_init(Actor::open).clone()
}

/// The credential of a request: `X-API-Key`, or `Authorization: Bearer`.
pub(super) fn secret(headers: &HeaderMap) -> Option<&str> {
    let key = headers.get(&API_KEY).and_then(|key| key.to_str().ok());
    key.or_else(|| {
        let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
    })
}

/// The cookie of a signed-in browser.
pub(crate) fn cookie(headers: &HeaderMap) -> Option<&str> {
    named_cookie(headers, &COOKIES)
}

/// The first cookie of some names.
pub(crate) fn named_cookie<'a>(headers: &'a HeaderMap, names: &[&str]) -> Option<&'a str> {
    let cookies = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, value)| names.contains(name) && !value.is_empty()).map(|(_, value)| value)
}

/// The size a request says it has.
fn length(headers: &HeaderMap) -> i64 {
    headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;
    use crate::gate::Entrance;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect()
    }

    #[test]
    fn a_key_is_taken_from_either_header() {
        assert_eq!(secret(&headers(&[("x-api-key", "bb_1")])), Some("bb_1"));
        assert_eq!(secret(&headers(&[("authorization", "bearer bb_1")])), Some("bb_1"));
        assert_eq!(secret(&headers(&[("authorization", "Basic bb_1")])), None);
    }

    #[test]
    fn a_cookie_is_found_among_others() {
        assert_eq!(cookie(&headers(&[("cookie", "a=1; __Host-belay=x; b=2")])), Some("x"));
        assert_eq!(cookie(&headers(&[("cookie", "notbelay=1; belay=")])), None);
    }

    /// What a request from an address shows, at a gate that believes the proxies of 10.0.0.0/8.
    fn shown(peer: &str, pairs: &[(&'static str, &'static str)]) -> (&'static str, Option<String>) {
        let entrance =
            Entrance { proxies: vec!["10.0.0.0/8".parse().unwrap()], vouching: true, ..Entrance::default() };
        let gate = Gate::new("https://x.example", &[], &[]).with_entrance(entrance, false);
        let mut request = Request::builder().uri("/a").body(()).unwrap();
        *request.headers_mut() = headers(pairs);
        let peer: SocketAddr = format!("{peer}:1").parse().unwrap();
        request.extensions_mut().insert(ConnectInfo(peer));
        let asked = Asked::from(&request);
        let shown = match gate.shown(Way::Route, asked) {
            Shown::Nothing => "nothing",
            Shown::Secret(_) => "secret",
            Shown::Session(_) => "session",
            Shown::Vouched(_) => "vouched",
            Shown::Bypass(_) => "bypass",
        };
        (shown, gate.address(asked).map(|address| address.to_string()))
    }

    #[test]
    fn only_a_listed_proxy_is_believed() {
        let told = [("x-forwarded-email", "a@b.c"), ("x-forwarded-for", "1.1.1.1, 2.2.2.2")];
        assert_eq!(shown("10.1.2.3", &told), ("vouched", Some("2.2.2.2".to_owned())));
        assert_eq!(shown("11.1.2.3", &told), ("nothing", Some("11.1.2.3".to_owned())));
        assert_eq!(shown("10.1.2.3", &[told[0], ("authorization", "Bearer wrong")]).0, "secret");
        assert_eq!(shown("10.1.2.3", &[("x-test-user-id", "anna")]).0, "nothing");
    }
}
