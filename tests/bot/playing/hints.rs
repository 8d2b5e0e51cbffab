//! Hints in games that a person plays alone.

use rookery::sandbox::{Member, Message, Response};

use crate::bot::bench::{Bench, done, message, moved, soon, wait_for};

tests_on_both!(
    first_the_piece_is_told_and_then_the_move_with_its_reason,
    a_hint_is_marked_on_the_board,
    the_button_works_after_a_restart_and_not_after_a_move,
    against_the_bot_there_are_hints,
    a_board_has_a_button_for_it,
    a_hint_is_deferred_at_once_and_put_in_that_place,
    between_people_there_are_none,
    where_both_have_agreed_there_are_some,
    only_whoever_plays_gets_one,
);

/// Red plays both sides from this position.
async fn alone(bench: &Bench, variant: &str, position: &str) -> Member {
    let red = bench.red("games");
    let ask = [("variant", variant), ("opponent", red.id()), ("thread", "no"), ("position", position)];
    done(&red.slash("challenge", &ask).await);
    red
}

/// The private hint that names the piece.
async fn hinted(who: &Member) -> Message {
    of_piece(&who.slash("hint", &[]).await)
}

#[track_caller]
fn of_piece(response: &Response) -> Message {
    let told = message(response);
    assert!(response.is_ephemeral() && told.content.starts_with("Look at "), "{}", response.text());
    assert_eq!(told.labels(), ["Show the move"]);
    assert!(told.files.is_empty(), "no picture gives it away");
    told
}

/// The hint's move, in the same message.
async fn shown(who: &Member, piece: &Message) -> Message {
    let clicked = who.click(piece, "Show the move").await;
    assert!(clicked.answered(), "{}", clicked.text());
    let now = || who.channel().message(&piece.id).filter(|told| !told.content.starts_with("Look at "));
    soon("the move", || now().is_some()).await;
    let told = now().expect("the move");
    assert!(told.is_ephemeral() && told.picture().is_some() && told.labels().is_empty(), "{}", told.content);
    told
}

const MATE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";

fn first_the_piece_is_told_and_then_the_move_with_its_reason() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = alone(&bench, "chess", MATE).await;
        let piece = hinted(&red).await;
        assert_eq!(piece.content, "Look at the Rook a1.");
        assert_eq!(shown(&red, &piece).await.content, "Rook a1-a8: it mates.");
        moved(&red.slash("move", &[("move", "a1a8")]).await);
        let over = red.slash("hint", &[]).await;
        assert!(over.is_ephemeral() && !over.text().starts_with("Look"), "{}", over.text());
        bench.finish().await;
    });
}

fn a_hint_is_marked_on_the_board() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = alone(&bench, "prison-break", "5k/6/6/1K4/6/6/6/6 w - - 0 1").await;
        let piece = hinted(&red).await;
        assert_eq!(piece.content, "Look at the King b5.");
        let told = shown(&red, &piece).await;
        assert!(
            told.content == "King b5-a4: it escapes through a4."
                || told.content == "King b5-a5: it escapes through a5.",
            "{}",
            told.content
        );
        let alt = &told.picture().expect("a picture").description;
        assert!(alt.contains("King b5"), "{alt}");
        bench.finish().await;
    });
}

fn the_button_works_after_a_restart_and_not_after_a_move() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let red = alone(&bench, "chess", MATE).await;
        let piece = hinted(&red).await;
        bench.stop().await;
        bench.start().await;
        assert_eq!(shown(&red, &piece).await.content, "Rook a1-a8: it mates.");
        let again = hinted(&red).await;
        done(&red.slash("move", &[("move", "a1a2")]).await);
        let old = red.click(&again, "Show the move").await;
        assert!(old.is_ephemeral() && !old.text().contains("a1-a8"), "{}", old.text());
        bench.finish().await;
    });
}

fn against_the_bot_there_are_hints() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let options = [("variant", "chess"), ("level", "1"), ("color", "white"), ("position", MATE)];
        let board = message(&red.slash("challenge", &options).await);
        assert_eq!(board.labels(), ["Type a move", "Hint", "Flip board", "Offer draw", "Resign", "Rules"]);
        assert_eq!(hinted(&red).await.content, "Look at the Rook a1.");
        let green = bench.green("games");
        for stranger in [green.slash("hint", &[]).await, green.click(&board, "Hint").await] {
            assert!(stranger.is_ephemeral() && stranger.text().starts_with("Only "), "{}", stranger.text());
        }
        bench.finish().await;
    });
}

fn a_board_has_a_button_for_it() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let red = bench.red("games");
        let options = [("variant", "chess"), ("level", "1"), ("color", "white"), ("position", MATE)];
        let board = message(&red.slash("challenge", &options).await);
        bench.stop().await;
        bench.start().await;
        let hint = board.buttons().into_iter().find(|one| one.label == "Hint").expect("a button").custom_id;
        let piece = of_piece(&red.click(&board, "Hint").await);
        assert_eq!(shown(&red, &piece).await.content, "Rook a1-a8: it mates.");
        moved(&red.slash("move", &[("move", "a1a8")]).await);
        let over = red.click_stale(&board, &hint).await;
        assert!(over.is_ephemeral() && over.text().starts_with("This game is over: "), "{}", over.text());
        bench.finish().await;
    });
}

fn a_hint_is_deferred_at_once_and_put_in_that_place() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = alone(&bench, "chess", MATE).await;
        let piece = hinted(&red).await;
        shown(&red, &piece).await;
        let sent = bench.discord.requests();
        let of_kind = |kind: u64| sent.iter().filter(|sent| sent.body["type"] == kind).collect::<Vec<_>>();
        let [first] = of_kind(5)[..] else { panic!("the piece is deferred") };
        assert_eq!(first.body["data"]["flags"], 64, "seen by nobody else from the beginning");
        assert_eq!(of_kind(6).len(), 1, "and so is the change of that message");
        bench.finish().await;
    });
}

fn between_people_there_are_none() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let refused = game.red.slash("hint", &[]).await;
        assert!(refused.is_ephemeral(), "{}", refused.text());
        assert!(refused.text().starts_with("Hints work in games against me, "), "{}", refused.text());
        bench.finish().await;
    });
}

fn where_both_have_agreed_there_are_some() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let to_blue = [("variant", "chess"), ("opponent", blue.id()), ("color", "white"), ("position", MATE)];
        let asked = message(&red.slash("challenge", &[&to_blue[..], &[("hints", "true")]].concat()).await);
        let agreed = "Both players may ask for hints with </hint:";
        assert!(asked.content.contains(agreed), "whoever accepts knows: {}", asked.content);
        bench.stop().await;
        bench.start().await;
        let board = message(&blue.click(&asked, "Accept").await);
        assert!(board.content.contains(agreed), "{}", board.content);
        assert_eq!(board.labels(), ["Type a move", "Hint", "Flip board", "Offer draw", "Resign", "Rules"]);
        let waits = blue.click(&board, "Hint").await;
        assert!(waits.is_ephemeral() && waits.text().starts_with("It is not your turn"), "{}", waits.text());
        let green = bench.green("games").click(&board, "Hint").await;
        assert!(green.is_ephemeral() && green.text().starts_with("Only "), "{}", green.text());
        let piece = of_piece(&red.click(&board, "Hint").await);
        assert_eq!(shown(&red, &piece).await.content, "Rook a1-a8: it mates.");
        let end = message(&red.slash("move", &[("move", "a1a8")]).await);
        let again = message(&blue.click(&end, "Rematch").await);
        assert!(again.content.contains(agreed), "on the same terms: {}", again.content);
        bench.finish().await;
    });
}

fn only_whoever_plays_gets_one() {
    wait_for(async {
        let bench = Bench::new().await;
        alone(&bench, "chess", MATE).await;
        let refused = bench.blue("games").slash("hint", &[]).await;
        assert!(refused.is_ephemeral() && !refused.text().starts_with("Look"), "{}", refused.text());
        let none = bench.blue("quiet").slash("hint", &[]).await;
        assert!(none.is_ephemeral() && none.text().starts_with("There is no game"), "{}", none.text());
        bench.finish().await;
    });
}
