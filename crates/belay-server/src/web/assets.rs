//! The stylesheet and the script of the pages.

use axum::Router;
use axum::body::Body;
use axum::response::Response;
use axum::routing::get;
use http::HeaderValue;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};

const STYLE: &str = include_str!("../../assets/belay.css");
const SCRIPT: &str = include_str!("../../assets/belay.js");

pub(super) fn routes() -> Router {
    Router::new()
        .route("/assets/belay.css", get(|| async { asset("text/css; charset=utf-8", STYLE) }))
        .route("/assets/belay.js", get(|| async { asset("text/javascript; charset=utf-8", SCRIPT) }))
}

fn asset(kind: &'static str, text: &'static str) -> Response {
    let mut response = Response::new(Body::from(text));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    response
}
