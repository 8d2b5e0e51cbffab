//! Threads of the stand-in: creation, members, and what an archived one refuses.

use std::time::Duration;

use rookery::sandbox::{ChannelType, Upshot};
use serde_json::json;

use super::{Bench, finish, run, text};

tests!(
    each_kind_of_channel_makes_its_own_threads,
    nobody_uses_anything_in_an_archived_thread,
    a_thread_archives_itself_after_its_silence,
    who_may_open_an_archived_thread,
    who_is_in_a_thread_is_known,
    a_line_says_who_was_added,
    an_edit_that_mentions_somebody_adds_them,
    a_private_thread_is_seen_by_its_members,
    old_messages_are_for_those_who_may_read_them,
);

const DAY: Duration = Duration::from_hours(24);

fn each_kind_of_channel_makes_its_own_threads() {
    run(async {
        let bench = Bench::start().await;
        let kinds = [
            // The channel type, and the thread types created there without a message, and on one.
            (ChannelType::Text, [Err(50_024), Ok(11), Ok(12)], Some(11)),
            (ChannelType::Announcement, [Ok(10), Err(50_024), Err(50_024)], Some(10)),
            (ChannelType::Voice, [Err(50_024); 3], None),
            (ChannelType::Stage, [Err(50_024); 3], None),
            (ChannelType::Forum, [Err(50_024); 3], None),
            (ChannelType::Media, [Err(50_024); 3], None),
        ];
        bench.discord.bot().set_permissions(1 << 36, 0);
        for (of, without, on) in kinds {
            let channel = bench.discord.new_channel("hall", of);
            assert_eq!(bench.get(&format!("/channels/{}", channel.id())).await.1["type"], of as u64);
            for (kind, wanted) in [10, 11, 12].into_iter().zip(without) {
                let path = format!("/channels/{}/threads", channel.id());
                let (status, made) = bench.send("POST", &path, &json!({ "name": "x", "type": kind })).await;
                match wanted {
                    Ok(kind) => assert_eq!((status, &made["type"]), (201, &json!(kind)), "{of:?}"),
                    Err(code) => assert_eq!(made["code"], code, "{of:?} {kind}"),
                }
            }
            let path = format!("/channels/{}/messages", channel.id());
            let (_, said) = bench.send("POST", &path, &json!({ "content": "Play" })).await;
            let Some(kind) = on else {
                let only_posts = matches!(of, ChannelType::Forum | ChannelType::Media);
                assert_eq!(said["code"] == 50_024, only_posts, "{of:?}: {said}");
                continue;
            };
            let path = format!("{path}/{}/threads", text(&said["id"]));
            let (status, made) = bench.send("POST", &path, &json!({ "name": "x" })).await;
            assert_eq!((status, &made["type"]), (201, &json!(kind)), "{of:?}");
        }
        let post = bench.discord.member("red").in_channel("hall").start_thread("A post", false, 60);
        let post = post.expect("Red may");
        assert_eq!((post.kind(), post.last().map(|m| m.id)), (11, Some(post.id().to_owned())));
    });
}

fn nobody_uses_anything_in_an_archived_thread() {
    run(async {
        let bench = Bench::start().await;
        bench.register_ping().await;
        let mut wire = bench.bot().await;
        let red = bench.discord.member("red");
        let thread = red.start_thread("Inside", false, 60).expect("Red may");
        let red = red.at(&thread);
        let press = json!([{ "type": 1, "components": [{ "type": 2, "style": 1, "label": "Go", "custom_id": "go" }] }]);
        let path = format!("/channels/{}/messages", thread.id());
        bench.send("POST", &path, &json!({ "content": "x", "components": press })).await;
        let board = thread.last().expect("a message");
        // A form opened before.
        let clicked = red.click_now(&board, "Go").expect("it can be clicked");
        let event = wire.event("INTERACTION_CREATE").await;
        let form = json!({ "type": 9, "data": { "custom_id": "f", "title": "F", "components": [{ "type": 1, "components": [
            { "type": 4, "custom_id": "t", "label": "T", "style": 1 }] }] } });
        assert_eq!(bench.answer(&event, &form).await.0, 204);
        let opened = red.answer_to(&clicked).await;
        assert_eq!(opened.outcome, Upshot::Modal);
        thread.archive();
        let told = wire.event("THREAD_UPDATE").await;
        assert_eq!((&told["id"], &told["thread_metadata"]["archived"]), (&json!(thread.id()), &json!(true)));
        for refused in [
            red.slash("ping", &[("size", "s")]).await,
            red.click(&board, "Go").await,
            red.click_stale(&board, "old").await,
            red.submit(&opened, &[("t", "x")]).await,
        ] {
            assert_eq!(refused.outcome, Upshot::Refused("This thread is archived.".to_owned()));
        }
        assert!(red.types("/ping where: a").await.is_err());
        let edit = format!("{path}/{}", board.id);
        assert_eq!(bench.send("PATCH", &edit, &json!({ "content": "y" })).await.1["code"], 50_083);
        red.say("Wake up").expect("Red may write");
        assert_eq!(wire.event("THREAD_UPDATE").await["thread_metadata"]["archived"], false);
        assert_eq!(wire.event("THREAD_MEMBER_UPDATE").await["id"], thread.id());
        red.click_now(&board, "Go").expect("it can be clicked again");
    });
}

fn a_thread_archives_itself_after_its_silence() {
    run(async {
        let bench = Bench::start().await;
        let mut wire = bench.bot().await;
        let red = bench.discord.member("red");
        let (hour, day) = (red.start_thread("Hour", false, 60), red.start_thread("Day", false, 1_440));
        let (hour, day) = (hour.expect("a thread"), day.expect("a thread"));
        bench.discord.let_threads_rest(Duration::from_mins(59));
        assert!(!hour.is_archived());
        red.at(&hour).say("Still here").expect("a message");
        bench.discord.let_threads_rest(Duration::from_mins(59));
        assert!(!hour.is_archived(), "its silence began anew");
        bench.discord.let_threads_rest(Duration::from_mins(1));
        assert!(hour.is_archived() && !day.is_archived());
        assert_eq!(wire.event("THREAD_UPDATE").await["id"], hour.id());
        red.at(&hour).unarchive().expect("Red is in it");
        bench.discord.let_threads_rest(Duration::from_mins(59));
        assert!(!hour.is_archived(), "its opening counts");
        bench.discord.let_threads_rest(DAY);
        assert!(hour.is_archived() && day.is_archived());
    });
}

fn who_may_open_an_archived_thread() {
    run(async {
        let bench = Bench::start().await;
        let (red, blue) = (bench.discord.member("red"), bench.discord.member("blue"));
        let thread = red.start_thread("Inside", false, 60).expect("Red may");
        let here = format!("/channels/{}", thread.id());
        let open = async || bench.send("PATCH", &here, &json!({ "archived": false })).await;
        thread.archive();
        assert_eq!(open().await.1["code"], 50_013, "the bot is not in it");
        assert!(blue.at(&thread).unarchive().is_err(), "neither is Blue");
        let join = async || finish(bench.ask("PUT", &format!("{here}/thread-members/@me"))).await;
        assert_eq!(join().await.1["code"], 50_083);
        red.at(&thread).unarchive().expect("Red is in it");
        assert_eq!(join().await.0, 204);
        thread.archive();
        let (status, shown) = open().await;
        assert_eq!((status, &shown["thread_metadata"]["archived"]), (200, &json!(false)));
        let archive = bench.send("PATCH", &here, &json!({ "archived": true })).await;
        assert_eq!(archive.1["code"], 50_013, "it is not the bot's thread");
        bench.discord.channel("general").deny_bot(1 << 38);
        thread.archive();
        assert_eq!(open().await.1["code"], 50_013, "it may not write there");
        bench.discord.channel("general").allow_bot();
        thread.set_locked(true);
        assert_eq!(open().await.1["code"], 50_013, "it is locked");
        assert!(red.at(&thread).say("x").is_err());
        let post = bench.send("POST", &format!("{here}/messages"), &json!({ "content": "x" })).await;
        assert_eq!(post.1["code"], 50_083);
        bench.discord.bot().set_permissions(1 << 34, 0);
        assert_eq!(open().await.0, 200, "with Manage Threads");
    });
}

fn who_is_in_a_thread_is_known() {
    run(async {
        let bench = Bench::with(|options| options.privileged_intents = true).await;
        let mut wire = bench.bot().await;
        let people = ["red", "blue", "green"].map(|name| bench.discord.member(name));
        let [red, blue, green] = &people;
        let thread = red.start_thread("Inside", false, 60).expect("Red may");
        let bot = bench.discord.bot();
        assert_eq!(thread.members(), [red.id()]);
        blue.at(&thread).say("Here").expect("a message");
        red.at(&thread).say(&format!("<@{}>, look", green.id())).expect("a message");
        assert_eq!(thread.members(), [red.id(), blue.id(), green.id()], "by writing, and by a ping");
        let members = format!("/channels/{}/thread-members", thread.id());
        assert_eq!(finish(bench.ask("PUT", &format!("{members}/@me"))).await.0, 204);
        // Other members would require the privileged members intent.
        let told = wire.event("THREAD_MEMBERS_UPDATE").await;
        assert_eq!(told["added_members"][0]["user_id"], bot.id());
        let (_, list) = bench.get(&members).await;
        assert_eq!(list.as_array().map(Vec::len), Some(4));
        assert!(thread.remove_member(bot.id()));
        let told = wire.event("THREAD_MEMBERS_UPDATE").await;
        assert_eq!(told["removed_member_ids"], json!([bot.id()]));
        let kick = finish(bench.ask("DELETE", &format!("{members}/{}", blue.id()))).await;
        assert_eq!(kick.1["code"], 50_013);
        bench.discord.channel("general").deny_bot(1 << 38);
        let add = async || finish(bench.ask("PUT", &format!("{members}/{}", blue.id()))).await;
        assert_eq!(add().await.1["code"], 50_013);
        bench.discord.channel("general").allow_bot();
        assert_eq!(add().await.0, 204, "who is in it already");
        thread.archive();
        assert_eq!(add().await.1["code"], 50_083);
        let plain = Bench::start().await;
        let other = plain.discord.member("red").start_thread("x", false, 60).expect("a thread");
        let refused = plain.get(&format!("/channels/{}/thread-members", other.id())).await;
        assert_eq!(refused.1["code"], 50_001, "a list of people needs the intent");
    });
}

fn a_line_says_who_was_added() {
    run(async {
        let bench = Bench::start().await;
        let (red, blue) = (bench.discord.member("red"), bench.discord.member("blue"));
        let thread = red.start_thread("Inside", false, 60).expect("Red may");
        for who in ["@me", red.id(), blue.id(), blue.id()] {
            let path = format!("/channels/{}/thread-members/{who}", thread.id());
            assert_eq!(finish(bench.ask("PUT", &path)).await.0, 204);
        }
        let lines = thread.messages();
        let [line] = lines.as_slice() else { panic!("one line: {lines:?}") };
        let told = (&line.json["type"], line.content.as_str(), line.author.as_str());
        assert_eq!(told, (&json!(1), "", "Rookery"), "by the bot; who is in it already is not announced");
        assert_eq!(line.pings(), [blue.id()]);
    });
}

fn an_edit_that_mentions_somebody_adds_them() {
    run(async {
        let bench = Bench::start().await;
        let [red, blue, green] = ["red", "blue", "green"].map(|name| bench.discord.member(name));
        let thread = red.start_thread("Inside", false, 60).expect("Red may");
        let path = format!("/channels/{}/messages", thread.id());
        let (_, said) = bench.send("POST", &path, &json!({ "content": "A game" })).await;
        let path = format!("{path}/{}", text(&said["id"]));
        let edit = async |person: &str, users: &[&str]| {
            let body =
                json!({ "content": format!("For <@{person}>"), "allowed_mentions": { "users": users } });
            assert_eq!(bench.send("PATCH", &path, &body).await.0, 200);
        };
        edit(blue.id(), &[]).await;
        assert!(!thread.members().contains(&blue.id().to_owned()), "a mention that is not allowed is none");
        edit(blue.id(), &[blue.id()]).await;
        assert!(thread.members().contains(&blue.id().to_owned()));
        // A member who has left is added only by a new mention.
        thread.remove_member(blue.id());
        edit(blue.id(), &[blue.id()]).await;
        assert!(!thread.members().contains(&blue.id().to_owned()));
        bench.discord.edits_add_to_threads(false);
        edit(green.id(), &[green.id()]).await;
        assert!(!thread.members().contains(&green.id().to_owned()));
        assert_eq!(thread.messages().len(), 1, "no line says so");
    });
}

fn a_private_thread_is_seen_by_its_members() {
    run(async {
        let bench = Bench::start().await;
        bench.register_ping().await;
        let mut wire = bench.bot().await;
        let (red, blue) = (bench.discord.member("red"), bench.discord.member("blue"));
        let thread = red.start_thread("Ours", true, 1_440).expect("Red may");
        let here = format!("/channels/{}", thread.id());
        assert_eq!(thread.kind(), 12);
        assert!(blue.at(&thread).say("x").is_err());
        assert_eq!(bench.get(&here).await.1["code"], 50_001);
        let post = async || {
            bench.send("POST", &format!("{here}/messages"), &json!({ "content": "x" })).await.1["code"]
                .clone()
        };
        assert_eq!(post().await, 50_001);
        // Commands still arrive, and can be answered.
        let asked = red.at(&thread).slash_now("ping", &[("size", "s")]).expect("it is there");
        let event = wire.event("INTERACTION_CREATE").await;
        assert_eq!(event["channel"]["type"], 12);
        let answer = json!({ "type": 4, "data": { "content": "Pong" } });
        assert_eq!(bench.answer(&event, &answer).await.0, 204);
        assert_eq!(red.at(&thread).answer_to(&asked).await.text(), "Pong");
        assert_eq!(thread.members(), [red.id()], "an answer puts nobody into it");
        let bot = bench.discord.bot();
        red.at(&thread).say(&format!("<@{}>", bot.id())).expect("a message");
        assert_eq!(wire.event("THREAD_CREATE").await["id"], thread.id());
        assert_eq!(post().await, json!(null));
        thread.remove_member(bot.id());
        assert_eq!(post().await, 50_001);
    });
}

fn old_messages_are_for_those_who_may_read_them() {
    run(async {
        let bench = Bench::start().await;
        let (_, said) =
            bench.send("POST", "/channels/{general}/messages", &json!({ "content": "Play" })).await;
        let path = format!("/channels/{{general}}/messages/{}", text(&said["id"]));
        assert_eq!(bench.get(&path).await.0, 200);
        let reply = json!({ "content": "x", "message_reference": { "message_id": said["id"] } });
        bench.discord.channel("general").deny_bot(1 << 16);
        assert_eq!(bench.get(&path).await.1["code"], 50_001);
        assert_eq!(bench.get("/channels/{general}/messages").await, (200, json!([])));
        let replied = bench.send("POST", "/channels/{general}/messages", &reply).await;
        assert_eq!(replied.1["code"], 160_002);
    });
}
