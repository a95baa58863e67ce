//! The one place where a request over HTTP is let in: which host it names, where it comes from, who sends it.

mod cors;

use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::response::Response;
use belay_access::keys;
use belay_core::entropy::{Entropy, Seeded};
use belay_core::{Actor, Error, Kind};
use http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, COOKIE, HOST, ORIGIN, PROXY_AUTHORIZATION,
    USER_AGENT, WWW_AUTHENTICATE, X_CONTENT_TYPE_OPTIONS,
};
use http::{Extensions, HeaderMap, HeaderName, HeaderValue, Request, StatusCode, Uri};
use serde_json::json;
use tower::Service;

use crate::served::Served;

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

/// The identifier of a request, from the guard to whoever logs.
#[derive(Debug, Clone)]
struct RequestId(Arc<str>);

static REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Where callers are not told apart, whoever knows a session has it.
static SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
static LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");
static API_KEY: HeaderName = HeaderName::from_static("x-api-key");

/// Which hosts and origins the server answers for.
#[derive(Debug, Default)]
pub struct Gate {
    hosts: Vec<String>,
    origins: Vec<String>,
    /// The names of the headers that web pages may send, as one value.
    allowed_headers: String,
}

impl Gate {
    /// A gate that answers for the machine itself, for the host of the public URL, and for the named others.
    #[must_use]
    pub fn new(public_url: &str, hosts: &[String], origins: &[String]) -> Self {
        let public = public_url.parse::<Uri>().ok();
        let mut all_hosts: Vec<String> = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned).to_vec();
        all_hosts.extend(public.as_ref().and_then(Uri::host).map(str::to_lowercase));
        all_hosts.extend(hosts.iter().map(|host| host.to_lowercase()));
        let mut all_origins: Vec<String> =
            origins.iter().map(|origin| origin.trim_end_matches('/').to_lowercase()).collect();
        if let Some((scheme, authority)) =
            public.as_ref().and_then(|url| Some((url.scheme_str()?, url.authority()?)))
        {
            all_origins.push(format!("{scheme}://{authority}").to_lowercase());
            if let Some(port) = authority.port().filter(|_| authority.host() == "127.0.0.1") {
                all_origins.push(format!("http://localhost:{port}"));
            }
        }
        Self { hosts: all_hosts, origins: all_origins, allowed_headers: cors::allowed_headers(&[]) }
    }

    /// The same gate, with the headers in which web pages may repeat arguments.
    #[must_use]
    pub fn with_parameters(mut self, names: &[String]) -> Self {
        self.allowed_headers = cors::allowed_headers(names);
        self
    }

    fn admits(&self, request: &Request<Body>) -> Result<(), &'static str> {
        let named = request.headers().get(HOST).and_then(|host| host.to_str().ok());
        let named =
            named.or_else(|| request.uri().authority().map(http::uri::Authority::as_str)).unwrap_or_default();
        let host = host_of(named);
        if !self.hosts.iter().any(|known| known.eq_ignore_ascii_case(host)) {
            return Err(
                "This server does not answer for that host; add it to `allowed_hosts` or set `public_url`",
            );
        }
        match request.headers().get(ORIGIN) {
            Some(origin) => {
                let origin = origin.to_str().map(str::to_lowercase).unwrap_or_default();
                if self.origins.contains(&origin) || cors::is_loopback(&origin) {
                    Ok(())
                } else {
                    Err("Requests from that origin are refused; add it to `allowed_origins`")
                }
            }
            None => Ok(()),
        }
    }

    /// Who sends a request, by its credential.
    ///
    /// # Errors
    /// [`Kind::Unauthenticated`] when there is none or it is not accepted; a fault when the store cannot be asked.
    pub(crate) async fn caller(
        &self,
        served: &Served,
        headers: &HeaderMap,
        extensions: &Extensions,
    ) -> Result<Caller, Error> {
        let request_id = extensions.get::<RequestId>().map_or_else(request_id, |id| Arc::clone(&id.0));
        let client = headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok()).map(short_name);
        let request_bytes = length(headers);
        let address = extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| address.ip());
        let Some(db) = &served.db else {
            served.gates.admit(&anyone(), address, 1)?;
            return Ok(Caller {
                actor: anyone(),
                request_id,
                request_bytes,
                client,
                address,
                headers: Arc::default(),
            });
        };
        let refused = |error: Error| {
            let theirs = error.kind() == Kind::Unauthenticated;
            if theirs { served.gates.refuse(address, error) } else { error }
        };
        let secret = secret(headers).ok_or_else(|| refused(keys::KeyRefusal::Missing.into()))?;
        let now = served.shared.clock.now();
        let verified = keys::verify(db, served.app.name, secret, now).await.map_err(refused)?;
        served.gates.admit(&verified.actor, address, 1)?;
        if verified.stale {
            let (db, id) = (db.clone(), verified.key.clone());
            tokio::spawn(async move {
                if let Err(error) = keys::touch(&db, &id, now).await {
                    tracing::warn!(
                        cause = belay_core::error::chain(&error),
                        "the key's last use was not noted"
                    );
                }
            });
        }
        Ok(Caller {
            actor: verified.actor,
            request_id,
            request_bytes,
            client,
            address,
            headers: Arc::default(),
        })
    }

    /// The response to a request that was not let in.
    pub(crate) fn refuse(&self, served: &Served, error: &Error) -> Response {
        if error.kind().is_fault() {
            tracing::error!(
                app = served.app.name,
                cause = belay_core::error::chain(error),
                "a key could not be checked"
            );
        } else {
            tracing::warn!(app = served.app.name, code = error.code(), "a request was not let in");
        }
        let body = served.app.envelope.refusal("", error);
        let mut response = json_response(error.kind().status(), body.to_string());
        crate::gates::say_when(&mut response, error);
        if error.kind() == Kind::Unauthenticated {
            let challenge = format!("Bearer realm=\"{}\"", served.app.name);
            if let Ok(challenge) = HeaderValue::from_str(&challenge) {
                response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
            }
        }
        response
    }
}

/// The headers without what may be a credential or works like one.
pub(crate) fn harmless(mut headers: HeaderMap) -> Arc<HeaderMap> {
    for secret in [&AUTHORIZATION, &PROXY_AUTHORIZATION, &COOKIE, &API_KEY, &SESSION, &LAST_EVENT] {
        headers.remove(secret);
    }
    Arc::new(headers)
}

/// A client program's name as it is kept: short, and without what would break a log line or a column.
pub(crate) fn short_name(name: &str) -> Arc<str> {
    const LONGEST: usize = 100;
    if name.len() <= LONGEST && !name.chars().any(char::is_control) {
        return name.into();
    }
    name.chars().filter(|c| !c.is_control()).take(LONGEST).collect::<String>().into()
}

/// The caller of an application that asks for no key.
fn anyone() -> Actor {
    static ANYONE: OnceLock<Actor> = OnceLock::new();
    ANYONE.get_or_init(Actor::open).clone()
}

/// The host of an authority, without its port.
fn host_of(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|b| b.is_ascii_digit()) && !port.is_empty() => host,
        _ => authority,
    }
}

/// The credential of a request: `X-API-Key`, or `Authorization: Bearer`. Never from the query string, which logs keep.
fn secret(headers: &HeaderMap) -> Option<&str> {
    let key = headers.get(&API_KEY).and_then(|key| key.to_str().ok());
    key.or_else(|| {
        let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
    })
}

/// The size a request says it has.
fn length(headers: &HeaderMap) -> i64 {
    headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok()).unwrap_or(0)
}

/// Checks Host and Origin of every request, and gives every response its identifier and safe defaults.
///
/// It stands around the router instead of being one of its layers, which the router would put around every route.
#[derive(Debug, Clone)]
pub struct Guard<S> {
    gate: Arc<Gate>,
    inner: S,
}

impl<S> Guard<S> {
    pub(crate) fn new(gate: Arc<Gate>, inner: S) -> Self {
        Self { gate, inner }
    }
}

impl<S: Service<Request<Body>, Response = Response>> Service<Request<Body>> for Guard<S> {
    type Response = Response;
    type Error = S::Error;
    type Future = Guarded<S::Future>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request<Body>) -> Guarded<S::Future> {
        if let Err(problem) = self.gate.admits(&request) {
            let named =
                |name| request.headers().get(name).and_then(|value: &HeaderValue| value.to_str().ok());
            tracing::warn!(host = named(HOST), origin = named(ORIGIN), "{problem}");
            let body = json!({ "error": problem, "code": "forbidden_origin" });
            let refused = json_response(StatusCode::FORBIDDEN, body.to_string());
            return Guarded {
                running: None,
                refused: Some(refused),
                id: HeaderValue::from_static("refused"),
                origin: None,
            };
        }
        let origin = request.headers().get(ORIGIN).cloned();
        if cors::is_preflight(&request) {
            return Guarded {
                running: None,
                refused: Some(cors::preflight(&self.gate.allowed_headers)),
                id: HeaderValue::from_static("preflight"),
                origin,
            };
        }
        let known = sane_id(request.headers()).unwrap_or_else(request_id);
        let id = HeaderValue::from_str(&known).unwrap_or(HeaderValue::from_static("unknown"));
        request.extensions_mut().insert(RequestId(known));
        Guarded { running: Some(self.inner.call(request)), refused: None, id, origin }
    }
}

pin_project_lite::pin_project! {
    /// A response on its way out.
    pub struct Guarded<F> {
        #[pin]
        running: Option<F>,
        refused: Option<Response>,
        id: HeaderValue,
        origin: Option<HeaderValue>,
    }
}

impl<F: Future<Output = Result<Response, E>>, E> Future for Guarded<F> {
    type Output = Result<Response, E>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let mut response = match this.running.as_pin_mut() {
            Some(running) => std::task::ready!(running.poll(cx))?,
            None => this.refused.take().unwrap_or_default(),
        };
        let headers = response.headers_mut();
        headers.insert(REQUEST_ID.clone(), this.id.clone());
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
        if let Some(origin) = this.origin.take() {
            cors::admit(headers, origin);
        }
        Poll::Ready(Ok(response))
    }
}

/// A client's own identifier is kept when it is short and harmless in a log.
fn sane_id(headers: &HeaderMap) -> Option<Arc<str>> {
    let id = headers.get(&REQUEST_ID)?.to_str().ok()?;
    let harmless =
        (1..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b));
    harmless.then(|| id.into())
}

/// A new identifier for a request: unguessable is not needed, unique is.
pub(crate) fn request_id() -> Arc<str> {
    static SOURCE: OnceLock<Seeded> = OnceLock::new();
    let source = SOURCE.get_or_init(|| Seeded::new(getrandom::u64().unwrap_or_default()));
    let number = source.next();
    let digit = |place: u32| char::from_digit(u32::try_from((number >> (place * 4)) & 15).unwrap_or(0), 16);
    "req_".chars().chain((0..16).rev().filter_map(digit)).collect::<String>().into()
}

/// A JSON body with a status.
pub(crate) fn json_response(status: StatusCode, body: String) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admitted(gate: &Gate, host: &str, origin: Option<&str>) -> bool {
        let mut request = Request::builder().uri("/x").header(HOST, host);
        if let Some(origin) = origin {
            request = request.header(ORIGIN, origin);
        }
        gate.admits(&request.body(Body::empty()).unwrap()).is_ok()
    }

    #[test]
    fn only_the_servers_own_names_and_origins_are_admitted() {
        let gate = Gate::new("https://money.example.org", &["nas.local".to_owned()], &[]);
        for (host, origin, expected) in [
            ("localhost:8080", None, true),
            ("money.example.org", None, true),
            ("NAS.local:8080", None, true),
            ("evil.example", None, false),
            ("", None, false),
            ("localhost:8080", Some("https://money.example.org"), true),
            ("localhost:8080", Some("https://evil.example"), false),
            ("localhost:8080", Some("https://money.example.org.evil.example"), false),
            ("localhost:8080", Some("null"), false),
            ("money.example.org", Some("http://localhost:6274"), true),
            ("localhost:8080", Some("http://localhost.evil.example"), false),
            ("localhost:8080", Some("http://127.0.0.1.evil.example:80"), false),
        ] {
            assert_eq!(admitted(&gate, host, origin), expected, "{host} {origin:?}");
        }
    }

    #[test]
    fn a_local_servers_own_pages_are_no_strangers() {
        let gate = Gate::new("http://127.0.0.1:8080", &[], &[]);
        assert!(admitted(&gate, "127.0.0.1:8080", Some("http://localhost:8080")));
        assert!(
            admitted(&gate, "127.0.0.1:8080", Some("http://[::1]:9999")),
            "nor are tools on this machine"
        );
    }

    #[test]
    fn a_key_is_taken_from_either_header() {
        let headers = |name: &'static str, value: &'static str| {
            HeaderMap::from_iter([(HeaderName::from_static(name), HeaderValue::from_static(value))])
        };
        assert_eq!(secret(&headers("x-api-key", "bb_1")), Some("bb_1"));
        assert_eq!(secret(&headers("authorization", "bearer bb_1")), Some("bb_1"));
        assert_eq!(secret(&headers("authorization", "Basic bb_1")), None);
    }
}
