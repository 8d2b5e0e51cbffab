//! Guild commands and global commands coexist: those in the wrong scope are removed.

use std::collections::HashSet;
use std::time::Duration;

use rookery::game::GuildId;
use rookery::sandbox::{Fault, Trouble};

use crate::bot::bench::{Bench, soon, wait_for};

tests_on_both!(
    without_a_test_guild_its_commands_go,
    a_new_test_guild_takes_them_from_everywhere,
    what_was_refused_is_taken_away_later,
    where_the_bot_is_gone_they_are_taken_away_once_it_is_back,
);

/// The bot with its commands registered in the guild only.
async fn in_guild() -> Bench {
    let mut bench = Bench::without_bot().await;
    bench.settings.test_guild = Some(GuildId(bench.discord.guild_id()));
    bench.start().await;
    assert!(!bench.discord.commands_of(true).is_empty() && bench.discord.commands_of(false).is_empty());
    bench
}

/// Asserts that each command is found exactly once.
async fn each_once(bench: &Bench, in_guild: bool) {
    soon("each command once", || {
        let commands = bench.discord.commands();
        let names: HashSet<_> = commands.iter().map(|command| command["name"].to_string()).collect();
        names.len() == commands.len() && !names.is_empty()
    })
    .await;
    assert!(bench.discord.commands_of(!in_guild).is_empty());
}

fn without_a_test_guild_its_commands_go() {
    wait_for(async {
        let mut bench = in_guild().await;
        bench.stop().await;
        bench.settings.test_guild = None;
        bench.start().await;
        each_once(&bench, false).await;
        bench.soon_counts("SELECT count(*) FROM command_scopes WHERE guild = 0", 1).await;
        bench.soon_counts("SELECT count(*) FROM command_scopes", 1).await;
        // The next start removes nothing more.
        bench.stop().await;
        bench.discord.forget_requests();
        bench.start().await;
        let puts = bench.discord.requests().into_iter().filter(|request| request.method == "PUT").count();
        assert_eq!(puts, 1);
        bench.finish().await;
    });
}

fn a_new_test_guild_takes_them_from_everywhere() {
    wait_for(async {
        let mut bench = Bench::new().await;
        bench.stop().await;
        bench.settings.test_guild = Some(GuildId(bench.discord.guild_id()));
        bench.start().await;
        each_once(&bench, true).await;
        // Mentions use the ids of the registered commands.
        let help = bench.red("games").slash("help", &[]).await;
        let known = bench.discord.commands_of(true);
        let challenge = known.iter().find(|command| command["name"] == "challenge").expect("it is there");
        let mention = format!("</challenge:{}>", challenge["id"].as_str().expect("an id"));
        assert!(help.text().contains(&mention), "{mention}: {}", help.text());
        bench.finish().await;
    });
}

fn what_was_refused_is_taken_away_later() {
    wait_for(async {
        let mut bench = in_guild().await;
        bench.stop().await;
        bench.settings.test_guild = None;
        let refused = Fault::next("/guilds/", Trouble::Status(400)).method("PUT").times(u32::MAX);
        bench.discord.faults().add(refused);
        bench.start().await;
        soon("the refusal", || {
            bench.discord.requests().iter().any(|one| one.method == "PUT" && one.status == 400)
        })
        .await;
        assert!(!bench.discord.commands_of(true).is_empty());
        bench.discord.faults().clear();
        bench.pass(Duration::from_mins(2)).await;
        each_once(&bench, false).await;
        bench.finish().await;
    });
}

fn where_the_bot_is_gone_they_are_taken_away_once_it_is_back() {
    wait_for(async {
        let mut bench = in_guild().await;
        bench.stop().await;
        bench.settings.test_guild = None;
        bench.discord.remove_bot();
        bench.discord.forget_requests();
        bench.start().await;
        soon("the refusal", || {
            let puts = bench.discord.requests().into_iter();
            puts.filter(|one| one.method == "PUT" && one.status == 403)
                .any(|one| one.path.contains("/guilds/"))
        })
        .await;
        assert!(!bench.discord.commands_of(true).is_empty());
        assert_eq!(bench.count("SELECT count(*) FROM command_scopes WHERE guild <> 0").await, 1);
        bench.discord.invite_bot();
        each_once(&bench, false).await;
        bench.soon_counts("SELECT count(*) FROM command_scopes", 1).await;
        bench.finish().await;
    });
}
