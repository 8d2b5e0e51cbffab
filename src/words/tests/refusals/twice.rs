//! Tests of a move that is clicked twice.

use super::*;

#[test]
fn a_move_that_is_clicked_twice_is_told_to_be_played() {
    let twice = |game: &Game, who, text: &str, rev| {
        let intent = Intent::Move(text.to_owned());
        told(game, &decide(game, who, &intent, Some(Rev(rev)), NOON).expect_err("a refusal"))
    };
    let mut game = game("chess", None);
    play(&mut game, "e4");
    // In any notation.
    for text in ["e2e4", "e4", "pawn e4"] {
        assert_eq!(
            twice(&game, RED, text, 1),
            "Your move is played already: it is now move 1, Black to move.",
            "{text}"
        );
    }
    play(&mut game, "e5");
    assert_eq!(twice(&game, RED, "e4", 1), "Your move is played already: it is now move 2, White to move.");
    assert_eq!(twice(&game, BLUE, "e5", 2), "Your move is played already: it is now move 2, White to move.");
    for (who, text) in [(RED, "d4"), (RED, "e5"), (RED, "what?"), (BLUE, "e4"), (GREEN, "e4")] {
        assert_eq!(
            twice(&game, who, text, 1),
            "That board is old: it is now move 2, White to move.",
            "{who} {text}"
        );
    }
    // A board from before the last move is stale.
    play(&mut game, "Nf3 Nc6");
    assert_eq!(twice(&game, RED, "e4", 1), "That board is old: it is now move 3, White to move.");
    // On the current board it is an ordinary move, and after a takeback it no longer counts as played.
    assert!(matches!(
        decide(&game, RED, &Intent::Move("Nf3".to_owned()), Some(game.rev), NOON),
        Err(Refusal::Move(_))
    ));
    act(&mut game, RED, &Intent::Takeback);
    act(&mut game, BLUE, &Intent::Takeback);
    assert_eq!(twice(&game, RED, "Nf3", 3), "That board is old: it is now move 2, White to move.");
}

#[test]
fn alone_and_against_the_bot_it_is_ones_own_last_move() {
    let twice = |game: &Game, text: &str| {
        told(
            game,
            &decide(game, RED, &Intent::Move(text.to_owned()), Some(Rev(0)), NOON).expect_err("a refusal"),
        )
    };
    let mut alone = between("chess", None, RED, RED);
    play(&mut alone, "e4 e5");
    assert_eq!(twice(&alone, "e5"), "Your move is played already: it is now move 2, White to move.");
    assert_eq!(twice(&alone, "e4"), "That board is old: it is now move 2, White to move.");
    let mut game = game("chess", None);
    play(&mut game, "e4 e5");
    let game = game.with_engine(Some(Color::Black));
    assert_eq!(twice(&game, "e4"), "Your move is played already: it is now move 2, White to move.");
    assert_eq!(twice(&game, "e5"), "That board is old: it is now move 2, White to move.");
}
