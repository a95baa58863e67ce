//! The fields of a page's form.

use std::collections::HashMap;

use axum::body::Body;
use axum::response::Response;
use http::StatusCode;

use super::super::shell::problem;
use crate::body;

/// The largest form, in bytes.
const LARGEST: usize = 32 * 1024;

/// What was filled in.
pub(super) struct Fields(HashMap<String, String>);

impl Fields {
    pub(super) async fn read(body: Body) -> Result<Self, Box<Response>> {
        let too_large = |_| {
            Box::new(problem(
                StatusCode::PAYLOAD_TOO_LARGE,
                "Too long",
                "The form is larger than 32 KiB, or took more than half a minute.",
            ))
        };
        let bytes = body::read(body, LARGEST).await.map_err(too_large)?;
        Ok(Self(url::form_urlencoded::parse(&bytes).into_owned().collect()))
    }

    pub(super) fn get(&self, name: &str) -> &str {
        self.0.get(name).map(String::as_str).unwrap_or_default()
    }
}
