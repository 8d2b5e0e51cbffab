//! Interactions: their content, and the rules and deadlines for answers.

use std::time::Duration;

use rookery::sandbox::Upshot;
use rookery::timing::Clock;
use serde_json::{Value, json};

use super::{Bench, START_MS, Wire, run, text};

tests!(
    a_slash_command_carries_everything,
    the_client_checks_options_before_it_sends,
    autocomplete_offers_choices,
    one_callback_an_interaction,
    silence_is_told_after_the_time_is_over,
    tokens_are_good_for_a_quarter_of_an_hour,
    deferred_answers_are_edited,
    a_chosen_channel_says_what_may_be_done_there,
    buttons_update_their_message,
    a_picture_survives_only_if_it_is_kept,
    ephemeral_answers_are_for_one,
    direct_messages_have_a_user_and_no_member,
);

async fn event_of(bench: &Bench, wire: &mut Wire) -> Value {
    let red = bench.discord.member("red");
    red.slash_now("ping", &[("size", "s")]).expect("a valid command");
    wire.event("INTERACTION_CREATE").await
}

fn webhook(event: &Value, rest: &str) -> String {
    format!("/webhooks/{{app}}/{}{rest}", text(&event["token"]))
}

fn a_chosen_channel_says_what_may_be_done_there() {
    run(async {
        let bench = Bench::start().await;
        let mut wire = bench.bot().await;
        let red = bench.discord.member("red");
        let (general, games) = (red.channel(), bench.discord.channel("games"));
        let menu =
            json!([{ "type": 1, "components": [{ "type": 8, "custom_id": "where", "max_values": 2 }] }]);
        let path = format!("/channels/{}/messages", general.id());
        bench.send("POST", &path, &json!({ "content": "x", "components": menu })).await;
        let shown = general.last().expect("a message");
        games.deny_bot(1 << 11);
        let both = [general.id(), games.id()];
        let heard = async {
            let event = wire.event("INTERACTION_CREATE").await;
            bench.answer(&event, &json!({ "type": 6 })).await;
            event
        };
        let (event, _) = tokio::join!(heard, red.select(&shown, "where", &both));
        let may = |channel: &str, key: &str| {
            let bits = text(&event["data"]["resolved"]["channels"][channel][key]);
            bits.parse::<u64>().expect("permissions") & (1 << 11) != 0
        };
        assert_eq!(both.map(|id| may(id, "app_permissions")), [true, false]);
        assert_eq!(both.map(|id| may(id, "permissions")), [true, true]);
    });
}

fn a_slash_command_carries_everything() {
    run(async {
        let bench = Bench::start().await;
        bench.register_ping().await;
        let mut wire = bench.bot().await;
        let (red, blue) = (bench.discord.member("red").in_channel("games"), bench.discord.member("blue"));
        let options = [("times", "2"), ("whom", blue.id()), ("size", "Large"), ("loud", "true")];
        red.slash_now("ping", &options).expect("a valid command");
        let event = wire.event("INTERACTION_CREATE").await;
        for key in [
            "id",
            "application_id",
            "token",
            "version",
            "attachment_size_limit",
            "entitlements",
            "locale",
            "guild_locale",
            "channel_id",
            "guild_id",
            "authorizing_integration_owners",
        ] {
            assert!(!event[key].is_null(), "{key} is missing");
        }
        assert_eq!((&event["type"], &event["context"], &event["version"]), (&json!(2), &json!(0), &json!(1)));
        assert_eq!(event["channel"]["name"], "games");
        assert_eq!(event["member"]["user"]["global_name"], "Red");
        let bits = |v: &Value| text(v).parse::<u64>().expect("bits");
        assert_ne!(bits(&event["member"]["permissions"]) & 1 << 4, 0, "Red manages channels");
        assert_eq!(bits(&event["app_permissions"]) & 1 << 4, 0, "the bot does not");
        let given: Vec<_> = event["data"]["options"]
            .as_array()
            .expect("options")
            .iter()
            .map(|o| (text(&o["name"]), o["value"].clone()))
            .collect();
        let expected =
            [("size", json!("l")), ("whom", json!(blue.id())), ("loud", json!(true)), ("times", json!(2))];
        assert_eq!(given, expected.map(|(n, v)| (n.to_owned(), v)));
        assert_eq!(event["data"]["resolved"]["users"][blue.id()]["username"], "blue");
        assert!(event["data"]["resolved"]["members"][blue.id()]["permissions"].is_string());
    });
}

/// Options as given by a script.
type Options<'a> = &'a [(&'a str, &'a str)];

fn the_client_checks_options_before_it_sends() {
    run(async {
        let bench = Bench::start().await;
        bench.register_ping().await;
        let red = bench.discord.member("red");
        let table: [(&str, Options<'_>, &str); 7] = [
            ("pong", &[], "There is no command /pong here."),
            ("ping", &[], "This option is required. Specify a value."),
            ("ping", &[("size", "huge")], "Choose one of the options."),
            ("ping", &[("size", "s"), ("whom", "nobody")], "Input a valid user."),
            ("ping", &[("size", "s"), ("times", "x")], "Input a valid integer."),
            ("ping", &[("size", "s"), ("times", "4")], "The number is out of range."),
            ("ping", &[("size", "s"), ("colour", "red")], "There is no option colour."),
        ];
        for (command, options, sentence) in table {
            let response = red.slash(command, options).await;
            assert_eq!(response.outcome, Upshot::Refused(sentence.to_owned()), "{command} {options:?}");
        }
    });
}

fn autocomplete_offers_choices() {
    run(async {
        let bench = Bench::start().await;
        bench.register_ping().await;
        let mut wire = bench.bot().await;
        let red = bench.discord.member("red");
        let typing = tokio::spawn(async move { red.types("/ping size:s where: he").await });
        let event = wire.event("INTERACTION_CREATE").await;
        assert_eq!(event["type"], 4);
        assert_eq!(
            event["data"]["options"][1],
            json!({ "name": "where", "type": 3, "value": "he", "focused": true })
        );
        let (status, _) = bench.answer(&event, &json!({ "type": 4, "data": { "content": "no" } })).await;
        assert_eq!(status, 400, "a message is no answer to autocomplete");
        let (status, _) = bench
            .answer(
                &event,
                &json!({ "type": 8, "data": { "choices": [{ "name": "Here", "value": "here" }] } }),
            )
            .await;
        assert_eq!(status, 204);
        let choices = typing.await.expect("the task ends").expect("choices");
        assert_eq!(choices, [("Here".to_owned(), "here".to_owned())]);
    });
}

fn one_callback_an_interaction() {
    run(async {
        let bench = Bench::start().await;
        bench.register_ping().await;
        let mut wire = bench.bot().await;
        let event = event_of(&bench, &mut wire).await;
        let early =
            bench.send("PATCH", &webhook(&event, "/messages/@original"), &json!({ "content": "x" })).await;
        assert_eq!((early.0, &early.1["code"]), (404, &json!(10015)));
        let wrong =
            bench.answer(&event, &json!({ "type": 4, "data": { "content": "x".repeat(2001) } })).await;
        assert_eq!(wrong.1["errors"]["data"]["content"]["_errors"][0]["code"], "BASE_TYPE_MAX_LENGTH");
        let (status, _) = bench.answer(&event, &json!({ "type": 4, "data": { "content": "pong" } })).await;
        assert_eq!(status, 204);
        let twice = bench.answer(&event, &json!({ "type": 4, "data": { "content": "pong" } })).await;
        assert_eq!((twice.0, &twice.1["code"]), (400, &json!(40060)));
        let unknown = bench.send("POST", "/interactions/123/abc/callback", &json!({ "type": 5 })).await;
        assert_eq!((unknown.0, &unknown.1["code"]), (404, &json!(10062)));
        let message = wire.event("MESSAGE_CREATE").await;
        assert_eq!((&message["type"], &message["content"]), (&json!(20), &json!("pong")));
        assert_eq!(message["interaction_metadata"]["name"], "ping");
        let event = event_of(&bench, &mut wire).await;
        let path = format!(
            "/interactions/{}/{}/callback?with_response=true",
            text(&event["id"]),
            text(&event["token"])
        );
        let (status, told) =
            bench.send("POST", &path, &json!({ "type": 4, "data": { "content": "pong" } })).await;
        assert_eq!((status, &told["resource"]["message"]["content"]), (200, &json!("pong")));
        assert_eq!(told["interaction"]["response_message_id"], told["resource"]["message"]["id"]);
    });
}

fn silence_is_told_after_the_time_is_over() {
    run(async {
        let bench = Bench::with(|o| o.answer_within = Duration::from_millis(200)).await;
        bench.register_ping().await;
        let mut wire = bench.bot().await;
        let red = bench.discord.member("red");
        let response = red.slash("ping", &[("size", "s")]).await;
        assert_eq!(response.text(), "The application did not respond");
        let event = wire.event("INTERACTION_CREATE").await;
        let late = bench.answer(&event, &json!({ "type": 4, "data": { "content": "pong" } })).await;
        assert_eq!((late.0, &late.1["code"]), (404, &json!(10062)));
        assert_eq!(bench.discord.failures().len(), 1);
    });
}

fn tokens_are_good_for_a_quarter_of_an_hour() {
    run(async {
        let clock = Clock::standing_at(START_MS as i64);
        let bench = Bench::with(|o| o.clock = clock.clone()).await;
        bench.register_ping().await;
        let mut wire = bench.bot().await;
        let event = event_of(&bench, &mut wire).await;
        bench.answer(&event, &json!({ "type": 4, "data": { "content": "pong" } })).await;
        clock.advance(Duration::from_mins(14));
        let (status, _) = bench
            .send("PATCH", &webhook(&event, "/messages/@original"), &json!({ "content": "still" }))
            .await;
        assert_eq!(status, 200);
        clock.advance(Duration::from_mins(2));
        let over =
            bench.send("PATCH", &webhook(&event, "/messages/@original"), &json!({ "content": "late" })).await;
        assert_eq!((over.0, &over.1["code"]), (401, &json!(50027)));
    });
}

fn deferred_answers_are_edited() {
    run(async {
        let bench = Bench::start().await;
        bench.register_ping().await;
        let mut wire = bench.bot().await;
        let red = bench.discord.member("red");
        let asking = tokio::spawn(async move { red.slash("ping", &[("size", "s")]).await });
        let event = wire.event("INTERACTION_CREATE").await;
        let (status, _) = bench.answer(&event, &json!({ "type": 5 })).await;
        assert_eq!(status, 204);
        let thinking = bench
            .discord
            .channel("general")
            .wait_for(rookery::sandbox::Message::is_thinking)
            .await
            .expect("it thinks");
        let (status, edited) =
            bench.send("PATCH", &webhook(&event, "/messages/@original"), &json!({ "content": "done" })).await;
        assert_eq!((status, &edited["id"]), (200, &json!(thinking.id)));
        let response = asking.await.expect("the task ends");
        assert_eq!((response.text(), &response.outcome), ("done", &Upshot::Message));
        let (status, more) =
            bench.send("POST", &webhook(&event, ""), &json!({ "content": "and more" })).await;
        assert_eq!((status, &more["message_reference"]["message_id"]), (200, &json!(thinking.id)));
        let (status, _) = finish_delete(&bench, &webhook(&event, "/messages/@original")).await;
        assert_eq!(status, 204);
    });
}

async fn finish_delete(bench: &Bench, path: &str) -> (u16, Value) {
    super::finish(bench.ask("DELETE", path)).await
}

pub(super) fn row(items: &Value) -> Value {
    json!([{ "type": 1, "components": items }])
}

fn buttons_update_their_message() {
    run(async {
        let bench = Bench::start().await;
        let mut wire = bench.bot().await;
        let buttons = row(&json!([
            { "type": 2, "style": 1, "label": "Accept", "custom_id": "v2:accept:7" },
            { "type": 2, "style": 4, "label": "Off", "custom_id": "off", "disabled": true },
        ]));
        bench
            .send(
                "POST",
                "/channels/{general}/messages",
                &json!({ "content": "Play?", "components": buttons }),
            )
            .await;
        let message = bench.discord.channel("general").last().expect("the message");
        assert_eq!(message.labels(), ["Accept", "Off"]);
        let blue = bench.discord.member("blue");
        assert_eq!(blue.click(&message, "Off").await.text(), "This button or menu is disabled.");
        assert_eq!(
            blue.click(&message, "Nothing").await.text(),
            "This message has no such button or menu any more."
        );
        let clicking = tokio::spawn({
            let (blue, message) = (blue.clone(), message.clone());
            async move { blue.click(&message, "Accept").await }
        });
        let event = wire.event("INTERACTION_CREATE").await;
        assert_eq!((&event["type"], &event["data"]["custom_id"]), (&json!(3), &json!("v2:accept:7")));
        assert_eq!(event["message"]["id"], message.id);
        bench
            .answer(&event, &json!({ "type": 7, "data": { "content": "They play", "components": [] } }))
            .await;
        let response = clicking.await.expect("the task ends");
        assert_eq!((response.text(), &response.outcome), ("They play", &Upshot::Update));
        assert_eq!(response.labels(), [""; 0]);
        let stale = blue.clone();
        let clicking = tokio::spawn(async move { stale.click_stale(&message, "v2:accept:7").await });
        let event = wire.event("INTERACTION_CREATE").await;
        bench.answer(&event, &json!({ "type": 4, "data": { "content": "Old board", "flags": 64 } })).await;
        assert!(clicking.await.expect("the task ends").is_ephemeral());
    });
}

/// A PNG header with a width and a height, which is all that the stand-in reads.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes
}

fn a_picture_survives_only_if_it_is_kept() {
    run(async {
        let bench = Bench::start().await;
        let mut wire = bench.bot().await;
        let part = reqwest::multipart::Part::bytes(png(560, 640)).file_name("my board.png");
        let payload = json!({ "content": "Board", "attachments": [{ "id": 0, "description": "White: King e1" }],
            "components": row(&json!([{ "type": 2, "style": 1, "label": "Go", "custom_id": "go" }])) });
        let form =
            reqwest::multipart::Form::new().text("payload_json", payload.to_string()).part("files[0]", part);
        let (status, sent) =
            super::finish(bench.ask("POST", "/channels/{general}/messages").multipart(form)).await;
        assert_eq!(status, 200, "{sent}");
        let file = &sent["attachments"][0];
        assert_eq!(
            (&file["width"], &file["height"], &file["content_type"]),
            (&json!(560), &json!(640), &json!("image/png"))
        );
        assert_eq!(
            (&file["filename"], &file["description"]),
            (&json!("my_board.png"), &json!("White: King e1"))
        );
        let served = bench.http.get(text(&file["url"])).send().await.expect("the file is served");
        assert_eq!(served.headers()["content-type"], "image/png");
        assert_eq!(served.bytes().await.expect("bytes").to_vec(), png(560, 640));
        let message = bench.discord.channel("general").last().expect("the message");
        assert_eq!(message.picture().map(|p| p.description.as_str()), Some("White: King e1"));
        let path = format!("/channels/{{general}}/messages/{}", message.id);
        let (_, kept) = bench.send("PATCH", &path, &json!({ "content": "Still there" })).await;
        assert_eq!(kept["attachments"].as_array().map(Vec::len), Some(1));
        let (_, kept) = bench.send("PATCH", &path, &json!({ "attachments": [{ "id": file["id"] }] })).await;
        assert_eq!(kept["attachments"][0]["description"], "White: King e1");
        bench.discord.member("red").click_now(&message, "Go").expect("the button is there");
        let event = wire.event("INTERACTION_CREATE").await;
        bench.answer(&event, &json!({ "type": 7, "data": { "content": "Gone", "attachments": [] } })).await;
        assert_eq!(bench.discord.channel("general").last().expect("the message").files.len(), 0);
        let gone = bench.http.get(text(&file["url"])).send().await.expect("an answer");
        assert_eq!(gone.status().as_u16(), 404);
    });
}

fn ephemeral_answers_are_for_one() {
    run(async {
        let bench = Bench::start().await;
        bench.register_ping().await;
        let mut wire = bench.bot().await;
        let event = event_of(&bench, &mut wire).await;
        bench.answer(&event, &json!({ "type": 4, "data": { "content": "psst", "flags": 64 } })).await;
        let (red, blue) = (bench.discord.member("red"), bench.discord.member("blue"));
        assert_eq!(red.ephemerals().len(), 1);
        assert_eq!(blue.ephemerals().len(), 0);
        assert!(bench.discord.channel("general").messages().is_empty());
        let secret = red.ephemerals().remove(0);
        let (status, _) = bench.get(&format!("/channels/{{general}}/messages/{}", secret.id)).await;
        assert_eq!(status, 404, "the bot's token has no address for it");
        let (status, _) = bench.get(&webhook(&event, "/messages/@original")).await;
        assert_eq!(status, 200, "the interaction's token has");
        let (_, list) = bench.get("/channels/{general}/messages").await;
        assert_eq!(list, json!([]));
    });
}

fn direct_messages_have_a_user_and_no_member() {
    run(async {
        let bench = Bench::start().await;
        bench.register_ping().await;
        let mut wire = bench.bot().await;
        let red = bench.discord.member("red").in_channel("dm");
        red.slash_now("ping", &[("size", "s")]).expect("a valid command");
        let event = wire.event("INTERACTION_CREATE").await;
        assert_eq!((&event["context"], &event["user"]["username"]), (&json!(1), &json!("red")));
        assert!(event.get("member").is_none() && event.get("guild_id").is_none());
        assert_eq!(event["channel"]["type"], 1);
    });
}
