//! `/next`: the games that wait for somebody, one after another.

use rookery::render::{self, BoardView};
use rookery::rules::{Color, Line, Position, Variant};
use rookery::sandbox::{Member, Message, Upshot};

use super::bench::{Bench, Game, done, message, wait_for};
use super::time::timed;

tests!(
    the_games_that_wait_are_shown_one_after_another,
    where_time_runs_out_first_comes_first,
    a_button_shows_what_waits_now,
    who_waits_for_nobody_hears_until_when_others_have_time,
    a_game_that_cannot_go_on_is_left_out,
);

async fn next(who: &Member) -> Message {
    let card = message(&who.slash("next", &[]).await);
    assert!(card.is_ephemeral() && card.is_card() && card.pings().is_empty(), "{}", card.content);
    card
}

/// The card after a click on its button.
async fn after(who: &Member, card: &Message) -> Message {
    let answer = who.click(card, "Next game").await;
    assert_eq!(answer.outcome, Upshot::Update, "{}", answer.text());
    message(&answer)
}

/// Fails unless a card shows this game, with the way to it.
#[track_caller]
fn shows(card: &Message, game: &Game, text: &str) {
    assert!(card.content.contains(text), "{}", card.content);
    let place = game.red.channel();
    assert!(card.json["components"].to_string().contains(&format!("/{}\"", place.id())), "{}", card.json);
}

fn the_games_that_wait_are_shown_one_after_another() {
    wait_for(async {
        let bench = Bench::new().await;
        let (chess, prison) =
            (bench.game("games", "chess", None).await, bench.game("quiet", "prison-break", None).await);
        done(&chess.play(&["e4", "e5"]).await);
        let red = bench.red("general");
        let first = next(&red).await;
        // Nobody has a clock, and Blue has waited longest in the game whose start is older than the move in the other.
        shows(&first, &prison, "Game 1 of 2 that wait for you.");
        let second = after(&red, &first).await;
        shows(&second, &chess, "Game 2 of 2");
        for told in ["Chess, move 2: White", "Last move, Black: Pawn e7-e5.", "You play White against"] {
            assert!(second.content.contains(told), "{}", second.content);
        }
        let mut line = Line::new(Position::start(Variant::from_slug("chess").expect("a game")));
        for text in ["e4", "e5"] {
            line.play_typed(text).expect("a move");
        }
        let board = BoardView::of_line(&line, Color::White);
        let picture = second.picture().expect("a board");
        assert!(picture.bytes == render::png(&board, &crate::render::usual()), "another board");
        assert!(picture.description.contains("White to move"), "{}", picture.description);
        shows(&after(&red, &second).await, &prison, "Game 1 of 2");
        bench.finish().await;
    });
}

fn where_time_runs_out_first_comes_first() {
    wait_for(async {
        let bench = Bench::new().await;
        let older = bench.game("quiet", "chess", None).await;
        let hurried = timed(&bench).await;
        let first = next(&bench.red("general")).await;
        shows(&first, &hurried, "Time runs out");
        shows(&after(&bench.red("general"), &first).await, &older, "Game 2 of 2");
        bench.finish().await;
    });
}

fn a_button_shows_what_waits_now() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let chess = bench.game("games", "chess", None).await;
        let prison = bench.game("quiet", "prison-break", None).await;
        let red = bench.red("general");
        let card = next(&red).await;
        shows(&card, &chess, "Game 1 of 2");
        bench.stop().await;
        bench.start().await;
        done(&chess.play(&["e4"]).await);
        let card = after(&red, &card).await;
        shows(&card, &prison, "One game waits for you.");
        done(&prison.red.slash("move", &[("move", "d2d4")]).await);
        let none = after(&red, &card).await;
        assert!(none.content.starts_with("No game waits for you"), "{}", none.content);
        assert!(none.picture().is_none() && none.labels().is_empty());
        bench.finish().await;
    });
}

fn who_waits_for_nobody_hears_until_when_others_have_time() {
    wait_for(async {
        let bench = Bench::new().await;
        let nobody = next(&bench.green("general")).await;
        assert!(nobody.content.contains("You have no live game"), "{}", nobody.content);
        let game = timed(&bench).await;
        let waits = next(&bench.blue("general")).await;
        assert!(waits.content.contains("in your one live game it is not your turn"), "{}", waits.content);
        assert!(waits.content.contains("has until <t:"), "{}", waits.content);
        let alone = bench.red("quiet");
        done(
            &alone
                .slash("challenge", &[("variant", "chess"), ("opponent", alone.id()), ("thread", "no")])
                .await,
        );
        done(&game.play(&["e4"]).await);
        let own = next(&alone).await;
        assert!(own.content.contains("You play both sides"), "{}", own.content);
        bench.finish().await;
    });
}

fn a_game_that_cannot_go_on_is_left_out() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        shows(&next(&game.red).await, &game, "One game waits for you.");
        bench
            .run_sql(&format!(
                "INSERT INTO closed_channels (channel, code, since, again) VALUES ({}, 50001, 0, 0)",
                game.red.channel().id()
            ))
            .await;
        let none = next(&game.red).await;
        assert!(none.content.contains("or it cannot go on just now"), "{}", none.content);
        bench.finish().await;
    });
}
