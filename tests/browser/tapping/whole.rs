//! Whole games of the five, from the first move to the last, each player on a page of their own.

use futures_util::FutureExt;
use rookery::rules::{Color, Position, Variant};

use super::super::blind::{BIRDS, CHESS, EXIT, Plan, SCEPTER, SQUIRREL, pick};
use super::super::table::{Match, Seat};
use super::super::{Scene, Table};
use super::endings::is_over;
use super::{Board, Hand, link};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] =
    &[("whole_games_are_played_by_touch_and_by_mouse_against_a_keyboard", |table| all(table).boxed())];

pub const GAMES: [&Plan; 5] = [&CHESS, &EXIT, &SCEPTER, &BIRDS, &SQUIRREL];

async fn all(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    let (mine, theirs) = (Board::empty(table).await, Board::empty(table).await);
    for (plan, by_phone) in GAMES.into_iter().zip([true, false].into_iter().cycle()) {
        // One player has a phone, the other one a desk, where mouse and keys take turns.
        mine.on_a_phone().await;
        theirs.on_a_desk().await;
        let phone: Player = (red, &mine, &[Hand::Finger, Hand::Swipe]);
        let desk: Player = (blue, &theirs, &[Hand::Mouse, Hand::Keys, Hand::Drag]);
        let (white, black) = if by_phone { (phone, desk) } else { (desk, phone) };
        Match::begin(white.0, black.0, plan.game, None).await;
        whole(plan, [white, black]).await;
    }
}

/// A player, their page, and what they move with in turn.
type Player<'a> = (&'a Seat, &'a Board, &'a [Hand]);

/// A game that was begun in the chat, to the end that is planned.
async fn whole(plan: &Plan, players: [Player<'_>; 2]) {
    for (seat, board, _) in players {
        board.go(&link(seat).await).await;
    }
    let mut position = Position::start(Variant::from_slug(plan.game).expect("a game"));
    let mut moves = plan.moves.split_whitespace();
    let mut plies = 0;
    while position.termination().is_none() {
        let mv = pick(&position, &mut moves);
        let (_, board, hands) = players[usize::from(position.turn() == Color::Black)];
        board.play(hands[plies / 2 % hands.len()], &position, &mv).await;
        position = position.after(&mv).expect("a legal move");
        plies += 1;
    }
    assert_eq!(moves.next(), None, "the win is found where the plan ends");
    for (seat, board, hands) in players {
        is_over(board, seat, &position).await;
        assert_eq!(board.moves().await.len(), plies, "each move is in the list once");
        board.shot(&format!("tap-whole-{}-{:?}.png", plan.game, hands[0])).await;
    }
}
