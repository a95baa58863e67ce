//! Forms with a file.

use std::sync::Arc;

use axum::body::Body;
use belay_core::upload::Upload;
use belay_core::{Error, Issue, Kind};
use multer::{Constraints, Multipart, SizeLimit};
use serde_json::{Map, Value};

use super::MAX_UPLOAD;

/// The text fields of a form and the file in its part `file`.
pub(crate) async fn read(
    content_type: &str,
    body: Body,
) -> Result<(Map<String, Value>, Option<Upload>), Error> {
    let boundary = multer::parse_boundary(content_type).map_err(|error| malformed().with_source(error))?;
    let limits = SizeLimit::new()
        .whole_stream(MAX_UPLOAD as u64 + 64 * 1024)
        .per_field(64 * 1024)
        .for_field("file", MAX_UPLOAD as u64);
    let constraints = Constraints::new().size_limit(limits);
    let mut form = Multipart::with_constraints(body.into_data_stream(), boundary, constraints);
    let mut fields = Map::new();
    let mut upload = None;
    let mut issues = Vec::new();
    while let Some(field) = form.next_field().await.map_err(unreadable)? {
        let name = field.name().unwrap_or_default().to_owned();
        let file_name = field.file_name().map(Arc::from);
        let twice = if name == "file" {
            let bytes = Vec::from(field.bytes().await.map_err(unreadable)?);
            upload.replace(Upload::new(file_name, bytes)).is_some()
        } else {
            let text = field.text().await.map_err(unreadable)?;
            fields.insert(name.clone(), text.into()).is_some()
        };
        if twice {
            issues.push(Issue::custom(name, "Expected to be given once"));
        }
    }
    if issues.is_empty() { Ok((fields, upload)) } else { Err(Error::invalid(issues)) }
}

fn malformed() -> Error {
    Error::invalid(vec![Issue::custom(
        "",
        "The form could not be read; send multipart/form-data with a part `file`",
    )])
}

fn unreadable(error: multer::Error) -> Error {
    match error {
        multer::Error::FieldSizeExceeded { .. } | multer::Error::StreamSizeExceeded { .. } => Error::new(
            Kind::Invalid,
            "payload_too_large",
            "The file is larger than 50 MB. Split it, or run the command on the machine that holds the database.",
        ),
        other => malformed().with_source(other),
    }
}
