//! The gateway: IDENTIFY, heartbeat, RESUME, closes.

use std::io::Read;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use super::{Bench, Wire, run, text};

tests!(
    ready_and_the_guild_follow_identify,
    a_heartbeat_is_acknowledged,
    wrong_connections_are_closed_with_discords_codes,
    resume_replays_what_was_missed,
    an_unknown_session_is_invalid,
    op_7_and_closes_by_order,
    messages_of_others_come_without_their_text,
    compressed_payloads_are_zlib_frames,
    a_zlib_stream_is_spoken,
    channels_and_threads_are_told_of,
    a_connection_in_memory_is_one_like_any_other,
);

fn ready_and_the_guild_follow_identify() {
    run(async {
        let bench = Bench::start().await;
        let mut wire = Wire::connect(&bench).await;
        let properties = json!({ "os": "linux", "browser": "raw", "device": "raw" });
        let token = format!("Bot {}", bench.discord.token());
        wire.send(&json!({ "op": 2, "d": { "token": token, "intents": 1, "properties": properties, "presence": { "since": {}, "status": "online", "afk": false, "activities": [] } } })).await;
        let ready = wire.event("READY").await;
        assert_eq!(ready["v"], 10);
        assert_eq!(ready["user"]["username"], "rookery");
        assert_eq!(ready["application"]["id"], bench.discord.application_id().to_string());
        assert!(text(&ready["resume_gateway_url"]).starts_with("ws://127.0.0.1:"));
        assert_eq!(ready["guilds"][0]["unavailable"], true);
        let guild = wire.event("GUILD_CREATE").await;
        assert_eq!(guild["name"], "The Rookery");
        let names: Vec<_> =
            guild["channels"].as_array().expect("channels").iter().map(|c| text(&c["name"])).collect();
        assert_eq!(names, ["general", "games", "quiet"]);
        assert!(bench.discord.wait_for_bot().await);
    });
}

fn a_heartbeat_is_acknowledged() {
    run(async {
        let bench = Bench::start().await;
        let mut wire = Wire::connect(&bench).await;
        wire.send(&json!({ "op": 1, "d": null })).await;
        assert_eq!(wire.next().await["op"], 11);
        wire.identify(&bench, 1).await;
        wire.send(&json!({ "op": 1, "d": wire.seq })).await;
        assert_eq!(wire.next().await["op"], 11);
    });
}

fn wrong_connections_are_closed_with_discords_codes() {
    run(async {
        let bench = Bench::start().await;
        let token = bench.discord.token();
        let identify = |token: &str, intents: Value, shard: Value| json!({ "op": 2, "d": { "token": token, "intents": intents, "shard": shard, "properties": {} } });
        let table = [
            ("wrong token", identify("nonsense", json!(1), Value::Null), 4004),
            ("no intents", identify(token, Value::Null, Value::Null), 4013),
            ("unknown intent", identify(token, json!(1_u64 << 40), Value::Null), 4013),
            ("privileged intent", identify(token, json!(1 << 15), Value::Null), 4014),
            ("shard beyond", identify(token, json!(1), json!([2, 2])), 4010),
            ("unknown op", json!({ "op": 99, "d": null }), 4001),
            ("presence before identify", json!({ "op": 3, "d": {} }), 4003),
            (
                "resume with a wrong token",
                json!({ "op": 6, "d": { "token": "x", "session_id": "x", "seq": 1 } }),
                4004,
            ),
        ];
        for (name, payload, code) in table {
            let mut wire = Wire::connect(&bench).await;
            wire.send(&payload).await;
            assert_eq!(wire.next().await, json!({ "closed": code }), "{name}");
        }
        let mut wire = bench.bot().await;
        wire.send(&identify(token, json!(1), Value::Null)).await;
        assert_eq!(wire.next().await, json!({ "closed": 4005 }));
        let mut wire = Wire::connect(&bench).await;
        wire.socket.send(Message::text("{")).await.expect("the gateway listens");
        assert_eq!(wire.next().await, json!({ "closed": 4002 }));
    });
}

fn resume_replays_what_was_missed() {
    run(async {
        let bench = Bench::start().await;
        bench.register_ping().await;
        let mut wire = bench.bot().await;
        let red = bench.discord.member("red");
        red.say("seen").expect("Red may write");
        wire.event("MESSAGE_CREATE").await;
        let (session, seq) = (wire.session.clone(), wire.seq);
        drop(wire);
        let id = red.slash_now("ping", &[("size", "s")]).expect("a valid command");
        let mut wire = Wire::connect(&bench).await;
        let token = bench.discord.token();
        wire.send(&json!({ "op": 6, "d": { "token": token, "session_id": session, "seq": seq } })).await;
        assert_eq!(wire.event("INTERACTION_CREATE").await["id"], id);
        wire.event("RESUMED").await;
        red.say("live again").expect("Red may write");
        wire.event("MESSAGE_CREATE").await;
        assert!(bench.discord.replay(&id));
        assert_eq!(wire.event("INTERACTION_CREATE").await["id"], id);
    });
}

fn an_unknown_session_is_invalid() {
    run(async {
        let bench = Bench::start().await;
        let mut wire = Wire::connect(&bench).await;
        let token = bench.discord.token();
        wire.send(&json!({ "op": 6, "d": { "token": token, "session_id": "gone", "seq": 7 } })).await;
        let invalid = wire.next().await;
        assert_eq!((&invalid["op"], &invalid["d"]), (&json!(9), &json!(false)));
        wire.identify(&bench, 1).await;
        bench.discord.gateway_invalidate(false);
        assert_eq!(wire.next().await["op"], 9);
        wire.identify(&bench, 1).await;
    });
}

fn op_7_and_closes_by_order() {
    run(async {
        let bench = Bench::start().await;
        let mut wire = bench.bot().await;
        bench.discord.gateway_reconnect();
        assert_eq!(wire.next().await["op"], 7);
        bench.discord.gateway_close(Some(4000));
        assert_eq!(wire.next().await, json!({ "closed": 4000 }));
        let mut wire = bench.bot().await;
        bench.discord.gateway_close(None);
        assert_eq!(wire.next().await, json!({ "closed": null }));
    });
}

fn messages_of_others_come_without_their_text() {
    run(async {
        let bench = Bench::start().await;
        let mut wire = bench.bot().await;
        let red = bench.discord.member("red");
        red.say("secret").expect("Red may write");
        assert_eq!(wire.event("MESSAGE_CREATE").await["content"], "");
        red.say(&format!("hello {}", bench.discord.bot().mention())).expect("Red may write");
        assert_eq!(
            wire.event("MESSAGE_CREATE").await["content"],
            format!("hello {}", bench.discord.bot().mention())
        );
        red.in_channel("dm").say("between us").expect("Red may write");
        let direct = wire.event("MESSAGE_CREATE").await;
        assert_eq!((&direct["content"], direct.get("guild_id")), (&json!("between us"), None));
    });
}

fn compressed_payloads_are_zlib_frames() {
    run(async {
        let bench = Bench::start().await;
        let mut wire = Wire::connect(&bench).await;
        let token = bench.discord.token();
        wire.send(
            &json!({ "op": 2, "d": { "token": token, "intents": 1, "properties": {}, "compress": true } }),
        )
        .await;
        let Some(Ok(Message::Binary(bytes))) = wire.socket.next().await else { panic!("no binary frame") };
        let mut plain = String::new();
        flate2::read::ZlibDecoder::new(&bytes[..]).read_to_string(&mut plain).expect("a zlib frame");
        assert!(plain.contains("\"READY\""));
    });
}

fn a_zlib_stream_is_spoken() {
    run(async {
        let bench = Bench::start().await;
        let url = format!(
            "{}/gateway?v=10&encoding=json&compress=zlib-stream",
            bench.discord.url().replace("http", "ws")
        );
        let (mut socket, _) = connect_async(url).await.expect("the gateway answers");
        let mut reader = flate2::Decompress::new(true);
        let mut read = |bytes: &[u8]| {
            let mut plain = Vec::with_capacity(100_000);
            reader.decompress_vec(bytes, &mut plain, flate2::FlushDecompress::Sync).expect("zlib");
            serde_json::from_slice::<Value>(&plain).expect("JSON")
        };
        let Some(Ok(Message::Binary(hello))) = socket.next().await else { panic!("no binary frame") };
        assert_eq!(read(&hello)["op"], 10);
        let identify =
            json!({ "op": 2, "d": { "token": bench.discord.token(), "intents": 1, "properties": {} } });
        socket.send(Message::text(identify.to_string())).await.expect("the gateway listens");
        for name in ["READY", "GUILD_CREATE"] {
            let Some(Ok(Message::Binary(frame))) = socket.next().await else { panic!("no binary frame") };
            assert_eq!(read(&frame)["t"], name);
        }
    });
}

fn channels_and_threads_are_told_of() {
    run(async {
        let bench = Bench::start().await;
        let mut wire = bench.bot().await;
        let hall = bench.discord.channel("hall");
        assert_eq!(wire.event("CHANNEL_CREATE").await["name"], "hall");
        let (status, thread) = bench
            .send(
                "POST",
                &format!("/channels/{}/threads", hall.id()),
                &json!({ "name": "A game", "type": 11 }),
            )
            .await;
        assert_eq!(status, 201);
        assert_eq!(wire.event("THREAD_CREATE").await["newly_created"], true);
        hall.delete();
        // A deleted channel takes its threads with it, without an event for each.
        assert_eq!(wire.event("CHANNEL_DELETE").await["id"], hall.id());
        assert!(!hall.exists());
        let route = format!("/channels/{}", thread["id"].as_str().expect("an id"));
        let (status, error) = bench.send("GET", &route, &json!(null)).await;
        assert_eq!((status, &error["code"]), (404, &json!(10_003)));
    });
}

fn a_connection_in_memory_is_one_like_any_other() {
    run(async {
        let bench = Bench::with(|options| options.gateway_apart = true).await;
        let discord = &bench.discord;
        let at = |path: &str| format!("ws://{}{path}", discord.gateway_address());
        let good = at("/gateway/?v=10&encoding=json");
        for address in ["nowhere", "ws://127.0.0.1:1/gateway/?v=10", &at("/elsewhere/?v=10")] {
            assert!(discord.connect_in_memory(address).is_err(), "{address}");
        }
        for (query, code) in [("v=5", 4012), ("v=10&encoding=etf", 4002), ("v=10&compress=zlib-stream", 4002)]
        {
            let (_out, mut frames) =
                discord.connect_in_memory(&at(&format!("/gateway?{query}"))).expect("it listens");
            assert_eq!(frames.recv().await, Some(Err(Some(code))), "{query}");
        }
        let identify = json!({ "op": 2, "d": { "token": discord.token(), "intents": 1, "properties": {} } });
        let begin = async || {
            let (out, mut frames) = discord.connect_in_memory(&good).expect("it listens");
            out.send(Ok(identify.to_string())).expect("it listens");
            for op in [10, 0] {
                let frame = frames.recv().await.expect("a frame").expect("a text");
                assert_eq!(frame.parse::<Value>().expect("JSON")["op"], op);
            }
            assert!(discord.bot_is_online());
            (out, frames)
        };
        let (out, mut frames) = begin().await;
        drop(out);
        while frames.recv().await.is_some() {}
        assert!(!discord.bot_is_online(), "the bot has cut it");
        let (_out, mut frames) = begin().await;
        discord.gateway_down().await;
        while frames.recv().await.is_some() {}
        assert!(discord.connect_in_memory(&good).is_err(), "it is down");
        discord.gateway_up();
        assert!(discord.connect_in_memory(&good).is_ok(), "it is up again");
    });
}
