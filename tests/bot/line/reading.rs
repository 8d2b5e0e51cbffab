//! Possible future forms of Discord's interactions, and what the bot logs of them.

use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};

use super::super::bench::{Bench, done, message, on_real_time, soon, wait_for};
use crate::bot::process::program::rookery;

tests!(
    surprises_are_read,
    people_with_surprises_can_be_challenged,
    what_cannot_be_read_is_answered,
    a_component_of_an_unknown_kind_is_answered,
    no_token_is_logged_at_any_level,
);

type Change = fn(&mut Value);

/// Changes to an interaction that must not matter.
fn surprises() -> Vec<(&'static str, Change)> {
    vec![
        ("flags beyond 32 bits", |raw| {
            raw["member"]["user"]["public_flags"] = json!(1_u64 << 50);
            raw["member"]["user"]["flags"] = json!(u64::MAX);
            raw["member"]["flags"] = json!(1_u64 << 40);
        }),
        ("a new form of avatar decoration", |raw| {
            let decoration = json!({ "asset": { "layers": [1, 2] }, "sku_id": 7, "expires_at": "never" });
            raw["member"]["user"]["avatar_decoration_data"] = decoration.clone();
            raw["member"]["avatar_decoration_data"] = decoration;
        }),
        ("no locale", |raw| remove(raw, &["locale", "guild_locale"])),
        ("no entitlements", |raw| remove(raw, &["entitlements", "entitlement_sku_ids"])),
        ("no attachment size limit", |raw| remove(raw, &["attachment_size_limit"])),
        ("no permissions of the bot", |raw| remove(raw, &["app_permissions"])),
        ("no version, context, owners, application", |raw| {
            remove(raw, &["version", "context", "authorizing_integration_owners", "application_id", "guild"]);
        }),
        ("no channel object", |raw| remove(raw, &["channel"])),
        ("the channel only as an object", |raw| remove(raw, &["channel_id"])),
        ("a channel of an unknown kind", |raw| raw["channel"]["type"] = json!(250)),
        ("ids as numbers", |raw| {
            for key in ["id", "channel_id", "guild_id"] {
                raw[key] =
                    raw[key].as_str().and_then(|id| id.parse::<u64>().ok()).map_or(Value::Null, Value::from);
            }
            let user = &mut raw["member"]["user"];
            user["id"] = json!(user["id"].as_str().and_then(|id| id.parse::<u64>().ok()));
            raw["type"] = json!("2");
        }),
        ("no member, but a user", |raw| {
            raw["user"] = raw["member"]["user"].take();
            remove(raw, &["member"]);
        }),
        ("a user without names", |raw| {
            let user = raw["member"]["user"].as_object_mut().expect("a user");
            user.retain(|key, _| key == "id");
        }),
        ("an option of an unknown kind", |raw| {
            raw["data"]["options"] =
                json!([{ "type": 77, "name": "new", "value": { "a": [1] } }, { "name": "x" }, 5]);
        }),
        ("options that are no list", |raw| raw["data"]["options"] = json!("none")),
        ("nested subcommands", |raw| {
            raw["data"]["options"] = json!([{ "type": 2, "name": "a", "options": [{ "type": 1, "name": "b", "options": [
                { "type": 3, "name": "c", "value": "d" }] }] }]);
        }),
        ("unknown fields everywhere", |raw| {
            raw["new"] = json!({ "deep": [[[{}]]] });
            raw["data"]["new"] = json!(-1.5);
            raw["member"]["new"] = json!(null);
        }),
    ]
}

fn remove(raw: &mut Value, keys: &[&str]) {
    let raw = raw.as_object_mut().expect("an object");
    for key in keys {
        raw.remove(*key);
    }
}

fn surprises_are_read() {
    wait_for(async {
        let bench = Bench::new().await;
        for (name, change) in surprises() {
            bench.discord.alter_interactions(change);
            let told = bench.red("games").slash("help", &[]).await;
            assert!(told.answered() && told.text().contains("/move"), "{name}: {}", told.text());
        }
        assert!(bench.bot().counts().contains("0 interactions unread"), "{}", bench.bot().counts());
        bench.finish().await;
    });
}

fn people_with_surprises_can_be_challenged() {
    wait_for(async {
        let bench = Bench::new().await;
        bench.discord.alter_interactions(|raw| {
            for list in ["users", "members"] {
                let Some(list) = raw["data"]["resolved"][list].as_object_mut() else { continue };
                for one in list.values_mut() {
                    one["public_flags"] = json!(1_u64 << 44);
                    one["avatar_decoration_data"] = json!([]);
                    one["primary_guild"] = json!({ "tag": 5 });
                }
            }
        });
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        let choices = game.red.types("/move N").await.expect("choices");
        assert!(!choices.is_empty());
        bench.finish().await;
    });
}

fn what_cannot_be_read_is_answered() {
    wait_for(async {
        let bench = Bench::new().await;
        let broken: [(&str, Change); 5] = [
            ("nobody", |raw| remove(raw, &["member", "user"])),
            ("nowhere", |raw| remove(raw, &["channel", "channel_id"])),
            ("no name", |raw| remove(&mut raw["data"], &["name"])),
            ("no data", |raw| remove(raw, &["data"])),
            ("no kind", |raw| raw["type"] = json!([])),
        ];
        for (name, change) in broken {
            bench.discord.alter_interactions(change);
            let told = bench.red("games").slash("help", &[]).await;
            assert!(told.is_ephemeral(), "{name}: {}", told.text());
            let words = "I could not read that. Please try again, or use </help:";
            assert!(told.text().starts_with(words), "{name}: {}", told.text());
        }
        bench.discord.alter_interactions(|raw| remove(raw, &["member", "user"]));
        let choices = bench.red("games").types("/move N").await.expect("an answer");
        assert!(choices.is_empty(), "{choices:?}");
        bench.discord.alter_interactions(|_| {});
        let told = bench.red("games").slash("help", &[]).await;
        assert!(told.text().contains("/move"), "{}", told.text());
        assert!(bench.bot().counts().contains("6 interactions unread"), "{}", bench.bot().counts());
        bench.finish().await;
    });
}

fn a_component_of_an_unknown_kind_is_answered() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.discord.alter_interactions(|raw| {
            if raw["type"] == 3 {
                raw["data"]["component_type"] = json!(93);
                raw["data"]["values"] = json!([{ "new": true }]);
                raw["message"]["components"] = json!([{ "type": 93 }]);
                raw["message"]["author"]["public_flags"] = json!(1_u64 << 55);
            }
        });
        let flipped = game.red.click(&game.board, "Flip board").await;
        assert!(message(&flipped).picture().is_some(), "{}", flipped.text());
        bench.finish().await;
    });
}

fn no_token_is_logged_at_any_level() {
    on_real_time(async {
        let bench = Bench::on_sockets().await;
        let dir = tempfile::tempdir().expect("a directory");
        let log = dir.path().join("log");
        let mut bot = rookery(dir.path(), &["run"])
            .env("DISCORD_TOKEN", bench.discord.token())
            .env("ROOKERY_DISCORD_API_URL", bench.discord.url())
            .env("ROOKERY_LOG_LEVEL", "trace,twilight_gateway=trace,h2=trace,hyper=trace,hyper::proto=trace")
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(&log).expect("writable"))
            .spawn()
            .expect("the program starts");
        assert!(bench.discord.wait_for_command("help").await);
        let game = bench.game("games", "chess", None).await;
        let played = game.play(&["e4", "e5"]).await;
        // A redelivery is logged at debug level.
        assert!(bench.discord.replay(&played.interaction_id), "it is known");
        bench.discord.alter_interactions(|raw| remove(raw, &["member", "user"]));
        assert!(game.red.slash("help", &[]).await.answered());
        bench.discord.alter_interactions(|raw| raw["id"] = json!("none"));
        assert!(!game.red.slash("help", &[]).await.answered(), "without an id nobody can answer");
        bench
            .discord
            .gateway_say(r#"{"t":"INTERACTION_CREATE","s":9,"d":{"token":"aW50ZXJhY3Rpb246.unlucky"}}"#);
        bench.discord.gateway_reconnect();
        bench.discord.alter_interactions(|_| {});
        soon("the bot is back", || bench.discord.handshakes().len() == 2).await;
        assert!(game.red.slash("help", &[]).await.answered());
        tokio::time::sleep(Duration::from_millis(300)).await;
        bot.kill().expect("a child");
        bot.wait().expect("a child");
        let said = String::from_utf8_lossy(&std::fs::read(&log).expect("a log")).into_owned();
        assert!(said.contains("DEBUG") && said.contains("an interaction could not be read"), "{said}");
        assert!(!said.contains("aW50ZXJhY3Rpb246"), "the token of an interaction is logged");
        assert!(!said.contains(bench.discord.token()), "the bot's token is logged");
        for request in bench.discord.requests() {
            let secret = request.path.split('/').find(|part| part.len() > 100);
            assert!(secret.is_none_or(|secret| !said.contains(secret)), "a token is logged");
        }
    });
}
