//! A game against the bot is quiet: one message that stays current, without pings.

use std::time::Duration;

use rookery::sandbox::{Member, Message, Upshot};

use crate::bot::bench::{Bench, done, long_after, looked_for, message, soon, wait_for};
use crate::bot::pages::visitor::{Browser, Page, against_the_bot, link};

tests_on_both!(
    a_long_game_on_a_page_is_one_message_without_a_ping,
    below_what_others_write_the_board_comes_anew,
    after_an_hour_the_board_comes_anew,
    a_board_that_somebody_deleted_comes_anew,
    what_the_bot_thought_about_for_long_is_told_with_a_ping_unless_the_page_is_in_front,
    moves_that_were_played_faster_than_messages_follow_are_all_told,
    a_game_by_commands_in_a_thread_pings_nobody_and_stays_one_message,
    what_is_played_on_the_private_board_goes_on_there,
    a_long_thought_is_shown_on_the_private_board_as_well,
    a_quiet_move_whose_process_died_is_shown_by_the_board,
    the_move_that_mates_the_bot_is_told_by_the_board,
    a_card_of_the_next_game_stays_while_the_bot_thinks,
);

/// Red plays a move on the page, and the bot replies. Returns the number of plies.
async fn played(page: &Page, mv: &str) -> u64 {
    let ply = page.play(mv).await["ply"].as_u64().expect("a number");
    let answered = looked_for(async || {
        let state = page.state().await;
        (state["yours"] == true || state["over"] == true).then(|| state["ply"].as_u64().expect("a number"))
    });
    answered.await.unwrap_or_else(|| panic!("the bot does not answer the move before {ply}"))
}

/// Waits until the board in the chat shows this.
async fn shows(who: &Member, board: &Message, text: &str) {
    soon(text, || who.channel().message(&board.id).is_some_and(|now| now.content.contains(text))).await;
}

/// A legal move without a capture, so that games do not end here.
async fn any_move(page: &Page, random: &mut fastrand::Rng) -> Option<String> {
    let state = page.state().await;
    let moves = state["moves"].as_array().expect("moves");
    let quiet: Vec<_> = moves.iter().filter(|mv| mv["takes"] == serde_json::json!([])).collect();
    random.choice(quiet).map(|mv| mv["move"].as_str().expect("a move").to_owned())
}

fn a_long_game_on_a_page_is_one_message_without_a_ping() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (red, board, page) = against_the_bot(&bench).await;
        let mut random = fastrand::Rng::with_seed(62);
        let mut plies = 0;
        while plies < 80 {
            let Some(mv) = any_move(&page, &mut random).await else { break };
            plies = played(&page, &mv).await;
            long_after().await;
        }
        assert!(plies >= 70, "a long game, not {plies} plies");
        let messages = red.channel().messages();
        assert_eq!(messages.iter().map(|one| &one.id).collect::<Vec<_>>(), [&board.id]);
        assert!(messages[0].pings().is_empty(), "of {plies} plies");
        assert!(messages[0].content.contains(". I reply "), "{}", messages[0].content);
        let next = if messages[0].labels().contains(&"Rematch".to_owned()) { "Rematch" } else { "Takeback" };
        assert!(messages[0].labels().contains(&next.to_owned()), "{:?}", messages[0].labels());
        println!("figure quiet-game {plies} plies, {} messages, 0 pings", messages.len());
        bench.finish().await;
    });
}

fn below_what_others_write_the_board_comes_anew() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (red, board, page) = against_the_bot(&bench).await;
        played(&page, "e2e4").await;
        shows(&red, &board, "Pawn e2-e4").await;
        red.say("Nice weather today").expect("somebody may write there");
        played(&page, "d2d4").await;
        let channel = red.channel();
        soon("a new board", || channel.messages().last().is_some_and(|last| last.content.contains("d2-d4")))
            .await;
        let last = channel.messages().pop().expect("a board");
        assert_eq!((last.pings(), last.picture().is_some()), (vec![], true), "{}", last.content);
        soon("the old one loses its buttons", || {
            channel.message(&board.id).is_some_and(|old| old.buttons().is_empty())
        })
        .await;
        played(&page, "g1f3").await;
        shows(&red, &last, "g1-f3").await;
        bench.finish().await;
    });
}

fn after_an_hour_the_board_comes_anew() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (red, board, page) = against_the_bot(&bench).await;
        bench.settings.clock.advance(Duration::from_mins(59));
        played(&page, "e2e4").await;
        shows(&red, &board, "Pawn e2-e4").await;
        bench.settings.clock.advance(Duration::from_mins(2));
        played(&page, "d2d4").await;
        let channel = red.channel();
        soon("a new board", || channel.messages().last().is_some_and(|last| last.content.contains("d2-d4")))
            .await;
        assert_ne!(channel.messages().pop().expect("a board").id, board.id);
        bench.finish().await;
    });
}

fn a_board_that_somebody_deleted_comes_anew() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (red, board, page) = against_the_bot(&bench).await;
        played(&page, "e2e4").await;
        shows(&red, &board, "Pawn e2-e4").await;
        assert!(red.channel().delete_message(&board.id));
        played(&page, "d2d4").await;
        let channel = red.channel();
        soon("a new board", || channel.messages().last().is_some_and(|last| last.content.contains("d2-d4")))
            .await;
        bench.finish().await;
    });
}

fn what_the_bot_thought_about_for_long_is_told_with_a_ping_unless_the_page_is_in_front() {
    wait_for(async {
        for in_front in [false, true] {
            let bench = Bench::with_pages().await;
            let (red, board, page) = against_the_bot(&bench).await;
            let events = format!("/g/{}/events", page.grant);
            let open = page.browser.request(&reqwest::Method::GET, &events).send().await;
            let open = in_front.then_some(open);
            let busy = bench.thinking();
            page.play("e2e4").await;
            bench.settings.clock.advance(Duration::from_secs(31));
            tokio::time::sleep(Duration::from_secs(31)).await;
            drop(busy);
            let channel = red.channel();
            soon("the reply", || channel.messages().iter().any(|one| one.content.contains("I reply "))).await;
            let told: Vec<_> = channel.messages().into_iter().flat_map(|one| one.pings()).collect();
            assert_eq!(told, if in_front { vec![] } else { vec![red.id()] });
            assert_eq!(channel.messages().len(), if in_front { 1 } else { 2 }, "{board:?}");
            drop(open);
            bench.finish().await;
        }
    });
}

fn moves_that_were_played_faster_than_messages_follow_are_all_told() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        let white = Browser::new(&bench).open(&link(&game.red, &game.board).await).await;
        let black = Browser::new(&bench).open(&link(&game.blue, &game.board).await).await;
        for (page, mv) in [(&white, "e2e4"), (&black, "e7e5"), (&white, "g1f3"), (&black, "b8c6")] {
            page.play(mv).await;
        }
        let channel = game.red.channel();
        soon("the board", || channel.messages().last().is_some_and(|last| last.content.contains("b8-c6")))
            .await;
        let told: String = channel.messages().into_iter().map(|one| one.content + "\n").collect();
        for mv in ["Pawn e2-e4", "Pawn e7-e5", "Knight g1-f3", "Knight b8-c6"] {
            assert_eq!(told.matches(mv).count(), 1, "{mv} in {told}");
        }
        bench.finish().await;
    });
}

/// A new game of Red against the bot in its own thread, with its board.
async fn in_a_thread(bench: &Bench) -> (Member, Message) {
    let red = bench.red("games");
    let ask = [("variant", "chess"), ("level", "1"), ("color", "white"), ("thread", "yes")];
    let begun = red.slash("challenge", &ask).await;
    assert!(begun.answered(), "{begun:?}");
    let thread = bench.discord.threads().pop().expect("a thread");
    soon("its board", || thread.messages().iter().any(|one| one.picture().is_some())).await;
    let board = thread.messages().into_iter().find(|one| one.picture().is_some()).expect("a board");
    (red.at(&thread), board)
}

fn a_game_by_commands_in_a_thread_pings_nobody_and_stays_one_message() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, board) = in_a_thread(&bench).await;
        let before = red.channel().messages().len();
        let mut random = fastrand::Rng::with_seed(7);
        let mut moves = 0;
        while moves < 40 {
            let mut offered = red.types("/move ").await.expect("moves");
            offered.retain(|(name, _)| !name.contains(" more"));
            let Some((_, mv)) = random.choice(&offered) else { break };
            let answer = red.slash("move", &[("move", mv)]).await;
            let told = message(&answer);
            assert!(answer.is_ephemeral() && told.picture().is_some(), "{}", told.content);
            moves += 1;
            long_after().await;
            if told.labels().contains(&"Rematch".to_owned()) {
                break;
            }
        }
        assert!(moves >= 20, "a long game, not {moves} moves");
        let messages = red.channel().messages();
        assert_eq!(messages.len(), before, "{moves} moves");
        assert!(messages.iter().all(|one| one.pings().is_empty()), "{messages:?}");
        let now = red.channel().message(&board.id).expect("the board");
        assert!(
            now.content.contains(". I reply ") || now.labels().contains(&"Rematch".to_owned()),
            "{}",
            now.content
        );
        println!("figure quiet-moves {moves} moves, 0 messages, 0 pings");
        bench.finish().await;
    });
}

fn what_is_played_on_the_private_board_goes_on_there() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, board) = in_a_thread(&bench).await;
        let alone = message(&red.slash("move", &[("move", "e4")]).await);
        shows(&red, &board, "White: Pawn e2-e4. I reply ").await;
        let card = message(&red.select(&alone, "Piece", &["d2"]).await);
        let answer = red.select(&card, "To", &["d2d4"]).await;
        let played = message(&answer);
        assert_eq!(answer.outcome, Upshot::Update, "the card becomes the board");
        assert!(
            played.content.contains("Pawn d2-d4. I reply ") && played.picture().is_some(),
            "{}",
            played.content
        );
        shows(&red, &board, "White: Pawn d2-d4. I reply ").await;
        let back = red.click(&played, "Takeback").await;
        assert!(back.is_ephemeral() && back.text().starts_with("Taken back"), "{}", back.text());
        shows(&red, &board, "Taken back").await;
        let sure = message(&red.slash("resign", &[]).await);
        done(&red.click(&sure, "Yes, resign").await);
        shows(&red, &board, "resigns").await;
        bench.finish().await;
    });
}

fn a_long_thought_is_shown_on_the_private_board_as_well() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, board) = in_a_thread(&bench).await;
        let busy = bench.thinking();
        let answer = red.slash("move", &[("move", "e4")]).await;
        let alone = message(&answer);
        assert!(alone.content.contains("I am thinking"), "{}", alone.content);
        drop(busy);
        shows(&red, &board, "White: Pawn e2-e4. I reply ").await;
        soon("the private board", || {
            red.ephemerals().iter().any(|one| one.id == alone.id && one.content.contains("I reply "))
        })
        .await;
        bench.finish().await;
    });
}

fn a_quiet_move_whose_process_died_is_shown_by_the_board() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (red, board) = in_a_thread(&bench).await;
        bench.boards_are_noted().await;
        bench.stop().await;
        let sent = red.slash_now("move", &[("move", "e4")]).expect("a command");
        bench.reply_unanswered(&red, &sent, "e4").await;
        bench.start().await;
        shows(&red, &board, "White: Pawn e2-e4. I reply ").await;
        bench.finish().await;
    });
}

fn the_move_that_mates_the_bot_is_told_by_the_board() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let ask = [
            ("variant", "chess"),
            ("level", "1"),
            ("color", "white"),
            ("thread", "no"),
            ("position", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"),
        ];
        let board = message(&red.slash("challenge", &ask).await);
        let alone = message(&red.slash("move", &[("move", "Qg7")]).await);
        assert!(alone.content.contains("Queen g1-g7. Checkmate."), "{}", alone.content);
        shows(&red, &board, "White: Queen g1-g7. Checkmate.").await;
        bench.finish().await;
    });
}

fn a_card_of_the_next_game_stays_while_the_bot_thinks() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let board = message(
            &red.slash(
                "challenge",
                &[("variant", "chess"), ("level", "1"), ("color", "white"), ("thread", "no")],
            )
            .await,
        );
        let elsewhere = bench.red("general");
        let card = message(&elsewhere.slash("next", &[]).await);
        let busy = bench.thinking();
        let pieces = message(&elsewhere.select(&card, "Piece", &["e2"]).await);
        let played = message(&elsewhere.select(&pieces, "To", &["e2e4"]).await);
        assert!(played.is_card(), "{}", played.content);
        let before = played.json.clone();
        drop(busy);
        shows(&red, &board, "White: Pawn e2-e4. I reply ").await;
        long_after().await;
        let now = elsewhere.ephemerals().into_iter().find(|one| one.id == played.id).expect("the card");
        assert_eq!(now.json, before);
        bench.finish().await;
    });
}
