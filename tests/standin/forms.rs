//! Modals and select menus: the client's checks, and the events for the bot.

use rookery::sandbox::{Response, Upshot};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::interactions::row;
use super::{Bench, Wire, run};

tests!(
    modals_are_filled_in,
    labels_hold_inputs_and_menus,
    wrong_labels_are_refused,
    labels_hold_groups_of_buttons_and_boxes,
    a_group_asks_for_what_the_client_asks_for,
    wrong_groups_are_refused,
    groups_stand_in_the_labels_of_forms_alone,
    a_modal_is_a_first_answer_and_never_that_to_a_modal,
    selects_are_checked,
);

fn modals_are_filled_in() {
    run(async {
        let bench = Bench::start().await;
        bench.register_ping().await;
        let mut wire = bench.bot().await;
        let red = bench.discord.member("red");
        let asking = tokio::spawn({
            let red = red.clone();
            async move { red.slash("ping", &[("size", "s")]).await }
        });
        let event = wire.event("INTERACTION_CREATE").await;
        let input =
            json!([{ "type": 4, "custom_id": "move", "label": "Your move", "style": 1, "max_length": 5 }]);
        let (status, why) = bench.answer(&event, &json!({ "type": 9, "data": { "custom_id": "m", "title": "Move", "components": row(&input) } })).await;
        assert_eq!(status, 204, "{why}");
        let opened = asking.await.expect("the task ends");
        assert_eq!(opened.outcome, Upshot::Modal);
        assert_eq!(red.submit(&opened, &[]).await.text(), "This field is required");
        assert_eq!(
            red.submit(&opened, &[("move", "too long")]).await.text(),
            "Must be between 0 and 5 in length."
        );
        let sending = tokio::spawn({
            let red = red.clone();
            async move { red.submit(&opened, &[("Your move", "e2e4")]).await }
        });
        let event = wire.event("INTERACTION_CREATE").await;
        assert_eq!(event["type"], 5);
        assert_eq!(event["data"]["components"][0]["components"][0]["value"], "e2e4");
        bench.answer(&event, &json!({ "type": 4, "data": { "content": "played" } })).await;
        assert_eq!(sending.await.expect("the task ends").text(), "played");
    });
}

/// A label around a component.
fn label(inside: &Value) -> Value {
    json!({ "type": 18, "label": "Your move", "description": "As in /move", "component": inside })
}

/// The body that opens a modal of these components.
fn modal(parts: &[Value]) -> Value {
    json!({ "type": 9, "data": { "custom_id": "m", "title": "Move", "components": parts } })
}

fn input() -> Value {
    json!({ "type": 4, "custom_id": "move", "style": 1, "min_length": 2, "max_length": 5 })
}

fn menu() -> Value {
    json!({ "type": 3, "custom_id": "piece", "required": false, "options": [
        { "label": "King e1", "value": "e1" }, { "label": "Rook a1", "value": "a1" }] })
}

/// Uses the command. Returns the event, and the future answer.
async fn used(bench: &Bench, wire: &mut Wire) -> (Value, JoinHandle<Response>) {
    let red = bench.discord.member("red");
    let asking = tokio::spawn(async move { red.slash("ping", &[("size", "s")]).await });
    (wire.event("INTERACTION_CREATE").await, asking)
}

fn labels_hold_inputs_and_menus() {
    run(async {
        let bench = Bench::start().await;
        bench.register_ping().await;
        let mut wire = bench.bot().await;
        let red = bench.discord.member("red");
        let (event, asking) = used(&bench, &mut wire).await;
        let told = json!({ "type": 10, "content": "Say it." });
        let opened = modal(&[told, label(&input()), label(&menu())]);
        assert_eq!(bench.answer(&event, &opened).await.0, 204);
        let opened = asking.await.expect("the task ends");
        assert_eq!(opened.outcome, Upshot::Modal);
        for (text, why) in [
            ("", "This field is required"),
            ("e", "Must be between 2 and 5 in length."),
            ("e2-e4!", "Must be between 2 and 5 in length."),
        ] {
            assert_eq!(red.submit(&opened, &[("move", text)]).await.text(), why);
        }
        let no_such = red.submit(&opened, &[("move", "e4"), ("piece", "h8")]).await;
        assert_eq!(no_such.text(), "The menu has no such option.");
        for (values, chosen) in
            [(&[("move", "e4"), ("piece", "Rook a1")][..], json!(["a1"])), (&[("move", "e4")][..], json!([]))]
        {
            let sending = tokio::spawn({
                let (red, opened, values) = (red.clone(), opened.clone(), values.to_vec());
                async move { red.submit(&opened, &values).await }
            });
            let event = wire.event("INTERACTION_CREATE").await;
            let filled = json!([
                { "type": 10, "id": 1 },
                { "type": 18, "id": 3, "component": { "type": 4, "id": 4, "custom_id": "move", "value": "e4" } },
                { "type": 18, "id": 5, "component": { "type": 3, "id": 6, "custom_id": "piece", "values": chosen } },
            ]);
            assert_eq!(event["data"], json!({ "custom_id": "m", "components": filled }));
            bench.answer(&event, &json!({ "type": 4, "data": { "content": "played" } })).await;
            assert_eq!(sending.await.expect("the task ends").text(), "played");
        }
    });
}

fn lines(values: &[&str]) -> Value {
    values.iter().map(|value| json!({ "label": format!("The {value}"), "value": value })).collect()
}

fn radio() -> Value {
    json!({ "type": 21, "custom_id": "kind", "options": lines(&["rook", "bishop", "knight"]) })
}

fn boxes() -> Value {
    let mut group = json!({ "type": 22, "custom_id": "days", "required": false, "min_values": 0, "options": lines(&["mon", "tue", "wed"]) });
    group["options"][1]["default"] = json!(true);
    group
}

fn tick() -> Value {
    json!({ "type": 23, "custom_id": "sure", "default": true })
}

/// Opens a modal of these components.
async fn opens(bench: &Bench, wire: &mut Wire, parts: &[Value]) -> Response {
    let (event, asking) = used(bench, wire).await;
    let (status, why) = bench.answer(&event, &modal(parts)).await;
    assert_eq!(status, 204, "{why}");
    asking.await.expect("the task ends")
}

/// The event that the bot gets for these values.
async fn filled(bench: &Bench, wire: &mut Wire, opened: &Response, values: &[(&str, &str)]) -> Vec<Value> {
    let sending = tokio::spawn({
        let (red, opened) = (bench.discord.member("red"), opened.clone());
        let values: Vec<(String, String)> =
            values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        async move {
            let values: Vec<(&str, &str)> =
                values.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            red.submit(&opened, &values).await
        }
    });
    let event = wire.event("INTERACTION_CREATE").await;
    bench.answer(&event, &json!({ "type": 4, "data": { "content": "noted" } })).await;
    assert_eq!(sending.await.expect("the task ends").text(), "noted");
    event["data"]["components"].as_array().expect("components").clone()
}

fn labels_hold_groups_of_buttons_and_boxes() {
    run(async {
        let bench = Bench::start().await;
        bench.register_ping().await;
        let mut wire = bench.bot().await;
        let opened = opens(&bench, &mut wire, &[label(&radio()), label(&boxes()), label(&tick())]).await;
        for (values, kind, days, sure) in [
            (&[("kind", "rook")][..], json!("rook"), json!(["tue"]), true),
            (
                &[("kind", "The knight"), ("days", "wed"), ("days", "The mon"), ("sure", "false")][..],
                json!("knight"),
                json!(["wed", "mon"]),
                false,
            ),
            (&[("kind", "rook"), ("days", "")][..], json!("rook"), json!([]), true),
        ] {
            let expected = [
                json!({ "type": 18, "id": 1, "component": { "type": 21, "id": 2, "custom_id": "kind", "value": kind } }),
                json!({ "type": 18, "id": 3, "component": { "type": 22, "id": 4, "custom_id": "days", "values": days } }),
                json!({ "type": 18, "id": 5, "component": { "type": 23, "id": 6, "custom_id": "sure", "value": sure } }),
            ];
            assert_eq!(filled(&bench, &mut wire, &opened, values).await, expected);
        }
        let mut optional = radio();
        optional["required"] = json!(false);
        let opened = opens(&bench, &mut wire, &[label(&optional)]).await;
        let none = filled(&bench, &mut wire, &opened, &[]).await;
        assert_eq!(none[0]["component"], json!({ "type": 21, "id": 2, "custom_id": "kind", "value": null }));
    });
}

fn a_group_asks_for_what_the_client_asks_for() {
    run(async {
        let bench = Bench::start().await;
        bench.register_ping().await;
        let mut wire = bench.bot().await;
        let red = bench.discord.member("red");
        let mut some = boxes();
        (some["required"], some["min_values"], some["max_values"]) = (json!(true), json!(2), json!(2));
        let opened = opens(&bench, &mut wire, &[label(&radio()), label(&some)]).await;
        for (values, why) in [
            (&[("days", "mon"), ("days", "tue")][..], "This field is required"),
            (&[("kind", "queen")][..], "The form has no such option."),
            (&[("kind", "rook"), ("kind", "knight")][..], "Choose one option."),
            (&[("kind", "rook"), ("days", "")][..], "This field is required"),
            (&[("kind", "rook")][..], "Choose 2 to 2 options."),
            (&[("kind", "rook"), ("days", "mon"), ("days", "mon")][..], "Choose each option once."),
            (
                &[("kind", "rook"), ("days", "mon"), ("days", "tue"), ("days", "wed")][..],
                "Choose 2 to 2 options.",
            ),
            (&[("kind", "rook"), ("days", "mon"), ("days", "sun")][..], "The form has no such option."),
        ] {
            let refused = red.submit(&opened, values).await;
            assert_eq!((refused.text(), refused.answered()), (why, false), "{values:?}");
        }
    });
}

fn wrong_groups_are_refused() {
    run(async {
        let bench = Bench::start().await;
        bench.register_ping().await;
        let mut wire = bench.bot().await;
        let (event, asking) = used(&bench, &mut wire).await;
        let with = |mut part: Value, at: &str, value: Value| {
            match part.pointer_mut(at) {
                Some(there) => *there = value,
                None => part[at.trim_start_matches('/')] = value,
            }
            part
        };
        let many: Vec<String> = (0..11).map(|at| at.to_string()).collect();
        let many = lines(&many.iter().map(String::as_str).collect::<Vec<_>>());
        for (part, at, value, wrong) in [
            (radio(), "/options", lines(&["rook"]), "options"),
            (radio(), "/options", many.clone(), "options"),
            (radio(), "/options", Value::Null, "options"),
            (radio(), "/options/0/label", json!("x".repeat(101)), "options/0/label"),
            (radio(), "/options/0/label", json!(""), "options/0/label"),
            (radio(), "/options/1/value", json!("rook"), "options/1/value"),
            (radio(), "/options/1/value", json!("x".repeat(101)), "options/1/value"),
            (
                radio(),
                "/options/2",
                json!({ "label": "x", "value": "x", "description": "x".repeat(101) }),
                "options/2/description",
            ),
            (
                radio(),
                "/options/2",
                json!({ "label": "x", "value": "x", "default": "yes" }),
                "options/2/default",
            ),
            (radio(), "/required", json!("yes"), "required"),
            (radio(), "/disabled", json!(true), "disabled"),
            (radio(), "/custom_id", json!("x".repeat(101)), "custom_id"),
            (radio(), "/custom_id", Value::Null, "custom_id"),
            (boxes(), "/options", json!([]), "options"),
            (boxes(), "/options", many, "options"),
            (boxes(), "/options/1/value", json!("mon"), "options/1/value"),
            (boxes(), "/required", json!(true), "min_values"),
            (boxes(), "/required", Value::Null, "min_values"),
            (boxes(), "/min_values", json!(11), "min_values"),
            (boxes(), "/min_values", json!(4), "min_values"),
            (boxes(), "/max_values", json!(0), "max_values"),
            (boxes(), "/max_values", json!(4), "max_values"),
            (tick(), "/default", json!("yes"), "default"),
            (tick(), "/required", json!(true), "required"),
            (tick(), "/custom_id", json!(""), "custom_id"),
        ] {
            let part = with(part, at, value);
            let (status, why) = bench.answer(&event, &modal(&[label(&part)])).await;
            let at = format!("/errors/data/components/0/component/{wrong}/_errors");
            assert!(status == 400 && why["code"] == 50035, "{part}: {why}");
            assert!(why.pointer(&at).is_some(), "{part}: {why}");
        }
        let mut two = radio();
        (two["options"][0]["default"], two["options"][1]["default"]) = (json!(true), json!(true));
        let (status, why) = bench.answer(&event, &modal(&[label(&two)])).await;
        assert!(
            status == 400 && why.pointer("/errors/data/components/0/component/options/_errors").is_some()
        );
        let twice = modal(&[label(&radio()), label(&with(boxes(), "/custom_id", json!("kind")))]);
        let (status, why_twice) = bench.answer(&event, &twice).await;
        let at = "/errors/data/components/1/component/custom_id/_errors";
        assert!(status == 400 && why_twice.pointer(at).is_some(), "{why}: {why_twice}");
        assert_eq!(bench.answer(&event, &modal(&[label(&radio())])).await.0, 204);
        assert_eq!(asking.await.expect("the task ends").outcome, Upshot::Modal);
    });
}

fn groups_stand_in_the_labels_of_forms_alone() {
    run(async {
        let bench = Bench::start().await;
        bench.register_ping().await;
        let mut wire = bench.bot().await;
        let (event, asking) = used(&bench, &mut wire).await;
        for part in [radio(), boxes(), tick()] {
            let bare = modal(std::slice::from_ref(&part));
            let in_row = modal(&[json!({ "type": 1, "components": [part] })]);
            for (body, wrong) in [(bare, "0/type"), (in_row, "0/components/0/type")] {
                let (status, why) = bench.answer(&event, &body).await;
                let at = format!("/errors/data/components/{wrong}/_errors");
                assert!(status == 400 && why.pointer(&at).is_some(), "{body}: {why}");
            }
            for components in [row(&json!([part])), json!([label(&part)])] {
                let body = json!({ "content": "Choose", "components": components });
                let (status, why) = bench.send("POST", "/channels/{general}/messages", &body).await;
                assert!(status == 400 && why["code"] == 50035, "{body}: {why}");
            }
            // Nor in a card.
            let body = json!({ "flags": 1 << 15, "components": [label(&part)] });
            let (status, why) = bench.send("POST", "/channels/{general}/messages", &body).await;
            assert!(status == 400 && why["code"] == 50035, "{body}: {why}");
        }
        assert_eq!(bench.answer(&event, &modal(&[label(&radio())])).await.0, 204);
        assert_eq!(asking.await.expect("the task ends").outcome, Upshot::Modal);
    });
}

fn wrong_labels_are_refused() {
    run(async {
        let bench = Bench::start().await;
        bench.register_ping().await;
        let mut wire = bench.bot().await;
        let (event, asking) = used(&bench, &mut wire).await;
        let with = |mut part: Value, key: &str, value: Value| {
            part[key] = value;
            part
        };
        for (parts, wrong) in [
            (vec![label(&with(input(), "label", json!("Your move")))], "0/component/label"),
            (vec![label(&with(input(), "label", json!("")))], "0/component/label"),
            (vec![label(&with(input(), "style", json!(3)))], "0/component/style"),
            (vec![label(&with(input(), "style", Value::Null))], "0/component/style"),
            (vec![label(&with(input(), "max_length", json!(1)))], "0/component/min_length"),
            (vec![label(&with(input(), "value", json!("e2e4e5")))], "0/component/value"),
            (vec![label(&with(input(), "placeholder", json!("x".repeat(101))))], "0/component/placeholder"),
            (vec![label(&input()), label(&input())], "1/component/custom_id"),
            (
                vec![label(&input()), label(&with(menu(), "custom_id", json!("move")))],
                "1/component/custom_id",
            ),
            (vec![label(&with(menu(), "disabled", json!(true)))], "0/component/disabled"),
            (vec![label(&with(menu(), "options", json!([])))], "0/component/options"),
            (
                vec![label(&json!({ "type": 2, "style": 1, "custom_id": "b", "label": "B" }))],
                "0/component/type",
            ),
            (vec![label(&Value::Null)], "0/component/type"),
            (vec![with(label(&input()), "label", Value::Null)], "0/label"),
            (vec![with(label(&input()), "label", json!("x".repeat(46)))], "0/label"),
            (vec![with(label(&input()), "description", json!("x".repeat(101)))], "0/description"),
            (vec![json!({ "type": 10 })], "0/content"),
            (vec![json!({ "type": 3 })], "0/type"),
            (vec![], ""),
        ] {
            let (status, why) = bench.answer(&event, &modal(&parts)).await;
            let at = format!("/errors/data/components/{wrong}/_errors").replace("//", "/");
            assert!(status == 400 && why["code"] == 50035, "{wrong}: {why}");
            assert!(why.pointer(&at).is_some(), "{wrong}: {why}");
        }
        assert_eq!(bench.answer(&event, &modal(&[label(&input())])).await.0, 204);
        assert_eq!(asking.await.expect("the task ends").outcome, Upshot::Modal);
    });
}

fn a_modal_is_a_first_answer_and_never_that_to_a_modal() {
    run(async {
        let bench = Bench::start().await;
        bench.register_ping().await;
        let mut wire = bench.bot().await;
        let red = bench.discord.member("red");
        let (event, asking) = used(&bench, &mut wire).await;
        assert_eq!(bench.answer(&event, &json!({ "type": 5 })).await.0, 204);
        let (status, why) = bench.answer(&event, &modal(&[label(&input())])).await;
        assert_eq!((status, &why["code"]), (400, &json!(40060)), "{why}");
        asking.abort();
        let (event, asking) = used(&bench, &mut wire).await;
        assert_eq!(bench.answer(&event, &modal(&[label(&input())])).await.0, 204);
        let opened = asking.await.expect("the task ends");
        let sending = tokio::spawn(async move { red.submit(&opened, &[("move", "e4")]).await });
        let event = wire.event("INTERACTION_CREATE").await;
        let (status, why) = bench.answer(&event, &modal(&[label(&input())])).await;
        assert!(status == 400 && why.pointer("/errors/type/_errors").is_some(), "{why}");
        bench.answer(&event, &json!({ "type": 4, "data": { "content": "played" } })).await;
        assert_eq!(sending.await.expect("the task ends").text(), "played");
    });
}

fn selects_are_checked() {
    run(async {
        let bench = Bench::start().await;
        let mut wire = bench.bot().await;
        let menu = json!([{ "type": 3, "custom_id": "piece", "placeholder": "Piece", "options": [
            { "label": "King e1", "value": "e1" }, { "label": "Rook a1", "value": "a1" }] }]);
        let (status, _) = bench
            .send(
                "POST",
                "/channels/{general}/messages",
                &json!({ "content": "Choose", "components": row(&menu) }),
            )
            .await;
        assert_eq!(status, 200);
        let message = bench.discord.channel("general").last().expect("the message");
        let red = bench.discord.member("red");
        assert_eq!(red.select(&message, "piece", &["h8"]).await.text(), "The menu has no such option.");
        assert_eq!(
            red.select(&message, "piece", &["a1", "e1"]).await.text(),
            "Choose as many as the menu asks for."
        );
        let twice = json!([{ "type": 3, "custom_id": "both", "max_values": 2, "options": [
            { "label": "King e1", "value": "e1" }, { "label": "Rook a1", "value": "a1" }] }]);
        let body = json!({ "content": "Choose", "components": row(&twice) });
        assert_eq!(bench.send("POST", "/channels/{general}/messages", &body).await.0, 200);
        let both = bench.discord.channel("general").last().expect("the message");
        assert_eq!(red.select(&both, "both", &["a1", "a1"]).await.text(), "Choose each option once.");
        let choosing = tokio::spawn(async move { red.select(&message, "Piece", &["Rook a1"]).await });
        let event = wire.event("INTERACTION_CREATE").await;
        assert_eq!((&event["data"]["component_type"], &event["data"]["values"]), (&json!(3), &json!(["a1"])));
        assert!(event["data"].get("resolved").is_none(), "texts name nobody: {}", event["data"]);
        bench.answer(&event, &json!({ "type": 6 })).await;
        assert_eq!(choosing.await.expect("the task ends").outcome, Upshot::Acknowledged);
    });
}
