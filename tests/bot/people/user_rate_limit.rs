//! Rate limits per person, with the default quotas.

use std::time::Duration;

use rookery::discord::ops::user_rate_limit::UserQuotas;
use rookery::sandbox::{Member, Message, Response};

use crate::bot::bench::{Bench, done, message, soon, wait_for};

tests!(
    who_hurries_is_told_to_wait,
    who_looks_on_fills_no_channel,
    a_game_s_board_is_for_everybody_once_in_half_a_minute,
    in_direct_messages_every_board_is_one_to_play_on,
    blitz_is_not_hindered,
    what_one_sees_alone_is_not_rationed,
    turning_the_board_costs_no_move,
);

async fn ordinary() -> Bench {
    let mut bench = Bench::without_bot().await;
    bench.settings.quotas = UserQuotas::default();
    bench.start().await;
    bench
}

fn who_hurries_is_told_to_wait() {
    wait_for(async {
        let bench = ordinary().await;
        let game = bench.game("games", "chess", None).await;
        let green = bench.green("games");
        let messages = green.channel().messages().len();
        for _ in 0..10 {
            seen_alone(&green.slash("board", &[]).await);
        }
        for _ in 0..5 {
            let told = green.slash("board", &[]).await;
            assert!(told.is_ephemeral(), "{}", told.text());
            assert_eq!(told.text(), "That was too fast, so nothing has changed. Try again in 3 seconds.");
        }
        assert_eq!(green.channel().messages().len(), messages, "nobody else sees anything of it");
        done(&game.blue.slash("board", &[]).await);
        bench.settings.clock.advance(Duration::from_secs(3));
        seen_alone(&green.slash("board", &[]).await);
        let again = green.slash("board", &[]).await;
        assert!(again.text().starts_with("That was too fast"), "one in three seconds: {}", again.text());
        bench.finish().await;
    });
}

/// A private board.
#[track_caller]
fn seen_alone(answer: &Response) -> Message {
    assert!(answer.is_ephemeral(), "{}", answer.text());
    let board = message(answer);
    assert!(board.picture().is_some() && board.pings().is_empty(), "{}", board.content);
    board
}

/// The explanation on a private board that would otherwise be public.
fn told_why(shown: &Message) -> String {
    let why = "Everybody was shown this board less than 30 seconds ago, so this one is for you alone.";
    format!("{}\n{why}", shown.content)
}

/// The messages of a channel with the buttons of a live board.
fn live(who: &Member) -> Vec<String> {
    let boards = who.channel().messages().into_iter();
    boards.filter(|board| board.labels().contains(&"Flip board".to_owned())).map(|board| board.id).collect()
}

fn who_looks_on_fills_no_channel() {
    wait_for(async {
        let bench = ordinary().await;
        let game = bench.game("games", "chess", None).await;
        let before = game.red.channel().messages().len();
        let crowd: Vec<_> = (0..12).map(|n| bench.discord.member(&format!("onlooker{n}"))).collect();
        let crowd: Vec<_> = crowd.iter().map(|who| who.in_channel("games")).collect();
        let asked: Vec<_> =
            crowd.iter().flat_map(|who| (0..5).map(move |_| (who, sent(who, "board")))).collect();
        for (who, id) in &asked {
            let board = seen_alone(&who.answer_to(id).await);
            assert_eq!(board.labels(), ["Flip board", "Rules"], "{}", board.content);
            assert!(!board.content.contains("for you alone"), "it never is for all: {}", board.content);
        }
        assert_eq!(game.red.channel().messages().len(), before, "nobody else sees any of it");
        // The newest board is unchanged.
        assert_eq!(live(&game.red), std::slice::from_ref(&game.board.id));
        let flipped = crowd[0].click(&seen_alone(&crowd[0].slash("board", &[]).await), "Flip board").await;
        seen_alone(&flipped);
        done(&game.play(&["f3", "e5", "g4", "Qh4"]).await);
        let end = seen_alone(&crowd[1].slash("board", &[]).await);
        assert_eq!(end.labels(), ["Replay", "Export", "Analysis"], "{}", end.content);
        bench.finish().await;
    });
}

fn a_game_s_board_is_for_everybody_once_in_half_a_minute() {
    wait_for(async {
        let bench = ordinary().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        let shown = game.blue.slash("board", &[]).await;
        done(&shown);
        let shown = message(&shown);
        soon("it alone has buttons", || live(&game.red) == [shown.id.clone()]).await;
        let messages = game.red.channel().messages().len();
        // A second request of a player gets a private board, with the controls if they are to move.
        let has_menu = |board: &Message| {
            board.components().any(|one| one["custom_id"].as_str().is_some_and(|id| id.contains(":choose:")))
        };
        assert!(has_menu(&shown));
        for (who, moves) in [(&game.blue, false), (&game.red, true)] {
            let alone = seen_alone(&who.slash("board", &[]).await);
            let wanted = shown.labels().into_iter().filter(|label| moves || label != "Type a move");
            assert_eq!((&alone.content, alone.labels()), (&told_why(&shown), wanted.collect()));
            assert_eq!(has_menu(&alone), moves);
        }
        let alone = seen_alone(&game.red.slash("board", &[]).await);
        bench.settings.clock.advance(Duration::from_secs(29));
        seen_alone(&game.red.slash("board", &[]).await);
        assert_eq!(game.red.channel().messages().len(), messages);
        assert_eq!(live(&game.red), std::slice::from_ref(&shown.id), "it is the newest board still");
        // Another game is counted separately.
        let other = bench.game("quiet", "chess", None).await;
        done(&other.red.slash("board", &[]).await);
        bench.settings.clock.advance(Duration::from_secs(1));
        let again = game.red.slash("board", &[]).await;
        done(&again);
        soon("the newest alone has buttons", || live(&game.red) == [message(&again).id]).await;
        // A private board can be played on, and is then outdated.
        let form = game.red.click(&alone, "Type a move").await;
        done(&game.red.submit(&form, &[("move", "Nf3")]).await);
        let old = game.red.click(&alone, "Offer draw").await;
        assert!(old.is_ephemeral() && old.text().contains("board is old"), "{}", old.text());
        bench.finish().await;
    });
}

fn in_direct_messages_every_board_is_one_to_play_on() {
    wait_for(async {
        let bench = ordinary().await;
        let red = bench.red("dm");
        let ask = [("variant", "chess"), ("opponent", red.id())];
        done(&red.slash("challenge", &ask).await);
        for _ in 0..3 {
            done(&red.slash("board", &[]).await);
        }
        bench.finish().await;
    });
}

fn sent(who: &Member, command: &str) -> String {
    who.slash_now(command, &[]).expect("a command")
}

/// Twenty moves of each side.
const MOVES: &str = "a3 a6 b3 b6 c3 c6 d3 d6 e3 e6 f3 f6 g3 g6 h3 h6 a4 a5 b4 b5 c4 c5 d4 d5 e4 e5 f4 f5 g4 g5 h4 h5 \
    Na3 Na6 Nf3 Nf6 Bd2 Bd7 Bd3 Bd6";

fn blitz_is_not_hindered() {
    wait_for(async {
        let bench = ordinary().await;
        let game = bench.game("games", "chess", None).await;
        let moves: Vec<_> = MOVES.split_whitespace().collect();
        assert_eq!(moves.len(), 40);
        // At a program's speed, far faster than a person.
        done(&game.play(&moves).await);
        for text in ["Qe2", "Qe7", "Qd1", "Qd8", "Qe2", "Qe7"] {
            bench.settings.clock.advance(Duration::from_secs(1));
            let turn = bench.count("SELECT count(*) FROM games WHERE turn = 'white'").await == 1;
            let who = if turn { &game.red } else { &game.blue };
            done(&who.slash("move", &[("move", text)]).await);
        }
        bench.finish().await;
    });
}

fn what_one_sees_alone_is_not_rationed() {
    wait_for(async {
        let bench = ordinary().await;
        let red = bench.red("games");
        for _ in 0..30 {
            let list = red.slash("games", &[]).await;
            assert!(list.text().starts_with("You have no live game"), "{}", list.text());
        }
        bench.finish().await;
    });
}

fn turning_the_board_costs_no_move() {
    wait_for(async {
        let bench = ordinary().await;
        let game = bench.game("games", "chess", None).await;
        for _ in 0..35 {
            let flipped = game.red.click(&game.board, "Flip board").await;
            let picture = flipped
                .message
                .as_ref()
                .and_then(|message| message.picture().map(|picture| picture.name.clone()));
            assert!(flipped.is_ephemeral() && picture.is_some(), "{}", flipped.text());
        }
        done(&game.play(&["e4"]).await);
        for _ in 0..12 {
            let text = game.red.slash("board", &[("text", "true")]).await;
            assert!(text.is_ephemeral() && text.text().contains("King"), "{}", text.text());
        }
        bench.finish().await;
    });
}
