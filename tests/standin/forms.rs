//! Modals and menus: what the client checks, and what the bot gets.

use rookery::sandbox::Upshot;
use serde_json::json;

use super::interactions::row;
use super::{Bench, run};

tests!(modals_are_filled_in, selects_are_checked);

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
