//! Finds the legal move behind a [`Move`] or its canonical text without generating all moves.

use crate::board::piece::Kind;
use crate::board::position::PositionOf;
use crate::board::square::{Square, SquareSet};
use crate::movegen::moves::{How, Move, NotLegal};
use crate::movegen::pseudo_legal::{Generator, Sink};

/// The parts that distinguish a move from all others in its position.
#[derive(Clone, Copy)]
struct Sought {
    how: How,
    /// The origin; for drops also the target, and unused for castling.
    from: Square,
    to: Square,
    /// The letter of the promotion or of the dropped piece.
    letter: Option<char>,
}

impl Sought {
    fn read(text: &str) -> Option<Self> {
        let plain = |how, letter, rest| {
            let (to, rest) = square(rest)?;
            rest.is_empty().then_some(Self { how, from: to, to, letter })
        };
        if let Some((dropped, rest)) = text.split_once('@') {
            let mut letters = dropped.chars();
            let letter = letters.next()?;
            return if letters.next().is_none() { plain(How::Drop, Some(letter), rest) } else { None };
        }
        if let Some(rest) = text.strip_prefix("O-O-O") {
            return plain(How::CastleQueenSide, None, rest);
        }
        if let Some(rest) = text.strip_prefix("O-O") {
            return plain(How::CastleKingSide, None, rest);
        }
        let (from, rest) = square(text)?;
        let (to, rest) = square(rest)?;
        let mut letters = rest.chars();
        let letter = letters.next();
        letters.next().is_none().then_some(Self { how: How::Walk, from, to, letter })
    }

    fn of(mv: &Move) -> Self {
        Self { how: mv.written_how(), from: mv.origin(), to: mv.to(), letter: mv.letter() }
    }

    fn fits(&self, mv: &Move) -> bool {
        mv.written_how() == self.how
            && mv.to() == self.to
            && mv.origin() == self.from
            && mv.letter() == self.letter
    }
}

/// Splits off a square in canonical notation at the start of a text (`Square` itself accepts more).
fn square(text: &str) -> Option<(Square, &str)> {
    let bytes = text.as_bytes();
    let digits = bytes.iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
    let (name, rest) = text.split_at_checked(1 + digits)?;
    if !bytes.first()?.is_ascii_lowercase() {
        return None;
    }
    Some((name.parse().ok()?, rest))
}

/// A sink that keeps only the wanted pseudo-legal move.
struct Wanted {
    sought: Sought,
    enemy: SquareSet,
    found: Option<Move>,
}

impl Sink for Wanted {
    fn walks(&mut self, kind: Kind, from: Square, targets: SquareSet) {
        let to = self.sought.to;
        if targets.contains(to) {
            let mv = Move::walk(kind, from, to);
            self.push(if self.enemy.contains(to) { mv.taking(to) } else { mv });
        }
    }

    fn push(&mut self, mv: Move) {
        if self.found.is_none() && self.sought.fits(&mv) {
            self.found = Some(mv);
        }
    }
}

impl PositionOf<'_> {
    /// Returns the legal move with this canonical text (that of `Move`'s `Display`).
    ///
    /// Only this move is made and tested.
    pub fn legal_move(&self, text: &str) -> Option<Move> {
        self.legal(Sought::read(text)?)
    }

    /// True if the move is legal; only this move is made and tested.
    pub fn is_legal(&self, mv: &Move) -> bool {
        self.legal(Sought::of(mv)).as_ref() == Some(mv)
    }

    /// Returns the position after a move.
    ///
    /// # Errors
    /// [`NotLegal`] if the move is illegal here.
    pub fn after(&self, mv: &Move) -> Result<Self, NotLegal> {
        if self.is_legal(mv) { Ok(self.after_legal(mv)) } else { Err(NotLegal) }
    }

    fn legal(&self, sought: Sought) -> Option<Move> {
        if self.decided().is_some() {
            return None;
        }
        self.pseudo_legal(sought)
            .filter(|mv| self.is_safe(mv))
            .filter(|mv| mv.is_capture() || !self.must_take())
    }

    fn pseudo_legal(&self, sought: Sought) -> Option<Move> {
        if matches!(sought.how, How::CastleKingSide | How::CastleQueenSide) {
            let king_side = sought.how == How::CastleKingSide;
            return self
                .spec
                .castlings
                .iter()
                .filter(|row| row.king_side == king_side && row.king_to == sought.to)
                .find(|row| self.castling_obstacle(row).is_none())
                .map(|row| Move::castle(row.king_side, row.king, row.king_to));
        }
        let us = self.turn;
        let enemy = self.board.sides[us.other()];
        let mut wanted = Wanted { sought, enemy, found: None };
        let generator = Generator::new(self.spec, &self.board, us, self.passed);
        if sought.how == How::Drop {
            if self.hands[us] > 0 {
                generator.drops(&mut wanted);
            }
            return wanted.found;
        }
        let piece = self.board.piece_at(sought.from).filter(|piece| piece.color == us)?;
        if generator.frozen.contains(sought.from) {
            return None;
        }
        generator.piece(piece.kind, sought.from, self.becomes(), &mut wanted);
        wanted.found
    }
}
