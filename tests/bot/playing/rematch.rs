//! Rematches: requested below the last board and by command, agreed to in either form, days later and
//! elsewhere.

use std::time::Duration;

use rookery::app::{App, Limits};
use rookery::game::UserId;
use rookery::sandbox::{Message, Response};
use rookery::store::Store;

use crate::bot::bench::{Bench, Game, done, message, soon, wait_for};

tests_on_both!(
    a_rematch_is_asked_for_below_the_last_board,
    a_rematch_is_asked_for_by_command_from_the_same_position,
    the_pace_is_kept,
    who_presses_it_too_accepts,
    both_at_once_begin_one_game,
    it_works_days_later_and_after_a_restart,
    in_an_occupied_channel_it_gets_a_thread,
    alone_it_begins_at_once,
    only_the_players_may,
    nobody_plays_against_a_former_player,
    a_game_that_goes_on_has_none,
    once_declined_or_withdrawn_or_lapsed_it_is_asked_for_again,
    what_one_person_may_ask_is_bounded,
    every_board_of_the_end_keeps_its_buttons,
    a_last_board_that_was_owed_has_the_button,
);

/// True for a last board with a rematch button.
fn offers_rematch(message: &Message) -> bool {
    message.labels().first().is_some_and(|first| first == "Rematch")
}

/// Two kings and a rook.
const ROOK: &str = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";

/// A game of Red against Blue in `games`, won by Blue. Returns the game and its last board.
async fn won(bench: &Bench) -> (Game, Message) {
    let game = bench.game("games", "chess", None).await;
    let last = message(&game.play(&["f3", "e5", "g4", "Qh4"]).await);
    assert!(offers_rematch(&last));
    (game, last)
}

/// Like `won`, by resignation.
async fn resigned(bench: &Bench, position: Option<&str>) -> Game {
    let game = bench.game("games", "chess", position).await;
    done(&game.red.click(&message(&game.red.slash("resign", &[]).await), "Yes, resign").await);
    let end = game.red.channel().wait_for(|m| m.content.contains("resigns")).await;
    assert!(offers_rematch(&end.expect("the end")));
    game
}

/// Asserts a private answer with these words.
#[track_caller]
fn refuses(response: &Response, words: &str) {
    assert!(response.is_ephemeral() && response.text().contains(words), "{}", response.text());
}

fn a_rematch_is_asked_for_below_the_last_board() {
    wait_for(async {
        let bench = Bench::new().await;
        let (game, last) = won(&bench).await;
        let (red, blue) = (&game.red, &game.blue);
        let asked = message(&blue.click(&last, "Rematch").await);
        let words =
            format!("{}, {} wants a rematch of Chess, with White this time.", red.mention(), blue.mention());
        assert!(asked.content.starts_with(&words) && asked.content.ends_with(":R>."), "{}", asked.content);
        assert_eq!(asked.labels(), ["Accept", "Decline", "Cancel", "Rules"]);
        assert_eq!(asked.pings(), [red.id()]);
        assert!(asked.picture().is_some());
        refuses(&blue.click(&last, "Rematch").await, "asked for this rematch already");
        refuses(&blue.slash("rematch", &[]).await, "asked for this rematch already");
        let board = message(&red.click(&asked, "Accept").await);
        let words = format!("Chess: {} plays White, {} Black.", blue.mention(), red.mention());
        assert!(board.content.starts_with(&words), "{}", board.content);
        assert_eq!(board.pings(), [blue.id()]);
        let channel = red.channel();
        soon("the challenge says so", || {
            channel
                .message(&asked.id)
                .is_some_and(|m| m.buttons().is_empty() && m.content.contains("accepted"))
        })
        .await;
        // The old button reports that; the new game is unaffected.
        refuses(&red.click(&last, "Rematch").await, "has had its rematch in this channel");
        assert!(offers_rematch(&channel.message(&last.id).expect("the last board")));
        bench.finish().await;
    });
}

fn a_rematch_is_asked_for_by_command_from_the_same_position() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = resigned(&bench, Some(ROOK)).await;
        let (red, blue) = (&game.red, &game.blue);
        let asked = message(&red.slash("rematch", &[]).await);
        let words = format!(
            "{}, {} wants a rematch of Chess from this position, with Black this time.",
            blue.mention(),
            red.mention()
        );
        assert!(asked.content.starts_with(&words), "{}", asked.content);
        let board = message(&blue.slash("rematch", &[]).await);
        let words = format!("Chess: {} plays White, {} Black.", blue.mention(), red.mention());
        assert!(board.content.starts_with(&words), "{}", board.content);
        let alike = "SELECT count(*) FROM games WHERE fen = '4k3/8/8/8/8/8/8/R3K3 w - - 0 1'";
        assert_eq!(bench.count(alike).await, 2, "the same position");
        done(&blue.slash("move", &[("move", "Ra8")]).await);
        bench.finish().await;
    });
}

fn the_pace_is_kept() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let ask = [("variant", "chess"), ("opponent", blue.id()), ("color", "white"), ("pace", "1d")];
        done(&blue.click(&message(&red.slash("challenge", &ask).await), "Accept").await);
        done(&red.click(&message(&red.slash("resign", &[]).await), "Yes, resign").await);
        let last = red.channel().wait_for(offers_rematch).await.expect("the end");
        let asked = message(&blue.click(&last, "Rematch").await);
        let words = "with White this time. One day for each move. Expires <t:";
        assert!(asked.content.contains(words), "{}", asked.content);
        done(&red.click(&asked, "Accept").await);
        assert_eq!(bench.count("SELECT count(DISTINCT pace) FROM games WHERE pace IS NOT NULL").await, 1);
        assert_eq!(bench.count("SELECT count(pace) FROM games").await, 2);
        bench.finish().await;
    });
}

fn who_presses_it_too_accepts() {
    wait_for(async {
        let bench = Bench::new().await;
        let (game, last) = won(&bench).await;
        let asked = message(&game.blue.click(&last, "Rematch").await);
        let board = message(&game.red.click(&last, "Rematch").await);
        let words = format!("Chess: {} plays White", game.blue.mention());
        assert!(board.content.starts_with(&words) && board.picture().is_some(), "{}", board.content);
        let channel = game.red.channel();
        soon("the challenge says so", || {
            channel
                .message(&asked.id)
                .is_some_and(|m| m.buttons().is_empty() && m.content.contains("accepted"))
        })
        .await;
        assert!(offers_rematch(&channel.message(&last.id).expect("the last board")));
        bench.finish().await;
    });
}

fn both_at_once_begin_one_game() {
    wait_for(async {
        let bench = Bench::new().await;
        let (game, last) = won(&bench).await;
        let (one, other) = tokio::join!(game.red.click(&last, "Rematch"), game.blue.click(&last, "Rematch"));
        let mut told = [message(&one).content, message(&other).content];
        told.sort_by_key(|text| text.starts_with("Chess:"));
        assert!(told[0].contains("wants a rematch"), "{told:?}");
        assert!(told[1].starts_with("Chess:"), "{told:?}");
        assert_eq!(bench.count("SELECT count(*) FROM games").await, 2);
        assert_eq!(bench.count("SELECT count(*) FROM challenges").await, 0);
        bench.finish().await;
    });
}

fn it_works_days_later_and_after_a_restart() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (game, last) = won(&bench).await;
        bench.stop().await;
        bench.settings.clock.advance(Duration::from_hours(9 * 24));
        bench.start().await;
        let asked = message(&game.red.click(&last, "Rematch").await);
        assert!(asked.content.contains("with Black this time"), "{}", asked.content);
        bench.stop().await;
        bench.settings.clock.advance(Duration::from_hours(20));
        bench.start().await;
        let board = message(&game.blue.click(&last, "Rematch").await);
        assert!(board.content.starts_with(&format!("Chess: {} plays White", game.blue.mention())));
        done(&game.blue.slash("move", &[("move", "e4")]).await);
        bench.finish().await;
    });
}

fn in_an_occupied_channel_it_gets_a_thread() {
    wait_for(async {
        let bench = Bench::new().await;
        let (game, last) = won(&bench).await;
        let others = bench.game_of("green", "yellow", "games").await;
        let asked = message(&game.red.click(&last, "Rematch").await);
        // Its message shows who asked.
        bench.soon_counts("SELECT count(*) FROM challenges WHERE message IS NOT NULL", 1).await;
        let told = message(&game.blue.click(&last, "Rematch").await);
        let threads = bench.discord.threads();
        let [thread] = &threads[..] else { panic!("one thread") };
        assert_eq!(thread.name(), "Chess: Red – Blue");
        assert_eq!(told.content, format!("The game is played in <#{}>.", thread.id()));
        let board = thread.wait_for(|m| m.picture().is_some()).await.expect("a board");
        assert!(board.content.starts_with(&format!("Chess: {} plays White", game.blue.mention())));
        let channel = game.red.channel();
        let accepted = format!("The game is played in <#{}>.", thread.id());
        soon("the challenge leads there", || {
            channel.message(&asked.id).is_some_and(|m| m.content.ends_with(&accepted))
        })
        .await;
        // The old button links there as well, for both.
        for who in [&game.red, &game.blue] {
            refuses(&who.click(&last, "Rematch").await, &format!("/{}", thread.id()));
        }
        assert!(offers_rematch(&channel.message(&last.id).expect("the last board")));
        done(&others.play(&["e4"]).await);
        // The rematch of the rematch, in its thread, and from the challenge's own button.
        let (red, blue) = (game.red.at(thread), game.blue.at(thread));
        done(&red.click(&message(&red.slash("resign", &[]).await), "Yes, resign").await);
        let last = thread.wait_for(offers_rematch).await.expect("the end");
        let asked = message(&blue.click(&last, "Rematch").await);
        assert!(asked.content.contains("with Black this time"), "{}", asked.content);
        let board = message(&red.click(&asked, "Accept").await);
        assert!(board.content.starts_with(&format!("Chess: {} plays White", red.mention())));
        assert_eq!(bench.discord.threads().len(), 1);
        bench.finish().await;
    });
}

fn alone_it_begins_at_once() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let ask = [("variant", "squirrel"), ("opponent", red.id()), ("thread", "no")];
        done(&red.slash("challenge", &ask).await);
        done(&red.click(&message(&red.slash("abort", &[]).await), "Yes, abort").await);
        let last = red.channel().wait_for(offers_rematch).await.expect("the end");
        let board = message(&red.click(&last, "Rematch").await);
        assert!(board.content.contains("plays both sides") && board.pings().is_empty(), "{}", board.content);
        refuses(&red.click(&last, "Rematch").await, "has had its rematch");
        done(&red.click(&message(&red.slash("resign", &[]).await), "Yes, resign").await);
        let ended = |m: &Message| offers_rematch(m) && m.id != last.id;
        let last = red.channel().wait_for(ended).await.expect("the end");
        // By then other people play in the channel.
        bench.game_of("green", "blue", "games").await;
        let told = message(&red.click(&last, "Rematch").await);
        let threads = bench.discord.threads();
        assert_eq!((threads.len(), threads[0].name()), (1, "Squirrel Chess: Red, both sides".to_owned()));
        assert_eq!(told.content, format!("The game is played in <#{}>.", threads[0].id()));
        bench.finish().await;
    });
}

fn only_the_players_may() {
    wait_for(async {
        let bench = Bench::new().await;
        let (game, last) = won(&bench).await;
        let green = bench.green("games");
        let only = format!("Only {} and {} play here.", game.red.mention(), game.blue.mention());
        refuses(&green.click(&last, "Rematch").await, &only);
        refuses(&green.slash("rematch", &[]).await, &only);
        refuses(&bench.green("quiet").slash("rematch", &[]).await, "There is no game in this channel");
        // Other people have played here since: a person's own last game counts.
        let others = bench.game_of("green", "yellow", "games").await;
        done(&others.red.click(&message(&others.red.slash("resign", &[]).await), "Yes, resign").await);
        let asked = message(&game.red.slash("rematch", &[]).await);
        assert_eq!(asked.pings(), [game.blue.id()], "{}", asked.content);
        refuses(&green.click(&asked, "Accept").await, "Only ");
        bench.finish().await;
    });
}

fn nobody_plays_against_a_former_player() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (game, last) = won(&bench).await;
        bench.stop().await;
        let beside = App::new(Store::open_beside_at(&bench.store).await.expect("a database"));
        let blue = UserId(game.blue.id().parse().expect("a snowflake"));
        beside.forget(blue, bench.settings.clock.now()).await.expect("removed");
        beside.close().await;
        bench.start().await;
        refuses(&game.red.click(&last, "Rematch").await, "a former player");
        refuses(&game.red.slash("rematch", &[]).await, "a former player");
        refuses(&game.blue.click(&last, "Rematch").await, &format!("Only {} plays here", game.red.mention()));
        let board = message(&game.red.slash("board", &[]).await);
        assert_eq!(board.labels(), ["Replay", "Export", "Analysis"]);
        bench.finish().await;
    });
}

fn a_game_that_goes_on_has_none() {
    wait_for(async {
        let bench = Bench::new().await;
        let (game, _) = won(&bench).await;
        let board = bench.game("other", "chess", None).await.board;
        refuses(&game.red.in_channel("other").slash("rematch", &[]).await, "not over yet");
        let custom_id = board.buttons()[1].custom_id.replace("flip", "rematch");
        refuses(&game.red.in_channel("other").click_stale(&board, &custom_id).await, "not over yet");
        bench.finish().await;
    });
}

fn once_declined_or_withdrawn_or_lapsed_it_is_asked_for_again() {
    wait_for(async {
        let bench = Bench::new().await;
        let (game, last) = won(&bench).await;
        let asked = message(&game.red.click(&last, "Rematch").await);
        refuses(&game.red.click(&asked, "Accept").await, "your own challenge");
        done(&game.blue.click(&asked, "Decline").await);
        let words = format!("{}, {} declined a rematch of Chess.", game.red.mention(), game.blue.mention());
        assert!(game.red.channel().wait_for(|m| m.content == words).await.is_some());
        let asked = message(&game.red.slash("rematch", &[]).await);
        done(&game.red.click(&asked, "Cancel").await);
        let asked = message(&game.red.click(&last, "Rematch").await);
        bench.soon_counts("SELECT count(*) FROM challenges WHERE message IS NOT NULL", 1).await;
        // It has lapsed, but no job has processed that yet.
        bench.settings.clock.advance(Duration::from_hours(25));
        refuses(&game.blue.click(&asked, "Accept").await, "no longer open");
        let asked = message(&game.blue.click(&last, "Rematch").await);
        assert!(asked.content.contains("with White this time"), "{}", asked.content);
        done(&game.red.click(&asked, "Accept").await);
        assert_eq!(bench.count("SELECT count(*) FROM games").await, 2);
        bench.finish().await;
    });
}

fn what_one_person_may_ask_is_bounded() {
    wait_for(async {
        let bench = Bench::new().await;
        let (game, last) = won(&bench).await;
        let ask = [("variant", "chess"), ("opponent", game.blue.id())];
        for _ in 0..3 {
            done(&game.red.slash("challenge", &ask).await);
        }
        let words = format!("You have 3 open challenges to {}.", game.blue.mention());
        refuses(&game.red.click(&last, "Rematch").await, &words);
        refuses(&game.red.slash("rematch", &[]).await, &words);
        // Here the other player asks first.
        done(&game.blue.click(&last, "Rematch").await);
        done(&game.red.click(&last, "Rematch").await);
        bench.finish().await;

        let mut bench = Bench::without_bot().await;
        bench.limits = Limits::default();
        bench.start().await;
        let (game, last) = won(&bench).await;
        let asked = message(&game.red.click(&last, "Rematch").await);
        done(&game.blue.click(&asked, "Decline").await);
        refuses(&game.red.click(&last, "Rematch").await, "You can challenge");
        bench.finish().await;
    });
}

fn every_board_of_the_end_keeps_its_buttons() {
    wait_for(async {
        let bench = Bench::new().await;
        let (game, last) = won(&bench).await;
        let channel = game.red.channel();
        let before =
            channel.messages().into_iter().filter(|m| m.picture().is_some()).rfind(|m| m.id != last.id);
        let before = before.expect("the board before");
        soon("that one loses them", || {
            channel.message(&before.id).is_some_and(|board| board.buttons().is_empty())
        })
        .await;
        let again = message(&game.red.slash("board", &[]).await);
        assert!(offers_rematch(&again));
        bench
            .soon_counts("SELECT count(*) FROM games WHERE board_message IS NOT NULL AND shown = rev", 1)
            .await;
        let third = message(&game.blue.slash("board", &[]).await);
        let spectator = bench.green("games");
        for board in [&last, &again, &third] {
            refuses(&spectator.click(board, "Rematch").await, "Only ");
            assert!(offers_rematch(&channel.message(&board.id).expect("a board")));
        }
        done(&game.red.click(&again, "Rematch").await);
        done(&game.blue.click(&last, "Rematch").await);
        bench.finish().await;
    });
}

fn a_last_board_that_was_owed_has_the_button() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["f3", "e5", "g4"]).await);
        bench.stop().await;
        bench.play_unanswered(&game.blue, "7", "Qh4").await;
        bench.start().await;
        let last = game.red.channel().wait_for(|m| m.content.contains("Checkmate")).await.expect("the end");
        assert!(offers_rematch(&last));
        done(&game.red.click(&last, "Rematch").await);
        done(&game.blue.slash("rematch", &[]).await);
        bench.finish().await;
    });
}
