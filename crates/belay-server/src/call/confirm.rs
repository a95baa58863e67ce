//! Nothing that has to be confirmed runs without.
//!
//! A confirmation is a token for one caller, operation and set of arguments, for ten minutes and one use. Where the client
//! can ask its person, the token travels with the question, sealed, and counts once the person said yes; elsewhere the
//! caller gets it beside a preview and sends it with the same call again.

use std::sync::Arc;

use belay_access::confirmation::For;
use belay_core::ask::{Answers, Reply};
use belay_core::operation::{Confirm, Preview, Previewing};
use belay_core::{Ask, Cancellation, Ctx, Error, Kind, Question};
use belay_store::Unit;
use serde_json::{Map, Value, json};

use super::guard;
use super::input::Read;
use crate::served::{Entry, Served};

/// The question's key.
const QUESTION: &str = "belay_confirm";
/// Where the token lies among what is kept between rounds.
const TOKEN: &str = "belay/confirm";
/// Where that lies which the operation keeps itself.
const OWN: &str = "own";

/// What a call brings from earlier rounds.
pub(super) struct Brought {
    token: Option<String>,
    reply: Option<Reply>,
}

/// Tells the operation's own answers from those to the gate.
pub(super) fn split(confirm: &Confirm, answers: Answers) -> (Answers, Brought) {
    if !matches!(confirm, Confirm::Ask(_)) {
        return (answers, Brought { token: None, reply: None });
    }
    // What is kept for such an operation is always wrapped, so nobody can have put a token there but this gate.
    let text = |kept: &Value| kept.get(TOKEN).and_then(Value::as_str).map(str::to_owned);
    let token = answers.kept().and_then(text);
    let reply = answers.reply(QUESTION);
    let own = answers.kept().and_then(|kept| kept.get(OWN)).cloned();
    let mut given = answers.given().clone();
    given.remove(QUESTION);
    (Answers::new(given, own), Brought { token, reply })
}

/// How a call got through.
#[derive(Default)]
pub(super) struct Passed {
    /// The token that was used.
    token: Option<String>,
    /// Whether it came with an answer of the person, and has to go along with further questions.
    asked: bool,
    wraps: bool,
}

impl Passed {
    /// The error of the operation, as it goes on. A call that waits for further answers has not happened: its confirmation
    /// is there for the next round.
    pub(super) async fn failed(self, served: &Served, error: Error) -> Error {
        let Some(ask) = error.asked().filter(|_| self.wraps) else { return error };
        let mut kept = Map::new();
        if let Some(own) = &ask.kept {
            kept.insert(OWN.to_owned(), own.clone());
        }
        if let Some(token) = &self.token {
            if let Err(error) = served.gates.confirmations.release(token).await {
                return error.into();
            }
            if self.asked {
                kept.insert(TOKEN.to_owned(), token.as_str().into());
            }
        }
        let kept = (!kept.is_empty()).then_some(Value::Object(kept));
        Error::ask(Ask { questions: ask.questions.clone(), kept })
    }
}

/// Lets a confirmed call through.
///
/// # Errors
/// The question, or the refusal with the preview, for a call that is not confirmed yet; a refusal for one that was not
/// confirmed, or whose token is none.
pub(super) async fn gate(
    served: &Arc<Served>,
    entry: &Entry,
    (cx, read): (&Ctx, &Read),
    (brought, askable): (Brought, bool),
) -> Result<Passed, Error> {
    let previewing = match &entry.operation.confirm {
        Confirm::No => return Ok(Passed::default()),
        Confirm::Literal | Confirm::Hidden if read.asked.confirmed => return Ok(Passed::default()),
        Confirm::Literal | Confirm::Hidden => return Err(literal()),
        Confirm::Ask(previewing) => previewing,
    };
    let principal = cx.actor().principal();
    let what = For {
        app: served.app.name,
        principal: &principal,
        operation: entry.operation.name,
        arguments: &read.arguments,
    };
    let (token, asked) = match (brought, &read.asked.token) {
        (Brought { token: Some(token), reply: Some(reply) }, _) => {
            if !is_yes(&reply) {
                return Err(declined());
            }
            (token, true)
        }
        (_, Some(token)) => (token.clone(), false),
        _ => {
            let preview = preview(served, entry, previewing, (cx, read)).await?;
            let token = served.gates.confirmations.give(what, cx.entropy(), cx.now()).await?;
            let form = json!({ "elicitation": { "form": {} } });
            return Err(if askable && cx.client_offers(&form) {
                question(&preview, &token)
            } else {
                required(&preview, &token)
            });
        }
    };
    if served.gates.confirmations.consume(&token, what, cx.now()).await? {
        return Ok(Passed { token: Some(token), asked, wraps: true });
    }
    Err(invalid())
}

fn is_yes(reply: &Reply) -> bool {
    matches!(reply, Reply::Accepted(fields) if fields.get("confirm") == Some(&Value::Bool(true)))
}

/// Works out what the call would do, in a context of its own: whatever it writes is not kept, and nothing is open while
/// somebody thinks about it.
async fn preview(
    served: &Arc<Served>,
    entry: &Entry,
    previewing: &Previewing,
    (cx, read): (&Ctx, &Read),
) -> Result<Preview, Error> {
    let cancellation = Cancellation::new();
    let mut context = super::run::context(served, cx.actor().clone(), cx.request().clone(), read)
        .cancellation(cancellation.clone());
    if let Some(db) = &served.db {
        context = context.with(Unit::new(db.clone()));
    }
    let work = previewing(context.build(), read.value.clone());
    guard::guarded(work, super::run::deadline(served, entry), None, &cancellation).await
}

fn question(preview: &Preview, token: &str) -> Error {
    let schema = json!({
        "type": "object",
        "properties": { "confirm": {
            "type": "boolean",
            "title": "Go ahead",
            "description": "Yes: do exactly this. It cannot be undone.",
        } },
        "required": ["confirm"],
    });
    let form = Question::Form { message: preview.text.clone(), schema };
    Error::ask(Ask::new().question(QUESTION, form).keep(json!({ TOKEN: token })))
}

fn required(preview: &Preview, token: &str) -> Error {
    let message = format!(
        "{} Nothing was changed yet. Show this to the user; if they agree, make the same call within 10 minutes with \
         confirm_token: \"{token}\"",
        preview.text.trim_end()
    );
    let mut error = Error::new(Kind::Conflict, "confirmation_required", message)
        .with_detail("preview", preview.text.as_str())
        .with_detail("confirm_token", token);
    if !preview.facts.is_empty() {
        error = error.with_detail("preview_facts", Value::Object(preview.facts.clone()));
    }
    error
}

fn literal() -> Error {
    let message =
        "Nothing was changed: this has to be confirmed with confirm: true, once the user has agreed";
    Error::new(Kind::Conflict, "confirmation_required", message)
}

fn declined() -> Error {
    let message =
        "The user did not confirm it, and nothing was changed. Do not try again unless the user asks for it";
    Error::new(Kind::Conflict, "not_confirmed", message)
}

fn invalid() -> Error {
    let message = "Nothing was changed: the confirmation is not, or no more, valid for this call. It counts for 10 minutes, \
        once, for the same caller and exactly the same arguments. Call without confirm_token to get a new one";
    Error::new(Kind::Conflict, "invalid_confirm_token", message)
}
