//! Components V2: the limits, content and use of cards.

use rookery::sandbox::Upshot;
use serde_json::{Value, json};

use super::interactions::row;
use super::{Bench, finish, run};

tests!(
    a_card_is_made_of_components_alone,
    a_card_stays_one,
    parts_lie_where_they_may,
    a_card_has_bounds,
    pictures_are_attachments_of_the_message,
    ids_are_given_and_never_twice,
    a_card_pings_whom_it_may,
    buttons_and_menus_of_a_card_are_used,
    a_private_card_answers_and_changes,
);

/// Discord's flag for Components V2.
const CARD: u64 = 1 << 15;

fn said(text: &str) -> Value {
    json!({ "type": 10, "content": text })
}

fn button(id: &str) -> Value {
    json!({ "type": 2, "style": 2, "label": "Go", "custom_id": id })
}

fn card(components: &[Value]) -> Value {
    json!({ "flags": CARD, "components": components })
}

/// Posts a body in #general.
async fn post(bench: &Bench, body: &Value) -> (u16, Value) {
    bench.send("POST", "/channels/{general}/messages", body).await
}

/// Posts a body with one picture, `board.png`.
async fn with_picture(bench: &Bench, method: &str, path: &str, body: &Value) -> (u16, Value) {
    let picture = reqwest::multipart::Part::bytes(b"\x89PNG\r\n\x1a\n".to_vec());
    let form = reqwest::multipart::Form::new()
        .text("payload_json", body.to_string())
        .part("files[0]", picture.file_name("board.png"));
    finish(bench.ask(method, path).multipart(form)).await
}

/// Asserts that a body is refused with this code at this place.
#[track_caller]
fn refused((status, why): &(u16, Value), place: &str, code: &str) {
    let at = why["errors"].pointer(&format!("/{}/_errors/0/code", place.replace('.', "/")));
    assert_eq!((*status, at), (400, Some(&json!(code))), "{place}: {why}");
}

fn a_card_is_made_of_components_alone() {
    run(async {
        let bench = Bench::start().await;
        let (status, made) = post(&bench, &card(&[said("**Hello**")])).await;
        assert_eq!((status, &made["flags"], &made["content"]), (200, &json!(CARD), &json!("")));
        assert_eq!(made["components"], json!([{ "type": 10, "id": 1, "content": "**Hello**" }]));
        let seen = bench.discord.channel("general").last().expect("the card");
        assert!(seen.is_card() && seen.content == "**Hello**");
        let old = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";
        for (key, value) in [
            ("content", json!("Hi")),
            ("embeds", json!([{ "description": "Hi" }])),
            ("poll", json!({ "question": { "text": "?" } })),
            ("sticker_ids", json!(["1"])),
        ] {
            let mut body = card(&[said("Hello")]);
            body[key] = value;
            refused(&post(&bench, &body).await, key, old);
        }
        let mut nothing = card(&[said("Hello")]);
        (nothing["content"], nothing["embeds"]) = (Value::Null, json!([]));
        assert_eq!(post(&bench, &nothing).await.0, 200);
        let (status, why) = post(&bench, &card(&[])).await;
        assert_eq!((status, &why["code"]), (400, &json!(50006)), "empty");
        // Without the flag only action rows are allowed.
        let (status, why) = post(&bench, &json!({ "content": "Hi", "components": [said("Hello")] })).await;
        assert_eq!(status, 400, "{why}");
        assert!(why["errors"]["components"]["0"]["type"].is_object(), "{why}");
    });
}

fn a_card_stays_one() {
    run(async {
        let bench = Bench::start().await;
        let edit = async |made: &Value, body: Value| {
            let path = format!("/channels/{{general}}/messages/{}", made["id"].as_str().expect("an id"));
            bench.send("PATCH", &path, &body).await
        };
        let (_, made) = post(&bench, &card(&[said("One")])).await;
        let old = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";
        refused(&edit(&made, json!({ "flags": 0, "content": "Two" })).await, "content", old);
        let (status, still) = edit(&made, json!({ "flags": 0, "components": [said("Two")] })).await;
        assert_eq!((status, &still["flags"]), (200, &json!(CARD)));
        assert_eq!(still["components"][0]["content"], "Two");
        assert_eq!(edit(&made, json!({ "components": [] })).await.1["code"], 50006, "nothing would be left");
        let (_, plain) = post(&bench, &json!({ "content": "Plain" })).await;
        refused(&edit(&plain, card(&[said("Card")])).await, "content", old);
        let mut body = card(&[said("Card")]);
        body["content"] = Value::Null;
        let (status, turned) = edit(&plain, body).await;
        assert_eq!((status, &turned["flags"], &turned["content"]), (200, &json!(CARD), &json!("")));
    });
}

fn parts_lie_where_they_may() {
    run(async {
        let bench = Bench::start().await;
        let section =
            |texts: &[Value], beside: Value| json!({ "type": 9, "components": texts, "accessory": beside });
        let whole = card(&[json!({ "type": 17, "accent_color": 0xC0_8040, "components": [
            said("# Games"), { "type": 14, "spacing": 2 }, section(&[said("Chess"), said("your turn")], button("a")),
            section(&[said("Chess")], json!({ "type": 11, "media": { "url": "https://example.com/a.png" }, "description": "A" })),
            { "type": 12, "items": [{ "media": { "url": "https://example.com/b.png" } }] },
            { "type": 14, "divider": false }, row(&json!([button("b"), button("c")]))[0],
        ] })]);
        let (status, made) = post(&bench, &whole).await;
        assert_eq!(status, 200, "{made}");
        let inside = &made["components"][0]["components"];
        assert_eq!(inside[1], json!({ "type": 14, "id": 3, "divider": true, "spacing": 2 }));
        assert_eq!(inside[3]["accessory"]["media"]["proxy_url"], "https://example.com/a.png");
        assert_eq!(bench.discord.channel("general").last().expect("the card").labels(), ["Go"; 3]);
        let choices = "BASE_TYPE_CHOICES";
        let container = |parts: Value| card(&[json!({ "type": 17, "components": parts })]);
        let container_in = container(json!([{ "type": 17, "components": [said("x")] }]));
        for (body, place, code) in [
            (card(&[button("a")]), "components.0.type", choices),
            (container_in, "components.0.components.0.type", choices),
            (container(json!([])), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
            (card(&[json!({ "type": 17 })]), "components.0.components", "BASE_TYPE_REQUIRED"),
            (card(&[section(&[], button("a"))]), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
            (
                card(&[section(&vec![said("x"); 4], button("a"))]),
                "components.0.components",
                "BASE_TYPE_BAD_LENGTH",
            ),
            (card(&[section(&[said("x")], Value::Null)]), "components.0.accessory", "BASE_TYPE_REQUIRED"),
            (card(&[section(&[said("x")], said("y"))]), "components.0.accessory.type", choices),
            (card(&[section(&[button("a")], button("b"))]), "components.0.components.0.type", choices),
            (card(&[json!({ "type": 14, "spacing": 3 })]), "components.0.spacing", "NUMBER_TYPE_MAX"),
            (
                card(&[json!({ "type": 17, "accent_color": 0x100_0000, "components": [said("x")] })]),
                "components.0.accent_color",
                "NUMBER_TYPE_MAX",
            ),
            (card(&[json!({ "type": 10 })]), "components.0.content", "BASE_TYPE_REQUIRED"),
            (card(&[json!({ "type": 12, "items": [] })]), "components.0.items", "BASE_TYPE_BAD_LENGTH"),
        ] {
            refused(&post(&bench, &body).await, place, code);
        }
    });
}

fn a_card_has_bounds() {
    run(async {
        let bench = Bench::start().await;
        let longest =
            [said(&"x".repeat(1_999)), json!({ "type": 17, "components": [said(&"y".repeat(2_001))] })];
        assert_eq!(post(&bench, &card(&longest)).await.0, 200);
        let longer =
            [said(&"x".repeat(2_000)), json!({ "type": 17, "components": [said(&"y".repeat(2_001))] })];
        refused(
            &post(&bench, &card(&longer)).await,
            "components",
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
        );
        // A section, its text and its button count as three.
        let section =
            |n: usize| json!({ "type": 9, "components": [said("x")], "accessory": button(&n.to_string()) });
        let most: Vec<Value> = (0..13).map(section).chain([said("x")]).collect();
        assert_eq!(post(&bench, &card(&most)).await.0, 200);
        let more: Vec<Value> = (0..13).map(section).chain([said("x"), said("y")]).collect();
        refused(&post(&bench, &card(&more)).await, "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED");
        let item = |length: usize| json!({ "media": { "url": "https://example.com/a.png" }, "description": "x".repeat(length) });
        let gallery = |items: Vec<Value>| card(&[json!({ "type": 12, "items": items })]);
        assert_eq!(post(&bench, &gallery(vec![item(1_024); 10])).await.0, 200);
        refused(
            &post(&bench, &gallery(vec![item(1); 11])).await,
            "components.0.items",
            "BASE_TYPE_BAD_LENGTH",
        );
        refused(
            &post(&bench, &gallery(vec![item(1_025)])).await,
            "components.0.items.0.description",
            "BASE_TYPE_BAD_LENGTH",
        );
    });
}

fn pictures_are_attachments_of_the_message() {
    run(async {
        let bench = Bench::start().await;
        let shows = |url: &str| {
            card(&[json!({ "type": 12, "items": [{ "media": { "url": url }, "description": "A board" }] })])
        };
        let missing = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND";
        let place = "components.0.items.0.media.url";
        refused(&post(&bench, &shows("attachment://board.png")).await, place, missing);
        refused(&post(&bench, &shows("ftp://example.com/a.png")).await, place, "URL_TYPE_INVALID_SCHEME");
        let to = "/channels/{general}/messages";
        refused(&with_picture(&bench, "POST", to, &shows("attachment://other.png")).await, place, missing);
        let (status, made) = with_picture(&bench, "POST", to, &shows("attachment://board.png")).await;
        assert_eq!(status, 200, "{made}");
        let (media, file) = (&made["components"][0]["items"][0]["media"], &made["attachments"][0]);
        assert_eq!((&media["url"], &media["attachment_id"]), (&file["url"], &file["id"]));
        // An edit may show the message's attachment, until that is removed.
        let path = format!("/channels/{{general}}/messages/{}", made["id"].as_str().expect("an id"));
        assert_eq!(bench.send("PATCH", &path, &shows("attachment://board.png")).await.0, 200);
        let mut without = shows("attachment://board.png");
        without["attachments"] = json!([]);
        refused(&bench.send("PATCH", &path, &without).await, place, missing);
        // A file component shows attachments only.
        let file = |url: &str| card(&[json!({ "type": 13, "file": { "url": url } })]);
        assert_eq!(with_picture(&bench, "POST", to, &file("attachment://board.png")).await.0, 200);
        let elsewhere = post(&bench, &file("https://example.com/a.txt")).await;
        refused(&elsewhere, "components.0.file.url", "URL_TYPE_INVALID_SCHEME");
    });
}

fn ids_are_given_and_never_twice() {
    run(async {
        let bench = Bench::start().await;
        let mut named = said("named");
        named["id"] = json!(2);
        let (_, made) = post(&bench, &card(&[said("first"), named.clone(), said("last")])).await;
        let ids: Vec<_> = (0..3).map(|i| made["components"][i]["id"].as_u64()).collect();
        assert_eq!(ids, [Some(1), Some(2), Some(3)]);
        let twice = post(&bench, &card(&[named.clone(), named])).await;
        refused(&twice, "components.1.id", "COMPONENT_ID_DUPLICATED");
        let rows = card(&[
            row(&json!([button("a")]))[0].clone(),
            json!({ "type": 17, "components": row(&json!([button("a")])) }),
        ]);
        refused(
            &post(&bench, &rows).await,
            "components.1.components.0.components.0.custom_id",
            "COMPONENT_CUSTOM_ID_DUPLICATED",
        );
    });
}

fn a_card_pings_whom_it_may() {
    run(async {
        let bench = Bench::start().await;
        let (red, blue) = (bench.discord.member("red"), bench.discord.member("blue"));
        let text = format!("{} and {}", red.mention(), blue.mention());
        let mut body = card(&[json!({ "type": 17, "components": [said(&text)] })]);
        let pings = async |body: &Value| {
            assert_eq!(post(&bench, body).await.0, 200);
            bench.discord.channel("general").last().expect("the card").pings()
        };
        assert_eq!(pings(&body).await.len(), 2);
        body["allowed_mentions"] = json!({ "parse": [], "users": [blue.id()] });
        assert_eq!(pings(&body).await, [blue.id()]);
        body["allowed_mentions"] = json!({ "parse": [] });
        assert_eq!(pings(&body).await, Vec::<String>::new());
    });
}

fn buttons_and_menus_of_a_card_are_used() {
    run(async {
        let bench = Bench::start().await;
        let mut wire = bench.bot().await;
        let menu = json!({ "type": 3, "custom_id": "piece", "placeholder": "Piece", "options": [{ "label": "King e1", "value": "e1" }] });
        let body = card(&[json!({ "type": 17, "components": [
            { "type": 9, "components": [said("Chess")], "accessory": button("open") },
            { "type": 1, "components": [menu] },
        ] })]);
        assert_eq!(post(&bench, &body).await.0, 200);
        let shown = bench.discord.channel("general").last().expect("the card");
        let red = bench.discord.member("red");
        red.click_now(&shown, "Go").expect("it can be clicked");
        let event = wire.event("INTERACTION_CREATE").await;
        assert_eq!((&event["data"]["custom_id"], &event["data"]["id"]), (&json!("open"), &json!(4)));
        assert_eq!(event["message"]["flags"], CARD);
        bench.answer(&event, &json!({ "type": 6 })).await;
        let choosing = tokio::spawn(async move { red.select(&shown, "Piece", &["King e1"]).await });
        let event = wire.event("INTERACTION_CREATE").await;
        assert_eq!(event["data"]["values"], json!(["e1"]));
        bench.answer(&event, &json!({ "type": 7, "data": { "components": [said("King e1")] } })).await;
        let response = choosing.await.expect("the task ends");
        assert_eq!((&response.outcome, response.text()), (&Upshot::Update, "King e1"));
    });
}

fn a_private_card_answers_and_changes() {
    run(async {
        let bench = Bench::start().await;
        bench.register_ping().await;
        let mut wire = bench.bot().await;
        let red = bench.discord.member("red");
        let asking = tokio::spawn(async move { red.slash("ping", &[("size", "s")]).await });
        let event = wire.event("INTERACTION_CREATE").await;
        let wrong =
            json!({ "type": 4, "data": { "content": "Hi", "flags": CARD | 64, "components": [said("x")] } });
        let old = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";
        refused(&bench.answer(&event, &wrong).await, "data.content", old);
        let right = json!({ "type": 4, "data": { "flags": CARD | 64, "components": [said("Here"), row(&json!([button("a")]))[0]] } });
        assert_eq!(bench.answer(&event, &right).await.0, 204);
        let answer = asking.await.expect("the task ends");
        assert!(answer.is_ephemeral() && answer.text() == "Here");
        let token = event["token"].as_str().expect("a token");
        let original = format!("/webhooks/{{app}}/{token}/messages/@original");
        let (status, edited) =
            bench.send("PATCH", &original, &json!({ "components": [said("There")] })).await;
        assert_eq!((status, &edited["flags"]), (200, &json!(CARD | 64)));
        refused(&bench.send("PATCH", &original, &json!({ "content": "Text" })).await, "content", old);
        let (status, more) =
            bench.send("POST", &format!("/webhooks/{{app}}/{token}"), &card(&[said("More")])).await;
        assert_eq!((status, &more["flags"]), (200, &json!(CARD)), "{more}");
    });
}
