//! The bot's move is shown to its opponent once, in the newest message of their game, whatever happens in
//! between.

use std::time::Duration;

use crate::bot::permission;
use rookery::sandbox::{Fault, Member, Message, Trouble};

use crate::bot::bench::{Bench, done, long_after, message, soon, wait_for};

tests_on_both!(
    what_is_chosen_in_menus_is_answered_where_the_bot_is_not,
    what_is_chosen_in_menus_is_answered_where_the_bot_may_not_post,
    where_the_bot_is_not_its_move_is_shown_after_a_kill,
    where_the_bot_is_not_its_move_is_shown_after_a_failed_edit,
    where_the_bot_is_not_its_move_is_shown_though_no_room_is_left,
    an_answer_with_both_moves_is_known_after_a_kill,
    a_lost_answer_with_both_moves_is_shown_by_the_board_before,
    an_answer_with_both_moves_that_arrived_unheard_is_not_told_again,
    what_comes_again_after_a_kill_is_shown_by_the_board,
    what_was_taken_back_is_not_taken_back_again_after_a_kill,
    the_newest_board_shows_the_bot_s_move,
    a_click_on_what_a_board_showed_before_takes_no_button_from_it,
);

/// Query for games whose current state, including the bot's move, has been shown.
const SHOWN: &str = "SELECT count(*) FROM games WHERE shown = due AND due = 3";

/// A bot that ends as if killed: pending work is cut off.
async fn cut_off() -> Bench {
    let mut bench = Bench::without_bot().await;
    bench.settings.grace = Duration::ZERO;
    bench.start().await;
    bench
}

/// Red in a place where Red has the bot installed but the server has not.
fn outside(bench: &Bench) -> Member {
    bench.discord.remove_bot();
    let red = bench.red("games");
    red.install();
    red
}

async fn against(who: &Member) -> Message {
    let begun =
        who.slash("challenge", &[("variant", "chess"), ("level", "1"), ("color", "white"), ("thread", "no")]);
    message(&begun.await)
}

/// The boards that show Red's move, with or without the bot's reply.
fn telling(who: &Member, text: &str) -> Vec<Message> {
    who.channel().messages().into_iter().filter(|message| message.content.contains(text)).collect()
}

/// Red moves, and gets a board that says the bot is thinking.
async fn moves(bench: &Bench, who: &Member) -> Message {
    let board = message(&who.slash("move", &[("move", "e4")]).await);
    assert!(board.content.contains("I am thinking"), "{}", board.content);
    bench.soon_counts("SELECT count(*) FROM games WHERE shown = 2", 1).await;
    board
}

/// Like `moves`, with a board's menus; the board is posted in addition to the answer.
async fn chooses(bench: &Bench, who: &Member, board: &Message) -> Message {
    let card = message(&who.select(board, "Piece", &["e2"]).await);
    done(&who.select(&card, "To", &["e2e4"]).await);
    bench.soon_counts("SELECT count(*) FROM games WHERE shown = 2", 1).await;
    let [board] = &telling(who, "I am thinking")[..] else { panic!("one board") };
    board.clone()
}

/// Asserts that this message shows both moves, and no other one does.
async fn answered(bench: &Bench, who: &Member, board: &Message) {
    bench.soon_counts(SHOWN, 1).await;
    let shown = who.channel().message(&board.id).expect("it is still there");
    assert!(shown.content.contains("I reply ") && shown.picture().is_some(), "{}", shown.content);
    assert!(shown.labels().contains(&"Takeback".to_owned()), "{:?}", shown.labels());
    assert_eq!(telling(who, "I reply ").len(), 1);
    assert_eq!(telling(who, "I am thinking"), []);
    assert_eq!(telling(who, "Last move, "), [], "it is not told again");
    // Its buttons are those of the current state.
    done(&who.click(&shown, "Takeback").await);
    soon("it loses its buttons", || {
        who.channel().message(&board.id).is_some_and(|shown| shown.buttons().is_empty())
    })
    .await;
}

fn what_is_chosen_in_menus_is_answered_where_the_bot_is_not() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = outside(&bench);
        let first = against(&red).await;
        let busy = bench.thinking();
        let board = chooses(&bench, &red, &first).await;
        drop(busy);
        answered(&bench, &red, &board).await;
        bench.finish().await;
    });
}

fn what_is_chosen_in_menus_is_answered_where_the_bot_may_not_post() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let first = against(&red).await;
        red.channel().deny_bot(permission::SEND_MESSAGES);
        let busy = bench.thinking();
        let board = chooses(&bench, &red, &first).await;
        drop(busy);
        answered(&bench, &red, &board).await;
        bench.finish().await;
    });
}

fn where_the_bot_is_not_its_move_is_shown_after_a_kill() {
    wait_for(async {
        let mut bench = cut_off().await;
        let red = outside(&bench);
        against(&red).await;
        let busy = bench.thinking();
        let board = moves(&bench, &red).await;
        bench.stop().await;
        drop(busy);
        bench.start().await;
        answered(&bench, &red, &board).await;
        bench.finish().await;
    });
}

fn where_the_bot_is_not_its_move_is_shown_after_a_failed_edit() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = outside(&bench);
        against(&red).await;
        let busy = bench.thinking();
        let board = moves(&bench, &red).await;
        // The first PATCH adds the bot's move and removes no buttons.
        bench.discord.faults().add(Fault::next("/webhooks/", Trouble::Refuse(400, 50_035)).method("PATCH"));
        drop(busy);
        answered(&bench, &red, &board).await;
        bench.finish().await;
    });
}

fn where_the_bot_is_not_its_move_is_shown_though_no_room_is_left() {
    wait_for(async {
        let mut bench = Bench::without_bot().await;
        bench.settings.following = 0;
        bench.start().await;
        let red = outside(&bench);
        against(&red).await;
        let busy = bench.thinking();
        let board = moves(&bench, &red).await;
        drop(busy);
        // The search takes real time; the sweep of the outbox uses the bot's clock.
        bench.soon_counts("SELECT count(*) FROM games WHERE due = 3", 1).await;
        bench.pass(Duration::from_secs(30)).await;
        bench.soon_counts(SHOWN, 1).await;
        let shown = red.channel().message(&board.id).expect("it is still there");
        assert!(shown.content.contains("I reply "), "{}", shown.content);
        bench.finish().await;
    });
}

fn an_answer_with_both_moves_is_known_after_a_kill() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let red = outside(&bench);
        let first = against(&red).await;
        let played = message(&red.slash("move", &[("move", "e4")]).await);
        bench.soon_counts(SHOWN, 1).await;
        bench.stop().await;
        // As after a kill between the answer and its record.
        bench.sql("UPDATE games SET board_message = NULL").await;
        bench
            .run_sql(&format!(
                "UPDATE games SET shown = 1, board_interaction = NULL, board_message = {}",
                first.id
            ))
            .await;
        bench.owe_boards().await;
        bench.settings.clock.advance(Duration::from_secs(5));
        bench.start().await;
        answered(&bench, &red, &played).await;
        bench.finish().await;
    });
}

fn a_lost_answer_with_both_moves_is_shown_by_the_board_before() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let first = against(&red).await;
        bench.discord.faults().add(Fault::next("/callback", Trouble::Refuse(400, 50_035)));
        assert!(!red.slash("move", &[("move", "e4")]).await.answered());
        bench.soon_counts(SHOWN, 1).await;
        let [board] = &telling(&red, "I reply ")[..] else { panic!("told once") };
        assert_eq!((&board.id, board.pings()), (&first.id, vec![]));
        bench.discord.forget_failures();
        bench.finish().await;
    });
}

fn an_answer_with_both_moves_that_arrived_unheard_is_not_told_again() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = outside(&bench);
        against(&red).await;
        bench.discord.faults().add(Fault::next("/callback", Trouble::DropAfter));
        let board = message(&red.slash("move", &[("move", "e4")]).await);
        answered(&bench, &red, &board).await;
        bench.finish().await;
    });
}

fn what_comes_again_after_a_kill_is_shown_by_the_board() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let red = bench.red("games");
        let board = against(&red).await;
        bench.boards_are_noted().await;
        bench.stop().await;
        let sent = red.slash_now("move", &[("move", "e4")]).expect("a command");
        bench.reply_unanswered(&red, &sent, "e4").await;
        bench.start().await;
        assert!(bench.discord.replay(&sent));
        let answer = red.answer_to(&sent).await;
        assert!(answer.is_ephemeral(), "{}", answer.text());
        bench.soon_counts(SHOWN, 1).await;
        let told: Vec<_> = telling(&red, "I reply ").into_iter().map(|one| one.id).collect();
        assert_eq!(told, [board.id], "told once");
        bench.finish().await;
    });
}

fn what_was_taken_back_is_not_taken_back_again_after_a_kill() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let red = outside(&bench);
        against(&red).await;
        for text in ["e4", "d4"] {
            done(&red.slash("move", &[("move", text)]).await);
        }
        bench.soon_counts("SELECT count(*) FROM games WHERE shown = due AND due = 5", 1).await;
        bench.stop().await;
        let sent = red.slash_now("takeback", &[]).expect("a command");
        bench.take_back_unanswered(&red, &sent).await;
        bench.start().await;
        assert!(bench.discord.replay(&sent));
        let answer = red.answer_to(&sent).await;
        assert!(!answer.is_ephemeral() && message(&answer).picture().is_some(), "{}", answer.text());
        assert_eq!(bench.count("SELECT count(*) FROM games WHERE ply = 2").await, 1, "once");
        bench.finish().await;
    });
}

fn the_newest_board_shows_the_bot_s_move() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = outside(&bench);
        against(&red).await;
        let busy = bench.thinking();
        let above = moves(&bench, &red).await;
        let below = message(&red.slash("board", &[]).await);
        soon("only the newest board has buttons", || {
            red.channel().message(&above.id).is_some_and(|above| above.buttons().is_empty())
        })
        .await;
        drop(busy);
        bench.soon_counts(SHOWN, 1).await;
        let shown = |board: &Message| red.channel().message(&board.id).expect("it is still there");
        assert!(shown(&below).content.contains("I reply "), "{}", shown(&below).content);
        assert!(shown(&above).buttons().is_empty());
        done(&red.click(&shown(&below), "Takeback").await);
        bench.finish().await;
    });
}

fn a_click_on_what_a_board_showed_before_takes_no_button_from_it() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        against(&red).await;
        let busy = bench.thinking();
        let board = moves(&bench, &red).await;
        let flip = board.buttons().into_iter().find(|button| button.label == "Flip board");
        let flip = flip.expect("a button").custom_id;
        drop(busy);
        bench.soon_counts(SHOWN, 1).await;
        let shown = || red.channel().message(&board.id).expect("it is still there").labels();
        let labels = shown();
        assert!(labels.contains(&"Takeback".to_owned()), "{labels:?}");
        // A slow client still shows the buttons from before the bot's move.
        let late = red.click_stale(&board, &flip).await;
        assert!(late.is_ephemeral() && late.text().starts_with("That board is old"), "{}", late.text());
        long_after().await;
        assert_eq!(shown(), labels);
        bench.finish().await;
    });
}
