//! REST: routes, errors, permissions, files, threads, and the state after a restart.

use std::time::Duration;

use rookery::sandbox::{Fault, Options, StandIn, Trouble, serve};
use rookery::timing::Clock;
use serde_json::{Value, json};

use super::{Bench, finish, run, text};

tests!(
    errors_have_discords_shape,
    foreign_pages_and_names_are_refused,
    commands_are_replaced_edited_and_deleted,
    messages_are_written_edited_listed_and_deleted,
    too_large_files_are_refused,
    mentions_ping_only_who_is_allowed,
    missing_permissions_are_refused,
    threads_are_started_once_and_archived,
    direct_messages_are_opened_once,
    who_has_left_is_no_member_and_takes_no_messages,
    a_restart_keeps_the_chat,
    a_taken_port_is_told_and_the_next_is_used,
    failures_come_by_order,
    requests_are_recorded,
    who_does_not_say_who_they_are_is_blocked,
    edits_of_old_messages_have_a_limit,
);

fn who_does_not_say_who_they_are_is_blocked() {
    run(async {
        let bench = Bench::start().await;
        for (agent, status) in
            [("curl/8.5.0", 403), ("DiscordBot (rookery, 0.2.0)", 403), (crate::USER_AGENT, 200)]
        {
            let answer =
                bench.ask("GET", "/users/@me").header("User-Agent", agent).send().await.expect("an answer");
            assert_eq!(answer.status().as_u16(), status, "{agent}");
            let is_page = answer.headers()["content-type"].to_str().expect("a text").starts_with("text/html");
            assert_eq!(is_page, status == 403, "{agent}");
        }
    });
}

fn edits_of_old_messages_have_a_limit() {
    run(async {
        for says_when in [true, false] {
            let clock = Clock::standing_at(super::START_MS as i64);
            let bench = Bench::with(|options| {
                options.rate_limits = true;
                options.old_edits_say_when = says_when;
                options.clock = clock.clone();
            })
            .await;
            let post = async |text: &str| {
                let (_, made) =
                    bench.send("POST", "/channels/{general}/messages", &json!({ "content": text })).await;
                format!("/channels/{{general}}/messages/{}", super::text(&made["id"]))
            };
            let old = post("old").await;
            clock.advance(Duration::from_mins(61));
            let young = post("young").await;
            for turn in 0..4 {
                let (status, told) = bench.send("PATCH", &old, &json!({ "content": "changed" })).await;
                if turn < 3 {
                    assert_eq!(status, 200, "{told}");
                    continue;
                }
                assert_eq!((status, &told["code"]), (429, &json!(30046)), "{told}");
                assert_eq!(told["retry_after"].is_number(), says_when, "{told}");
                assert_eq!(told["global"].is_boolean(), says_when, "{told}");
            }
            assert_eq!(bench.send("PATCH", &young, &json!({ "content": "changed" })).await.0, 200);
        }
    });
}

fn errors_have_discords_shape() {
    run(async {
        let bench = Bench::start().await;
        let table = [
            ("GET", "/nowhere", 404, 0, "404: Not Found"),
            ("DELETE", "/gateway", 405, 0, "405: Method Not Allowed"),
            ("GET", "/channels/1", 404, 10003, "Unknown Channel"),
            ("GET", "/guilds/1", 404, 10004, "Unknown Guild"),
            ("GET", "/users/1", 404, 10013, "Unknown User"),
            ("GET", "/guilds/{guild}/members/1", 404, 10007, "Unknown Member"),
            ("GET", "/channels/{general}/messages/1", 404, 10008, "Unknown Message"),
            ("GET", "/applications/{app}/commands/1", 404, 10063, "Unknown application command"),
            ("GET", "/channels/abc", 400, 50035, "Invalid Form Body"),
            ("GET", "/webhooks/1/abc/messages/@original", 404, 10015, "Unknown Webhook"),
            ("GET", "/webhooks/{app}/abc/messages/@original", 401, 50027, "Invalid Webhook Token"),
        ];
        for (method, path, status, code, message) in table {
            let answer = finish(bench.ask(method, path)).await;
            assert_eq!(
                answer,
                (status, json!({ "message": message, "code": code })).with_errors(&answer.1),
                "{path}"
            );
        }
        let bare = finish(bench.http.get(bench.url("/users/@me"))).await;
        assert_eq!(bare, (401, json!({ "message": "401: Unauthorized", "code": 0 })));
        let wrong = finish(bench.http.get(bench.url("/users/@me")).header("Authorization", "Bot x")).await;
        assert_eq!(wrong.0, 401);
        let torn = bench
            .ask("POST", "/channels/{general}/messages")
            .header("Content-Type", "application/json")
            .body("{");
        assert_eq!(finish(torn).await.1["code"], 50109);
    });
}

/// Leaves the details of form errors out of a comparison.
trait WithErrors {
    fn with_errors(self, answer: &Value) -> Self;
}

impl WithErrors for (u16, Value) {
    fn with_errors(mut self, answer: &Value) -> Self {
        if let Some(errors) = answer.get("errors") {
            self.1["errors"] = errors.clone();
        }
        self
    }
}

fn foreign_pages_and_names_are_refused() {
    run(async {
        let bench = Bench::start().await;
        let page = bench.http.get(bench.discord.url()).send().await.expect("the page");
        assert_eq!(page.status().as_u16(), 200);
        for (name, value) in [("Origin", "https://evil.example"), ("Host", "evil.example")] {
            let answer =
                bench.http.get(bench.discord.url()).header(name, value).send().await.expect("an answer");
            assert_eq!(answer.status().as_u16(), 403, "{name}");
        }
    });
}

fn commands_are_replaced_edited_and_deleted() {
    run(async {
        let bench = Bench::start().await;
        let command = |name: &str| json!({ "name": name, "description": "d" });
        let (_, first) =
            bench.send("PUT", "/applications/{app}/commands", &json!([command("a"), command("b")])).await;
        let (_, again) = bench.send("PUT", "/applications/{app}/commands", &json!([command("b")])).await;
        assert_eq!(again[0]["id"], first[1]["id"], "a namesake keeps its id");
        assert_eq!(bench.get("/applications/{app}/commands").await.1.as_array().map(Vec::len), Some(1));
        let twice =
            bench.send("PUT", "/applications/{app}/commands", &json!([command("a"), command("a")])).await;
        assert_eq!(
            twice.1["errors"]["1"]["name"]["_errors"][0]["code"],
            "APPLICATION_COMMANDS_DUPLICATE_NAME"
        );
        let (status, made) =
            bench.send("POST", "/applications/{app}/guilds/{guild}/commands", &command("c")).await;
        assert_eq!((status, &made["guild_id"]), (201, &json!(bench.discord.guild_id().to_string())));
        assert_eq!(
            bench.send("POST", "/applications/{app}/guilds/{guild}/commands", &command("c")).await.0,
            200
        );
        let path = format!("/applications/{{app}}/guilds/{{guild}}/commands/{}", text(&made["id"]));
        let (_, edited) = bench.send("PATCH", &path, &json!({ "description": "new" })).await;
        assert_eq!((&edited["name"], &edited["description"]), (&json!("c"), &json!("new")));
        assert_eq!(finish(bench.ask("DELETE", &path)).await.0, 204);
        assert_eq!(finish(bench.ask("DELETE", &path)).await.1["code"], 10063);
        let many: Vec<_> = (0..101).map(|i| command(&format!("c{i}"))).collect();
        assert_eq!(bench.send("PUT", "/applications/{app}/commands", &json!(many)).await.0, 400);
    });
}

fn messages_are_written_edited_listed_and_deleted() {
    run(async {
        let bench = Bench::start().await;
        let mut ids = Vec::new();
        for n in 0..5 {
            let (_, message) = bench
                .send("POST", "/channels/{general}/messages", &json!({ "content": format!("m{n}") }))
                .await;
            ids.push(text(&message["id"]));
        }
        let list = async |query: &str| -> Vec<String> {
            let (_, list) = bench.get(&format!("/channels/{{general}}/messages?{query}")).await;
            list.as_array().expect("a list").iter().map(|m| text(&m["content"])).collect()
        };
        assert_eq!(list("limit=2").await, ["m4", "m3"]);
        assert_eq!(list(&format!("limit=2&before={}", ids[2])).await, ["m1", "m0"]);
        assert_eq!(list(&format!("limit=2&after={}", ids[1])).await, ["m3", "m2"]);
        assert_eq!(bench.get("/channels/{general}/messages?limit=101").await.0, 400);
        let path = format!("/channels/{{general}}/messages/{}", ids[0]);
        let (_, edited) = bench.send("PATCH", &path, &json!({ "content": "new" })).await;
        assert!(edited["edited_timestamp"].is_string());
        assert_eq!(bench.send("PATCH", &path, &json!({ "content": "" })).await.1["code"], 50006);
        assert_eq!(finish(bench.ask("DELETE", &path)).await.0, 204);
        assert_eq!(bench.get(&path).await.1["code"], 10008);
        let said = bench.discord.member("red").say("mine").expect("Red may write");
        let path = format!("/channels/{{general}}/messages/{}", said.id);
        assert_eq!(bench.send("PATCH", &path, &json!({ "content": "yours" })).await.1["code"], 50005);
        assert_eq!(finish(bench.ask("DELETE", &path)).await.1["code"], 50013);
    });
}

fn too_large_files_are_refused() {
    run(async {
        let bench = Bench::start().await;
        let send = async |sizes: &[usize]| {
            let mut form = reqwest::multipart::Form::new().text("payload_json", "{}");
            for (n, size) in sizes.iter().enumerate() {
                let part = reqwest::multipart::Part::bytes(vec![0; *size]).file_name("f.bin");
                form = form.part(format!("files[{n}]"), part);
            }
            finish(bench.ask("POST", "/channels/{general}/messages").multipart(form)).await
        };
        let limit = 10 * 1024 * 1024;
        assert_eq!(send(&[limit]).await.0, 200);
        let (status, answer) = send(&[limit + 1]).await;
        assert_eq!((status, &answer["code"]), (413, &json!(40005)));
        assert_eq!(send(&[1; 10]).await.0, 200);
        assert_eq!(send(&[1; 11]).await.1["code"], 50035);
    });
}

fn mentions_ping_only_who_is_allowed() {
    run(async {
        let bench = Bench::start().await;
        let (red, blue) = (bench.discord.member("red"), bench.discord.member("blue"));
        let content = format!("{} {} @everyone", red.mention(), blue.mention());
        let table = [
            (json!(null), vec![red.id(), blue.id()]),
            (json!({ "parse": [] }), vec![]),
            (json!({ "parse": ["users"] }), vec![red.id(), blue.id()]),
            (json!({ "users": [blue.id()] }), vec![blue.id()]),
            (json!({ "parse": [], "users": [blue.id()] }), vec![blue.id()]),
        ];
        for (allowed, pings) in table {
            let body = json!({ "content": content, "allowed_mentions": allowed });
            let (_, message) = bench.send("POST", "/channels/{general}/messages", &body).await;
            let found: Vec<_> =
                message["mentions"].as_array().expect("mentions").iter().map(|u| text(&u["id"])).collect();
            assert_eq!(found, pings, "{allowed}");
            assert_eq!(message["mention_everyone"], false, "the bot may not mention everyone");
        }
    });
}

fn missing_permissions_are_refused() {
    run(async {
        let bench = Bench::start().await;
        let general = bench.discord.channel("general");
        let post =
            async || bench.send("POST", "/channels/{general}/messages", &json!({ "content": "x" })).await;
        general.deny_bot(1 << 11);
        assert_eq!(post().await.1["code"], 50013);
        general.deny_bot(1 << 10);
        assert_eq!(post().await.1["code"], 50001);
        general.deny_bot(1 << 15);
        assert_eq!(post().await.0, 200);
        let part = reqwest::multipart::Part::bytes(vec![0; 8]).file_name("f.bin");
        let form = reqwest::multipart::Form::new().part("files[0]", part);
        let (_, answer) = finish(bench.ask("POST", "/channels/{general}/messages").multipart(form)).await;
        assert_eq!(answer["code"], 50013);
        general.deny_bot(1 << 35);
        let thread =
            bench.send("POST", "/channels/{general}/threads", &json!({ "name": "t", "type": 11 })).await;
        assert_eq!(thread.1["code"], 50013);
        general.allow_bot();
        assert_eq!(post().await.0, 200);
        assert_eq!(finish(bench.ask("DELETE", "/channels/{general}")).await.1["code"], 50013);
    });
}

fn threads_are_started_once_and_archived() {
    run(async {
        let bench = Bench::with(|options| options.privileged_intents = true).await;
        let (_, message) =
            bench.send("POST", "/channels/{general}/messages", &json!({ "content": "Play" })).await;
        let path = format!("/channels/{{general}}/messages/{}/threads", text(&message["id"]));
        let body = json!({ "name": "Red - Blue", "auto_archive_duration": 1440 });
        let (status, thread) = bench.send("POST", &path, &body).await;
        assert_eq!((status, &thread["type"], &thread["id"]), (201, &json!(11), &message["id"]));
        assert_eq!(bench.send("POST", &path, &body).await.1["code"], 160_004);
        let here = format!("/channels/{}", text(&thread["id"]));
        let blue = bench.discord.member("blue");
        let (status, _) = finish(bench.ask("PUT", &format!("{here}/thread-members/{}", blue.id()))).await;
        assert_eq!(status, 204);
        let (_, members) = bench.get(&format!("{here}/thread-members")).await;
        assert_eq!(members.as_array().map(Vec::len), Some(2));
        let (status, archived) = bench.send("PATCH", &here, &json!({ "archived": true })).await;
        assert_eq!((status, &archived["thread_metadata"]["archived"]), (200, &json!(true)));
        let inside = bench.discord.channel_by_id(&text(&thread["id"])).expect("the thread");
        blue.at(&inside).say("Wake up").expect("Blue may write");
        assert_eq!(bench.get(&here).await.1["thread_metadata"]["archived"], false);
        bench.discord.channel("general").deny_bot(1 << 38);
        let post = bench.send("POST", &format!("{here}/messages"), &json!({ "content": "x" })).await;
        assert_eq!(post.1["code"], 50013, "in threads Send Messages in Threads counts");
    });
}

fn direct_messages_are_opened_once() {
    run(async {
        let bench = Bench::start().await;
        let red = bench.discord.member("red");
        let open =
            async || bench.send("POST", "/users/@me/channels", &json!({ "recipient_id": red.id() })).await;
        let (first, second) = (open().await, open().await);
        assert_eq!((first.0, &first.1["id"]), (200, &second.1["id"]));
        assert_eq!(first.1["recipients"][0]["username"], "red");
        let path = format!("/channels/{}/messages", text(&first.1["id"]));
        assert_eq!(bench.send("POST", &path, &json!({ "content": "hello" })).await.0, 200);
        let own = bench
            .send(
                "POST",
                "/users/@me/channels",
                &json!({ "recipient_id": bench.discord.application_id().to_string() }),
            )
            .await;
        assert_eq!(own.1["code"], 50033);
    });
}

fn who_has_left_is_no_member_and_takes_no_messages() {
    run(async {
        let bench = Bench::start().await;
        let blue = bench.discord.member("blue");
        let member = format!("/guilds/{{guild}}/members/{}", blue.id());
        assert_eq!(bench.get(&member).await.1["user"]["username"], "blue");
        let (_, direct) =
            bench.send("POST", "/users/@me/channels", &json!({ "recipient_id": blue.id() })).await;
        let path = format!("/channels/{}/messages", text(&direct["id"]));
        let say = async || bench.send("POST", &path, &json!({ "content": "hello" })).await;
        blue.leave();
        let (status, told) = bench.get(&member).await;
        assert_eq!((status, &told["code"]), (404, &json!(10_007)));
        assert_eq!(say().await.1["code"], 50_278);
        assert!(blue.say("hello").is_err(), "channels of the guild are out of sight");
        blue.install();
        assert_eq!(say().await.0, 200, "the app is enough to have in common");
        blue.come_back();
        assert_eq!(bench.get(&member).await.0, 200);
        blue.say("hello").expect("a message");
        bench.discord.remove_bot();
        assert_eq!(bench.get(&member).await.1["code"], 50_001);
    });
}

fn a_restart_keeps_the_chat() {
    run(async {
        let bench = Bench::start().await;
        bench.register_ping().await;
        let part = reqwest::multipart::Part::bytes(b"1. e4".to_vec()).file_name("game.pgn");
        let buttons = json!([{ "type": 1, "components": [{ "type": 2, "style": 1, "label": "Go", "custom_id": "go" }] }]);
        let payload = json!({ "content": "Board", "components": buttons });
        let form =
            reqwest::multipart::Form::new().text("payload_json", payload.to_string()).part("files[0]", part);
        finish(bench.ask("POST", "/channels/{general}/messages").multipart(form)).await;
        bench.discord.channel("hall");
        bench.discord.member("olive").say("hi").expect("a new member may write");
        let before = bench.discord.channel("general").messages();
        bench.discord.stop().await;
        // A process killed during a write leaves half a line.
        let journal = bench.dir.path().join("world.jsonl");
        let mut text = std::fs::read(&journal).expect("the journal");
        text.extend_from_slice(b"{\"op\":\"mess");
        std::fs::write(&journal, text).expect("the journal is writable");
        let again = StandIn::start(Options::new(bench.dir.path())).await.expect("it starts again");
        let after = again.channel("general").messages();
        let told = |m: &rookery::sandbox::Message| {
            (m.id.clone(), m.content.clone(), m.author.clone(), m.labels(), m.files.clone())
        };
        assert_eq!(after.iter().map(told).collect::<Vec<_>>(), before.iter().map(told).collect::<Vec<_>>());
        assert_eq!(after[0].files[0].bytes, b"1. e4");
        assert_eq!(again.commands().len(), 1);
        assert!(again.channel_by_id(bench.discord.channel("hall").id()).is_some());
        let taken = StandIn::start(Options::new(bench.dir.path())).await;
        assert!(taken.is_err_and(|e| e.to_string().contains("in use by another process")));
    });
}

fn a_taken_port_is_told_and_the_next_is_used() {
    run(async {
        let bench = Bench::start().await;
        let port: u16 = bench.discord.url().rsplit(':').next().and_then(|p| p.parse().ok()).expect("a port");
        let dir = tempfile::tempdir().expect("a directory");
        let second = serve(Options::new(dir.path()).port(port)).await.expect("it starts beside");
        let notice = second.notice().expect("a sentence");
        assert!(
            notice.starts_with(&format!("Port {port} is taken, so the sandbox is at http://127.0.0.1:")),
            "{notice}"
        );
        assert_ne!(second.url(), bench.discord.url());
        assert_eq!(bench.discord.notice(), None);
    });
}

fn failures_come_by_order() {
    run(async {
        let bench = Bench::start().await;
        let faults = bench.discord.faults();
        let post = async || {
            let request = bench
                .ask("POST", "/channels/{general}/messages")
                .json(&json!({ "content": "x" }))
                .send()
                .await?;
            let status = request.status().as_u16();
            request.json::<Value>().await.map(|body| (status, body))
        };
        faults.add(Fault::next("/messages", Trouble::RateLimit(0.25)));
        let (status, body) = post().await.expect("an answer");
        assert_eq!((status, &body["retry_after"]), (429, &json!(0.25)));
        faults.add(Fault::next("/messages", Trouble::Status(503)).times(2));
        assert_eq!(post().await.expect("an answer").0, 503);
        assert_eq!(post().await.expect("an answer").0, 503);
        let count = || bench.discord.channel("general").messages().len();
        assert_eq!(count(), 0);
        faults.add(Fault::next("/messages", Trouble::DropBefore));
        assert!(post().await.is_err());
        assert_eq!(count(), 0);
        faults.add(Fault::next("/messages", Trouble::DropAfter));
        assert!(post().await.is_err());
        assert_eq!(count(), 1);
        faults.add(Fault::next("/messages", Trouble::SlowAnswer(Duration::from_millis(50))).method("POST"));
        assert_eq!(post().await.expect("an answer").0, 200);
    });
}

fn requests_are_recorded() {
    run(async {
        let bench = Bench::start().await;
        bench.discord.forget_requests();
        bench.send("POST", "/channels/{general}/messages", &json!({ "content": "x" })).await;
        let requests = bench.discord.requests();
        assert_eq!(requests.len(), 1);
        let path = format!("/channels/{}/messages", bench.discord.channel("general").id());
        assert_eq!((requests[0].method.as_str(), &requests[0].path), ("POST", &path));
        assert_eq!((requests[0].status, &requests[0].body), (200, &json!({ "content": "x" })));
        assert_eq!(requests[0].answer["content"], "x");
    });
}
