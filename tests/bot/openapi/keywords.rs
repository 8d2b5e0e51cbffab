//! Each supported keyword rejects a wrong body, and all keywords of the copy are supported.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::schema::{complaints, is_remark};

tests!(
    each_keyword_bites,
    complaints_name_the_place,
    what_is_not_known_is_complained_of,
    all_keywords_of_the_copy_are_known,
);

/// The components that the examples reference.
fn description() -> Value {
    let button = json!({
        "properties": { "type": { "enum": [2] }, "label": { "maxLength": 3 }, "id": { "type": "string" } },
    });
    let link = json!({ "properties": { "type": { "enum": [5] }, "label": { "maxLength": 9 } } });
    json!({ "components": { "schemas": { "Button": button, "Link": link, "Word": { "type": "string" } } } })
}

/// Schemas, each with a valid and an invalid body, which differ only in what the keyword checks.
fn examples() -> Vec<(Value, Value, Value)> {
    let word = json!({ "$ref": "#/components/schemas/Word" });
    let few = json!({ "maximum": 5 });
    let even = json!({ "enum": [2, 4, 6] });
    let bits = 18_014_398_509_481_983_u64;
    vec![
        (json!({ "$ref": word["$ref"] }), json!("e4"), json!(4)),
        (
            json!({ "additionalProperties": false, "properties": { "a": true } }),
            json!({ "a": 1 }),
            json!({ "b": 1 }),
        ),
        (json!({ "additionalProperties": word }), json!({ "a": "b" }), json!({ "a": 1 })),
        (json!({ "allOf": [few, even] }), json!(4), json!(6)),
        (json!({ "allOf": [few, even] }), json!(2), json!(3)),
        (json!({ "anyOf": [few, even] }), json!(6), json!(7)),
        (json!({ "anyOf": [few, even] }), json!(4), json!(9)),
        (json!({ "const": 3 }), json!(3.0), json!("3")),
        (json!({ "const": { "a": [1] } }), json!({ "a": [1.0] }), json!({ "a": [1], "b": 1 })),
        (json!({ "const": { "a": [1, 2], "b": 1 } }), json!({ "a": [1, 2], "b": 1 }), json!({ "a": [1, 2] })),
        (json!({ "const": [1, 2] }), json!([1, 2]), json!([1])),
        (json!({ "enum": ["a", null] }), Value::Null, json!(false)),
        (json!({ "exclusiveMaximum": 5 }), json!(4.9), json!(5)),
        (json!({ "exclusiveMinimum": 5 }), json!(5.1), json!(5.0)),
        (json!({ "items": word }), json!(["a", "b"]), json!(["a", 1])),
        (json!({ "maxItems": 2 }), json!([1, 1]), json!([1, 1, 1])),
        (json!({ "maxLength": 2 }), json!("♞é"), json!("abc")),
        (json!({ "maxProperties": 1 }), json!({ "a": 1 }), json!({ "a": 1, "b": 1 })),
        (json!({ "maximum": bits }), json!(bits), json!(bits + 1)),
        (json!({ "minItems": 2 }), json!([1, 1]), json!([1])),
        (json!({ "minLength": 2 }), json!("é♞"), json!("♞")),
        (json!({ "minProperties": 1 }), json!({ "a": 1 }), json!({})),
        (json!({ "minimum": i64::MIN }), json!(i64::MIN), json!(-1e19)),
        (json!({ "not": word }), json!(1), json!("a")),
        (json!({ "oneOf": [few, even] }), json!(6), json!(4)),
        (json!({ "oneOf": [few, even] }), json!(3), json!(7)),
        (json!({ "pattern": "^(0|[1-9][0-9]*)$" }), json!("0"), json!("")),
        (json!({ "pattern": "^(0|[1-9][0-9]*)$" }), json!("70"), json!("07")),
        (json!({ "pattern": "^(0|[1-9][0-9]*)$" }), json!(-7), json!("7\n")),
        (json!({ "prefixItems": [word], "items": false }), json!(["a"]), json!(["a", "b"])),
        (json!({ "prefixItems": [word] }), json!(["a", 1]), json!([1, "a"])),
        (json!({ "properties": { "a": true, "b": false } }), json!({ "a": 1 }), json!({ "b": 1 })),
        (json!({ "properties": { "a": word } }), json!({ "b": 1 }), json!({ "a": 1 })),
        (json!({ "required": ["a"] }), json!({ "a": null }), json!({ "b": 1 })),
        (json!({ "type": "array" }), json!([]), json!({})),
        (json!({ "type": "boolean" }), json!(false), Value::Null),
        (json!({ "type": "integer" }), json!(1.0), json!(1.5)),
        (json!({ "type": "null" }), Value::Null, json!(0)),
        (json!({ "type": "number" }), json!(1.5), json!("1")),
        (json!({ "type": "object" }), json!({}), json!([])),
        (json!({ "type": "string" }), json!(""), Value::Null),
        (json!({ "type": ["integer", "null"] }), Value::Null, json!("")),
        (json!({ "uniqueItems": true }), json!([1, "1", true]), json!([1, 2, 1.0])),
    ]
}

/// The errors in a body by this schema.
fn found(schema: &Value, body: &Value) -> Vec<String> {
    complaints(&description(), schema, body)
}

fn each_keyword_bites() {
    for (schema, fitting, wrong) in examples() {
        assert_eq!(found(&schema, &fitting), Vec::<String>::new(), "{schema}: {fitting}");
        assert_eq!(found(&schema, &wrong).len(), 1, "{schema}: {wrong}");
    }
    let remarks = json!({ "title": "A", "format": "uri", "x-any": 1, "uniqueItems": false });
    assert_eq!(found(&remarks, &json!([1, 1])), Vec::<String>::new());
    let of_other_kinds = json!({
        "additionalProperties": false, "items": false, "prefixItems": [false], "properties": { "a": false },
        "exclusiveMaximum": 0, "exclusiveMinimum": 9, "maximum": 0, "minimum": 9,
        "maxItems": 0, "maxLength": 0, "maxProperties": 0, "minItems": 9, "minLength": 9, "minProperties": 9,
        "pattern": "^(0|[1-9][0-9]*)$", "required": ["a"], "uniqueItems": true,
    });
    assert_eq!(found(&of_other_kinds, &json!(true)), Vec::<String>::new());
}

fn complaints_name_the_place() {
    let lists = json!({ "properties": { "a/~b": { "items": { "type": ["string", "null"] } } } });
    let words = json!(["#/components/schemas/Button", "#/components/schemas/Link"]);
    let either = json!({ "oneOf": [{ "$ref": words[0] }, { "$ref": words[1] }] });
    for (schema, body, complaint) in [
        (&lists, json!({ "a/~b": ["c", 1] }), "body/a~1~0b/1 is not of type [\"string\",\"null\"]"),
        (&json!({ "required": ["a"] }), json!({}), "body lacks a"),
        // The body is meant as a button.
        (&either, json!({ "type": 2, "label": "long" }), "body/label is longer than 3"),
        (&either, json!({ "type": 7, "label": "long" }), "body fits none of 2"),
        (&either, json!({ "type": 5, "label": "long" }), ""),
        (&either, json!({ "label": "a" }), "body fits 2 of 2, not one"),
        // As a button it has two errors.
        (
            &either,
            json!({ "label": "ten letters", "id": 1 }),
            "body fits none of 2, by the closest body/label is longer than 9",
        ),
    ] {
        assert_eq!(found(schema, &body).join("; "), complaint, "{schema}: {body}");
    }
}

fn what_is_not_known_is_complained_of() {
    for (schema, body, words) in [
        (json!({ "patternProperties": {} }), json!({}), ["body:", "`patternProperties`"]),
        (
            json!({ "properties": { "a": { "nullable": true } } }),
            json!({ "a": 1 }),
            ["body/a:", "`nullable`"],
        ),
        (json!({ "anyOf": [{ "minContains": 1 }, true] }), json!([]), ["body:", "`minContains`"]),
        (json!({ "anyOf": [{ "type": "text" }, { "type": "null" }] }), Value::Null, ["body:", "\"text\""]),
        (json!({ "type": ["string", "text"] }), json!(1), ["body:", "\"text\""]),
        (json!({ "$ref": "#/components/schemas/Gone" }), json!(1), ["body:", "schemas/Gone"]),
        (json!({ "$ref": "#/paths" }), json!(1), ["body:", "#/paths"]),
        (json!({ "pattern": "^a$" }), json!(1), ["body:", "^a$"]),
        (json!({ "maxLength": -1 }), json!(1), ["body:", "-1"]),
        (json!({ "minimum": "1" }), json!("a"), ["body:", "`minimum`"]),
        (json!({ "required": [1] }), json!(1), ["body:", "`required`"]),
        (json!({ "items": 7 }), json!([1]), ["body/0:", "7 is not known here"]),
    ] {
        let told = found(&schema, &body);
        let [one] = &told[..] else { panic!("{schema}: {told:?}") };
        assert!(words.iter().all(|word| one.contains(word)), "{schema}: {one}");
    }
}

/// Calls `look` with a schema and all schemas inside it.
fn each_schema(schema: &Value, look: &mut impl FnMut(&Value)) {
    look(schema);
    for (keyword, said) in schema.as_object().into_iter().flatten() {
        match (keyword.as_str(), said) {
            ("properties", Value::Object(named)) => {
                for one in named.values() {
                    each_schema(one, look);
                }
            }
            ("allOf" | "anyOf" | "oneOf" | "prefixItems", Value::Array(list)) => {
                for one in list {
                    each_schema(one, look);
                }
            }
            ("additionalProperties" | "items" | "not", _) => each_schema(said, look),
            _ => {}
        }
    }
}

fn all_keywords_of_the_copy_are_known() {
    let copy: Value = serde_json::from_str(super::COPY).expect("the copy is JSON");
    let bodies = copy["paths"].as_object().expect("paths").values().flat_map(|path| {
        let operations = path.as_object().expect("operations").values();
        operations.filter_map(|operation| operation.pointer("/requestBody/content/application~1json/schema"))
    });
    let named = copy["components"]["schemas"].as_object().expect("components").values();
    let (mut used, mut unknown) = (BTreeSet::new(), Vec::new());
    for schema in named.chain(bodies) {
        each_schema(schema, &mut |schema| {
            used.extend(schema.as_object().into_iter().flatten().map(|(keyword, _)| keyword.clone()));
            // An empty value of each type.
            for body in [Value::Null, json!({}), json!([]), json!(""), json!(0)] {
                let told = complaints(&copy, schema, &body).into_iter();
                unknown.extend(told.filter(|complaint| complaint.contains("not known here")));
            }
        });
    }
    assert_eq!(unknown, Vec::<String>::new());
    let examples: Vec<Value> = examples().into_iter().map(|(schema, ..)| schema).collect();
    let tried = |keyword: &String| examples.iter().any(|schema| schema.get(keyword).is_some());
    let untried: Vec<_> = used.iter().filter(|keyword| !is_remark(keyword) && !tried(keyword)).collect();
    assert_eq!(untried, Vec::<&String>::new());
    assert!(used.len() > 20, "the copy was looked at: {used:?}");
}
