//! The page's WebSocket, as used by a browser.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::{Bench, run, text};

tests!(
    hello_tells_who_where_and_what,
    what_one_says_the_other_reads,
    a_command_goes_from_page_to_bot_and_back,
    the_page_hears_of_silence_and_refusals,
    ephemeral_messages_reach_one_person,
    channels_come_and_go,
    a_hidden_channel_stays_hidden,
    a_foreign_page_gets_no_socket,
    a_page_sends_files_with_a_command,
    eight_people_can_sit_where_company_is_wanted,
);

struct Page {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    hello: Value,
}

impl Page {
    async fn open(bench: &Bench, who: &str) -> Self {
        let url = format!("{}/page?as={who}", bench.discord.url().replace("http", "ws"));
        let (socket, _) = connect_async(url).await.expect("the page's socket");
        let mut page = Self { socket, hello: Value::Null };
        page.hello = page.next("hello").await;
        page
    }

    async fn send(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.expect("the page is connected");
    }

    /// The next message of this type; others are skipped.
    async fn next(&mut self, kind: &str) -> Value {
        loop {
            let frame = tokio::time::timeout(Duration::from_secs(5), self.socket.next()).await;
            let Some(Ok(Message::Text(text))) = frame.unwrap_or_else(|_| panic!("no {kind} in time")) else {
                continue;
            };
            let message: Value = serde_json::from_str(&text).expect("JSON");
            if message["t"] == kind {
                return message;
            }
        }
    }

    fn channel(&self, name: &str) -> String {
        let channels = self.hello["channels"].as_array().expect("channels");
        text(&channels.iter().find(|c| c["name"] == name).expect("the channel")["id"])
    }
}

fn hello_tells_who_where_and_what() {
    run(async {
        let bench = Bench::start().await;
        bench.register_ping().await;
        let page = Page::open(&bench, "blue").await;
        assert_eq!(page.hello["me"]["name"], "Blue");
        let names: Vec<_> =
            page.hello["members"].as_array().expect("members").iter().map(|m| text(&m["name"])).collect();
        assert!(["Red", "Blue", "Green", "Rookery"].iter().all(|n| names.contains(&(*n).to_owned())));
        assert_eq!(page.hello["commands"][0]["name"], "ping");
        assert_eq!(
            page.hello["channels"][0]["may"],
            json!({ "view": true, "send": true, "manage": false, "thread": true })
        );
        assert_eq!(page.hello["bot"]["online"], false);
        let red = Page::open(&bench, "red").await;
        assert_eq!(red.hello["channels"][0]["may"]["manage"], true);
    });
}

fn what_one_says_the_other_reads() {
    run(async {
        let bench = Bench::start().await;
        let (mut red, mut blue) = (Page::open(&bench, "red").await, Page::open(&bench, "blue").await);
        let channel = red.channel("games");
        let blue_id = text(&blue.hello["me"]["id"]);
        red.send(json!({ "t": "say", "channel_id": channel, "content": format!("hi <@{blue_id}>"), "nonce": "n1" })).await;
        let mine = red.next("message_create").await;
        assert_eq!(
            (&mine["nonce"], &mine["message"]["author"]["global_name"]),
            (&json!("n1"), &json!("Red"))
        );
        let theirs = blue.next("message_create").await;
        assert_eq!(theirs["message"]["mentions"][0]["id"], blue_id);
        blue.send(json!({ "t": "open", "channel_id": channel })).await;
        let history = blue.next("history").await;
        assert_eq!(
            (history["messages"].as_array().map(Vec::len), &history["more"]),
            (Some(1), &json!(false))
        );
        red.send(
            json!({ "t": "delete_message", "channel_id": channel, "message_id": mine["message"]["id"] }),
        )
        .await;
        assert_eq!(blue.next("message_delete").await["id"], mine["message"]["id"]);
        blue.send(json!({ "t": "say", "channel_id": channel, "content": "x".repeat(2001), "nonce": "n2" }))
            .await;
        assert_eq!(blue.next("refused").await["nonce"], "n2");
    });
}

fn a_command_goes_from_page_to_bot_and_back() {
    run(async {
        let bench = Bench::start().await;
        bench.register_ping().await;
        let mut red = Page::open(&bench, "red").await;
        let mut wire = bench.bot().await;
        assert_eq!(red.next("presence").await["online"], true);
        let channel = red.channel("general");
        let options = json!([{ "name": "size", "value": "s" }, { "name": "where", "value": "he" }]);
        red.send(json!({ "t": "autocomplete", "nonce": "a", "channel_id": channel, "command": "ping", "options": options, "focused": "where" })).await;
        let event = wire.event("INTERACTION_CREATE").await;
        bench
            .answer(
                &event,
                &json!({ "type": 8, "data": { "choices": [{ "name": "Here", "value": "here" }] } }),
            )
            .await;
        let choices = red.next("autocomplete").await;
        assert_eq!((&choices["nonce"], &choices["choices"][0]["name"]), (&json!("a"), &json!("Here")));
        red.send(json!({ "t": "slash", "nonce": "s", "channel_id": channel, "command": "ping", "options": options })).await;
        assert_eq!(red.next("interaction").await["state"], "sent");
        let event = wire.event("INTERACTION_CREATE").await;
        let buttons = json!([{ "type": 1, "components": [{ "type": 2, "style": 1, "label": "Go", "custom_id": "go" }] }]);
        bench
            .answer(&event, &json!({ "type": 4, "data": { "content": "pong", "components": buttons } }))
            .await;
        let message = red.next("message_create").await["message"].clone();
        assert_eq!(message["content"], "pong");
        let done = red.next("interaction").await;
        assert_eq!(
            (&done["state"], &done["nonce"], &done["kind"]),
            (&json!("done"), &json!("s"), &json!("slash"))
        );
        red.send(json!({ "t": "click", "nonce": "c", "channel_id": channel, "message_id": message["id"], "custom_id": "go" })).await;
        let event = wire.event("INTERACTION_CREATE").await;
        let input = json!([{ "type": 1, "components": [{ "type": 4, "style": 1, "label": "Move", "custom_id": "m" }] }]);
        bench
            .answer(
                &event,
                &json!({ "type": 9, "data": { "custom_id": "f", "title": "Move", "components": input } }),
            )
            .await;
        let modal = red.next("modal").await;
        red.send(json!({ "t": "modal_submit", "nonce": "m", "modal": modal["modal"], "channel_id": channel, "values": { "m": "e4" } })).await;
        let event = wire.event("INTERACTION_CREATE").await;
        bench
            .answer(&event, &json!({ "type": 7, "data": { "content": "played e4", "components": [] } }))
            .await;
        assert_eq!(red.next("message_update").await["message"]["content"], "played e4");
    });
}

fn the_page_hears_of_silence_and_refusals() {
    run(async {
        let bench = Bench::with(|o| o.answer_within = Duration::from_millis(100)).await;
        bench.register_ping().await;
        let mut red = Page::open(&bench, "red").await;
        let channel = red.channel("general");
        red.send(
            json!({ "t": "slash", "nonce": "a", "channel_id": channel, "command": "ping", "options": [] }),
        )
        .await;
        let refused = red.next("refused").await;
        assert_eq!((&refused["field"], &refused["nonce"]), (&json!("size"), &json!("a")));
        red.send(json!({ "t": "slash", "nonce": "b", "channel_id": channel, "command": "ping", "options": [{ "name": "size", "value": "s" }] })).await;
        assert_eq!(red.next("interaction").await["state"], "sent");
        let failed = red.next("interaction").await;
        assert_eq!(
            (&failed["state"], &failed["text"]),
            (&json!("failed"), &json!("The application did not respond"))
        );
    });
}

fn ephemeral_messages_reach_one_person() {
    run(async {
        let bench = Bench::start().await;
        bench.register_ping().await;
        let mut wire = bench.bot().await;
        let (mut red, mut blue) = (Page::open(&bench, "red").await, Page::open(&bench, "blue").await);
        let channel = red.channel("general");
        red.send(json!({ "t": "slash", "nonce": "s", "channel_id": channel, "command": "ping", "options": [{ "name": "size", "value": "s" }] })).await;
        let event = wire.event("INTERACTION_CREATE").await;
        bench.answer(&event, &json!({ "type": 4, "data": { "content": "psst", "flags": 64 } })).await;
        let secret = red.next("message_create").await["message"].clone();
        assert_eq!(secret["flags"], 64);
        bench.discord.member("green").say("aloud").expect("Green may write");
        assert_eq!(blue.next("message_create").await["message"]["content"], "aloud");
        blue.send(json!({ "t": "dismiss", "channel_id": channel, "message_id": secret["id"] })).await;
        assert!(blue.next("refused").await["text"].is_string());
        red.send(json!({ "t": "dismiss", "channel_id": channel, "message_id": secret["id"] })).await;
        assert_eq!(red.next("message_delete").await["id"], secret["id"]);
    });
}

fn channels_come_and_go() {
    run(async {
        let bench = Bench::start().await;
        let (mut red, mut blue) = (Page::open(&bench, "red").await, Page::open(&bench, "blue").await);
        blue.send(json!({ "t": "create_channel", "name": "Mine", "nonce": "x" })).await;
        assert_eq!(blue.next("refused").await["text"], "You do not have permission to make channels.");
        red.send(json!({ "t": "create_channel", "name": "Chess Club", "nonce": "y" })).await;
        let opened = red.next("opened").await["channel_id"].clone();
        let made = blue.next("channel_create").await["channel"].clone();
        assert_eq!((&made["name"], &made["id"]), (&json!("chess-club"), &opened));
        blue.send(json!({ "t": "create_thread", "channel_id": opened, "name": "Our game", "nonce": "z" }))
            .await;
        let thread = red.next("channel_create").await;
        let thread = if thread["channel"]["type"] == 11 { thread } else { red.next("channel_create").await };
        assert_eq!(thread["channel"]["parent_id"], opened);
        blue.send(json!({ "t": "dm", "user_id": bench.discord.application_id().to_string(), "nonce": "d" }))
            .await;
        blue.next("opened").await;
        blue.next("opened").await;
        red.send(json!({ "t": "delete_channel", "channel_id": opened, "nonce": "q" })).await;
        blue.next("channel_delete").await;
        assert_eq!(blue.next("channel_delete").await["id"], opened);
    });
}

fn a_hidden_channel_stays_hidden() {
    run(async {
        let bench = Bench::start().await;
        let blue = bench.discord.member("blue").in_channel("dm");
        blue.say("secret").expect("Blue may write to the bot");
        let mut red = Page::open(&bench, "red").await;
        red.send(json!({ "t": "open", "channel_id": blue.channel().id() })).await;
        assert_eq!(red.next("refused").await["text"], "You do not have access to this channel.");
        assert!(red.hello["channels"].as_array().expect("channels").iter().all(|c| c["type"] != 1));
    });
}

fn a_foreign_page_gets_no_socket() {
    run(async {
        use tokio_tungstenite::tungstenite::client::IntoClientRequest;
        let bench = Bench::start().await;
        let url = format!("{}/page?as=red", bench.discord.url().replace("http", "ws"));
        let mut request = url.into_client_request().expect("a request");
        request.headers_mut().insert("Origin", "https://evil.example".parse().expect("a header"));
        assert!(connect_async(request).await.is_err());
    });
}

fn a_page_sends_files_with_a_command() {
    run(async {
        let bench = Bench::start().await;
        bench.register_game().await;
        let (mut red, mut wire) = (Page::open(&bench, "red").await, bench.bot().await);
        let url = |who: &str| format!("{}/page/files?as={who}&name=my+game.toml", bench.discord.url());
        let upload = async |who: &str, size: usize| {
            super::finish(
                bench.http.post(url(who)).header("Content-Type", "text/toml").body(vec![b'#'; size]),
            )
            .await
        };
        let (status, sent) = upload("red", 7).await;
        assert_eq!(status, 200, "{sent}");
        let options = json!([{ "name": "add", "options": [{ "name": "file", "value": sent["id"] }] }]);
        let slash = json!({ "t": "slash", "channel_id": red.channel("games"), "command": "game", "options": options });
        red.send(slash).await;
        let event = wire.event("INTERACTION_CREATE").await;
        let file = &event["data"]["resolved"]["attachments"][text(&sent["id"])];
        assert_eq!(
            (&file["filename"], &file["content_type"], &file["size"]),
            (&json!("my_game.toml"), &json!("text/toml"), &json!(7))
        );
        for more in [1, 100_000] {
            let (status, refused) = upload("red", 10 * 1024 * 1024 + more).await;
            assert_eq!((status >= 400, &refused["text"]), (true, &json!("A file has at most 10 MiB.")));
        }
        assert_eq!(upload("nobody", 7).await.0, 404);
        let foreign = bench.http.post(url("red")).header("Origin", "https://evil.example").body("x");
        assert_eq!(super::finish(foreign).await.0, 403);
    });
}

fn eight_people_can_sit_where_company_is_wanted() {
    run(async {
        let seats = ["Red", "Blue", "Green", "Yellow", "Orange", "Purple", "Pink", "Brown"];
        let bench = Bench::start().await;
        let few = Page::open(&bench, "red").await;
        assert_eq!(
            few.hello["members"].as_array().map(Vec::len),
            Some(4),
            "three and the bot: {}",
            few.hello
        );
        bench.discord.stop().await;
        let bench = Bench::with(|options| options.company = true).await;
        let chooser = bench.http.get(format!("{}/", bench.discord.url())).send().await.expect("a page");
        let chooser = chooser.text().await.expect("a text");
        for name in seats {
            let seat = name.to_lowercase();
            assert!(chooser.contains(&format!("href=\"/?as={seat}\"")), "{name}");
            let page = Page::open(&bench, &seat).await;
            assert_eq!(page.hello["me"]["name"], name, "{}", page.hello);
        }
        bench.discord.stop().await;
    });
}
