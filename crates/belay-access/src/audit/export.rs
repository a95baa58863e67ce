//! The audit trail for a spreadsheet or another program.

use belay_store::{Db, StoreError, args};
use jiff::Timestamp;
use serde_json::{Map, Value};

use super::{Entry, entry, sql};

/// How many rows are read at once.
const PAGE: i64 = 500;

/// The rows of a tenant between two instants, read page by page.
#[derive(Debug)]
pub struct Export {
    db: Db,
    tenant: String,
    app: String,
    from: i64,
    to: i64,
    /// The row after which it goes on; nothing when it is over.
    after: Option<(i64, String)>,
}

impl Export {
    /// The rows of an application and a tenant from one instant on and before another, the oldest first.
    #[must_use]
    pub fn new(db: &Db, app: &str, tenant: &str, (from, to): (Timestamp, Timestamp)) -> Self {
        Self {
            db: db.clone(),
            tenant: tenant.to_owned(),
            app: app.to_owned(),
            from: from.as_microsecond(),
            to: to.as_microsecond(),
            after: Some((i64::MIN, String::new())),
        }
    }

    /// The next rows; none when there are no more.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails.
    pub async fn next(&mut self) -> Result<Vec<Entry>, StoreError> {
        let Some((at, id)) = self.after.take() else { return Ok(Vec::new()) };
        let args = args![&self.tenant, &self.app, self.from, self.to, at, id, PAGE];
        let rows: Vec<Entry> =
            self.db.all(sql::BETWEEN, args).await?.iter().map(entry).collect::<Result<_, _>>()?;
        self.after = rows.last().map(|last| (last.at, last.id.clone()));
        Ok(rows)
    }
}

/// A row as one line of JSON.
#[must_use]
pub fn json_line(entry: &Entry) -> String {
    let fields = columns(entry).into_iter().map(|(name, text)| {
        let value = match (name, text) {
            (_, None) => Value::Null,
            // What the application told was JSON already.
            ("before" | "after", Some(text)) => serde_json::from_str(&text).unwrap_or(Value::String(text)),
            (_, Some(text)) => Value::String(text),
        };
        (name.to_owned(), value)
    });
    Value::Object(fields.collect::<Map<_, _>>()).to_string()
}

/// The line of names above rows of CSV.
#[must_use]
pub fn csv_head() -> String {
    NAMES.join(",")
}

/// A row as one record of CSV (RFC 4180). A cell that a spreadsheet would take for a formula gets an apostrophe before it.
#[must_use]
pub fn csv_line(entry: &Entry) -> String {
    let cells = columns(entry).into_iter().map(|(_, text)| cell(text.unwrap_or_default()));
    cells.collect::<Vec<_>>().join(",")
}

fn cell(text: String) -> String {
    let text = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

const NAMES: [&str; 19] = [
    "id",
    "at",
    "tenant_id",
    "app",
    "operation",
    "outcome",
    "entity",
    "summary",
    "before",
    "after",
    "actor_id",
    "actor_name",
    "origin",
    "credential_id",
    "client",
    "door",
    "request_id",
    "trace_id",
    "arguments",
];

fn columns(entry: &Entry) -> Vec<(&'static str, Option<String>)> {
    let at = Timestamp::from_microsecond(entry.at).map(|at| at.to_string()).unwrap_or_default();
    let some = |text: &str| Some(text.to_owned());
    let values = [
        some(&entry.id),
        Some(at),
        some(&entry.tenant_id),
        some(&entry.app),
        some(&entry.operation),
        some(&entry.outcome),
        entry.entity.clone(),
        entry.summary.clone(),
        entry.before.clone(),
        entry.after.clone(),
        some(&entry.actor_id),
        some(&entry.actor_name),
        some(&entry.origin),
        entry.credential_id.clone(),
        entry.client.clone(),
        some(&entry.door),
        some(&entry.request_id),
        entry.trace_id.clone(),
        entry.arguments.clone(),
    ];
    NAMES.into_iter().zip(values).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> Entry {
        Entry {
            id: "aud_1".to_owned(),
            at: 1_773_576_000_000_000,
            tenant_id: "ten_1".to_owned(),
            app: "demo".to_owned(),
            operation: "keep".to_owned(),
            door: "mcp".to_owned(),
            origin: "key".to_owned(),
            actor_id: "key_1".to_owned(),
            actor_name: "=HYPERLINK(\"https://a.example\")".to_owned(),
            credential_id: Some("key_1".to_owned()),
            client: Some("@client, one".to_owned()),
            request_id: "req_1".to_owned(),
            trace_id: None,
            arguments: Some("ab".to_owned()),
            outcome: "ok".to_owned(),
            entity: Some("+1".to_owned()),
            summary: Some("-2 meals\nfewer".to_owned()),
            before: None,
            after: Some("{\"kcal\":5}".to_owned()),
        }
    }

    #[test]
    fn a_cell_that_would_be_a_formula_is_none_in_a_spreadsheet() {
        let line = csv_line(&row());
        for cell in [
            "\"'=HYPERLINK(\"\"https://a.example\"\")\"",
            "\"'@client, one\"",
            ",'+1,",
            "\"'-2 meals\nfewer\"",
        ] {
            assert!(line.contains(cell), "{cell} in {line}");
        }
        assert_eq!(csv_head().split(',').count(), NAMES.len());
    }

    #[test]
    fn a_line_of_json_holds_what_the_application_told_as_json() {
        let line: Value = serde_json::from_str(&json_line(&row())).unwrap();
        assert_eq!(line["after"]["kcal"], 5);
        assert_eq!(line["at"], "2026-03-15T12:00:00Z");
        assert_eq!(line["before"], Value::Null);
        assert!(!json_line(&row()).contains('\n'));
    }
}
