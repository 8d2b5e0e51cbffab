//! Zobrist keys of positions, for transposition tables. Equal positions have equal keys; different ones
//! almost never do.
//!
//! Each piece on each square, and each other part of a position, has a pseudo-random number. The key is the
//! exclusive or of all of them, so a move changes only a few numbers.

use super::piece::{Color, Kind};
use super::position::PositionOf;
use super::square::{CELLS, Square, SquareSet};
use crate::movegen::moves::{How, Move};

/// One number for each side, kind and cell.
static PIECES: [[[u64; CELLS]; Kind::MOST]; 2] = {
    let mut table = [[[0; CELLS]; Kind::MOST]; 2];
    let mut at = 0;
    while at < 2 * Kind::MOST * CELLS {
        table[at / (Kind::MOST * CELLS)][at / CELLS % Kind::MOST][at % CELLS] = mixed(at as u64);
        at += 1;
    }
    table
};
/// Start indices of the numbers for the other parts of a position, far beyond those of the pieces.
const RIGHTS: u64 = 1 << 32;
const PASSED: u64 = 2 << 32;
const HANDS: u64 = 3 << 32;
const PROMOTIONS: u64 = 4 << 32;
const BLACK_TO_MOVE: u64 = mixed(5 << 32);
const CHECKS: u64 = 6 << 32;

/// Returns the number at this index of the splitmix64 sequence.
const fn mixed(place: u64) -> u64 {
    let mut z = place.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

fn piece(color: Color, kind: Kind, square: Square) -> u64 {
    PIECES[color as usize][kind.index()][square.index()]
}

impl PositionOf<'_> {
    /// Returns the key over side to move, board, castling rights, en-passant squares, hands, promotion
    /// counts and checks left.
    ///
    /// The half-move clock and the move number are left out.
    pub fn key(&self) -> u64 {
        let pieces = self.pieces().fold(0, |key, (square, one)| key ^ piece(one.color, one.kind, square));
        pieces ^ self.rest_of_key()
    }

    /// Returns the key of `after`, the position after this move; `key` is the key of `self`.
    #[inline]
    pub fn key_after(&self, key: u64, mv: &Move, after: &Self) -> u64 {
        if self.explodes(mv) {
            return after.key();
        }
        let us = self.turn;
        let mut key = key ^ self.rest_of_key() ^ after.rest_of_key();
        for square in mv.victims() {
            if let Some(kind) = self.kind_at(square) {
                key ^= piece(us.other(), kind, square);
            }
        }
        match mv.how() {
            How::Drop => key ^ piece(us, mv.kind(), mv.to()),
            How::Walk | How::EnPassant => {
                key ^ piece(us, mv.kind(), mv.origin()) ^ piece(us, mv.becomes(), mv.to())
            }
            // Castling is rare, so this is not optimised: it xors king and rook on every square where the
            // boards differ.
            How::CastleKingSide | How::CastleQueenSide => [Some(Kind::KING), self.spec.rook]
                .into_iter()
                .flatten()
                .flat_map(|kind| (self.of(us, kind) ^ after.of(us, kind)).iter().map(move |at| (kind, at)))
                .fold(key, |key, (kind, at)| key ^ piece(us, kind, at)),
        }
    }

    /// Returns the key of `after`, this position with the other side to move; `key` is the key of `self`.
    #[inline]
    pub fn key_after_passing(&self, key: u64, after: &Self) -> u64 {
        key ^ self.rest_of_key() ^ after.rest_of_key()
    }

    /// Returns the kind of piece on a square, of either side.
    #[inline]
    pub fn kind_at(&self, square: Square) -> Option<Kind> {
        self.spec.kinds().find(|kind| self.board.kinds[kind.index()].contains(square))
    }

    #[inline]
    fn rest_of_key(&self) -> u64 {
        let mut key = if self.turn == Color::Black { BLACK_TO_MOVE } else { 0 };
        if self.rights != 0 {
            key ^= mixed(RIGHTS + u64::from(self.rights));
        }
        if self.passed != SquareSet::EMPTY {
            key ^= self.passed.iter().fold(0, |key, square| key ^ mixed(PASSED + square.index() as u64));
        }
        for color in Color::BOTH {
            let side = (color as u64) << 20;
            if self.hands[color] != 0 {
                key ^= mixed(HANDS + side + u64::from(self.hands[color]));
            }
            if self.promotions[color] != 0 {
                key ^= mixed(PROMOTIONS + side + u64::from(self.promotions[color]));
            }
            if self.checks_left[color] != 0 {
                key ^= mixed(CHECKS + side + u64::from(self.checks_left[color]));
            }
        }
        key
    }
}
