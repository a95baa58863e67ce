//! Asking the client for something in the middle of a call: its person, its model, or its folders.
//!
//! An operation that needs an answer says so with an error value, which ends the run and rolls its transaction back.
//! Once the answers are there the operation runs again from the top, and finds them. No connection, memory or
//! transaction is held while somebody thinks. On the wire this is an input-required result (revision 2026-07-28), a
//! request within a session (the revisions before it), or a question of a task.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::schema::{Schemas, Side};
use crate::{Error, Issue};

/// What is asked.
#[derive(Debug, Clone, PartialEq)]
pub enum Question {
    /// The person fills in a form.
    Form {
        /// What to tell them.
        message: String,
        /// The form: a flat JSON Schema object.
        schema: Value,
    },
    /// The person opens a page and does something there.
    Page {
        /// What to tell them.
        message: String,
        /// The page: nothing secret in it, and nothing that signs anyone in.
        url: String,
    },
    /// The client's model writes something: the parameters of `sampling/createMessage`.
    Sample(Value),
    /// The client names the folders it works in.
    Roots,
}

impl Question {
    /// The client's model answers one text, with at most so many tokens.
    #[must_use]
    pub fn sample(text: &str, max_tokens: u32) -> Self {
        Self::Sample(json!({
            "messages": [{ "role": "user", "content": { "type": "text", "text": text } }],
            "maxTokens": max_tokens,
        }))
    }

    /// The method that asks it.
    #[must_use]
    pub fn method(&self) -> &'static str {
        match self {
            Self::Form { .. } | Self::Page { .. } => "elicitation/create",
            Self::Sample(_) => "sampling/createMessage",
            Self::Roots => "roots/list",
        }
    }

    /// Its parameters on the wire.
    #[must_use]
    pub fn params(&self) -> Value {
        match self {
            Self::Form { message, schema } => {
                json!({ "mode": "form", "message": message, "requestedSchema": schema })
            }
            Self::Page { message, url } => json!({ "mode": "url", "message": message, "url": url }),
            Self::Sample(params) => params.clone(),
            Self::Roots => json!({}),
        }
    }

    /// The part of a client's capabilities that it needs.
    #[must_use]
    pub fn needs(&self) -> Value {
        match self {
            Self::Form { .. } => json!({ "elicitation": { "form": {} } }),
            Self::Page { .. } => json!({ "elicitation": { "url": {} } }),
            Self::Sample(params) => {
                let mut sampling = Map::new();
                if params.get("tools").is_some() {
                    sampling.insert("tools".to_owned(), json!({}));
                }
                if params.get("includeContext").is_some_and(|context| context != "none") {
                    sampling.insert("context".to_owned(), json!({}));
                }
                json!({ "sampling": sampling })
            }
            Self::Roots => json!({ "roots": {} }),
        }
    }

    /// The question that a [`method`](Self::method) and its [`params`](Self::params) ask; nothing where they ask none.
    #[must_use]
    pub fn read(method: &str, params: &Value) -> Option<Self> {
        let text = |name: &str| params.get(name).and_then(Value::as_str).map(str::to_owned);
        Some(match method {
            "elicitation/create" if params.get("mode").is_some_and(|mode| mode == "url") => {
                Self::Page { message: text("message")?, url: text("url")? }
            }
            "elicitation/create" => {
                Self::Form { message: text("message")?, schema: params.get("requestedSchema")?.clone() }
            }
            "sampling/createMessage" => Self::Sample(params.clone()),
            "roots/list" => Self::Roots,
            _ => return None,
        })
    }

    /// Whether something is an answer to it: the one rule for every way in which answers come.
    #[must_use]
    pub fn accepts(&self, answer: &Value, holds: Holds) -> bool {
        match self {
            Self::Form { schema, .. } => match answer.get("action").and_then(Value::as_str) {
                Some("accept") => {
                    let content = answer.get("content").cloned().unwrap_or_else(|| json!({}));
                    content.is_object() && holds(schema, &content)
                }
                Some("decline" | "cancel") => true,
                _ => false,
            },
            Self::Page { .. } => {
                matches!(answer.get("action").and_then(Value::as_str), Some("accept" | "decline" | "cancel"))
            }
            Self::Sample(_) => answer.get("content").is_some_and(|content| !content.is_null()),
            Self::Roots => answer.get("roots").is_some_and(Value::is_array),
        }
    }
}

/// Whether a value satisfies a schema; the server lends its validator.
pub type Holds = fn(&Value, &Value) -> bool;

/// Questions that belong together, each under a key.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ask {
    /// The questions.
    pub questions: BTreeMap<String, Question>,
    /// What the operation wants to find again when it runs next.
    pub kept: Option<Value>,
}

impl Ask {
    /// No question yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks something under a key.
    #[must_use]
    pub fn question(mut self, key: &str, question: Question) -> Self {
        self.questions.insert(key.to_owned(), question);
        self
    }

    /// Has the person fill in the fields of `T`: texts, numbers, yes or no, or a choice.
    #[must_use]
    pub fn form<T: JsonSchema>(self, key: &str, message: &str) -> Self {
        self.question(key, Question::Form { message: message.to_owned(), schema: form::<T>() })
    }

    /// Keeps a value for the next run. It travels through the client, sealed: neither to be read nor to be changed.
    #[must_use]
    pub fn keep(mut self, value: Value) -> Self {
        self.kept = Some(value);
        self
    }
}

fn form<T: JsonSchema>() -> Value {
    let mut schema = Schemas::of::<T>(Side::Input).portable.value();
    if let Some(schema) = schema.as_object_mut() {
        schema.remove("additionalProperties");
    }
    schema
}

/// What has been answered so far.
#[derive(Debug, Clone, Default)]
pub struct Answers {
    given: Map<String, Value>,
    kept: Option<Value>,
}

/// What a person made of a form.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// They filled it in.
    Accepted(Map<String, Value>),
    /// They said no.
    Declined,
    /// They went away without saying anything.
    Cancelled,
}

impl Answers {
    /// Answers by key, and what an earlier run kept.
    #[must_use]
    pub fn new(given: Map<String, Value>, kept: Option<Value>) -> Self {
        Self { given, kept }
    }

    /// All answers as they came.
    #[must_use]
    pub fn given(&self) -> &Map<String, Value> {
        &self.given
    }

    /// What an earlier run kept.
    #[must_use]
    pub fn kept(&self) -> Option<&Value> {
        self.kept.as_ref()
    }

    /// The answer to a form or a page.
    #[must_use]
    pub fn reply(&self, key: &str) -> Option<Reply> {
        let answer = self.given.get(key)?;
        Some(match answer.get("action").and_then(Value::as_str)? {
            "accept" => {
                let content = answer.get("content").and_then(Value::as_object);
                Reply::Accepted(content.cloned().unwrap_or_default())
            }
            "decline" => Reply::Declined,
            _ => Reply::Cancelled,
        })
    }

    /// A field of a form that the person filled in. Of a form that they declined there is none, whatever came with it.
    #[must_use]
    pub fn field(&self, key: &str, field: &str) -> Option<&Value> {
        let answer = self.given.get(key)?;
        if answer.get("action").and_then(Value::as_str) != Some("accept") {
            return None;
        }
        answer.get("content")?.get(field)
    }

    /// What was filled into a form, read into the type that the form was made of; nothing where the person did not
    /// fill it in.
    ///
    /// # Errors
    /// A refusal when the fields do not fit the type, which a form made of it does not let happen.
    pub fn form<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, Error> {
        let Some(Reply::Accepted(fields)) = self.reply(key) else { return Ok(None) };
        let read: Result<T, _> = serde_json::from_value(Value::Object(fields));
        let broken = |_| Error::invalid(vec![Issue::custom(key, "The form was not filled in as asked")]);
        read.map(Some).map_err(broken)
    }

    /// The text that the client's model wrote.
    #[must_use]
    pub fn sampled(&self, key: &str) -> Option<String> {
        let content = self.given.get(key)?.get("content")?;
        let blocks = content.as_array().cloned().unwrap_or_else(|| vec![content.clone()]);
        let texts: Vec<&str> =
            blocks.iter().filter_map(|block| block.get("text").and_then(Value::as_str)).collect();
        Some(texts.join("\n"))
    }

    /// The folders that the client named, each as its `uri` and, where it has one, its `name`.
    #[must_use]
    pub fn roots(&self, key: &str) -> Vec<(String, Option<String>)> {
        let roots = self.given.get(key).and_then(|answer| answer.get("roots")).and_then(Value::as_array);
        let text = |root: &Value, field: &str| root.get(field).and_then(Value::as_str).map(str::to_owned);
        roots
            .into_iter()
            .flatten()
            .filter_map(|root| Some((text(root, "uri")?, text(root, "name"))))
            .collect()
    }

    /// These answers, if every question has an acceptable one; otherwise the error that asks what is missing.
    pub(crate) fn to(&self, ask: Ask, holds: Holds) -> Result<Self, Error> {
        let open: BTreeMap<String, Question> = ask
            .questions
            .into_iter()
            .filter(|(key, question)| {
                // Where something is kept, an answer without it is none: nobody can have been asked yet.
                (ask.kept.is_some() && self.kept.is_none())
                    || !self.given.get(key).is_some_and(|answer| question.accepts(answer, holds))
            })
            .collect();
        if open.is_empty() {
            Ok(self.clone())
        } else {
            Err(Error::ask(Ask { questions: open, kept: ask.kept }))
        }
    }
}

/// Whether declared capabilities hold everything in `needed`.
#[must_use]
pub fn covers(declared: &Value, needed: &Value) -> bool {
    let Some(needed) = needed.as_object() else { return true };
    needed.iter().all(|(name, inner)| declared.get(name).is_some_and(|declared| covers(declared, inner)))
}

/// The part of `needed` that is not declared.
#[must_use]
pub fn missing(declared: &Value, needed: &Value) -> Value {
    let Some(wanted) = needed.as_object() else { return json!({}) };
    let lacks =
        wanted.iter().filter(|(name, inner)| !declared.get(*name).is_some_and(|have| covers(have, inner)));
    Value::Object(lacks.map(|(name, inner)| (name.clone(), inner.clone())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is read")]
    struct Name {
        /// The name.
        name: String,
    }

    fn holds(schema: &Value, value: &Value) -> bool {
        schema["required"].as_array().is_none_or(|names| {
            names.iter().all(|name| name.as_str().is_some_and(|name| value[name].is_string()))
        })
    }

    #[test]
    fn only_what_lacks_an_acceptable_answer_is_asked_again() {
        let ask = Ask::new().form::<Name>("who", "Who?").question("where", Question::Roots);
        for (given, open) in [
            (json!({}), vec!["where", "who"]),
            (json!({ "who": { "action": "accept", "content": { "name": 5 } } }), vec!["where", "who"]),
            (json!({ "who": 5, "where": { "roots": [] } }), vec!["who"]),
            (json!({ "who": { "action": "decline" }, "where": null }), vec!["where"]),
        ] {
            let answers = Answers::new(given.as_object().unwrap().clone(), None);
            let asked = answers.to(ask.clone(), holds).unwrap_err();
            let keys: Vec<&String> = asked.asked().unwrap().questions.keys().collect();
            assert_eq!(keys, open, "{given}");
        }
        let given = json!({ "who": { "action": "accept", "content": { "name": "A" } }, "where": { "roots": [
            { "uri": "file:///x", "name": "X" }
        ] }, "extra": 1 });
        let answers = Answers::new(given.as_object().unwrap().clone(), None).to(ask, holds).unwrap();
        assert_eq!(answers.field("who", "name"), Some(&json!("A")));
        assert_eq!(answers.roots("where"), [("file:///x".to_owned(), Some("X".to_owned()))]);
    }

    #[test]
    fn a_question_is_read_back_from_its_words_and_accepts_the_same_answers() {
        let form = Question::Form { message: "Who?".to_owned(), schema: form::<Name>() };
        let page = Question::Page { message: "Look".to_owned(), url: "https://a.example".to_owned() };
        let answers = [
            (json!({ "action": "accept", "content": { "name": "A" } }), [true, true, true, false]),
            (json!({ "action": "accept" }), [false, true, false, false]),
            (json!({ "action": "decline" }), [true, true, false, false]),
            (json!({ "content": { "type": "text", "text": "" } }), [false, false, true, false]),
            (json!({ "roots": [] }), [false, false, false, true]),
            (json!({}), [false, false, false, false]),
        ];
        for (n, question) in [form, page, Question::sample("Hi", 9), Question::Roots].into_iter().enumerate()
        {
            let read = Question::read(question.method(), &question.params());
            assert_eq!(read.as_ref(), Some(&question));
            for (answer, accepted) in &answers {
                assert_eq!(question.accepts(answer, holds), accepted[n], "{question:?} {answer}");
            }
        }
        assert_eq!(Question::read("tools/call", &json!({})), None);
    }

    #[test]
    fn a_form_that_was_not_accepted_has_no_fields() {
        for (action, field) in [
            (json!("accept"), Some(&json!(true))),
            (json!("decline"), None),
            (json!("cancel"), None),
            (json!(null), None),
        ] {
            let given = json!({ "sure": { "action": action, "content": { "ok": true } } });
            let answers = Answers::new(given.as_object().unwrap().clone(), None);
            assert_eq!(answers.field("sure", "ok"), field, "{action}");
        }
    }

    #[test]
    fn capabilities_are_compared_to_their_parts() {
        let declared = json!({ "elicitation": {}, "sampling": { "tools": {} } });
        assert!(covers(&declared, &json!({ "elicitation": {} })));
        assert!(!covers(&declared, &json!({ "elicitation": { "url": {} } })));
        assert_eq!(missing(&declared, &json!({ "sampling": {}, "roots": {} })), json!({ "roots": {} }));
    }
}
