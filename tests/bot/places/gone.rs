//! Places that are gone for long: a removed bot, deleted channels, and the clocks of waiting games.

use std::time::Duration;

use crate::bot::permission;
use rookery::sandbox::Message;

use crate::bot::bench::{Bench, Game, done, message, soon, wait_for};
use crate::bot::playing::time::{REMINDER, timed, told_once};

tests_on_both!(
    games_end_a_week_after_the_bot_was_removed,
    a_bot_that_comes_back_gives_the_time_back,
    a_bot_that_came_back_while_it_was_away_ends_nothing,
    a_server_that_is_out_of_reach_was_not_left,
    a_channel_that_was_deleted_ends_its_game_at_once,
    of_many_games_that_ended_with_their_place_the_last_are_told,
    a_channel_that_is_found_missing_ends_its_game_after_a_day,
    in_a_closed_channel_time_stands_still,
    a_reminder_that_cannot_be_seen_comes_later,
    whoever_plays_in_a_closed_channel_opens_it,
);

const LIVE: &str = "SELECT count(*) FROM games WHERE state = 'live'";
const UP: &str = "Time is up for White";

/// Asserts that both players may start another game, and are informed of this one's end.
async fn nothing_is_left(bench: &Bench, game: &Game, told: &str) {
    let list = game.blue.in_channel("dm").slash("games", &[]).await;
    assert!(list.text().starts_with("You have no live game"), "{}", list.text());
    let ended =
        format!("\nRecently ended without a result:\n**Chess**, against {}; {told} <t:", game.red.mention());
    assert!(list.text().contains(&ended), "{}", list.text());
    let others = game.blue.in_channel("dm").slash("games", &[("user", game.red.id())]).await;
    assert!(!others.text().contains("Recently ended"), "that is for themself: {}", others.text());
    assert_eq!(bench.count("SELECT count(*) FROM games WHERE shown < due").await, 0, "nothing is owed");
}

fn games_end_a_week_after_the_bot_was_removed() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.soon_counts("SELECT count(*) FROM games WHERE shown > 0", 1).await;
        bench.discord.remove_bot();
        bench.soon_counts("SELECT count(*) FROM left_servers", 1).await;
        bench.settings.clock.advance(Duration::from_hours(7 * 24 - 1));
        bench.pass(Duration::from_secs(15)).await;
        assert_eq!(bench.count(LIVE).await, 1, "not yet");
        bench.settings.clock.advance(Duration::from_hours(1));
        bench.soon_counts("SELECT count(*) FROM games WHERE ending = 'removed'", 1).await;
        nothing_is_left(&bench, &game, "it ended").await;
        bench.pass(Duration::from_mins(2)).await;
        assert_eq!(bench.count("SELECT count(*) FROM left_servers").await, 0, "nothing is kept of it");
        bench.discord.invite_bot();
        soon("commands again", || bench.discord.bot_is_online()).await;
        let board = game.red.slash("board", &[]).await;
        let (red, blue) = (game.red.mention(), game.blue.mention());
        assert_eq!(
            message(&board).content,
            format!(
                "Chess. The game of White ({red}) and Black ({blue}) ended a week after I was removed from its server: no result."
            )
        );
        bench.settings.clock.advance(Duration::from_hours(15 * 24));
        let list = game.blue.in_channel("dm").slash("games", &[]).await;
        assert!(!list.text().contains("Recently ended"), "it is long ago: {}", list.text());
        bench.finish().await;
    });
}

/// The deadline of the only game, as a duration from now.
async fn left(bench: &Bench) -> Duration {
    let deadline = bench.count("SELECT deadline FROM games").await;
    Duration::from_millis((deadline - bench.settings.clock.now().0).try_into().expect("time is left"))
}

fn a_bot_that_comes_back_gives_the_time_back() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = timed(&bench).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.settings.clock.advance(Duration::from_hours(4));
        bench.discord.remove_bot();
        bench.soon_counts("SELECT count(*) FROM left_servers", 1).await;
        bench.settings.clock.advance(Duration::from_hours(6 * 24));
        bench.pass(Duration::from_secs(15)).await;
        assert_eq!(bench.count(LIVE).await, 1);
        let list = game.red.in_channel("dm").slash("games", &[]).await;
        assert!(list.text().contains("waits") && !list.text().contains("<t:"), "{}", list.text());
        bench.discord.invite_bot();
        bench.soon_counts("SELECT count(*) FROM left_servers", 0).await;
        let left = left(&bench).await;
        let (low, high) = (Duration::from_mins(20 * 60 - 5), Duration::from_mins(20 * 60 + 5));
        assert!(left > low && left < high, "{left:?} is left");
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        bench.finish().await;
    });
}

fn a_bot_that_came_back_while_it_was_away_ends_nothing() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.discord.remove_bot();
        bench.soon_counts("SELECT count(*) FROM left_servers", 1).await;
        bench.stop().await;
        bench.settings.clock.advance(Duration::from_hours(8 * 24));
        bench.discord.invite_bot();
        // The bot learns of the invitation only from the guild list.
        bench.discord.gateway_invalidate(false);
        bench.start().await;
        bench.pass(Duration::from_secs(15)).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.finish().await;
    });
}

fn a_server_that_is_out_of_reach_was_not_left() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.discord.guild_down();
        bench.soon_counts("SELECT count(*) FROM closed_channels", 1).await;
        bench.settings.clock.advance(Duration::from_hours(8 * 24));
        bench.pass(Duration::from_secs(15)).await;
        assert_eq!(bench.count("SELECT count(*) FROM left_servers").await, 0);
        let list = game.red.in_channel("dm").slash("games", &[]).await;
        assert!(list.text().contains("its server is down at Discord"), "{}", list.text());
        bench.discord.guild_up();
        bench.soon_counts("SELECT count(*) FROM closed_channels", 0).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.finish().await;
    });
}

fn a_channel_that_was_deleted_ends_its_game_at_once() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        game.red.channel().delete();
        bench.soon_counts("SELECT count(*) FROM games WHERE ending = 'channel deleted'", 1).await;
        nothing_is_left(&bench, &game, "its channel was deleted").await;
        bench.finish().await;
    });
}

fn of_many_games_that_ended_with_their_place_the_last_are_told() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("general");
        let lost = async || message(&red.slash("games", &[]).await).content;
        for channel in ["one", "two", "three", "four", "five", "six"] {
            bench.game(channel, "chess", None).await.red.channel().delete();
        }
        let ended = "SELECT count(*) FROM games WHERE ending = 'channel deleted'";
        bench.soon_counts(ended, 6).await;
        let told = lost().await;
        assert_eq!(told.matches("its channel was deleted").count(), 5, "{told}");
        assert!(told.ends_with("\nand 1 more"), "{told}");
        let alone = bench.red("seven");
        let options = [("variant", "chess"), ("opponent", alone.id()), ("thread", "no")];
        done(&alone.slash("challenge", &options).await);
        alone.channel().delete();
        bench.soon_counts(ended, 7).await;
        let told = lost().await;
        assert!(told.contains("**Chess**, you play both sides; its channel was"), "{told}");
        assert!(told.ends_with("\nand 2 more"), "{told}");
        bench.finish().await;
    });
}

fn a_channel_that_is_found_missing_ends_its_game_after_a_day() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.soon_counts("SELECT count(*) FROM games WHERE shown > 0", 1).await;
        bench.stop().await;
        game.red.channel().delete();
        bench.discord.gateway_invalidate(false);
        bench.start().await;
        bench.soon_counts("SELECT count(*) FROM closed_channels WHERE code = 10003", 1).await;
        bench.settings.clock.advance(Duration::from_hours(23));
        bench.pass(Duration::from_secs(15)).await;
        assert_eq!(bench.count(LIVE).await, 1, "not yet");
        bench.settings.clock.advance(Duration::from_hours(1));
        bench.soon_counts("SELECT count(*) FROM games WHERE ending = 'channel deleted'", 1).await;
        nothing_is_left(&bench, &game, "its channel was deleted").await;
        bench.finish().await;
    });
}

fn saying(game: &Game, words: &str) -> Vec<Message> {
    game.red.channel().messages().into_iter().filter(|message| message.content.contains(words)).collect()
}

fn in_a_closed_channel_time_stands_still() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = timed(&bench).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.settings.clock.advance(Duration::from_hours(20));
        told_once(&game, REMINDER).await;
        game.red.channel().deny_bot(permission::VIEW_CHANNEL);
        bench.settings.clock.advance(Duration::from_hours(5));
        // Noticed when time seems to be up.
        bench.soon_counts("SELECT count(*) FROM closed_channels", 1).await;
        bench.settings.clock.advance(Duration::from_hours(50));
        bench.pass(Duration::from_secs(15)).await;
        assert_eq!(bench.count(LIVE).await, 1, "nobody loses who cannot be told");
        game.red.channel().allow_bot();
        bench.settings.clock.advance(Duration::from_hours(24));
        bench.soon_counts("SELECT count(*) FROM closed_channels", 0).await;
        bench.pass(Duration::from_secs(15)).await;
        assert!(saying(&game, UP).is_empty());
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        bench.settings.clock.advance(Duration::from_hours(25));
        told_once(&game, "Time is up for Black").await;
        bench.finish().await;
    });
}

fn a_reminder_that_cannot_be_seen_comes_later() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = timed(&bench).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.boards_are_noted().await;
        game.red.channel().deny_bot(permission::VIEW_CHANNEL);
        bench.settings.clock.advance(Duration::from_hours(19));
        bench.soon_counts("SELECT count(*) FROM closed_channels", 1).await;
        bench.settings.clock.advance(Duration::from_hours(10));
        bench.pass(Duration::from_secs(15)).await;
        // The check due by then is over: one in flight would record the later time for the closed channel.
        bench.soon_counts("SELECT count(*) FROM closed_channels WHERE tries > 0", 1).await;
        game.red.channel().allow_bot();
        bench.settings.clock.advance(Duration::from_hours(24));
        told_once(&game, REMINDER).await;
        let left = left(&bench).await;
        assert!(left > Duration::from_hours(4) && left < Duration::from_hours(6), "{left:?} is left");
        bench.finish().await;
    });
}

fn whoever_plays_in_a_closed_channel_opens_it() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = timed(&bench).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.boards_are_noted().await;
        bench.sql("INSERT INTO closed_channels (channel, code, since, again) SELECT channel, 50013, moved_at, 1 << 60 FROM games").await;
        bench.settings.clock.advance(Duration::from_hours(30));
        bench.pass(Duration::from_secs(15)).await;
        let played = game.red.slash("move", &[("move", "Nf3")]).await;
        done(&played);
        assert_eq!(bench.count("SELECT count(*) FROM closed_channels").await, 0);
        let left = left(&bench).await;
        assert!(left > Duration::from_hours(23) && left <= Duration::from_hours(24), "{left:?} is left");
        bench.finish().await;
    });
}
