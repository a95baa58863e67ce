//! A browser without a screen: it keeps cookies, follows redirects on its own server, and fills in forms.

use std::collections::BTreeMap;

use axum::body::Body;
use belay_server::serve::Doors;
use http::header::{CONTENT_TYPE, COOKIE, HOST, LOCATION, ORIGIN, SET_COOKIE};
use http::{HeaderMap, Method, Request, StatusCode, Uri};
use http_body_util::BodyExt;
use tower::ServiceExt;

use crate::app::TestApp;

/// How many redirects are followed.
const PATIENCE: usize = 10;

/// A browser.
#[derive(Clone)]
pub struct Browser {
    router: Doors,
    cookies: BTreeMap<String, String>,
    /// From where it is said to connect.
    pub address: std::net::SocketAddr,
}

/// A page, or what else came back.
#[derive(Debug, Clone)]
pub struct Page {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The text.
    pub body: String,
    /// The address at which the browser ended up, with its query.
    pub place: String,
}

impl Page {
    /// Where the browser is sent, where that is another server.
    #[must_use]
    pub fn sent_to(&self) -> Option<String> {
        self.headers.get(LOCATION).and_then(|value| value.to_str().ok()).map(str::to_owned)
    }

    /// A parameter of the address to which the browser is sent.
    #[must_use]
    pub fn sent_with(&self, name: &str) -> Option<String> {
        let to = self.sent_to()?;
        let (_, query) = to.split_once('?')?;
        parsed(query).into_iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// The fields of the form that is sent to an address, with what they hold.
    #[must_use]
    pub fn form(&self, action: &str) -> Option<Vec<(String, String)>> {
        let start = self.body.find(&format!("action=\"{action}\""))?;
        let form = self.body.get(start..)?.split("</form>").next()?;
        let inputs = form.split("<input").skip(1).filter_map(|input| {
            let tag = input.split('>').next()?;
            let kind = attribute(tag, "type").unwrap_or_default();
            let unchecked = kind == "checkbox" && !tag.contains(" checked");
            (!unchecked)
                .then(|| Some((attribute(tag, "name")?, attribute(tag, "value").unwrap_or_default())))?
        });
        Some(inputs.collect())
    }
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let value = tag.split(&format!(" {name}=\"")).nth(1)?.split('"').next()?;
    let plain =
        value.replace("&#34;", "\"").replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">");
    Some(
        plain
            .replace("&#60;", "<")
            .replace("&#62;", ">")
            .replace("&#39;", "'")
            .replace("&#38;", "&")
            .replace("&amp;", "&"),
    )
}

fn parsed(query: &str) -> Vec<(String, String)> {
    let decode = |text: &str| {
        percent_encoding::percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned()
    };
    query.split('&').filter_map(|pair| pair.split_once('=')).map(|(k, v)| (decode(k), decode(v))).collect()
}

/// Fields as the body of a form.
#[must_use]
pub fn encoded(fields: &[(&str, &str)]) -> String {
    let encode = |text: &str| {
        percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
    };
    fields.iter().map(|(k, v)| format!("{}={}", encode(k), encode(v))).collect::<Vec<_>>().join("&")
}

impl Browser {
    /// A browser that was never here.
    #[must_use]
    pub fn new(app: &TestApp) -> Self {
        let address = std::net::SocketAddr::from(([203, 0, 113, 7], 50_000));
        Self { router: app.router.clone(), cookies: BTreeMap::new(), address }
    }

    /// The same browser after the server was started anew.
    #[must_use]
    pub fn again(mut self, app: &TestApp) -> Self {
        self.router = app.router.clone();
        self
    }

    /// Looks at an address.
    pub async fn get(&mut self, place: &str) -> Page {
        self.follow(Method::GET, place, None).await
    }

    /// Sends a form.
    pub async fn post(&mut self, place: &str, fields: &[(&str, &str)]) -> Page {
        self.follow(Method::POST, place, Some(encoded(fields))).await
    }

    /// Sends the form of a page, with some fields filled in.
    ///
    /// # Panics
    /// When the page has no such form.
    pub async fn fill(&mut self, page: &Page, action: &str, filled: &[(&str, &str)]) -> Page {
        let form = page.form(action);
        assert!(form.is_some(), "no form for {action} in {}", page.body);
        let form = form.unwrap_or_default();
        let kept = form.iter().filter(|(name, _)| !filled.iter().any(|(filled, _)| filled == name));
        let mut fields: Vec<(&str, &str)> = kept.map(|(k, v)| (k.as_str(), v.as_str())).collect();
        fields.extend_from_slice(filled);
        self.post(action, &fields).await
    }

    /// Signs in with a password, from whatever page asks for it.
    pub async fn sign_in(&mut self, email: &str, password: &str) -> Page {
        let page = self.get("/signin").await;
        self.fill(&page, "/signin", &[("email", email), ("password", password)]).await
    }

    async fn follow(&mut self, method: Method, place: &str, body: Option<String>) -> Page {
        let mut page = self.once(method, place, body).await;
        for _ in 0..PATIENCE {
            let Some(to) = page.sent_to().filter(|to| to.starts_with('/')) else { break };
            page = self.once(Method::GET, &to, None).await;
        }
        page
    }

    /// One request, without following where it leads.
    pub async fn once(&mut self, method: Method, place: &str, body: Option<String>) -> Page {
        let cookies: Vec<String> =
            self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let uri: Uri = place.parse().expect("an address");
        let mut request = Request::builder().method(method.clone()).uri(uri).header(HOST, "127.0.0.1:8080");
        if !cookies.is_empty() {
            request = request.header(COOKIE, cookies.join("; "));
        }
        if method == Method::POST {
            request = request
                .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
                .header(ORIGIN, "http://127.0.0.1:8080");
        }
        let mut request = request.body(Body::from(body.unwrap_or_default())).expect("a request");
        request.extensions_mut().insert(axum::extract::ConnectInfo(self.address));
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        let (parts, body) = response.into_parts();
        for cookie in parts.headers.get_all(SET_COOKIE) {
            let text = cookie.to_str().expect("a cookie is text");
            let Some((name, value)) = text.split(';').next().and_then(|pair| pair.split_once('=')) else {
                continue;
            };
            if value.is_empty() {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        let bytes = body.collect().await.expect("the body arrives").to_bytes();
        Page {
            status: parts.status,
            headers: parts.headers,
            body: String::from_utf8_lossy(&bytes).into_owned(),
            place: place.to_owned(),
        }
    }

    /// A cookie that it holds.
    #[must_use]
    pub fn cookie(&self, name: &str) -> Option<&str> {
        self.cookies.get(name).map(String::as_str)
    }
}
