//! Draw offers: confirmed in games against oneself, shown on every board while open, and accepted only while
//! open.

use std::time::Duration;

use crate::bot::permission;
use rookery::sandbox::{Member, Message, Response};

use crate::bot::bench::{Bench, Game, done, long_after, message, soon, wait_for};

tests_on_both!(
    alone_a_draw_is_asked_for_first,
    a_standing_offer_is_on_every_board,
    the_board_that_was_there_before_the_offer_shows_it,
    a_board_that_is_left_behind_says_nothing_of_an_offer,
    accepting_on_a_board_acts_on_the_offer_as_it_stands,
    who_offered_does_not_accept_on_the_board,
    an_offer_that_is_no_longer_open_shows_the_present_board,
    a_draw_that_can_be_claimed_is_called_so,
    asking_to_abort_is_called_so,
    whoever_offers_may_withdraw_it,
    a_draw_and_a_takeback_are_asked_for_side_by_side,
    who_ended_a_game_without_a_result_is_named,
);

const OFFER: [&str; 5] = ["Type a move", "Flip board", "Offer draw", "Takeback", "Resign"];
const ACCEPT: [&str; 5] = ["Type a move", "Flip board", "Accept draw", "Takeback", "Resign"];

fn alone_a_draw_is_asked_for_first() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let ask = [("variant", "squirrel"), ("opponent", red.id()), ("thread", "no")];
        let board = message(&red.slash("challenge", &ask).await);
        for asked in [red.click(&board, "Offer draw").await, red.slash("draw", &[]).await] {
            assert!(asked.is_ephemeral(), "it ended at once: {}", asked.text());
            assert_eq!(asked.labels(), ["Yes, draw", "Keep playing"]);
            assert!(asked.text().contains("Squirrel Chess"), "{}", asked.text());
            let kept = red.click(&message(&asked), "Keep playing").await;
            assert!(kept.answered() && kept.labels().is_empty());
        }
        let asked = red.slash("draw", &[]).await;
        done(&red.slash("move", &[("move", "e3e4")]).await);
        let old = red.click(&message(&asked), "Yes, draw").await;
        assert!(old.text().contains("board is old"), "{}", old.text());
        let asked = red.slash("draw", &[]).await;
        done(&red.click(&message(&asked), "Yes, draw").await);
        let end =
            red.channel().wait_for(|m| m.content.contains("Draw agreed") && m.picture().is_some()).await;
        assert_eq!(end.expect("the end is told").labels(), ["Rematch", "Replay", "Export", "Analysis"]);
        bench.finish().await;
    });
}

/// Red has offered a draw after two moves. Returns the board and the offer's message.
async fn offered(game: &Game) -> (Message, Message) {
    let board = message(&game.play(&["e4", "e5"]).await);
    assert_eq!(board.labels(), OFFER);
    (board, message(&game.red.slash("draw", &[]).await))
}

/// The board of this answer. Asserts whether it shows the offer.
fn shown(response: &Response, stands: bool) -> Message {
    let board = message(response);
    assert_eq!(board.labels(), if stands { ACCEPT } else { OFFER }, "{}", board.content);
    assert_eq!(board.content.contains("offers a draw."), stands, "{}", board.content);
    board
}

fn a_standing_offer_is_on_every_board() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        offered(&game).await;
        shown(&game.blue.slash("board", &[]).await, true);
        shown(&game.red.slash("move", &[("move", "Nf3")]).await, true);
        shown(&game.red.slash("board", &[]).await, true);
        shown(&game.blue.slash("move", &[("move", "Nc6")]).await, false);
        shown(&game.red.slash("board", &[]).await, false);
        let offer = message(&game.red.slash("draw", &[]).await);
        shown(&game.red.slash("board", &[]).await, true);
        done(&game.blue.click(&offer, "Decline").await);
        shown(&game.red.slash("board", &[]).await, false);
        bench.finish().await;
    });
}

fn the_board_that_was_there_before_the_offer_shows_it() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let (board, offer) = offered(&game).await;
        let channel = game.red.channel();
        let now = || channel.message(&board.id).expect("the board");
        soon("the board shows the offer", || now().labels() == ACCEPT).await;
        assert!(now().content.contains("offers a draw.") && now().picture().is_some(), "{}", now().content);
        assert_eq!(now().pings(), board.pings(), "whoever was notified still is");
        done(&game.blue.click(&offer, "Decline").await);
        soon("the board shows it no longer", || now().labels() == OFFER).await;
        assert!(!now().content.contains("offers a draw."), "{}", now().content);
        bench.finish().await;
    });
}

fn a_board_that_is_left_behind_says_nothing_of_an_offer() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let channel = game.red.channel();
        let now = |board: &Message| channel.message(&board.id).expect("the board");
        let gone = async |board: &Message| {
            soon("the board says nothing of it", || {
                now(board).buttons().is_empty() && !now(board).content.contains("offers a draw")
            })
            .await;
            assert!(now(board).content.contains("Last move, "), "{}", now(board).content);
            assert!(now(board).picture().is_some() && now(board).pings() == board.pings());
        };
        // The offer stands on the board of before, and on that of the next move. It lapses by the answer.
        let (board, _) = offered(&game).await;
        soon("the board shows the offer", || now(&board).labels() == ACCEPT).await;
        let moved = shown(&game.red.slash("move", &[("move", "Nf3")]).await, true);
        gone(&board).await;
        // Later than Discord takes the token of the answer.
        bench.settings.clock.advance(Duration::from_mins(20));
        let newest = shown(&game.blue.slash("move", &[("move", "Nc6")]).await, false);
        gone(&moved).await;
        let offer = message(&game.red.slash("draw", &[]).await);
        soon("the board shows the offer", || now(&newest).labels() == ACCEPT).await;
        done(&game.blue.click(&offer, "Accept draw").await);
        gone(&newest).await;
        bench.finish().await;
    });
}

fn accepting_on_a_board_acts_on_the_offer_as_it_stands() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let (_, offer) = offered(&game).await;
        let board = shown(&game.red.slash("board", &[]).await, true);
        let accept = board.buttons()[2].custom_id.clone();
        done(&game.blue.click(&offer, "Decline").await);
        let channel = game.red.channel();
        let newest = || channel.message(&board.id).expect("the board").labels();
        soon("the board shows it no longer", || newest() == OFFER).await;
        // A slow client still shows the button. It makes no offer by Blue, and the board keeps its buttons.
        let late = game.blue.click_stale(&board, &accept).await;
        assert!(late.is_ephemeral() && late.text().contains("no longer open"), "{}", late.text());
        let again = shown(&game.blue.slash("board", &[]).await, false);
        let late = game.blue.click_stale(&again, &accept).await;
        assert!(late.is_ephemeral(), "{}", late.text());
        long_after().await;
        assert_eq!(channel.message(&again.id).expect("the board").labels(), OFFER);
        // After a declined offer a player must wait five moves before the next one.
        done(&game.play(&["Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5"]).await);
        done(&game.red.slash("draw", &[]).await);
        let moved = shown(&game.red.slash("move", &[("move", "Bb3")]).await, true);
        let question = game.blue.click(&moved, "Accept draw").await;
        assert!(question.is_ephemeral(), "it ended at once: {}", question.text());
        assert_eq!(question.labels(), ["Yes, draw", "Keep playing"]);
        assert!(question.text().contains("Really accept the draw"), "{}", question.text());
        done(&game.blue.click(&message(&question), "Yes, draw").await);
        let end = channel.wait_for(|m| m.content.contains("Draw agreed") && m.picture().is_some()).await;
        let agreed = end.expect("the end is told");
        assert!(agreed.content.starts_with("Draw agreed between White"), "{}", agreed.content);
        assert!(agreed.labels() == ["Rematch", "Replay", "Export", "Analysis"] && agreed.picture().is_some());
        assert_eq!(agreed.pings(), [game.red.id()]);
        soon("the board loses its buttons", || {
            channel.message(&moved.id).is_some_and(|old| old.buttons().is_empty())
        })
        .await;
        bench.finish().await;
    });
}

fn who_offered_does_not_accept_on_the_board() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        offered(&game).await;
        let board = shown(&game.red.slash("board", &[]).await, true);
        let own = game.red.click(&board, "Accept draw").await;
        assert!(own.is_ephemeral() && own.text().contains("your own offer"), "{}", own.text());
        let strange = bench.green("games").click(&board, "Accept draw").await;
        assert!(strange.is_ephemeral() && strange.text().starts_with("Only "), "{}", strange.text());
        shown(&game.red.slash("board", &[]).await, true);
        bench.finish().await;
    });
}

fn an_offer_that_is_no_longer_open_shows_the_present_board() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let (_, offer) = offered(&game).await;
        let board = shown(&game.red.slash("board", &[]).await, true);
        let ids =
            [&board.buttons()[2], &offer.buttons()[0], &offer.buttons()[1]].map(|one| one.custom_id.clone());
        done(&game.play(&["Nf3", "Nc6"]).await);
        for (of, id) in [(&board, &ids[0]), (&offer, &ids[1]), (&offer, &ids[2])] {
            let late = game.blue.click_stale(of, id).await;
            assert!(late.is_ephemeral() && late.text().contains("no longer open"), "{}", late.text());
            let words = message(&late).picture().map(|board| board.description.clone()).unwrap_or_default();
            assert!(words.contains("Knight b8-c6"), "{id} shows no present board: {words}");
        }
        bench.finish().await;
    });
}

fn a_draw_that_can_be_claimed_is_called_so() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let board = message(&game.play(&["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"]).await);
        assert_eq!(board.labels(), ["Type a move", "Flip board", "Claim draw", "Takeback", "Resign"]);
        let end = message(&game.red.click(&board, "Claim draw").await);
        assert!(end.content.contains("claims a draw"), "{}", end.content);
        bench.finish().await;
    });
}

fn asking_to_abort_is_called_so() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        // Blue manages no channel.
        assert_eq!(game.blue.slash("abort", &[]).await.labels(), ["Yes, abort", "Keep playing"]);
        done(&game.play(&["e4", "e5"]).await);
        let asked = game.blue.slash("abort", &[]).await;
        assert_eq!(asked.labels(), ["Ask to abort", "Keep playing"], "{}", asked.text());
        done(&game.blue.click(&message(&asked), "Ask to abort").await);
        let question =
            game.red.channel().wait_for(|m| m.labels() == ["Agree to abort", "Play on", "Withdraw"]).await;
        assert_eq!(question.expect("Red is asked").pings(), [game.red.id()]);
        bench.finish().await;
    });
}

fn who_ended_a_game_without_a_result_is_named() {
    wait_for(async {
        let bench = Bench::new().await;
        let both =
            |game: &Game| format!("White ({}) and Black ({})", game.red.mention(), game.blue.mention());
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        let sure = message(&game.blue.slash("abort", &[]).await);
        done(&game.blue.click(&sure, "Ask to abort").await);
        let asked =
            game.red.channel().wait_for(|m| m.labels() == ["Agree to abort", "Play on", "Withdraw"]).await;
        let end = message(&game.red.click(&asked.expect("Red is asked"), "Agree to abort").await);
        assert_eq!(end.content, format!("{} agreed to end the game without a result.", both(&game)));
        assert_eq!(end.pings(), [game.blue.id()]);
        // A member who only manages the channel.
        let (game, green) = (bench.game("quiet", "chess", None).await, bench.green("quiet"));
        green.set_permissions(permission::MANAGE_CHANNELS, 0);
        let aborts = async |who: &Member, told: String| {
            let sure = message(&who.slash("abort", &[]).await);
            done(&who.click(&sure, "Yes, abort").await);
            assert!(who.channel().wait_for(|m| m.content == told).await.is_some(), "{told}");
        };
        let told = format!("{} ended the game of {} without a result.", green.mention(), both(&game));
        aborts(&green, told).await;
        let red = bench.red("games");
        let alone = [("variant", "chess"), ("opponent", red.id()), ("thread", "no")];
        done(&red.slash("challenge", &alone).await);
        aborts(&red, format!("{} ended the game without a result.", red.mention())).await;
        bench.finish().await;
    });
}

fn whoever_offers_may_withdraw_it() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let (board, offer) = offered(&game).await;
        assert_eq!(offer.labels(), ["Accept draw", "Decline", "Withdraw"]);
        let not_theirs = game.blue.click(&offer, "Withdraw").await;
        assert!(not_theirs.is_ephemeral(), "{}", not_theirs.text());
        assert!(not_theirs.text().contains("only they can withdraw it"), "{}", not_theirs.text());
        let before = game.red.channel().messages().len();
        done(&game.red.click(&offer, "Withdraw").await);
        let channel = game.red.channel();
        let now = |id: &str| channel.message(id).expect("it is there");
        soon("the offer says so", || now(&offer.id).content.ends_with("then withdrew the offer.")).await;
        assert!(now(&offer.id).buttons().is_empty());
        soon("the board does not show it", || now(&board.id).labels() == OFFER).await;
        assert_eq!(channel.messages().len(), before, "nobody is told in a message of its own");
        let late = game.blue.click_stale(&offer, &offer.buttons()[0].custom_id).await;
        assert!(late.text().contains("no longer open"), "{}", late.text());
        let again = game.red.slash("draw", &[]).await;
        assert!(again.is_ephemeral() && again.text().contains("after your next move"), "{}", again.text());
        bench.finish().await;
    });
}

fn a_draw_and_a_takeback_are_asked_for_side_by_side() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        let takeback = message(&game.red.slash("takeback", &[]).await);
        let draw = message(&game.red.slash("draw", &[]).await);
        assert_eq!(draw.labels(), ["Accept draw", "Decline", "Withdraw"], "{}", draw.content);
        let board = message(&game.blue.slash("board", &[]).await);
        assert!(
            board.content.contains("offers a draw.") && board.content.contains("take"),
            "{}",
            board.content
        );
        let labels = ["Type a move", "Flip board", "Accept draw", "Allow takeback", "Resign"];
        assert_eq!(board.labels(), labels);
        done(&game.blue.click(&takeback, "Decline").await);
        done(&game.blue.click(&draw, "Accept draw").await);
        let over = game.red.slash("board", &[]).await;
        assert!(over.text().contains("Draw agreed"), "{}", over.text());
        bench.finish().await;
    });
}
