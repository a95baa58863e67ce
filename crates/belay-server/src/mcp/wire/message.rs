//! JSON-RPC 2.0 messages.

use serde_json::{Map, Number, Value, json};

use super::fault::{Fault, INVALID_REQUEST, PARSE};

/// How many messages a batch may have.
const LONGEST_BATCH: usize = 50;

/// The identifier of a request: a text or an integer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Id {
    Number(Number),
    Text(String),
}

impl Id {
    pub(crate) fn read(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => Some(Self::Text(text.clone())),
            Value::Number(number) if number.is_i64() || number.is_u64() => Some(Self::Number(number.clone())),
            _ => None,
        }
    }

    pub(crate) fn json(&self) -> Value {
        match self {
            Self::Number(number) => Value::Number(number.clone()),
            Self::Text(text) => Value::String(text.clone()),
        }
    }
}

/// A message that wants an answer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Request {
    pub(crate) id: Id,
    pub(crate) method: String,
    pub(crate) params: Map<String, Value>,
}

impl Request {
    /// The metadata of the request, where it has some.
    pub(crate) fn meta(&self) -> Option<&Map<String, Value>> {
        self.params.get("_meta").and_then(Value::as_object)
    }

    /// A parameter that is a text.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.params.get(name).and_then(Value::as_str)
    }
}

/// What a client may send.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Message {
    Request(Request),
    Notification { method: String, params: Map<String, Value> },
    Response { id: Id, answer: Result<Value, Value> },
}

/// One message, or several at once.
#[derive(Debug, PartialEq)]
pub(crate) enum Body {
    One(Message),
    Batch(Vec<Result<Message, Broken>>),
}

/// What is no message, with the identifier as far as it could be read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Broken {
    pub(crate) id: Option<Id>,
    pub(crate) fault: Box<Fault>,
}

impl Broken {
    fn new(id: Option<Id>, code: i32, message: &str) -> Self {
        Self { id, fault: Box::new(Fault::new(code, message)) }
    }

    pub(crate) fn answer(&self) -> Value {
        self.fault.answer(self.id.as_ref())
    }
}

/// Reads what a client sent, over HTTP or as a line. A byte order mark is forgiven.
pub(crate) fn read(bytes: &[u8]) -> Result<Body, Broken> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let value: Value = serde_json::from_slice(bytes)
        .map_err(|_| Broken::new(None, PARSE, "The body is not JSON in UTF-8"))?;
    match value {
        Value::Array(items) if items.is_empty() => {
            Err(Broken::new(None, INVALID_REQUEST, "A batch must hold at least one message"))
        }
        Value::Array(items) if items.len() > LONGEST_BATCH => Err(Broken::new(
            None,
            INVALID_REQUEST,
            &format!("A batch may hold at most {LONGEST_BATCH} messages"),
        )),
        Value::Array(items) => Ok(Body::Batch(items.into_iter().map(one).collect())),
        other => one(other).map(Body::One),
    }
}

fn one(value: Value) -> Result<Message, Broken> {
    let Value::Object(mut fields) = value else {
        return Err(Broken::new(None, INVALID_REQUEST, "A JSON-RPC message is an object"));
    };
    let given = fields.get("id");
    let id = given.and_then(Id::read);
    if fields.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(Broken::new(id, INVALID_REQUEST, "`jsonrpc` must be \"2.0\""));
    }
    if given.is_some() && id.is_none() {
        return Err(Broken::new(None, INVALID_REQUEST, "`id` must be a text or an integer"));
    }
    if !fields.contains_key("method")
        && let Some(id) = &id
        && let Some(answer) = fields.remove("result").map(Ok).or_else(|| fields.remove("error").map(Err))
    {
        return Ok(Message::Response { id: id.clone(), answer });
    }
    let Some(Value::String(method)) = fields.remove("method") else {
        return Err(Broken::new(id, INVALID_REQUEST, "`method` must be a text"));
    };
    let params = match fields.remove("params") {
        None => Map::new(),
        Some(Value::Object(params)) => params,
        Some(_) => return Err(Broken::new(id, INVALID_REQUEST, "`params` must be an object")),
    };
    Ok(match id {
        Some(id) => Message::Request(Request { id, method, params }),
        None => Message::Notification { method, params },
    })
}

/// The answer to a request.
pub(crate) fn result(id: &Id, result: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id.json(), "result": result })
}

/// A message that wants no answer.
#[expect(clippy::needless_pass_by_value, reason = "callers hand over what they just made")]
pub(crate) fn notification(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn request(text: &str) -> Request {
        match read(text.as_bytes()) {
            Ok(Body::One(Message::Request(request))) => request,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_message_is_a_request_a_notification_or_a_response() {
        let asked = request(r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#);
        assert_eq!((asked.id.json(), asked.method.as_str()), (json!(7), "ping"));
        let parsed = |text: &str| read(text.as_bytes()).unwrap();
        assert!(matches!(
            parsed(r#"{"jsonrpc":"2.0","method":"x"}"#),
            Body::One(Message::Notification { .. })
        ));
        assert!(matches!(
            parsed(r#"{"jsonrpc":"2.0","id":"a","result":{}}"#),
            Body::One(Message::Response { answer: Ok(_), .. })
        ));
        assert!(matches!(
            parsed("\u{feff}[{\"jsonrpc\":\"2.0\",\"method\":\"x\"},5]"),
            Body::Batch(items) if items.len() == 2 && items[1].is_err()
        ));
    }

    #[test]
    fn an_identifier_beyond_32_bits_stays_the_number_it_was() {
        let asked = request(r#"{"jsonrpc":"2.0","id":1764523456789012,"method":"ping"}"#);
        assert_eq!(asked.id.json().to_string(), "1764523456789012");
    }

    #[test]
    fn every_malformed_message_gets_the_code_json_rpc_names_and_its_identifier() {
        for (body, code, id) in [
            ("{bad", PARSE, None),
            ("", PARSE, None),
            ("\u{0}", PARSE, None),
            ("[]", INVALID_REQUEST, None),
            ("7", INVALID_REQUEST, None),
            ("null", INVALID_REQUEST, None),
            (r#"{"jsonrpc":"2.0","id":2,"params":{}}"#, INVALID_REQUEST, Some(json!(2))),
            (r#"{"id":3,"method":"ping"}"#, INVALID_REQUEST, Some(json!(3))),
            (r#"{"jsonrpc":"1.0","id":3,"method":"ping"}"#, INVALID_REQUEST, Some(json!(3))),
            (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, INVALID_REQUEST, None),
            (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, INVALID_REQUEST, None),
            (r#"{"jsonrpc":"2.0","id":4,"method":5}"#, INVALID_REQUEST, Some(json!(4))),
            (r#"{"jsonrpc":"2.0","id":5,"method":"ping","params":[]}"#, INVALID_REQUEST, Some(json!(5))),
        ] {
            let broken = read(body.as_bytes()).unwrap_err();
            assert_eq!(broken.fault.code, code, "{body}");
            let answer = broken.answer();
            assert_eq!(answer.get("id").cloned(), id, "{body}");
        }
        assert_eq!(read(&[0xff, 0xfe]).unwrap_err().fault.code, PARSE, "what is no UTF-8");
        let many = format!("[{}]", vec!["1"; LONGEST_BATCH + 1].join(","));
        assert_eq!(read(many.as_bytes()).unwrap_err().fault.code, INVALID_REQUEST);
    }

    proptest! {
        #[test]
        fn no_bytes_break_the_reader(bytes: Vec<u8>, text in ".{0,80}") {
            let _ = read(&bytes);
            let _ = read(text.as_bytes());
        }
    }
}
