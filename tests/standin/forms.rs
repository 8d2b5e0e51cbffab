//! Modals and menus: what the client checks, and what the bot gets.

use rookery::sandbox::{Response, Upshot};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::interactions::row;
use super::{Bench, Wire, run};

tests!(
    modals_are_filled_in,
    labels_hold_inputs_and_menus,
    wrong_labels_are_refused,
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

/// A label around something.
fn label(inside: &Value) -> Value {
    json!({ "type": 18, "label": "Your move", "description": "As in /move", "component": inside })
}

/// The body that opens a modal of these parts.
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

/// Uses the command; the event, and the answer to come.
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
