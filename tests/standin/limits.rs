//! Discord's limits, one row each: accepted at the limit, refused beyond it with Discord's error.

use libtest_mimic::Trial;
use serde_json::{Value, json};

use super::{Bench, run};

/// A body, its path, and the `code` at a place in `errors` (or the plain error code).
struct Row {
    name: &'static str,
    path: &'static str,
    body: Value,
    expected: Expected,
}

enum Expected {
    Fine,
    /// The place below `errors` and its code.
    Form(&'static str, &'static str),
    /// Status and error code.
    Error(u16, u64),
}

const MESSAGES: &str = "/channels/{general}/messages";
const COMMANDS: &str = "/applications/{app}/commands";

pub fn tests() -> Vec<Trial> {
    let rows = messages().into_iter().chain(components()).chain(menus()).chain(commands()).chain(files());
    rows.map(|row| {
        crate::slowest::trial(format!("{}::{}", module_path!(), row.name.replace(' ', "_")), move || {
            check(&row);
            Ok(())
        })
    })
    .collect()
}

fn check(row: &Row) {
    run(async {
        let bench = Bench::start().await;
        let (status, answer) = bench.send("POST", row.path, &row.body).await;
        match row.expected {
            Expected::Fine => assert!(status < 300, "{status} {answer}"),
            Expected::Error(code, error) => {
                assert_eq!((status, &answer["code"]), (code, &json!(error)), "{answer}");
            }
            Expected::Form(place, code) => {
                assert_eq!((status, &answer["code"]), (400, &json!(50035)), "{answer}");
                assert_eq!(answer["message"], "Invalid Form Body");
                let found =
                    place.split('.').filter(|k| !k.is_empty()).fold(&answer["errors"], |at, key| &at[key]);
                assert_eq!(found["_errors"][0]["code"], code, "{answer}");
            }
        }
    });
}

fn row(name: &'static str, path: &'static str, body: Value, expected: Expected) -> Row {
    Row { name, path, body, expected }
}

fn x(n: usize) -> String {
    "x".repeat(n)
}

fn messages() -> Vec<Row> {
    use Expected::{Error, Fine, Form};
    let post = |name, body, expected| row(name, MESSAGES, body, expected);
    let embeds = |embeds: Value| json!({ "embeds": embeds });
    let long = json!({ "description": x(3001) });
    vec![
        post("2000 characters", json!({ "content": x(2000) }), Fine),
        post("2001 characters", json!({ "content": x(2001) }), Form("content", "BASE_TYPE_MAX_LENGTH")),
        post("nothing", json!({}), Error(400, 50006)),
        post("blanks only", json!({ "content": "  " }), Error(400, 50006)),
        post("content of the wrong type", json!({ "content": [1] }), Form("content", "STRING_TYPE_CONVERT")),
        post("ten embeds", embeds(json!(vec![json!({ "title": "t" }); 10])), Fine),
        post(
            "eleven embeds",
            embeds(json!(vec![json!({ "title": "t" }); 11])),
            Form("embeds", "BASE_TYPE_MAX_LENGTH"),
        ),
        post(
            "embed title",
            embeds(json!([{ "title": x(257) }])),
            Form("embeds.0.title", "BASE_TYPE_MAX_LENGTH"),
        ),
        post("embed total", embeds(json!([long, long])), Form("embeds", "MAX_EMBED_SIZE_EXCEEDED")),
        post(
            "embed field value",
            embeds(json!([{ "fields": [{ "name": "n", "value": "" }] }])),
            Form("embeds.0.fields.0.value", "BASE_TYPE_REQUIRED"),
        ),
        post(
            "mentions both ways",
            json!({ "content": "x", "allowed_mentions": { "parse": ["users"], "users": ["1"] } }),
            Form("allowed_mentions.parse", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"),
        ),
        post(
            "unknown mention kind",
            json!({ "content": "x", "allowed_mentions": { "parse": ["all"] } }),
            Form("allowed_mentions.parse.0", "BASE_TYPE_CHOICES"),
        ),
        post(
            "alt text without a file",
            json!({ "content": "x", "attachments": [{ "id": 0, "description": "d" }] }),
            Form("attachments.0", "MESSAGE_ATTACHMENT_NOT_FOUND"),
        ),
        post(
            "alt text",
            json!({ "content": "x", "attachments": [{ "id": 0, "description": x(1025) }] }),
            Form("attachments.0.description", "BASE_TYPE_MAX_LENGTH"),
        ),
        post(
            "reply to nothing",
            json!({ "content": "x", "message_reference": { "message_id": "5" } }),
            Form("message_reference", "REPLIES_UNKNOWN_MESSAGE"),
        ),
    ]
}

fn button(id: &str) -> Value {
    json!({ "type": 2, "style": 1, "label": "Go", "custom_id": id })
}

fn in_row(items: &[Value]) -> Value {
    json!({ "content": "x", "components": [{ "type": 1, "components": items }] })
}

fn components() -> Vec<Row> {
    use Expected::{Fine, Form};
    let post = |name, body, expected| row(name, MESSAGES, body, expected);
    let rows = |n: usize| {
        let rows: Vec<_> =
            (0..n).map(|i| json!({ "type": 1, "components": [button(&i.to_string())] })).collect();
        json!({ "content": "x", "components": rows })
    };
    let buttons = |n: usize| in_row(&(0..n).map(|i| button(&i.to_string())).collect::<Vec<_>>());
    let select = |options: usize, value: &str| {
        let options: Vec<_> =
            (0..options).map(|i| json!({ "label": "l", "value": format!("{value}{i}") })).collect();
        in_row(&[json!({ "type": 3, "custom_id": "s", "options": options })])
    };
    vec![
        post("five rows", rows(5), Fine),
        post("six rows", rows(6), Form("components", "BASE_TYPE_MAX_LENGTH")),
        post("five buttons", buttons(5), Fine),
        post("six buttons", buttons(6), Form("components.0.components", "BASE_TYPE_BAD_LENGTH")),
        post("empty row", in_row(&[]), Form("components.0.components", "BASE_TYPE_BAD_LENGTH")),
        post("custom id of 100", in_row(&[button(&x(100))]), Fine),
        post(
            "custom id of 101",
            in_row(&[button(&x(101))]),
            Form("components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"),
        ),
        post(
            "custom id missing",
            in_row(&[json!({ "type": 2, "style": 1, "label": "l" })]),
            Form("components.0.components.0.custom_id", "BASE_TYPE_REQUIRED"),
        ),
        post(
            "custom id twice",
            in_row(&[button("a"), button("a")]),
            Form("components.0.components.1.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"),
        ),
        post(
            "label of 81",
            in_row(&[json!({ "type": 2, "style": 1, "label": x(81), "custom_id": "a" })]),
            Form("components.0.components.0.label", "BASE_TYPE_MAX_LENGTH"),
        ),
        post(
            "link with custom id",
            in_row(&[json!({ "type": 2, "style": 5, "label": "l", "url": "https://a.b", "custom_id": "a" })]),
            Form("components.0.components.0.custom_id", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"),
        ),
        post(
            "bare button",
            json!({ "content": "x", "components": [button("a")] }),
            Form("components.0.type", "BASE_TYPE_CHOICES"),
        ),
        post("25 options", select(25, "v"), Fine),
        post(
            "26 options",
            select(26, "v"),
            Form("components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
        ),
        post(
            "option value of 101",
            select(1, &x(100)),
            Form("components.0.components.0.options.0.value", "BASE_TYPE_BAD_LENGTH"),
        ),
        post(
            "a select beside a button",
            in_row(&[button("a"), json!({ "type": 5, "custom_id": "s" })]),
            Form("components.0.components.1", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
        ),
    ]
}

fn menus() -> Vec<Row> {
    use Expected::{Fine, Form};
    let post = |name, body, expected| row(name, MESSAGES, body, expected);
    let option = |label: &str, value: &str, description: &str| json!({ "label": label, "value": value, "description": description });
    let menu = |placeholder: &str, options: &[Value]| {
        in_row(&[json!({ "type": 3, "custom_id": "s", "placeholder": placeholder, "options": options })])
    };
    vec![
        post("a select of all lengths at their limit", menu(&x(150), &[option(&x(100), "a", &x(100))]), Fine),
        post(
            "option labels may be the same",
            menu("p", &[option("l", "a", "d"), option("l", "b", "d")]),
            Fine,
        ),
        post(
            "placeholder of 151",
            menu(&x(151), &[option("l", "a", "d")]),
            Form("components.0.components.0.placeholder", "BASE_TYPE_MAX_LENGTH"),
        ),
        post(
            "option label of 101",
            menu("p", &[option(&x(101), "a", "d")]),
            Form("components.0.components.0.options.0.label", "BASE_TYPE_BAD_LENGTH"),
        ),
        post(
            "option label of nothing",
            menu("p", &[option("", "a", "d")]),
            Form("components.0.components.0.options.0.label", "BASE_TYPE_REQUIRED"),
        ),
        post(
            "option description of 101",
            menu("p", &[option("l", "a", &x(101))]),
            Form("components.0.components.0.options.0.description", "BASE_TYPE_MAX_LENGTH"),
        ),
        post(
            "option value twice",
            menu("p", &[option("l", "a", "d"), option("m", "a", "d")]),
            Form("components.0.components.0.options.1.value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"),
        ),
        post(
            "a select without options",
            menu("p", &[]),
            Form("components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
        ),
        post(
            "more to choose than there is",
            in_row(&[
                json!({ "type": 3, "custom_id": "s", "max_values": 2, "options": [option("l", "a", "d")] }),
            ]),
            Form("components.0.components.0.max_values", "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE"),
        ),
        post(
            "two selects in a row",
            in_row(&[json!({ "type": 5, "custom_id": "s" }), json!({ "type": 5, "custom_id": "t" })]),
            Form("components.0.components.0", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
        ),
    ]
}

fn command(name: &str, options: &Value) -> Value {
    json!({ "name": name, "description": "d", "options": options })
}

fn commands() -> Vec<Row> {
    use Expected::{Fine, Form};
    let post = |name, body, expected| row(name, COMMANDS, body, expected);
    let option = |name: &str, required: bool| json!({ "type": 3, "name": name, "description": "d", "required": required });
    let choices = |n: usize| {
        let choices: Vec<_> = (0..n).map(|i| json!({ "name": format!("n{i}"), "value": "v" })).collect();
        command("a", &json!([{ "type": 3, "name": "o", "description": "d", "choices": choices }]))
    };
    let many: Vec<_> = (0..26).map(|i| option(&format!("o{i}"), false)).collect();
    vec![
        post("a command", command("a-b_c", &json!([option("first", true), option("second", false)])), Fine),
        post(
            "upper case name",
            command("Move", &json!([])),
            Form("name", "APPLICATION_COMMAND_INVALID_NAME"),
        ),
        post(
            "name with a blank",
            command("a b", &json!([])),
            Form("name", "APPLICATION_COMMAND_INVALID_NAME"),
        ),
        post("in a person's menu", json!({ "name": "Play From Here", "type": 2 }), Fine),
        post("in a message's menu", json!({ "name": "Analyse", "type": 3 }), Fine),
        post("33 in a menu", json!({ "name": x(33), "type": 3 }), Form("name", "BASE_TYPE_BAD_LENGTH")),
        post(
            "described in a menu",
            json!({ "name": "A", "type": 2, "description": "d" }),
            Form("description", "APPLICATION_COMMAND_DESCRIPTION_INVALID"),
        ),
        post("name of 33", command(&x(33), &json!([])), Form("name", "BASE_TYPE_BAD_LENGTH")),
        post("no description", json!({ "name": "a" }), Form("description", "BASE_TYPE_REQUIRED")),
        post(
            "description of 101",
            json!({ "name": "a", "description": x(101) }),
            Form("description", "BASE_TYPE_BAD_LENGTH"),
        ),
        post("26 command options", command("a", &json!(many)), Form("options", "BASE_TYPE_MAX_LENGTH")),
        post(
            "required after optional",
            command("a", &json!([option("x", false), option("y", true)])),
            Form("options.1", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"),
        ),
        post(
            "option name twice",
            command("a", &json!([option("x", false), option("x", false)])),
            Form("options.1.name", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"),
        ),
        post("25 choices", choices(25), Fine),
        post("26 choices", choices(26), Form("options.0.choices", "BASE_TYPE_MAX_LENGTH")),
        post(
            "autocomplete and choices",
            command(
                "a",
                &json!([{ "type": 3, "name": "o", "description": "d", "autocomplete": true, "choices": [{ "name": "n", "value": "v" }] }]),
            ),
            Form("options.0.autocomplete", "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES"),
        ),
        post(
            "a number choice in a text option",
            command(
                "a",
                &json!([{ "type": 3, "name": "o", "description": "d", "choices": [{ "name": "n", "value": 1 }] }]),
            ),
            Form("options.0.choices.0.value", "STRING_TYPE_CONVERT"),
        ),
    ]
}

/// File options, and their properties that no other option has.
fn files() -> Vec<Row> {
    use Expected::{Fine, Form};
    let file = |key: &str, value: Value| {
        let mut option = json!({ "type": 11, "name": "file", "description": "d" });
        option[key] = value;
        command("a", &json!([option]))
    };
    let post = |name, body, expected| row(name, COMMANDS, body, expected);
    let not_of_files = |name, key: &str, value, place| {
        post(name, file(key, value), Form(place, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"))
    };
    let choice = json!([{ "name": "n", "value": "1" }]);
    let text = json!([{ "type": 3, "name": "o", "description": "d", "file_types": [".toml"] }]);
    vec![
        post("a file", file("required", json!(true)), Fine),
        // Libraries send empty values of omitted fields as well.
        post("a file without choices", file("choices", json!([])), Fine),
        post("a file without autocomplete", file("autocomplete", json!(false)), Fine),
        post("a file without options", file("options", json!([])), Fine),
        post(
            "choices of files",
            file("choices", choice),
            Form("options.0.choices", "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID"),
        ),
        post(
            "autocomplete of files",
            file("autocomplete", json!(true)),
            Form("options.0.choices", "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID"),
        ),
        not_of_files("least value of a file", "min_value", json!(0), "options.0.min_value"),
        not_of_files("greatest value of a file", "max_value", json!(9), "options.0.max_value"),
        not_of_files("least length of a file", "min_length", json!(0), "options.0.min_length"),
        not_of_files("greatest length of a file", "max_length", json!(9), "options.0.max_length"),
        not_of_files("channels of a file", "channel_types", json!([0]), "options.0.channel_types"),
        not_of_files("options of a file", "options", text.clone(), "options.0.options"),
        post(
            "files of a text",
            command("a", &text),
            Form("options.0.file_types", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
        ),
        post("10 types of files", file("file_types", json!(vec![".toml"; 10])), Fine),
        post(
            "11 types of files",
            file("file_types", json!(vec![".toml"; 11])),
            Form("options.0.file_types", "BASE_TYPE_MAX_LENGTH"),
        ),
        post("a group of files", file("file_types", json!(["image"])), Fine),
        post(
            "no type of files",
            file("file_types", json!(["toml"])),
            Form("options.0.file_types.0", "FILE_TYPE_INVALID"),
        ),
    ]
}
