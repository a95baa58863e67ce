//! Questions to the client, and how their answers come back.
//!
//! In the revision without a handshake a question is a result, and the client sends its request again with the answers
//! and a sealed state. The state holds the answers of earlier rounds and what the operation kept, and belongs to one
//! caller, one request and its arguments; it opens for nothing else, and for 15 minutes. In the revisions before it the
//! question is a request to the client on the connection it keeps.

use belay_access::digest;
use belay_core::ask::Answers;
use belay_core::{Ask, Error};
use futures_util::future::{BoxFuture, join_all};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value, json};

use super::super::door::Door;
use super::super::turn::{Asker, Turn};
use super::super::wire::{Fault, Request};
use super::Fields;

/// How long somebody may think about an answer.
const OPEN: SignedDuration = SignedDuration::from_mins(15);
/// How often an operation may ask before it is taken to go in circles.
const MOST_ROUNDS: usize = 16;

/// The answers that a request brings.
///
/// # Errors
/// -32602 for a state that was not sealed for this caller and this request, or too long ago.
pub(super) async fn answers(door: &Door, turn: &Turn, request: &Request) -> Result<Answers, Fault> {
    let new = match request.params.get("inputResponses") {
        Some(Value::Object(new)) => new.clone(),
        None | Some(Value::Null) => Map::new(),
        Some(_) => {
            return Err(Fault::invalid_params("`inputResponses` must be an object, one answer for each key"));
        }
    };
    // Without a state there is nothing an earlier round could have kept, and `Ctx::ask` asks again where there must be.
    let Some(state) = request.params.get("requestState") else { return Ok(Answers::new(new, None)) };
    let invalid =
        || Fault::invalid_params("The requestState is not valid for this request; start again without it");
    let sealed = state.as_str().ok_or_else(invalid)?;
    let opened = door.served.unseal(sealed, &belongs_to(door, turn, request)).await.map_err(|_| invalid())?;
    let mut state: Map<String, Value> = serde_json::from_str(&opened).map_err(|_| invalid())?;
    let until = state.get("until").and_then(Value::as_i64).ok_or_else(invalid)?;
    if Timestamp::from_microsecond(until).ok().is_none_or(|until| until < door.served.shared.clock.now()) {
        return Err(invalid());
    }
    let mut given = match state.remove("answers") {
        Some(Value::Object(given)) => given,
        _ => Map::new(),
    };
    // Only what was asked is answered, and only once: what an operation kept belongs to the answers it had then.
    let asked = state.get("asked").and_then(Value::as_array).cloned().unwrap_or_default();
    given.extend(new.into_iter().filter(|(key, _)| asked.iter().any(|asked| asked == key.as_str())));
    Ok(Answers::new(given, state.remove("kept")))
}

/// What one run of something that may ask came to.
pub(super) enum Attempt<T> {
    /// It is done, one way or another.
    Done(T),
    /// It asks.
    Asks(Ask),
}

/// What a request comes to.
pub(super) enum Step<T> {
    /// It is done.
    Done(T),
    /// The question is its result.
    Asked(Fields),
    /// It asks, and there is no way to, or no answer.
    Unanswered(Error),
}

/// Runs something until it asks no more, putting its questions to a client that keeps a connection in between. Where the
/// question is the result instead, that is given.
///
/// # Errors
/// -32603 for something that asks without end, or keeps more than can travel.
pub(super) async fn until_answered<'a, T>(
    (door, turn, request): (&Door, &Turn, &Request),
    mut answers: Answers,
    mut attempt: impl FnMut(Answers) -> BoxFuture<'a, Attempt<T>>,
) -> Result<Step<T>, Fault> {
    for _ in 0..MOST_ROUNDS {
        let ask = match attempt(answers.clone()).await {
            Attempt::Done(done) => return Ok(Step::Done(done)),
            Attempt::Asks(ask) => ask,
        };
        if turn.revision.is_modern() {
            return result(door, turn, request, &ask, &answers).map(Step::Asked);
        }
        let Some(asker) = &turn.asker else { return Ok(Step::Unanswered(Error::ask(ask))) };
        let put = tokio::select! {
            biased;
            () = turn.cancelled.cancelled() => return Ok(Step::Unanswered(Error::ask(ask))),
            put = put(&**asker, turn, ask.clone(), &answers) => put,
        };
        match put {
            Ok(answered) => answers = answered,
            Err(error) => return Ok(Step::Unanswered(error)),
        }
    }
    tracing::error!(app = door.served.app.name, method = request.method, "an operation asks without end");
    Err(Fault::internal())
}

/// A question as the result of a request.
pub(super) fn result(
    door: &Door,
    turn: &Turn,
    request: &Request,
    ask: &Ask,
    so_far: &Answers,
) -> Result<Fields, Fault> {
    let until = door.served.shared.clock.now().saturating_add(OPEN).unwrap_or(Timestamp::MAX);
    let asked: Vec<&String> = ask.questions.keys().collect();
    let state = json!({ "until": until.as_microsecond(), "asked": asked, "answers": so_far.given(), "kept": ask.kept });
    let entropy = &*door.served.shared.entropy;
    let sealed = door.served.seal().seal(&state.to_string(), &belongs_to(door, turn, request), entropy);
    let sealed = sealed.map_err(|error| {
        tracing::warn!(app = door.served.app.name, %error, "answers and what is kept between questions are too large");
        Fault::invalid_params("What was answered so far is too large to go on; answer in less than 40 KiB altogether")
    })?;
    let mut fields = Fields::new();
    fields.insert("resultType".to_owned(), "input_required".into());
    fields.insert("inputRequests".to_owned(), requests(ask));
    fields.insert("requestState".to_owned(), sealed.into());
    Ok(fields)
}

/// The questions by key, as the protocol writes them.
pub(crate) fn requests(ask: &Ask) -> Value {
    let each = ask.questions.iter().map(|(key, question)| {
        (key.clone(), json!({ "method": question.method(), "params": question.params() }))
    });
    Value::Object(each.collect())
}

/// Puts every question to a client that keeps a connection.
///
/// # Errors
/// What the client answers instead, or that it does not.
async fn put(asker: &dyn Asker, turn: &Turn, ask: Ask, so_far: &Answers) -> Result<Answers, Error> {
    let each = ask.questions.iter().map(|(key, question)| {
        let answer = asker.ask(turn.outlet.clone(), question.method(), question.params());
        async move { answer.await.map(|answer| (key.clone(), answer)) }
    });
    let mut given = so_far.given().clone();
    for answered in join_all(each).await {
        let (key, answer) = answered?;
        given.insert(key, answer);
    }
    Ok(Answers::new(given, ask.kept))
}

/// What a state belongs to: the application, the caller, the method, and everything the request asks for. Clients may
/// send fields in another order, so they are sorted.
fn belongs_to(door: &Door, turn: &Turn, request: &Request) -> String {
    let mut asked = request.params.clone();
    for name in ["_meta", "requestState", "inputResponses"] {
        asked.remove(name);
    }
    let digest = digest::of_arguments(&Value::Object(asked), None);
    format!("{}\n{}\n{}\n{digest}", door.served.app.name, turn.principal(), request.method)
}
