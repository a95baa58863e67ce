//! What all pages share: how they are sent, and who looks at them.

use askama::Template;
use axum::body::Body;
use axum::response::Response;
use belay_access::people::{self, Person};
use belay_access::sessions;
use belay_core::{Error, Kind};
use belay_store::Db;
use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION, REFERRER_POLICY, SET_COOKIE,
    X_FRAME_OPTIONS,
};
use http::{HeaderMap, HeaderValue, StatusCode};
use jiff::Timestamp;
use url::Url;

use super::Site;
use crate::gate::{COOKIES, cookie};

/// The cookie that binds a form to a browser before anybody is signed in.
const FORM_COOKIES: [&str; 2] = ["__Host-belay-form", "belay-form"];
/// How long that cookie lives, in seconds.
const FORM_LIVES: u32 = 3_600;

/// A page with its headers: nothing from elsewhere runs, nothing frames it, and its forms lead here alone.
pub(crate) fn page(status: StatusCode, template: &impl Template) -> Response {
    page_leading_to(status, template, "")
}

/// As [`page`], where a form's answer may lead to one further place: browsers hold the policy against redirects too.
pub(crate) fn page_leading_to(status: StatusCode, template: &impl Template, further: &str) -> Response {
    let html = match template.render() {
        Ok(html) => html,
        Err(error) => {
            tracing::error!(cause = %error, "a page could not be rendered");
            let mut response =
                Response::new(Body::from("The page could not be made; the operator's log has the cause."));
            *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
            return response;
        }
    };
    let mut response = Response::new(Body::from(html));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    let policy = format!(
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; \
         form-action 'self'{further}; frame-ancestors 'none'; base-uri 'none'"
    );
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // A stricter policy would take the origin from our own forms' requests.
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    response
}

/// Where a form's answer may lead besides here, as a policy writes it: the origin of an address, or its scheme.
pub(crate) fn source_of(address: &str) -> String {
    match Url::parse(address) {
        Ok(url) if url.origin().is_tuple() => format!(" {}", url.origin().ascii_serialization()),
        Ok(url) => format!(" {}:", url.scheme()),
        Err(_) => String::new(),
    }
}

/// Sends the browser on. The place it came from is not told.
pub(crate) fn redirect(to: &str) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    let headers = response.headers_mut();
    if let Ok(to) = HeaderValue::from_str(to) {
        headers.insert(LOCATION, to);
    }
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

#[derive(Template)]
#[template(path = "problem.html")]
struct Problem<'a> {
    title: &'a str,
    text: &'a str,
}

/// A page that says what went wrong and where to go.
pub(crate) fn problem(status: StatusCode, title: &str, text: &str) -> Response {
    page(status, &Problem { title, text })
}

/// An error as a page. The cause of a fault goes to the log alone.
pub(crate) fn failed(error: &Error) -> Response {
    if error.kind().is_fault() {
        tracing::error!(cause = belay_core::error::chain(error), "a page could not be served");
    }
    let title = match error.kind() {
        Kind::Forbidden => "That is not for you",
        Kind::TooMany => "Too many tries",
        kind if kind.is_fault() => "Something went wrong",
        _ => "That did not work",
    };
    problem(error.kind().status(), title, error.message())
}

/// What the head of a signed-in person's page shows.
pub(crate) struct Frame {
    /// Their address or name.
    pub(crate) name: String,
    /// What proves that a form is ours.
    pub(crate) form_token: String,
}

/// Somebody who is signed in.
pub(crate) struct Visitor {
    pub(crate) person: Person,
    cookie: String,
}

impl Visitor {
    pub(crate) fn frame(&self) -> Frame {
        let name = self.person.email.clone().unwrap_or_else(|| self.person.name.clone());
        Frame { name, form_token: sessions::form_token(&self.cookie) }
    }

    /// Makes sure that a form is of our own page.
    ///
    /// # Errors
    /// The page that says it is not.
    pub(crate) fn check(&self, form_token: &str) -> Result<(), Box<Response>> {
        same(&sessions::form_token(&self.cookie), form_token)
    }
}

fn same(expected: &str, given: &str) -> Result<(), Box<Response>> {
    use subtle::ConstantTimeEq;
    if bool::from(expected.as_bytes().ct_eq(given.as_bytes())) {
        return Ok(());
    }
    let text =
        "The form is old, or not one of this server's. Go back, load the page again and send it once more.";
    Err(Box::new(problem(StatusCode::FORBIDDEN, "Please try again", text)))
}

impl Site {
    pub(crate) fn now(&self) -> Timestamp {
        self.apps.first().map_or(Timestamp::UNIX_EPOCH, |served| served.shared.clock.now())
    }

    /// The database of whatever is served with one.
    ///
    /// # Errors
    /// The page that says there is none: applications without a database have no accounts.
    pub(crate) fn store(&self) -> Result<&Db, Box<Response>> {
        let db = self.apps.iter().find_map(|served| served.db.as_ref());
        db.ok_or_else(|| {
            Box::new(problem(StatusCode::NOT_FOUND, "Nothing here", "What is served here has no accounts."))
        })
    }

    /// Whoever looks at a page. Somebody who is not signed in is sent to do so and comes back, and to nothing but the
    /// set-up while there is nobody at all.
    ///
    /// # Errors
    /// The page or the redirect that is sent instead.
    pub(crate) async fn visitor(&self, headers: &HeaderMap, here: &str) -> Result<Visitor, Box<Response>> {
        let db = self.store()?;
        if let Some(cookie) = cookie(headers, COOKIES, self.gate.is_secure()) {
            let person =
                sessions::person(db, cookie, self.now()).await.map_err(|error| failed(&error.into()))?;
            if let Some(person) = person {
                let identity = &self.gate.entrance().identity;
                match identity.still_listed(db, &person.id, self.now()).await {
                    Ok(()) => return Ok(Visitor { person, cookie: cookie.to_owned() }),
                    Err(error) => return Err(Box::new(failed(&error))),
                }
            }
        }
        if self.awaits_setup().await? {
            return Err(Box::new(redirect("/setup")));
        }
        let query =
            url::form_urlencoded::Serializer::new(String::new()).append_pair("return_to", here).finish();
        Err(Box::new(redirect(&format!("/signin?{query}"))))
    }

    /// Whether there is nobody yet who could sign in.
    ///
    /// # Errors
    /// The page of a fault.
    pub(crate) async fn awaits_setup(&self) -> Result<bool, Box<Response>> {
        use std::sync::atomic::Ordering;
        let Some(db) = self.apps.iter().find_map(|served| served.db.as_ref()) else { return Ok(false) };
        if self.settled.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let anybody = people::is_anybody(db).await.map_err(|error| failed(&error.into()))?;
        self.settled.store(anybody, Ordering::Relaxed);
        Ok(!anybody)
    }

    /// A cookie as it is set. With no value it is taken away.
    fn set_cookie(&self, [secured, plain]: [&str; 2], value: &str, seconds: u32) -> Option<HeaderValue> {
        let (name, secure) = if self.gate.is_secure() { (secured, "; Secure") } else { (plain, "") };
        let seconds = if value.is_empty() { 0 } else { seconds };
        let text = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
        HeaderValue::from_str(&text).ok()
    }

    /// Signs a browser in, or out with an empty secret.
    pub(crate) fn remember(&self, response: &mut Response, secret: &str) {
        let seconds = u32::try_from(sessions::IDLE.as_secs()).unwrap_or(u32::MAX);
        if let Some(value) = self.set_cookie(COOKIES, secret, seconds) {
            response.headers_mut().append(SET_COOKIE, value);
        }
    }

    /// What binds a form to a browser that is not signed in: the secret it has, or a new one.
    pub(crate) fn browser(&self, headers: &HeaderMap) -> String {
        let kept = cookie(headers, FORM_COOKIES, self.gate.is_secure()).filter(|kept| kept.len() <= 64);
        kept.map_or_else(|| belay_access::token::mint("form", &*self.entropy()), str::to_owned)
    }

    /// Gives a browser the secret that its next form is checked with.
    pub(crate) fn bind(&self, response: &mut Response, browser: &str) {
        if let Some(value) = self.set_cookie(FORM_COOKIES, browser, FORM_LIVES) {
            response.headers_mut().append(SET_COOKIE, value);
        }
    }

    /// Makes sure that a form came from a page that this browser was given.
    ///
    /// # Errors
    /// The page that says it did not.
    pub(crate) fn check_browser(
        &self,
        headers: &HeaderMap,
        form_token: &str,
    ) -> Result<String, Box<Response>> {
        let kept = cookie(headers, FORM_COOKIES, self.gate.is_secure()).unwrap_or_default();
        let given = if kept.is_empty() { "" } else { form_token };
        same(&sessions::form_token(kept), given)?;
        Ok(kept.to_owned())
    }

    pub(crate) fn entropy(&self) -> std::sync::Arc<dyn belay_core::Entropy> {
        let own = || -> std::sync::Arc<dyn belay_core::Entropy> {
            std::sync::Arc::new(crate::entropy::SystemEntropy)
        };
        self.apps.first().map_or_else(own, |served| std::sync::Arc::clone(&served.shared.entropy))
    }
}

/// A path of this server to come back to; anything else is the start page.
pub(crate) fn own_path(text: &str) -> &str {
    let sound = text.starts_with('/')
        && !text.starts_with("//")
        && !text.contains(['\\', '\n', '\r', '\t'])
        && text.len() <= 8_000
        && text.is_ascii();
    if sound { text } else { "/" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_comes_back_to_this_server_alone() {
        for own in ["/", "/oauth/authorize?a=b&c=https%3A%2F%2Fx", "/account/tokens"] {
            assert_eq!(own_path(own), own);
        }
        for other in [
            "https://evil.example",
            "//evil.example",
            "/\\evil.example",
            "javascript:alert(1)",
            "",
            "/a\nb",
            "\t//x",
        ] {
            assert_eq!(own_path(other), "/", "{other}");
        }
    }

    #[test]
    fn a_form_may_lead_to_a_programs_own_address_and_no_further() {
        assert_eq!(source_of("https://app.example/cb?x=1"), " https://app.example");
        assert_eq!(source_of("http://127.0.0.1:3000/cb"), " http://127.0.0.1:3000");
        assert_eq!(source_of("cursor://x/y"), " cursor:");
    }
}
