//! `/next`: a person's games with their turn, one after another.

use crate::bot::permission;
use rookery::games;
use rookery::render::{self, BoardView};
use rookery::rules::{Color, Line, Position};
use rookery::sandbox::{Member, Message, Response, Upshot};

use super::time::timed;
use crate::bot::bench::{Bench, Game, done, message, soon, wait_for};

tests_on_both!(
    the_games_that_wait_are_shown_one_after_another,
    where_time_runs_out_first_comes_first,
    a_button_shows_what_waits_now,
    who_waits_for_nobody_hears_until_when_others_have_time,
    a_game_that_cannot_go_on_is_left_out,
    games_are_played_one_after_another_from_the_card,
    a_pawn_becomes_something_on_the_card,
    a_card_that_is_out_of_date_says_so,
    what_is_played_on_the_card_is_shown_to_nobody_elsewhere,
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

/// Asserts that a card shows this game, with a link to it.
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
        // None has a clock, and Blue has waited longest in the game whose start is older than the move in the
        // other.
        shows(&first, &prison, "Game 1 of 2 that wait for you.");
        let second = after(&red, &first).await;
        shows(&second, &chess, "Game 2 of 2");
        for told in ["Chess, move 2: White", "Last move, Black: Pawn e7-e5.", "You play White against"] {
            assert!(second.content.contains(told), "{}", second.content);
        }
        let mut line = Line::new(Position::start(games::from_slug("chess").expect("a game")));
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
        let card = after(&red, &card).await;
        shows(&card, &prison, "This is the only game that waits for you.");
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
        assert!(waits.content.contains("next deadline is <t:"), "{}", waits.content);
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

/// The card as changed by a selection or a form.
#[track_caller]
fn changed(answer: &Response) -> Message {
    assert_eq!(answer.outcome, Upshot::Update, "{}", answer.text());
    message(answer)
}

fn games_are_played_one_after_another_from_the_card() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let chess = bench.game("games", "chess", None).await;
        let prison = bench.game("quiet", "prison-break", None).await;
        let red = bench.red("general");
        let card = next(&red).await;
        shows(&card, &chess, "Game 1 of 2");
        assert_eq!(card.labels(), ["Go to the game", "Type a move", "Next game"]);
        let knight = changed(&red.select(&card, "Piece", &["g1"]).await);
        assert!(knight.content.contains("Knight g1") && knight.picture().is_some(), "{}", knight.content);
        bench.stop().await;
        bench.start().await;
        let on = changed(&red.select(&knight, "To", &["g1f3"]).await);
        assert!(on.content.starts_with("Your move is played.\nOne game waits for you."), "{}", on.content);
        shows(&on, &prison, "Prison Break");
        soon("the board is posted where it is played", || {
            let board = chess.red.channel().last();
            board.is_some_and(|board| {
                board.content.contains("Knight g1-f3") && board.pings() == [chess.blue.id()]
            })
        })
        .await;
        let form = red.click(&on, "Type a move").await;
        assert_eq!(form.outcome, Upshot::Modal);
        let refused = red.submit(&form, &[("move", "xyzzy")]).await;
        assert!(refused.is_ephemeral() && refused.outcome == Upshot::Message, "{}", refused.text());
        assert!(!refused.text().contains("the list"), "a form has none: {}", refused.text());
        let form = red.click(&on, "Type a move").await;
        let none = changed(&red.submit(&form, &[("move", "d2d4")]).await);
        assert!(none.content.starts_with("Your move is played.\nNo game waits for you"), "{}", none.content);
        assert!(red.channel().messages().is_empty(), "nobody else sees it");
        bench.finish().await;
    });
}

fn a_pawn_becomes_something_on_the_card() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", Some("7k/P7/8/8/8/8/8/K7 w - - 0 1")).await;
        let red = bench.red("general");
        let pawn = changed(&red.select(&next(&red).await, "Piece", &["a7"]).await);
        let to =
            pawn.components().find(|part| part["placeholder"] == "To").expect("a menu")["options"][0].clone();
        let place = changed(&red.select(&pawn, "To", &[to["value"].as_str().expect("a value")]).await);
        let none = changed(&red.select(&place, "Promote to …", &["Knight"]).await);
        assert!(none.content.starts_with("Your move is played."), "{}", none.content);
        soon("the board", || game.red.channel().last().is_some_and(|board| board.content.contains("Knight")))
            .await;
        bench.finish().await;
    });
}

fn a_card_that_is_out_of_date_says_so() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let red = bench.red("general");
        let card = next(&red).await;
        done(&game.play(&["e4", "e5"]).await);
        let old = changed(&red.select(&card, "Piece", &["g1"]).await);
        assert!(old.is_card() && old.content.starts_with("That board is old"), "{}", old.content);
        assert!(old.picture().is_some() && old.labels() == ["Next game"]);
        shows(&after(&red, &old).await, &game, "Chess, move 2");
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        let none = after(&red, &card).await;
        assert!(none.content.starts_with("No game waits"), "{}", none.content);
        bench.finish().await;
    });
}

fn what_is_played_on_the_card_is_shown_to_nobody_elsewhere() {
    wait_for(async {
        let bench = Bench::new().await;
        let chess = bench.game("games", "chess", None).await;
        let prison = bench.game("quiet", "prison-break", None).await;
        let red = bench.red("general");
        let card = next(&red).await;
        for game in [&chess, &prison] {
            game.red.channel().deny_bot(permission::SEND_MESSAGES);
        }
        let told = async |move_told: &str| {
            soon(move_told, || {
                red.ephemerals().iter().any(|m| {
                    let here = m.content.contains(move_told) && m.content.contains("(I can't write in <#");
                    here && m.pings().is_empty() && m.picture().is_some()
                })
            })
            .await;
        };
        let knight = changed(&red.select(&card, "Piece", &["g1"]).await);
        let on = changed(&red.select(&knight, "To", &["g1f3"]).await);
        told("Knight g1-f3").await;
        let form = red.click(&on, "Type a move").await;
        changed(&red.submit(&form, &[("move", "d2d4")]).await);
        told("d2-d4").await;
        assert!(red.channel().messages().is_empty(), "nobody else sees it");
        bench.finish().await;
    });
}
