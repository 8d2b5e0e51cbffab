//! A server's data is deleted 90 days after the bot was removed from it, and never in doubt.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::future::BoxFuture;
use rookery::app::App;
use rookery::discord;
use rookery::sandbox::{Fault, Member, Trouble};
use rookery::store::{Interference, StatementFault, Store, StoreOptions};

use super::custom_games::add_game;
use super::server::{card, kept};
use crate::bot::bench::{Bench, Game, done, message, soon, wait_for};
use crate::bot::people::tournaments::made;

tests_on_both!(
    what_is_kept_of_a_server_goes_90_days_after_the_bot_was_removed,
    a_server_that_the_bot_is_back_in_keeps_all,
    an_outage_of_a_server_is_no_removal,
    a_removal_while_the_bot_was_away_counts,
    whoever_uses_commands_alone_is_there,
    by_http_discord_is_asked_for_servers,
    nothing_is_forgotten_while_discord_says_nothing,
    a_game_that_all_servers_have_stays_when_its_own_is_forgotten,
    by_http_a_server_with_a_live_game_is_missed_too,
    by_http_the_90_days_count_from_the_last_removal,
    by_http_a_game_waits_where_only_the_commands_are,
    where_its_commands_are_nothing_is_forgotten,
    servers_of_which_discord_says_nothing_keep_no_other_from_being_forgotten,
    whoever_was_heard_while_the_database_failed_is_there,
);

/// Longer than a complete check takes.
const A_WHILE: Duration = Duration::from_mins(3);
const DAY: u64 = 24;
/// Queries for all tables with a server's data.
const KEPT: [&str; 9] = [
    "SELECT count(*) FROM servers",
    "SELECT count(*) FROM lobbies",
    "SELECT count(*) FROM daily_puzzles",
    "SELECT count(*) FROM server_games",
    "SELECT count(*) FROM tournaments",
    "SELECT count(*) FROM tournament_players",
    "SELECT count(*) FROM ladders",
    "SELECT count(*) FROM ladder_players",
    "SELECT count(*) FROM outbox",
];
const LEFT: &str = "SELECT count(*) FROM left_servers";
const SERVERS: &str = "SELECT count(*) FROM servers";

fn days(count: u64) -> Duration {
    Duration::from_hours(count * DAY)
}

/// The row count of each table.
async fn all(bench: &Bench) -> Vec<i64> {
    let mut counts = Vec::new();
    for table in KEPT {
        counts.push(bench.count(table).await);
    }
    counts
}

/// A server with data of every kind. It has the game with this name, of which one was played, and another
/// one.
async fn furnished(bench: &Bench, name: &str) -> Member {
    let red = bench.red("games");
    for (part, channel) in [("lobby", "lobby"), ("daily", "puzzles")] {
        kept(&red, "Places", part, &[red.in_channel(channel).channel().id()]).await;
    }
    add_game(&red, name).await;
    add_game(&red, &format!("{name} Too")).await;
    let game = Game::between(bench.red("board"), bench.blue("board"), name, None).await;
    done(&game.play(&["b3", "d3"]).await);
    let sure = message(&game.red.slash("resign", &[]).await);
    done(&game.red.click(&sure, "Yes, resign").await);
    let opened = bench.red("ladder").slash("ladder open", &[("variant", "chess")]).await;
    assert!(opened.text().starts_with("The ladder is open."), "{}", opened.text());
    for who in [bench.red("ladder"), bench.blue("ladder")] {
        let joined = who.slash("ladder join", &[]).await;
        let text = joined.text();
        assert!(text.starts_with("You are") && text.contains("on the ladder"), "{text}");
    }
    let (red, _) = made(bench, &[("kind", "round-robin"), ("most", "3")]).await;
    let joined = red.slash("tournament join", &[]).await;
    assert!(joined.text().starts_with("You are in the tournament."), "{}", joined.text());
    bench.pass(Duration::from_mins(1)).await;
    bench.boards_are_noted().await;
    assert!(all(bench).await.iter().all(|count| *count > 0), "{:?}", all(bench).await);
    red
}

/// A server with stored settings and nothing else.
async fn with_settings(bench: &Bench) -> Member {
    let red = bench.red("games");
    kept(&red, "Places", "thread", &["no"]).await;
    red
}

/// Lets this many days pass, with their work.
async fn later(bench: &Bench, count: u64) {
    bench.settings.clock.advance(days(count));
    bench.pass(A_WHILE).await;
}

fn what_is_kept_of_a_server_goes_90_days_after_the_bot_was_removed() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = furnished(&bench, "Forsaken").await;
        bench.discord.remove_bot();
        bench.soon_counts(LEFT, 1).await;
        later(&bench, 8).await;
        assert_eq!(bench.count("SELECT count(*) FROM tournaments WHERE state = 'called-off'").await, 1);
        later(&bench, 81).await;
        let left = all(&bench).await;
        assert!(left.iter().all(|count| *count > 0), "not yet: {left:?}");
        later(&bench, 1).await;
        assert_eq!(all(&bench).await, [0; KEPT.len()], "of the server nothing is kept");
        assert_eq!(bench.count(LEFT).await, 0);
        assert_eq!(bench.count("SELECT count(*) FROM settled_challenges").await, 0);
        // The unplayed game's text is kept for a day, because a game of it may be about to start.
        assert_eq!(bench.count("SELECT count(*) FROM own_games").await, 2);
        // The other game belongs to its players, and needs its text.
        assert_eq!(bench.count("SELECT count(*) FROM games WHERE state = 'over' AND shown = due").await, 1);
        later(&bench, 2).await;
        assert_eq!(bench.count("SELECT count(*) FROM own_games").await, 1);
        bench.discord.invite_bot();
        soon("commands again", || bench.discord.bot_is_online()).await;
        let begins = card(&red, "Places").await;
        assert!(begins.is_ephemeral() && bench.count(SERVERS).await == 0, "{}", begins.content);
        let shown = message(&bench.red("board").slash("board", &[]).await);
        assert!(shown.content.contains("Forsaken"), "{}", shown.content);
        bench.finish().await;
    });
}

fn a_server_that_the_bot_is_back_in_keeps_all() {
    wait_for(async {
        let bench = Bench::new().await;
        with_settings(&bench).await;
        bench.discord.remove_bot();
        bench.soon_counts(LEFT, 1).await;
        later(&bench, 89).await;
        bench.discord.invite_bot();
        bench.soon_counts(LEFT, 0).await;
        later(&bench, 89).await;
        assert_eq!(bench.count(SERVERS).await, 1);
        // The period starts again.
        bench.discord.remove_bot();
        bench.soon_counts(LEFT, 1).await;
        later(&bench, 89).await;
        assert_eq!(bench.count(SERVERS).await, 1);
        later(&bench, 1).await;
        assert_eq!(bench.count(SERVERS).await, 0);
        bench.finish().await;
    });
}

fn an_outage_of_a_server_is_no_removal() {
    wait_for(async {
        let mut bench = Bench::new().await;
        with_settings(&bench).await;
        bench.discord.guild_down();
        later(&bench, 100).await;
        assert_eq!(bench.count(LEFT).await, 0);
        // The READY of a new session lists it as unavailable.
        bench.stop().await;
        bench.discord.gateway_invalidate(false);
        bench.start().await;
        later(&bench, 100).await;
        assert_eq!((bench.count(LEFT).await, bench.count(SERVERS).await), (0, 1));
        bench.finish().await;
    });
}

fn a_removal_while_the_bot_was_away_counts() {
    wait_for(async {
        let mut bench = Bench::new().await;
        with_settings(&bench).await;
        bench.stop().await;
        bench.discord.remove_bot();
        // The bot learns of it only from the guild list.
        bench.discord.gateway_invalidate(false);
        bench.start().await;
        bench.soon_counts(LEFT, 1).await;
        later(&bench, 89).await;
        assert_eq!(bench.count(SERVERS).await, 1);
        later(&bench, 1).await;
        assert_eq!(bench.count(SERVERS).await, 0);
        bench.finish().await;
    });
}

fn whoever_uses_commands_alone_is_there() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = with_settings(&bench).await;
        bench.discord.remove_bot();
        bench.soon_counts(LEFT, 1).await;
        later(&bench, 80).await;
        bench.discord.add_commands_only();
        assert!(red.slash("help", &[]).await.text().contains("To play"));
        later(&bench, 80).await;
        assert_eq!((bench.count(LEFT).await, bench.count(SERVERS).await), (0, 1));
        bench.finish().await;
    });
}

fn by_http_discord_is_asked_for_servers() {
    wait_for(async {
        let bench = Bench::over_http().await;
        with_settings(&bench).await;
        later(&bench, 1).await;
        assert_eq!(bench.count(LEFT).await, 0);
        bench.discord.remove_bot();
        bench.pass(A_WHILE).await;
        bench.soon_counts(LEFT, 1).await;
        later(&bench, 89).await;
        assert_eq!(bench.count(SERVERS).await, 1);
        later(&bench, 1).await;
        assert_eq!((bench.count(LEFT).await, bench.count(SERVERS).await), (0, 0));
        bench.finish().await;
    });
}

fn nothing_is_forgotten_while_discord_says_nothing() {
    wait_for(async {
        let bench = Bench::new().await;
        with_settings(&bench).await;
        bench.discord.remove_bot();
        bench.soon_counts(LEFT, 1).await;
        bench.discord.faults().add(Fault::next("/guilds/", Trouble::Status(500)).times(10_000));
        later(&bench, 100).await;
        assert_eq!((bench.count(LEFT).await, bench.count(SERVERS).await), (1, 1));
        bench.discord.faults().clear();
        // It is wrongly recorded as left: Discord is asked before the data is deleted.
        bench.discord.invite_bot();
        bench.soon_counts(LEFT, 0).await;
        bench.sql("INSERT INTO left_servers (guild, at) SELECT id, 1 FROM servers").await;
        let is_back = async || (bench.count(LEFT).await == 0).then_some(());
        bench.pass_until(Duration::from_secs(5), is_back).await.expect("it is asked for");
        assert_eq!(bench.count(SERVERS).await, 1);
        bench.finish().await;
    });
}

fn a_game_that_all_servers_have_stays_when_its_own_is_forgotten() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("general");
        add_game(&red, "Common").await;
        add_game(&red, "Of Its Own").await;
        // As agreed by the operator.
        bench.sql("UPDATE server_games SET published = 'agreed' WHERE name = 'common'").await;
        bench.discord.remove_bot();
        bench.soon_counts(LEFT, 1).await;
        // The weeks in between are closed first.
        bench.settings.clock.advance(days(90));
        let is_forgotten = async || (bench.count(LEFT).await == 0).then_some(());
        bench.pass_until(Duration::from_secs(30), is_forgotten).await.expect("the server is forgotten");
        later(&bench, 2).await;
        assert_eq!(bench.count("SELECT count(*) FROM own_games").await, 1);
        let of_nobody =
            "SELECT count(*) FROM server_games WHERE person = 0 AND channel = 0 AND locale IS NULL";
        assert_eq!(bench.count(of_nobody).await, 1, "who added it where is forgotten");
        assert_eq!(bench.count(LEFT).await, 0, "nothing is left to be forgotten");
        // It can be started wherever the bot is.
        let alone = red.in_channel("dm");
        let begun = alone.slash("challenge", &[("variant", "Common"), ("opponent", alone.id())]).await;
        done(&begun);
        // This alone does not count as stored data of the server.
        bench.discord.invite_bot();
        soon("commands again", || bench.discord.bot_is_online()).await;
        bench.discord.remove_bot();
        bench.pass(A_WHILE).await;
        assert_eq!(bench.count(LEFT).await, 0);
        bench.finish().await;
    });
}

fn by_http_a_server_with_a_live_game_is_missed_too() {
    wait_for(async {
        let bench = Bench::over_http().await;
        with_settings(&bench).await;
        bench.game("board", "chess", None).await;
        bench.boards_are_noted().await;
        bench.discord.remove_bot();
        let is_missed = async || (bench.count(LEFT).await == 1).then_some(());
        bench.pass_until(Duration::from_mins(1), is_missed).await.expect("the server is missed");
        later(&bench, 6).await;
        assert_eq!(bench.count("SELECT count(*) FROM games WHERE state = 'live'").await, 1, "not yet");
        later(&bench, 1).await;
        bench.soon_counts("SELECT count(*) FROM games WHERE ending = 'removed'", 1).await;
        later(&bench, 82).await;
        assert_eq!(bench.count(SERVERS).await, 1);
        later(&bench, 1).await;
        assert_eq!((bench.count(LEFT).await, bench.count(SERVERS).await), (0, 0));
        bench.finish().await;
    });
}

fn by_http_the_90_days_count_from_the_last_removal() {
    wait_for(async {
        let bench = Bench::over_http().await;
        with_settings(&bench).await;
        bench.discord.remove_bot();
        bench.pass(A_WHILE).await;
        bench.soon_counts(LEFT, 1).await;
        later(&bench, 40).await;
        // The bot gets no event, and no command is used.
        bench.discord.invite_bot();
        bench.pass(A_WHILE).await;
        assert_eq!(bench.count(LEFT).await, 0, "it is back");
        later(&bench, 40).await;
        bench.discord.remove_bot();
        bench.pass(A_WHILE).await;
        bench.soon_counts(LEFT, 1).await;
        later(&bench, 89).await;
        assert_eq!(bench.count(SERVERS).await, 1);
        later(&bench, 1).await;
        assert_eq!(bench.count(SERVERS).await, 0);
        bench.finish().await;
    });
}

fn by_http_a_game_waits_where_only_the_commands_are() {
    wait_for(async {
        let bench = Bench::over_http().await;
        with_settings(&bench).await;
        bench.game("board", "chess", None).await;
        bench.boards_are_noted().await;
        bench.discord.remove_bot();
        bench.discord.add_commands_only();
        let unseen = "SELECT count(*) FROM closed_channels WHERE code = 50001";
        let is_unseen = async || (bench.count(unseen).await == 1).then_some(());
        bench.pass_until(Duration::from_mins(1), is_unseen).await.expect("its channel is not seen");
        bench.pass(A_WHILE).await;
        later(&bench, 8).await;
        assert_eq!(bench.count(LEFT).await, 0, "its commands are there");
        assert_eq!(bench.count("SELECT count(*) FROM games WHERE state = 'live'").await, 1);
        bench.finish().await;
    });
}

fn where_its_commands_are_nothing_is_forgotten() {
    wait_for(async {
        let bench = Bench::new().await;
        with_settings(&bench).await;
        bench.discord.remove_bot();
        bench.soon_counts(LEFT, 1).await;
        bench.discord.add_commands_only();
        // No command is used. The weeks in between are closed first.
        bench.settings.clock.advance(days(91));
        let is_settled = async || (bench.count(LEFT).await == 0).then_some(());
        bench.pass_until(Duration::from_secs(30), is_settled).await.expect("it is asked for");
        assert_eq!(bench.count(SERVERS).await, 1);
        bench.finish().await;
    });
}

fn servers_of_which_discord_says_nothing_keep_no_other_from_being_forgotten() {
    wait_for(async {
        let bench = Bench::new().await;
        for server in 7_700..7_720 {
            bench.run_sql(&format!("INSERT INTO servers (id) VALUES ({server})")).await;
        }
        bench.sql("INSERT INTO servers (id) VALUES (9000)").await;
        bench.discord.faults().add(Fault::next("/guilds/77", Trouble::Status(500)).times(u32::MAX));
        bench.sql("INSERT INTO left_servers (guild, at) SELECT id, id FROM servers").await;
        let is_forgotten = async || (bench.count(SERVERS).await == 20).then_some(());
        bench.pass_until(Duration::from_mins(2), is_forgotten).await.expect("the last one is forgotten");
        assert_eq!(bench.count("SELECT count(*) FROM servers WHERE id = 9000").await, 0);
        bench.finish().await;
    });
}

/// Makes reads of the left servers fail while set.
#[derive(Debug)]
struct UnreadServers(AtomicBool);

impl Interference for UnreadServers {
    fn before<'a>(&'a self, sql: &'a str) -> BoxFuture<'a, Result<(), StatementFault>> {
        let fails = sql == "SELECT guild, at FROM left_servers" && self.0.load(Ordering::Relaxed);
        Box::pin(std::future::ready(if fails { Err(StatementFault::Busy) } else { Ok(()) }))
    }

    fn after<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<(), StatementFault>> {
        Box::pin(std::future::ready(Ok(())))
    }
}

fn whoever_was_heard_while_the_database_failed_is_there() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let red = with_settings(&bench).await;
        bench.discord.remove_bot();
        bench.soon_counts(LEFT, 1).await;
        bench.stop().await;
        let failing = Arc::new(UnreadServers(AtomicBool::new(false)));
        let options = StoreOptions { interference: Some(failing.clone()), ..StoreOptions::default() };
        let store = Store::open_at(&bench.store, options).await.expect("a database");
        let bot = discord::start(App::new(store), bench.settings.clone()).await.expect("a bot");
        bot.connected().await.expect("a connection");
        bench.discord.add_commands_only();
        bench.pass(Duration::from_secs(10)).await;
        failing.0.store(true, Ordering::Relaxed);
        assert!(red.slash("help", &[]).await.text().contains("To play"));
        bench.pass(A_WHILE).await;
        failing.0.store(false, Ordering::Relaxed);
        bench.pass(A_WHILE).await;
        assert_eq!(bench.count(LEFT).await, 0, "somebody used it there");
        bot.stop().await;
        bench.finish().await;
    });
}
