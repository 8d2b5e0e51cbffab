//! Time for each move: reminders, the end on time, and the effect of a restart.

use std::time::Duration;

use rookery::app::{App, JobDone};
use rookery::sandbox::{Fault, Message, Trouble};
use rookery::store::GatewayShard;

use crate::app::do_jobs;
use crate::bot::bench::{Bench, Game, done, message, soon, wait_for};

tests_on_both!(
    a_game_has_a_pace_and_ends_on_time,
    a_player_is_reminded_once,
    an_end_whose_process_died_is_told_at_the_next_start,
    a_reminder_whose_process_died_is_sent_once,
    whoever_moves_before_the_reminder_gets_through_is_not_reminded,
    a_stop_amid_reminders_loses_none,
    alone_nothing_is_due,
    time_that_the_bot_was_away_is_given_back,
    while_the_bot_is_there_no_time_is_given,
    time_that_discord_was_out_of_reach_is_given_back,
    the_files_tell_the_time_of_a_game,
);

/// Waits until the bot is connected and records regularly that it is alive: from now on no time is given
/// back.
pub(in crate::bot) async fn at_work(bench: &Bench) {
    bench.sql("DELETE FROM last_alive").await;
    bench.pass(Duration::from_mins(2)).await;
    bench.soon_counts("SELECT count(*) FROM (SELECT 1 FROM last_alive LIMIT 1) AS one", 1).await;
}

/// A game of chess of Red (White) and Blue with a day for each move.
pub(in crate::bot) async fn timed(bench: &Bench) -> Game {
    timed_in(bench, "games").await
}

/// Like `timed`, in another channel.
pub(in crate::bot) async fn timed_in(bench: &Bench, channel: &str) -> Game {
    at_work(bench).await;
    let (red, blue) = (bench.red(channel), bench.blue(channel));
    let options =
        [("variant", "chess"), ("opponent", blue.id()), ("color", "white"), ("pace", "1d"), ("thread", "no")];
    let offer = message(&red.slash("challenge", &options).await);
    assert!(offer.content.contains("One day for each move."), "{}", offer.content);
    let board = message(&blue.click(&offer, "Accept").await);
    assert!(board.content.contains("Time runs out <t:"), "{}", board.content);
    Game { red, blue, board }
}

pub(in crate::bot) fn saying(game: &Game, words: &str) -> Vec<Message> {
    game.red.channel().messages().into_iter().filter(|message| message.content.contains(words)).collect()
}

/// Waits for the message that says this. There must be only one.
pub(in crate::bot) async fn told_once(game: &Game, words: &str) -> Message {
    soon(words, || !saying(game, words).is_empty()).await;
    let mut told = saying(game, words);
    assert_eq!(told.len(), 1, "{told:?}");
    told.remove(0)
}

pub(in crate::bot) const UP: &str = "Time is up for White";
pub(in crate::bot) const REMINDER: &str = "it is your move in Chess";

fn a_game_has_a_pace_and_ends_on_time() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = timed(&bench).await;
        let board = message(&game.play(&["e4", "e5"]).await);
        bench.settings.clock.advance(Duration::from_hours(25));
        let end = told_once(&game, UP).await;
        let (red, blue) = (game.red.mention(), game.blue.mention());
        assert_eq!(end.content, format!("Chess. Time is up for White ({red}). Black ({blue}) wins."));
        assert_eq!(end.pings(), [game.red.id()], "one person, who did not know");
        assert!(
            end.picture().is_some() && !end.labels().contains(&"Resign".to_owned()),
            "{:?}",
            end.labels()
        );
        soon("the board before loses its buttons", || {
            game.red.channel().message(&board.id).is_some_and(|old| old.buttons().is_empty())
        })
        .await;
        let late = game.red.slash("move", &[("move", "Nf3")]).await;
        assert!(late.is_ephemeral(), "{}", late.text());
        bench.pass(Duration::from_secs(30)).await;
        assert_eq!((saying(&game, UP).len(), saying(&game, REMINDER).len()), (1, 0));
        bench.finish().await;
    });
}

fn a_player_is_reminded_once() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = timed(&bench).await;
        done(&game.play(&["e4", "e5", "Nf3"]).await);
        bench.settings.clock.advance(Duration::from_mins(17 * 60 + 50));
        bench.pass(Duration::from_secs(10)).await;
        assert!(saying(&game, REMINDER).is_empty(), "not yet");
        bench.settings.clock.advance(Duration::from_mins(10));
        let reminder = told_once(&game, REMINDER).await;
        assert_eq!(reminder.pings(), [game.blue.id()], "the player to move alone");
        bench.stop().await;
        bench.start().await;
        at_work(&bench).await;
        assert_eq!(saying(&game, REMINDER).len(), 1);
        done(&game.blue.slash("move", &[("move", "Nc6")]).await);
        bench.settings.clock.advance(Duration::from_hours(19));
        soon("a reminder of the next turn", || saying(&game, REMINDER).len() == 2).await;
        bench.finish().await;
    });
}

/// Runs the due jobs as a process does that is killed before it notifies anyone. The bot must be stopped.
async fn jobs_untold(bench: &Bench) -> Vec<JobDone> {
    let app = App::open_at(&bench.store).await.expect("a database");
    let now = bench.settings.clock.now();
    assert!(app.store().note_alive(&[GatewayShard::ONLY], now).await.expect("noted"));
    let done = do_jobs(&app, now).await;
    app.close().await;
    done
}

fn an_end_whose_process_died_is_told_at_the_next_start() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = timed(&bench).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.stop().await;
        bench.settings.clock.advance(Duration::from_hours(24));
        assert!(matches!(jobs_untold(&bench).await[..], [JobDone::Ended(..)]));
        for _ in 0..2 {
            bench.start().await;
            let end = told_once(&game, UP).await;
            assert_eq!(end.pings(), [game.red.id()]);
            bench.stop().await;
        }
        bench.finish().await;
    });
}

fn a_reminder_whose_process_died_is_sent_once() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = timed(&bench).await;
        bench.stop().await;
        bench.settings.clock.advance(Duration::from_hours(18));
        assert!(matches!(jobs_untold(&bench).await[..], [JobDone::ReminderOwed(..)]));
        bench.start().await;
        let told = told_once(&game, REMINDER).await;
        assert_eq!(told.pings(), [game.red.id()]);
        bench.stop().await;
        bench.start().await;
        at_work(&bench).await;
        assert_eq!(saying(&game, REMINDER).len(), 1);
        bench.settings.clock.advance(Duration::from_hours(6));
        let end = told_once(&game, UP).await;
        assert!(end.content.ends_with("ends without a result."), "{}", end.content);
        bench.finish().await;
    });
}

/// Two games in which Blue's reminder is due; the second one's message fails.
async fn two_due(bench: &Bench) -> (Game, Game) {
    let (first, second) = (timed(bench).await, timed_in(bench, "quiet").await);
    done(&first.play(&["e4"]).await);
    bench.settings.clock.advance(Duration::from_mins(1));
    done(&second.play(&["e4"]).await);
    bench.boards_are_noted().await;
    let there = format!("/channels/{}/messages", second.red.channel().id());
    bench.discord.faults().add(Fault::next(&there, Trouble::Refuse(401, 0)).method("POST").times(100_000));
    bench.settings.clock.advance(Duration::from_hours(19));
    told_once(&first, REMINDER).await;
    (first, second)
}

fn whoever_moves_before_the_reminder_gets_through_is_not_reminded() {
    wait_for(async {
        let bench = Bench::new().await;
        let (first, second) = two_due(&bench).await;
        done(&second.blue.slash("move", &[("move", "e5")]).await);
        bench.discord.faults().clear();
        bench.settings.clock.advance(Duration::from_hours(20));
        soon("a reminder of the next turn", || !saying(&second, REMINDER).is_empty()).await;
        let pinged: Vec<_> = saying(&second, REMINDER).iter().flat_map(Message::pings).collect();
        assert_eq!(pinged, [second.red.id()], "Blue had moved");
        assert_eq!(saying(&first, REMINDER).len(), 1);
        bench.finish().await;
    });
}

fn a_stop_amid_reminders_loses_none() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (first, second) = two_due(&bench).await;
        bench.stop().await;
        assert!(saying(&second, REMINDER).is_empty(), "it did not get through");
        bench.discord.faults().clear();
        bench.start().await;
        assert_eq!(told_once(&second, REMINDER).await.pings(), [second.blue.id()]);
        assert_eq!(saying(&first, REMINDER).len(), 1, "once");
        bench.finish().await;
    });
}

fn alone_nothing_is_due() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let options = [("variant", "chess"), ("opponent", red.id()), ("pace", "1h"), ("thread", "no")];
        let board = message(&red.slash("challenge", &options).await);
        assert!(!board.content.contains("Time"), "{}", board.content);
        bench.settings.clock.advance(Duration::from_hours(100));
        bench.pass(Duration::from_secs(10)).await;
        done(&red.slash("move", &[("move", "e4")]).await);
        bench.finish().await;
    });
}

fn time_that_the_bot_was_away_is_given_back() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = timed(&bench).await;
        let board = message(&game.play(&["e4", "e5"]).await);
        bench.settings.clock.advance(Duration::from_hours(22));
        bench.stop().await;
        bench.settings.clock.advance(Duration::from_hours(3));
        bench.start().await;
        soon("the board shows the new deadline", || {
            game.red.channel().message(&board.id).is_some_and(|now| now.content != board.content)
        })
        .await;
        bench.pass(Duration::from_secs(10)).await;
        assert!(saying(&game, UP).is_empty());
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        let list = game.blue.slash("games", &[]).await;
        assert!(list.text().contains("**Your turn**, time runs out <t:"), "{}", list.text());
        bench.settings.clock.advance(Duration::from_hours(25));
        told_once(&game, "Time is up for Black").await;
        bench.finish().await;
    });
}

fn while_the_bot_is_there_no_time_is_given() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = timed(&bench).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.settings.clock.advance(Duration::from_mins(23 * 60 + 50));
        bench.pass(Duration::from_mins(1)).await;
        bench.stop().await;
        // A short absence, during which no deadline passed.
        bench.settings.clock.advance(Duration::from_mins(5));
        bench.start().await;
        at_work(&bench).await;
        bench.settings.clock.advance(Duration::from_mins(5));
        told_once(&game, UP).await;
        bench.finish().await;
    });
}

fn time_that_discord_was_out_of_reach_is_given_back() {
    wait_for(async {
        let mut bench = Bench::with(|options| options.gateway_apart = true).await;
        bench.start().await;
        let game = timed(&bench).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.discord.gateway_down().await;
        soon("nobody can move", || !bench.discord.bot_is_online()).await;
        bench.pass(Duration::from_mins(2)).await;
        bench.settings.clock.advance(Duration::from_hours(24));
        bench.pass(Duration::from_secs(30)).await;
        bench.discord.gateway_up();
        soon("the bot comes back", || bench.discord.bot_is_online()).await;
        bench.bot().connected().await.expect("a connection");
        bench.soon_counts("SELECT count(*) FROM games WHERE deadline > moved_at + 86400000", 1).await;
        bench.pass(Duration::from_secs(10)).await;
        assert!(saying(&game, UP).is_empty());
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        bench.finish().await;
    });
}

fn the_files_tell_the_time_of_a_game() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = timed(&bench).await;
        done(&game.play(&["e4"]).await);
        let exported = message(&game.red.slash("export", &[]).await);
        let pgn = String::from_utf8(exported.files[0].bytes.clone()).expect("a text");
        assert!(pgn.contains("[TimeControl \"1/86400\"]\n[Variant"), "{pgn}");
        let file = crate::bot::people::privacy::export(&game.red).await;
        let kept = &file["games"][0];
        assert_eq!(kept["pace"], "1d");
        let moved = kept["moved_ms"].as_i64().expect("a time");
        assert_eq!(kept["time_runs_out_ms"].as_i64(), Some(moved + 86_400_000));
        bench.game("other", "chess", None).await;
        let exported = message(&bench.red("other").slash("export", &[]).await);
        let pgn = String::from_utf8(exported.files[0].bytes.clone()).expect("a text");
        assert!(pgn.contains("[TimeControl \"-\"]"), "{pgn}");
        bench.finish().await;
    });
}
