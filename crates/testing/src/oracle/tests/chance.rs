//! Invariants, checked in random games and positions.

use std::collections::HashSet;

use fastrand::Rng;

use super::super::{Board, GAMES, Move, Pieces, can_have};
use crate::constructed::{fen, letters};

/// Moves with the same text are equal, and the squares of a move determine what it takes.
fn moves_differ(board: &Board) {
    let moves = board.moves();
    let texts: HashSet<String> = moves.iter().map(Move::text).collect();
    assert_eq!(texts.len(), moves.len(), "{}", board.fen());
    for (i, one) in moves.iter().enumerate() {
        for other in &moves[..i] {
            let same_way = one.from == other.from && one.to == other.to;
            let both_walk = one.castling.is_none() && other.castling.is_none();
            assert!(
                !same_way || !both_walk || one.victims == other.victims,
                "{} {}",
                one.text(),
                board.fen()
            );
        }
    }
}

fn read_back(board: &Board) {
    let fen = board.fen();
    assert_eq!(Board::from_fen(board.game.slug, &fen).fen(), fen);
}

/// Each side's pieces, including those in hand, are reachable from the start position and are on allowed
/// squares.
fn is_possible(board: &Board, start: &Pieces) {
    let fen = board.fen();
    for white in [true, false] {
        let made = board.promotions[usize::from(!white)];
        assert!(can_have(board.game, start, &letters(&fen, white), made), "{fen}");
    }
    for (at, letter) in board.pieces() {
        let upper = letter.to_ascii_uppercase();
        assert!(board.game.may_stand(upper, letter.is_ascii_uppercase(), at), "{fen}");
    }
    assert!(board.hand.iter().all(|hand| *hand <= board.game.hand()), "{fen}");
}

/// Plays a random move, preferring promotions.
fn choose(board: &Board, rng: &mut Rng) -> Option<Board> {
    let moves = board.moves();
    let rare: Vec<_> = moves.iter().filter(|one| one.promotion.is_some()).collect();
    let one = if rng.bool() { rng.choice(rare) } else { None };
    Some(board.after(one.or_else(|| rng.choice(&moves))?))
}

#[test]
fn games_by_chance() {
    let mut rng = Rng::with_seed(26_077);
    for game in &GAMES {
        let start = letters(game.start, true);
        let mut seen = 0;
        while seen < 300 {
            let mut board = Board::from_fen(game.slug, game.start);
            for _ in 0..150 {
                moves_differ(&board);
                read_back(&board);
                is_possible(&board, &start);
                seen += 1;
                let Some(next) = choose(&board, &mut rng) else { break };
                board = next;
            }
        }
    }
}

#[test]
fn positions_by_chance() {
    let mut rng = Rng::with_seed(26_078);
    for game in &GAMES {
        let start = letters(game.start, true);
        for _ in 0..300 {
            let board = Board::from_fen(game.slug, &fen(game.slug, &mut rng));
            is_possible(&board, &start);
            if !board.is_attacked(!board.white_to_move) {
                moves_differ(&board);
                read_back(&board);
            }
        }
    }
}

/// A king is in check exactly if an enemy piece could take it.
#[test]
fn check_is_a_move_that_takes_the_king() {
    let mut rng = Rng::with_seed(26_079);
    for game in &GAMES {
        let mut checks = 0;
        for _ in 0..200 {
            let board = Board::from_fen(game.slug, &fen(game.slug, &mut rng));
            let king = board.king(board.white_to_move).expect("a king");
            let attackers: Vec<u8> = board
                .pieces()
                .into_iter()
                .filter(|(at, _)| board.is_enemy(*at) && board.could_take(*at, king))
                .map(|(_, letter)| letter.to_ascii_uppercase())
                .collect();
            assert_eq!(board.in_check(), !attackers.is_empty(), "{}", board.fen());
            assert!(!attackers.contains(&b'H'), "{}", board.fen());
            checks += usize::from(board.in_check());
        }
        assert!(checks > 5, "{}", game.slug);
    }
}
