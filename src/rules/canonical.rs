//! From a move's canonical text to the move, without a list of all moves.

use super::legal::is_attacked;
use super::movegen::{Generator, Sink};
use super::moves::{How, Move, promotion_letter};
use super::piece::Kind;
use super::position::Position;
use super::square::{Square, SquareSet};

/// What a canonical text says.
#[derive(Clone, Copy)]
struct Text {
    how: How,
    /// The target once more for drops and castling, which do not name an origin.
    from: Square,
    to: Square,
    promotion: Option<char>,
}

impl Text {
    fn read(text: &str) -> Option<Self> {
        let plain = |how, rest| {
            let (to, rest) = square(rest)?;
            rest.is_empty().then_some(Self { how, from: to, to, promotion: None })
        };
        if let Some(rest) = text.strip_prefix("J@") {
            return plain(How::Drop, rest);
        }
        if let Some(rest) = text.strip_prefix("O-O-O") {
            return plain(How::CastleQueenSide, rest);
        }
        if let Some(rest) = text.strip_prefix("O-O") {
            return plain(How::CastleKingSide, rest);
        }
        let (from, rest) = square(text)?;
        let (to, rest) = square(rest)?;
        let mut letters = rest.chars();
        let promotion = letters.next();
        letters.next().is_none().then_some(Self { how: How::Walk, from, to, promotion })
    }

    fn fits(&self, mv: &Move) -> bool {
        mv.how() == self.how
            && mv.to() == self.to
            && (self.how != How::Walk || mv.origin() == self.from)
            && mv.promotion().map(promotion_letter) == self.promotion
    }
}

/// The square at the head of a text, as we write it (`Square` itself reads more), and what follows.
fn square(text: &str) -> Option<(Square, &str)> {
    let bytes = text.as_bytes();
    let digits = bytes.iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
    let (name, rest) = text.split_at_checked(1 + digits)?;
    if !bytes.first()?.is_ascii_lowercase() {
        return None;
    }
    Some((name.parse().ok()?, rest))
}

/// Keeps the pseudo-legal move that a text means.
struct Wanted {
    text: Text,
    enemy: SquareSet,
    found: Option<Move>,
}

impl Sink for Wanted {
    fn walks(&mut self, kind: Kind, from: Square, targets: SquareSet) {
        if targets.contains(self.text.to) {
            let mv = Move::walk(kind, from, self.text.to);
            self.push(if self.enemy.contains(self.text.to) { mv.taking(self.text.to) } else { mv });
        }
    }

    fn push(&mut self, mv: Move) {
        if self.found.is_none() && self.text.fits(&mv) {
            self.found = Some(mv);
        }
    }
}

impl Position {
    /// The legal move with this canonical text (that of `Move`'s `Display`); only this one is made and tested.
    pub fn legal_move(&self, text: &str) -> Option<Move> {
        let text = Text::read(text)?;
        let us = self.turn;
        let king = self.board.king(us)?;
        if self.goal_reached_by().is_some() {
            return None;
        }
        let mv = self.pseudo_legal_move(text)?;
        let mut board = self.board;
        board.make(self.spec, us, &mv);
        let king = if mv.kind() == Kind::King { mv.to() } else { king };
        (!is_attacked(self.spec, &board, king, us.other())).then_some(mv)
    }

    fn pseudo_legal_move(&self, text: Text) -> Option<Move> {
        if matches!(text.how, How::CastleKingSide | How::CastleQueenSide) {
            let king_side = text.how == How::CastleKingSide;
            return self
                .spec
                .castlings
                .iter()
                .filter(|row| row.king_side == king_side && row.king_to == text.to)
                .find(|row| self.castling_obstacle(row).is_none())
                .map(|row| Move::castle(row.king_side, row.king, row.king_to));
        }
        let us = self.turn;
        let enemy = self.board.sides[us.other()];
        let mut wanted = Wanted { text, enemy, found: None };
        let generator = Generator::new(self.spec, &self.board, us, self.passed);
        if text.how == How::Drop {
            if self.hands[us] > 0 {
                generator.drops(&mut wanted);
            }
            return wanted.found;
        }
        let piece = self.board.piece_at(text.from).filter(|piece| piece.color == us)?;
        if generator.frozen.contains(text.from) {
            return None;
        }
        let promotions = (self.spec.promotion)(self.promotions[us]);
        generator.piece(piece.kind, text.from, promotions, &mut wanted);
        wanted.found
    }
}
