//! The bot on its own chances: it offers to resign, and offers draws.

use rookery::sandbox::{Member, Message, Response};

use crate::bot::bench::{Bench, done, message, soon, wait_for};

tests!(
    it_asks_once_whether_it_is_to_be_mated_and_plays_on,
    its_resignation_is_taken_by_a_button_also_after_a_restart,
    what_it_asked_is_not_asked_again_after_a_takeback,
    it_offers_a_draw_which_is_accepted_by_the_usual_means,
    to_play_on_declines_its_draw_which_is_not_offered_again_soon,
);

/// White has everything, Black only its King.
const LOST: &str = "4k3/8/8/8/8/8/PPPPPPP1/1R5K w - - 0 1";
const ASKS: &str = "I am losing. Play on and mate me if you like, or accept my resignation.";
/// No progress for twenty moves, and none possible.
const EVEN: &str = "4k3/3b4/4p3/4P3/8/3B4/8/4K3 w - - 40 60";
const OFFERS: &str = "I offer a draw: </draw:";

async fn begun(bench: &Bench, level: &str, position: &str) -> Member {
    let red = bench.red("games");
    let ask = [("variant", "chess"), ("level", level), ("color", "white"), ("position", position)];
    done(&red.slash("challenge", &ask).await);
    red
}

/// The board once the bot has moved.
async fn played(who: &Member, mv: &str) -> Message {
    let answer: Response = who.slash("move", &[("move", mv)]).await;
    let id = message(&answer).id;
    assert!(answer.is_ephemeral(), "others have nothing to do with it: {}", answer.text());
    let now = || who.channel().message(&id).filter(|shown| !shown.content.contains("I am thinking"));
    soon("the bot's move", || now().is_some()).await;
    now().expect("the board")
}

fn takes(board: &Message) -> bool {
    board.labels().contains(&"Accept resignation".to_owned())
}

fn it_asks_once_whether_it_is_to_be_mated_and_plays_on() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = begun(&bench, "4", LOST).await;
        for mv in ["a3", "b3"] {
            let board = played(&red, mv).await;
            assert!(!board.content.contains("I am losing") && !takes(&board), "{}", board.content);
        }
        let asked = played(&red, "c3").await;
        assert!(asked.content.contains(". I reply ") && asked.content.ends_with(ASKS), "{}", asked.content);
        assert!(takes(&asked), "{:?}", asked.labels());
        let again = message(&red.slash("board", &[]).await);
        assert!(again.content.ends_with(ASKS) && takes(&again), "as long as it stands: {}", again.content);
        for mv in ["a4", "b4", "c4", "d3"] {
            let board = played(&red, mv).await;
            assert!(!board.content.contains("I am losing") && !takes(&board), "{}", board.content);
        }
        let take = asked.buttons().into_iter().find(|one| one.custom_id.starts_with("v2:resign-take:"));
        let old = red.click_stale(&asked, &take.expect("a button").custom_id).await;
        assert!(old.is_ephemeral() && old.text().starts_with("That board is old"), "{}", old.text());
        bench.finish().await;
    });
}

fn its_resignation_is_taken_by_a_button_also_after_a_restart() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let red = begun(&bench, "1", LOST).await;
        // A weak level notices it as well. If the machine is too slow to judge a move, the bot says so at a
        // later one.
        let mut asked = None;
        for mv in ["a3", "b3", "c3", "d3", "e3", "f3", "g3", "a4", "b4", "c4", "d4", "e4"] {
            let board = played(&red, mv).await;
            if takes(&board) {
                asked = Some(board);
                break;
            }
        }
        let asked = asked.expect("it asks whether its resignation is wanted");
        bench.stop().await;
        bench.start().await;
        let public = || red.channel().last().expect("the board");
        soon("the board asks as well", || takes(&public())).await;
        let other = bench.green("games").click(&public(), "Accept resignation").await;
        assert!(other.is_ephemeral() && other.text().starts_with("Only "), "{}", other.text());
        let end = message(&red.click(&asked, "Accept resignation").await);
        let told = format!(" resigns. White ({}) wins.", red.mention());
        assert!(end.content.starts_with("Black (") && end.content.ends_with(&told), "{}", end.content);
        assert!(end.labels().contains(&"Rematch".to_owned()), "{:?}", end.labels());
        let query = "SELECT count(*) FROM events WHERE kind = 'ended' AND text = 'resigned white' AND \"by\" = 'black'";
        assert_eq!(bench.count(query).await, 1);
        bench.finish().await;
    });
}

fn what_it_asked_is_not_asked_again_after_a_takeback() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = begun(&bench, "4", LOST).await;
        for mv in ["a3", "b3"] {
            played(&red, mv).await;
        }
        let asked = played(&red, "c3").await;
        assert!(takes(&asked), "{}", asked.content);
        let back = message(&red.click(&asked, "Takeback").await);
        assert!(!takes(&back), "{:?}", back.labels());
        let other = played(&red, "d3").await;
        let next = played(&red, "e3").await;
        for board in [&other, &next] {
            assert!(!takes(board) && !board.content.contains("I am losing"), "{}", board.content);
        }
        bench.finish().await;
    });
}

fn it_offers_a_draw_which_is_accepted_by_the_usual_means() {
    wait_for(async {
        let mut bench = Bench::new().await;
        for by_button in [true, false] {
            let board = offered(&mut bench).await;
            let red = bench.red("games");
            let agreed = if by_button {
                let question = message(&red.click(&board, "Accept draw").await);
                assert!(question.content.starts_with("Really accept the draw"), "{}", question.content);
                red.click(&question, "Yes, draw").await
            } else {
                red.slash("draw", &[]).await
            };
            let end = message(&agreed);
            assert!(end.is_ephemeral() && end.content.starts_with("Draw agreed between "), "{}", end.content);
            assert!(end.labels().contains(&"Rematch".to_owned()), "{:?}", end.labels());
        }
        bench.finish().await;
    });
}

fn to_play_on_declines_its_draw_which_is_not_offered_again_soon() {
    wait_for(async {
        let mut bench = Bench::new().await;
        offered(&mut bench).await;
        bench.stop().await;
        bench.start().await;
        let red = bench.red("games");
        for mv in ["Kd2", "Ke2", "Kd2"] {
            let board = played(&red, mv).await;
            assert!(!board.content.contains(OFFERS), "{}", board.content);
            assert!(board.labels().contains(&"Offer draw".to_owned()), "{:?}", board.labels());
        }
        bench.finish().await;
    });
}

/// A game in which the bot has just offered a draw.
async fn offered(bench: &mut Bench) -> Message {
    let red = begun(bench, "4", EVEN).await;
    bench.stop().await;
    bench.sql("UPDATE games SET mood = '0,0,10,-,-' WHERE state = 'live'").await;
    bench.start().await;
    let board = played(&red, "Ke2").await;
    assert!(board.content.contains(". I reply ") && board.content.contains(OFFERS), "{}", board.content);
    let labels = ["Type a move", "Hint", "Flip board", "Accept draw", "Takeback", "Resign"];
    assert_eq!(board.labels(), labels);
    assert_eq!(
        bench.count("SELECT count(*) FROM outbox WHERE kind = 'offer'").await,
        0,
        "there is no message but the board"
    );
    board
}
