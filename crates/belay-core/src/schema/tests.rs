use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::*;

/// When a meal is eaten.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Slot {
    /// In the morning.
    Breakfast,
    /// Around noon.
    Lunch,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Meal {
    /// When it was eaten.
    slot: Slot,
    /// Another time, if any.
    other: Option<Slot>,
    /// Energy in kcal.
    #[schemars(range(min = 0, max = 5000))]
    kcal: u32,
    /// A remark.
    note: Option<String>,
    /// What it was made of.
    #[serde(default)]
    parts: Vec<Part>,
}

/// An ingredient.
#[derive(Deserialize, Serialize, JsonSchema)]
struct Part {
    /// Its name.
    food: String,
    /// Its own ingredients.
    #[serde(default)]
    parts: Vec<Part>,
}

fn any_key(value: &Value, wanted: &dyn Fn(&str, &Value) -> bool) -> bool {
    match value {
        Value::Object(map) => map.iter().any(|(key, value)| wanted(key, value) || any_key(value, wanted)),
        Value::Array(list) => list.iter().any(|value| any_key(value, wanted)),
        _ => false,
    }
}

#[test]
fn a_portable_schema_has_no_construct_that_a_client_is_known_to_refuse() {
    for side in [Side::Input, Side::Output] {
        let schemas = Schemas::of::<Meal>(side);
        assert_eq!(schemas.faults, Vec::<String>::new());
        let refused = |key: &str, value: &Value| {
            ["$ref", "$defs", "$schema", "oneOf", "anyOf", "allOf", "title", "exclusiveMinimum"]
                .contains(&key)
                || key == "type" && value.is_array()
                || key == "format"
                || key.starts_with("x-")
        };
        assert!(!any_key(&schemas.portable.value(), &refused), "{}", schemas.portable.text());
    }
}

#[test]
fn an_optional_enum_is_a_plain_enum_with_its_words() {
    let schema = Schemas::of::<Meal>(Side::Input).portable.value();
    assert_eq!(schema["properties"]["other"]["enum"], json!(["breakfast", "lunch"]));
    let words = schema["properties"]["slot"]["description"].as_str().unwrap();
    assert_eq!(words, "When it was eaten. breakfast: In the morning; lunch: Around noon.");
    assert_eq!(schema["required"], json!(["slot", "kcal"]));
    assert_eq!(schema["additionalProperties"], json!(false));
}

#[test]
fn bounds_stay_and_machine_widths_only_validate() {
    let schemas = Schemas::of::<Meal>(Side::Input);
    assert_eq!(schemas.portable.value()["properties"]["kcal"]["maximum"], json!(5000));
    #[derive(Deserialize, JsonSchema)]
    struct Wide {
        /// A count.
        #[expect(dead_code, reason = "only its schema is read")]
        count: i32,
    }
    let schemas = Schemas::of::<Wide>(Side::Input);
    assert_eq!(schemas.strict.value()["properties"]["count"]["maximum"], json!(i32::MAX));
    assert!(schemas.portable.value()["properties"]["count"].get("maximum").is_none());
}

#[test]
fn a_type_within_itself_is_cut_where_it_is_shown_and_kept_where_it_validates() {
    let schemas = Schemas::of::<Meal>(Side::Input);
    assert!(any_key(&schemas.strict.value(), &|key, _| key == "$ref"));
    assert!(schemas.portable.value().to_string().contains("A nested Part, as above."));
}

#[test]
fn an_optional_result_may_be_null_inside_and_is_not_required_where_it_is_shown() {
    let schemas = Schemas::of::<Meal>(Side::Output);
    assert_eq!(schemas.strict.value()["properties"]["note"]["type"], json!(["string", "null"]));
    assert!(!schemas.portable.value()["required"].as_array().unwrap().contains(&json!("note")));
}

#[test]
fn a_result_that_is_no_object_is_wrapped() {
    let schemas = Schemas::of::<Vec<Part>>(Side::Output);
    assert!(schemas.wrapped);
    assert_eq!(schemas.portable.value()["properties"]["result"]["type"], "array");
    let unit = Schemas::of::<()>(Side::Input);
    assert_eq!(
        unit.portable.value(),
        json!({ "type": "object", "properties": {}, "additionalProperties": false, "required": [] })
    );
}

#[test]
fn what_cannot_be_said_portably_is_a_fault_with_its_field() {
    #[derive(Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only its schema is read")]
    enum Shape {
        Circle { radius: f64 },
        Square(f64),
    }
    #[derive(Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only its schema is read")]
    struct Bad {
        /// A shape.
        shape: Shape,
        /// A map.
        map: BTreeMap<String, String>,
        /// A pair.
        pair: (i32, i32),
        /// Anything.
        any: Value,
        bare: String,
    }
    let faults = Schemas::of::<Bad>(Side::Input).faults.join("\n");
    for part in [
        "Shape: offers a choice",
        "map: is a map",
        "pair: is a tuple",
        "any: takes any JSON",
        "bare: has no doc",
    ] {
        assert!(faults.contains(part), "{part} in {faults}");
    }
}

#[test]
fn text_of_an_object_is_read_and_null_on_an_optional_field_is_absent() {
    let schema = Schemas::of::<Meal>(Side::Input).strict.value();
    let mut value = json!({ "slot": "lunch", "kcal": 5.0, "note": null, "parts": "[{\"food\":\"7\"}]" });
    assert_eq!(coerce(&mut value, &schema, Mode::Json), 3);
    assert_eq!(value, json!({ "slot": "lunch", "kcal": 5, "parts": [{ "food": "7" }] }));
}

#[test]
fn one_object_is_a_list_of_one_where_objects_are_listed() {
    let schema = Schemas::of::<Meal>(Side::Input).strict.value();
    let mut value = json!({ "slot": "lunch", "kcal": 5, "parts": { "food": "egg" } });
    assert_eq!(coerce(&mut value, &schema, Mode::Json), 1);
    assert_eq!(value["parts"], json!([{ "food": "egg" }]));
}

#[test]
fn scalars_are_read_from_text_only_where_text_is_all_a_caller_can_send() {
    let schema = Schemas::of::<Meal>(Side::Input).strict.value();
    let mut value = json!({ "kcal": "12" });
    assert_eq!(coerce(&mut value, &schema, Mode::Json), 0);
    assert_eq!(coerce(&mut value, &schema, Mode::Text), 1);
    assert_eq!(value, json!({ "kcal": 12 }));
    for odd in ["012", "+1", "1e1", " 1", "9999999999999999999"] {
        let mut value = json!({ "kcal": odd });
        assert_eq!(coerce(&mut value, &schema, Mode::Text), 0, "{odd}");
    }
}
