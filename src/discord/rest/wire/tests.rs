//! Tests that the bodies of requests stay within Discord's limits.

use super::*;
use crate::discord::actions::{RulebookAction, SettingsAction};
use crate::discord::reply::{FORM_HINT_MAX, FORM_MAX, Field, Form, Input, Select};
use crate::games;
use crate::words::{Label, Words};

#[test]
fn rows_of_buttons_and_selects_go_out_in_their_order_and_within_the_limits() {
    let chess = games::from_slug("chess").expect("chess is there");
    let button = |_| Button::new(Words::english(), Label::Rules, RulebookAction::Rules(chess));
    let lines = (0..30).map(|number| MenuLine::new(&format!("Piece {number}"), &number.to_string()));
    let select =
        Select { label: "x".repeat(200), id: RulebookAction::Piece(chess).into(), lines: lines.collect() };
    let reply = Reply::public("Hello.")
        .buttons((0..2).map(button).collect())
        .select(select)
        .buttons((0..7).map(button).collect());
    let rows = message(&reply, "n")["components"].clone();
    let kinds = |row: &Value| {
        let parts = row["components"].as_array().expect("parts").iter();
        parts.map(|part| part["type"].as_u64().expect("a type")).collect::<Vec<_>>()
    };
    let rows = rows.as_array().expect("rows");
    assert_eq!(rows.iter().map(kinds).collect::<Vec<_>>(), [vec![2; 2], vec![3], vec![2; 5]]);
    let select = &rows[1]["components"][0];
    assert_eq!(select["custom_id"], "v2:piece:chess");
    assert_eq!(select["placeholder"].as_str().map(|text| text.chars().count()), Some(LABEL_MAX));
    let options = select["options"].as_array().expect("options");
    assert_eq!(
        (options.len(), &options[7]["label"], &options[7]["value"]),
        (25, &json!("Piece 7"), &json!("7"))
    );
    let many = (0..9).fold(Reply::public("Hello."), |reply, one| reply.buttons(vec![button(one)]));
    assert_eq!(message(&many, "n")["components"].as_array().map(Vec::len), Some(ROWS_MAX));
}

#[test]
fn a_card_goes_out_within_the_limits() {
    let linked = |n: usize| CardPart::Linked {
        text: format!("Game {n}: {}", "x".repeat(300)),
        label: "Go".to_owned(),
        url: "https://example.com".to_owned(),
    };
    let card = (0..20).map(linked).fold(Card::of("Games"), Card::part);
    let body = callback(&Answer::Message(Reply::card(card)));
    assert_eq!((&body["type"], &body["data"]["flags"]), (&json!(4), &json!(CARD | EPHEMERAL)));
    let parts = body["data"]["components"][0]["components"].as_array().expect("parts");
    assert_eq!(parts.len(), 13, "the container and a text, and three for each that has room");
    let said =
        |part: &Value| part["components"][0]["content"].as_str().map_or(5, |text| text.chars().count());
    assert!(parts.iter().map(said).sum::<usize>() <= CARD_TEXT_MAX);
    let long = Card::of("x".repeat(5_000)).text("y").buttons(Vec::new());
    let body = callback(&Answer::Turn(Reply::card(long)));
    let parts = body["data"]["components"][0]["components"].as_array().expect("parts");
    assert_eq!(parts[0]["content"].as_str().map(str::len), Some(CARD_TEXT_MAX + 2), "the last is …");
    assert_eq!((parts.len(), &body["data"]["content"], &body["type"]), (1, &Value::Null, &json!(7)));
}

#[test]
fn no_empty_row_goes_out() {
    let select =
        || Select { label: String::new(), id: SettingsAction::Language(()).into(), lines: Vec::new() };
    let button = Button::new(Words::english(), Label::Rules, SettingsAction::Language(()));
    let reply = Reply::public("Hello.").buttons(Vec::new()).select(select()).buttons(vec![button]);
    assert!(reply.left_out().is_empty());
    for body in [message(&reply, "n"), edited(&reply), follow_up(&reply), relabelled(&reply)] {
        assert_eq!(body["components"].as_array().map(Vec::len), Some(1), "{body}");
    }
    assert_eq!(edited(&Reply::public("Hello.").buttons(Vec::new()))["components"], json!([]));
    let card =
        callback(&Answer::Message(Reply::card(Card::of("Hello.").buttons(Vec::new()).select(select()))));
    let parts = card["data"]["components"][0]["components"].as_array().map(Vec::len);
    assert_eq!(parts, Some(1), "{card}");
}

#[test]
fn a_form_is_labels_around_inputs_and_keeps_the_limits() {
    let field = |name, input| Field { name, label: "l".repeat(60), hint: Some("h".repeat(120)), input };
    let lines = |count: usize| -> Vec<MenuLine> {
        (0..count).map(|at| MenuLine::new(&format!("Line {at}"), &at.to_string()).chosen(at == 1)).collect()
    };
    let asked = Form {
        title: "t".repeat(60),
        id: SettingsAction::Language(()).into(),
        fields: vec![
            field("move", Input::Line { most: 100, required: true, value: String::new() }),
            field("nothing", Input::OneOf(lines(1))),
            field("one", Input::OneOf(lines(2))),
            field("any", Input::AnyOf(lines(11))),
            field("some", Input::Menu(lines(2), 3)),
            field("days", Input::Line { most: 2, required: false, value: "7".to_owned() }),
            field("more", Input::AnyOf(lines(3))),
        ],
    };
    let form = callback(&Answer::Form(asked));
    assert_eq!((&form["type"], &form["data"]["custom_id"]), (&json!(9), &json!("v2:language")));
    let label = &form["data"]["components"][0];
    let length = |text: &Value| text.as_str().map(|text| text.chars().count());
    let lengths = [&form["data"]["title"], &label["label"], &label["description"]].map(length);
    assert_eq!(lengths, [Some(FORM_MAX), Some(FORM_MAX), Some(FORM_HINT_MAX)]);
    let input = json!({
        "type": 4, "custom_id": "move", "style": 1, "min_length": 1, "max_length": 100, "required": true,
    });
    assert_eq!((&label["type"], &label["component"]), (&json!(18), &input));
    let parts = form["data"]["components"].as_array().expect("labels");
    let names: Vec<&str> = parts.iter().filter_map(|part| part["component"]["custom_id"].as_str()).collect();
    assert_eq!(names, ["move", "one", "any", "some", "days"], "five, and none with nothing to choose");
    let options = json!([
        { "label": "Line 0", "value": "0", "default": false }, { "label": "Line 1", "value": "1", "default": true },
    ]);
    let one = json!({ "type": 21, "custom_id": "one", "required": true, "options": options });
    assert_eq!(parts[1]["component"], one);
    let any = &parts[2]["component"];
    assert_eq!((&any["type"], &any["required"], &any["min_values"]), (&json!(22), &json!(false), &json!(0)));
    assert_eq!(any["options"].as_array().map(Vec::len), Some(10));
    let some = json!({
        "type": 3, "custom_id": "some", "required": true, "min_values": 1, "max_values": 2, "options": options,
    });
    assert_eq!(parts[3]["component"], some);
    let days = json!({
        "type": 4, "custom_id": "days", "style": 1, "min_length": 0, "max_length": 2, "required": false, "value": "7",
    });
    assert_eq!(parts[4]["component"], days);
}

#[test]
fn a_line_of_a_select_has_its_hint() {
    let lines = vec![MenuLine::new("Knight g1", "g1").hint("2 moves"), MenuLine::new("King e1", "e1")];
    let reply = Reply::public("Hello.").select(Select {
        label: "Piece".to_owned(),
        id: SettingsAction::Language(()).into(),
        lines,
    });
    let options = message(&reply, "n")["components"][0]["components"][0]["options"].clone();
    assert_eq!(options[0]["description"], "2 moves");
    assert!(options[1].get("description").is_none(), "{options}");
}
