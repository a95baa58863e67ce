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
        served.gates.admit_stranger(address)?;
        let refused = |error: Error| {
            // Asking another issuer in vain is work too.
            let counts = matches!(error.kind(), Kind::Unauthenticated | Kind::Unavailable);
            if counts { served.gates.refuse(address, error) } else { error }
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
        // Two of them cannot both be the proxy's.
        let vouched = asked
            .header(&FORWARDED_EMAIL)
            .filter(|_| asked.headers.get_all(&FORWARDED_EMAIL).iter().count() == 1);
        if let Some(email) = vouched.filter(|_| self.entrance.vouching && trusted) {
            return Shown::Vouched(email);
        }
        match cookie(asked.headers, COOKIES, self.is_secure()).filter(|_| way == Way::Route) {
            Some(cookie) if asked.method.is_safe() => Shown::Session(cookie),
            Some(cookie) if asked.header(&FORM_TOKEN) == Some(&sessions::form_token(cookie)) => {
                Shown::Session(cookie)
            }
            _ => Shown::Nothing,
        }
    }

    /// Whether browsers reach this server over TLS, so that cookies can be kept to it.
    pub(crate) fn is_secure(&self) -> bool {
        self.public_url.starts_with("https://")
    }

    /// Where a request comes from: the other end of the connection, or what a trusted proxy says that was.
    pub(crate) fn address(&self, asked: Asked<'_>) -> Option<IpAddr> {
        let peer = asked.peer()?.to_canonical();
        if !self.entrance.trusts(peer) {
            return Some(peer);
        }
        // Each proxy adds the address that it was asked from, the nearest one last. What stands before the first that is
        // no proxy of ours, anybody may have written.
        let lines = asked.headers.get_all(&FORWARDED_FOR).into_iter().filter_map(|line| line.to_str().ok());
        let named: Vec<&str> = lines.flat_map(|line| line.split(',')).map(str::trim).collect();
        let mut far = peer;
        for text in named.into_iter().rev() {
            let Ok(address) = text.parse::<IpAddr>() else { break };
            far = address.to_canonical();
            if !self.entrance.trusts(far) {
                break;
            }
        }
        Some(far)
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

/// A cookie that has one name over TLS and another without. Over TLS the other does not count: a host beside this one
/// could have set it.
pub(crate) fn cookie<'a>(headers: &'a HeaderMap, [secured, plain]: [&str; 2], tls: bool) -> Option<&'a str> {
    let wanted = if tls { secured } else { plain };
    let cookies = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, value)| *name == wanted && !value.is_empty()).map(|(_, value)| value)
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
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn a_key_is_taken_from_either_header() {
        assert_eq!(secret(&headers(&[("x-api-key", "bb_1")])), Some("bb_1"));
        assert_eq!(secret(&headers(&[("authorization", "bearer bb_1")])), Some("bb_1"));
        assert_eq!(secret(&headers(&[("authorization", "Basic bb_1")])), None);
    }

    #[test]
    fn a_cookie_is_found_among_others_and_over_tls_only_by_the_name_that_is_bound_to_this_host() {
        let both = headers(&[("cookie", "a=1; belay=planted; __Host-belay=x; b=2")]);
        assert_eq!(cookie(&both, COOKIES, true), Some("x"));
        assert_eq!(cookie(&both, COOKIES, false), Some("planted"));
        assert_eq!(cookie(&headers(&[("cookie", "belay=planted")]), COOKIES, true), None);
        assert_eq!(cookie(&headers(&[("cookie", "notbelay=1; belay=")]), COOKIES, false), None);
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
        let twice = [("x-forwarded-email", "eve@b.c"), ("x-forwarded-email", "a@b.c")];
        assert_eq!(shown("10.1.2.3", &twice).0, "nothing", "one of them is not the proxy's");
    }

    #[test]
    fn a_caller_behind_proxies_is_whom_the_first_of_them_saw() {
        let from = |lines: &[(&'static str, &'static str)]| shown("10.1.2.3", lines).1.unwrap();
        assert_eq!(from(&[("x-forwarded-for", "9.9.9.9"), ("x-forwarded-for", "2.2.2.2")]), "2.2.2.2");
        assert_eq!(
            from(&[("x-forwarded-for", "9.9.9.9, 2.2.2.2, 10.0.0.9")]),
            "2.2.2.2",
            "two proxies of ours"
        );
        assert_eq!(from(&[("x-forwarded-for", "nonsense")]), "10.1.2.3");
        assert_eq!(from(&[]), "10.1.2.3");
    }
}
