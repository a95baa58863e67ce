//! The one place where a request over HTTP is let in: which host it names, where it comes from, who sends it.

mod caller;
mod challenge;
mod cors;
mod entrance;

use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};

use axum::body::Body;
use axum::response::Response;
use belay_core::entropy::{Entropy, Seeded};
use http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, COOKIE, HOST, ORIGIN, PROXY_AUTHORIZATION,
    X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderMap, HeaderName, HeaderValue, Request, StatusCode, Uri};
use serde_json::json;
use tower::Service;

pub(crate) use caller::{Asked, COOKIES, Caller, Way, cookie};
pub use entrance::Entrance;

/// The identifier of a request, from the guard to whoever logs.
#[derive(Debug, Clone)]
struct RequestId(Arc<str>);

static REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Where callers are not told apart, whoever knows a session has it.
static SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
static LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");
static API_KEY: HeaderName = HeaderName::from_static("x-api-key");

/// Which hosts and origins the server answers for, and how callers are known.
#[derive(Debug, Default)]
pub struct Gate {
    entrance: Entrance,
    public_url: String,
    /// Whether a single application is served, which then also has the addresses at the root.
    alone: bool,
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
        Self {
            entrance: Entrance::default(),
            public_url: public_url.to_owned(),
            alone: false,
            hosts: all_hosts,
            origins: all_origins,
            allowed_headers: cors::allowed_headers(&[]),
        }
    }

    /// The same gate, with the ways in which callers are known.
    #[must_use]
    pub fn with_entrance(mut self, entrance: Entrance, alone: bool) -> Self {
        (self.entrance, self.alone) = (entrance, alone);
        self
    }

    /// The ways in which callers are known.
    pub(crate) fn entrance(&self) -> &Entrance {
        &self.entrance
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
                if self.origins.contains(&origin)
                    || cors::is_loopback(&origin)
                    || is_for_anybody(request.uri().path())
                {
                    Ok(())
                } else {
                    Err("Requests from that origin are refused; add it to `allowed_origins`")
                }
            }
            None => Ok(()),
        }
    }
}

/// Whether web pages of any origin may use an address: what the authorization server and the applications say of
/// themselves, and the endpoints at which programs prove who they are. None of them looks at cookies.
fn is_for_anybody(path: &str) -> bool {
    let path = path.trim_end_matches('/');
    let path = path.strip_prefix("/oauth").unwrap_or(path);
    path.starts_with("/.well-known/")
        || path.starts_with("/register")
        || matches!(path, "/token" | "/revoke" | "/jwks")
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

/// The host of an authority, without its port.
fn host_of(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|b| b.is_ascii_digit()) && !port.is_empty() => host,
        _ => authority,
    }
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
}
