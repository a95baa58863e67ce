//! The input of a call: read, repaired where nothing is lost by it, checked, and freed of what is for the gates.

use std::sync::Arc;

use base64::Engine;
use belay_access::digest;
use belay_core::operation::{Confirm, Effect};
use belay_core::schema::{Mode, coerce};
use belay_core::upload::Upload;
use belay_core::{Error, Issue, Operation};
use serde_json::{Map, Value};

use super::Call;
use super::record::Record;
use crate::served::{Entry, Served};

/// An input that may be run.
pub(super) struct Read {
    /// What the operation gets.
    pub(super) value: Value,
    pub(super) upload: Option<Upload>,
    pub(super) asked: Asked,
    /// The digest of it all, without what is for the gates.
    pub(super) arguments: Arc<str>,
}

/// What an input says to the gates.
#[derive(Debug, Default)]
pub(super) struct Asked {
    pub(super) confirmed: bool,
    pub(super) token: Option<String>,
    pub(super) allow_duplicate: bool,
}

/// Reads the input of a call. Its digest goes into the record whatever becomes of it.
pub(super) fn read(
    served: &Served,
    entry: &Entry,
    call: &mut Call,
    record: &mut Record,
) -> Result<Read, Error> {
    let mut value = call.input.take();
    if value.is_null() {
        value = Value::Object(Map::new());
    }
    let mut upload = call.upload.take();
    let taken = take_upload(&entry.operation, &mut value, &mut upload);
    let checked = taken.and_then(|()| check(entry, &mut value, call.mode));
    let asked = strip(&entry.operation, &mut value, call.token.take());
    let mut arguments = String::new();
    match &upload {
        // A large file takes a while to digest.
        Some(upload) => {
            (served.shared.long_work)(&mut || arguments = digest_with(&value, upload));
        }
        None if is_told(&entry.operation) => arguments = digest::of_arguments(&value, None),
        None => {}
    }
    let arguments: Arc<str> = arguments.into();
    record.arguments = Some(Arc::clone(&arguments)).filter(|arguments| !arguments.is_empty());
    checked.map(|()| Read { value, upload, asked, arguments })
}

/// The digest of arguments with the file that came along. A file that cannot be read has none, and fails where it is used.
fn digest_with(value: &Value, upload: &Upload) -> String {
    upload.open().and_then(|file| digest::of_arguments_with(value, file)).unwrap_or_default()
}

/// Whether anything asks for the digest of a call's arguments: what changes something does, and a log that has a line for
/// each call.
fn is_told(operation: &Operation) -> bool {
    operation.effect != Effect::Read
        || !matches!(operation.confirm, Confirm::No)
        || tracing::enabled!(tracing::Level::WARN)
}

/// Takes out what is for the gates.
pub(super) fn strip(operation: &Operation, input: &mut Value, token: Option<String>) -> Asked {
    let mut asked = Asked { token, ..Asked::default() };
    let Some(fields) = input.as_object_mut() else { return asked };
    for name in &operation.injected {
        let Some(value) = fields.remove(*name) else { continue };
        match *name {
            "confirm" => asked.confirmed = value == true,
            "confirm_token" => asked.token = value.as_str().map(str::to_owned).or(asked.token.take()),
            _ => asked.allow_duplicate = value == true,
        }
    }
    asked
}

/// Checks the input, after repairing it where nothing is lost by that. What is right needs no repair, except that
/// a schema takes 5.0 for an integer and Rust does not.
pub(super) fn check(entry: &Entry, input: &mut Value, mode: Mode) -> Result<(), Error> {
    if has_nul(input) {
        return Err(Error::invalid(vec![Issue::custom("", "A text must not hold the character U+0000")]));
    }
    if entry.input.holds(input) && !has_float(input) {
        return Ok(());
    }
    coerce(input, entry.input.schema(), mode);
    let issues = entry.input.issues(input);
    if issues.is_empty() { Ok(()) } else { Err(Error::invalid(issues)) }
}

/// PostgreSQL has no text with U+0000 in it, and no honest input has one either.
fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(has_nul),
        Value::Object(fields) => fields.iter().any(|(name, value)| name.contains('\0') || has_nul(value)),
        _ => false,
    }
}

fn has_float(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_f64(),
        Value::Array(items) => items.iter().any(has_float),
        Value::Object(fields) => fields.values().any(has_float),
        _ => false,
    }
}

/// Takes the file out of a JSON input, so that megabytes are neither validated nor copied.
fn take_upload(operation: &Operation, input: &mut Value, upload: &mut Option<Upload>) -> Result<(), Error> {
    let Some(field) = operation.upload else { return Ok(()) };
    let Some(content) = input.as_object_mut().and_then(|input| input.remove(field)) else { return Ok(()) };
    if content.is_null() {
        return Ok(());
    }
    let invalid = |message: &str| Error::invalid(vec![Issue::custom(field, message)]);
    let text = content.as_str().ok_or_else(|| invalid("Expected the file's bytes as base64 text"))?;
    if upload.is_some() {
        return Err(invalid("The file came twice: as an upload and in this field; send it once"));
    }
    let compact: String = text.chars().filter(|c| !c.is_ascii_whitespace()).collect();
    let bytes = base64::engine::general_purpose::STANDARD
        .decode(&compact)
        .or_else(|_| base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(&compact))
        .map_err(|_| invalid("Expected the file's bytes as base64 text"))?;
    *upload = Some(Upload::new(None, bytes));
    Ok(())
}
