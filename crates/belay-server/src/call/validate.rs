//! Checks a value against a schema and says everything that is wrong with it, never quoting the value.

use std::fmt::Write as _;
use std::sync::OnceLock;

use belay_core::schema::Kept;
use belay_core::{Issue, IssueCode};
use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::paths::LocationSegment;
use jsonschema::{ValidationError, Validator};
use serde_json::Value;

/// How many issues are told at once; nobody mends more in one go.
const MOST: usize = 30;
/// How much of a name that a caller made up is repeated.
const LONGEST_NAME: usize = 64;

/// Whether a value satisfies a schema that is used once, such as that of a form.
pub(crate) fn holds(schema: &Value, value: &Value) -> bool {
    jsonschema::options().should_validate_formats(true).build(schema).is_ok_and(|check| check.is_valid(value))
}

/// A schema that is read and compiled at its first use, so that operations nobody calls cost neither time nor memory.
pub(crate) struct Check {
    kept: Kept,
    compiled: OnceLock<Compiled>,
}

struct Compiled {
    schema: Value,
    validator: Option<Validator>,
}

impl Check {
    pub(crate) fn new(kept: Kept) -> Self {
        Self { kept, compiled: OnceLock::new() }
    }

    fn compiled(&self) -> &Compiled {
        self.compiled.get_or_init(|| {
            let schema = self.kept.value();
            let validator = jsonschema::options().should_validate_formats(true).build(&schema).ok();
            Compiled { schema, validator }
        })
    }

    fn validator(&self) -> Option<&Validator> {
        self.compiled().validator.as_ref()
    }

    /// The schema that values are checked against.
    pub(crate) fn schema(&self) -> &Value {
        &self.compiled().schema
    }

    /// Whether there is nothing wrong with `value`.
    pub(crate) fn holds(&self, value: &Value) -> bool {
        self.validator().is_some_and(|validator| validator.is_valid(value))
    }

    /// Everything wrong with `value`, in the order of the schema; empty when it is right.
    pub(crate) fn issues(&self, value: &Value) -> Vec<Issue> {
        let Some(validator) = self.validator() else {
            return vec![Issue::custom("", "The schema of this operation does not compile")];
        };
        if validator.is_valid(value) {
            return Vec::new();
        }
        let mut issues: Vec<Issue> =
            validator.iter_errors(value).flat_map(|error| self.explain(&error)).take(MOST + 1).collect();
        issues.dedup();
        issues.sort_by_key(|issue| self.place(&issue.path));
        if issues.len() > MOST {
            issues.truncate(MOST);
            issues.push(Issue::custom("", "There are more issues than these"));
        }
        issues
    }

    /// Where the field of a path stands among those of the input; what is none of them comes last.
    fn place(&self, path: &str) -> usize {
        let name = path.split(['.', '[']).next().unwrap_or_default();
        let fields = self.schema().get("properties").and_then(Value::as_object);
        fields.and_then(|fields| fields.keys().position(|known| known == name)).unwrap_or(usize::MAX)
    }

    fn explain(&self, error: &ValidationError<'_>) -> Vec<Issue> {
        let path = path_of(error);
        let issue = |code, message| vec![Issue { path: path.clone(), code, message }];
        match error.kind() {
            ValidationErrorKind::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                vec![Issue {
                    path: join(&path, name),
                    code: IssueCode::InvalidType,
                    message: "Required".to_owned(),
                }]
            }
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                unexpected.iter().take(MOST + 1).map(|name| self.unrecognized(error, &path, name)).collect()
            }
            ValidationErrorKind::Type { kind } => {
                issue(IssueCode::InvalidType, mismatch(kind, error.instance()))
            }
            ValidationErrorKind::Enum { options } => {
                let names: Vec<&str> =
                    options.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                issue(IssueCode::InvalidEnumValue, format!("Expected one of {}", names.join(", ")))
            }
            kind => {
                let (code, message) = bound(kind);
                issue(code, message)
            }
        }
    }

    fn unrecognized(&self, error: &ValidationError<'_>, path: &str, name: &str) -> Issue {
        let known = self.fields_at(error);
        let mut message = "Unrecognized field".to_owned();
        if let Some(near) = nearest(name, &known) {
            let _ = write!(message, "; did you mean `{near}`?");
        } else if !known.is_empty() && known.len() <= 12 {
            let _ = write!(message, "; the fields are {}", known.join(", "));
        }
        let shown: String = name.chars().take(LONGEST_NAME).collect();
        Issue { path: join(path, &shown), code: IssueCode::UnrecognizedKeys, message }
    }

    /// The names an object may have, found by the schema path of the error.
    fn fields_at(&self, error: &ValidationError<'_>) -> Vec<&str> {
        let place = error.schema_path().as_str();
        let place = place.strip_suffix("/additionalProperties").unwrap_or(place);
        let names = self.schema().pointer(&format!("{place}/properties")).and_then(Value::as_object);
        names.into_iter().flatten().map(|(name, _)| name.as_str()).collect()
    }
}

fn path_of(error: &ValidationError<'_>) -> String {
    error.instance_path().into_iter().fold(String::new(), |path, segment| match segment {
        LocationSegment::Property(name) => join(&path, &name),
        LocationSegment::Index(index) => format!("{path}[{index}]"),
    })
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn mismatch(kind: &TypeKind, received: &Value) -> String {
    let expected: Vec<String> = match kind {
        TypeKind::Single(only) => vec![only.to_string()],
        TypeKind::Multiple(several) => several.iter().map(|one| one.to_string()).collect(),
    };
    let received = match received {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "float",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    format!("Expected {}, received {received}", expected.join(" or "))
}

fn bound(kind: &ValidationErrorKind) -> (IssueCode, String) {
    use ValidationErrorKind as K;
    match kind {
        K::Minimum { limit } => (IssueCode::TooSmall, format!("Must be at least {limit}")),
        K::ExclusiveMinimum { limit } => (IssueCode::TooSmall, format!("Must be more than {limit}")),
        K::Maximum { limit } => (IssueCode::TooBig, format!("Must be at most {limit}")),
        K::ExclusiveMaximum { limit } => (IssueCode::TooBig, format!("Must be less than {limit}")),
        K::MinLength { limit } => (IssueCode::TooSmall, format!("Must have at least {limit} characters")),
        K::MaxLength { limit } => (IssueCode::TooBig, format!("Must have at most {limit} characters")),
        K::MinItems { limit } => (IssueCode::TooSmall, format!("Must have at least {limit} items")),
        K::MaxItems { limit } => (IssueCode::TooBig, format!("Must have at most {limit} items")),
        K::Pattern { pattern } => (IssueCode::InvalidString, format!("Must match {pattern}")),
        K::Format { format } => (IssueCode::InvalidString, format!("Must be a {format}")),
        K::Constant { expected_value } => (IssueCode::Custom, format!("Must be {expected_value}")),
        other => (IssueCode::Custom, format!("Breaks the rule `{}`", other.keyword())),
    }
}

/// The known name that differs least from a mistaken one, when the difference is small.
pub(crate) fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    if name.len() > LONGEST_NAME {
        return None;
    }
    let scored = known.iter().map(|candidate| (distance(name, candidate), *candidate));
    scored
        .min()
        .filter(|(distance, candidate)| *distance <= candidate.len().max(3) / 3)
        .map(|(_, candidate)| candidate)
}

/// Edits (insert, remove, replace) from one text to another, by Wagner and Fischer's table.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (cell, other) in row.iter_mut().skip(1).zip(&b) {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = *cell;
            left = replaced.min(*cell + 1).min(left + 1);
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check() -> Check {
        Check::new(Kept::new(&json!({
            "type": "object",
            "properties": {
                "note": { "type": "string", "maxLength": 3 },
                "slot": { "type": "string", "enum": ["lunch", "dinner"] },
                "items": { "type": "array", "items": { "$ref": "#/$defs/Item" } },
            },
            "required": ["slot"],
            "additionalProperties": false,
            "$defs": { "Item": {
                "type": "object",
                "properties": { "kcal": { "type": "integer", "minimum": 0, "maximum": 10 } },
                "required": ["kcal"],
                "additionalProperties": false,
            } },
        })))
    }

    #[test]
    fn every_issue_is_told_at_once_with_its_path() {
        let value = json!({ "note": "long", "items": [{ "kcal": 11 }, { "kcal": "secret" }, {}], "nots": 1 });
        let told: Vec<String> =
            check().issues(&value).iter().map(|issue| format!("{}: {}", issue.path, issue.message)).collect();
        for line in [
            "note: Must have at most 3 characters",
            "items[0].kcal: Must be at most 10",
            "items[1].kcal: Expected integer, received string",
            "items[2].kcal: Required",
            "nots: Unrecognized field; did you mean `note`?",
            "slot: Required",
        ] {
            assert!(told.contains(&line.to_owned()), "{line} in {told:#?}");
        }
        assert_eq!(told.len(), 6, "{told:#?}");
    }

    #[test]
    fn a_rejected_value_is_never_quoted() {
        let value = json!({ "slot": "hunter2", "note": "hunter2", "items": "hunter2" });
        assert!(!format!("{:?}", check().issues(&value)).contains("hunter2"));
    }

    #[test]
    fn a_name_that_is_far_from_all_has_no_nearest() {
        assert_eq!(nearest("start_dat", &["start_date", "end_date"]), Some("start_date"));
        assert_eq!(nearest("xyz", &["start_date", "end_date"]), None);
    }
}
