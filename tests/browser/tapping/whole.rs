//! A whole game of each game, from the first move to the last, each player on a page of their own. Both prepare a reply early in it.

use futures_util::FutureExt;
use rookery::games;
use rookery::rules::{Move, Position};

use super::super::blind::{BIRDS, CHESS, Course, EXIT, SCEPTER, SQUIRREL, pick};
use super::super::table::{Match, Seat};
use super::super::{Scene, Table};
use super::endings::is_over;
use super::{Board, Hand, link};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] = &[
    ("whole_games_are_played_by_touch_and_by_mouse_against_a_keyboard", |table| all(table, &GAMES).boxed()),
    // Several scenes, as each takes long and two run at a time.
    ("whole_sisters_of_birds_and_ninjas_are_played_by_touch_and_by_mouse_against_a_keyboard", |table| {
        all(table, &SISTERS[..6]).boxed()
    }),
    (
        "whole_games_of_flying_bombers_and_insane_ninjas_are_played_by_touch_and_by_mouse_against_a_keyboard",
        |table| all(table, &SISTERS[6..11]).boxed(),
    ),
    ("whole_games_of_the_other_sisters_are_played_by_touch_and_by_mouse_against_a_keyboard", |table| {
        all(table, &SISTERS[11..]).boxed()
    }),
];

pub const GAMES: [Course; 5] =
    [CHESS.course(), EXIT.course(), SCEPTER.course(), BIRDS.course(), SQUIRREL.course()];

/// The quickest mates in the sister games; the move that mates is found on the board.
pub const SISTERS: [Course; 15] = [
    ("birds-second", "g2g3 f9f6 h2h5 e10j5 e0g2 g10c6 j2j4"),
    ("birds-scepter", "c1b3 j10j8 a2a4 j8j3 a1a3 j3j1 i2i4"),
    ("birds-old", "h2h3 c10e8 e2e5 e8c6 d1i6 c6b5 c2c4"),
    ("birds-extended", "c1e3 e9e6 e3g5 c9c8 g5e7 d9d8"),
    ("birds-leaping", "f0g3 i9i6 g3i5 j10j8"),
    ("birds-insane", "c2c4 d9d7 f2f5 g9g8 g1c5 J@g9 e1j6 j9j8"),
    ("flying-bombers", "f2f3 g9g6 g1d4 i9i8"),
    ("flying-bombers-hangars", "g2g4 e7e5 f2f4"),
    ("flying-bombers-ninja", "f2f5 c10b8 e1j6 c9c8 g1c5 f9f7"),
    ("insane-ninja", "f0g3 j9j7 g3h6 a9a7"),
    ("insane-ninja-2", "c2c4 g9g7 f2f5 b9b7 j2j3 b7b6 e1j6 e11g9 g1c5 c9c6"),
    ("ninjutsu", "c1d3 e8c6 c2c4 c6b5 e2e4"),
    ("palace-ninja-guards", "e2e3 c7c6 d1h5 e7e5 h2h3 e8e7"),
    ("capture-the-sceptre", "e2e3 e7e5 d1h5 e8e7"),
    ("hiashatar", "g2g5 f9f6 f1g2 e10j5 g2g4 j5g2 g4f3"),
];

async fn all(table: &Table, courses: &[Course]) {
    let (red, blue) = (&table.red, &table.blue);
    let (mine, theirs) = (Board::empty(table).await, Board::empty(table).await);
    for (course, by_phone) in courses.iter().zip([true, false].into_iter().cycle()) {
        // One player has a phone, the other one a desk, where mouse and keys take turns.
        mine.on_a_phone().await;
        theirs.on_a_desk().await;
        let phone: Player = (red, &mine, &[Hand::Finger, Hand::Swipe]);
        let desk: Player = (blue, &theirs, &[Hand::Mouse, Hand::Keys, Hand::Drag]);
        let (white, black) = if by_phone { (phone, desk) } else { (desk, phone) };
        Match::begin(white.0, black.0, course.0, None).await;
        whole(*course, [white, black]).await;
    }
}

/// A player, their page, and what they move with in turn.
type Player<'a> = (&'a Seat, &'a Board, &'a [Hand]);

/// A game that was begun in the chat, to the end that is planned.
async fn whole((game, moves): Course, players: [Player<'_>; 2]) {
    for (seat, board, _) in players {
        board.go(&link(seat).await).await;
    }
    let (plies, end) = planned(game, moves);
    let hand_of = |ply: usize| {
        let (_, board, hands) = players[ply % 2];
        (board, hands[ply / 2 % hands.len()])
    };
    for (ply, (position, mv)) in plies.iter().enumerate() {
        let (board, hand) = hand_of(ply);
        if PREPARED.contains(&ply) {
            // It has been played right after the move before.
            for (_, board, _) in players {
                board.has_moves(ply + 1).await;
            }
        } else if let Some((_, reply)) = plies.get(ply + 1).filter(|_| PREPARED.contains(&(ply + 1))) {
            let (other, by) = hand_of(ply + 1);
            other.prepare(by, &position.after(mv).expect("a legal move"), reply).await;
            board.begin(hand, position, mv).await;
        } else {
            board.play(hand, position, mv).await;
        }
    }
    for (seat, board, hands) in players {
        is_over(board, seat, &end).await;
        assert_eq!(board.moves().await.len(), plies.len(), "each move is in the list once");
        board.shot(&format!("tap-whole-{}-{:?}.png", game, hands[0])).await;
    }
}

/// The plies whose moves are prepared, one of each side: White makes the first and the third move of a game.
const PREPARED: [usize; 2] = [1, 4];

/// The positions of a plan and the moves there, and the position at its end.
fn planned(game: &str, moves: &str) -> (Vec<(Position, Move)>, Position) {
    let mut position = Position::start(games::from_slug(game).expect("a game"));
    let mut moves = moves.split_whitespace();
    let mut plies = Vec::new();
    while position.termination().is_none() {
        let mv = pick(&position, &mut moves);
        plies.push((position, mv));
        position = position.after(&mv).expect("a legal move");
    }
    assert_eq!(moves.next(), None, "the win is found where the plan ends");
    (plies, position)
}
