//! How the app is added to the guild: its link, with scopes and permissions, and what is refused without it.

use rookery::sandbox::StandIn;
use serde_json::{Value, json};

use super::{Bench, Wire, finish, run, text};

tests!(
    a_bot_that_is_not_invited_has_nothing_in_the_guild,
    the_printed_link_makes_it_a_member_with_what_is_granted,
    without_the_scope_of_the_bot_only_commands_come,
    a_link_without_scopes_goes_by_the_default_install_settings,
    only_who_manages_the_server_adds_apps,
    a_guild_s_commands_stand_beside_the_global_ones,
    commands_are_for_no_more_than_the_app_is,
    how_the_app_is_installed_is_kept,
);

const COMMANDS: &str = "/applications/{app}/commands";
const GUILD_COMMANDS: &str = "/applications/{app}/guilds/{guild}/commands";

async fn uninvited() -> Bench {
    Bench::with(|options| options.invited = false).await
}

fn ping() -> Value {
    json!({ "name": "ping", "description": "Pings" })
}

/// The link that the bot prints, with its scopes and permissions.
const PRINTED: &str = "scope=bot%20applications.commands&permissions=309237681152";

/// The content of a link's page.
async fn page(bench: &Bench, asks: &str) -> (u16, Value) {
    let url = format!(
        "{}/oauth2/authorize/details?client_id={}&{asks}",
        bench.discord.url(),
        bench.discord.application_id()
    );
    finish(bench.http.get(url)).await
}

/// Authorises a link.
async fn authorize(bench: &Bench, body: Value) -> (u16, String) {
    let mut body = body;
    body["client_id"] = json!(bench.discord.application_id().to_string());
    let (status, answer) =
        finish(bench.http.post(format!("{}/oauth2/authorize", bench.discord.url())).json(&body)).await;
    (status, text(&answer["message"]))
}

fn a_bot_that_is_not_invited_has_nothing_in_the_guild() {
    run(async {
        let bench = uninvited().await;
        assert_eq!(bench.discord.bot_membership(), None);
        let mut wire = Wire::connect(&bench).await;
        // No `GUILD_CREATE` is sent.
        wire.identify(&bench, 0).await;
        for (method, path) in [("PUT", GUILD_COMMANDS), ("GET", GUILD_COMMANDS)] {
            let (status, refused) = bench.send(method, path, &json!([ping()])).await;
            assert_eq!((status, &refused["code"]), (403, &json!(50001)), "{method}");
        }
        assert_eq!(bench.get("/channels/{general}").await.1["code"], 50001);
        // Global commands are accepted, but not found there.
        assert_eq!(bench.send("PUT", COMMANDS, &json!([ping()])).await.0, 200);
        let refused = bench.discord.member("red").slash("ping", &[]).await;
        assert!(refused.text().contains("There is no command /ping here."), "{}", refused.text());
    });
}

fn the_printed_link_makes_it_a_member_with_what_is_granted() {
    run(async {
        let bench = uninvited().await;
        let mut wire = Wire::connect(&bench).await;
        let properties = json!({ "os": "linux", "browser": "raw", "device": "raw" });
        let data = json!({ "token": bench.discord.token(), "intents": 1, "properties": properties });
        wire.send(&json!({ "op": 2, "d": data })).await;
        assert_eq!(wire.event("READY").await["guilds"], json!([]));
        let (status, shown) = page(&bench, PRINTED).await;
        let names: Vec<_> =
            shown["permissions"].as_array().expect("a list").iter().map(|one| text(&one["name"])).collect();
        assert_eq!((status, names.len()), (200, 5), "{shown}");
        assert_eq!(names[..3], ["View Channels", "Send Messages", "Attach Files"]);
        // One permission is not granted.
        let body = json!({ "scope": "bot applications.commands", "permissions": "309237681152", "as": "red", "granted": "309237679104" });
        let (status, said) = authorize(&bench, body).await;
        assert_eq!((status, said.as_str()), (200, "Rookery has been authorized and added to The Rookery."));
        assert_eq!(bench.discord.bot_membership(), Some(309_237_679_104));
        assert_eq!(text(&wire.event("GUILD_CREATE").await["id"]), bench.discord.guild_id().to_string());
        assert_eq!(bench.send("PUT", GUILD_COMMANDS, &json!([ping()])).await.0, 200);
    });
}

fn without_the_scope_of_the_bot_only_commands_come() {
    run(async {
        let bench = uninvited().await;
        let body = json!({ "scope": "applications.commands", "permissions": "8", "as": "red" });
        assert_eq!(authorize(&bench, body).await.0, 200);
        assert_eq!(bench.discord.bot_membership(), None);
        assert_eq!(bench.send("PUT", GUILD_COMMANDS, &json!([ping()])).await.0, 200);
        assert_eq!(bench.get("/channels/{general}").await.1["code"], 50001);
        let mut wire = Wire::connect(&bench).await;
        wire.identify(&bench, 0).await;
        bench.discord.member("red").slash_now("ping", &[]).expect("a command that is there");
        let event = wire.event("INTERACTION_CREATE").await;
        let guild = bench.discord.guild_id().to_string();
        assert_eq!(event["authorizing_integration_owners"], json!({ "0": guild }));
        // Attach Files, Embed Links and Use External Emojis, as everyone has them; nothing else.
        assert_eq!(event["app_permissions"], json!((1_u64 << 14 | 1 << 15 | 1 << 18).to_string()));
    });
}

fn a_link_without_scopes_goes_by_the_default_install_settings() {
    run(async {
        let bench = Bench::with(|options| {
            options.invited = false;
            let params = json!({ "scopes": ["applications.commands"], "permissions": "0" });
            options.integration_types_config = json!({ "0": { "oauth2_install_params": params }, "1": {} });
        })
        .await;
        let (_, shown) = page(&bench, "").await;
        assert_eq!((&shown["scopes"], &shown["ways"]), (&json!(["applications.commands"]), &json!([0, 1])));
        assert_eq!(authorize(&bench, json!({ "as": "red", "integration_type": 0 })).await.0, 200);
        assert_eq!(bench.discord.bot_membership(), None);
        let (status, said) = authorize(&bench, json!({ "as": "blue", "integration_type": 1 })).await;
        assert_eq!((status, said.as_str()), (200, "Rookery is among your apps now."));
    });
}

fn only_who_manages_the_server_adds_apps() {
    run(async {
        let bench = uninvited().await;
        let body = |person: &str, scope: &str| json!({ "scope": scope, "permissions": "0", "as": person });
        for (body, why) in [
            (body("blue", "bot"), "You can add apps to no server: that needs Manage Server."),
            (body("nobody", "bot"), "Nobody here has this name."),
            (body("red", "bot identify"), "The requested scope is invalid, unknown, or malformed."),
            (body("red", ""), "No scopes were provided."),
        ] {
            assert_eq!(authorize(&bench, body).await, (400, why.to_owned()));
        }
        let (status, unknown) =
            finish(bench.http.get(format!("{}/oauth2/authorize/details?client_id=7", bench.discord.url())))
                .await;
        assert_eq!((status, text(&unknown["message"]).as_str()), (400, "Unknown Application"));
        assert_eq!(bench.discord.bot_membership(), None);
    });
}

fn a_guild_s_commands_stand_beside_the_global_ones() {
    run(async {
        let bench = Bench::start().await;
        for path in [COMMANDS, GUILD_COMMANDS] {
            assert_eq!(bench.send("PUT", path, &json!([ping()])).await.0, 200);
        }
        let names: Vec<_> = bench.discord.commands().iter().map(|command| text(&command["name"])).collect();
        assert_eq!(names, ["ping", "ping"]);
        assert_eq!(bench.send("PUT", GUILD_COMMANDS, &json!([])).await, (200, json!([])));
        assert_eq!(bench.discord.commands().len(), 1);
    });
}

fn commands_are_for_no_more_than_the_app_is() {
    run(async {
        let bench = Bench::with(|options| options.integration_types_config = json!({ "0": {} })).await;
        let mut command = ping();
        command["integration_types"] = json!([0, 1]);
        let (status, refused) = bench.send("PUT", COMMANDS, &json!([ping(), command])).await;
        assert_eq!((status, &refused["code"]), (400, &json!(50035)));
        let why = &refused["errors"]["1"]["integration_types"]["1"]["_errors"][0]["message"];
        assert_eq!(why, "The application does not support the integration type 1");
        // By default a command has all integration types of the app.
        let (_, taken) = bench.send("PUT", COMMANDS, &json!([ping()])).await;
        assert_eq!(taken[0]["integration_types"], json!([0]));
        for key in ["contexts", "integration_types"] {
            let mut command = ping();
            command[key] = json!([0]);
            let (status, refused) = bench.send("PUT", GUILD_COMMANDS, &json!([command])).await;
            assert_eq!(status, 400);
            assert!(refused["errors"]["0"][key]["_errors"][0]["message"].is_string(), "{refused}");
        }
    });
}

fn how_the_app_is_installed_is_kept() {
    run(async {
        let bench = uninvited().await;
        let body = json!({ "scope": "bot", "permissions": "3072", "as": "red" });
        assert_eq!(authorize(&bench, body).await.0, 200);
        assert_eq!(bench.send("PUT", GUILD_COMMANDS, &json!([ping()])).await.0, 200);
        bench.discord.stop().await;
        let options =
            rookery::sandbox::Options { invited: false, ..rookery::sandbox::Options::new(bench.dir.path()) };
        let again = StandIn::start(options).await.expect("the stand-in starts again");
        assert_eq!(again.bot_membership(), Some(3_072));
        assert_eq!(again.commands().len(), 1);
        again.stop().await;
    });
}
