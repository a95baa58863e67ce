//! Resources, templates, prompts and suggestions.

use belay_core::ResourceTemplate;
use belay_testkit::{LEGACY, Message, TestApp};
use serde_json::{Value, json};

use super::{error, named, result};
use crate::wire_app::app;

async fn read(app: &TestApp, uri: &str) -> Value {
    let reply = app.nobody().say(&Message::modern("resources/read", json!({ "uri": uri }))).await;
    reply
        .answer()
        .get("result")
        .map_or_else(|| reply.answer()["error"].clone(), |read| read["contents"][0].clone())
}

// A12.
#[tokio::test]
async fn a_resource_has_an_address_words_hints_and_a_type_and_is_read_as_text_or_bytes() {
    let app = TestApp::start(app()).await;
    let list = result(&app.nobody(), "resources/list", json!({})).await;
    assert_eq!(
        named(&list["resources"], "logo"),
        &json!({
            "name": "logo", "title": "Logo", "description": "A picture.", "uri": "app://logo",
            "mimeType": "image/png", "size": 3,
            "icons": [{ "src": "https://example.com/logo.png" }],
            "annotations": { "audience": ["assistant"], "priority": 0.5, "lastModified": "2026-01-01T00:00:00Z" },
            "_meta": { "example.com/kind": "picture" },
        })
    );
    assert_eq!(named(&list["resources"], "hello")["mimeType"], "text/plain", "unless it says otherwise");
    assert_eq!(
        read(&app, "app://hello").await,
        json!({ "uri": "app://hello", "mimeType": "text/plain", "text": "Hello" })
    );
    assert_eq!(
        read(&app, "app://logo").await,
        json!({ "uri": "app://logo", "mimeType": "image/png", "blob": "AQID" })
    );
}

// A13.
#[tokio::test]
async fn a_template_gives_its_function_the_variables_and_the_whole_address() {
    let app = TestApp::start(app()).await;
    let list = result(&app.nobody(), "resources/templates/list", json!({})).await;
    let user = named(&list["resourceTemplates"], "user");
    assert_eq!((&user["uriTemplate"], &user["title"]), (&json!("db://users/{id}"), &json!("User")));
    assert_eq!(named(&list["resourceTemplates"], "file")["mimeType"], "text/markdown");
    assert_eq!(read(&app, "db://users/a7").await["text"], "a7 at db://users/a7");
    let nothing = read(&app, "db://users/nobody").await;
    assert_eq!((&nothing["code"], &nothing["data"]["uri"]), (&json!(-32602), &json!("db://users/nobody")));
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Id {
    /// It.
    #[expect(dead_code, reason = "only its schema is read")]
    id: String,
}

// A14.
#[tokio::test]
async fn a_variable_is_one_decoded_segment_or_a_greedy_rest_and_other_operators_are_faults() {
    let app = TestApp::start(app()).await;
    assert_eq!(read(&app, "db://users/a%20b").await["text"], "a b at db://users/a%20b");
    assert_eq!(read(&app, "db://users/a/b").await["code"], -32602, "a segment holds no slash");
    assert_eq!(read(&app, "file:///a/b%20c.md").await["text"], "a/b%20c.md", "the rest is left as it is");
    for (uri, sound) in [
        ("x://{id}", true),
        ("x://{+id}", true),
        ("x://{?id}", false),
        ("x://{#id}", false),
        ("x://{/id*}", false),
        ("x://{id}/{id}", false),
        ("x://fixed", false),
    ] {
        let template =
            ResourceTemplate::new(uri, "t", |_, _: Id| async { Ok::<_, belay_core::Error>(Some("")) });
        assert_eq!(template.faults.is_empty(), sound, "{uri}: {:?}", template.faults);
    }
}

// A15.
#[tokio::test]
async fn a_variable_that_breaks_its_schema_never_reaches_the_function() {
    let app = TestApp::start(app()).await;
    let told = read(&app, "db://users/much-too-long").await;
    assert_eq!(told["code"], -32602);
    assert_eq!(told["data"]["issues"][0]["path"], "id", "{told}");
}

// A16.
#[tokio::test]
async fn a_fixed_address_wins_over_a_template_that_matches_it() {
    let app = TestApp::start(app()).await;
    assert_eq!(read(&app, "db://users/me").await["text"], "myself");
}

// A17, A18.
#[tokio::test]
async fn a_prompt_is_messages_of_one_block_each_however_many_were_said_together() {
    let app = TestApp::start(app()).await;
    let listed = result(&app.nobody(), "prompts/list", json!({})).await;
    let greeting = named(&listed["prompts"], "greeting");
    for field in ["title", "description", "icons", "_meta", "arguments"] {
        assert!(greeting.get(field).is_some(), "{field} in {greeting}");
    }
    let asked = json!({ "name": "greeting", "arguments": { "who": "Ada", "times": "3" } });
    let written = result(&app.nobody(), "prompts/get", asked).await;
    assert_eq!(written["description"], "Greets somebody.");
    assert_eq!(
        written["messages"],
        json!([
            { "role": "user", "content": { "type": "text", "text": "Greet Ada 3 times" } },
            { "role": "user", "content": { "type": "image", "data": "AQ==", "mimeType": "image/png" } },
            { "role": "assistant", "content": { "type": "text", "text": "Hello!" } },
        ])
    );
}

// A19.
#[tokio::test]
async fn the_arguments_of_a_prompt_come_from_their_type_and_bad_ones_are_refused() {
    let app = TestApp::start(app()).await;
    let client = app.nobody();
    let listed = result(&client, "prompts/list", json!({})).await;
    assert_eq!(
        named(&listed["prompts"], "greeting")["arguments"],
        json!([
            { "name": "who", "required": true, "description": "Their name." },
            { "name": "times", "required": false, "description": "How often." },
        ])
    );
    for arguments in
        [json!({}), json!({ "who": "Ada", "times": "often" }), json!({ "who": "Ada", "extra": "1" })]
    {
        let told = error(&client, "prompts/get", json!({ "name": "greeting", "arguments": arguments })).await;
        assert_eq!(told["code"], -32602, "{arguments}");
        assert!(told["data"]["issues"].is_array(), "{told}");
    }
}

// A20.
#[tokio::test]
async fn suggestions_come_for_prompts_and_templates_at_most_a_hundred_at_a_time() {
    let app = TestApp::start(app()).await;
    let client = app.nobody();
    let user = json!({ "type": "ref/resource", "uri": "db://users/{id}" });
    let ask = |reference: &Value, value: &str| json!({ "ref": reference, "argument": { "name": "id", "value": value } });
    let many = result(&client, "completion/complete", ask(&user, "user")).await["completion"].clone();
    assert_eq!(many["values"].as_array().unwrap().len(), 100);
    assert_eq!((&many["total"], &many["hasMore"]), (&json!(150), &json!(true)));
    let few = result(&client, "completion/complete", ask(&user, "user14")).await["completion"].clone();
    assert_eq!((few["values"].as_array().unwrap().len(), &few["hasMore"]), (11, &json!(false)));
    let greeting = json!({ "type": "ref/prompt", "name": "greeting" });
    let mut asked = ask(&greeting, "A");
    asked["context"] = json!({ "arguments": { "times": "7" } });
    let suggested = result(&client, "completion/complete", asked).await;
    assert_eq!(suggested["completion"]["values"], json!(["id-A-7"]), "earlier arguments are known");
    let simple = json!({ "type": "ref/prompt", "name": "simple" });
    assert_eq!(
        result(&client, "completion/complete", ask(&simple, "")).await["completion"]["values"],
        json!([])
    );
    for unknown in [
        json!({ "type": "ref/prompt", "name": "nothing" }),
        json!({ "type": "ref/resource", "uri": "app://hello/{x}" }),
        json!({ "type": "ref/other" }),
    ] {
        assert_eq!(error(&client, "completion/complete", ask(&unknown, "")).await["code"], -32602);
    }
}

// A resource that cannot be read and a prompt of another revision come out in the same words (A12, A35).
#[tokio::test]
async fn a_resource_that_breaks_is_an_error_of_the_server_in_both_eras() {
    let app = TestApp::start(app()).await;
    for message in [
        Message::modern("resources/read", json!({ "uri": "app://crash" })),
        Message::legacy(LEGACY, "resources/read", json!({ "uri": "app://crash" })),
    ] {
        let reply = app.nobody().say(&message).await;
        assert_eq!(reply.code(), Some(-32603));
        assert!(!reply.body.contains("hunter2"), "{}", reply.body);
    }
}
