//! A complete game of each variant, from the first move to the last, each player on their own page. Both
//! prepare a reply early in it.

use futures_util::FutureExt;
use rookery::games;
use rookery::rules::{Move, Position, Variant};
use testing::checks::checks;

use super::super::blind::{BIRDS, CHESS, Course, EXIT, SCEPTER, SQUIRREL, pick};
use super::super::table::{Match, Seat};
use super::super::{Scene, Table};
use super::endings::is_over;
use super::{Board, Hand, link};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] = &[
    ("whole_games_are_played_by_touch_and_by_mouse_against_a_keyboard", |table| all(table, &GAMES).boxed()),
    // Several scenes, because each takes long and a few run in parallel.
    ("whole_sisters_of_birds_and_ninjas_are_played_by_touch_and_by_mouse_against_a_keyboard", |table| {
        all_of(table, |family| TOGETHER[0].contains(&family)).boxed()
    }),
    (
        "whole_games_of_flying_bombers_and_insane_ninjas_are_played_by_touch_and_by_mouse_against_a_keyboard",
        |table| all_of(table, |family| TOGETHER[1].contains(&family)).boxed(),
    ),
    ("whole_games_of_the_other_sisters_are_played_by_touch_and_by_mouse_against_a_keyboard", |table| {
        async {
            all(table, &sisters(|family| TOGETHER.iter().all(|families| !families.contains(&family)))).await;
        }
        .boxed()
    }),
];

pub const GAMES: [Course; 5] =
    [CHESS.course(), EXIT.course(), SCEPTER.course(), BIRDS.course(), SQUIRREL.course()];

/// The families whose sisters share a scene; those of all others share another one.
const TOGETHER: [&[&str]; 2] = [&["birds-and-ninjas"], &["flying-bombers", "insane-ninja"]];

/// A short game of each sister variant of these families; the winning move is found on the board.
pub fn sisters(is_one: impl Fn(&str) -> bool) -> Vec<Course> {
    let games = games::all().filter(|game| GAMES.iter().all(|(five, _)| *five != game.slug()));
    let games = games.filter(|game| is_one(game.family().slug()));
    let course = |game: Variant| {
        let moves = checks(game).whole_game.as_deref();
        (game.slug(), moves.unwrap_or_else(|| panic!("{game} has no whole game among its checks")))
    };
    games.map(course).collect()
}

async fn all_of(table: &Table, is_one: fn(&str) -> bool) {
    all(table, &sisters(is_one)).await;
}

async fn all(table: &Table, courses: &[Course]) {
    let (red, blue) = (&table.red, &table.blue);
    let (mine, theirs) = (Board::empty(table).await, Board::empty(table).await);
    for (course, by_phone) in courses.iter().zip([true, false].into_iter().cycle()) {
        // One player uses a phone, the other one a desktop, with mouse and keyboard in turn.
        mine.on_a_phone().await;
        theirs.on_a_desk().await;
        let phone: Player = (red, &mine, &[Hand::Finger, Hand::Swipe]);
        let desk: Player = (blue, &theirs, &[Hand::Mouse, Hand::Keys, Hand::Drag]);
        let (white, black) = if by_phone { (phone, desk) } else { (desk, phone) };
        Match::begin(white.0, black.0, course.0, None).await;
        whole(*course, [white, black]).await;
    }
}

/// A player, their page, and their inputs in turn.
type Player<'a> = (&'a Seat, &'a Board, &'a [Hand]);

/// Plays a game started in the chat to its planned end.
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
            // The prepared move is played right after the move before.
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

/// The plies whose moves are prepared, one of each side. White plays the first and the third move first.
const PREPARED: [usize; 2] = [1, 4];

/// The positions and moves of a plan, and its final position.
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
