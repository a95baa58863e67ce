//! Signing in with a password, and out.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Request, State};
use axum::response::Response;
use belay_access::{oauth, passwords, sessions};
use belay_core::{Error, Kind};
use http::request::Parts;
use http::{HeaderMap, StatusCode};

use super::super::Site;
use super::super::shell::{failed, own_path, page, redirect};
use super::form::Fields;
use crate::gate::{Asked, COOKIES, cookie};

#[derive(Template)]
#[template(path = "signin.html")]
struct SignIn<'a> {
    problem: Option<&'a str>,
    /// The host of the other provider and where the way to it begins, where there is one.
    provider: Option<(String, String)>,
    form_token: String,
    return_to: &'a str,
    email: &'a str,
}

/// The page, bound to the browser that asks for it.
pub(super) fn form(
    site: &Site,
    headers: &HeaderMap,
    (status, problem): (StatusCode, Option<&str>),
    (return_to, email): (&str, &str),
) -> Response {
    let browser = site.browser(headers);
    let provider = site.gate.entrance().provider.as_ref().map(|provider| {
        let query =
            url::form_urlencoded::Serializer::new(String::new()).append_pair("return_to", return_to).finish();
        (oauth::host(&provider.issuer), format!("/signin/elsewhere?{query}"))
    });
    let form_token = sessions::form_token(&browser);
    let mut response = page(status, &SignIn { problem, provider, form_token, return_to, email });
    site.bind(&mut response, &browser);
    response
}

pub(super) async fn show(State(site): State<Arc<Site>>, request: Parts) -> Response {
    match site.awaits_setup().await {
        Ok(true) => return redirect("/setup"),
        Ok(false) => {}
        Err(response) => return *response,
    }
    let query = request.uri.query().unwrap_or_default();
    let return_to = url::form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "return_to");
    let return_to = return_to.map(|(_, value)| value.into_owned()).unwrap_or_default();
    form(&site, &request.headers, (StatusCode::OK, None), (own_path(&return_to), ""))
}

pub(super) async fn enter(State(site): State<Arc<Site>>, request: Request) -> Response {
    entered(&site, request).await.unwrap_or_else(|response| *response)
}

async fn entered(site: &Site, request: Request) -> Result<Response, Box<Response>> {
    let (parts, body) = request.into_parts();
    let fields = Fields::read(body).await?;
    let return_to = own_path(fields.get("return_to")).to_owned();
    site.check_browser(&parts.headers, fields.get("form_token"))?;
    match session(site, Asked::from(&parts), &fields).await {
        Ok(session) => {
            let mut response = redirect(&return_to);
            site.remember(&mut response, &session);
            Ok(response)
        }
        Err(error) if matches!(error.kind(), Kind::Unauthenticated | Kind::TooMany) => {
            tracing::warn!(code = error.code(), "somebody could not sign in");
            let told = (error.kind().status(), Some(error.message()));
            Ok(form(site, &parts.headers, told, (&return_to, fields.get("email"))))
        }
        Err(error) => Ok(failed(&error)),
    }
}

async fn session(site: &Site, asked: Asked<'_>, fields: &Fields) -> Result<String, Error> {
    let email = fields.get("email");
    site.throttles.sign_in(email, site.gate.address(asked))?;
    let db = site.db()?;
    let check = passwords::check(db, email).await?;
    let (password, entropy) = (fields.get("password").to_owned(), site.entropy());
    let person = site.throttles.compare(move || check.verify(&password, &*entropy)).await??;
    let mut tx = db.write().await?;
    let session = sessions::begin(&mut tx, &person, site.now(), &*site.entropy()).await?;
    tx.commit().await?;
    tracing::info!(person, "somebody signed in");
    Ok(session)
}

pub(super) async fn leave(State(site): State<Arc<Site>>, request: Request) -> Response {
    left(&site, request).await.unwrap_or_else(|response| *response)
}

async fn left(site: &Site, request: Request) -> Result<Response, Box<Response>> {
    let (parts, body) = request.into_parts();
    let visitor = site.visitor(&parts.headers, "/").await?;
    visitor.check(Fields::read(body).await?.get("form_token"))?;
    let ended = async {
        let mut tx = site.db()?.write().await?;
        sessions::end(&mut tx, cookie(&parts.headers, COOKIES, site.gate.is_secure()).unwrap_or_default())
            .await?;
        Ok::<_, Error>(tx.commit().await?)
    };
    ended.await.map_err(|error| Box::new(failed(&error)))?;
    let mut response = redirect("/");
    site.remember(&mut response, "");
    Ok(response)
}
